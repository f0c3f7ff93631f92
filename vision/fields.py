"""Where the grids are: quick detectors first, the next while something may still be found."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from vision.field import Field, Picture, holds_grid, is_clear, look_into, promising
from vision.find import Lattice, find_lattices
from vision.tiles import (
    Spots,
    darkest_channel,
    distances,
    enlarged,
    ink_spots,
    outline_spots,
    outlines,
    together,
)

MOST_GRIDS = 6
BETTER = 0.5
SAME_PLACE = 0.03
AROUND = 1.25
ALIKE = 0.4
MAY_BE_MORE = 0.4
WHOLE_TABLE = 38
NEXT_TO = (0.75, 1.45)
FULL_SIZE_SMALLEST_PX = 16.0
EVENED_PART_PX, EVENED_CLIPS = 100, (2.0, 4.0)


def find_fields(picture: Picture, layout: Layout) -> list[Field]:
    """The fields that show grids, at most MOST_GRIDS, no two over the same place."""
    return quick_fields(picture, layout) or slow_fields(picture, layout)


def quick_fields(picture: Picture, layout: Layout) -> list[Field]:
    """The fields that show at half the picture's size."""
    return _search(_half_size(picture), picture, layout)


def slow_fields(picture: Picture, layout: Layout) -> list[Field]:
    """The fields that show at full size only; those that show with the contrast evened out when there are
    none."""
    for detected in (_full_size, _evened_out):
        if found := _search(detected(picture), picture, layout):
            return found
    return []


def _search(detected: Iterator[Spots], picture: Picture, layout: Layout) -> list[Field]:
    """Clear fields stay; of unclear ones over one place the fullest is kept to the end.

    Ink is always looked at, too: on a pale table the edges of another grid's tiles may be too faint.
    """
    clear: list[Field] = []
    unclear: list[Field] = []
    seen: list[Lattice] = []
    for spots in detected:
        for field in _among(spots, clear, seen, picture, layout):
            if is_clear(field, layout):
                clear.append(field)
            else:
                unclear = _fuller(unclear, field, layout)
        unclear = [field for field in unclear if not _over_any(field, clear, layout)]
        if len(clear) >= MOST_GRIDS or (clear and not unclear and _is_all(spots, clear, picture, layout)):
            return clear
    return [*clear, *(field for field in unclear if holds_grid(field, layout))][:MOST_GRIDS]


def _among(
    spots: Spots, known: Sequence[Field], seen: list[Lattice], picture: Picture, layout: Layout
) -> Iterator[Field]:
    """Fields among the spots that lie outside of those known, looked into; after a clear one the rest.

    `seen` are the lattices that were looked into before; new ones are added, and not looked into twice.
    """
    taken = list(known)
    while len(taken) < MOST_GRIDS:
        left = outside(spots, taken, layout)
        if taken and not _may_hold_more(left, taken, layout):
            return
        for lattice in find_lattices(left, layout.rows, layout.cols)[:3]:
            if _says_no_more(lattice, seen, layout) or not promising(lattice, picture, layout):
                continue
            seen.append(lattice)
            field = look_into(lattice, picture, layout)
            if _over_any(field, taken, layout):
                continue
            yield field
            if is_clear(field, layout):
                taken.append(field)
                break
        else:
            return


def _says_no_more(lattice: Lattice, seen: Sequence[Lattice], layout: Layout) -> bool:
    """Whether a lattice lies as one does that was looked into, and explains no more spots than that."""
    corners = lattice.corners_px(layout.rows, layout.cols)
    near = SAME_PLACE * float(np.linalg.norm(corners[0] - corners[2]))
    return any(
        lattice.taken <= other.taken
        and np.abs(corners - other.corners_px(layout.rows, layout.cols)).max() < near
        for other in seen
    )


def _fuller(fields: list[Field], new: Field, layout: Layout) -> list[Field]:
    """The fields with a new one, which must be fuller than those it lies over."""
    over = [field for field in fields if _over_any(new, [field], layout)]
    if any(new.window.mass <= field.window.mass + BETTER for field in over):
        return fields
    return [field for field in fields if not any(field is each for each in over)] + [new]


def _over_any(field: Field, others: Sequence[Field], layout: Layout) -> bool:
    """Whether a field's grid and one of the others' lie over each other."""
    mine = field.corners_px(layout)
    for other in others:
        theirs = other.corners_px(layout)
        if _inside(mine.mean(0)[None], theirs)[0] or _inside(theirs.mean(0)[None], mine)[0]:
            return True
    return False


def outside(spots: Spots, fields: Sequence[Field], layout: Layout) -> Spots:
    """The spots that lie on none of the fields' grids."""
    free = np.ones(len(spots.sides_px), bool)
    for field in fields:
        corners = field.corners_px(layout)
        free &= ~_inside(spots.middles_px, corners.mean(0) + AROUND * (corners - corners.mean(0)))
    middles, sides, quads, outlined = spots
    return Spots(middles[free], sides[free], quads[free], outlined[free])


def _inside(points: NDArray[np.float64], quad: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points (n, 2) lie within a quad (4, 2) that runs clockwise."""
    sides = np.roll(quad, -1, axis=0) - quad
    to = points[:, None] - quad[None]
    return np.asarray((sides[:, 0] * to[..., 1] - sides[:, 1] * to[..., 0] > 0).all(1))


def _is_all(spots: Spots, fields: Sequence[Field], picture: Picture, layout: Layout) -> bool:
    """Whether nothing tells of further grids: one grid, large in the picture, no other spots like tiles."""
    whole_table = len(fields) > 1 or fields[0].tile_px() * WHOLE_TABLE < picture.gray.shape[1]
    return not whole_table and not _may_hold_more(outside(spots, fields, layout), fields, layout)


def _may_hold_more(spots: Spots, fields: Sequence[Field], layout: Layout) -> bool:
    """Whether so many spots of a tile's size stand beside one another that they may be another grid.

    Tiles of one table are about as large and stand about as far apart as those that were found.
    """
    tile = float(np.median([field.tile_px() for field in fields]))
    alike = np.abs(np.log(spots.sides_px / tile)) < ALIKE
    if alike.sum() < MAY_BE_MORE * layout.rows * layout.cols:
        return False
    middles = spots.middles_px[alike]
    apart = distances(middles, middles) / tile
    beside = ((apart > NEXT_TO[0]) & (apart < NEXT_TO[1])).sum(1)
    return bool((beside >= 2).sum() >= MAY_BE_MORE * layout.rows * layout.cols)


def _half_size(picture: Picture) -> Iterator[Spots]:
    """Guessed tiles from edges and ink; from edges; with thresholds too; in pixels of the full picture."""
    edged = outlines(picture.half_dark)
    inked = ink_spots(picture.half_dark)
    yield enlarged(together(outline_spots(edged), inked))
    yield enlarged(outline_spots(edged))
    yield enlarged(together(outline_spots(outlines(picture.half_dark, edged)), inked))


def _full_size(picture: Picture) -> Iterator[Spots]:
    """The same at full size, where ink may be faint."""
    return _at_full_size(darkest_channel(picture.bgr))


def _evened_out(picture: Picture) -> Iterator[Spots]:
    """The same where glare or dusk has taken most of the contrast: each part of the picture with all of it
    (Zuiderveld 1994)."""
    dark = darkest_channel(picture.bgr)
    parts = [max(1, round(side / EVENED_PART_PX)) for side in dark.shape[::-1]]
    for clip in EVENED_CLIPS:
        even = cv2.createCLAHE(clip, parts).apply(dark)
        yield from _at_full_size(np.asarray(cv2.GaussianBlur(even, (0, 0), 1.0), np.uint8))


def _at_full_size(dark: NDArray[np.uint8]) -> Iterator[Spots]:
    """Guessed tiles from edges, thresholds and ink, in pixels of the full picture."""
    edged = outlines(dark, smallest_px=FULL_SIZE_SMALLEST_PX)
    seen = outline_spots(outlines(dark, edged, smallest_px=FULL_SIZE_SMALLEST_PX))
    for share in (0.86, 0.93):
        yield together(seen, ink_spots(dark, share, 29, FULL_SIZE_SMALLEST_PX))
