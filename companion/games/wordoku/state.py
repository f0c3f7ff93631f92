"""What happened in a match, as facts: seats, rounds, swaps, grids as laid, and the events that change them.

Points are never stored here; they are asked of these facts and the word list (standings.py).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from companion.errors import RuleError
from companion.games.record import Due, Event, Opened
from companion.games.wordoku.lines import check_grid, line_named
from companion.games.wordoku.rules import ROUNDS, RULES, SYMBOLS, TILES_PER_SYMBOL, Rules
from companion.games.wordoku.score import House, Says
from companion.grid import Cell, Grid

MOST_SEATS = 6
LONGEST_NAME = 40
parsed = lru_cache(maxsize=512)(Grid.parse)


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A person sits down (again): plays from the next round on."""

    kind: ClassVar[str] = "joined"
    name: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    kind: ClassVar[str] = "left"
    seat: int


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    kind: ClassVar[str] = "renamed"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """A round begins: `at_ms` on the match's running clock, 0 where no clock runs."""

    kind: ClassVar[str] = "begun"
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A tile of one symbol was swapped; told on honour (WK-11)."""

    kind: ClassVar[str] = "swapped"
    seat: int
    symbol: str


@dataclass(frozen=True, slots=True)
class Bell(Event):
    kind: ClassVar[str] = "bell"


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A seat's grid as it lay at the bell, in text form; `source` says who read it.

    Laid again, it takes the place of the first; what was said of it stays as far as it still fits.
    """

    kind: ClassVar[str] = "laid"
    seat: int
    grid: str
    source: str = "typed"


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A seat says the letter of one of its wilds; the cell is named as in r4c1 (WK-7)."""

    kind: ClassVar[str] = "declared"
    seat: int
    cell: str
    letter: str


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat claims a word for a line, as in row4 or column1 (WK-6)."""

    kind: ClassVar[str] = "claimed"
    seat: int
    line: str
    word: str


@dataclass(frozen=True, slots=True)
class Confirmed(Event):
    """A seat says that its grid looks right."""

    kind: ClassVar[str] = "confirmed"
    seat: int


EVENTS: tuple[type[Event], ...] = (
    Joined,
    Left,
    Renamed,
    Begun,
    Swapped,
    Bell,
    Laid,
    Declared,
    Claimed,
    Confirmed,
)


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    name: str
    here: bool = True


@dataclass(frozen=True, slots=True)
class Lay:
    """One seat's grid in a round with what was said of it."""

    grid: Grid
    says: Says = Says()
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who plays it, what was swapped, and since the bell what lies there."""

    seats: tuple[int, ...]
    begun_at_ms: int
    rung: bool = False
    swaps: tuple[tuple[int, str], ...] = ()
    lays: tuple[tuple[int, Lay], ...] = ()

    def lay(self, seat: int) -> Lay | None:
        return dict(self.lays).get(seat)

    def with_lay(self, seat: int, lay: Lay) -> "Round":
        return replace(
            self, lays=tuple(sorted((dict(self.lays) | {seat: lay}).items(), key=lambda pair: pair[0]))
        )


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    house: House
    declared: bool
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...] = ()

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.seats if seat.here)

    @property
    def names(self) -> dict[int, str]:
        return {seat.number: seat.name for seat in self.seats}

    def waiting(self, played: Round) -> tuple[int, ...]:
        """Seats of a round that are still here and have not said that their grid looks right."""
        done = {seat for seat, lay in played.lays if lay.confirmed}
        return tuple(seat for seat in played.seats if seat in self.here and seat not in done)

    def over(self, played: Round) -> bool:
        return played.rung and not self.waiting(played)

    @property
    def open_round(self) -> Round | None:
        """The round that is being played or looked through, None between rounds."""
        return self.rounds[-1] if self.rounds and not self.over(self.rounds[-1]) else None


def start(opened: Opened) -> State:
    """The state of a match just opened; RuleError when the seats do not fit (WK-1)."""
    if not 1 <= len(opened.names) <= MOST_SEATS:
        raise RuleError(f"{len(opened.names)} players cannot play: 1 to {MOST_SEATS}", "WK-1")
    seats = tuple(Seat(number, checked_name(name)) for number, name in enumerate(opened.names, 1))
    house = House(opened.switches["find"], opened.switches["equal"])
    return State(RULES[opened.rules], house, opened.switches["declared"] == "on", seats)


def checked_name(name: str) -> str:
    """A player's name without the blanks around it; RuleError when nothing or far too much is left."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise RuleError(f"a name has 1 to {LONGEST_NAME} printable characters, {name[:20]!r} does not fit")
    return name


def apply(state: State, event: Event) -> State:
    """The state after an event; RuleError when it cannot follow here."""
    match event:
        case Joined():
            return _joined(state, event)
        case Left():
            return _left(state, event.seat)
        case Renamed():
            _seat(state, event.seat)
            return _with_seat(state, event.seat, lambda seat: replace(seat, name=checked_name(event.name)))
        case Begun():
            return _begun(state, event)
        case Swapped():
            return _swapped(state, event)
        case Bell():
            return _in_round(state, lambda played: replace(played, rung=True))
        case Laid():
            return _laid(state, event)
        case Declared():
            return _said(
                state, event.seat, lambda says: _with_wild(says, Cell.parse(event.cell), event.letter)
            )
        case Claimed():
            line = line_named(event.line, state.rules.side).name
            return _said(state, event.seat, lambda says: _with_claim(says, line, event.word))
        case Confirmed():
            return _with_lay(state, event.seat, lambda lay: replace(lay, confirmed=True))
        case _:
            raise RuleError(f"nothing is known of an entry {event.kind!r} in this game")


def _seat(state: State, number: int) -> Seat:
    for seat in state.seats:
        if seat.number == number and seat.here:
            return seat
    raise RuleError(f"nobody sits at seat {number}")


def _with_seat(state: State, number: int, change: Callable[[Seat], Seat]) -> State:
    return replace(
        state, seats=tuple(change(seat) if seat.number == number else seat for seat in state.seats)
    )


def _joined(state: State, event: Joined) -> State:
    name = checked_name(event.name)
    for seat in state.seats:
        if seat.name == name and not seat.here:
            return _with_seat(state, seat.number, lambda seat: replace(seat, here=True))
    if len(state.here) >= MOST_SEATS:
        raise RuleError(f"all {MOST_SEATS} seats are taken", "WK-1")
    return replace(state, seats=(*state.seats, Seat(len(state.seats) + 1, name)))


def _left(state: State, number: int) -> State:
    """Who leaves before saying that the grid looks right takes no part in the round."""
    _seat(state, number)
    gone = _with_seat(state, number, lambda seat: replace(seat, here=False))
    played = gone.open_round or (state.rounds[-1] if state.open_round else None)
    if played is None or ((lay := played.lay(number)) and lay.confirmed):
        return gone
    rest = tuple(seat for seat in played.seats if seat != number)
    lays = tuple(pair for pair in played.lays if pair[0] != number)
    return _last(gone, replace(played, seats=rest, lays=lays))


def _begun(state: State, event: Begun) -> State:
    if state.open_round:
        raise RuleError(f"round {len(state.rounds)} is not over yet")
    if len(state.rounds) >= ROUNDS:
        raise RuleError(f"all {ROUNDS} rounds are played", "WK-1")
    if not state.here:
        raise RuleError("nobody is left to play", "WK-1")
    return replace(state, rounds=(*state.rounds, Round(state.here, event.at_ms)))


def _last(state: State, played: Round) -> State:
    return replace(state, rounds=(*state.rounds[:-1], played))


def _in_round(state: State, change: Callable[[Round], Round]) -> State:
    """The state with its running round changed; RuleError when none runs."""
    if not state.rounds or state.rounds[-1].rung:
        raise RuleError("no round is running", "WK-11")
    return _last(state, change(state.rounds[-1]))


def _swapped(state: State, event: Swapped) -> State:
    _seat(state, event.seat)
    if event.symbol not in state.rules.symbols:
        raise RuleError(
            f"{event.symbol!r} is no symbol of this game: {', '.join(state.rules.symbols)}", "WK-11"
        )
    played = _in_round(state, lambda played: played).rounds[-1]
    if event.seat not in played.seats:
        raise RuleError(f"seat {event.seat} plays from the next round on", "WK-11")
    if pile(state.rules, played, event.symbol) == 0:
        raise RuleError(f"no {SYMBOLS[event.symbol]} is left in the pile, so no swap is possible", "WK-11")
    return _last(state, replace(played, swaps=(*played.swaps, (event.seat, event.symbol))))


def pile(rules: Rules, played: Round, symbol: str) -> int:
    """How many tiles of a symbol the pile still holds; swapped ones stay out until the round ends (WK-11)."""
    swapped = sum(held == symbol for _, held in played.swaps)
    return TILES_PER_SYMBOL - rules.side * len(played.seats) - swapped


def _rung(state: State, seat: int) -> Round:
    """The round after its bell in which a seat's grid is looked at; RuleError when there is none."""
    _seat(state, seat)
    if not state.rounds or not state.rounds[-1].rung:
        raise RuleError("grids are read at the bell, and it has not rung", "WK-10")
    if seat not in state.rounds[-1].seats:
        raise RuleError(f"seat {seat} plays from the next round on")
    return state.rounds[-1]


def _laid(state: State, event: Laid) -> State:
    played = _rung(state, event.seat)
    lay = played.lay(event.seat)
    if lay and lay.confirmed:
        raise RuleError(f"seat {event.seat} has said that its grid looks right: correct that entry instead")
    grid = check_grid(parsed(event.grid))
    if (grid.height, grid.width) != (state.rules.side, state.rules.side):
        raise RuleError(f"a grid of this game has {state.rules.side} rows of {state.rules.side}", "WK-1")
    return _last(state, played.with_lay(event.seat, Lay(grid, lay.says if lay else Says())))


def _with_lay(state: State, seat: int, change: Callable[[Lay], Lay]) -> State:
    played = _rung(state, seat)
    lay = played.lay(seat)
    if lay is None:
        raise RuleError(f"seat {seat} has no grid yet")
    if lay.confirmed:
        raise RuleError(f"seat {seat} has said that its grid looks right already")
    return _last(state, played.with_lay(seat, change(lay)))


def _said(state: State, seat: int, change: Callable[[Says], Says]) -> State:
    return _with_lay(state, seat, lambda lay: replace(lay, says=change(lay.says)))


def _with_wild(says: Says, cell: Cell, letter: str) -> Says:
    return replace(says, wilds=(*(pair for pair in says.wilds if pair[0] != cell), (cell, letter)))


def _with_claim(says: Says, line: str, word: str) -> Says:
    return replace(says, claims=(*(pair for pair in says.claims if pair[0] != line), (line, word)))


def due(state: State) -> Due | None:
    """The bell of a running round, on the match's running clock (WK-1)."""
    if not state.rounds or state.rounds[-1].rung:
        return None
    return Due(state.rounds[-1].begun_at_ms + state.rules.round_ms, Bell())
