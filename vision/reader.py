"""read(frame, layout, memory) -> (Reading, memory): the order in which a picture becomes a reading."""

from dataclasses import dataclass, replace
from itertools import islice
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.reading import GridReading, Reading
from vision.board import Seen
from vision.captions import Remembered, caption_again
from vision.either_way import read_board_either_way, read_row_either_way
from vision.field import View, again, negative_of, view_of
from vision.fields import MOST_GRIDS
from vision.grids import CUT_OFF, UNCLEAR, answered, in_frame, read_field
from vision.kept import (
    Kept,
    board_pushed,
    changed_elsewhere,
    looked_again,
    pushed,
)
from vision.learned import Learned
from vision.placing import placed_fields
from vision.slant import slanting_harms
from vision.steady import Conditions, glares_at, measure, motion

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
    something was pushed; how often a picture like this was searched in vain, and how often at all; whether
    what was found last was found in the negative; the printed card whose text was asked for last, and what
    came of it."""

    small_gray: NDArray[np.uint8] | None = None
    layout: str = ""
    grids: tuple[Kept, ...] = ()
    found_gray: NDArray[np.uint8] | None = None
    bumped: int = 0
    vain: int = 0
    still: int = 0
    is_negative: bool = False
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
    if grids:
        bumped = ("bumped",) if memory.bumped else ()
        scale = small.shape[1] / frame_bgr.shape[1]
        named = (n for n in conditions.notes if n != "glare" or _glare_harms(grids, small, scale))
        square_cells = layout.kind in ("grid", "board")
        slanting = ("slanting",) if square_cells and any(map(slanting_harms, grids)) else ()
        notes = (*named, *slanting, *bumped, *(NOTED[problem] for problem in problems))
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
    remember.

    Where nothing is found as the picture is, it is looked at as a negative, in which dark tiles with light
    letters are like any others, thoroughly in the first picture and then quickly; where tiles were found so
    last, the other way about.
    """
    as_it_was = _is_as_it_was(memory, layout, frame_bgr.shape)
    kept = _again(frame_bgr, view, layout, memory) if as_it_was else None
    if kept is not None:
        return [each.answer for each in kept], replace(memory, grids=kept)
    memory = replace(memory, still=memory.still + 1 if as_it_was else 0)
    answers, after = _searched(frame_bgr, view, layout, memory)
    vain = memory.vain + 1 if as_it_was and not answers else 0
    return answers, replace(after, layout=layout.name, found_gray=memory.small_gray, vain=vain)


def _searched(
    frame_bgr: NDArray[np.uint8], view: View, layout: Layout, memory: Memory
) -> tuple[list[GridReading | str], Memory]:
    """The same, found anew."""
    first = memory.is_negative and memory.layout == layout.name
    both_ways = memory.still < MOST_VAIN
    match layout.kind:
        case "cards" | "rack":
            answer, is_negative = read_row_either_way(view, layout, was_negative=first, both_ways=both_ways)
            return _in_view(answer, view), replace(memory, grids=(), is_negative=is_negative)
        case "board":
            return _board(view, layout, memory, first, both_ways)
        case _:
            for is_negative in (first, not first):
                seen = negative_of(view) if is_negative else view
                kept = _grids(frame_bgr, seen, layout, memory)
                if kept:
                    break
            bumped = (
                SAID_FOR if memory.layout == layout.name and pushed(memory.grids, kept) else memory.bumped
            )
            is_negative = is_negative if kept else memory.is_negative
            after = replace(memory, grids=kept, bumped=bumped, is_negative=is_negative)
            return [each.answer for each in kept], after


def _board(
    view: View, layout: Layout, memory: Memory, was_negative: bool, both_ways: bool
) -> tuple[list[GridReading | str], Memory]:
    """What lies on the board, and what to remember of it."""
    before = memory.board if was_negative == memory.is_negative else None
    answer, seen, is_negative = read_board_either_way(
        view, layout, before, memory.learned, was_negative=was_negative, both_ways=both_ways
    )
    plane = seen.plane if seen else None
    same = memory.layout == layout.name
    bumped = SAID_FOR if same and board_pushed(memory.plane, plane, layout.rows) else memory.bumped
    known = replace(memory, board=seen, grids=(), bumped=bumped, is_negative=is_negative)
    return _in_view(answer, view), known if plane is None else replace(known, plane=plane)


def _grids(frame_bgr: NDArray[np.uint8], view: View, layout: Layout, memory: Memory) -> tuple[Kept, ...]:
    """Every grid that is found in one view of the frame."""
    thorough = not view.is_negative or memory.is_negative or memory.layout != layout.name
    placed = islice(placed_fields(frame_bgr, view, layout, thorough), MOST_GRIDS)
    return tuple(read_field(each, layout) for each in placed)


def _again(
    frame_bgr: NDArray[np.uint8], view: View, layout: Layout, memory: Memory
) -> tuple[Kept, ...] | None:
    """The remembered grids with what changed in them, where nothing changed beside them; else None.

    A table that was searched in vain a few times is not searched again before something changes: a rough one
    takes a small Pi seconds, and the first tile would wait for them.
    """
    if not memory.grids:
        return () if memory.vain >= MOST_VAIN else None
    if any(isinstance(each.answer, str) or each.answer.obstructed for each in memory.grids):
        return None
    whole, found = negative_of(view) if memory.is_negative else view, []
    for each in memory.grids:
        part = whole if each.placed.view[1:] == whole[1:] else again(frame_bgr, each.placed.view)
        new = looked_again(each, part.picture, layout)
        if new is None:
            return None
        placed = each.placed._replace(view=part)
        found.append(each if new is each else answered(new._replace(placed=placed), layout))
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
        return [in_frame(answer, view.to_frame())]
    return [answer] if answer else []


def _glare_harms(grids: tuple[GridReading, ...], small: NDArray[np.uint8], scale: float) -> bool:
    """Whether a cell that is in doubt or covered lies where the picture is nearly white."""
    harmed = []
    for grid in grids:
        asked = {*grid.covered, *(doubt.cell for doubt in grid.doubts)}
        each = zip(grid.grid, grid.cells, strict=False)
        harmed += [np.mean(look.quad_px, axis=0) * scale for (cell, _), look in each if cell in asked]
    return bool(harmed) and glares_at(small, np.array(harmed))


def _place(grid: GridReading) -> tuple[int, float, float]:
    """Seats first, in their order, then from the top of the frame down: the order that people are shown."""
    x, y = np.mean(grid.quad_px, axis=0)
    return grid.seat or MOST_GRIDS + 1, float(y), float(x)


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
