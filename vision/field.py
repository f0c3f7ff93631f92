"""A lattice looked into with the network: does it show a grid, and which of its cells are the grid?"""

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from vision.cells import CellQuads, cell_quads, field_corners
from vision.decode import Window, best_window, tile_mass
from vision.find import Lattice
from vision.letters import BLANK_CLASS, CLASSES, cut_crops, read_crops
from vision.negative import negative
from vision.tiles import darkest_channel

Invert = Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
WIDEST_PX = 1600
OUTER_SHARE = 0.95
FEWEST_TILES = 0.65
MOST_BESIDE = 0.4
PLAIN = 0.9
FULL_ENOUGH = 0.8
ASKED_CELLS = 6
PROMISING = 0.25
UNSEEN = -30.0
MOST_MOVES = 2
BETTER = 0.5


class Picture(NamedTuple):
    """A frame in the forms that the stages look at: as it is, gray, and its darkest channel at half size."""

    bgr: NDArray[np.uint8]
    gray: NDArray[np.uint8]
    half_dark: NDArray[np.uint8]


class Field(NamedTuple):
    """A lattice that was looked into, one row and column more on each side than the layout has.

    The lattice, its cells' outlines, their log-probabilities float64 (rows + 2, cols + 2, CLASSES), and the
    window of them that is the grid.
    """

    lattice: Lattice
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

    def window_plane(self) -> NDArray[np.float64]:
        """(column, row) of the grid's own cells -> pixels, float64 (3, 3)."""
        shift = np.array([[1, 0, self.window.left - 1], [0, 1, self.window.top - 1], [0, 0, 1]], np.float64)
        return self.lattice.plane @ shift

    def corners_px(self, layout: Layout) -> NDArray[np.float64]:
        """The grid's outer corners along the lattice, float64 (4, 2)."""
        return field_corners(self.cells.quads_px[self.inside(layout)])

    def tile_px(self) -> float:
        """How long a tile's side is in the picture: the middle of all cells' first sides."""
        sides = self.cells.plain_px[:, :, 1] - self.cells.plain_px[:, :, 0]
        return float(np.median(np.linalg.norm(sides, axis=2)))


class View(NamedTuple):
    """Part of a frame as it is looked at: its picture, how large that is as a share of the frame's size,
    where in the frame it begins (x, y), and whether light and dark are exchanged in the picture."""

    picture: Picture
    scale: float = 1.0
    begins_px: tuple[float, float] = (0.0, 0.0)
    is_negative: bool = False

    def to_frame(self) -> NDArray[np.float64]:
        """The map from the view's pixels to the frame's, float64 (3, 3)."""
        size = 1 / self.scale
        x, y = ((size - 1) / 2 + begin for begin in self.begins_px)
        return np.array([[size, 0, x], [0, size, y], [0, 0, 1]])


def view_of(frame_bgr: NDArray[np.uint8], widest_px: float = WIDEST_PX) -> View:
    """The whole frame, made smaller when it is wider than `widest_px`."""
    scale = min(1.0, widest_px / max(frame_bgr.shape[:2]))
    return View(_prepared(frame_bgr, scale), scale)


def part_of(
    frame_bgr: NDArray[np.uint8], around_px: NDArray[np.float64], scale: float, is_negative: bool = False
) -> View:
    """The part of the frame that holds the points (n, 2), in this share of its size."""
    low = np.clip(around_px.min(0), 0, None).astype(int)
    high = np.minimum(np.ceil(around_px.max(0)), frame_bgr.shape[1::-1]).astype(int)
    part = frame_bgr[low[1] : high[1], low[0] : high[0]]
    picture = _prepared(part, scale, negative if is_negative else None)
    return View(picture, scale, (float(low[0]), float(low[1])), is_negative)


def again(frame_bgr: NDArray[np.uint8], before: View) -> View:
    """The same part of another frame of the same size."""
    height, width = (round(side / before.scale) for side in before.picture.gray.shape)
    left, top = (int(begin) for begin in before.begins_px)
    part = frame_bgr[top : top + height, left : left + width]
    picture = _prepared(part, before.scale, negative if before.is_negative else None)
    return View(picture, *before[1:])


def negative_of(view: View, inverted: Invert = negative) -> View:
    """The same view with light and dark exchanged: dark tiles with light print look like any others."""
    return View(_prepared(view.picture.bgr, 1.0, inverted), *view[1:3], not view.is_negative)


def _prepared(frame_bgr: NDArray[np.uint8], scale: float, inverted: Invert | None = None) -> Picture:
    if scale < 1:
        frame_bgr = np.asarray(cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    frame_bgr = inverted(frame_bgr) if inverted else np.ascontiguousarray(frame_bgr)
    half = cv2.resize(frame_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    return Picture(frame_bgr, np.asarray(gray, np.uint8), darkest_channel(np.asarray(half, np.uint8)))


def mapped(field: Field, to: NDArray[np.float64], picture: Picture, layout: Layout) -> Field:
    """The same field looked into once more in another picture; `to` maps pixels there, float64 (3, 3)."""
    old = field.lattice.outlines_px
    outlines = {at: cv2.perspectiveTransform(quad[None], to)[0] for at, quad in old.items()}
    return look_into(
        field.lattice._replace(plane=to @ field.lattice.plane, outlines_px=outlines), picture, layout
    )


def promising(lattice: Lattice, picture: Picture, layout: Layout) -> bool:
    """Whether a few cells of a lattice show letters, asked before all are read; full ones are trusted."""
    if lattice.taken >= FULL_ENOUGH * layout.rows * layout.cols:
        return True
    cells = cell_quads(lattice, layout.rows, layout.cols)
    asked = cells.quads_px[cells.snapped][:: max(1, int(cells.snapped.sum()) // ASKED_CELLS)]
    return bool((tile_mass(_read(picture, asked)) > 0.5).mean() >= PROMISING)


def look_into(lattice: Lattice, picture: Picture, layout: Layout) -> Field:
    """The lattice's cells read, and what lies around; a lattice that lies beside the grid is moved there.

    Where the fullest window ends at the rim of what was read, the grid may go on beyond it: then the lattice
    is laid over that window and read once more.
    """
    field = _looked(lattice, picture, layout)
    for _ in range(MOST_MOVES):
        across, down = field.window.left - 1, field.window.top - 1
        if not across and not down:
            break
        outlines = {(r - down, c - across): quad for (r, c), quad in field.lattice.outlines_px.items()}
        beyond = field.lattice._replace(plane=field.window_plane(), outlines_px=outlines)
        moved = _looked(beyond, picture, layout, _shifted(field.logs, down, across))
        if moved.window.mass < field.window.mass + BETTER:
            break
        field = moved
    return field


def _looked(
    lattice: Lattice, picture: Picture, layout: Layout, known: NDArray[np.float64] | None = None
) -> Field:
    """The lattice's cells read; the ring around them too, unless all are tiles and none was found there.

    `known` are log-probabilities of cells that were read before, NaN for the others.
    """
    cells = cell_quads(lattice, layout.rows, layout.cols)
    logs = np.full((layout.rows + 2, layout.cols + 2, CLASSES), UNSEEN)
    logs[..., BLANK_CLASS] = 0.0
    inner = np.zeros(logs.shape[:2], bool)
    inner[1:-1, 1:-1] = True
    unread = np.ones_like(inner) if known is None else np.isnan(known[..., BLANK_CLASS])
    logs[inner & unread] = _read(picture, cells.quads_px[inner & unread])
    if known is not None:
        logs[inner & ~unread] = known[inner & ~unread]
    mass = tile_mass(logs[inner])
    if not cells.snapped[~inner].any() and bool((mass > PLAIN).all()):
        return Field(lattice, cells, logs, Window(1, 1, float(mass.sum())))
    logs[~inner & unread] = _read(picture, cells.quads_px[~inner & unread])
    if known is not None:
        logs[~inner & ~unread] = known[~inner & ~unread]
    return Field(lattice, cells, logs, best_window(logs, layout.rows, layout.cols))


def _shifted(logs: NDArray[np.float64], down: int, across: int) -> NDArray[np.float64]:
    """A field's log-probabilities as those of a field so many rows and columns on, NaN for its new cells."""
    moved = np.full_like(logs, np.nan)
    (to_rows, rows), (to_cols, cols) = (
        (slice(max(0, -by), size - max(0, by)), slice(max(0, by), size + min(0, by)))
        for by, size in zip((down, across), logs.shape[:2], strict=True)
    )
    moved[to_rows, to_cols] = logs[rows, cols]
    return moved


def _read(picture: Picture, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    return read_crops(cut_crops(picture.gray, quads.astype(np.float32), OUTER_SHARE))


def holds_grid(field: Field, layout: Layout) -> bool:
    """Whether enough of the cells show letters or symbols for this to be a grid, and not part of a page."""
    shown = tile_mass(field.logs) > 0.5
    inside = shown[field.inside(layout)]
    beside = (shown.sum() - inside.sum()) / (shown.size - inside.size)
    return bool(inside.mean() >= FEWEST_TILES and beside <= MOST_BESIDE)


def is_clear(field: Field, layout: Layout) -> bool:
    """Whether every cell plainly shows a tile or plainly shows none."""
    logs = field.window_logs(layout)
    shown = np.maximum(tile_mass(logs), np.exp(logs[:, BLANK_CLASS])) > PLAIN
    return holds_grid(field, layout) and bool(shown.all())


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
