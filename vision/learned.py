"""A board learned once from its empty picture, so that what lies on it stands out."""

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import UnreadableError
from companion.layout import Layout
from vision.field import View, view_of
from vision.find_board import find_board
from vision.squares import (
    CROP_PX,
    FREE,
    Logs,
    Squares,
    log_colours,
    look_at_squares,
    usual_colour,
)

NOT_EMPTY = 0.5
MOST_ON_IT = 0.02
ALIKE, UNLIKE = 2.0, 4.0
BASE_SHARE = 40
LEAST = 0.03
TIMES = 50.0
LINE_BGR = (180, 0, 255)


class Learned(NamedTuple):
    """The squares of an empty board along its lattice, uint8 (side * side, CROP_PX, CROP_PX, 3)."""

    crops: NDArray[np.uint8]


def learn_board(frame_bgr: NDArray[np.uint8], layout: Layout) -> Learned:
    """The board in a picture of it empty; UnreadableError when there is none, or when tiles lie on it."""
    view = view_of(frame_bgr)
    squares = look_at_squares(view.picture.bgr, _plane(view, layout), layout.rows)
    if (squares.shares[:, FREE] < NOT_EMPTY).mean() > MOST_ON_IT:
        raise UnreadableError("something lies on this board: take the picture of it empty")
    return Learned(squares.crops)


def draw_lines(frame_bgr: NDArray[np.uint8], layout: Layout) -> NDArray[np.uint8]:
    """The picture, if need be made smaller, with the lines of the board that is learned from it."""
    view, side = view_of(frame_bgr), layout.rows
    plane, drawn = _plane(view, layout), view.picture.bgr.copy()
    ends = [((at, 0), (at, side)) for at in range(side + 1)] + [
        ((0, at), (side, at)) for at in range(side + 1)
    ]
    lines = cv2.perspectiveTransform(np.array(ends, np.float64), plane)
    for line in np.round(lines * 8).astype(np.int32):
        cv2.polylines(drawn, [line], False, LINE_BGR, 2, cv2.LINE_AA, shift=3)
    return drawn


def _plane(view: View, layout: Layout) -> NDArray[np.float64]:
    """Where the board lies in the view; UnreadableError when there is none."""
    printed = find_board(view.picture.gray, layout.rows)
    if printed is None:
        raise UnreadableError(
            f"no board of {layout.rows} by {layout.rows} squares is in this picture: lay it flat and wholly "
            "before the camera, with nothing on it"
        )
    return printed.plane


def pack_learned(learned: Learned) -> bytes:
    """A learned board as a PNG of its squares, one below another."""
    good, packed = cv2.imencode(".png", learned.crops.reshape(-1, CROP_PX, 3))
    assert good
    return packed.tobytes()


def save_learned(learned: Learned, path: Path) -> None:
    """Keep a learned board as a file; OSError when it cannot."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack_learned(learned))


def load_learned(path: Path, layout: Layout) -> Learned:
    """The board that was kept there; UnreadableError when none was, or one with other squares."""
    picture = cv2.imread(str(path)) if path.exists() else None
    if picture is None:
        raise UnreadableError(
            f"no board was learned as {path.stem}: show it empty once with --learn {path.stem}"
        )
    crops = np.asarray(picture, np.uint8).reshape(-1, CROP_PX, CROP_PX, 3)
    if len(crops) != layout.rows**2:
        raise UnreadableError(f"{path.stem} was learned with {len(crops)} squares, {layout.name} has others")
    return Learned(crops)


def as_learned(squares: Squares, learned: Learned, side: int) -> NDArray[np.float64]:
    """The squares' shares (n, 3) when the empty board is known: what looks as it did then is free.

    The board may lie any way round; the turn in which most squares look as they did is meant.
    """
    now, then = _logs(squares.crops), _logs(learned.crops)
    apart = min(
        (_apart(now, _turned(then, side, turn)) for turn in range(4)), key=lambda each: np.median(each)
    )
    base = max(float(np.percentile(apart, BASE_SHARE)), LEAST)
    weight = np.where(apart < ALIKE * base, TIMES, np.where(apart > UNLIKE * base, 1 / TIMES, 1.0))
    shares = squares.shares.copy()
    shares[:, FREE] *= weight
    return np.asarray(shares / shares.sum(1, keepdims=True))


def _logs(crops: NDArray[np.uint8]) -> Logs:
    logs = log_colours(crops)
    return logs - usual_colour(logs)


def _turned(logs: Logs, side: int, turn: int) -> Logs:
    """The squares of a board turned clockwise by quarters, each turned with it."""
    board = logs.reshape(side, side, CROP_PX, CROP_PX, 3)
    return np.rot90(np.rot90(board, -turn, (0, 1)), -turn, (2, 3)).reshape(logs.shape)


def _apart(now: Logs, then: Logs) -> NDArray[np.float64]:
    """How much the squares differ, each brought to the same brightness first, float64 (n,)."""
    off = now - then
    off -= np.median(off.reshape(len(off), -1, 3), axis=1)[:, None, None] * np.float32(0.5)
    return np.abs(off).mean((1, 2, 3)).astype(np.float64)
