"""Where a cell lies by those beside it that were read."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.in_line import CORNERS, in_line

ROWS, COLS = 4, 5
Quads = NDArray[np.float64]


def _grid(right: tuple[float, float] = (40.0, 3.0), down: tuple[float, float] = (-4.0, 41.0)) -> Quads:
    row, col = np.divmod(np.arange(ROWS * COLS), COLS)
    ways = np.array([right, down])
    middles = np.column_stack([col, row]) @ ways + 100.0
    return np.asarray(middles[:, None] + CORNERS @ ways * 0.9)


def _read(*without: int) -> NDArray[np.bool_]:
    known = np.ones(ROWS * COLS, bool)
    known[list(without)] = False
    return known


@given(
    st.sets(st.integers(0, ROWS * COLS - 1), max_size=10),
    st.floats(-30, 30, allow_nan=False),
    st.floats(15, 80, allow_nan=False),
)
def test_cells_of_a_straight_grid_are_found_wherever_they_were_looked_for(
    lost: set[int], slant_deg: float, side_px: float
) -> None:
    turn = np.deg2rad(slant_deg)
    right = (side_px * np.cos(turn), side_px * np.sin(turn))
    truth = _grid(right, (-right[1], right[0]))
    looked = truth.copy()
    looked[sorted(lost)] += 0.6 * side_px
    places = in_line(looked, _read(*lost), COLS)
    assert places is not None
    assert np.abs(places - truth).max() < 0.02 * side_px


def test_a_cell_beside_bent_rows_is_told_by_those_near_it_more_than_by_the_far_ones() -> None:
    truth = _grid()
    truth[:, :, 1] += 2.0 * (np.arange(ROWS * COLS) % COLS)[:, None] ** 2
    corner = ROWS * COLS - 1
    places = in_line(truth, _read(corner), COLS)
    assert places is not None
    straight = np.linalg.lstsq(_ones(corner), truth[:corner].mean(1), rcond=None)[0]
    by_all = np.array([COLS - 1, ROWS - 1, 1]) @ straight
    off = np.linalg.norm(places[corner].mean(0) - truth[corner].mean(0))
    assert off < 0.6 * np.linalg.norm(by_all - truth[corner].mean(0))


def _ones(count: int) -> Quads:
    row, col = np.divmod(np.arange(count), COLS)
    return np.column_stack([col, row, np.ones(count)]).astype(np.float64)


@pytest.mark.parametrize(
    "known",
    [
        _read(*range(5, ROWS * COLS)),
        _read(*(cell for cell in range(ROWS * COLS) if cell % COLS)),
        _read(*range(1, ROWS * COLS)),
        np.zeros(ROWS * COLS, bool),
    ],
    ids=["one row", "one column", "one cell", "none"],
)
def test_too_few_cells_tell_nothing(known: NDArray[np.bool_]) -> None:
    assert in_line(_grid(), known, COLS) is None


def test_cells_along_one_slanting_line_tell_nothing() -> None:
    row, col = np.divmod(np.arange(36), 6)
    quads = (np.column_stack([col, row]) * 40.0)[:, None] + CORNERS * 36.0
    assert in_line(quads, row == col, 6) is None
