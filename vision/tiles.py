"""Where tiles might lie: blobs of ink and four-sided outlines, guesses to be fitted and checked later."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Gray = NDArray[np.uint8]
INK_SHARE = 0.5
SMALLEST_PX, LARGEST_PX = 9.0, 130.0
AT_A_TIME = 256


class Spots(NamedTuple):
    """Guessed tiles: middles float64 (n, 2) and sides float64 (n,), both in pixels of the picture looked at.

    `quads_px` float64 (n, 4, 2): their outlines; `outlined` bool (n,): the outline was seen (and not only
    guessed from ink).
    """

    middles_px: NDArray[np.float64]
    sides_px: NDArray[np.float64]
    quads_px: NDArray[np.float64]
    outlined: NDArray[np.bool_]


def darkest_channel(frame_bgr: NDArray[np.uint8]) -> Gray:
    """The smallest of blue, green and red at each pixel: every ink is dark in it, wood and paper are not."""
    blue, green, red = cv2.split(frame_bgr)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def ink_spots(dark: Gray, share: float = 0.86, reach_px: int = 17, smallest_px: float = SMALLEST_PX) -> Spots:
    """Blobs darker than `share` of their surroundings that are as large as a letter or symbol may be.

    A tile's side is guessed from the blob's height, or its width where that is more.
    """
    around = cv2.blur(dark, (reach_px, reach_px))
    ink = cv2.compare(dark, cv2.convertScaleAbs(around, alpha=share), cv2.CMP_LT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=4)
    x, y, width, height, area = (stats[1:, i].astype(np.float64) for i in range(5))
    side = np.maximum(width, height) / INK_SHARE
    fill = area / (width * height)
    fits = (
        (side > SMALLEST_PX) & (side < LARGEST_PX) & (fill > 0.17) & (np.minimum(width, height) > 0.05 * side)
    )
    middles = np.column_stack([x + (width - 1) / 2, y + (height - 1) / 2])
    return Spots(
        middles[fits], side[fits], _squares(middles[fits], side[fits]), np.zeros(int(fits.sum()), bool)
    )


def together(first: Spots, second: Spots) -> Spots:
    """Both kinds of spots, those of the second left out where one of the first has about the same middle."""
    if not len(first.sides_px) or not len(second.sides_px):
        return second if not len(first.sides_px) else first
    far = distances(second.middles_px, first.middles_px)
    new = (far > 0.3 * np.minimum(second.sides_px[:, None], first.sides_px[None])).all(1)
    return Spots(*(np.concatenate([a, b[new]]) for a, b in zip(first, second, strict=True)))


def distances(points: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each point (n, 2) lies from each of the others (m, 2): float64 (n, m)."""
    across, down = (points[:, None, i] - others[:, i] for i in (0, 1))
    across *= across
    down *= down
    across += down
    return np.asarray(np.sqrt(across, out=across))


def enlarged(spots: Spots) -> Spots:
    """Spots of a half-size picture in the pixels of the full one."""
    middles, quads = spots.middles_px * 2 + 0.5, spots.quads_px * 2 + 0.5
    return Spots(middles, spots.sides_px * 2, quads, spots.outlined)


def _squares(middles: NDArray[np.float64], sides: NDArray[np.float64]) -> NDArray[np.float64]:
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    return np.asarray(middles[:, None] + square[None] * sides[:, None, None])


def outlines(
    dark: Gray, edged: NDArray[np.float64] | None = None, smallest_px: float = SMALLEST_PX
) -> NDArray[np.float64]:
    """Four-sided, roughly square outlines, float64 (n, 4, 2), clockwise.

    From edges alone, which is quick; or, given those, from thresholds too.
    """
    soft = cv2.GaussianBlur(dark, (3, 3), 0)
    if edged is None:
        edges = cv2.dilate(cv2.Canny(soft, 18, 54), np.ones((2, 2), np.uint8))
        return _each_once(_quads_of(cv2.bitwise_not(edges), smallest_px))
    bright = cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 41, 4)
    masks = (bright, cv2.bitwise_not(bright))
    return _each_once(np.concatenate([edged, *(_quads_of(mask, smallest_px) for mask in masks)]))


def outline_spots(quads: NDArray[np.float64]) -> Spots:
    """The middles and sides of outlines."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(1)
    return Spots(quads.mean(1), sides, quads, np.ones(len(quads), bool))


def _each_once(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """One outline for each place: of several over each other the one with most of its size beside it.

    That tells a tile from the letter on it, whose like are two of its sides away.
    """
    if not len(quads):
        return quads
    around, over = _around(outline_spots(quads))
    kept, gone = np.zeros(len(quads), bool), np.zeros(len(quads), bool)
    for i in np.argsort(-around, kind="stable").tolist():
        if not gone[i]:
            kept[i] = True
            gone |= over[i]
    return quads[kept]


def _around(spots: Spots) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """How many of about its size lie beside each spot (n,), and which lie over each other (n, n).

    Some at a time: on a rough table there are thousands.
    """
    sides, logs = spots.sides_px, np.log(spots.sides_px)
    around, over = np.zeros(len(sides), np.int64), np.zeros((len(sides), len(sides)), bool)
    for begin in range(0, len(sides), AT_A_TIME):
        some = slice(begin, begin + AT_A_TIME)
        far, side = distances(spots.middles_px[some], spots.middles_px), sides[some, None]
        alike = np.abs(logs[some, None] - logs) < 0.12
        around[some] = ((far > 0.85 * side) & (far < 1.6 * side) & alike).sum(1)
        over[some] = far < 0.3 * np.minimum(side, sides)
    return around, over


def _quads_of(mask: Gray, smallest_px: float) -> NDArray[np.float64]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    right_size = np.nonzero(_roughly_square(contours, smallest_px))[0]
    quads = [quad for at in right_size if (quad := _quad(contours[int(at)])) is not None]
    return np.array(quads, np.float64).reshape(-1, 4, 2)


def _roughly_square(contours: Sequence[NDArray[np.int32]], smallest_px: float) -> NDArray[np.bool_]:
    """Which contours have an upright box of a tile's size and shape; all at once, most are specks."""
    if not contours:
        return np.zeros(0, bool)
    starts = np.cumsum([0, *map(len, contours[:-1])])
    points = np.concatenate(contours)[:, 0]
    boxes = np.maximum.reduceat(points, starts) - np.minimum.reduceat(points, starts) + 1
    short, long = boxes.min(1), boxes.max(1)
    return np.asarray((short > smallest_px) & (long < LARGEST_PX * 1.4) & (long <= 1.6 * short))


def _quad(contour: NDArray[np.int32]) -> NDArray[np.float64] | None:
    """The box that a contour fills, when it is roughly a square one."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    (cx, cy), (long, short), angle = cv2.minAreaRect(hull)
    if area < 0.82 * long * short or max(long, short) > 1.4 * min(long, short):
        return None
    return np.asarray(cv2.boxPoints(((cx, cy), (long, short), angle)), np.float64)
