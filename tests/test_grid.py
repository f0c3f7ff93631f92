"""The text form of a grid: there and back, and every way it can be wrong."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UnreadableError
from companion.grid import FACES, Cell, Grid, Tile

SIDES = st.integers(1, 15)
SYMBOLS = "abcdefghijklmnopqrstuvwxyz"


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Any grid that a text form stands for: with symbols on all of its tiles or on none."""
    height, width, with_symbols = draw(SIDES), draw(SIDES), draw(st.booleans())
    symbol = st.sampled_from(SYMBOLS) if with_symbols else st.just("")
    tile = st.none() | st.builds(Tile, st.sampled_from(FACES), symbol)
    return Grid(tuple(tuple(draw(tile) for _ in range(width)) for _ in range(height)))


@given(grids())
def test_a_grid_survives_its_text_form(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid
    assert "\n" not in str(grid)


@given(SIDES, SIDES)
def test_a_cell_survives_its_name(row: int, col: int) -> None:
    assert Cell.parse(str(Cell(row - 1, col - 1))) == (row - 1, col - 1)


@given(st.text(max_size=60) | st.text("AB*.#_/ scq", max_size=40))
def test_any_text_is_a_grid_or_a_one_line_complaint(text: str) -> None:
    try:
        grid = Grid.parse(text)
    except UnreadableError as error:
        said = str(error)
    else:
        said = str(grid)
        assert Grid.parse(said) == grid
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a grid has one field or two (letters, then symbols), not 0: write it as"),
        (" \t\n ", "a grid has one field or two (letters, then symbols), not 0: write it as"),
        ("AB CD EF", "not 3: write it as"),
        ("ARTD/BANG/LPAY/*KE", "row 4 of the letters has 3 cells, row 1 has 4"),
        ("AB/ABC", "row 2 of the letters has 3 cells, row 1 has 2: make them equally long"),
        ("AB/CD sq/s", "row 2 of the symbols has 1 cells, row 1 has 2"),
        ("AB/CD sq", "the letters are 2 rows of 2, the symbols 1 rows of 2: both fields need the same shape"),
        ("AB/CD sqc/sqc", "the letters are 2 rows of 2, the symbols 2 rows of 3"),
        ("AB//CD", "row 2 of the letters is empty: write . for a cell without a tile"),
        ("AB/", "row 2 of the letters is empty"),
        ("/", "row 1 of the letters is empty"),
        ("A?/BC", "'?' at r1c2 is no letter: use A to Z"),
        ("A1", "'1' at r1c2 is no letter"),
        ("ÄB", "'Ä' at r1c1 is no letter"),
        ("AB sS", "'S' at r1c2 is no symbol: use one small letter for each"),
        ("AB s*", "'*' at r1c2 is no symbol"),
        ("AB sß", "'ß' at r1c2 is no symbol"),
        ("A. ss", "r1c2 is empty in one field and holds a tile in the other: write . in both or none"),
        ("AB s.", "r1c2 is empty in one field and holds a tile in the other"),
        ("A😀/BC", "'😀' at r1c2 is no letter"),
        ("A👨‍👩‍👧/BC", "row 2 of the letters has 2 cells, row 1 has 6"),
        ("A👍🏽/BCD", "'👍' at r1c2 is no letter"),
        ("AB s🇩🇪/..", "row 2 of the symbols has 2 cells, row 1 has 3"),
        ("A\x00", "'\\x00' at r1c2 is no letter"),
        ("A\udc80", "'\\udc80' at r1c2 is no letter"),
        ("A" * 16, "1 rows of 16 are too many: at most 15 by 15"),
        ("/".join("A" * 16), "16 rows of 1 are too many: at most 15 by 15"),
        ("A" * 10_000_000, "a grid of 10000000 characters is too long: at most 15 rows of 15"),
    ],
    ids=lambda value: ascii(value[:24]),
)
def test_a_grid_that_cannot_be_read_is_refused_with_what_and_where(text: str, complaint: str) -> None:
    with pytest.raises(UnreadableError, match=re.escape(complaint)) as refused:
        Grid.parse(text)
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "name", ["", "r0c1", "r1c0", "r1", "c1r1", "r1c1 ", "R1C1", "r123c1", "r١c1", "r-1c1"]
)
def test_what_is_no_name_of_a_cell_is_refused(name: str) -> None:
    with pytest.raises(UnreadableError, match="write row and column, as in r4c1"):
        Cell.parse(name)


def test_one_cell_is_replaced_and_all_others_stay() -> None:
    grid = Grid.parse("AB/CD sq/co")
    assert str(grid.replaced(Cell(1, 0), None)) == "AB/.D sq/.o"
    assert str(grid) == "AB/CD sq/co"
