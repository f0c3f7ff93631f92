"""read(frame, layout, memory) -> (Reading, memory): the order in which a picture becomes a reading."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.reading import GridReading, Reading
from vision.answer import answer_grid
from vision.cells import CellQuads, cell_quads, cut_off
from vision.decode import Window, best_window, tile_mass
from vision.find import Lattice, find_lattices
from vision.letters import BLANK_CLASS, CLASSES, cut_crops, read_crops
from vision.markers import find_markers, mat_planes
from vision.settle import looks_like_table, settle
from vision.steady import Conditions, measure, motion
from vision.tiles import Spots, darkest_channel, ink_spots, outline_spots, outlines, together

WIDEST_PX = 1600
INNER_SHARES = (0.95, 0.82)
FEWEST_TILES = 0.6
CLEAR = 1.0
UNSEEN = -30.0
MAT_REACH = 2.6
HIDDEN_CELLS = 2
CUT_OFF = "part of the grid is outside the picture: move the camera or the tiles"


@dataclass(frozen=True, slots=True)
class Memory:
    """What the reader keeps from one picture to the next: a small gray copy, to see what moved."""

    small_gray: NDArray[np.uint8] | None = None


class Picture(NamedTuple):
    """A frame in the forms that the stages look at: as it is, gray, and its darkest channel at half size."""

    bgr: NDArray[np.uint8]
    gray: NDArray[np.uint8]
    half_dark: NDArray[np.uint8]


class Field(NamedTuple):
    """A lattice that was looked into: outlines and log-probabilities of its cells, and the best window."""

    cells: CellQuads
    logs: NDArray[np.float64]
    window: Window


def read(frame_bgr: NDArray[np.uint8], layout: Layout, memory: Memory) -> tuple[Reading, Memory]:
    """What one picture holds, and what to remember for the next.

    `frame_bgr` is uint8 (height, width, 3); ValueError for anything else. Never raises for what is in the
    picture: where nothing can be read the reading says so in `problem`.
    """
    _check(frame_bgr)
    start = perf_counter()
    picture, scale = prepare(frame_bgr)
    conditions, small = measure(picture.gray)
    reading = Reading(
        layout.name,
        moved=motion(memory.small_gray, small),
        notes=conditions.notes,
        sharpness=conditions.sharpness,
        light=conditions.light,
    )
    field = _best_field(picture, layout)
    if field is None:
        reading = replace(reading, problem=_nothing_found(conditions))
    else:
        reading = _with_grid(reading, field, picture, layout, scale)
    return replace(reading, ms=(perf_counter() - start) * 1000), Memory(small)


def prepare(frame_bgr: NDArray[np.uint8]) -> tuple[Picture, float]:
    """The frame in its forms, made smaller when it is very wide, and by how much."""
    scale = min(1.0, WIDEST_PX / max(frame_bgr.shape[:2]))
    if scale < 1:
        frame_bgr = np.asarray(cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    half = cv2.resize(frame_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    return Picture(frame_bgr, np.asarray(gray, np.uint8), darkest_channel(np.asarray(half, np.uint8))), scale


def _best_field(picture: Picture, layout: Layout) -> Field | None:
    """The field that shows most of a grid, looking no further than the first without an open question."""
    best = None
    for field in fields(picture, layout):
        if best is None or field.window.mass > best.window.mass + 0.5:
            best = field
        if _is_clear(field, layout):
            break
    return best if best and _holds_grid(best, layout) else None


def fields(picture: Picture, layout: Layout) -> Iterator[Field]:
    """Every lattice that might be the grid, likeliest first; later detectors only run when asked."""
    for spots in _spots(picture):
        for lattice in find_lattices(spots, layout.rows, layout.cols)[:3]:
            yield _look_into(lattice, picture, layout)


def _spots(picture: Picture) -> Iterator[Spots]:
    """The detectors in order, quick ones first; in pixels of the full picture."""
    edged = outlines(picture.half_dark)
    yield _enlarged(outline_spots(edged))
    seen = outline_spots(outlines(picture.half_dark, edged))
    yield _enlarged(together(seen, ink_spots(picture.half_dark)))
    full_dark = darkest_channel(picture.bgr)
    seen = outline_spots(outlines(full_dark, outlines(full_dark)))
    for share in (0.86, 0.93):
        yield together(seen, ink_spots(full_dark, share, 29))


def _enlarged(spots: Spots) -> Spots:
    return Spots(spots.middles_px * 2 + 0.5, spots.sides_px * 2, spots.quads_px * 2 + 0.5, spots.outlined)


def _look_into(lattice: Lattice, picture: Picture, layout: Layout) -> Field:
    """The lattice's cells read; the ring around them too unless tiles were found in all of them and only there."""
    cells = cell_quads(lattice, layout.rows, layout.cols)
    logs = np.full((layout.rows + 2, layout.cols + 2, CLASSES), UNSEEN)
    logs[..., BLANK_CLASS] = 0.0
    inner = np.zeros(logs.shape[:2], bool)
    inner[1:-1, 1:-1] = True
    logs[inner] = read_crops(
        cut_crops(picture.gray, cells.quads_px[inner].astype(np.float32), INNER_SHARES[0])
    )
    field = Field(cells, logs, Window(1, 1, float(tile_mass(logs[inner]).sum()), 0.0))
    if not cells.snapped[~inner].any() and bool((tile_mass(logs[inner]) > 0.9).all()):
        return field
    logs[~inner] = read_crops(
        cut_crops(picture.gray, cells.quads_px[~inner].astype(np.float32), INNER_SHARES[0])
    )
    return Field(cells, logs, best_window(logs, layout.rows, layout.cols))


def _window_logs(field: Field, layout: Layout) -> NDArray[np.float64]:
    top, left, *_ = field.window
    return field.logs[top : top + layout.rows, left : left + layout.cols].reshape(
        layout.rows * layout.cols, -1
    )


def _holds_grid(field: Field, layout: Layout) -> bool:
    """Whether enough of the cells show letters or symbols for this to be a grid at all."""
    return float((tile_mass(_window_logs(field, layout)) > 0.5).mean()) >= FEWEST_TILES


def _is_clear(field: Field, layout: Layout) -> bool:
    """Whether nearly every cell plainly shows a tile or plainly shows none."""
    logs = _window_logs(field, layout)
    shown = np.maximum(tile_mass(logs), np.exp(logs[:, BLANK_CLASS])) > 0.9
    return _holds_grid(field, layout) and float(shown.mean()) >= CLEAR


def _with_grid(reading: Reading, field: Field, picture: Picture, layout: Layout, scale: float) -> Reading:
    top, left, *_ = field.window
    quads = field.cells.quads_px[top : top + layout.rows, left : left + layout.cols].reshape(-1, 4, 2)
    if cut_off(quads, picture.gray.shape):
        return replace(reading, problem=CUT_OFF)
    quads, first = settle(picture.gray, quads, _window_logs(field, layout))
    second = read_crops(cut_crops(picture.gray, quads.astype(np.float32), INNER_SHARES[1]))
    surface = looks_like_table(picture.bgr, quads, _ring(field, layout))
    shaped = quads.reshape(layout.rows, layout.cols, 4, 2)
    answer = answer_grid(picture.bgr, shaped, (first, second), surface, layout)
    grid = replace(answer.grid, seat=_seat(picture, layout, answer.grid))
    return replace(reading, grids=(_rescaled(grid, 1 / scale),), obstructed=answer.hidden >= HIDDEN_CELLS)


def _ring(field: Field, layout: Layout) -> NDArray[np.float64]:
    """Outlines of the places around the window that show no letter, float64 (n, 4, 2)."""
    free = tile_mass(field.logs) < 0.5
    top, left, *_ = field.window
    free[top : top + layout.rows, left : left + layout.cols] = False
    return field.cells.quads_px[free]


def _seat(picture: Picture, layout: Layout, grid: GridReading) -> int | None:
    """The seat whose mat the grid's middle lies on, or None."""
    if layout.mat is None:
        return None
    part, corner = _around(picture.gray, np.array(grid.quad_px))
    markers = {name: quad + corner for name, quad in find_markers(part).items()}
    planes = mat_planes(markers, layout.mat.side_mm, layout.mat.marker_mm)
    middle = np.array([[np.mean(grid.quad_px, axis=0)]])
    for seat, plane in planes.items():
        x, y = cv2.perspectiveTransform(middle, np.linalg.inv(plane))[0, 0]
        if 0 < x < layout.mat.side_mm and 0 < y < layout.mat.side_mm:
            return seat
    return None


def _around(
    gray: NDArray[np.uint8], quad: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The part of the picture that a mat under a grid can take up, and its top left corner."""
    reach = MAT_REACH * np.ptp(quad, axis=0).max() / 2
    low = np.maximum(quad.mean(0) - reach, 0).astype(int)
    high = np.minimum(quad.mean(0) + reach, gray.shape[::-1]).astype(int)
    return gray[low[1] : high[1], low[0] : high[0]], low.astype(np.float32)


def _rescaled(grid: GridReading, scale: float) -> GridReading:
    """The grid with its corners in the pixels of the frame that was given."""
    if scale == 1:
        return grid

    def larger(quad: tuple) -> tuple:  # type: ignore[type-arg]
        return tuple(((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in quad)

    cells = tuple(cell._replace(quad_px=larger(cell.quad_px)) for cell in grid.cells)
    return replace(grid, quad_px=larger(grid.quad_px), cells=cells)


def _nothing_found(conditions: Conditions) -> str:
    if "dark" in conditions.notes:
        return "no grid found: it is too dark; switch a lamp on"
    if "blurred" in conditions.notes:
        return "no grid found: the picture is blurred; hold the camera still or focus it"
    return "no grid found: lay the tiles in rows and columns, close together and wholly in the picture"


def _check(frame_bgr: NDArray[np.uint8]) -> None:
    if frame_bgr.ndim != 3 or frame_bgr.shape[2] != 3 or frame_bgr.dtype != np.uint8:
        raise ValueError(f"a frame is uint8 (height, width, 3), not {frame_bgr.dtype} {frame_bgr.shape}")
