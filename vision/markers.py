"""ArUco markers of the printed mats, with OpenCV's old interface (to 4.6) and its new one (from 4.7)."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import ceil, log2
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Mat

Quad = NDArray[np.float32]
PER_MAT = 4
MAT_REACH = 2.6
LARGE_GRID_PX = 90.0


@cache
def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def find_markers(gray: NDArray[np.uint8]) -> dict[int, Quad]:
    """Markers of DICT_4X4_50 by id in a gray picture: corners float32 (4, 2) in pixels.

    Corners run clockwise from the marker's own top left. An id seen twice is left out: one of the two is
    a copy or a mistake, and nothing tells which.
    """
    aruco: Any = cv2.aruco
    if hasattr(aruco, "ArucoDetector"):
        detector = aruco.ArucoDetector(_dictionary(), aruco.DetectorParameters())
        corners, ids, _ = detector.detectMarkers(gray)
    else:
        corners, ids, _ = aruco.detectMarkers(
            gray, _dictionary(), parameters=aruco.DetectorParameters_create()
        )
    if ids is None:
        return {}
    names = [int(name) for name in np.asarray(ids).ravel()]
    quads = [np.asarray(quad, np.float32).reshape(4, 2) for quad in corners]
    return {name: quad for name, quad in zip(names, quads, strict=True) if names.count(name) == 1}


def draw_marker(marker: int, side_px: int) -> NDArray[np.uint8]:
    """The picture of one marker, uint8 (side_px, side_px), black border included."""
    aruco: Any = cv2.aruco
    if hasattr(aruco, "generateImageMarker"):
        return np.asarray(aruco.generateImageMarker(_dictionary(), marker, side_px), np.uint8)
    return np.asarray(aruco.drawMarker(_dictionary(), marker, side_px), np.uint8)


def marker_corners_mm(mat: Mat) -> NDArray[np.float32]:
    """Where a mat's four markers lie in its play area, float32 (4, 4, 2) in mm from the area's top left."""
    near, far = 0.0, mat.side_mm - mat.marker_mm
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * mat.marker_mm
    return np.stack(
        [square + np.array(at, np.float32) for at in ((near, near), (far, near), (far, far), (near, far))]
    )


def mat_planes(markers: Mapping[int, Quad], mat: Mat) -> dict[int, NDArray[np.float64]]:
    """For each seat with two markers or more in sight: mm of its play area -> pixels, float64 (3, 3)."""
    places = marker_corners_mm(mat)
    planes = {}
    for seat in sorted({name // PER_MAT for name in markers}):
        seen = [name for name in markers if name // PER_MAT == seat]
        if len(seen) < 2:
            continue
        mm = np.concatenate([places[name % PER_MAT] for name in seen])
        px = np.concatenate([markers[name] for name in seen])
        plane, _ = cv2.findHomography(mm, px)
        if plane is not None:
            planes[seat + 1] = plane
    return planes


def seat_at(gray: NDArray[np.uint8], quad_px: Sequence[tuple[float, float]], mat: Mat) -> int | None:
    """The seat whose mat a grid with these corners lies on, or None.

    Only the grid's neighbourhood is looked at, made smaller as far as a marker is still large enough.
    """
    quad = np.array(quad_px)
    middle, reach = quad.mean(0), MAT_REACH * np.ptp(quad, axis=0).max() / 2
    low = np.maximum(middle - reach, 0).astype(int)
    high = np.minimum(middle + reach, gray.shape[::-1]).astype(int)
    part, scale = (
        gray[low[1] : high[1], low[0] : high[0]],
        0.5 ** max(0, ceil(log2(reach / MAT_REACH / LARGE_GRID_PX))),
    )
    if scale < 1:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    for seat, plane in mat_planes(find_markers(part), mat).items():
        x, y = cv2.perspectiveTransform(((middle - low) * scale)[None, None], np.linalg.inv(plane))[0, 0]
        if 0 < x < mat.side_mm and 0 < y < mat.side_mm:
            return seat
    return None
