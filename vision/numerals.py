"""The number printed in a corner of a card: 1 to 9, the same corner on every card of a deck."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.letters import cut_crops, scores_of

CORNER_SHARE = 0.36
NONE = 0
DIGITS = 10
SURE_VALUE = 0.9
WEIGHTS = Path(__file__).parent / "model" / "numerals.onnx"
Quads = NDArray[np.float64]
Gray = NDArray[np.uint8]


def read_values(gray: Gray, upright_px: Quads) -> list[int | None]:
    """The number on each card, None where none is plain; `upright_px` float64 (n, 4, 2), from top left.

    The corner is the one in which all cards together show numbers most plainly.
    """
    corners = corner_quads(upright_px)
    shares = _read(cut_crops(gray, corners.reshape(-1, 4, 2).astype(np.float32), 1.0))
    shares = shares.reshape(len(upright_px), 4, DIGITS)
    numbered = np.log(np.clip(1 - shares[:, :, NONE], 1e-3, None)).sum(0)
    corner = shares[:, int(numbered.argmax())]
    best = corner[:, NONE + 1 :].argmax(1) + 1
    sure = corner[np.arange(len(corner)), best] >= SURE_VALUE
    return [int(value) if plain else None for value, plain in zip(best, sure, strict=True)]


def corner_quads(upright_px: Quads) -> Quads:
    """A square in each corner of each card, float64 (n, 4, 4, 2): top left, top right, bottom right, left."""
    right = (upright_px[:, 1] - upright_px[:, 0] + upright_px[:, 2] - upright_px[:, 3]) / 2
    down = (upright_px[:, 3] - upright_px[:, 0] + upright_px[:, 2] - upright_px[:, 1]) / 2
    across = CORNER_SHARE * right
    along = CORNER_SHARE * down * (np.linalg.norm(right, axis=1) / np.linalg.norm(down, axis=1))[:, None]
    squares = []
    for corner, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        first = upright_px[:, corner] - x * across - y * along
        squares.append(np.stack([first, first + across, first + across + along, first + along], 1))
    return np.stack(squares, 1)


def _read(crops: NDArray[np.float32]) -> Quads:
    """Shares of no number and of 1 to 9, float64 (n, DIGITS)."""
    scores = scores_of(crops[:, None], WEIGHTS)
    scores = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(scores / scores.sum(1, keepdims=True))
