"""Racks: drawn rows of tiles in, letters and blanks in reading order out."""

from dataclasses import replace

import numpy as np
import pytest

from companion.grid import Grid, Tile
from companion.reading import GridReading
from vision.draw import Look, draw
from vision.optics import Camera
from vision.reader import OWN_LAYOUTS, Memory, read

pytestmark = pytest.mark.pixels

RACK = OWN_LAYOUTS["rack"]
PLAIN = Look(camera=Camera(size=(1280, 960), height_mm=330), gap_mm=1.5, wobble_deg=1.0, seed=4)


def rack_of(letters: str, look: Look = PLAIN) -> GridReading:
    row = Grid((tuple(Tile(letter) for letter in letters),))
    reading, _ = read(draw(row, look).frame_bgr, RACK, Memory())
    assert reading.grids, reading.problem
    return reading.grids[0]


@pytest.mark.parametrize("letters", ["QUARTZE", "CAMEL", "AB", "DEED"])
@pytest.mark.parametrize("turn", [0, 180])
def test_a_row_of_tiles_is_read_from_its_owners_left(letters: str, turn: int) -> None:
    seen = rack_of(letters, replace(PLAIN, turn_deg=turn))
    assert seen.grid.faces == (letters,)
    assert seen.turn_deg == turn


@pytest.mark.parametrize("spin", [-12.0, 9.0])
def test_a_slanting_row_is_read(spin: float) -> None:
    assert rack_of("FOXGLEN", replace(PLAIN, spin_deg=spin)).grid.faces == ("FOXGLEN",)


def test_a_blank_among_letters_is_a_blank() -> None:
    assert rack_of("RE_IST").grid.faces == ("RE_IST",)


def test_an_empty_table_has_no_row_of_tiles() -> None:
    frame = np.full((960, 1280, 3), 120, np.uint8)
    reading, _ = read(frame, RACK, Memory())
    assert not reading.grids
    assert "no row of tiles found" in (reading.problem or "")
