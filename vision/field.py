"""Where the grid is: lattices are looked into with the network until one shows a grid."""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from vision.cells import CellQuads, cell_quads
from vision.decode import Window, best_window, tile_mass
from vision.find import Lattice, find_lattices
from vision.letters import BLANK_CLASS, CLASSES, cut_crops, read_crops
from vision.tiles import Spots, darkest_channel, enlarged, ink_spots, outline_spots, outlines, together

WIDEST_PX = 1600
OUTER_SHARE = 0.95
FEWEST_TILES = 0.65
MOST_BESIDE = 0.4
PLAIN = 0.9
FULL_ENOUGH = 0.8
ASKED_CELLS = 6
PROMISING = 0.25
UNSEEN = -30.0
FULL_SIZE_SMALLEST_PX = 16.0


class Picture(NamedTuple):
    """A frame in the forms that the stages look at: as it is, gray, and its darkest channel at half size."""

    bgr: NDArray[np.uint8]
    gray: NDArray[np.uint8]
    half_dark: NDArray[np.uint8]


class Field(NamedTuple):
    """A lattice that was looked into, one row and column more on each side than the layout has.

    Its cells' outlines, their log-probabilities float64 (rows + 2, cols + 2, CLASSES), and the window of
    them that is the grid.
    """

    cells: CellQuads
    logs: NDArray[np.float64]
    window: Window

    def inside(self, layout: Layout) -> tuple[slice, slice]:
        """The rows and columns of the field that are the grid's."""
        top, left, *_ = self.window
        return slice(top, top + layout.rows), slice(left, left + layout.cols)

    def window_logs(self, layout: Layout) -> NDArray[np.float64]:
        """The grid's cells in reading order along the lattice, float64 (rows * cols, CLASSES)."""
        return self.logs[self.inside(layout)].reshape(layout.rows * layout.cols, -1)


def prepare(frame_bgr: NDArray[np.uint8]) -> tuple[Picture, float]:
    """The frame in its forms, made smaller when it is very wide, and by how much."""
    scale = min(1.0, WIDEST_PX / max(frame_bgr.shape[:2]))
    if scale < 1:
        frame_bgr = np.asarray(cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    half = cv2.resize(frame_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    return Picture(frame_bgr, np.asarray(gray, np.uint8), darkest_channel(np.asarray(half, np.uint8))), scale


def find_field(picture: Picture, layout: Layout) -> Field | None:
    """The field that shows most of a grid, or None: quick detectors first, the next while cells stay open.

    At full size it is only looked when there is no grid at half size.
    """
    return _best_of(_half_size(picture), picture, layout) or _best_of(_full_size(picture), picture, layout)


def _best_of(detected: Iterator[Spots], picture: Picture, layout: Layout) -> Field | None:
    best = None
    for spots in detected:
        for lattice in find_lattices(spots, layout.rows, layout.cols)[:3]:
            if not _promising(lattice, picture, layout):
                continue
            field = _look_into(lattice, picture, layout)
            if best is None or field.window.mass > best.window.mass + 0.5:
                best = field
            if _is_clear(field, layout):
                return field
    return best if best and _holds_grid(best, layout) else None


def _promising(lattice: Lattice, picture: Picture, layout: Layout) -> bool:
    """Whether a few cells of a lattice show letters, asked before all are read; full ones are trusted."""
    if lattice.taken >= FULL_ENOUGH * layout.rows * layout.cols:
        return True
    cells = cell_quads(lattice, layout.rows, layout.cols)
    asked = cells.quads_px[cells.snapped][:: max(1, int(cells.snapped.sum()) // ASKED_CELLS)]
    return bool((tile_mass(_read(picture, asked)) > 0.5).mean() >= PROMISING)


def _half_size(picture: Picture) -> Iterator[Spots]:
    """Guessed tiles from edges; from edges and ink; with thresholds too; in pixels of the full picture."""
    edged = outlines(picture.half_dark)
    yield enlarged(outline_spots(edged))
    inked = ink_spots(picture.half_dark)
    yield enlarged(together(outline_spots(edged), inked))
    yield enlarged(together(outline_spots(outlines(picture.half_dark, edged)), inked))


def _full_size(picture: Picture) -> Iterator[Spots]:
    """The same at full size, where ink may be faint."""
    dark = darkest_channel(picture.bgr)
    edged = outlines(dark, smallest_px=FULL_SIZE_SMALLEST_PX)
    seen = outline_spots(outlines(dark, edged, smallest_px=FULL_SIZE_SMALLEST_PX))
    for share in (0.86, 0.93):
        yield together(seen, ink_spots(dark, share, 29, FULL_SIZE_SMALLEST_PX))


def _look_into(lattice: Lattice, picture: Picture, layout: Layout) -> Field:
    """The lattice's cells read; the ring around them too, unless all are tiles and none was found there."""
    cells = cell_quads(lattice, layout.rows, layout.cols)
    logs = np.full((layout.rows + 2, layout.cols + 2, CLASSES), UNSEEN)
    logs[..., BLANK_CLASS] = 0.0
    inner = np.zeros(logs.shape[:2], bool)
    inner[1:-1, 1:-1] = True
    logs[inner] = _read(picture, cells.quads_px[inner])
    mass = tile_mass(logs[inner])
    if not cells.snapped[~inner].any() and bool((mass > PLAIN).all()):
        return Field(cells, logs, Window(1, 1, float(mass.sum())))
    logs[~inner] = _read(picture, cells.quads_px[~inner])
    return Field(cells, logs, best_window(logs, layout.rows, layout.cols))


def _read(picture: Picture, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    return read_crops(cut_crops(picture.gray, quads.astype(np.float32), OUTER_SHARE))


def _holds_grid(field: Field, layout: Layout) -> bool:
    """Whether enough of the cells show letters or symbols for this to be a grid, and not part of a page."""
    shown = tile_mass(field.logs) > 0.5
    inside = shown[field.inside(layout)]
    beside = (shown.sum() - inside.sum()) / (shown.size - inside.size)
    return bool(inside.mean() >= FEWEST_TILES and beside <= MOST_BESIDE)


def _is_clear(field: Field, layout: Layout) -> bool:
    """Whether every cell plainly shows a tile or plainly shows none."""
    logs = field.window_logs(layout)
    shown = np.maximum(tile_mass(logs), np.exp(logs[:, BLANK_CLASS])) > PLAIN
    return _holds_grid(field, layout) and bool(shown.all())


def ring(field: Field, layout: Layout) -> NDArray[np.float64]:
    """Outlines of the places around the grid that show no letter, float64 (n, 4, 2)."""
    free = tile_mass(field.logs) < 0.5
    free[field.inside(layout)] = False
    return field.cells.quads_px[free]


def runs_out(field: Field, layout: Layout, shape: tuple[int, ...]) -> bool:
    """Whether the grid may go on outside the picture: one outer line holds no tile, and beyond the opposite
    line the picture ends, so that the window may be off by one."""
    shown = tile_mass(field.logs[field.inside(layout)]) > 0.5
    rows, cols = field.inside(layout)
    quads, width, height = field.cells.quads_px, shape[1], shape[0]
    lines = (
        (shown[-1], rows.start - 1, cols, False),
        (shown[0], rows.stop, cols, False),
        (shown[:, -1], cols.start - 1, rows, True),
        (shown[:, 0], cols.stop, rows, True),
    )
    for line, beyond, along, is_column in lines:
        if not line.any() and 0 <= beyond < quads.shape[1 if is_column else 0]:
            next_line = quads[along, beyond] if is_column else quads[beyond, along]
            if (next_line < 0).any() or (next_line > (width - 1, height - 1)).any():
                return True
    return False
