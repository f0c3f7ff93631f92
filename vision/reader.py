"""read(frame, layout, memory) -> (Reading, memory): the order in which a picture becomes a reading."""

from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.reading import GridReading, Quad, Reading
from vision.answer import answer_grid
from vision.cells import cut_off
from vision.decode import tile_mass
from vision.field import Field, Picture, find_field, prepare, ring, runs_out
from vision.markers import seat_at
from vision.settle import looks_like_table, settle
from vision.steady import Conditions, measure, motion

HIDDEN_CELLS = 2
MOST_DOUBTED = 0.4
UNCLEAR = "no grid that can be read: bring the camera closer, or give more and softer light"
CUT_OFF = "part of the grid is outside the picture: move the camera or the tiles"


@dataclass(frozen=True, slots=True)
class Memory:
    """What the reader keeps from one picture to the next: a small gray copy, to see what moved."""

    small_gray: NDArray[np.uint8] | None = None


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
    field = find_field(picture, layout)
    if field is None:
        reading = replace(reading, problem=_nothing_found(conditions))
    else:
        reading = _with_grid(reading, field, picture, layout, scale)
    return replace(reading, ms=(perf_counter() - start) * 1000), Memory(small)


def _with_grid(reading: Reading, field: Field, picture: Picture, layout: Layout, scale: float) -> Reading:
    quads = field.cells.quads_px[field.inside(layout)].reshape(-1, 4, 2)
    if cut_off(quads, picture.gray.shape) or runs_out(field, layout, picture.gray.shape):
        return replace(reading, problem=CUT_OFF)
    plain = field.cells.plain_px[field.inside(layout)].reshape(-1, 4, 2)
    looks = settle(picture.gray, quads, plain, field.window_logs(layout))
    shown = tile_mass(looks.both()) > 0.5
    surface = shown if shown.all() else looks_like_table(picture.bgr, looks.quads_px, ring(field, layout))
    answer = answer_grid(picture.bgr, looks, surface, layout)
    doubted = len({doubt.cell for doubt in answer.grid.doubts})
    if doubted > MOST_DOUBTED * layout.rows * layout.cols and answer.hidden < HIDDEN_CELLS:
        return replace(reading, problem=UNCLEAR)
    seat = seat_at(picture.gray, answer.grid.quad_px, layout.mat) if layout.mat else None
    grid = _rescaled(replace(answer.grid, seat=seat), 1 / scale)
    return replace(reading, grids=(grid,), obstructed=answer.hidden >= HIDDEN_CELLS)


def _rescaled(grid: GridReading, scale: float) -> GridReading:
    """The grid with its corners in the pixels of the frame that was given."""
    if scale == 1:
        return grid

    def larger(quad: Quad) -> Quad:
        a, b, c, d = (((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in quad)
        return (a, b, c, d)

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
