"""The drawn table: what is dealt, and what may lie there."""

from random import Random

import pytest
from fake_sight import FakeSight

from companion.drawn import DrawnTable, dealt
from companion.errors import UnreadableError
from companion.eye import Draw
from companion.games import layouts
from companion.grid import Cell, Grid
from companion.layout import Layout

GRIDS = {name: layout for name, layout in layouts().items() if layout.kind == "grid"}


@pytest.mark.parametrize("layout", GRIDS.values(), ids=GRIDS.keys())
def test_a_deal_is_full_and_holds_the_right_count_of_each_symbol(layout: Layout) -> None:
    for seed in range(20):
        grid = dealt(layout, Random(seed))
        tiles = [tile for _, tile in grid if tile]
        assert (grid.height, grid.width, len(tiles)) == (layout.rows, layout.cols, layout.rows * layout.cols)
        assert {s: sum(tile.symbol == s for tile in tiles) for s in layout.symbols} == dict.fromkeys(
            layout.symbols, layout.per_symbol
        )
        assert {tile.face for tile in tiles} <= set(layout.letters)


def test_what_is_laid_is_what_the_camera_is_to_see() -> None:
    sight, cell = FakeSight(), Cell(0, 1)
    table = DrawnTable(sight)
    grid = Grid.parse("AB*D/..../..../.... csqo/..../..../....")
    table.lay(grid, frozenset({cell}))
    order = sight.orders[-1]
    assert isinstance(order, Draw)
    assert (order.grid, dict(order.look)["upturned"]) == (str(grid), {cell})
    assert (table.grid, table.upturned) == (grid, {cell})


@pytest.mark.parametrize("text", ["AB/CD cs/qo", "ABCD/ABCD csqo/csqo", "ABCD/ABCD/ABCD/ABCD"])
def test_what_does_not_fit_on_it_is_refused_and_what_lay_there_stays(text: str) -> None:
    sight = FakeSight()
    table = DrawnTable(sight)
    with pytest.raises(UnreadableError):
        table.lay(Grid.parse(text))
    assert sight.orders == []
