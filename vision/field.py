"""Where the grid is: lattices are looked into with the network until one shows a grid."""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from vision.cells import CellQuads, cell_quads, field_corners
from vision.decode import Window, best_window, tile_mass
from vision.find import Lattice, find_lattices
from vision.letters import BLANK_CLASS, CLASSES, cut_crops, read_crops
from vision.tiles import (
    SMALLEST_PX,
    Spots,
    darkest_channel,
    enlarged,
    ink_spots,
    outline_spots,
    outlines,
    together,
)

WIDEST_PX, FINEST_PX = 1600, 2304
NEAR_PX, PLAIN_PX, FAINT_PX = 30.0, 18.0, 10.0
MOST_LATTICES = 3
MOST_UNLIKE = 1.6
RIM = 0.06
CROWD, GRID_REACH = 5, 3.0
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
    """A frame in the forms that the stages look at: as it is, gray, and small copies' darkest channels.

    `half_dark` is `half_scale` as large as the frame, half of it at most. Cells are read from the frame.
    """

    bgr: NDArray[np.uint8]
    gray: NDArray[np.uint8]
    half_dark: NDArray[np.uint8]
    half_scale: float


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


def prepare(frame_bgr: NDArray[np.uint8]) -> Picture:
    """The frame in its forms."""
    gray = np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    half, scale = _at_most(frame_bgr, min(max(frame_bgr.shape[:2]), WIDEST_PX) / 2)
    return Picture(frame_bgr, gray, darkest_channel(half), scale)


def _at_most(frame_bgr: NDArray[np.uint8], widest_px: float) -> tuple[NDArray[np.uint8], float]:
    """The frame made smaller until its longer side is so long, and by how much."""
    scale = min(1.0, widest_px / max(frame_bgr.shape[:2]))
    if scale == 1:
        return frame_bgr, 1.0
    small = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def find_fields(picture: Picture, layout: Layout) -> list[Field]:
    """The fields that show grids, the clearest first, never two over one place; quick detectors first.

    A larger copy is looked at when nothing was found, or when tiles are so small there that some grids may
    have been missed.
    """
    levels = (
        (_half_size, picture.half_scale),
        (_full_size, min(1.0, 2 * picture.half_scale)),
        (_finest, 1.0),
    )
    found: list[Field] = []
    for detected, scale in levels:
        found, more = _search(detected(picture), picture, layout, found)
        side = _tile_px(found[0]) * scale if found else 0.0
        if side >= (FAINT_PX if picture.half_scale == 0.5 else NEAR_PX if more else PLAIN_PX):
            break
    return found


def _search(
    detected: Iterator[Spots], picture: Picture, layout: Layout, found: list[Field]
) -> tuple[list[Field], bool]:
    """Those found and the ones that these detectors show beside them; and whether there may be more."""
    clear, open_, more = list(found), list[Field](), True
    for number, spots in enumerate(detected):
        left, more = beside(spots, clear, layout), True
        while not clear or _crowded(left, picture, _tile_px(clear[0])):
            fields = [_look_into(each, picture, layout) for each in _lattices(left, picture, layout)]
            plain = next((field for field in fields if _is_clear(field, layout)), None)
            open_ += [field for field in fields if field is not plain]
            if plain is None:
                break
            clear.append(plain)
            left = beside(left, [plain], layout)
        else:
            more = False
            if number:
                break
    return _with_open(clear, open_, layout), more


def _lattices(spots: Spots, picture: Picture, layout: Layout) -> Iterator[Lattice]:
    """The few best lattices through some spots, of which a first look shows that letters lie there."""
    for lattice in find_lattices(spots, layout.rows, layout.cols)[:MOST_LATTICES]:
        if _promising(lattice, picture, layout):
            yield lattice


def _with_open(clear: list[Field], open_: list[Field], layout: Layout) -> list[Field]:
    """The clear fields and, where none lies, the best of those in which some cells are not plain."""
    every = list(clear)
    for field in sorted(open_, key=lambda field: -round(2 * field.window.mass)):
        if _holds_grid(field, layout) and not any(_share_a_place(field, other, layout) for other in every):
            every.append(field)
    return [field for field in every if _like(_tile_px(field), _tile_px(every[0]))]


def _share_a_place(one: Field, other: Field, layout: Layout) -> bool:
    middles = one.cells.quads_px[one.inside(layout)].mean(2).reshape(-1, 2)
    return bool(_within(middles, other, layout).any())


def _tile_px(field: Field) -> float:
    """The side of a field's middle tile in pixels of the frame."""
    quad = field.cells.plain_px[field.cells.plain_px.shape[0] // 2, field.cells.plain_px.shape[1] // 2]
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def _like(side: float, other: float) -> bool:
    """Whether two tiles may be of one set on one table."""
    return max(side, other) < MOST_UNLIKE * min(side, other)


def beside(spots: Spots, found: list[Field], layout: Layout) -> Spots:
    """The spots that lie in none of these grids and may be tiles of the same set."""
    free = np.ones(len(spots.sides_px), bool)
    if found:
        side = _tile_px(found[0])
        free = np.maximum(spots.sides_px, side) < MOST_UNLIKE * np.minimum(spots.sides_px, side)
    for field in found:
        free &= ~_within(spots.middles_px, field, layout)
    middles, sides, quads, outlined = spots
    return Spots(middles[free], sides[free], quads[free], outlined[free])


def _within(points_px: NDArray[np.float64], field: Field, layout: Layout) -> NDArray[np.bool_]:
    """Which points (n, 2) lie in a field's grid or on its very edge, bool (n,)."""
    corners = field_corners(field.cells.quads_px[field.inside(layout)]).astype(np.float32)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    if not len(points_px):
        return np.zeros(0, bool)
    at = cv2.perspectiveTransform(points_px[None], cv2.getPerspectiveTransform(corners, square))[0]
    return np.asarray(((at > -RIM) & (at < 1 + RIM)).all(1))


def _crowded(spots: Spots, picture: Picture, side: float) -> bool:
    """Whether spots of a tile's size lie together as in a grid.

    In pictures that are not very wide a look at some of them must show letters, too.
    """
    far = np.linalg.norm(spots.middles_px[:, None] - spots.middles_px[None], axis=2) / side
    another = ((far > 0.75) & (far < 1.5)).sum(1) >= 2
    near = ((far < GRID_REACH) & another).sum(1) * another
    asked = np.argsort(-near, kind="stable")[: 2 * ASKED_CELLS]
    asked = asked[near[asked] >= CROWD]
    if not len(asked) or picture.half_scale < 0.5:
        return bool(len(asked))
    shown = tile_mass(_read(picture, spots.quads_px[asked])) > 0.5
    return bool(shown.mean() >= PROMISING)


def _promising(lattice: Lattice, picture: Picture, layout: Layout) -> bool:
    """Whether a few cells of a lattice show letters, asked before all are read; full ones are trusted."""
    if lattice.taken >= FULL_ENOUGH * layout.rows * layout.cols:
        return True
    cells = cell_quads(lattice, layout.rows, layout.cols)
    asked = cells.quads_px[cells.snapped][:: max(1, int(cells.snapped.sum()) // ASKED_CELLS)]
    return bool((tile_mass(_read(picture, asked)) > 0.5).mean() >= PROMISING)


def _half_size(picture: Picture) -> Iterator[Spots]:
    """Guessed tiles from edges; from edges and ink; with thresholds too; in pixels of the frame."""
    edged = outlines(picture.half_dark)
    yield enlarged(outline_spots(edged), picture.half_scale)
    inked = ink_spots(picture.half_dark)
    yield enlarged(together(outline_spots(edged), inked), picture.half_scale)
    seen = outline_spots(outlines(picture.half_dark, edged))
    yield enlarged(together(seen, inked), picture.half_scale)


def _full_size(picture: Picture) -> Iterator[Spots]:
    """The same twice as large, where ink may be faint and tiles small."""
    yield from _closer(picture, WIDEST_PX)


def _finest(picture: Picture) -> Iterator[Spots]:
    """Once more in very wide pictures, where tiles are few pixels of the others."""
    if max(picture.bgr.shape[:2]) > WIDEST_PX:
        yield from _closer(picture, FINEST_PX)


def _closer(picture: Picture, widest_px: float) -> Iterator[Spots]:
    large, scale = _at_most(picture.bgr, widest_px)
    dark, smallest = darkest_channel(large), FULL_SIZE_SMALLEST_PX if scale == 1 else SMALLEST_PX
    edged = outlines(dark, smallest_px=smallest)
    seen = outline_spots(outlines(dark, edged, smallest_px=smallest))
    for share in (0.86, 0.93):
        yield enlarged(together(seen, ink_spots(dark, share, 29, smallest)), scale)


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
