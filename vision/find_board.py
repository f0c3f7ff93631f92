"""Where a board lies: guesses from squares in rows, outlines and patches, tried on its lines."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import find_lattices
from vision.lines import Gray, Points, Printed, laid_on_lines, ridges
from vision.places import clockwise, four_sided
from vision.tiles import outline_spots, outlines

PLAIN = 0.5
SMALLEST_SHARE = 0.08
FILLED = 0.9
MOST_OUTLINES = 6
FLAT_PX, MARGIN_PX = 720, 30
SMOOTH_PX = 25
WIDER = 9
EVENED_CLIP, EVENED_PARTS = 4.0, (8, 8)


def find_board(gray: Gray, side: int) -> Printed | None:
    """The lattice of a printed board of side x side squares; None where none lies plainly on its lines."""
    return _best(gray, _guesses(gray, side), side)


def find_faint_board(frame_bgr: NDArray[np.uint8], side: int) -> Printed | None:
    """The same where lines or outline hardly show: from four-sided patches that stand out from the table;
    then with the picture's contrast evened out (Zuiderveld 1994). `frame_bgr` uint8 (height, width, 3)."""
    gray = np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    patches = (plane for quad in four_sided(frame_bgr) for plane in _combed(gray, quad, side))
    found = _best(gray, patches, side)
    if found is None:
        even = np.asarray(cv2.createCLAHE(EVENED_CLIP, EVENED_PARTS).apply(gray), np.uint8)
        found = _best(even, _guesses(even, side), side)
    return found


def _best(gray: Gray, guesses: Iterator[Points], side: int) -> Printed | None:
    """The first lattice that lies plainly on lines, or else the one that does most, if that is a board."""
    best: Printed | None = None
    for plane in guesses:
        printed = laid_on_lines(gray, plane, side)
        if printed and printed.is_board and (best is None or printed.clear > best.clear):
            best = printed
        if best and best.clear > PLAIN:
            break
    return best


def _guesses(gray: Gray, side: int) -> Iterator[Points]:
    """Planes that may be the board's, the likeliest first."""
    spots = outline_spots(outlines(gray, outlines(gray)))
    if len(spots.sides_px):
        yield from (lattice.plane for lattice in find_lattices(spots, side, side)[:1])
    for quad in _board_outlines(gray):
        yield from _combed(gray, quad, side)


def _board_outlines(gray: Gray) -> list[Points]:
    """Large four-sided outlines, the largest first, float64 (4, 2) each, clockwise."""
    soft = cv2.GaussianBlur(gray, (5, 5), 0)
    found: list[tuple[float, Points]] = []
    for low, high in ((15, 45), (30, 90)):
        edges = cv2.dilate(cv2.Canny(soft, low, high), np.ones((3, 3), np.uint8))
        contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            area = cv2.contourArea(hull)
            if area < SMALLEST_SHARE * gray.size:
                continue
            corners = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
            if len(corners) == 4 and cv2.contourArea(corners) > FILLED * area:
                found.append((area, clockwise(corners[:, 0].astype(np.float64))))
    return [quad for _, quad in sorted(found, key=lambda each: -each[0])[:MOST_OUTLINES]]


def _combed(gray: Gray, quad: Points, side: int) -> Iterator[Points]:
    """Planes within a board's outline at which the most lines lie evenly apart, down and across."""
    low, high = float(MARGIN_PX), float(FLAT_PX - MARGIN_PX)
    square = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    to_flat = cv2.getPerspectiveTransform(quad.astype(np.float32), square)
    flat = np.asarray(cv2.warpPerspective(gray, to_flat, (FLAT_PX, FLAT_PX)), np.uint8)
    for shown in ridges(flat):
        x, step_x = _comb(cv2.blur(shown, (1, SMOOTH_PX)).mean(0), side)
        y, step_y = _comb(cv2.blur(shown, (SMOOTH_PX, 1)).mean(1), side)
        yield np.linalg.inv(to_flat) @ np.array([[step_x, 0, x], [0, step_y, y], [0, 0, 1]])


def _comb(profile: NDArray[np.float32], side: int) -> tuple[float, float]:
    """Where side + 1 evenly spaced teeth stand highest on a profile: the first one, and their step."""
    size = len(profile)
    best = (-np.inf, 0.0, size / side)
    wide = np.maximum(profile, np.maximum(np.roll(profile, 1), np.roll(profile, -1)))
    wide = np.minimum(wide, np.percentile(profile, 97))
    for step in np.arange(size / (side + WIDER), size / (side + 0.2), 0.25):
        starts = np.arange(0, size - 1 - side * step)
        if not len(starts):
            continue
        teeth = starts[:, None] + step * np.arange(side + 1)
        gaps = teeth[:, :-1] + step / 2
        high = wide[teeth.round().astype(int)].mean(1) - profile[gaps.round().astype(int)].mean(1)
        at = int(high.argmax())
        if high[at] > best[0]:
            best = (float(high[at]), float(starts[at]), float(step))
    return best[1], best[2]
