"""Grids that the first look misses: small ones of a whole table, faint ones, ones beside their lattice."""

import numpy as np
import pytest
from drawn import FOUR, FULL, drawn, look

from companion.grid import Grid
from vision.draw_table import DrawnTable, Place, draw_table, seats_around
from vision.field import look_into, view_of
from vision.fields import find_fields
from vision.optics import Camera
from vision.places import likely_places
from vision.reader import Memory, read
from vision.shut_off import shut_off

pytestmark = pytest.mark.pixels
OTHER = "HERO/ACID/TUNE/*LAY scoq/qqsc/ococ/sosq"
FAR = Camera(size=(2304, 1296), height_mm=1150.0, tilt_deg=4.0, field_deg=62.0)


def far_table() -> DrawnTable:
    around = seats_around(2, 250.0, 300.0)
    places = [Place(Grid.parse(text), *at) for text, at in zip((FULL, OTHER), around, strict=True)]
    return draw_table(places, look(camera=FAR), pile=6)


def middle_of(corners: np.ndarray) -> np.ndarray:
    return np.asarray(corners.mean(0))


def test_a_patch_as_large_as_a_grid_is_a_likely_place_and_the_draw_pile_is_none() -> None:
    table = far_table()
    view = view_of(table.frame_bgr)
    grids = [np.array(list(laid.quads_px.values())) * view.scale for laid in table.places]
    tile_px = float(np.linalg.norm(grids[0][:, 0] - grids[0][:, 1], axis=1).mean())
    found = likely_places(view.picture.bgr, FOUR, tile_px, [])
    assert len(found) == 2
    for grid in grids:
        nearest = min(np.linalg.norm(place.corners_px.mean(0) - grid.mean((0, 1))) for place in found)
        assert nearest < tile_px
    assert [round(place.tile_px / tile_px, 1) for place in found] == pytest.approx([1.0, 1.0], abs=0.25)


def test_a_known_place_is_not_looked_at_again() -> None:
    table = far_table()
    view = view_of(table.frame_bgr)
    found = likely_places(view.picture.bgr, FOUR, 24.0, [])
    assert likely_places(view.picture.bgr, FOUR, 24.0, [place.corners_px for place in found]) == []


def test_streaks_of_the_tables_grain_hide_no_patch() -> None:
    picture = np.full((900, 1600, 3), 150, np.uint8)
    for top in range(40, 880, 60):
        picture[top : top + 25] = 168
    middles = [(500, 300), (900, 620)]
    for x, y in middles:
        picture[y - 48 : y + 48, x - 48 : x + 48] = 110
    found = likely_places(picture, FOUR, 24.0, [])
    places = sorted(place.corners_px.mean(0).tolist() for place in found)
    assert np.array(places) == pytest.approx(np.array(middles), abs=24)


def test_small_grids_of_a_far_camera_are_all_read() -> None:
    reading, _ = read(far_table().frame_bgr, FOUR, Memory())
    assert sorted(str(grid.grid) for grid in reading.grids) == sorted([FULL, OTHER])


def test_a_grid_that_has_little_contrast_left_is_found() -> None:
    frame_bgr = drawn(FULL).frame_bgr
    faint = np.clip(0.14 * frame_bgr.astype(float) + 150, 0, 255).astype(np.uint8)
    reading, _ = read(faint, FOUR, Memory())
    assert [str(grid.grid) for grid in reading.grids] == [FULL]


@pytest.mark.parametrize(("down", "across"), [(1, 0), (2, 2), (-1, 1), (0, -2), (-2, 0)])
def test_a_lattice_beside_its_grid_is_moved_over_it(down: int, across: int) -> None:
    picture = view_of(drawn(FULL).frame_bgr).picture
    [field] = find_fields(picture, FOUR)
    shift = np.array([[1, 0, across], [0, 1, down], [0, 0, 1]], np.float64)
    beside = field.lattice._replace(plane=field.lattice.plane @ shift, outlines_px={})
    moved = look_into(beside, picture, FOUR)
    step_px = field.tile_px()
    assert moved.window.mass == pytest.approx(16, abs=0.5)
    assert np.linalg.norm(middle_of(moved.corners_px(FOUR)) - middle_of(field.corners_px(FOUR))) < step_px / 4


def table_with_hole() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A plain table with dark-edged tiles of 40 pixels, the top right cell and an inner one empty."""
    rng = np.random.default_rng(4)
    picture = np.full((280, 280, 3), 150, np.uint8)
    shown = np.ones((4, 4), bool)
    shown[0, 3] = shown[2, 1] = False
    for row, col in np.argwhere(shown):
        y, x = 60 + 40 * row, 60 + 40 * col
        picture[y + 1 : y + 39, x + 1 : x + 39] = 60
        picture[y + 3 : y + 37, x + 3 : x + 37] = 210
    noisy = np.clip(picture + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    return noisy, np.array([[40, 0, 60], [0, 40, 60], [0, 0, 1]], np.float64), shown


def test_an_open_hole_is_reached_from_the_table_and_an_inner_one_is_never_named() -> None:
    picture, plane, shown = table_with_hole()
    assert not shut_off(picture, plane, shown).any()


@pytest.mark.parametrize("rim", [60, 120, 190])
def test_a_cup_of_the_tables_own_colour_is_known_by_its_rim(rim: int) -> None:
    picture, plane, shown = table_with_hole()
    y, x = np.ogrid[: picture.shape[0], : picture.shape[1]]
    far = np.hypot(x - 205, y - 75)
    picture[far < 32] = 150
    picture[(far >= 32) & (far < 37)] = rim
    assert np.argwhere(shut_off(picture, plane, shown)).tolist() == [[0, 3]]


def test_a_full_grid_has_nothing_to_ask_about() -> None:
    picture, plane, shown = table_with_hole()
    assert not shut_off(picture, plane, np.ones_like(shown)).any()
