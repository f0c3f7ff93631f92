"""Surfaces to draw a table with: woods, felt, laminate, cloth, paper. All from noise, none from a picture."""

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.float32]


class Surface(NamedTuple):
    """A kind of table: its base colours (BGR, 0 to 255) and the function that adds its grain."""

    colours_bgr: tuple[tuple[int, int, int], ...]
    grain: Callable[[Generator, int, int], Picture]


def cloud(rng: Generator, height: int, width: int, cells: tuple[int, int]) -> Picture:
    """Smooth noise around 0, deviation about 1, float32 (height, width), `cells` bumps down and across."""
    small = rng.standard_normal((max(2, cells[0]), max(2, cells[1])), np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def wood_grain(rng: Generator, height: int, width: int) -> Picture:
    """Long fibres across with slow bends, float32 (height, width), around 0."""
    bands = cloud(rng, height, width, (max(4, height // 5), 3))
    slow = cloud(rng, height, width, (max(3, height // 28), 2))
    fine = cloud(rng, height, width, (height // 2, max(3, width // 12)))
    return 0.045 * bands + 0.05 * slow + 0.02 * fine


def plank_grain(rng: Generator, height: int, width: int) -> Picture:
    grain = wood_grain(rng, height, width)
    step = int(rng.integers(height // 8, height // 2))
    for top in range(int(rng.integers(0, step)), height, step):
        grain[top : top + 2] -= 0.25
        grain[top:] += np.float32(rng.normal(0, 0.05))
    return grain


def felt_grain(rng: Generator, height: int, width: int) -> Picture:
    return 0.10 * cloud(rng, height, width, (height // 2, width // 2)) + 0.05 * cloud(
        rng, height, width, (height // 8, width // 8)
    )


def plain_grain(rng: Generator, height: int, width: int) -> Picture:
    return 0.012 * cloud(rng, height, width, (height // 2, width // 2)) + 0.02 * cloud(
        rng, height, width, (5, 5)
    )


def cloth_grain(rng: Generator, height: int, width: int) -> Picture:
    period = float(rng.uniform(20, 90))
    y, x = np.mgrid[:height, :width].astype(np.float32)
    checks = np.sign(np.sin(2 * np.pi * x / period)) + np.sign(np.sin(2 * np.pi * y / period))
    return (
        np.float32(rng.uniform(0.03, 0.16)) * checks.astype(np.float32) + felt_grain(rng, height, width) / 2
    )


def stone_grain(rng: Generator, height: int, width: int) -> Picture:
    speckle = cloud(rng, height, width, (height // 3, width // 3))
    return 0.07 * speckle + 0.16 * (speckle > 1.6) - 0.14 * (speckle < -1.7)


TRAINING_SURFACES = (
    Surface(((120, 160, 195), (95, 135, 175), (70, 105, 150), (140, 180, 210)), plank_grain),
    Surface(((60, 110, 30), (90, 40, 30), (40, 35, 120), (60, 60, 60)), felt_grain),
    Surface(((215, 218, 220), (190, 195, 196), (150, 150, 150), (70, 72, 75)), plain_grain),
    Surface(((190, 200, 215), (130, 90, 70), (80, 80, 170), (205, 205, 190)), cloth_grain),
)
UNSEEN_SURFACES = (
    Surface(((60, 85, 120), (45, 60, 85), (150, 190, 225), (105, 150, 200)), wood_grain),
    Surface(((120, 120, 125), (170, 175, 180), (60, 60, 62)), stone_grain),
    Surface(((120, 150, 60), (70, 110, 160), (110, 80, 110)), felt_grain),
    Surface(((225, 228, 228), (200, 210, 220), (175, 180, 185)), plain_grain),
)


def table_top(rng: Generator, surface: Surface, height: int, width: int) -> Picture:
    """A table seen from above, float32 (height, width, 3), BGR 0 to 255 (may overshoot)."""
    colour = np.array(surface.colours_bgr[rng.integers(len(surface.colours_bgr))], np.float32)
    colour = colour * np.float32(rng.uniform(0.85, 1.12)) + rng.normal(0, 5, 3).astype(np.float32)
    grain = surface.grain(rng, height, width)
    return np.asarray(colour * (1 + grain)[..., None], np.float32)


def tile_tone(rng: Generator) -> NDArray[np.float32]:
    """The colour that one set's tiles share, BGR float32 (3,)."""
    tone = np.array((148, 190, 217), np.float32) * rng.uniform(0.88, 1.08, 3).astype(np.float32)
    return np.asarray(tone * np.float32(rng.uniform(0.8, 1.06)), np.float32)


def tile_wood(rng: Generator, side: int, tone: NDArray[np.float32]) -> Picture:
    """The top of a wooden tile, float32 (side, side, 3), BGR 0 to 255."""
    colour = tone * np.float32(rng.normal(1, 0.05)) * rng.normal(1, 0.015, 3).astype(np.float32)
    grain = np.float32(rng.uniform(0.3, 1.5)) * wood_grain(rng, side, side)
    if rng.random() < 0.5:
        grain = np.ascontiguousarray(grain.T)
    depth = np.array((1.3, 1.0, 0.8), np.float32)
    return np.asarray(colour * (1 + grain[..., None] * depth), np.float32)
