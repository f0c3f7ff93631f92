"""read(frame, layout, memory) -> (Reading, memory): the order in which a picture becomes a reading."""

from dataclasses import dataclass, replace
from itertools import islice
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.reading import GridReading, Reading
from vision.answer import answer_grid, inks_of
from vision.board import Seen, read_board
from vision.captions import Remembered, caption_again
from vision.cards import read_cards
from vision.cells import as_quad, cut_off
from vision.decode import tile_mass
from vision.field import View, again, ring, runs_out, view_of
from vision.fields import MOST_GRIDS
from vision.kept import (
    Kept,
    Placed,
    as_seen,
    board_pushed,
    changed_elsewhere,
    looked_again,
    pushed,
    window_quads,
)
from vision.learned import Learned
from vision.placing import placed_fields
from vision.rack import read_rack
from vision.settle import Looks, looks_like_table, settle
from vision.shut_off import shut_off
from vision.steady import Conditions, measure, motion

MOST_DOUBTED = 0.4
UNCLEAR = "no grid that can be read: bring the camera closer, or give more and softer light"
CUT_OFF = "part of the grid is outside the picture: move the camera or the tiles"
NOTED = {UNCLEAR: "another grid is unclear", CUT_OFF: "another grid is cut off"}
SAID_FOR = 25
MOST_VAIN, OTHER_LIGHT = 5, 3.0
OWN_LAYOUTS = {
    each.name: each
    for each in (Layout("board-15x15", 15, 15, kind="board"), Layout("rack", 1, 7, kind="rack"))
}


@dataclass(frozen=True, slots=True)
class Memory:
    """What the reader keeps from one picture to the next: a small gray copy, to see what moved; the board as
    it was seen last, where one lay last, and as it was learned empty; the grids that were read, for which
    layout, and the small picture of when they were found; for how many pictures more it is said that
    something was pushed; how often a picture like this was searched in vain; the printed card whose text was
    asked for last, and what came of it."""

    small_gray: NDArray[np.uint8] | None = None
    layout: str = ""
    grids: tuple[Kept, ...] = ()
    found_gray: NDArray[np.uint8] | None = None
    bumped: int = 0
    vain: int = 0
    board: Seen | None = None
    plane: NDArray[np.float64] | None = None
    learned: Learned | None = None
    caption: Remembered | None = None


def read(frame_bgr: NDArray[np.uint8], layout: Layout, memory: Memory) -> tuple[Reading, Memory]:
    """What one picture holds, and what to remember for the next.

    `frame_bgr` is uint8 (height, width, 3); ValueError for anything else. Never raises for what is in the
    picture: where nothing can be read the reading says so in `problem`.
    """
    _check(frame_bgr)
    start = perf_counter()
    view = view_of(frame_bgr)
    conditions, small = measure(view.picture.gray)
    moved = motion(memory.small_gray, small)
    reading = Reading(
        layout.name,
        moved=moved,
        notes=conditions.notes,
        sharpness=conditions.sharpness,
        light=conditions.light,
    )
    known = replace(memory, small_gray=small, bumped=max(0, memory.bumped - 1))
    answers, memory = _answers(frame_bgr, view, layout, known)
    grids = tuple(sorted((each for each in answers if isinstance(each, GridReading)), key=_place))
    problems = [each for each in answers if isinstance(each, str)]
    if grids and not any(grid.doubts or grid.covered for grid in grids):
        reading = replace(reading, notes=tuple(note for note in reading.notes if note != "glare"))
    if grids:
        bumped = ("bumped",) if memory.bumped else ()
        notes = (*reading.notes, *bumped, *(NOTED[problem] for problem in problems))
        reading = replace(reading, grids=grids, obstructed=all(g.obstructed for g in grids), notes=notes)
    else:
        reading = replace(reading, problem=problems[0] if problems else _nothing_found(conditions, layout))
    if layout.captions and not moved:
        known_card = caption_again(frame_bgr, view, memory.caption)
        reading = replace(reading, caption=known_card.caption if known_card else None)
        memory = replace(memory, caption=known_card)
    return replace(reading, ms=(perf_counter() - start) * 1000), memory


def _answers(
    frame_bgr: NDArray[np.uint8], view: View, layout: Layout, memory: Memory
) -> tuple[list[GridReading | str], Memory]:
    """Every grid that was found, with corners in the frame's pixels, or why one cannot be read; and what to
    remember."""
    match layout.kind:
        case "cards":
            return _in_view(read_cards(view.picture, layout), view), memory
        case "rack":
            return _in_view(read_rack(view.picture, layout), view), memory
        case "board":
            answer, seen = read_board(view.picture, layout, memory.board, memory.learned)
            plane = seen.plane if seen else None
            same = memory.layout == layout.name
            bumped = SAID_FOR if same and board_pushed(memory.plane, plane, layout.rows) else memory.bumped
            known = replace(memory, board=seen, layout=layout.name, grids=(), bumped=bumped)
            return _in_view(answer, view), known if plane is None else replace(known, plane=plane)
        case _:
            kept = _again(frame_bgr, view, layout, memory)
            if kept is None:
                placed = islice(placed_fields(frame_bgr, view, layout), MOST_GRIDS)
                kept = tuple(_read_field(each, layout) for each in placed)
                same = memory.layout == layout.name
                bumped = SAID_FOR if same and pushed(memory.grids, kept) else memory.bumped
                vain = memory.vain + 1 if not kept and _is_as_it_was(memory, layout, frame_bgr.shape) else 0
                found = memory.small_gray
                memory = replace(memory, layout=layout.name, found_gray=found, bumped=bumped, vain=vain)
            return [each.answer for each in kept], replace(memory, grids=kept)


def _again(
    frame_bgr: NDArray[np.uint8], view: View, layout: Layout, memory: Memory
) -> tuple[Kept, ...] | None:
    """The remembered grids with what changed in them, where nothing changed beside them; else None.

    A table that was searched in vain a few times is not searched again before something changes: a rough one
    takes a small Pi seconds, and the first tile would wait for them.
    """
    if not _is_as_it_was(memory, layout, frame_bgr.shape) or (not memory.grids and memory.vain < MOST_VAIN):
        return None
    if any(isinstance(each.answer, str) or each.answer.obstructed for each in memory.grids):
        return None
    found = []
    for each in memory.grids:
        part = view if each.placed.view[1:] == view[1:] else again(frame_bgr, each.placed.view)
        new = looked_again(each, part.picture, layout)
        if new is None:
            return None
        placed = each.placed._replace(view=part)
        found.append(each if new is each else _answered(new._replace(placed=placed), layout))
    return tuple(found)


def _is_as_it_was(memory: Memory, layout: Layout, shape: tuple[int, ...]) -> bool:
    """Whether the picture shows beside the remembered grids what it showed when it was searched last."""
    before, now = memory.found_gray, memory.small_gray
    if memory.layout != layout.name or before is None or now is None:
        return False
    if not memory.grids and abs(float(now.mean()) - float(before.mean())) > OTHER_LIGHT:
        return False
    return not changed_elsewhere(before, now, memory.grids, layout, shape)


def _in_view(answer: GridReading | str | None, view: View) -> list[GridReading | str]:
    """The answer of a whole view, a grid with its corners in the frame's pixels."""
    if isinstance(answer, GridReading):
        return [_in_frame(answer, view.to_frame())]
    return [answer] if answer else []


def _read_field(placed: Placed, layout: Layout) -> Kept:
    """One field read: its cells, and the grid with its corners in the frame's pixels or why there is none."""
    field, picture = placed.field, placed.view.picture
    quads, plain = window_quads(field, layout)
    cells = as_seen(picture.gray, quads)
    if cut_off(quads, picture.gray.shape) or runs_out(field, layout, picture.gray.shape):
        unread = Looks(quads, field.window_logs(layout), field.window_logs(layout))
        return Kept(placed, cells, unread, 1, np.zeros((len(quads), 0)), CUT_OFF)
    looks = settle(picture.gray, quads, plain, field.window_logs(layout))
    inks = inks_of(picture.bgr, looks.quads_px, layout)
    return _answered(Kept(placed, cells, looks, 1, inks, UNCLEAR), layout)


def _answered(kept: Kept, layout: Layout) -> Kept:
    """The grid as its cells read now."""
    (field, view, seat), looks, picture = kept.placed, kept.looks, kept.placed.view.picture
    shown = tile_mass(looks.both()) > 0.5
    surface = shown
    if not shown.all():
        like_table = looks_like_table(picture.bgr, looks.quads_px, ring(field, layout))
        cells = shown.reshape(layout.rows, layout.cols)
        surface = like_table & ~shut_off(picture.bgr, field.window_plane(), cells).ravel()
    grid = answer_grid(looks, kept.inks, surface, layout)
    doubted = len({doubt.cell for doubt in grid.doubts})
    if doubted > MOST_DOUBTED * layout.rows * layout.cols and not grid.obstructed:
        return kept._replace(answer=UNCLEAR)
    return kept._replace(answer=_in_frame(replace(grid, seat=seat), view.to_frame()))


def _place(grid: GridReading) -> tuple[int, float, float]:
    """Seats first, in their order, then from the top of the frame down: the order that people are shown."""
    x, y = np.mean(grid.quad_px, axis=0)
    return grid.seat or MOST_GRIDS + 1, float(y), float(x)


def _in_frame(grid: GridReading, to_frame: NDArray[np.float64]) -> GridReading:
    """The grid with its corners in the pixels of the frame that was given."""

    quads = np.array([grid.quad_px, *(cell.quad_px for cell in grid.cells)])
    corners = cv2.perspectiveTransform(quads.reshape(1, -1, 2), to_frame).reshape(-1, 4, 2).tolist()
    whole, *each = map(as_quad, corners)
    cells = tuple(cell._replace(quad_px=quad) for cell, quad in zip(grid.cells, each, strict=True))
    return replace(grid, quad_px=whole, cells=cells)


def _nothing_found(conditions: Conditions, layout: Layout) -> str:
    what, how = "grid", "lay the tiles in rows and columns, close together and wholly in the picture"
    if layout.kind == "cards":
        what, how = "cards", "lay them flat, beside and below one another and wholly in the picture"
    elif layout.kind == "rack":
        what, how = "row of tiles", "lay or stand them side by side and wholly in the picture"
    elif layout.kind == "board":
        what, how = "board", f"its {layout.rows} by {layout.cols} squares must be wholly in the picture"
    if "dark" in conditions.notes:
        how = "it is too dark; switch a lamp on"
    elif "blurred" in conditions.notes:
        how = "the picture is blurred; hold the camera still or focus it"
    elif "glare" in conditions.notes:
        how = "a lamp is mirrored on the table; move the lamp or the camera aside"
    return f"no {what} found: {how}"


def _check(frame_bgr: NDArray[np.uint8]) -> None:
    if frame_bgr.ndim != 3 or frame_bgr.shape[2] != 3 or frame_bgr.dtype != np.uint8:
        raise ValueError(f"a frame is uint8 (height, width, 3), not {frame_bgr.dtype} {frame_bgr.shape}")
