"""What is printed on tiles: letters of one face and the symbol shapes, as masks to draw with."""

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.grid import LETTERS

MASK_PX = 128
CAP_PX = 64
ATLAS = Path(__file__).parent / "model" / "demo_face.png"
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Face:
    """One lettering: a name and 26 masks, uint8 (26, MASK_PX, MASK_PX), A to Z, capitals CAP_PX high."""

    name: str
    letters: Mask


@cache
def demo_face() -> Face:
    """The face that the drawn table uses: B612 Bold (OFL 1.1), kept out of all training."""
    atlas = cv2.imread(str(ATLAS), cv2.IMREAD_GRAYSCALE)
    if atlas is None:
        raise FileNotFoundError(f"{ATLAS} is missing: install the package again")
    return Face("b612-bold", atlas.reshape(len(LETTERS), MASK_PX, MASK_PX))


@cache
def symbol_mask(symbol: str) -> Mask:
    """The filled shape of one symbol, uint8 (MASK_PX, MASK_PX), about as large as a letter.

    c clover, s star, q square, o circle, d diamond; KeyError for any other letter.
    """
    big = np.zeros((4 * MASK_PX, 4 * MASK_PX), np.uint8)
    for points in SHAPES[symbol]():
        cv2.fillPoly(big, [np.round((points + 1) * 2 * MASK_PX).astype(np.int32)], 255)
    return cv2.resize(big, (MASK_PX, MASK_PX), interpolation=cv2.INTER_AREA)


def _ring(
    corners: int, radii: tuple[float, ...], centre: tuple[float, float] = (0, 0)
) -> NDArray[np.float64]:
    angles = [2 * pi * i / corners - pi / 2 for i in range(corners)]
    return np.array(
        [
            (centre[0] + radii[i % len(radii)] * cos(a), centre[1] + radii[i % len(radii)] * sin(a))
            for i, a in enumerate(angles)
        ]
    )


def _clover() -> list[NDArray[np.float64]]:
    """Four heart-shaped leaves with a line of wood between them, and a stalk."""
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    lobes = [
        _ring(24, (0.165,), (x * 0.34 + side * 0.125 * y, y * 0.34 - side * 0.125 * x - 0.05))
        for x, y in ways
        for side in (-1, 1)
    ]
    leaves = [
        np.array(
            [
                (x * a + y * b, y * a - x * b - 0.05)
                for a, b in ((0.04, 0), (0.29, 0.275), (0.40, 0.03), (0.40, -0.03), (0.29, -0.275))
            ]
        )
        for x, y in ways
    ]
    stalk = np.array([(0.0, 0.0), (0.05, 0.0), (0.22, 0.56), (0.13, 0.60)])
    return [*lobes, *leaves, stalk]


def _star() -> list[NDArray[np.float64]]:
    return [_ring(10, (0.58, 0.23))]


def _square() -> list[NDArray[np.float64]]:
    return [np.array([(-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)])]


def _circle() -> list[NDArray[np.float64]]:
    return [_ring(64, (0.48,))]


def _diamond() -> list[NDArray[np.float64]]:
    return [np.array([(0, -0.56), (0.40, 0), (0, 0.56), (-0.40, 0)])]


SHAPES = {"c": _clover, "s": _star, "q": _square, "o": _circle, "d": _diamond}
