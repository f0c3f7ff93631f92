"""Every grid on a table with the view that it is best read in: from the whole picture, then by places."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from vision.field import Field, View, is_clear, mapped, part_of
from vision.fields import MOST_GRIDS, find_fields, quick_fields, slow_fields
from vision.kept import Placed
from vision.markers import lies_on, seen_mats
from vision.places import likely_places

SMALL_TILE_PX, WANTED_TILE_PX, MAY_BE_WHOLE_TABLE_PX = 28.0, 36.0, 32.0
HARD_TO_SEE_PX = 45.0
CLOSER = 2.0
MAT_TILE_SHARE = 0.13
GUESSED_TILES_PX = (24.0, 40.0, 64.0)


def placed_fields(
    frame_bgr: NDArray[np.uint8], view: View, layout: Layout, thorough: bool = True
) -> Iterator[Placed]:
    """Every field with the view that it is best read in: small tiles in more of the frame's own size; then
    printed mats where nothing was found, or nothing clear, and patches as large as the grids that were, each
    by itself.

    Where the quickest way finds nothing a search that is not thorough ends there; a thorough one looks at
    the mats before it searches the whole picture slowly, or, where tiles are small, in likely places. Where
    only the slow search found a grid the others are looked for there, too, though their tiles are larger.
    """
    fields = quick_fields(view.picture, layout)
    if not fields and not thorough:
        return
    tile_px = min((field.tile_px() for field in fields), default=0.0)
    mats = seen_mats(_as_printed(view), layout.mat, tile_px) if layout.mat else {}
    found = []
    for placed in _beside_mats(frame_bgr, fields, mats, view, layout):
        found.append(placed)
        yield placed
    if not fields and not _are_small(view, found, MAY_BE_WHOLE_TABLE_PX):
        for field in slow_fields(view.picture, layout):
            if not _lies_on_any(field, found, view, layout):
                found.append(Placed(*_closer(frame_bgr, field, view, layout), _seat_of(field, mats, layout)))
                yield found[-1]
    known = [*(_corners_in(view, placed, layout) for placed in found), *mats.values()]
    if not known:
        yield from _in_places(frame_bgr, GUESSED_TILES_PX, known, view, layout)
    elif len(found) < MOST_GRIDS and _are_small(
        view, found, MAY_BE_WHOLE_TABLE_PX if fields else HARD_TO_SEE_PX
    ):
        yield from _in_places(frame_bgr, (_least_tile_px(view, found),), known, view, layout)


def _in_places(
    frame_bgr: NDArray[np.uint8],
    tiles_px: Sequence[float],
    known_px: Sequence[NDArray[np.float64]],
    view: View,
    layout: Layout,
) -> Iterator[Placed]:
    """The grids by themselves in all places that are likely for the first size of tiles with which one is
    found; none over a known place (m, 2) of the view."""
    for tile_px in tiles_px:
        is_found = False
        for place in likely_places(view.picture.bgr, layout, tile_px, known_px):
            for placed in _by_itself(frame_bgr, place.corners_px, place.tile_px, view, layout):
                is_found = True
                yield placed
        if is_found:
            return


def _beside_mats(
    frame_bgr: NDArray[np.uint8],
    fields: list[Field],
    mats: dict[int, NDArray[np.float64]],
    view: View,
    layout: Layout,
) -> Iterator[Placed]:
    """The fields with the seats whose mats they lie on, anew from the mat where that shows more; then what
    the other mats show by themselves."""
    left = dict(mats)
    for field in fields:
        seat, fuller = _seat_of(field, left, layout), None
        if seat is not None:
            area = left.pop(seat)
            if not is_clear(field, layout):
                anew = _on_mat(frame_bgr, area, view, layout, seat)
                fuller = next((each for each in anew if each.field.window.mass > field.window.mass), None)
        yield fuller or Placed(*_closer(frame_bgr, field, view, layout), seat)
    for seat, area in left.items():
        yield from _on_mat(frame_bgr, area, view, layout, seat)


def _seat_of(field: Field, mats: dict[int, NDArray[np.float64]], layout: Layout) -> int | None:
    """The seat whose mat a field lies on, if it lies on one."""
    middle = field.corners_px(layout).mean(0)
    return next((seat for seat, area in mats.items() if lies_on(middle, area)), None)


def _lies_on_any(field: Field, found: list[Placed], view: View, layout: Layout) -> bool:
    """Whether a field of a view lies where one of those lies that were found before."""
    middle = field.corners_px(layout).mean(0)
    return any(lies_on(middle, _corners_in(view, placed, layout)) for placed in found)


def _corners_in(view: View, placed: Placed, layout: Layout) -> NDArray[np.float64]:
    """A field's corners (4, 2) in the pixels of a view of the same frame."""
    to_view = np.linalg.inv(view.to_frame()) @ placed.view.to_frame()
    return cv2.perspectiveTransform(placed.field.corners_px(layout)[None], to_view)[0]


def _least_tile_px(view: View, found: list[Placed]) -> float:
    """How long the sides of the smallest tiles found are in the pixels of a view; 0 where none were found."""
    return min((each.field.tile_px() * view.scale / each.view.scale for each in found), default=0.0)


def _are_small(view: View, found: list[Placed], limit_px: float) -> bool:
    """Whether tiles were found that are so small that the picture may show a whole table of grids."""
    return 0 < _least_tile_px(view, found) < limit_px


def _as_printed(view: View) -> NDArray[np.uint8]:
    """The view in gray, markers black on white as they are printed."""
    gray = view.picture.gray
    return np.asarray(cv2.bitwise_not(gray), np.uint8) if view.is_negative else gray


def _on_mat(
    frame_bgr: NDArray[np.uint8], area_px: NDArray[np.float64], view: View, layout: Layout, seat: int
) -> Iterator[Placed]:
    """The grid on a seat's printed mat, whose play area has these corners (4, 2) in the view."""
    tile_px = MAT_TILE_SHARE * float(np.linalg.norm(area_px[0] - area_px[1]))
    yield from _by_itself(frame_bgr, area_px, tile_px, view, layout, seat)


def _by_itself(
    frame_bgr: NDArray[np.uint8],
    corners_px: NDArray[np.float64],
    tile_px: float,
    view: View,
    layout: Layout,
    seat: int | None = None,
) -> Iterator[Placed]:
    """The grid within these corners of the view, looked for where tiles are as large as is read best; on a
    seat's mat then closer, where the frame holds more: faint edges get lost in a small copy."""
    corners = cv2.perspectiveTransform(corners_px[None], view.to_frame())[0]
    usual = min(1.0, WANTED_TILE_PX * view.scale / tile_px)
    most = usual if seat is None else min(1.0, CLOSER * usual)
    for scale in sorted({usual, most}):
        part = part_of(frame_bgr, corners, scale, view.is_negative)
        if fields := find_fields(part.picture, layout):
            yield Placed(fields[0], part, seat)
            return


def _closer(frame_bgr: NDArray[np.uint8], field: Field, view: View, layout: Layout) -> tuple[Field, View]:
    """A field and its view; where its tiles are small and the frame is larger, a view of that part."""
    tile_px = field.tile_px()
    if view.scale == 1 or tile_px >= SMALL_TILE_PX:
        return field, view
    corners = cv2.perspectiveTransform(field.cells.plain_px.reshape(1, -1, 2), view.to_frame())[0]
    part = part_of(frame_bgr, corners, min(1.0, WANTED_TILE_PX * view.scale / tile_px), view.is_negative)
    to_part = np.linalg.inv(part.to_frame()) @ view.to_frame()
    return mapped(field, to_part, part.picture, layout), part
