"""What happened in a match, as facts: the deck, and each game's restriction, cards and words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from companion.errors import UnreadableError
from companion.games.worder.rules import CARDS, HIGHEST_VALUE, MUST
from companion.games.worder.spread import FIRST, is_joined, longest, open_cells, runs_through
from companion.games.worder.words import Restriction, asked_for
from companion.grid import LETTERS, Cell
from companion.reading import Reading


class Card(NamedTuple):
    """A placed card with its words; a word is empty where the run needs none or the table took it unsaid."""

    letter: str
    cell: Cell
    across: str
    down: str
    accepted: bool
    seat: int | None


class Score(NamedTuple):
    """Longest row, longest column, and what the restriction adds or takes (WR-6)."""

    row: int
    column: int
    restriction: int

    @property
    def product(self) -> int:
        return self.row * self.column

    @property
    def total(self) -> int:
        return self.product + self.restriction


class Need(NamedTuple):
    """A run that needs a word: `across` or `down`, its letters, and the sentence that asks for it."""

    name: str
    run: str
    sentence: str


class Offered(NamedTuple):
    """A card with its value to be put right; `seen` says that the eye has read the number on it."""

    letter: str
    value: int | None
    seen: bool


@dataclass(frozen=True, slots=True)
class Play:
    """One game: the restriction (no method while it is not chosen), cards in order, and what was removed."""

    letter: str
    method: str = ""
    cards: tuple[Card, ...] = ()
    removed: str = ""
    hints: tuple[tuple[str, str], ...] = ()

    @property
    def restriction(self) -> Restriction:
        return Restriction(self.letter, self.method)

    @property
    def spread(self) -> dict[Cell, str]:
        return {card.cell: card.letter for card in self.cards}

    def size(self, spots: Iterable[str] = ()) -> tuple[int, int]:
        """How many rows and columns the cards take, with the named cells that are open."""
        cells = [*self.spread, *map(Cell.parse, spots), FIRST]
        return max(cell.row for cell in cells) + 1, max(cell.col for cell in cells) + 1

    @property
    def said(self) -> list[str]:
        """Every word said so far; one word for both runs was said once."""
        return [word for card in self.cards for word in dict.fromkeys((card.across, card.down)) if word]


@dataclass(frozen=True, slots=True)
class State:
    """`filled_in` says whether the family has filled in the printed values; else it is the house deck.

    `cue` is what the last event sounds like.
    """

    names: tuple[str, ...]
    turns: bool
    no_repeats: bool
    deck: Mapping[str, int]
    filled_in: bool
    plays: tuple[Play, ...] = ()
    cue: str = ""

    @property
    def play(self) -> Play | None:
        """The game that is played, or the last one."""
        return self.plays[-1] if self.plays else None

    def left(self, play: Play) -> str:
        """The letters that are neither placed nor the restriction nor removed."""
        gone = {play.letter, play.removed, *play.spread.values()}
        return "".join(letter for letter in self.deck if letter not in gone)

    def is_over(self, play: Play) -> bool:
        return bool(play.removed) or not self.left(play)

    @property
    def running(self) -> Play | None:
        """The game in which a card can be placed now."""
        play = self.play
        return play if play and play.method and not self.is_over(play) else None

    @property
    def turn(self) -> int | None:
        """The seat whose card is next, None when the table plays together (WR-7)."""
        play = self.running
        if play is None or not self.turns:
            return None
        return (len(play.cards) + len(self.plays) - 1) % len(self.names) + 1

    def score(self, play: Play) -> Score:
        """The score of a game, or of what lies there so far (WR-6)."""
        value = self.deck[play.letter]
        return Score(*longest(play.spread), {MUST: -value}.get(play.method, value if play.method else 0))

    def needs(self, letter: str, cell: str) -> tuple[Need, ...]:
        """The runs that need a word if this card is placed there now; nothing where it cannot be (WR-3)."""
        play = self.running
        if play is None or not letter or letter not in self.left(play):
            return ()
        try:
            place = Cell.parse(cell)
        except UnreadableError:
            return ()
        if place in play.spread or not is_joined(play.spread, place):
            return ()
        return needs_of(play, letter, place)

    def proposed(self, reading: Reading) -> tuple[str, str] | None:
        """The one new card that the eye sees beside those that lie there, and its cell; else None."""
        play = self.running
        if play is None or len(reading.grids) != 1 or reading.obstructed:
            return None
        seen = {cell: tile.face for cell, tile in reading.grids[0].grid if tile}
        new = [(face, str(cell)) for cell, face in seen.items() if cell not in play.spread]
        same = all(seen.get(cell) == face for cell, face in play.spread.items())
        return new[0] if same and len(new) == 1 and self.needs(*new[0]) else None

    def offered(self, reading: Reading | None) -> tuple[Offered, ...]:
        """The cards to be put right: the deck, or the nine that the eye sees, with the numbers it sees."""
        printed = _printed(reading)
        letters = sorted(printed) if len(printed) == CARDS else self.deck
        return tuple(
            Offered(letter, printed.get(letter) or self.deck.get(letter), bool(printed.get(letter)))
            for letter in letters
        )

    def open_cells(self) -> tuple[str, ...]:
        play = self.running
        return tuple(map(str, open_cells(play.spread))) if play else ()


def _printed(reading: Reading | None) -> dict[str, int | None]:
    """The letters of all cards that the eye sees, with the number on each where it can read that."""
    return {
        tile.face: value if value and value <= HIGHEST_VALUE else None
        for grid in (reading.grids if reading else ())
        for (_, tile), value in zip(grid.grid, chain(*(grid.values or ())), strict=False)
        if tile and tile.face in LETTERS
    }


def needs_of(play: Play, letter: str, place: Cell) -> tuple[Need, ...]:
    """The runs of two or more through the new card, and the very first card by itself (WR-3)."""
    across, down = runs_through(play.spread | {place: letter}, place)
    runs = [("across", across)] if place == FIRST else [("across", across), ("down", down)]
    return tuple(
        Need(name, run, asked_for(run, play.restriction))
        for name, run in runs
        if len(run) > 1 or place == FIRST
    )
