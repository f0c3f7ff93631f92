"""Where a move's tiles come to lie, and which words it makes (WC-3, WC-4)."""

from typing import NamedTuple

from companion.errors import RuleError
from companion.games.word_club.rules import RACK
from companion.games.word_club.squares import CENTRE, Board, Move, Square


class Run(NamedTuple):
    """A word that a move makes or extends: its letters as they lie, and where each lies."""

    letters: str
    squares: tuple[Square, ...]

    @property
    def word(self) -> str:
        """The word as lists hold it."""
        return self.letters.upper()


class Placement(NamedTuple):
    """A move that the board allows: the new tiles by square, the board with them, every word it makes."""

    move: Move
    tiles: dict[Square, str]
    board: Board
    runs: tuple[Run, ...]


def placed(board: Board, move: Move) -> Placement:
    """What a move makes of a board; RuleError names what does not fit. Asks no word list."""
    if len(move.word) < 2:
        raise RuleError("a word has two letters at least: name the word that the tile makes", "WC-3")
    if not all(at.is_on_board for at in move.squares):
        raise RuleError(f"{move.word} from {move.first} runs off the board", "WC-3")
    tiles = _new_tiles(board, move)
    _is_whole(board, move)
    _joins(board, move, tiles)
    after = board.with_(tiles)
    return Placement(move, tiles, after, _runs(after, move, tiles))


def _new_tiles(board: Board, move: Move) -> dict[Square, str]:
    """The tiles that are not there yet; old ones must be named exactly as they lie."""
    for at, letter in zip(move.squares, move.word, strict=True):
        if board[at] and board[at] != letter:
            raise RuleError(_clash(at, board[at], letter), "WC-3")
    tiles = {at: letter for at, letter in zip(move.squares, move.word, strict=True) if not board[at]}
    if not tiles:
        raise RuleError(f"{move.word} lies there already: no new tile", "WC-3")
    if len(tiles) > RACK:
        raise RuleError(f"{len(tiles)} new tiles are more than a rack of {RACK} holds", "WC-1")
    return tiles


def _clash(at: Square, lies: str, letter: str) -> str:
    if lies.upper() == letter.upper():
        how = "a blank: write it in lower case" if lies.islower() else "no blank: write it in upper case"
        return f"the {lies.upper()} on {at} is {how}"
    return f"{at} holds {lies.upper()}, not {letter.upper()}: nothing that lies is overwritten or moved"


def _is_whole(board: Board, move: Move) -> None:
    """The word is the whole run: nothing lies right before or behind it."""
    before, behind = move.first.on(-1, move.down), move.first.on(len(move.word), move.down)
    for at in (before, behind):
        if board[at]:
            raise RuleError(
                f"the run is longer than {move.word}: {board[at].upper()} lies on {at}, name the whole word",
                "WC-3",
            )


def _joins(board: Board, move: Move, tiles: dict[Square, str]) -> None:
    """The first placement covers the centre; later ones share an edge with what lies there."""
    if board.is_empty:
        if CENTRE not in tiles:
            raise RuleError(f"the first word covers the centre, {CENTRE}", "WC-3")
    elif not any(board[near] for at in tiles for near in at.neighbours):
        raise RuleError(f"{move.word} shares no edge with the tiles on the board", "WC-3")


def _runs(after: Board, move: Move, tiles: dict[Square, str]) -> tuple[Run, ...]:
    """The word along the move, then each one across it that a new tile makes or extends."""
    found = [Run(move.word, move.squares)]
    for at in tiles:
        first, letters = after.run(at, not move.down)
        if len(letters) > 1:
            found.append(Run(letters, tuple(first.on(step, not move.down) for step in range(len(letters)))))
    return tuple(found)
