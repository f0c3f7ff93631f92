"""Is the picture good enough to read, and is it the same as the one before?"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

SMALL_PX = 160
SHARP_PX, SHARP_SHARE = 320, 0.995
MOVED_SHARE = 0.01
DARK = 38.0
FLAT_PX, BRIGHT, GLARING, AROUND = (80, 60), 225, 0.08, 195.0


class Conditions(NamedTuple):
    """How a picture is: sharpness and light from 0 to 1, and single words for what is wrong with it."""

    sharpness: float
    light: float
    notes: tuple[str, ...]


def small_gray(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every so-many-th pixel of a gray picture, about SMALL_PX wide, uint8."""
    step = max(1, gray.shape[1] // SMALL_PX)
    return np.ascontiguousarray(gray[step // 2 :: step, step // 2 :: step])


def measure(gray: NDArray[np.uint8]) -> tuple[Conditions, NDArray[np.uint8]]:
    """Light and sharpness of a gray picture, and its small copy.

    What is white paper and what a mirrored lamp is for who reads to tell: glare matters where it does harm.
    """
    small = small_gray(gray)
    light = float(np.percentile(small, 90))
    top, left = (max(0, (side - SHARP_PX) // 2) for side in gray.shape)
    middle = gray[top : top + SHARP_PX, left : left + SHARP_PX]
    edges = cv2.convertScaleAbs(cv2.Laplacian(middle, cv2.CV_16S))
    sharpness = min(_share_below(edges, SHARP_SHARE) / max(light, 1.0), 1.0)
    glares = _glares(gray)
    named = (
        ("dark", light < DARK),
        ("glare", glares),
        ("blurred", sharpness < 0.05 and not glares),
    )
    notes = tuple(name for name, applies in named if applies)
    return Conditions(round(sharpness, 3), round(min(light / 255, 1.0), 3), notes), small


def _glares(gray: NDArray[np.uint8]) -> bool:
    """Whether part of the picture is nearly white and most of it is not, as where a lamp is mirrored."""
    flat = cv2.resize(gray, FLAT_PX, interpolation=cv2.INTER_AREA)
    return float((flat >= BRIGHT).mean()) > GLARING and float(np.median(flat)) < AROUND


def _share_below(values: NDArray[np.uint8], share: float) -> int:
    """The smallest value that this share of all values does not exceed."""
    counts = np.bincount(values.ravel(), minlength=256)
    return int(np.searchsorted(np.cumsum(counts), share * values.size))


def motion(before: NDArray[np.uint8] | None, now: NDArray[np.uint8]) -> bool:
    """Whether something moved between two small gray pictures; a change of the whole light does not count.

    The first picture, or one of another size, has not moved.
    """
    if before is None or before.shape != now.shape:
        return False
    change = now.astype(np.int16) - before.astype(np.int16)
    change -= np.int16(np.median(change))
    return float((np.abs(change) > 16).mean()) > MOVED_SHARE
