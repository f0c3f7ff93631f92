"""From a tile to the probabilities of its symbol: the ink's colour against this tile's own wood."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters import SYMBOLS, sample_points

INK_PX = 24
INK_SHARE = 0.8
USUAL_WOOD, DEEP_INK = (round(share * (INK_PX**2 - 1)) for share in (0.6, 0.96))
WEIGHTS = Path(__file__).parent / "model" / "inks.json"
Features = NDArray[np.float64]


class InkNet(NamedTuple):
    """A tiny network: features -> one hidden layer -> a score for each symbol; float64 matrices."""

    mean: Features
    spread: Features
    hidden: Features
    hidden_bias: Features
    out: Features
    out_bias: Features


def ink_features(frame_bgr: NDArray[np.uint8], quads: NDArray[np.float32]) -> Features:
    """How much darker each tile's ink is than its own wood, float64 (n, 6).

    Log ratios wood / ink in blue, green and red, their shares in blue and red, the log of their sum. A cast
    of the light falls out of the ratios.
    """
    if not len(quads):
        return np.zeros((0, 6))
    at = sample_points(quads, INK_SHARE, INK_PX)
    flat = cv2.remap(
        frame_bgr, at[..., 0].reshape(-1, INK_PX), at[..., 1].reshape(-1, INK_PX), cv2.INTER_LINEAR
    )
    pixels = flat.reshape(len(quads), -1, 3)
    channels = np.ascontiguousarray(pixels.transpose(0, 2, 1))
    wood = np.partition(channels, USUAL_WOOD, axis=2)[:, None, :, USUAL_WOOD]
    darker = np.log(wood + 4.0) - np.log(pixels + 4.0)
    depth = darker.sum(2)
    inked = depth >= 0.75 * np.partition(depth, DEEP_INK, axis=1)[:, DEEP_INK, None]
    ratio = np.maximum((darker * inked[..., None]).sum(1) / inked.sum(1, keepdims=True), 0)
    total = ratio.sum(1, keepdims=True) + 1e-3
    return np.column_stack([ratio, ratio[:, :1] / total, ratio[:, 2:] / total, np.log(total)])


@cache
def _ink_net() -> InkNet:
    kept = json.loads(WEIGHTS.read_text())
    return InkNet(*(np.array(kept[name], np.float64) for name in InkNet._fields))


def read_inks(features: Features) -> Features:
    """Log-probabilities of each symbol in the order of SYMBOLS, float64 (n, len(SYMBOLS))."""
    net = _ink_net()
    scaled = (features - net.mean) / net.spread
    scores = np.tanh(scaled @ net.hidden + net.hidden_bias) @ net.out + net.out_bias
    top = scores.max(1, keepdims=True)
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(1, keepdims=True)))


def symbol_columns(symbols: str) -> list[int]:
    """Where a layout's symbols stand among the columns of `read_inks`."""
    return [SYMBOLS.index(symbol) for symbol in symbols]
