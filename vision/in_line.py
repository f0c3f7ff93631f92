"""Where cells of a grid lie by those beside them that were read, when the lattice missed them."""

import numpy as np
from numpy.typing import NDArray

Quads = NDArray[np.float64]
REACH = 1.5
FEWEST = 6
CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def in_line(quads_px: Quads, is_read: NDArray[np.bool_], cols: int) -> Quads | None:
    """Every cell's place in line with those that were read, float64 (n, 4, 2); None with too few to tell.

    `quads_px` (n, 4, 2) are cells in reading order, `cols` in a row. Around each cell rows and columns are
    taken as straight and evenly spaced: an affine map, in which near cells count most (Cleveland 1979).
    """
    row, col = np.divmod(np.arange(len(quads_px)), cols)
    at = np.column_stack([col, row, np.ones(len(row))])
    if is_read.sum() < FEWEST or np.linalg.matrix_rank(at[is_read]) < 3:
        return None
    far = ((at[:, None] - at[None, is_read]) ** 2).sum(2)
    weight = np.exp(-far / (2 * REACH**2))
    known, middles = at[is_read], quads_px[is_read].mean(1)
    normal = np.einsum("nk,ki,kj->nij", weight, known, known)
    maps = np.linalg.solve(normal, np.einsum("nk,ki,kj->nij", weight, known, middles))
    steps = np.linalg.norm(maps[:, :2], axis=2).mean()
    side = np.median(np.linalg.norm(quads_px[is_read] - np.roll(quads_px[is_read], 1, axis=1), axis=2))
    middle = np.einsum("ni,nij->nj", at, maps)
    return np.asarray(middle[:, None] + np.einsum("ci,nij->ncj", CORNERS, maps[:, :2]) * (side / steps))
