"""Where on a table something may lie that was not found yet: patches that stand out from the table."""

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
RIM_PX, BOARD_JOIN_PX, SMALLEST_SHARE = 12, 18.0, 0.01
GRID_SHARES, STREAK_TILES = (0.8, 1.2), 1.5
SHARES, CORNER_SHARES = (0.6, 1.0), (0.02, 0.04, 0.06)


class LikelyPlace(NamedTuple):
    """The corners (4, 2) of a box about a patch, and how large tiles are if it is a grid: both in pixels."""

    corners_px: NDArray[np.float64]
    tile_px: float


def likely_places(
    frame_bgr: NDArray[np.uint8], layout: Layout, tile_px: float, known_px: Sequence[NDArray[np.float64]]
) -> list[LikelyPlace]:
    """Patches that stand out from the table and are as large as a grid of tiles of about `tile_px`, none over
    one of the known places (m, 2); all in pixels of the picture.

    The largest first of what stands out at all; then of what is no streak of the table's grain, which may
    join grids or hide them; then of what stands out more.
    """
    lab, scale = _small_lab(frame_bgr)
    wide, deep = layout.cols * tile_px * scale, layout.rows * tile_px * scale
    usual = _usual_around(lab, BACKGROUND * max(wide, deep))
    plain, strong = (_standing_out(lab, usual, share, tile_px * scale) for share in GRID_SHARES)
    streak_px = max(3, round(STREAK_TILES * tile_px * scale))
    masks = [plain, *(_without_streaks(mask, streak_px) for mask in (plain, strong))]
    found: list[LikelyPlace] = []
    for contour in (contour for mask in masks for contour in _largest_first(mask)):
        middle, sides, angle = cv2.minAreaRect(contour)
        least, most = SIZES[0] * min(wide, deep), SIZES[1] * max(wide, deep)
        if not least < min(sides) <= max(sides) < most or max(sides) > LONGEST * min(sides):
            continue
        if cv2.contourArea(cv2.convexHull(contour)) < FILLED * sides[0] * sides[1]:
            continue
        box = cv2.boxPoints((middle, (sides[0] * WITH_RIM, sides[1] * WITH_RIM), angle))
        corners = np.asarray(box, np.float64) / scale
        centre = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
        taken = (*known_px, *(place.corners_px for place in found))
        if all(cv2.pointPolygonTest(each.astype(np.float32), centre, False) < 0 for each in taken):
            found.append(LikelyPlace(corners, min(sides) / scale / max(layout.rows, layout.cols)))
    return found[:MOST_PLACES]


def _without_streaks(mask: NDArray[np.uint8], wide_px: int) -> NDArray[np.uint8]:
    """A mask without what is less than so wide."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((wide_px, wide_px), np.uint8)), np.uint8)


def _largest_first(mask: NDArray[np.uint8]) -> list[NDArray[np.int32]]:
    """The outer contours of a mask, the largest first."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return sorted((np.asarray(contour, np.int32) for contour in contours), key=cv2.contourArea, reverse=True)


def four_sided(frame_bgr: NDArray[np.uint8]) -> list[NDArray[np.float64]]:
    """Corners (4, 2) of four-sided patches that stand out from what is around them or from the picture's rim,
    clockwise, in pixels, the largest first: a board's print may show when its edge does not."""
    lab, scale = _small_lab(frame_bgr)
    rim = np.concatenate(
        [side.reshape(-1, 3) for side in (lab[:RIM_PX], lab[-RIM_PX:], lab[:, :RIM_PX], lab[:, -RIM_PX:])]
    )
    whole = np.empty_like(lab)
    whole[:] = np.median(rim, axis=0)
    found: list[tuple[float, NDArray[np.float64]]] = []
    for usual in (_usual_around(lab, lab.shape[1] / 2), whole):
        for share in SHARES:
            mask = _standing_out(lab, usual, share, BOARD_JOIN_PX)
            for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
                hull = cv2.convexHull(contour)
                quad = _four_corners(hull)
                if quad is not None and cv2.contourArea(hull) > SMALLEST_SHARE * mask.size:
                    found.append((cv2.contourArea(hull), quad / scale))
    return [quad for _, quad in sorted(found, key=lambda each: -each[0])]


def _four_corners(hull: NDArray[np.int32]) -> NDArray[np.float64] | None:
    """The corners (4, 2) of a convex outline that is about four-sided, clockwise."""
    length = cv2.arcLength(hull, True)
    for share in CORNER_SHARES:
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            return clockwise(corners[:, 0].astype(np.float64))
    return None


def clockwise(corners_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) of a four-sided outline in clockwise order."""
    around = np.arctan2(*(corners_px - corners_px.mean(0)).T[::-1])
    return np.asarray(corners_px[np.argsort(around)])


def _small_lab(frame_bgr: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """A small copy in L*a*b*, uint8 (height, width, 3), and its share of the picture's size."""
    scale = min(1.0, SMALL_WIDTH_PX / frame_bgr.shape[1])
    small = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8), scale


def _usual_around(lab: NDArray[np.uint8], reach_px: float) -> NDArray[np.uint8]:
    """The median colour so far around each pixel."""
    reach = min(2 * int(reach_px / 2) + 1, 255)
    return np.asarray(cv2.merge([cv2.medianBlur(channel, reach) for channel in cv2.split(lab)]), np.uint8)


def _standing_out(
    lab: NDArray[np.uint8], usual: NDArray[np.uint8], share: float, join_px: float
) -> NDArray[np.uint8]:
    """Where colour or brightness differ from what is usual: uint8 mask, with gaps of `join_px` / 2 closed."""
    far = cv2.absdiff(lab, usual).max(2)
    far = np.asarray(cv2.GaussianBlur(far, (0, 0), max(0.8, join_px / 6)), np.uint8)
    least, _ = cv2.threshold(far, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = np.asarray((far > max(LEAST_DIFFERENCE, share * least)) * 255, np.uint8)
    joined = max(3, int(join_px / 2) | 1)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((joined, joined), np.uint8)), np.uint8)
