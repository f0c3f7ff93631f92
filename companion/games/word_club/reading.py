"""What the eye is asked for at a real table, and the play that a reading shows (WC-15)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.errors import CompanionError, RuleError
from companion.games.record import Event
from companion.games.word_club.events import Placed
from companion.games.word_club.placement import placed
from companion.games.word_club.squares import SIDE, Board, Move, Square
from companion.games.word_club.state import State
from companion.grid import BLANK, EMPTY
from companion.layout import Layout
from companion.presses import Press
from companion.reading import GridReading, Reading

BOARD = Layout("board-9x9", SIDE, SIDE, kind="board")
LAYOUTS = {BOARD.name: BOARD}


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


def layout(state: State) -> Layout | None:
    """The board, where it lies on a real table."""
    return BOARD if state.is_table and state.ending is None else None


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """The play that the table shows, for the seat that says it is laid; a reading alone commits nothing.

    Raises RuleError where the table shows no whole play.
    """
    if seat is None or not state.is_table or state.ending is not None:
        return ()
    seen = shown(state, reading)
    if seen is None:
        return ()
    if seen.problem or seen.sentences or not seen.move:
        raise RuleError("; ".join((*seen.sentences, seen.problem)).strip("; ") or "no new tile lies there")
    return (Placed(seat, seen.move),)


def takes_reading(state: State, press: Press) -> bool:
    """Whether a press says that this seat's move is laid: the button of whose turn it is."""
    return state.is_table and state.ending is None and press.key == "buzz" and press.seat == state.turn


def shown(state: State, reading: Reading) -> Seen | None:
    """What a reading of the board shows; None when there is none, or something lies over it."""
    grids = [each for each in reading.grids if each.grid.height == SIDE == each.grid.width]
    if reading.obstructed or len(grids) != 1 or grids[0].obstructed:
        return None
    read, asks = _upright(state, grids[0])
    return _compared(state.board, read, asks)


def _upright(state: State, seen: GridReading) -> tuple[Mapping[Square, str], bool]:
    """The tiles as the match's board lies, and whether the way up has to be asked."""
    ways = [_turned(seen, quarters) for quarters in range(4)]
    if not state.board.is_empty:
        return max(ways, key=lambda way: _agreement(state.board, way)), False
    if state.turn_deg is not None:
        return ways[(state.turn_deg - seen.turn_deg) // 90 % 4], False
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
