"""read(frame, layout, memory) -> (Reading, memory): the order in which a picture becomes a reading."""

from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.reading import GridReading, Reading
from vision.answer import answer_grid
from vision.cells import cut_off
from vision.decode import tile_mass
from vision.field import Field, Picture, find_fields, prepare, ring, runs_out
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
    picture = prepare(frame_bgr)
    conditions, small = measure(picture.gray)
    reading = Reading(
        layout.name,
        moved=motion(memory.small_gray, small),
        notes=conditions.notes,
        sharpness=conditions.sharpness,
        light=conditions.light,
    )
    fields = find_fields(picture, layout)
    if fields:
        reading = _with_grids(reading, [_grid(field, picture, layout) for field in fields])
    else:
        reading = replace(reading, problem=_nothing_found(conditions))
    return replace(reading, ms=(perf_counter() - start) * 1000), Memory(small)


def _with_grids(reading: Reading, answers: list[GridReading | str]) -> Reading:
    """The reading with the grids that could be answered, or with what is wrong with the first one.

    Grids stand in the order of their seats, those without one from left to right.
    """
    grids = [answer for answer in answers if isinstance(answer, GridReading)]
    if not grids:
        return replace(reading, problem=str(answers[0]))
    grids.sort(key=lambda grid: (grid.seat or 0, sum(x + y / 4 for x, y in grid.quad_px)))
    obstructed = all(len(grid.covered) >= HIDDEN_CELLS for grid in grids)
    return replace(reading, grids=tuple(grids), obstructed=obstructed)


def _grid(field: Field, picture: Picture, layout: Layout) -> GridReading | str:
    """The grid of one field, or the sentence that says why there is none."""
    quads = field.cells.quads_px[field.inside(layout)].reshape(-1, 4, 2)
    if cut_off(quads, picture.gray.shape) or runs_out(field, layout, picture.gray.shape):
        return CUT_OFF
    plain = field.cells.plain_px[field.inside(layout)].reshape(-1, 4, 2)
    looks = settle(picture.gray, quads, plain, field.window_logs(layout))
    shown = tile_mass(looks.both()) > 0.5
    surface = shown if shown.all() else looks_like_table(picture.bgr, looks.quads_px, ring(field, layout))
    grid = answer_grid(picture.bgr, looks, surface, layout)
    doubted = len({doubt.cell for doubt in grid.doubts})
    if doubted > MOST_DOUBTED * layout.rows * layout.cols and len(grid.covered) < HIDDEN_CELLS:
        return UNCLEAR
    return replace(grid, seat=seat_at(picture.gray, grid.quad_px, layout.mat) if layout.mat else None)


def _nothing_found(conditions: Conditions) -> str:
    if "dark" in conditions.notes:
        return "no grid found: it is too dark; switch a lamp on"
    if "blurred" in conditions.notes:
        return "no grid found: the picture is blurred; hold the camera still or focus it"
    return "no grid found: lay the tiles in rows and columns, close together and wholly in the picture"


def _check(frame_bgr: NDArray[np.uint8]) -> None:
    if frame_bgr.ndim != 3 or frame_bgr.shape[2] != 3 or frame_bgr.dtype != np.uint8:
        raise ValueError(f"a frame is uint8 (height, width, 3), not {frame_bgr.dtype} {frame_bgr.shape}")
