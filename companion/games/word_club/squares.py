"""Squares, moves and boards, each with a text form: `E5`, `CATS D5>`, nine rows joined by `/`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.errors import UnreadableError
from companion.grid import EMPTY, LETTERS, Grid

SIDE = 9
COLUMNS = LETTERS[:SIDE]
MOVE = re.compile(rf"([A-Z]{{1,{SIDE}}})\s+([A-I][1-9])\s*(>|v|across|down)", re.ASCII | re.IGNORECASE)
HOW_TO_MOVE = "write the word, its first square and > across or v down, as in CATS D5>"


class Square(NamedTuple):
    """A place on the board: row and column counted from 0; its name is column letter, then row (`E5`)."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.col]}{self.row + 1}"

    def on(self, steps: int, down: bool) -> "Square":
        """The square so many steps further across or down, which may lie off the board."""
        return Square(self.row + steps, self.col) if down else Square(self.row, self.col + steps)

    @property
    def is_on_board(self) -> bool:
        return 0 <= self.row < SIDE and 0 <= self.col < SIDE

    @property
    def neighbours(self) -> tuple["Square", ...]:
        """Those that share an edge with it."""
        near = (self.on(step, down) for step in (-1, 1) for down in (False, True))
        return tuple(each for each in near if each.is_on_board)


def square(name: str) -> Square:
    """The square of that name; UnreadableError when there is none."""
    found = re.fullmatch("([A-I])([1-9])", name.upper())
    if not found:
        raise UnreadableError(
            f"no square is named {name[:20]!r}: write column A to I, then row 1 to 9, as E5"
        )
    return Square(int(found[2]) - 1, COLUMNS.index(found[1]))


CENTRE = square("E5")


@dataclass(frozen=True, slots=True)
class Move:
    """A word laid from its first square across or down; letters of blanks in lower case."""

    word: str
    first: Square
    down: bool

    def __str__(self) -> str:
        return f"{self.word} {self.first}{'v' if self.down else '>'}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """Where each letter lies; some may be off the board."""
        return tuple(self.first.on(step, self.down) for step in range(len(self.word)))

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move that a text stands for; UnreadableError when it is in another form."""
        found = MOVE.fullmatch(text.strip())
        if not found:
            raise UnreadableError(f"{text[:40]!r} is no move: {HOW_TO_MOVE}")
        return cls(found[1], square(found[2]), found[3].lower() in ("v", "down"))


@dataclass(frozen=True, slots=True)
class Board:
    """Nine rows of nine: A to Z a tile, a to z a blank that stands for that letter, `.` nothing."""

    rows: tuple[str, ...] = (EMPTY * SIDE,) * SIDE

    def __str__(self) -> str:
        return "/".join(self.rows)

    def __getitem__(self, at: Square) -> str:
        """What lies there; empty where nothing does, and off the board."""
        face = self.rows[at.row][at.col] if at.is_on_board else EMPTY
        return "" if face == EMPTY else face

    def __iter__(self) -> Iterator[tuple[Square, str]]:
        """Every tile with its square, in reading order."""
        for row, faces in enumerate(self.rows):
            for col, face in enumerate(faces):
                if face != EMPTY:
                    yield Square(row, col), face

    @property
    def is_empty(self) -> bool:
        return not any(faces.strip(EMPTY) for faces in self.rows)

    @property
    def tiles(self) -> str:
        """Every tile that lies there; a blank as the letter it stands for, in lower case."""
        return "".join(self.rows).replace(EMPTY, "")

    def with_(self, tiles: Mapping[Square, str]) -> "Board":
        """This board with more tiles on it."""
        rows = [list(faces) for faces in self.rows]
        for at, face in tiles.items():
            rows[at.row][at.col] = face
        return Board(tuple("".join(faces) for faces in rows))

    def run(self, at: Square, down: bool) -> tuple[Square, str]:
        """The unbroken run through a square across or down: where it begins, and its letters."""
        first = at
        while self[first.on(-1, down)]:
            first = first.on(-1, down)
        letters, here = "", first
        while face := self[here]:
            letters, here = letters + face, here.on(1, down)
        return first, letters

    @classmethod
    def parse(cls, text: str) -> "Board":
        """The board that a text form stands for; UnreadableError says which row or square is wrong."""
        if len(text.split()) > 1:
            raise UnreadableError(f"a board has one field, {SIDE} rows joined by /, and no symbols")
        grid = Grid.parse(text)
        if (grid.height, grid.width) != (SIDE, SIDE):
            raise UnreadableError(
                f"a board is {SIDE} rows of {SIDE} letters joined by /, not {grid.height} of {grid.width}"
            )
        for cell, tile in grid:
            if tile and not tile.face.isalpha():
                raise UnreadableError(
                    f"{tile.face!r} on {Square(*cell)} is no letter: A to Z, a blank's letter in lower case, "
                    "and . for an empty square"
                )
        return cls(grid.faces)


EMPTY_BOARD = Board()
