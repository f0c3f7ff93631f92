"""From a lattice to the outline of every cell: where to cut the pieces that are read."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.reading import Quad
from vision.find import Lattice

Points = NDArray[np.float64]
STRAIGHTENED_DEG = 20


@dataclass(frozen=True, slots=True)
class CellQuads:
    """Outlines of the tops of the tiles in a field of cells, one row and column more on each side.

    `quads_px` float64 (rows + 2, cols + 2, 4, 2), clockwise from the corner that is top left along the
    lattice; `plain_px` the same as the lattice alone would have it; `snapped` bool (rows + 2, cols + 2): the
    outline comes from the tile, not from the lattice.
    """

    quads_px: Points
    plain_px: Points
    snapped: NDArray[np.bool_]


def cell_quads(lattice: Lattice, rows: int, cols: int) -> CellQuads:
    """Every cell's outline: the lattice's square, moved and turned to the tile where one was found."""
    down, across = np.mgrid[-1 : rows + 1, -1 : cols + 1]
    middles = np.stack([across + 0.5, down + 0.5], -1).reshape(-1, 2)
    half = lattice.tile_share / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    at = middles[:, None] + square[None]
    quads = cv2.perspectiveTransform(at.reshape(1, -1, 2), lattice.plane).reshape(rows + 2, cols + 2, 4, 2)
    plain, snapped = quads.copy(), np.zeros((rows + 2, cols + 2), bool)
    outlines = lattice.outlines_px.items()
    seen = {at: quad for at, quad in outlines if -1 <= at[0] <= rows and -1 <= at[1] <= cols}
    if seen:
        places = tuple(np.array(list(seen)).T + 1)
        quads[places], snapped[places] = _snapped(quads[places], np.array(list(seen.values()))), True
    return CellQuads(quads, plain, snapped)


def _snapped(cells: Points, outlines: Points) -> Points:
    """Cells' squares laid on found outlines (n, 4, 2): their middles and slants, the squares' own size."""
    slants = _slants(outlines) - _slants(cells)
    slants = (slants + 45) % 90 - 45
    turns = np.deg2rad(np.where(np.abs(slants) < STRAIGHTENED_DEG, slants, 0.0))
    cos, sin = np.cos(turns), np.sin(turns)
    spins = np.array([[cos, sin], [-sin, cos]]).transpose(2, 0, 1)
    about = (cells - cells.mean(1, keepdims=True)) @ spins
    return np.asarray(about + outlines.mean(1, keepdims=True))


def _slants(quads: Points) -> Points:
    """How far each quad's first side is turned clockwise from the picture's row, in degrees, (n,)."""
    along = quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]
    return np.asarray(np.rad2deg(np.arctan2(along[:, 1], along[:, 0])))


def field_corners(quads_px: Points) -> Points:
    """The outer corners of cells (rows, cols, 4, 2), float64 (4, 2), clockwise from the top left."""
    return np.array([quads_px[0, 0, 0], quads_px[0, -1, 1], quads_px[-1, -1, 2], quads_px[-1, 0, 3]])


def cut_off(quads_px: Points, shape: tuple[int, ...]) -> bool:
    """Whether a tenth of any cell (n, 4, 2) or more lies outside a picture of this shape."""
    inner = quads_px.mean(1, keepdims=True) + 0.8 * (quads_px - quads_px.mean(1, keepdims=True))
    size = np.array([shape[1], shape[0]])
    return bool((inner < 0).any() or (inner > size - 1).any())


def as_quad(points_px: Points | list[list[float]]) -> Quad:
    """Four corners (4, 2) as the plain value that a reading carries."""
    a, b, c, d = ((float(x), float(y)) for x, y in points_px)
    return (a, b, c, d)
