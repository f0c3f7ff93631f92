"""What happened in a match, as facts: seats, rounds, swaps, grids as read and corrected.

Points are never stored here; they are asked of these facts and the word list (standings.py).
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.wordoku.rules import TILES_PER_SYMBOL, Size
from companion.games.wordoku.sheet import House, Says
from companion.grid import WILD, Cell, Grid, Tile
from companion.reading import ABOUTS


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    name: str
    here: bool = True


class Correction(NamedTuple):
    """What was read in a cell, and what lies there; `about` is what is settled by it (empty: everything)."""

    cell: Cell
    read: Tile | None
    lies: Tile | None
    about: str = ""


class Doubtful(NamedTuple):
    """A cell the reader was not sure of: what about it, its best guess, and the next likely ones."""

    cell: Cell
    about: str
    best: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """One seat's grid in a round as it was read, what was corrected, and what was said of it."""

    read: Grid
    doubts: tuple[Doubtful, ...] = ()
    corrections: tuple[Correction, ...] = ()
    said: Says = Says()
    confirmed: bool = False

    @property
    def grid(self) -> Grid:
        """What lies there: the reading with every correction whose tile has not moved since."""
        grid = self.read
        for correction in self._holding:
            grid = grid.replaced(correction.cell, correction.lies)
        return grid

    @property
    def open_doubts(self) -> dict[Cell, Doubtful]:
        """What the reader was not sure of and nobody has put right or said to be right."""
        settled = {(c.cell, about) for c in self._holding for about in ([c.about] if c.about else ABOUTS)}
        return {} if self.confirmed else {d.cell: d for d in self.doubts if (d.cell, d.about) not in settled}

    @property
    def says(self) -> Says:
        """What was said, with the symbol sides that were said to be wild."""
        chosen = tuple(c.cell for c in self._holding if c.lies and c.lies.face == WILD)
        return replace(self.said, chosen=chosen)

    @property
    def _holding(self) -> list[Correction]:
        return [c for c in self.corrections if self.read[c.cell] == c.read]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who plays it, what was swapped, and since the bell what lies there."""

    seats: tuple[int, ...]
    begun_at_ms: int | None = None
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
    size: Size
    house: House
    declared: bool
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...] = ()
    cue: str = ""  # what the last event sounds like

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.seats if seat.here)

    @property
    def names(self) -> dict[int, str]:
        return {seat.number: seat.name for seat in self.seats}

    def waiting(self, played: Round) -> tuple[int, ...]:
        """Seats of a round that have not said that their grid looks right; who left is none of them."""
        done = {seat for seat, lay in played.lays if lay.confirmed}
        return tuple(seat for seat in played.seats if seat not in done)

    @property
    def open_round(self) -> Round | None:
        """The round that is being played or looked through, None between rounds."""
        last = self.rounds[-1] if self.rounds else None
        return last if last and (not last.rung or self.waiting(last)) else None


def pile(size: Size, played: Round, symbol: str) -> int:
    """How many tiles of a symbol the pile still holds; swapped ones stay out until the round ends (WK-11)."""
    swapped = sum(held == symbol for _, held in played.swaps)
    return TILES_PER_SYMBOL - size.side * len(played.seats) - swapped
