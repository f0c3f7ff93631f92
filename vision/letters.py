"""From pieces of a picture to probabilities of letters, symbols, blank and junk: crops and the network."""

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.grid import LETTERS

CROP_PX = 32
SYMBOLS = "csqod"
SYMBOL_CLASS = 4 * len(LETTERS)
BLANK_CLASS = SYMBOL_CLASS + len(SYMBOLS)
JUNK_CLASS = BLANK_CLASS + 1
CLASSES = JUNK_CLASS + 1
WEIGHTS = Path(__file__).parent / "model" / "letters.onnx"
TEMPERATURE = 1.0
Crops = NDArray[np.float32]
LogProbs = NDArray[np.float64]


def letter_class(letter: str, turn: int) -> int:
    """The network's output for a letter whose up is turned clockwise by `turn` quarters."""
    return 4 * LETTERS.index(letter) + turn % 4


def cut_crops(gray: NDArray[np.uint8], quads: NDArray[np.float32], share: float) -> Crops:
    """The inner `share` of each quad (n, 4, 2) straight: float32 (n, CROP_PX, CROP_PX), mean 0, spread 1.

    Quads are clockwise from the corner that shall be the crop's top left. Tiles much larger than a crop are
    sampled twice as densely and averaged, else small strokes break up.
    """
    if not len(quads):
        return np.zeros((0, CROP_PX, CROP_PX), np.float32)
    finest = 2 if np.median(np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1)) * share > 1.4 * CROP_PX else 1
    side = CROP_PX * finest
    at = sample_points(quads, share, side)
    flat = cv2.remap(gray, at[..., 0].reshape(-1, side), at[..., 1].reshape(-1, side), cv2.INTER_LINEAR)
    if finest > 1:
        flat = cv2.resize(flat, (CROP_PX, len(quads) * CROP_PX), interpolation=cv2.INTER_AREA)
    crops = flat.reshape(len(quads), CROP_PX, CROP_PX).astype(np.float32)
    mean, spread = crops.mean((1, 2), keepdims=True), crops.std((1, 2), keepdims=True)
    return np.asarray((crops - mean) / (spread + 2.0), np.float32)


def sample_points(quads: NDArray[np.float32], share: float, side: int) -> NDArray[np.float32]:
    """Where each crop's pixels lie, float32 (n, side, side, 2): unit square to quad (Heckbert 1989)."""
    a, b, c, d = (quads[:, i].astype(np.float64) for i in range(4))
    p, q, s = b - c, d - c, a - b + c - d
    area = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g = ((s[:, 0] * q[:, 1] - s[:, 1] * q[:, 0]) / area)[:, None]
    h = ((p[:, 0] * s[:, 1] - p[:, 1] * s[:, 0]) / area)[:, None]
    line = (np.arange(side) + 0.5) / side * share + (1 - share) / 2
    u, v = (grid[None, ..., None] for grid in np.meshgrid(line, line))
    right, down = b - a + g * b, d - a + h * d
    top = right[:, None, None] * u + down[:, None, None] * v + a[:, None, None]
    below = g[:, None, None] * u + h[:, None, None] * v + 1
    return np.asarray(top / below, np.float32)


@cache
def load_network() -> Any:
    """The letter network, read once; calling this early keeps the time out of the first reading."""
    return cv2.dnn.readNetFromONNX(str(WEIGHTS))


def read_crops(crops: Crops) -> LogProbs:
    """Calibrated log-probabilities of the network's classes, float64 (n, CLASSES)."""
    if not len(crops):
        return np.zeros((0, CLASSES))
    network = load_network()
    network.setInput(crops[:, None])
    scores = np.asarray(network.forward(), np.float64).reshape(len(crops), CLASSES) / TEMPERATURE
    top = scores.max(1, keepdims=True)
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(1, keepdims=True)))
