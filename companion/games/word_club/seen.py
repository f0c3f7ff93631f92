"""What a reading of the board shows beside the match: the play, what moved, what is missing (WC-15)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.errors import CompanionError
from companion.games.word_club.placement import placed
from companion.games.word_club.squares import SIDE, Board, Move, Square
from companion.grid import BLANK, EMPTY
from companion.reading import GridReading, Reading


class Seen(NamedTuple):
    """What lies on the table beside the match: new tiles, tiles gone, tiles that read differently; the move
    that the new ones make, or why they make none; and whether it must be asked which way is up."""

    new: Mapping[Square, str]
    gone: tuple[Square, ...]
    changed: tuple[tuple[Square, str], ...]
    move: str
    problem: str
    asks_turn: bool

    @property
    def sentences(self) -> tuple[str, ...]:
        """What moved and what is missing."""
        return (
            *(f"{at} is empty now" for at in self.gone),
            *(f"{at} reads {face} now" for at, face in self.changed),
        )


def shown(board: Board, turn_deg: int | None, reading: Reading) -> Seen | None:
    """What a reading of the board shows; None when there is none, or something lies over it."""
    grids = [each for each in reading.grids if each.grid.height == SIDE == each.grid.width]
    if reading.obstructed or len(grids) != 1 or grids[0].obstructed:
        return None
    read, asks = _upright(board, turn_deg, grids[0])
    return _compared(board, read, asks)


def _upright(board: Board, turn_deg: int | None, seen: GridReading) -> tuple[Mapping[Square, str], bool]:
    """The tiles as the match's board lies, and whether the way up has to be asked."""
    ways = [_turned(seen, quarters) for quarters in range(4)]
    if not board.is_empty:
        return max(ways, key=lambda way: _agreement(board, way)), False
    if turn_deg is not None:
        return ways[(turn_deg - seen.turn_deg) // 90 % 4], False
    return ways[0], any(doubt.about == "turn" for doubt in seen.doubts)


def _turned(seen: GridReading, quarters: int) -> Mapping[Square, str]:
    """The tiles of a reading turned back by so many quarters."""
    rows = [*seen.grid.faces]
    for _ in range(quarters):
        rows = ["".join(column) for column in zip(*rows, strict=True)][::-1]
    return {
        Square(row, col): face
        for row, faces in enumerate(rows)
        for col, face in enumerate(faces)
        if face != EMPTY
    }


def _agreement(board: Board, read: Mapping[Square, str]) -> int:
    return sum(read.get(at, "") == face or read.get(at) == BLANK for at, face in board)


def _compared(board: Board, read: Mapping[Square, str], asks: bool) -> Seen:
    new = {at: face for at, face in read.items() if not board[at]}
    gone = tuple(at for at, _ in board if at not in read)
    changed = tuple((at, read[at]) for at, face in board if at in read and not _same(face, read[at]))
    move, problem = _move(board, new)
    return Seen(new, gone, changed, move, problem, asks)


def _same(face: str, read: str) -> bool:
    """Whether what is read is the tile that lies there; a blank reads as such."""
    return read == BLANK if face.islower() else read == face


def _move(board: Board, new: Mapping[Square, str]) -> tuple[str, str]:
    """The move that new tiles make, or why they make none."""
    if not new:
        return "", ""
    rows, cols = {at.row for at in new}, {at.col for at in new}
    if len(rows) > 1 and len(cols) > 1:
        return "", "the new tiles lie neither in one row nor in one column (WC-3)"
    after = board.with_({at: face.lower() if face == BLANK else face for at, face in new.items()})
    first = min(new)
    ways = (False, True) if len(new) == 1 else (len(cols) == 1,)
    runs = [(down, *after.run(first, down)) for down in ways]
    down, start, word = max(runs, key=lambda run: len(run[2]))
    if BLANK in word:
        return "", f"a new blank lies there: type the move with its letter in lower case ({word} {start})"
    try:
        move = Move(word, start, down)
        placed(board, move)
    except CompanionError as error:
        return "", str(error)
    return str(move), ""
