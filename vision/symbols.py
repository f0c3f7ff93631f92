"""From a tile to the probabilities of its symbol: the ink's colour against this tile's own wood."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.letters import SYMBOLS, cut, normalised, scores_of

INK_PX = 24
INK_SHARE = 0.86
WOOD_PERCENT = 60
LOG_SPREAD = 0.5
LEAST, MOST = -1.5, 4.0
WEIGHTS = Path(__file__).parent / "model" / "inks.onnx"
InkCrops = NDArray[np.float32]


def ink_crops(frame_bgr: NDArray[np.uint8], quads: NDArray[np.float32]) -> InkCrops:
    """How much darker each tile's pixels are than its own wood, float32 (n, 3, INK_PX, INK_PX).

    `quads` float32 (n, 4, 2). Log ratios wood / pixel in blue, green and red, over
    LOG_SPREAD and cut off at LEAST and MOST: a cast of the light falls out of them.
    """
    if not len(quads):
        return np.zeros((0, 3, INK_PX, INK_PX), np.float32)
    pieces = cut(frame_bgr, quads, INK_SHARE, INK_PX).reshape(len(quads), -1, 3)
    channels = np.ascontiguousarray(pieces.transpose(0, 2, 1))
    at = WOOD_PERCENT * (channels.shape[2] - 1) // 100
    wood = np.partition(channels, at)[..., at : at + 1]
    logs = _logarithms()
    darker = np.clip((logs.take(wood) - logs.take(channels)) / LOG_SPREAD, LEAST, MOST)
    return darker.reshape(-1, 3, INK_PX, INK_PX)


@cache
def _logarithms() -> NDArray[np.float32]:
    return np.log(np.arange(256, dtype=np.float32) + 4)


def read_inks(crops: InkCrops) -> NDArray[np.float64]:
    """Log-probabilities of each symbol in the order of SYMBOLS, float64 (n, len(SYMBOLS))."""
    if not len(crops):
        return np.zeros((0, len(SYMBOLS)))
    return normalised(scores_of(crops, WEIGHTS))


def symbol_columns(symbols: str) -> list[int]:
    """Where a layout's symbols stand among the columns of `read_inks`."""
    return [SYMBOLS.index(symbol) for symbol in symbols]
