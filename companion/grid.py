"""Tiles in rows and columns, as a value with a one-line text form (no game in it).

The text form has one field or two: the faces, then the symbols, rows joined by `/`:
`ARTD/BANG sqcc/coqs`. An empty cell is `.` in both fields. A lone field is a grid without symbols.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.errors import UnreadableError

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WILD, FILLER, BLANK, EMPTY = "*", "#", "_", "."
FACES = LETTERS + LETTERS.lower() + WILD + FILLER + BLANK
LONGEST_SIDE = 15
LONGEST_TEXT = 2 * LONGEST_SIDE * (LONGEST_SIDE + 1)


class Cell(NamedTuple):
    """A place in a grid: row and column counted from 0; its name counts from 1 (`r4c1`)."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"

    @classmethod
    def parse(cls, name: str) -> "Cell":
        """The cell that a name like `r4c1` stands for; UnreadableError when it is no such name."""
        match = re.fullmatch(r"r([1-9][0-9]?)c([1-9][0-9]?)", name)
        if not match:
            raise UnreadableError(f"no cell is named {name[:20]!r}: write row and column, as in r4c1")
        return cls(int(match[1]) - 1, int(match[2]) - 1)


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile as it lies: `face` is A-Z, `*` symbol side up, `#` the same but only filling a hole,
    `_` blank, a-z a blank that stands for that letter; `symbol` is one small letter or empty."""

    face: str
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of tiles (None = empty cell), all rows equally long; checked by `parse`, trusted otherwise."""

    rows: tuple[tuple[Tile | None, ...], ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def __getitem__(self, cell: tuple[int, int]) -> Tile | None:
        return self.rows[cell[0]][cell[1]]

    def __iter__(self) -> Iterator[tuple[Cell, Tile | None]]:
        for r, row in enumerate(self.rows):
            for c, tile in enumerate(row):
                yield Cell(r, c), tile

    def __str__(self) -> str:
        faces = "/".join(self.faces)
        return f"{faces} {'/'.join(self.symbols)}" if self.has_symbols else faces

    @property
    def has_symbols(self) -> bool:
        return any(tile.symbol for _, tile in self if tile)

    @property
    def faces(self) -> tuple[str, ...]:
        """One string a row: the face of each tile, `.` where a cell is empty."""
        return tuple("".join(tile.face if tile else EMPTY for tile in row) for row in self.rows)

    @property
    def symbols(self) -> tuple[str, ...]:
        """One string a row: the symbol of each tile, `.` where a cell is empty or a tile has none."""
        return tuple("".join((tile and tile.symbol) or EMPTY for tile in row) for row in self.rows)

    def replaced(self, cell: Cell, tile: Tile | None) -> "Grid":
        """This grid with another tile, or none, in one cell."""
        row = self.rows[cell.row]
        changed = (*row[: cell.col], tile, *row[cell.col + 1 :])
        return Grid((*self.rows[: cell.row], changed, *self.rows[cell.row + 1 :]))

    @classmethod
    def parse(cls, text: str) -> "Grid":
        """The grid that a text form stands for.

        Raises UnreadableError naming the row and column of the first thing that cannot be read.
        """
        if len(text) > LONGEST_TEXT:
            raise UnreadableError(
                f"a grid of {len(text)} characters is too long: at most {LONGEST_SIDE} rows of {LONGEST_SIDE}"
            )
        fields = text.split()
        if len(fields) not in (1, 2):
            raise UnreadableError(
                f"a grid has one field or two (letters, then symbols), not {len(fields)}: "
                "write it as ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
            )
        faces = _rows(fields[0], "letters")
        if len(fields) == 1:
            return cls(
                tuple(
                    tuple(_tile(face, "", Cell(r, c)) for c, face in enumerate(row))
                    for r, row in enumerate(faces)
                )
            )
        symbols = _rows(fields[1], "symbols")
        _same_shape(faces, symbols)
        return cls(
            tuple(
                tuple(
                    _symbol_tile(face, symbol, Cell(r, c))
                    for c, (face, symbol) in enumerate(zip(*rows, strict=True))
                )
                for r, rows in enumerate(zip(faces, symbols, strict=True))
            )
        )


def _rows(field: str, name: str) -> list[str]:
    rows = field.split("/")
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if not row:
            raise UnreadableError(f"row {number} of the {name} is empty: write . for a cell without a tile")
        if len(row) != width:
            raise UnreadableError(
                f"row {number} of the {name} has {len(row)} cells, row 1 has {width}: make them equally long"
            )
    if len(rows) > LONGEST_SIDE or width > LONGEST_SIDE:
        raise UnreadableError(
            f"{len(rows)} rows of {width} are too many: at most {LONGEST_SIDE} by {LONGEST_SIDE}"
        )
    return rows


def _same_shape(faces: list[str], symbols: list[str]) -> None:
    shapes = [f"{len(rows)} rows of {len(rows[0])}" for rows in (faces, symbols)]
    if shapes[0] != shapes[1]:
        raise UnreadableError(
            f"the letters are {shapes[0]}, the symbols {shapes[1]}: both fields need the same shape"
        )


def _tile(face: str, symbol: str, cell: Cell) -> Tile | None:
    if face == EMPTY:
        return None
    if face not in FACES:
        raise UnreadableError(
            f"{face!r} at {cell} is no letter: use A to Z, * for symbol side up, # for a filler, . for empty"
        )
    return Tile(face, symbol)


def _symbol_tile(face: str, symbol: str, cell: Cell) -> Tile | None:
    if (face == EMPTY) != (symbol == EMPTY):
        raise UnreadableError(
            f"{cell} is empty in one field and holds a tile in the other: write . in both or none"
        )
    if symbol != EMPTY and not ("a" <= symbol <= "z"):
        raise UnreadableError(f"{symbol!r} at {cell} is no symbol: use one small letter for each")
    return _tile(face, symbol, cell)
