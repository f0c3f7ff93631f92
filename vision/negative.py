"""The picture with light and dark exchanged: light letters on dark tiles become dark ones on light tiles."""

import cv2
import numpy as np
from numpy.typing import NDArray


def negative(frame_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each pixel as bright as it was dark, its colour kept: uint8 of the same shape, a copy.

    Twice gives the picture back, but for colours that are too strong for their new brightness.
    """
    luma = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2YCrCb)
    luma[..., 0] = cv2.bitwise_not(np.ascontiguousarray(luma[..., 0]))
    return np.asarray(cv2.cvtColor(luma, cv2.COLOR_YCrCb2BGR), np.uint8)


def complement(frame_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each pixel as bright in every colour as it was dark: uint8 of the same shape, a copy.

    Nothing is lost; but what was red is blue-green.
    """
    return np.asarray(cv2.bitwise_not(frame_bgr), np.uint8)
