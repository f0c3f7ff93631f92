"""Empty cells that an edge shuts off from the table around the grid: something lies over them.

A cup or a sleeve may have the table's own colour, but its rim goes all the way round. From an open cell at
the grid's border one comes to the table outside without crossing an edge stronger than the table's own. The
two limits were set on drawings of the calibration fonts.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

CELL_PX = 12
BEYOND = 1.5
LEVELS = np.geomspace(0.01, 1.0, 40)
TIMES_USUAL, MORE_THAN_USUAL = 1.7, 0.012
RING_REACH_PX, CELL_REACH_PX = 2, 3


def shut_off(
    frame_bgr: NDArray[np.uint8], plane: NDArray[np.float64], shown: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which cells without a tile cannot be reached from the table around the grid, bool (rows, cols).

    `plane` float64 (3, 3) maps (column, row) to pixels, `shown` bool (rows, cols) tells which have a tile.
    Holes with tiles all around are never named: tiles shut them off.
    """
    found = np.zeros(shown.shape, bool)
    asked = np.argwhere(_open_to_border(~shown))
    if not len(asked):
        return found
    edges = _edges(frame_bgr, plane, shown.shape)
    padded = np.pad(np.zeros(shown.shape, bool), 1, constant_values=True)
    ring = np.argwhere(padded) - 1
    usual = 0.0
    for level in LEVELS:
        _, labels = cv2.connectedComponents((edges < level).astype(np.uint8), connectivity=4)
        around = np.concatenate([np.unique(_at(labels, cell, RING_REACH_PX)) for cell in ring])
        counted = np.bincount(around[around > 0], minlength=1)
        table = int(counted.argmax())
        if 2 * counted[table] < len(ring):
            continue
        usual = usual or float(level)
        if level > max(TIMES_USUAL * usual, usual + MORE_THAN_USUAL):
            break
        asked = np.array([cell for cell in asked if table not in _at(labels, cell, CELL_REACH_PX)], int)
        if not len(asked):
            return found
    found[tuple(asked.T)] = True
    return found


def _open_to_border(empty: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The empty cells (rows, cols) that are at the border or lead there over other empty ones."""
    _, labels = cv2.connectedComponents(empty.astype(np.uint8), connectivity=4)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    return np.asarray(np.isin(labels, rim[rim > 0]))


def _at(labels: NDArray[np.int32], cell: NDArray[np.int64], reach: int) -> NDArray[np.int32]:
    """The labels about the middle of a cell (row, column) of the flat picture."""
    row, col = ((cell + 0.5 + BEYOND) * CELL_PX).astype(int)
    return labels[row - reach : row + reach + 1, col - reach : col + reach + 1]


def _edges(
    frame_bgr: NDArray[np.uint8], plane: NDArray[np.float64], shape: tuple[int, ...]
) -> NDArray[np.float32]:
    """How steep the log of the light is at each pixel of the grid laid flat, with its surroundings."""
    height, width = (int((cells + 2 * BEYOND) * CELL_PX) for cells in shape)
    to_cells = np.array([[1 / CELL_PX, 0, -BEYOND], [0, 1 / CELL_PX, -BEYOND], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(
        frame_bgr, plane @ to_cells, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    light = cv2.GaussianBlur(np.log(flat.astype(np.float32) + 8), (0, 0), 1.0)
    across, down = (cv2.Sobel(light, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.asarray(np.sqrt(across**2 + down**2).max(2) / 8, np.float32)
