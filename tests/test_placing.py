"""Grids that were found, looked at once more where that may read better."""

import numpy as np
import pytest
from drawn import FOUR, FULL, drawn, look

from companion.grid import Grid
from companion.layout import Layout
from vision import placing
from vision.draw_table import Place, draw_table, seats_around
from vision.field import Field, Picture, is_clear, look_into, view_of
from vision.fields import find_fields, slow_fields
from vision.optics import Camera
from vision.placing import placed_fields

pytestmark = pytest.mark.pixels


def test_a_grid_that_reads_unclearly_on_a_mat_is_looked_for_on_that_mat_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame_bgr = drawn(FULL, FOUR.mat, seat=2).frame_bgr
    view = view_of(frame_bgr)
    (field,) = find_fields(view.picture, FOUR)
    slanting = field.lattice.plane @ np.array([[1, 0.25, 0], [0, 1, 0], [0, 0, 1.0]])
    askew = look_into(field.lattice._replace(plane=slanting, outlines_px={}), view.picture, FOUR)
    assert askew.window.mass < 10

    monkeypatch.setattr(placing, "quick_fields", lambda *seen: [askew])
    (placed,) = placed_fields(frame_bgr, view, FOUR)
    assert placed.seat == 2
    assert placed.field.window.mass > 14


def test_where_mats_show_small_tiles_the_whole_picture_is_not_searched_at_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame_bgr = drawn(FULL, FOUR.mat, seat=3, camera=Camera(height_mm=900.0)).frame_bgr
    monkeypatch.setattr(placing, "quick_fields", lambda *seen: [])
    monkeypatch.setattr(placing, "slow_fields", lambda *seen: pytest.fail("searched at length"))
    (placed,) = placed_fields(frame_bgr, view_of(frame_bgr), FOUR)
    assert placed.seat == 3
    assert is_clear(placed.field, FOUR)


def test_a_grid_that_no_mat_shows_is_searched_for_slowly_beside_one_that_a_mat_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = [Place(Grid.parse(FULL), -90, 0, seat=1), Place(Grid.parse(FULL), 90, 0, seat=2)]
    frame_bgr = draw_table(two, look(camera=Camera(height_mm=380.0, tilt_deg=4.0)), mat=FOUR.mat).frame_bgr
    real = placing.seen_mats
    monkeypatch.setattr(placing, "seen_mats", lambda *seen: {1: real(*seen)[1]})
    monkeypatch.setattr(placing, "quick_fields", lambda *seen: [])
    placed = list(placed_fields(frame_bgr, view_of(frame_bgr), FOUR))
    assert [each.seat for each in placed] == [1, None]
    assert all(is_clear(each.field, FOUR) for each in placed)


@pytest.mark.parametrize("slowly_found", [0, 1])
def test_grids_beside_those_that_the_slow_search_finds_are_found_too(
    monkeypatch: pytest.MonkeyPatch, slowly_found: int
) -> None:
    three = [Place(Grid.parse(FULL), *at) for at in seats_around(3, 250.0, 300.0)]
    far = Camera(size=(2304, 1296), height_mm=1150.0, tilt_deg=4.0, field_deg=62.0)
    frame_bgr = draw_table(three, look(camera=far)).frame_bgr
    monkeypatch.setattr(placing, "quick_fields", lambda *seen: [])
    monkeypatch.setattr(placing, "slow_fields", lambda *seen: slow_fields(*seen)[:slowly_found])
    placed = list(placed_fields(frame_bgr, view_of(frame_bgr), FOUR))
    assert len(placed) == 3
    assert all(is_clear(each.field, FOUR) for each in placed)


def test_where_a_mat_shows_nothing_at_the_usual_size_it_is_looked_at_closer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = Camera(size=(4608, 2592), height_mm=700.0, tilt_deg=4.0, field_deg=62.0)
    frame_bgr = draw_table([Place(Grid.parse(FULL), seat=2)], look(camera=large), mat=FOUR.mat).frame_bgr
    monkeypatch.setattr(placing, "quick_fields", lambda *seen: [])
    monkeypatch.setattr(placing, "slow_fields", lambda *seen: [])
    widths_px: list[int] = []

    def found_when_large(picture: Picture, layout: Layout) -> list[Field]:
        widths_px.append(picture.gray.shape[1])
        return find_fields(picture, layout) if len(widths_px) > 1 else []

    monkeypatch.setattr(placing, "find_fields", found_when_large)
    (placed,) = placed_fields(frame_bgr, view_of(frame_bgr), FOUR)
    assert placed.seat == 2
    assert is_clear(placed.field, FOUR)
    assert widths_px[1] / widths_px[0] == pytest.approx(2.0, abs=0.1)
