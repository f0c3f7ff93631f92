"""Rows and columns, their balance, and the word that each of them scores (WK-3 to WK-6, WK-9, WK-10)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.errors import UnreadableError
from companion.games.wordoku.rules import BY_SIDE, SYMBOLS, counted
from companion.grid import BLANK, EMPTY, FILLER, LETTERS, WILD, Cell, Grid

OPEN = "?"
STOPS = EMPTY + FILLER


class Line(NamedTuple):
    """A row or column: its name (`row1`, `column4`) and its cells in reading order."""

    name: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        kind = self.name.rstrip("0123456789")
        return f"{kind.capitalize()} {self.name[len(kind) :]}"


class Found(NamedTuple):
    """A word standing in a line: where it starts (from 0) and what it is worth, doubling included."""

    word: str
    start: int
    points: int


@dataclass(frozen=True, slots=True)
class Finding:
    """How a line's word is chosen: which words are found, and whether worth or place decides (WK-6).

    `matching` gives the accepted words that fit a pattern like `C.T`.
    """

    accepts: Callable[[str], bool]
    matching: Callable[[str], Iterable[str]]
    by_place: bool = False


@cache
def lines_of(side: int) -> tuple[Line, ...]:
    """All rows, then all columns, of a square grid."""
    rows = [Line(f"row{r + 1}", tuple(Cell(r, c) for c in range(side))) for r in range(side)]
    columns = [Line(f"column{c + 1}", tuple(Cell(r, c) for r in range(side))) for c in range(side)]
    return (*rows, *columns)


def line_named(name: str, side: int) -> Line:
    """The line with that name; UnreadableError when this grid has none."""
    for line in lines_of(side):
        if line.name == name.lower():
            return line
    raise UnreadableError(
        f"no line is named {name[:20]!r}: write row1 to row{side} or column1 to column{side}"
    )


def check_grid(grid: Grid) -> Grid:
    """The grid itself if it can be scored at all; UnreadableError says what is wrong with it (WK-1)."""
    size = BY_SIDE.get(grid.height)
    if size is None or grid.width != grid.height:
        raise UnreadableError(
            f"a grid of {grid.height} rows of {grid.width} cannot be scored: lay 4 rows of 4 or 5 of 5"
        )
    for cell, tile in grid:
        if tile is None:
            continue
        if not tile.symbol:
            raise UnreadableError(
                f"the tile at {cell} has no symbol: add the second field, as in sqcc/coqs/ocqs/qsoo"
            )
        if tile.symbol not in SYMBOLS:
            raise UnreadableError(f"{tile.symbol!r} at {cell} is no symbol: use c, s, q, o or d")
        if tile.symbol not in size.symbols:
            raise UnreadableError(
                f"the diamond at {cell} belongs to the expert game of 5 rows: take it out (WK-1)"
            )
        if tile.face == BLANK or tile.face not in LETTERS + WILD + FILLER:
            raise UnreadableError(f"{tile.face!r} at {cell} is no tile of this game: use A to Z, * or #")
    return grid


def imbalance(grid: Grid, line: Line) -> str:
    """Why a line is not balanced, in words; empty when it is (WK-9, WK-10)."""
    tiles = [grid[cell] for cell in line.cells]
    if any(tile is None for tile in tiles):
        return "a cell is empty"
    if any(tile.face == FILLER for tile in tiles if tile):
        return "a tile only fills a hole"
    held = Counter(tile.symbol for tile in tiles if tile)
    off = [symbol for symbol in BY_SIDE[grid.height].symbols if held[symbol] != 1]
    return " and ".join(counted(held[symbol], symbol) for symbol in sorted(off, key=lambda s: -held[s]))


def text_of(grid: Grid, line: Line, letters: dict[Cell, str]) -> str:
    """A line as text: A-Z printed letters, a-z wilds with their letter, `?` wilds still open, `.` stops."""
    return "".join(_sign(grid, cell, letters) for cell in line.cells)


def _sign(grid: Grid, cell: Cell, letters: dict[Cell, str]) -> str:
    tile = grid[cell]
    if tile is None or tile.face in STOPS:
        return EMPTY
    return letters.get(cell, OPEN).lower() if tile.face == WILD else tile.face


def stretches(text: str) -> Iterator[tuple[int, str]]:
    """Every unbroken stretch of two or more cells with its start, longest first, then leftmost."""
    for length in range(len(text), 1, -1):
        for start in range(len(text) - length + 1):
            part = text[start : start + length]
            if EMPTY not in part:
                yield start, part


def worth(part: str, doubled: bool) -> int:
    """What a stretch scores as a word: a point for each printed letter, twice that when doubled."""
    return sum("A" <= letter <= "Z" for letter in part) * (2 if doubled else 1)


def found_in(text: str, doubled: bool, finding: Finding, claim: Found | None = None) -> Found | None:
    """The word that a line scores: the longest; of equal ones that worth most, or the first (WK-5, WK-6).

    A claimed word goes before others of its length, never before a longer one.
    """
    best: Found | None = None
    for start, part in stretches(text):
        if (best and len(part) < len(best.word)) or (claim and len(part) <= len(claim.word)):
            break
        word = part.upper()
        if OPEN in part or not finding.accepts(word):
            continue
        found = Found(word, start, worth(part, doubled))
        if best is None or (not finding.by_place and found.points > best.points):
            best = found
    return best or claim


def words_in(text: str, doubled: bool, accepts: Callable[[str], bool]) -> dict[str, int]:
    """Every accepted word standing in a line, longest first, with the most it can be worth."""
    words: dict[str, int] = {}
    for _, part in stretches(text):
        word = part.upper()
        if OPEN not in part and accepts(word):
            words[word] = max(words.get(word, 0), worth(part, doubled))
    return words
