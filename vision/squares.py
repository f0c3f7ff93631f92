"""The squares of a board: which hold a tile, where exactly it lies, and which are covered."""

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters import scores_of
from vision.raised import raised
from vision.steady import most_apart

Points = NDArray[np.float64]
CROP_PX, CROP_SHARE = 26, 1.45
FREE, TILE, COVERED = range(3)
CHANNELS, OUTPUTS = 6, 7
TEMPERATURE = 1.2
USUAL_SIDE = 0.95
SLANT_DEG = 45.0
DARKEST = 8.0
SPREAD = 0.5
HALFWAY = 0.11
INNER = slice(6, -6)
PLAIN, PLAINEST = 0.95, 0.999
RIM_PX, SOFT_PX = 4, 3
CHANGED, MOST_CHANGED, FEW_CHANGED = 8, 0.25, 0.1
SAME_TONE, PALEST = 0.02, 24.0
WEIGHTS = Path(__file__).parent / "model" / "squares.onnx"
Logs = NDArray[np.float32]


class Squares(NamedTuple):
    """A board's squares in reading order along its lattice.

    `shares` float64 (n, 3): how probably each is free, holds a tile, or is covered; `quads_px` float64
    (n, 4, 2): the top of the tile that is there, or would be, clockwise from the lattice's top left.
    `changed` bool (n,): looked at anew in this picture. The rest is what was looked at: the crops, the colour
    of each one's middle (n, 3), what the network said (n, OUTPUTS), the board's usual colour and its tiles'.
    """

    shares: Points
    quads_px: Points
    changed: NDArray[np.bool_]
    crops: NDArray[np.uint8]
    middles: Logs
    out: Points
    usual: Logs
    tone: Logs | None


def look_at_squares(
    frame_bgr: NDArray[np.uint8], plane: Points, side: int, before: Squares | None = None
) -> Squares:
    """What lies on each of side x side squares; `plane` maps (column, row) to pixels, float64 (3, 3).

    They are cut half-way between board and tiles' tops, so that neither lies far off in a slanting view, and
    looked at twice: the tiles that are plain at first tell what this set's tiles look like. With what was
    seen `before` on the same plane only squares that look otherwise now are looked at; where they are many,
    or the picture is too pale to tell, once is enough while this set's tiles look as they did.
    """
    plane = _halfway(frame_bgr, plane)
    crops = cut_squares(frame_bgr, plane, side)
    if before is not None and _is_vivid(before):
        changed = _changed(crops, before)
        if changed.mean() < MOST_CHANGED:
            return _updated(before, crops, changed, plane, side)
    logs = log_colours(crops)
    middles = middle_colours(logs)
    usual = np.asarray(np.median(middles, axis=0), np.float32)
    out, tone = _seen_with_tone(logs - usual, middles - usual, None if before is None else before.tone)
    every = np.ones(len(crops), bool)
    return Squares(_shares(out), _quads(out[:, 3:], plane, side), every, crops, middles, out, usual, tone)


def look_as_before(frame_bgr: NDArray[np.uint8], plane: Points, side: int, before: Squares) -> bool:
    """Whether nearly all squares look as they did `before` on the same plane; never of a pale picture."""
    crops = cut_squares(frame_bgr, _halfway(frame_bgr, plane), side)
    return _is_vivid(before) and bool(_changed(crops, before).mean() < FEW_CHANGED)


def _is_vivid(seen: Squares) -> bool:
    """Whether squares have so much contrast that a tile more would change how one looks."""
    _, spread = cv2.meanStdDev(seen.crops.reshape(len(seen.crops), -1))
    return float(spread.item()) > PALEST


def _halfway(frame_bgr: NDArray[np.uint8], plane: Points) -> Points:
    """The plane half-way between a board and the tops of its tiles."""
    return raised(plane, (frame_bgr.shape[1], frame_bgr.shape[0]), HALFWAY)


def _changed(crops: NDArray[np.uint8], before: Squares) -> NDArray[np.bool_]:
    """Which squares look otherwise than before, bool (n,)."""
    return np.asarray(most_apart(crops, before.crops, RIM_PX, SOFT_PX) > CHANGED)


def _seen_with_tone(logs: Logs, middles: Logs, known: Logs | None) -> tuple[Points, Logs | None]:
    """What the network says of squares, and the colour of this set's tiles: the one that is `known`, if the
    tiles that are plain then have it still."""
    if known is not None:
        out = _seen_all_ways(logs, known)
        plain = _shares(out)[:, TILE] > PLAIN
        if plain.any() and np.abs(np.median(middles[plain], axis=0) - known).max() < SAME_TONE:
            return out, known
    out = _seen(logs, None)
    plain = _shares(out)[:, TILE] > PLAIN
    if not plain.any():
        return out, None
    tone = np.asarray(np.median(middles[plain], axis=0), np.float32)
    return _seen_all_ways(logs, tone), tone


def _updated(
    before: Squares, crops: NDArray[np.uint8], changed: NDArray[np.bool_], plane: Points, side: int
) -> Squares:
    """What was seen before, with the squares that changed looked at anew."""
    if not changed.any():
        return before._replace(changed=changed)
    kept, middles, out = before.crops.copy(), before.middles.copy(), before.out.copy()
    logs = log_colours(crops[changed])
    kept[changed], middles[changed] = crops[changed], middle_colours(logs)
    out[changed] = _seen_all_ways(logs - before.usual, before.tone)
    quads = _quads(out[:, 3:], plane, side)
    return before._replace(
        shares=_shares(out), quads_px=quads, changed=changed, crops=kept, middles=middles, out=out
    )


def _seen_all_ways(logs: Logs, tone: Logs | None) -> Points:
    """What the network says of squares, of those that it is not sure of from all four sides: float64
    (n, OUTPUTS)."""
    out = _seen(logs, tone)
    asked = np.flatnonzero(_shares(out).max(1) < PLAINEST)
    if len(asked):
        turned = [_seen(np.rot90(logs[asked], quarters, (1, 2)), tone)[:, :3] for quarters in (1, 2, 3)]
        out[asked, :3] = np.mean([out[asked, :3], *turned], axis=0)
    return out


def _seen(logs: Logs, tone: Logs | None) -> Points:
    """What the network says of squares (n, CROP_PX, CROP_PX, 3), float64 (n, OUTPUTS)."""
    both = np.zeros((len(logs), CHANNELS, CROP_PX, CROP_PX), np.float32)
    np.divide(logs.transpose(0, 3, 1, 2), np.float32(SPREAD), out=both[:, :3])
    if tone is not None:
        np.subtract(both[:, :3], (tone / np.float32(SPREAD))[:, None, None], out=both[:, 3:])
    return scores_of(both, WEIGHTS)


def _shares(out: Points) -> Points:
    scores = out[:, :3] / TEMPERATURE
    scores = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(scores / scores.sum(1, keepdims=True))


def cut_squares(frame_bgr: NDArray[np.uint8], plane: Points, side: int) -> NDArray[np.uint8]:
    """Every square with a rim of its neighbours, straight: uint8 (side * side, CROP_PX, CROP_PX, 3)."""
    frame_bgr, plane = _fitting(frame_bgr, plane, side)
    line = (np.arange(CROP_PX) + 0.5) / CROP_PX * CROP_SHARE - (CROP_SHARE - 1) / 2
    along = (np.arange(side)[:, None] + line).ravel()
    x, y, below = (a * along + (b * along + c)[:, None] for a, b, c in plane)
    at = (x / below).astype(np.float32), (y / below).astype(np.float32)
    flat = cv2.remap(frame_bgr, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    squares = flat.reshape(side, CROP_PX, side, CROP_PX, 3).swapaxes(1, 2)
    return np.ascontiguousarray(squares, np.uint8).reshape(-1, CROP_PX, CROP_PX, 3)


def log_colours(crops: NDArray[np.uint8]) -> Logs:
    """The logarithms of crops' colours, in which the light is only added: float32 of the same shape."""
    return np.log(np.arange(256, dtype=np.float32) + np.float32(DARKEST)).take(crops)


def usual_colour(logs: Logs) -> Logs:
    """The colour that most squares of a board have, float32 (3,)."""
    return np.asarray(np.median(middle_colours(logs), axis=0), np.float32)


def tone_of(tiles: Logs) -> Logs:
    """The colour of the ground of tiles (n, CROP_PX, CROP_PX, 3), float32 (3,)."""
    return np.asarray(np.median(middle_colours(tiles), axis=0), np.float32)


def middle_colours(logs: Logs) -> Logs:
    """The colour that most of the middle of each square has, float32 (n, 3)."""
    inner = np.ascontiguousarray(logs[:, INNER, INNER].transpose(0, 3, 1, 2))
    return np.asarray(np.median(inner.reshape(len(logs), 3, -1), axis=2), np.float32)


def _fitting(frame_bgr: NDArray[np.uint8], plane: Points, side: int) -> tuple[NDArray[np.uint8], Points]:
    """The picture around the board, made smaller by a whole factor so that squares suit the crops."""
    corners = cv2.perspectiveTransform(np.array([[(0.0, 0), (side, 0), (side, side), (0, side)]]), plane)[0]
    step = cv2.contourArea(corners.astype(np.float32)) ** 0.5 / side
    factor = max(1, round(step / (CROP_PX / CROP_SHARE)))
    if factor == 1:
        return frame_bgr, plane
    low = np.clip(corners.min(0) - step, 0, None).astype(int)
    high = np.minimum((corners.max(0) + step).astype(int), frame_bgr.shape[1::-1])
    width, height = ((high - low) // factor).tolist()
    if min(width, height) < 1:
        return frame_bgr, plane
    part = frame_bgr[low[1] : low[1] + height * factor, low[0] : low[0] + width * factor]
    small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
    shift = (0.5 - low) / factor - 0.5
    to_small = np.array([[1 / factor, 0, shift[0]], [0, 1 / factor, shift[1]], [0, 0, 1]])
    return np.asarray(small, np.uint8), to_small @ plane


def _quads(moved: Points, plane: Points, side: int) -> Points:
    """Tiles' tops in pixels from how far each lies off its square's middle, its slant and its side."""
    row, col = np.divmod(np.arange(side * side), side)
    middle = np.column_stack([col + 0.5, row + 0.5]) + moved[:, :2]
    slant, half = np.deg2rad(moved[:, 2] * SLANT_DEG), (moved[:, 3] + USUAL_SIDE) / 2
    across = np.column_stack([np.cos(slant), np.sin(slant)]) * half[:, None]
    down = np.column_stack([-np.sin(slant), np.cos(slant)]) * half[:, None]
    corners = np.stack([middle + x * across + y * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], 1)
    return cv2.perspectiveTransform(corners.reshape(1, -1, 2), plane).reshape(-1, 4, 2)
