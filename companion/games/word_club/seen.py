"""What a reading of the board shows beside the match: the play, what moved, what is missing (WC-15)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.errors import CompanionError
from companion.games.word_club.placement import placed
from companion.games.word_club.squares import SIDE, Board, Move, Square
from companion.grid import BLANK, EMPTY
from companion.reading import GridReading, Reading


class Seen(NamedTuple):
    """What lies on the table beside the match: new tiles, tiles gone, tiles that read differently; the move
    that the new ones make, or why they make none; what the reader is not sure of; and whether it has to be
    asked which way is up."""

    new: Mapping[Square, str]
    gone: tuple[Square, ...]
    changed: tuple[tuple[Square, str], ...]
    move: str
    problem: str
    unsure: tuple[str, ...]
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
    quarters = _quarters(board, turn_deg, grids[0])
    read = _tiles(grids[0], quarters)
    new = {at: face for at, face in read.items() if not board[at]}
    gone = tuple(at for at, _ in board if at not in read)
    changed = tuple((at, read[at]) for at, face in board if at in read and not _same(face, read[at]))
    asks = board.is_empty and turn_deg is None and any(doubt.about == "turn" for doubt in grids[0].doubts)
    return Seen(new, gone, changed, *_move(board, new), tuple(_unsure(board, grids[0], quarters)), asks)


def _quarters(board: Board, turn_deg: int | None, seen: GridReading) -> int:
    """By how many quarters the reading has to be turned back to lie as the match's board does: known from the
    letters that lie, or from what was said."""
    if not board.is_empty:
        return max(range(4), key=lambda quarters: _agreement(board, _tiles(seen, quarters)))
    return 0 if turn_deg is None else (turn_deg - seen.turn_deg) // 90 % 4


def _turned(at: tuple[int, int], quarters: int) -> Square:
    """Where a cell of the reading lies when it is turned back by so many quarters."""
    row, col = at
    for _ in range(quarters):
        row, col = SIDE - 1 - col, row
    return Square(row, col)


def _tiles(seen: GridReading, quarters: int) -> Mapping[Square, str]:
    return {_turned(cell, quarters): tile.face for cell, tile in seen.grid if tile}


def _agreement(board: Board, read: Mapping[Square, str]) -> int:
    return sum(_same(face, read.get(at, "")) for at, face in board)


def _unsure(board: Board, seen: GridReading, quarters: int) -> Iterator[str]:
    """A sentence for each new tile of which the reader is not sure."""
    for doubt in seen.doubts:
        at = _turned(doubt.cell, quarters)
        if doubt.about != "turn" and not board[at]:
            ways = " or ".join(dict.fromkeys((doubt.best, *doubt.others)))
            yield f"{at} may be {ways.replace(EMPTY, 'empty')}: look at it"


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
    after = board.with_(new)
    first = min(new)
    ways = (False, True) if len(new) == 1 else (len(cols) == 1,)
    runs = [(down, *after.run(first, down)) for down in ways]
    down, start, word = max(runs, key=lambda run: len(run[2]))
    if any(at not in Move(word, start, down).squares for at in new):
        return "", "there is an empty square between the new tiles (WC-3)"
    if BLANK in word:
        return "", f"a new blank lies there: type the move with its letter in lower case ({word} {start})"
    try:
        move = Move(word, start, down)
        placed(board, move)
    except CompanionError as error:
        return "", str(error)
    return str(move), ""
