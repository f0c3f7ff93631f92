"""What the pages say about the picture: what is hidden, what helps, how large a tile is."""

import pytest

from companion.grid import Cell, Grid
from companion.reading import CellReading, GridReading, Quad, Reading
from web.sight import Lens, shown, told

GRID = Grid.parse("ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo")
CORNERS: Quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def grid(side_px: float = 30.0, covered: tuple[Cell, ...] = (), seat: int | None = None) -> GridReading:
    square: Quad = ((0.0, 0.0), (side_px, 0.0), (side_px, side_px), (0.0, side_px))
    cells = (CellReading(1.0, (), 1.0, (), square),) * 16
    return GridReading(GRID, 0, CORNERS, cells=cells, seat=seat, covered=covered)


def reading(*grids: GridReading, notes: tuple[str, ...] = (), problem: str | None = None) -> Reading:
    return Reading("wordoku-4x4", grids, notes=notes, problem=problem)


@pytest.mark.parametrize(
    ("cells", "seat", "says"),
    [
        (((3, 2), (3, 3)), None, "something lies over the grid, bottom right"),
        (((0, 0),), 2, "something lies over the grid of seat 2, top left"),
        (((1, 0), (2, 0)), None, "the grid, left."),
        (((1, 1), (2, 2)), None, "the grid, middle."),
    ],
)
def test_the_hidden_corner_is_named(cells: tuple[tuple[int, int], ...], seat: int | None, says: str) -> None:
    sentence = told(reading(grid(covered=tuple(Cell(*cell) for cell in cells), seat=seat)))[0]
    assert sentence.startswith("Waiting for a clear table")
    assert says in sentence


@pytest.mark.parametrize(
    ("side", "says"),
    [
        (31.0, "31 px wide in the picture: good"),
        (22.0, "15 % lower"),
        (13.0, "only 13 px wide: hang the camera 50 %"),
    ],
)
def test_the_size_of_a_tile_is_told_with_what_to_do(side: float, says: str) -> None:
    assert says in told(reading(grid(40.0), grid(side)))[0]


@pytest.mark.parametrize(
    ("note", "says"),
    [
        ("dark", "lamp on"),
        ("glare", "move the lamp"),
        ("blurred", "focus"),
        ("slanting", "straight above"),
        ("bumped", "pushed"),
    ],
)
def test_what_is_wrong_with_the_picture_comes_with_a_remedy(note: str, says: str) -> None:
    assert says in told(reading(notes=(note,)))[0]


@pytest.mark.parametrize(
    ("wide_px", "wide_deg", "side", "says"),
    [
        (2304, 66.0, 20.0, "about 45 cm lower"),
        (1280, 66.0, 13.0, "about 80 cm lower"),
        (1280, 90.0, 13.0, "about 50 cm lower"),
        (0, 66.0, 13.0, "50 % lower"),
    ],
)
def test_how_much_lower_is_told_in_centimetres_where_the_lens_is_known(
    wide_px: int, wide_deg: float, side: float, says: str
) -> None:
    assert says in told(reading(grid(side)), Lens(wide_px, wide_deg))[0]


def test_without_a_reading_nothing_is_told() -> None:
    assert told(None) == []


def test_a_tile_that_measures_a_little_more_does_not_make_a_new_page() -> None:
    assert shown(reading(grid(30.0))) == shown(reading(grid(30.6)))
    assert shown(reading(grid())) != shown(reading(grid(covered=(Cell(0, 0),))))
