"""A field that was found becomes a grid that was read, or the reason why it cannot be."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.reading import GridReading
from vision.answer import answer_grid, inks_of
from vision.cells import as_quad, cut_off
from vision.decode import tile_mass
from vision.field import View, ring, runs_out
from vision.kept import Kept, Placed, as_seen, window_quads
from vision.negative import negative
from vision.settle import Looks, looks_like_table, settle
from vision.shut_off import shut_off

MOST_DOUBTED = 0.4
UNCLEAR = "no grid that can be read: bring the camera closer, or give more and softer light"
CUT_OFF = "part of the grid is outside the picture: move the camera or the tiles"


def read_field(placed: Placed, layout: Layout) -> Kept:
    """One field read: its cells, and the grid with its corners in the frame's pixels or why there is none."""
    field, picture = placed.field, placed.view.picture
    quads, plain = window_quads(field, layout)
    cells = as_seen(picture.gray, quads)
    if cut_off(quads, picture.gray.shape) or runs_out(field, layout, picture.gray.shape):
        unread = Looks(quads, field.window_logs(layout), field.window_logs(layout))
        return Kept(placed, cells, unread, 1, np.zeros((len(quads), 0)), CUT_OFF)
    looks = settle(picture.gray, quads, plain, field.window_logs(layout), cols=layout.cols)
    inks = inks_of(picture.bgr, looks.quads_px, layout)
    return answered(Kept(placed, cells, looks, 1, inks, UNCLEAR), layout)


def answered(kept: Kept, layout: Layout) -> Kept:
    """The grid as its cells read now."""
    (field, view, seat), looks = kept.placed, kept.looks
    shown = tile_mass(looks.both()) > 0.5
    surface = shown
    if not shown.all():
        table = negative(view.picture.bgr) if view.is_negative else view.picture.bgr
        like_table = looks_like_table(table, looks.quads_px, ring(field, layout))
        cells = shown.reshape(layout.rows, layout.cols)
        surface = like_table & ~shut_off(table, field.window_plane(), cells).ravel()
    grid = answer_grid(looks, kept.inks, surface, layout)
    if _asked(grid, view) > MOST_DOUBTED * layout.rows * layout.cols and not grid.obstructed:
        return kept._replace(answer=UNCLEAR)
    return kept._replace(answer=in_frame(replace(grid, seat=seat), view.to_frame()))


def _asked(grid: GridReading, view: View) -> int:
    """How many cells are in doubt. Light print may well have one colour for all symbols: on dark tiles such
    a question is none of the picture's faults."""
    return len({doubt.cell for doubt in grid.doubts if doubt.about != "symbol" or not view.is_negative})


def in_frame(grid: GridReading, to_frame: NDArray[np.float64]) -> GridReading:
    """The grid with its corners in the pixels of the frame, which may be the view's own."""
    if np.array_equal(to_frame, np.eye(3)):
        return grid
    quads = np.array([grid.quad_px, *(cell.quad_px for cell in grid.cells)])
    corners = cv2.perspectiveTransform(quads.reshape(1, -1, 2), to_frame).reshape(-1, 4, 2).tolist()
    whole, *each = map(as_quad, corners)
    cells = tuple(cell._replace(quad_px=quad) for cell, quad in zip(grid.cells, each, strict=True))
    return replace(grid, quad_px=whole, cells=cells)
