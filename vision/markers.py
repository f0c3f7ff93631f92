"""ArUco markers of the printed mats, with OpenCV's old interface (to 4.6) and its new one (from 4.7)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Mat

Quad = NDArray[np.float32]
PER_MAT = 4
LARGE_TILE_PX = 40.0
WINDOW_PX = 13


@cache
def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def find_markers(gray: NDArray[np.uint8]) -> dict[int, Quad]:
    """Markers of DICT_4X4_50 by id in a gray picture: corners float32 (4, 2) in pixels.

    Corners run clockwise from the marker's own top left. An id seen twice is left out: one of the two is
    a copy or a mistake, and nothing tells which. What is darker than WINDOW_PX around it is looked at, not
    three such windows: markers are printed black on white, and the others cost twice as much again.
    """
    aruco: Any = cv2.aruco
    has_detector = hasattr(aruco, "ArucoDetector")
    asked = aruco.DetectorParameters() if has_detector else aruco.DetectorParameters_create()
    asked.adaptiveThreshWinSizeMin = asked.adaptiveThreshWinSizeMax = WINDOW_PX
    if has_detector:
        corners, ids, _ = aruco.ArucoDetector(_dictionary(), asked).detectMarkers(gray)
    else:
        corners, ids, _ = aruco.detectMarkers(gray, _dictionary(), parameters=asked)
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


def seen_mats(gray: NDArray[np.uint8], mat: Mat, tile_px: float) -> dict[int, NDArray[np.float64]]:
    """The corners (4, 2) in pixels of the play area of every printed mat in the picture, by seat.

    Where a tile is large a marker is too, and half the picture's size is enough.
    """
    scale = 1.0
    if tile_px > LARGE_TILE_PX:
        gray, scale = np.asarray(cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)), 0.5
    side = mat.side_mm
    square = np.array([[(0, 0), (side, 0), (side, side), (0, side)]], np.float64)
    planes = mat_planes(find_markers(gray), mat)
    return {seat: cv2.perspectiveTransform(square, plane)[0] / scale for seat, plane in planes.items()}


def lies_on(point: NDArray[np.float64], area: NDArray[np.float64]) -> bool:
    """Whether a point (2,) lies within a play area (4, 2)."""
    return cv2.pointPolygonTest(area.astype(np.float32), (float(point[0]), float(point[1])), False) > 0
