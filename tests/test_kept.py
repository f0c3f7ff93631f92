"""What the reader remembers from picture to picture: the same answers as without, and less looked at."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from drawn import drawn_once
from numpy.random import default_rng

from companion.grid import Cell, Grid, Tile
from companion.layout import Layout
from companion.reading import Reading
from vision.draw import Look
from vision.optics import Camera, Light
from vision.reader import Memory, read

pytestmark = pytest.mark.pixels

GRID = Grid.parse("WORD/AREA/LINE/KEPT csqo/sqoc/qocs/ocsq")
LAYOUT = Layout("four", 4, 4, symbols="csqo", per_symbol=4)
LOOK = Look(camera=Camera(height_mm=330), gap_mm=2.0, seed=8)


def shown(grid: Grid, noise: int = 0, look: Look = LOOK) -> np.ndarray:
    """The grid in a picture, with other noise each time."""
    frame = drawn_once(str(grid), look).frame_bgr.astype(np.float64)
    return (frame + default_rng(noise).normal(0, 1.5, frame.shape)).clip(0, 255).astype(np.uint8)


EMPTY = Grid.parse("..../..../..../....")


@pytest.fixture(scope="module")
def long_empty() -> list[tuple[Reading, Memory]]:
    """What eight pictures of the same empty table said, one after another, and what was remembered of each:
    seconds of searching that two tests share."""
    frame, seen = shown(EMPTY), [(Reading("four", ()), Memory())]
    for _ in range(8):
        seen.append(read(frame, LAYOUT, seen[-1][1]))
    return seen


def texts(frames: list[np.ndarray], memory: Memory | None = None) -> list[list[str]]:
    """What each picture holds when they come one after another, and others may have come before."""
    memory, said = memory or Memory(), []
    for frame in frames:
        reading, memory = read(frame, LAYOUT, memory)
        said.append([str(grid.grid) for grid in reading.grids])
    return said


def test_a_still_table_reads_the_same_in_every_picture() -> None:
    assert texts([shown(GRID, noise) for noise in range(4)]) == [[str(GRID)]] * 4


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(1, 2), Cell(3, 3)])
def test_a_tile_that_was_exchanged_is_read_anew(cell: Cell) -> None:
    old = GRID[cell]
    assert old
    changed = GRID.replaced(cell, Tile("X", old.symbol))
    said = texts([shown(GRID), shown(changed, 1), shown(changed, 2), shown(GRID, 3)])
    assert said == [[str(GRID)], [str(changed)], [str(changed)], [str(GRID)]]


@pytest.mark.parametrize("cell", [Cell(0, 1), Cell(1, 0), Cell(2, 3), Cell(3, 1)])
@pytest.mark.parametrize("light", [Light(gain=0.35, blur_px=1.0), Light(veil=0.5, blur_px=1.0)])
def test_a_letter_exchanged_for_a_like_one_is_noticed_in_dusk_and_glare(light: Light, cell: Cell) -> None:
    old, look = GRID[cell], replace(LOOK, light=light)
    assert old
    like = {"O": "Q", "A": "R", "E": "F"}[old.face]
    other = GRID.replaced(cell, Tile(like, old.symbol))
    seen = texts([shown(GRID, 1, look), shown(GRID, 2, look), shown(other, 3, look)])
    assert seen == [[str(GRID)], [str(GRID)], [str(other)]]


def test_a_table_that_trembles_by_half_a_pixel_is_not_searched_anew() -> None:
    _, before = read(shown(GRID, 1), LAYOUT, Memory())
    shift = np.array([[1, 0, 0.5], [0, 1, 0.5]])
    frame = cv2.warpAffine(shown(GRID, 2), shift, (1280, 960), borderMode=cv2.BORDER_REPLICATE)
    reading, after = read(np.asarray(frame, np.uint8), LAYOUT, before)
    assert [str(grid.grid) for grid in reading.grids] == [str(GRID)]
    assert after.grids[0].placed.field is before.grids[0].placed.field


def test_a_tile_that_was_taken_away_is_missed_in_the_next_picture() -> None:
    without = GRID.replaced(Cell(2, 1), None)
    assert texts([shown(GRID), shown(without, 1)]) == [[str(GRID)], [str(without)]]


def test_a_table_that_was_pushed_is_found_again() -> None:
    pushed = replace(LOOK, camera=Camera(height_mm=330, aim_mm=(14.0, 9.0)))
    assert texts([shown(GRID), shown(GRID, 1, pushed)]) == [[str(GRID)], [str(GRID)]]


def test_a_push_is_named_for_a_while_and_then_no_more() -> None:
    elsewhere = replace(LOOK, camera=Camera(height_mm=330, aim_mm=(30.0, 20.0)))
    memory, named = Memory(), []
    for frame in [shown(GRID), *[shown(GRID, 1, elsewhere)] * 27]:
        reading, memory = read(frame, LAYOUT, memory)
        named.append("bumped" in reading.notes)
    assert named[:3] == [False, True, True]
    assert not named[-1]


def test_a_cleared_table_holds_no_grid_of_before() -> None:
    empty = np.full_like(shown(GRID), 120)
    assert texts([shown(GRID), empty]) == [[str(GRID)], []]


def test_a_table_that_was_long_empty_is_read_as_soon_as_a_grid_lies_there(
    long_empty: list[tuple[Reading, Memory]],
) -> None:
    assert [reading.grids for reading, _ in long_empty] == [()] * 9
    assert texts([shown(GRID, 1), shown(EMPTY)], long_empty[-1][1]) == [[str(GRID)], []]


def test_tiles_that_a_lamp_brings_to_light_are_read_although_nothing_moved() -> None:
    dusk = (shown(GRID) * 0.02).astype(np.uint8)
    assert texts([*[dusk] * 8, shown(GRID)]) == [*[[]] * 8, [str(GRID)]]


def test_an_empty_table_is_searched_a_few_times_and_then_only_when_something_changed(
    long_empty: list[tuple[Reading, Memory]],
) -> None:
    searched = [after.found_gray is not before.found_gray for (_, before), (_, after) in pairwise(long_empty)]
    assert all(reading.problem for reading, _ in long_empty[1:])
    assert searched == [True] * 6 + [False] * 2


def test_a_hand_that_comes_in_is_noticed_and_gone_when_it_goes() -> None:
    under = replace(LOOK, hand=frozenset({Cell(1, 1), Cell(1, 2)}))
    memory, covered = Memory(), []
    for frame in (shown(GRID), shown(GRID, 1, under), shown(GRID, 2)):
        reading, memory = read(frame, LAYOUT, memory)
        asked = bool(reading.problem) or reading.obstructed or any(g.covered for g in reading.grids)
        covered.append(asked)
    assert covered == [False, True, False]
