"""Pictures made dark, blurred and glaring: each fault is named by itself, with what helps."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games import layouts
from companion.grid import Cell, Grid
from companion.reading import Reading
from vision.draw import Look, draw
from vision.draw_table import Cover, Place, draw_table
from vision.optics import Camera, Light
from vision.overlay import HIDDEN_BGR, draw_overlay
from vision.reader import Memory, read
from vision.textures import UNSEEN_SURFACES

pytestmark = pytest.mark.pixels

FOUR = layouts()["wordoku-4x4"]
GRID = Grid.parse("ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo")
LOOK = Look(camera=Camera(size=(1280, 960), height_mm=450), light=Light())


def reading_of(light: Light, surface: int = 0) -> Reading:
    look = replace(LOOK, light=light, surface=UNSEEN_SURFACES[surface])
    return read(draw(GRID, look, mat=FOUR.mat).frame_bgr, FOUR, Memory())[0]


@pytest.mark.parametrize(
    ("light", "notes"),
    [
        (Light(), ()),
        (Light(gain=0.4), ()),
        (Light(gain=0.15), ("dark",)),
        (Light(gain=0.06), ("dark",)),
        (Light(blur_px=3.0), ("blurred",)),
        (Light(veil=0.3), ()),
        (Light(veil=0.95), ("glare",)),
    ],
    ids=str,
)
def test_what_is_wrong_is_named_and_what_does_no_harm_is_not(light: Light, notes: tuple[str, ...]) -> None:
    assert reading_of(light).notes == notes


def test_a_bright_mat_is_no_glare_where_blur_makes_a_tile_doubtful() -> None:
    reading = reading_of(Light(blur_px=3.2))
    assert reading.grids[0].doubts
    assert reading.notes == ("blurred",)


def test_glare_that_makes_a_tile_doubtful_is_named() -> None:
    reading = reading_of(Light(veil=0.8))
    assert reading.grids[0].doubts
    assert reading.notes == ("glare",)


@pytest.mark.parametrize(
    ("light", "says"),
    [(Light(gain=0.03), "switch a lamp on"), (Light(veil=0.97), "a lamp is mirrored on the table")],
    ids=str,
)
def test_where_nothing_can_be_read_the_sentence_names_the_fault(light: Light, says: str) -> None:
    reading = reading_of(light)
    assert not reading.grids
    assert reading.problem is not None
    assert says in reading.problem


@pytest.mark.parametrize("cover", ["hand", "sleeve", "cup"])
def test_what_is_covered_is_named_and_red_in_the_picture(cover: Cover) -> None:
    corner = frozenset({Cell(3, 3), Cell(3, 2)})
    look = replace(LOOK, camera=Camera(size=(1280, 960), height_mm=400), seed=3)
    frame = draw_table((Place(GRID, under=corner, cover=cover),), look).frame_bgr
    reading, _ = read(frame, FOUR, Memory())
    [grid] = reading.grids
    assert reading.obstructed
    assert corner <= {*grid.covered}
    assert Cell(0, 0) not in grid.covered
    shown = draw_overlay(frame, reading).astype(np.int16)
    edge = {cell: np.array(look.quad_px) for (cell, _), look in zip(GRID, grid.cells, strict=True)}
    for cell, quad in edge.items():
        x, y = np.round((quad[0] + quad[1]) / 2).astype(int)
        near = shown[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3)
        is_red = bool((np.abs(near - HIDDEN_BGR).max(1) < 40).any())
        assert is_red or cell not in grid.covered
        assert not is_red or {cell.row, cell.row + 1} & {hidden.row for hidden in grid.covered}
