"""Tiles on a printed board: which squares hold one, which way is up, which letters, which are blanks."""

from math import exp
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.grid import BLANK, EMPTY, Cell, Grid, Tile
from companion.layout import Layout
from companion.reading import CellReading, Doubt, GridReading, Quad
from vision.answer import likeliest, turn_doubt
from vision.cells import as_quad, cut_off
from vision.decode import LogProbs, face_log_probs, off_turn, turn_log_odds
from vision.field import Picture
from vision.find_board import find_board, find_faint_board
from vision.learned import Learned, as_learned
from vision.letters import BLANK_CLASS, CLASSES, VALUED_WEIGHTS, cut_crops, read_crops
from vision.lines import laid_on_lines
from vision.settle import INNER_SHARE, Looks, best_face, settle
from vision.squares import COVERED, FREE, TILE, Squares, look_as_before, look_at_squares
from vision.symmetry import as_printed

CUT_OFF = "part of the board is outside the picture: move the camera or the board"
UNCLEAR = "the board cannot be read: bring the camera closer, or give more and softer light"
TOO_SMALL = "the board's squares are too small in the picture to read letters: bring the camera closer"
SMALLEST_PX = 13.0
OUTER_SHARE = 0.95
MOST_DOUBTED = 0.4
STILL = 0.06
UNSEEN = -30.0
BEYOND_QUESTION = 0.999
PLAIN_LETTER = 0.9
SURE_FACE = 0.99
SURE_SQUARE, SURE_BESIDE, SURE_BETWEEN = 0.97, 0.99, 0.9999
SURE_TURN = 0.98
ASTRAY = 0.85
HIDDEN_CELLS = 2


class Square(NamedTuple):
    """One square in the upright order: how probably a tile lies there, and whether all that was asked says
    the same; what is likeliest of the faces a tile there may have and of nothing, best first, with their
    shares, and whether two looks agree."""

    there: float
    is_sure: bool
    ranked: list[tuple[str, float]]
    agreed: bool
    quad_px: Quad


class Asked(NamedTuple):
    """What a board was read for: its layout, the board learned empty, and whether free squares are read."""

    layout: Layout
    learned: Learned | None
    asks_all: bool

    def is_as(self, other: "Asked") -> bool:
        """Whether the other asks the same; a learned board is the same only while it is not learned anew."""
        return (self.layout, self.asks_all) == (
            other.layout,
            other.asks_all,
        ) and self.learned is other.learned


class Seen(NamedTuple):
    """A board as it was read last, in the view's pixels: its plane, its squares, how each tile read, what
    for, and the answer."""

    plane: NDArray[np.float64]
    squares: Squares
    looks: Looks
    asked: Asked
    answer: GridReading | str


class Weighed(NamedTuple):
    """The shares of all squares (n, 3) when everything is weighed, and of which that is sure, bool (n,)."""

    shares: NDArray[np.float64]
    is_sure: NDArray[np.bool_]


def read_board(
    picture: Picture,
    layout: Layout,
    before: Seen | None = None,
    learned: Learned | None = None,
    asks_all: bool = False,
) -> tuple[GridReading | str | None, Seen | None]:
    """The tiles on the board in a picture; a sentence when it cannot be read, None when there is no board.

    `asks_all` is as in `read_on`.
    `layout.rows` equals `layout.cols`. A board without letters is answered as it lies. With what was seen
    `before`, squares that look as they did are not read again; with the board `learned` empty, squares
    that look as they did then are free.
    """
    side = layout.rows
    plane = _plane(picture, side, before)
    if plane is None:
        return None, None
    if cut_off(_printed_squares(plane, side), picture.gray.shape):
        return CUT_OFF, None
    if cv2.contourArea(_ends(plane, side).astype(np.float32)) < (SMALLEST_PX * side) ** 2:
        return TOO_SMALL, None
    return read_on(picture, layout, plane, before, learned, asks_all)


def read_on(
    picture: Picture,
    layout: Layout,
    plane: NDArray[np.float64],
    before: Seen | None = None,
    learned: Learned | None = None,
    asks_all: bool = False,
) -> tuple[GridReading | str, Seen]:
    """The tiles on a board that lies where `plane` says, (column, row) -> pixels, float64 (3, 3).

    If it `asks_all`, squares that seem free are read, too: what looks like a letter there is asked about.
    Where no square has changed since `before` the answer stands.
    """
    side, asked = layout.rows, Asked(layout, learned, asks_all)
    same = before if before is not None and plane is before.plane else None
    squares = look_at_squares(picture.bgr, plane, side, same.squares if same else None)
    if same and not squares.changed.any() and same.asked.is_as(asked):
        return same.answer, same._replace(squares=squares)
    looks = _looks(picture.gray, squares, same.looks if same else None, asks_all)
    answer = _answer(_weighed(squares, looks, learned, side, asks_all), looks, layout, plane)
    return answer, Seen(plane, squares, looks, asked, answer)


def _weighed(squares: Squares, looks: Looks, learned: Learned | None, side: int, asks_all: bool) -> Weighed:
    """What lies on the squares when the letters, the board's symmetry and what was learned of it are asked,
    too. They only move the guess: where they speak against what was seen, the square is asked about."""
    seen = squares.shares if learned is None else as_learned(squares, learned, side)
    lettered = np.minimum(best_face(looks.outer), best_face(looks.inner)) > PLAIN_LETTER
    shares = as_printed(squares._replace(shares=seen), lettered, side)
    read = lettered & (asks_all | (shares[:, FREE] < BEYOND_QUESTION))
    shares[read] = np.array([0.0, 1.0, 0.0])
    sure = (np.minimum(shares.max(1), seen.max(1)) > SURE_SQUARE) & (shares.argmax(1) == seen.argmax(1))
    sure &= (shares[:, FREE] < 0.5) | (shares[:, FREE] > asked_of_free(shares, side))
    return Weighed(shares, sure & (shares[:, COVERED] < 1 - SURE_SQUARE))


def asked_of_free(shares: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """How sure a square must be free, (n,): the more so beside a tile, and most between two of a line, where
    a blank tile may lie in a word. `shares` (n, 3) of free, tile and covered, row by row."""
    lies = np.pad(shares[:, TILE].reshape(side, side) > 0.5, 1)
    above, below, left, right = lies[:-2, 1:-1], lies[2:, 1:-1], lies[1:-1, :-2], lies[1:-1, 2:]
    between, beside = (above & below) | (left & right), above | below | left | right
    return np.where(between, SURE_BETWEEN, np.where(beside, SURE_BESIDE, SURE_SQUARE)).ravel()


def _plane(picture: Picture, side: int, before: Seen | None) -> NDArray[np.float64] | None:
    """Where the board lies: where it lay before, if its lines are there still or, where they hardly show,
    nearly all its squares look as they did."""
    if before is not None and len(before.squares.shares) == side * side:
        printed = laid_on_lines(picture.gray, before.plane, side, rounds=1)
        if printed and printed.is_board:
            corners = [_ends(plane, side) for plane in (printed.plane, before.plane)]
            off = np.abs(corners[0] - corners[1]).max()
            if off < STILL * np.linalg.norm(corners[1][0] - corners[1][1]) / side:
                return before.plane
        elif look_as_before(picture.bgr, before.plane, side, before.squares):
            return before.plane
    found = find_board(picture.gray, side) or find_faint_board(picture.bgr, side)
    return None if found is None else found.plane


def _ends(plane: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    ends = np.array([[(0.0, 0), (side, 0), (side, side), (0, side)]])
    return np.asarray(cv2.perspectiveTransform(ends, plane)[0])


def _printed_squares(plane: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    row, col = np.divmod(np.arange(side * side), side)
    corners = np.stack([np.column_stack([col + x, row + y]) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))], 1)
    at = corners.reshape(1, -1, 2).astype(np.float64)
    return cv2.perspectiveTransform(at, plane).reshape(-1, 4, 2)


def _looks(gray: NDArray[np.uint8], squares: Squares, before: Looks | None, asks_all: bool) -> Looks:
    """How the tops of tiles read, (n, ...): those that have changed; the others as before."""
    count = len(squares.shares)
    if before is None:
        blank = np.full((count, CLASSES), UNSEEN)
        blank[:, BLANK_CLASS] = 0.0
        before = Looks(squares.quads_px, blank, blank)
    taken = squares.shares[:, FREE] < BEYOND_QUESTION
    anew = np.flatnonzero(taken & squares.changed)
    free = np.flatnonzero(~taken & squares.changed & asks_all)
    if not len(anew) and not len(free):
        return before
    looks = Looks(before.quads_px.copy(), before.outer.copy(), before.inner.copy())
    for look, share in ((looks.outer, OUTER_SHARE), (looks.inner, INNER_SHARE)):
        tops = squares.quads_px[free].astype(np.float32)
        look[free] = read_crops(cut_crops(gray, tops, share), VALUED_WEIGHTS)
    quads = squares.quads_px[anew]
    outer = read_crops(cut_crops(gray, quads.astype(np.float32), OUTER_SHARE), VALUED_WEIGHTS)
    for kept, new in zip(looks, settle(gray, quads, quads, outer, VALUED_WEIGHTS), strict=True):
        kept[anew] = new
    return looks


def _answer(squares: Weighed, looks: Looks, layout: Layout, plane: NDArray[np.float64]) -> GridReading | str:
    votes = looks.both()[squares.shares[:, TILE] > 0.5]
    odds = turn_log_odds(votes) if len(votes) else np.log([1.0, 1e-9, 1e-9, 1e-9])
    turn, side = int(odds.argmax()), layout.rows
    upright = _upright(squares, looks, turn, layout)
    hidden = _hidden(squares, turn, side)
    tiles, cells, doubts, covered = [], [], [], []
    for at, square in enumerate(upright):
        cell = Cell(*divmod(at, side))
        tile, reading = _cell(square)
        if hidden[at]:
            covered.append(cell)
        tiles.append(tile)
        cells.append(reading)
        doubts += _doubts(cell, tile, reading, square)
    if len(doubts) > MOST_DOUBTED * side * side and len(covered) < HIDDEN_CELLS:
        return UNCLEAR
    if len(votes) and exp(float(odds[turn])) < SURE_TURN:
        doubts.insert(0, turn_doubt(odds, turn))
    rows = tuple(tuple(tiles[r * side : (r + 1) * side]) for r in range(side))
    return GridReading(
        Grid(rows),
        90 * turn,
        _corners(plane, side, turn),
        tuple(doubts),
        tuple(cells),
        obstructed=len(covered) >= HIDDEN_CELLS,
        covered=tuple(covered),
    )


def _order(turn: int, side: int) -> NDArray[np.int64]:
    """The numbers of the squares in reading order when the board is turned upright."""
    return np.rot90(np.arange(side * side).reshape(side, side), turn).ravel()


def _hidden(squares: Weighed, turn: int, side: int) -> NDArray[np.bool_]:
    """Which squares something lies over: two beside each other at least, lone ones are asked about."""
    covered = (squares.shares[_order(turn, side), COVERED] > 0.5).reshape(side, side)
    rim = np.pad(covered, 1)
    beside = rim[:-2, 1:-1] | rim[2:, 1:-1] | rim[1:-1, :-2] | rim[1:-1, 2:]
    return np.asarray(covered & beside).ravel()


def _upright(squares: Weighed, looks: Looks, turn: int, layout: Layout) -> list[Square]:
    """Every square in reading order when the board is turned upright."""
    order, both = _order(turn, layout.rows), looks.both()
    faces = _faces(both, turn, layout)
    each = [_faces(look, turn, layout).argmax(1) for look in (looks.outer, looks.inner)]
    alike = (each[0] == each[1]) & (off_turn(both, turn) < ASTRAY)
    agreed = alike | (faces[:, -1] > SURE_FACE)
    there = squares.shares[:, TILE] + squares.shares[:, COVERED] / 2
    shares = np.column_stack([faces * there[:, None], 1 - there])
    ranked = likeliest([*layout.letters, BLANK, EMPTY], shares)
    quads = np.roll(looks.quads_px, -turn, axis=1).tolist()
    return [
        Square(float(there[at]), bool(squares.is_sure[at]), ranked[at], bool(agreed[at]), as_quad(quads[at]))
        for at in order.tolist()
    ]


def _faces(logs: LogProbs, turn: int, layout: Layout) -> NDArray[np.float64]:
    """Given that a tile is there: shares of the layout's letters and, last, of a blank (n, letters + 1).

    Junk is no letter that can be told, so it is shared out: half of it may be a blank.
    """
    shares = np.exp(face_log_probs(logs, turn, layout))
    letters = len(layout.letters)
    blank = shares[:, letters] + shares[:, letters + 1] / 2
    return np.column_stack([shares[:, :letters] + shares[:, letters + 1 :] / 2 / letters, blank])


def _cell(square: Square) -> tuple[Tile | None, CellReading]:
    """The tile on one square, or None, with its probabilities."""
    ranked = square.ranked.copy()
    if square.there < 0.5:
        ranked.sort(key=lambda pair: pair[0] != EMPTY)
    elif ranked[0][0] == EMPTY:
        ranked[:2] = ranked[1], ranked[0]
    face, p = ranked[0]
    reading = CellReading(p, tuple(ranked[1:]), 1.0, (), square.quad_px)
    return (None if face == EMPTY else Tile(face)), reading


def _doubts(cell: Cell, tile: Tile | None, reading: CellReading, square: Square) -> list[Doubt]:
    """What must be asked about a square: whether a tile is there, or which."""
    names = tuple(name for name, _ in reading.others)
    face = tile.face if tile else EMPTY
    if not square.is_sure:
        return [Doubt(cell, "presence", face, reading.p, names)]
    if tile and (reading.p < SURE_FACE or not square.agreed):
        return [Doubt(cell, "letter", face, reading.p, names)]
    return []


def _corners(plane: NDArray[np.float64], side: int, turn: int) -> Quad:
    return as_quad(np.roll(_ends(plane, side), -turn, axis=0))
