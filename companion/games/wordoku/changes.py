"""How a match begins and what each event makes of it: pure and strict (WK-1, WK-10, WK-11)."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from companion.errors import RuleError
from companion.games.record import Due, Event, Opened
from companion.games.wordoku.events import (
    Begun,
    Bell,
    Claimed,
    Confirmed,
    Corrected,
    Declared,
    Exchanged,
    Joined,
    Laid,
    Left,
    Renamed,
    Swapped,
)
from companion.games.wordoku.lines import check_grid, line_named
from companion.games.wordoku.rules import MOST_SEATS, ROUNDS, SIZES, SYMBOLS
from companion.games.wordoku.sheet import House, Says
from companion.games.wordoku.state import Correction, Doubtful, Lay, Round, Seat, State, pile
from companion.grid import EMPTY, Cell, Grid, Tile

LONGEST_NAME = 40
JOINER = "\u200d"
parsed = lru_cache(maxsize=512)(Grid.parse)


def start(opened: Opened) -> State:
    """The state of a match just opened; RuleError when the seats do not fit (WK-1)."""
    if not 1 <= len(opened.names) <= MOST_SEATS:
        raise RuleError(f"{len(opened.names)} players cannot play: 1 to {MOST_SEATS}", "WK-1")
    seats = tuple(Seat(number, checked_name(name)) for number, name in enumerate(opened.names, 1))
    house = House(opened.switches["find"], opened.switches["equal"])
    return State(SIZES[opened.switches["size"]], house, opened.switches["declared"] == "on", seats)


def checked_name(name: str) -> str:
    """A player's name without the blanks around it; RuleError when nothing or far too much is left."""
    name = " ".join(name.split())
    shown = name.replace(JOINER, "")
    if not 1 <= len(name) <= LONGEST_NAME or not shown.isprintable() or not shown or shown.isdecimal():
        raise RuleError(f"a name has 1 to {LONGEST_NAME} signs and is no number, {name[:20]!r} does not fit")
    return name


def apply(state: State, event: Event) -> State:
    """The state after an event; RuleError when it cannot follow here."""
    return replace(_after(state, event), cue="end" if isinstance(event, Bell) else "")


def _after(state: State, event: Event) -> State:
    match event:
        case Joined():
            return _joined(state, event)
        case Left(seat):
            return _left(state, seat)
        case Renamed(number, name):
            return _with_seat(state, replace(_seat(state, number), name=checked_name(name)))
        case Begun():
            return _begun(state, event)
        case Swapped():
            return _swapped(state, event)
        case Bell():
            return _last(state, replace(_running(state), rung=True))
        case Laid():
            return _laid(state, event)
        case Corrected():
            return _corrected(state, event)
        case Exchanged():
            return _exchanged(state, event)
        case Declared(seat, name, letter, number):
            cell = cell_named(name, state.size.side)
            return _said(state, seat, number, lambda says: _with_wild(says, cell, letter))
        case Claimed(seat, name, word, number):
            line = line_named(name, state.size.side).name
            return _said(state, seat, number, lambda says: _with_claim(says, line, word))
        case Confirmed(seat):
            return _confirmed(state, seat)
        case _:
            raise RuleError(f"nothing is known of an entry {event.kind!r} in this game")


def _seat(state: State, number: int) -> Seat:
    for seat in state.seats:
        if seat.number == number and seat.here:
            return seat
    raise RuleError(f"nobody sits at seat {number}")


def _with_seat(state: State, changed: Seat) -> State:
    return replace(
        state, seats=tuple(changed if seat.number == changed.number else seat for seat in state.seats)
    )


def _joined(state: State, event: Joined) -> State:
    """A seat of one's own: the next number, or the one that was left."""
    sits_down = Seat(event.seat, checked_name(event.name))
    if len(state.here) >= MOST_SEATS:
        raise RuleError(f"all {MOST_SEATS} seats are taken", "WK-1")
    if event.seat in state.here or not 1 <= event.seat <= len(state.seats) + 1:
        raise RuleError(f"seat {event.seat} is not free: the next one is {len(state.seats) + 1}")
    if event.seat in state.names:
        return _with_seat(state, sits_down)
    return replace(state, seats=(*state.seats, sits_down))


def _left(state: State, number: int) -> State:
    """Who leaves before saying that the grid looks right takes no part in the round."""
    seat = _seat(state, number)
    gone = _with_seat(state, replace(seat, here=False))
    played = state.open_round
    if played is None or ((lay := played.lay(number)) and lay.confirmed):
        return gone
    rest = tuple(other for other in played.seats if other != number)
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


def _running(state: State) -> Round:
    if not state.rounds or state.rounds[-1].rung:
        raise RuleError("no round is running", "WK-11")
    return state.rounds[-1]


def _swapped(state: State, event: Swapped) -> State:
    _seat(state, event.seat)
    if event.symbol not in state.size.symbols:
        raise RuleError(
            f"{event.symbol!r} is no symbol of this game: {', '.join(state.size.symbols)}", "WK-11"
        )
    played = _running(state)
    if event.seat not in played.seats:
        raise RuleError(f"seat {event.seat} plays from the next round on", "WK-11")
    if pile(state.size, played, event.symbol) == 0:
        raise RuleError(f"no {SYMBOLS[event.symbol]} is left in the pile, so no swap is possible", "WK-11")
    return _last(state, replace(played, swaps=(*played.swaps, (event.seat, event.symbol))))


def _laid(state: State, event: Laid) -> State:
    _seat(state, event.seat)
    at, before = _find_round(state, event.seat, None)
    if before and before.confirmed:
        raise RuleError(f"seat {event.seat} has said that its grid looks right: correct single cells instead")
    grid = check_grid(parsed(event.grid))
    if grid.height != state.size.side:
        raise RuleError(f"a grid of this game has {state.size.side} rows of {state.size.side}", "WK-1")
    doubts = tuple(Doubtful(cell_named(d[0], grid.height), d[1], d[2], d[3]) for d in event.doubts)
    after = replace(before, read=grid, doubts=doubts) if before else Lay(grid, doubts)
    return _put(state, at, event.seat, after)


def _find_round(state: State, seat: int, number: int | None) -> tuple[int, Lay | None]:
    """The index of a round after its bell, and a seat's grid in it; RuleError when there is no such round."""
    at = len(state.rounds) - 1 if number is None else number - 1
    if not 0 <= at < len(state.rounds) or not state.rounds[at].rung:
        raise RuleError("grids are read at the bell, and it has not rung", "WK-10")
    if seat not in state.rounds[at].seats:
        raise RuleError(f"seat {seat} plays no part in round {at + 1}")
    return at, state.rounds[at].lay(seat)


def _lay(state: State, seat: int, number: int | None) -> tuple[int, Lay]:
    at, lay = _find_round(state, seat, number)
    if lay is None:
        raise RuleError(f"seat {seat} has no grid yet")
    return at, lay


def _put(state: State, at: int, seat: int, lay: Lay) -> State:
    changed = state.rounds[at].with_lay(seat, lay)
    return replace(state, rounds=(*state.rounds[:at], changed, *state.rounds[at + 1 :]))


def _corrected(state: State, event: Corrected) -> State:
    at, lay = _lay(state, event.seat, event.round)
    cell = cell_named(event.cell, state.size.side)
    now, read = lay.grid[cell], lay.read[cell]
    lies = _tile(event, now or read)
    kept = tuple(c for c in lay.corrections if c.cell != cell)
    changed = replace(lay, corrections=(*kept, Correction(cell, read, lies)))
    check_grid(changed.grid)
    return _put(state, at, event.seat, changed)


def _exchanged(state: State, event: Exchanged) -> State:
    """Every tile of two symbols corrected to the other one; doubts about letters stay."""
    pair = {event.one: event.other, event.other: event.one}
    if len(pair) != 2 or not set(pair) <= set(state.size.symbols):
        raise RuleError(f"two symbols of this game change places: {', '.join(state.size.symbols)}", "WK-1")
    at, lay = _lay(state, event.seat, event.round)
    fresh = tuple(
        Correction(cell, lay.read[cell], Tile(tile.face, pair[tile.symbol]), _settled_before(lay, cell))
        for cell, tile in lay.grid
        if tile and tile.symbol in pair
    )
    kept = tuple(c for c in lay.corrections if c.cell not in {f.cell for f in fresh})
    return _put(state, at, event.seat, replace(lay, corrections=(*kept, *fresh)))


def _settled_before(lay: Lay, cell: Cell) -> str:
    """All, where the cell was put right before; only its symbol otherwise."""
    return "" if any(c.cell == cell and not c.about for c in lay.corrections) else "symbol"


def _tile(event: Corrected, before: Tile | None) -> Tile | None:
    """The tile that a correction puts there, on the symbol that was read where none is given."""
    if event.face == EMPTY:
        return None
    symbol = event.symbol or (before.symbol if before else "")
    if len(event.face) != 1:
        raise RuleError(f"{event.face[:10]!r} is no tile: one letter A to Z, *, # or .")
    if not symbol:
        raise RuleError(f"no tile was read at {event.cell}: say its symbol, too")
    return Tile(event.face, symbol)


def cell_named(name: str, side: int) -> Cell:
    """The cell of that name in a grid of that side; UnreadableError or RuleError when there is none."""
    cell = Cell.parse(name.lower())
    if cell.row >= side or cell.col >= side:
        raise RuleError(f"there is no {cell}: the grid has {side} rows of {side}")
    return cell


def _said(state: State, seat: int, number: int | None, change: Callable[[Says], Says]) -> State:
    at, lay = _lay(state, seat, number)
    return _put(state, at, seat, replace(lay, said=change(lay.said)))


def _with_wild(says: Says, cell: Cell, letter: str) -> Says:
    return replace(says, wilds=(*(pair for pair in says.wilds if pair[0] != cell), (cell, letter)))


def _with_claim(says: Says, line: str, word: str) -> Says:
    return replace(says, claims=(*(pair for pair in says.claims if pair[0] != line), (line, word)))


def _confirmed(state: State, seat: int) -> State:
    at, lay = _lay(state, seat, None)
    if lay.confirmed:
        raise RuleError(f"seat {seat} has said that its grid looks right already")
    return _put(state, at, seat, replace(lay, confirmed=True))


def due(state: State) -> Due | None:
    """The bell of a running round, on the match's running clock (WK-1)."""
    begun_ms = state.rounds[-1].begun_at_ms if state.rounds and not state.rounds[-1].rung else None
    return None if begun_ms is None else Due(begun_ms + state.size.round_ms, Bell(), begun_ms)
