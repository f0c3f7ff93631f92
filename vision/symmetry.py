"""Boards are printed alike on all sides: a square that looks like its counterparts is printed, not laid."""

import numpy as np
from numpy.typing import NDArray

from vision.squares import FREE, TILE, Squares

LIKE, UNLIKE = 0.10, 0.25
TIMES = 50.0
Points = NDArray[np.float64]


def as_printed(squares: Squares, lettered: NDArray[np.bool_], side: int) -> Points:
    """The squares' shares (n, 3) when those without a letter are held against their counterparts.

    `lettered` bool (n,) are squares on which a letter is plain: they stay as they are. A blank tile has the
    tiles' colour, and the squares that lie as it does on the other sides of the board have not.
    """
    colours = squares.middles - squares.usual
    printed = _nearest(colours, squares.shares[:, FREE] > squares.shares[:, TILE], side)
    laid = np.full(len(colours), np.inf)
    if squares.tone is not None:
        laid = np.abs(colours - squares.tone).max(1)
    weight = np.ones(len(colours))
    weight[(printed < LIKE) & (printed < laid)] = 1 / TIMES
    weight[(printed > UNLIKE) & (laid < LIKE)] = TIMES
    weight[lettered] = 1.0
    shares = squares.shares.copy()
    shares[:, TILE] *= weight
    return np.asarray(shares / shares.sum(1, keepdims=True))


def _nearest(colours: NDArray[np.float32], free: NDArray[np.bool_], side: int) -> Points:
    """How far each square's colour is from that of its most alike free counterpart, float64 (n,)."""
    board = np.where(free[:, None], colours, np.inf).reshape(side, side, 3)
    mine = colours.reshape(side, side, 3)
    nearest = np.full((side, side), np.inf)
    for quarters in range(4):
        for across in (False, True):
            other = np.rot90(board[:, ::-1] if across else board, quarters)
            own = np.rot90(_numbers(side)[:, ::-1] if across else _numbers(side), quarters) == _numbers(side)
            apart = np.abs(mine - other).max(2)
            nearest = np.minimum(nearest, np.where(own, np.inf, apart))
    return nearest.ravel()


def _numbers(side: int) -> NDArray[np.int64]:
    return np.arange(side * side).reshape(side, side)
