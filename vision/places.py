"""Where on a whole table another grid may lie: patches as large as a grid that stand out from the table."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout

SMALL_WIDTH_PX = 480
BACKGROUND = 2.6
LEAST_DIFFERENCE = 5.0
SIZES = (0.6, 1.7)
LONGEST = 1.6
FILLED = 0.55
WITH_RIM = 1.4
MOST_PLACES = 8


class LikelyPlace(NamedTuple):
    """The corners (4, 2) of a box about a patch, and how large tiles are if it is a grid: both in pixels."""

    corners_px: NDArray[np.float64]
    tile_px: float


def likely_places(
    frame_bgr: NDArray[np.uint8], layout: Layout, tile_px: float, known_px: Sequence[NDArray[np.float64]]
) -> list[LikelyPlace]:
    """Patches that stand out from the table and are as large as a grid of tiles of about `tile_px`, the
    largest first, none over one of the known places (m, 2); all in pixels of the picture."""
    scale = min(1.0, SMALL_WIDTH_PX / frame_bgr.shape[1])
    small = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wide, deep = layout.cols * tile_px * scale, layout.rows * tile_px * scale
    standing_out = _standing_out(np.asarray(small, np.uint8), max(wide, deep), tile_px * scale)
    contours, _ = cv2.findContours(standing_out, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found: list[LikelyPlace] = []
    for contour in sorted(contours, key=cv2.contourArea, reverse=True):
        middle, sides, angle = cv2.minAreaRect(contour)
        least, most = SIZES[0] * min(wide, deep), SIZES[1] * max(wide, deep)
        if not least < min(sides) <= max(sides) < most or max(sides) > LONGEST * min(sides):
            continue
        if cv2.contourArea(cv2.convexHull(contour)) < FILLED * sides[0] * sides[1]:
            continue
        box = cv2.boxPoints((middle, (sides[0] * WITH_RIM, sides[1] * WITH_RIM), angle))
        corners = np.asarray(box, np.float64) / scale
        centre = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
        if all(cv2.pointPolygonTest(each.astype(np.float32), centre, False) < 0 for each in known_px):
            found.append(LikelyPlace(corners, min(sides) / scale / max(layout.rows, layout.cols)))
    return found[:MOST_PLACES]


def _standing_out(small_bgr: NDArray[np.uint8], grid_px: float, tile_px: float) -> NDArray[np.uint8]:
    """Where colour or brightness differ from what is usual around there: uint8 mask, tiles joined."""
    lab = np.asarray(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2LAB), np.uint8)
    reach = 2 * int(BACKGROUND * grid_px / 2) + 1
    usual = cv2.merge([cv2.medianBlur(channel, min(reach, 255)) for channel in cv2.split(lab)])
    far = cv2.absdiff(lab, usual).max(2)
    far = np.asarray(cv2.GaussianBlur(far, (0, 0), max(0.8, tile_px / 6)), np.uint8)
    least, _ = cv2.threshold(far, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = np.asarray((far > max(LEAST_DIFFERENCE, 0.8 * least)) * 255, np.uint8)
    joined = max(3, int(tile_px / 2) | 1)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((joined, joined), np.uint8)), np.uint8)
