"""What was read stays read: of a grid that lies as it lay, only changed cells are looked at again."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.reading import GridReading
from vision.answer import inks_of
from vision.cells import field_corners
from vision.decode import LogProbs
from vision.field import Field, Picture, View
from vision.letters import WEIGHTS, cut, cut_crops, normalised, read_crops
from vision.settle import OUTER_SHARE, Looks, ask_the_larger, both_looks, settle
from vision.steady import most_apart

SEEN_PX, SEEN_SHARE = 14, 1.3
RIM_PX, SOFT_PX = 1, 2
CHANGED, SURELY_CHANGED, TIMES_USUAL, MOST_CHANGED = 9, 20, 2.0, 0.3
ELSEWHERE, LEAST_ELSEWHERE = 16, 3
AROUND = 1.25
MOST_FRAMES = 5
PUSHED = 0.5
Quads = NDArray[np.float64]
Gray = NDArray[np.uint8]


class Placed(NamedTuple):
    """A field, the view it is read in, and the seat whose mat it lies on, if any."""

    field: Field
    view: View
    seat: int | None


class Kept(NamedTuple):
    """A grid as it was read: where, its cells as they looked (uint8 (n, SEEN_PX, SEEN_PX)), how they read as
    the mean of so many frames, what their ink says (n, symbols), and the answer."""

    placed: Placed
    cells: Gray
    looks: Looks
    frames: int
    inks: LogProbs
    answer: GridReading | str


def as_seen(gray: Gray, quads_px: Quads) -> Gray:
    """Cells with their rims as they look, uint8 (n, SEEN_PX, SEEN_PX)."""
    return cut(gray, quads_px, SEEN_SHARE, SEEN_PX)


def window_quads(field: Field, layout: Layout) -> tuple[Quads, Quads]:
    """The outlines of a grid's cells and their plain places along the lattice, float64 (n, 4, 2) each."""
    inside = field.inside(layout)
    return field.cells.quads_px[inside].reshape(-1, 4, 2), field.cells.plain_px[inside].reshape(-1, 4, 2)


def changed_elsewhere(
    before: Gray, now: Gray, kept: tuple[Kept, ...], layout: Layout, shape: tuple[int, ...]
) -> bool:
    """Whether the small gray pictures differ where no grid lies: something new may be there."""
    if before.shape != now.shape:
        return True
    change = now.astype(np.int16) - before.astype(np.int16)
    change -= np.int16(np.median(change))
    apart = (np.abs(change) > ELSEWHERE).astype(np.uint8)
    scale = now.shape[1] / shape[1]
    for each in kept:
        field, view = each.placed.field, each.placed.view
        corners = field_corners(field.cells.plain_px[field.inside(layout)])
        wide = corners.mean(0) + AROUND * (corners - corners.mean(0))
        at = cv2.perspectiveTransform(wide[None], view.to_frame())[0] * scale
        cv2.fillConvexPoly(apart, at.round().astype(np.int32), 0)
    return int(apart.sum()) >= LEAST_ELSEWHERE


def pushed(before: tuple[Kept, ...], now: tuple[Kept, ...]) -> bool:
    """Whether the same grids lie elsewhere in the picture now: camera or table were pushed."""
    old = [each.answer for each in before if isinstance(each.answer, GridReading)]
    new = [each.answer for each in now if isinstance(each.answer, GridReading)]
    if not old or sorted(str(grid.grid) for grid in old) != sorted(str(grid.grid) for grid in new):
        return False
    moved = [_moved(one, next(grid for grid in new if str(grid.grid) == str(one.grid))) for one in old]
    return min(moved) > PUSHED


def board_pushed(before: Quads | None, now: Quads | None, side: int) -> bool:
    """Whether a board of so many squares a side lies elsewhere now; both are planes, float64 (3, 3)."""
    if before is None or now is None:
        return False
    ends = np.array([[(0.0, 0), (side, 0), (side, side), (0, side)]])
    old, new = (cv2.perspectiveTransform(ends, plane)[0] for plane in (before, now))
    away = np.linalg.norm(old.mean(0) - new.mean(0))
    return bool(away > PUSHED * np.linalg.norm(old[0] - old[1]) / side)


def _moved(one: GridReading, other: GridReading) -> float:
    """How far apart the middles of two grids lie, in tiles."""
    away = np.mean(one.quad_px, axis=0) - np.mean(other.quad_px, axis=0)
    return float(np.linalg.norm(away)) / max(one.tile_px, 1.0)


def looked_again(kept: Kept, picture: Picture, layout: Layout) -> Kept | None:
    """The grid with the cells that changed looked at anew; None when so many did that it must be found anew.

    The same object when nothing changed and nothing is in doubt. While a still grid has doubts, its cells are
    looked at again, up to MOST_FRAMES times, and what they say is averaged.
    """
    quads, plain = window_quads(kept.placed.field, layout)
    gray = picture.gray
    now = as_seen(gray, quads)
    changed = np.flatnonzero(_has_changed(now, kept.cells))
    if len(changed) > MOST_CHANGED * len(quads):
        return None
    if len(changed):
        cells, looks = kept.cells.copy(), Looks(*(part.copy() for part in kept.looks))
        cells[changed] = now[changed]
        outer = read_crops(cut_crops(gray, plain[changed].astype(np.float32), OUTER_SHARE))
        for old, new in zip(looks, settle(gray, plain[changed], plain[changed], outer), strict=True):
            old[changed] = new
        inks = kept.inks.copy()
        inks[changed] = inks_of(picture.bgr, looks.quads_px[changed], layout)
        return kept._replace(cells=cells, looks=looks, frames=1, inks=inks)
    if isinstance(kept.answer, str) or not kept.answer.doubts or kept.frames >= MOST_FRAMES:
        return kept
    return kept._replace(looks=_averaged(kept.looks, gray, kept.frames), frames=kept.frames + 1)


def _has_changed(now: Gray, before: Gray) -> NDArray[np.bool_]:
    """Which cells look otherwise than before, bool (n,): more so than most do, whose edges a table that
    trembles shifts a little, or beyond question."""
    apart = most_apart(now, before, RIM_PX, SOFT_PX)
    return np.asarray(apart > np.clip(TIMES_USUAL * np.median(apart), CHANGED, SURELY_CHANGED))


def _averaged(looks: Looks, gray: Gray, frames: int) -> Looks:
    """All cells' log-probabilities averaged with those of one more frame."""
    new = Looks(looks.quads_px, *both_looks(gray, looks.quads_px, WEIGHTS))
    ask_the_larger(gray, new)
    return Looks(looks.quads_px, _mean(looks.outer, new.outer, frames), _mean(looks.inner, new.inner, frames))


def _mean(old: LogProbs, new: LogProbs, frames: int) -> LogProbs:
    """The geometric mean of so many earlier looks and a new one, normalised."""
    return normalised((old * frames + new) / (frames + 1))
