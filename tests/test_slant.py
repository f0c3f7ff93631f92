"""A picture taken from the side: told where it makes letters hard to read."""

import pytest

from companion.grid import Cell, Grid
from companion.reading import CellReading, Doubt, GridReading, Quad
from vision.slant import slanting_harms

GRID = Grid.parse("/".join(["." * 9] * 9))
ABOVE: Quad = ((0, 0), (90, 0), (90, 88), (0, 88))
FLAT: Quad = ((0, 0), (90, 0), (90, 60), (0, 60))
FAR_SIDE_SHORT: Quad = ((20, 0), (80, 0), (95, 90), (5, 90))


def reading(quad_px: Quad, doubts: int) -> GridReading:
    cells = (CellReading(0.9, (), 1.0, (), quad_px),) * 81
    asked = tuple(Doubt(Cell(*divmod(at, 9)), "letter", "A", 0.9, ()) for at in range(doubts))
    return GridReading(GRID, 0, quad_px, asked, cells)


@pytest.mark.parametrize(
    ("quad_px", "doubts", "harms"),
    [
        (ABOVE, 40, False),
        (FLAT, 9, True),
        (FLAT, 8, False),
        (FAR_SIDE_SHORT, 9, True),
    ],
)
def test_a_view_from_the_side_is_told_where_many_cells_are_in_doubt(
    quad_px: Quad, doubts: int, harms: bool
) -> None:
    assert slanting_harms(reading(quad_px, doubts)) is harms
