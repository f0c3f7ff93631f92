"""Whole drawn tables: every grid in its owner's orientation, seats from mats, covered cells named."""

from dataclasses import replace

import numpy as np
import pytest
from drawn import FOUR, FULL, look

from companion.grid import Cell, Grid
from vision.draw_table import COVERS, Cover, DrawnTable, Place, draw_table, seats_around
from vision.optics import Camera
from vision.reader import Memory, read

pytestmark = pytest.mark.pixels
OTHER = "HERO/ACID/TUNE/*LAY scoq/qqsc/ococ/sosq"
THIRD = "BIRD/OVAL/XYLO/ENDS oosc/cqsq/scqo/qcos"
HIGH = Camera(size=(2304, 1296), height_mm=640.0, tilt_deg=4.0, field_deg=62.0, bend=-0.002)


def table_of(*texts: str, mats: bool = False, pile: int = 6) -> DrawnTable:
    around = seats_around(len(texts), 235.0, 300.0)
    places = [
        Place(Grid.parse(text), *at, seat=seat)
        for seat, (text, at) in enumerate(zip(texts, around, strict=True), 1)
    ]
    return draw_table(places, look(camera=HIGH), mat=FOUR.mat if mats else None, pile=pile)


def test_every_grid_of_a_table_is_read_upright_as_its_owner_sees_it() -> None:
    reading, _ = read(table_of(FULL, OTHER, THIRD).frame_bgr, FOUR, Memory())
    assert sorted(str(grid.grid) for grid in reading.grids) == sorted([FULL, OTHER, THIRD])
    assert sorted(grid.turn_deg for grid in reading.grids) == [0, 0, 180]
    assert [grid.seat for grid in reading.grids] == [None, None, None]


def test_mats_tell_whose_each_grid_is() -> None:
    reading, _ = read(table_of(FULL, OTHER, THIRD, mats=True).frame_bgr, FOUR, Memory())
    assert [(grid.seat, str(grid.grid)) for grid in reading.grids] == [(1, FULL), (2, OTHER), (3, THIRD)]


def test_a_draw_pile_and_an_empty_mat_are_no_grid() -> None:
    reading, _ = read(table_of(FULL, ".", mats=True, pile=10).frame_bgr, FOUR, Memory())
    assert [(grid.seat, str(grid.grid)) for grid in reading.grids] == [(1, FULL)]


@pytest.mark.parametrize("cover", COVERS)
def test_what_lies_over_one_grid_is_named_and_leaves_the_others_alone(cover: Cover) -> None:
    corner = frozenset({Cell(3, 2), Cell(3, 3)})
    places = [
        Place(Grid.parse(FULL), -120, 0, seat=1, under=corner, cover=cover),
        Place(Grid.parse(OTHER), 120, 0, seat=2),
    ]
    drawing = draw_table(places, replace(look(camera=HIGH), seed=8), mat=FOUR.mat)
    reading, _ = read(drawing.frame_bgr, FOUR, Memory())
    first, second = reading.grids
    hidden = drawing.places[0].hidden()
    assert hidden
    assert set(first.covered) & drawing.places[0].touched()
    assert hidden <= set(first.covered) | {doubt.cell for doubt in first.doubts}
    assert (str(second.grid), second.covered, reading.obstructed) == (OTHER, (), False)


def test_the_truth_of_a_drawn_table_says_what_is_hidden() -> None:
    place = Place(Grid.parse(FULL), under=frozenset({Cell(0, 0)}), cover="cup")
    drawing = draw_table([place], look())
    [laid] = drawing.places
    assert len(laid.quads_px) == 16
    assert laid.hidden() <= laid.touched()
    assert Cell(0, 0) in laid.touched()
    assert laid.covered[Cell(3, 3)] == 0


def test_the_same_look_draws_the_same_table() -> None:
    assert np.array_equal(table_of(FULL, OTHER).frame_bgr, table_of(FULL, OTHER).frame_bgr)
