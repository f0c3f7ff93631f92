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
VALUED_WEIGHTS = Path(__file__).parent / "model" / "valued.onnx"
LARGER_WEIGHTS = Path(__file__).parent / "model" / "larger.onnx"
TEMPERATURE = 1.0
SHOWN_AT_ONCE = 32
Crops = NDArray[np.float32]
Pixels = NDArray[np.uint8]
LogProbs = NDArray[np.float64]


def letter_class(letter: str, turn: int) -> int:
    """The network's output for a letter whose up is turned clockwise by `turn` quarters."""
    return 4 * LETTERS.index(letter) + turn % 4


def cut(picture: Pixels, quads: NDArray[np.floating], share: float, side: int) -> Pixels:
    """The inner `share` of each quad (n, 4, 2) straight: uint8 (n, side, side) or, in colour, (n, side, side,
    3); black where a quad lies outside the picture.

    Quads are clockwise from the corner that shall be a piece's top left.
    """
    pieces = np.empty((len(quads), side, side, *picture.shape[2:]), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for piece, to_picture in zip(pieces, piece_maps(quads, share, side), strict=True):
        cv2.warpPerspective(picture, to_picture, (side, side), piece, flags)
    return pieces


def piece_maps(quads: NDArray[np.floating], share: float, side: int) -> NDArray[np.float64]:
    """From the middles of each piece's pixels to the picture, float64 (n, 3, 3).

    Unit square to quad (Heckbert 1989).
    """
    a, b, c, d = (quads[:, i].astype(np.float64) for i in range(4))
    p, q, s = b - c, d - c, a - b + c - d
    area = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g = ((s[:, 0] * q[:, 1] - s[:, 1] * q[:, 0]) / area)[:, None]
    h = ((p[:, 0] * s[:, 1] - p[:, 1] * s[:, 0]) / area)[:, None]
    below = np.stack([g, h, np.ones_like(g)], 2)
    maps = np.concatenate([np.stack([b - a + g * b, d - a + h * d, a], 2), below], 1)
    step = share / side
    begin = (1 - share + step) / 2
    return np.asarray(maps @ np.array([[step, 0, begin], [0, step, begin], [0, 0, 1]]))


def cut_crops(gray: NDArray[np.uint8], quads: NDArray[np.floating], share: float) -> Crops:
    """The inner `share` of each quad (n, 4, 2) straight: float32 (n, CROP_PX, CROP_PX), mean 0, spread 1.

    Quads are clockwise from the corner that shall be the crop's top left. Tiles much larger than a crop are
    cut from a smaller copy of the picture, else small strokes break up.
    """
    if not len(quads):
        return np.zeros((0, CROP_PX, CROP_PX), np.float32)
    crops = cut(*_fitting(gray, quads, share), share, CROP_PX).reshape(len(quads), -1).astype(np.float32)
    crops -= crops.mean(1, keepdims=True)
    crops /= np.sqrt(np.einsum("ij,ij->i", crops, crops) / crops.shape[1])[:, None] + 2.0
    return crops.reshape(-1, CROP_PX, CROP_PX)


def _fitting(
    gray: NDArray[np.uint8], quads: NDArray[np.floating], share: float
) -> tuple[NDArray[np.uint8], NDArray[np.floating]]:
    """The picture around the quads, made smaller by a whole factor so that tiles suit the crops."""
    side = float(np.median(np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1))) * share
    factor = int(side / (1.4 * CROP_PX)) + 1
    if factor == 1:
        return gray, quads
    low = np.clip(quads.min((0, 1)).astype(int) - factor, 0, None)
    high = np.minimum(quads.max((0, 1)).astype(int) + 2 * factor, gray.shape[::-1])
    width, height = np.maximum((high - low) // factor, 1)
    part = gray[low[1] : low[1] + height * factor, low[0] : low[0] + width * factor]
    if not part.size:
        return gray, quads
    small = cv2.resize(part, (int(width), int(height)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), (quads - low + 0.5) / factor - 0.5


@cache
def load_network(weights: Path = WEIGHTS) -> Any:
    """A network, read once; calling this early keeps the time out of the first reading.

    Networks as small as ours cost a fifth to a half less in the engine that OpenCV 4.6 has alone and OpenCV 5
    beside its new one.
    """
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(str(weights), *(() if engine is None else (engine,)))


def read_crops(crops: Crops, weights: Path = WEIGHTS) -> LogProbs:
    """Calibrated log-probabilities of the network's classes, float64 (n, CLASSES).

    `weights` are VALUED_WEIGHTS for tiles that carry a value beside the letter.
    """
    if not len(crops):
        return np.zeros((0, CLASSES))
    return normalised(scores_of(crops[:, None], weights) / TEMPERATURE)


def scores_of(inputs: NDArray[np.float32], weights: Path) -> LogProbs:
    """What a network puts out for its inputs (n, channels, height, width), float64 (n, outputs), n > 0.

    Some at a time: what its layers hold of more than SHOWN_AT_ONCE no longer stays near the processor.
    """
    network, found = load_network(weights), []
    for begin in range(0, len(inputs), SHOWN_AT_ONCE):
        network.setInput(inputs[begin : begin + SHOWN_AT_ONCE])
        found.append(np.array(network.forward(), np.float64))
    scores = np.concatenate(found)
    return scores.reshape(len(scores), -1)


def normalised(scores: LogProbs) -> LogProbs:
    """Scores (..., k) as log-probabilities, which sum up to one along the last axis."""
    apart = scores - scores.max(-1, keepdims=True)
    return np.asarray(apart - np.log(np.exp(apart).sum(-1, keepdims=True)))
