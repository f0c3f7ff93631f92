"""Is the picture good enough to read, and is it the same as the one before?"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

SMALL_PX = 160
SHARP_PX, SHARP_SHARE, BRIGHT_SHARE = 320, 0.995, 0.9
MOVED_SHARE = 0.01
DARK, BLURRED, PARTS = 38.0, 0.05, 4
BRIGHT, GLARING, AROUND = 225, 0.08, 210.0


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
    light = float(_share_below(small, BRIGHT_SHARE))
    top, left = (max(0, (side - SHARP_PX) // 2) for side in gray.shape)
    middle = gray[top : top + SHARP_PX, left : left + SHARP_PX]
    sharpness = min(_sharp_px(middle) / max(light, 1.0), 1.0)
    glares = _glares(small)
    blurred = sharpness < BLURRED and not (glares and _is_sharp_somewhere(gray, light))
    named = (
        ("dark", light < DARK),
        ("glare", glares),
        ("blurred", blurred),
    )
    notes = tuple(name for name, applies in named if applies)
    return Conditions(round(sharpness, 3), round(min(light / 255, 1.0), 3), notes), small


def _sharp_px(part: NDArray[np.uint8]) -> int:
    """How strong the edges of a part are, in gray levels."""
    return _share_below(cv2.convertScaleAbs(cv2.Laplacian(part, cv2.CV_16S)), SHARP_SHARE)


def _is_sharp_somewhere(gray: NDArray[np.uint8], light: float) -> bool:
    """Whether any part of the picture is sharp: a mirrored lamp hides a part, want of focus is everywhere."""
    rows = np.array_split(gray, PARTS, axis=0)
    parts = [part for row in rows for part in np.array_split(row, PARTS, axis=1)]
    return max(_sharp_px(np.ascontiguousarray(part)) for part in parts) / max(light, 1.0) >= BLURRED


def _glares(small: NDArray[np.uint8]) -> bool:
    """Whether part of the picture is nearly white and most of it is not, as where a lamp is mirrored."""
    return float((small >= BRIGHT).mean()) > GLARING and float(np.median(small)) < AROUND


def glares_at(small: NDArray[np.uint8], points: NDArray[np.float64]) -> bool:
    """Whether the small gray picture is nearly white about any of these points (n, 2) in its own pixels."""
    size = np.array(small.shape[::-1]) - 1
    for x, y in np.clip(points.round(), 0, size).astype(int).tolist():
        if small[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max() >= BRIGHT:
            return True
    return False


def most_apart(
    now: NDArray[np.uint8], before: NDArray[np.uint8], rim_px: int, soft_px: int
) -> NDArray[np.int16]:
    """How far apart two looks at each of some places are where they differ most, gray levels int16 (n,).

    `now` and `before` uint8 (n, side, side) or (n, side, side, 3), of which the rim is left aside. Means over
    `soft_px` even the noise out; a letter that became another one stands out among all that stayed.
    """
    count, side = now.shape[:2]
    flat = (count * side, *now.shape[2:])
    change = cv2.subtract(now.reshape(flat), before.reshape(flat), dtype=cv2.CV_16S)
    soft = np.abs(cv2.blur(change, (soft_px, soft_px))).reshape(now.shape)
    own = soft[:, rim_px : side - rim_px, rim_px : side - rim_px]
    return np.asarray(own.reshape(count, -1).max(1), np.int16)


def _share_below(values: NDArray[np.uint8], share: float) -> int:
    """The smallest value that this share of all values does not exceed."""
    counts = cv2.calcHist([values], [0], None, [256], [0, 256]).ravel()
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
