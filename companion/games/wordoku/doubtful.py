"""Symbol sides up: which is wild, what must be asked, what the count of tiles tells (WK-2, WK-8, WK-10)."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

from companion.games.wordoku.rules import BY_SIDE, counted
from companion.games.wordoku.sheet import Says
from companion.grid import FILLER, WILD, Cell, Grid, Tile

MOST_TRIED = 100


def symbol_sides(grid: Grid) -> dict[str, list[Cell]]:
    """The cells of the tiles that lie symbol side up as a wild, for each symbol."""
    up: dict[str, list[Cell]] = {}
    for cell, tile in grid:
        if tile and tile.face == WILD:
            up.setdefault(tile.symbol, []).append(cell)
    return up


def _said(cells: list[Cell], says: Says) -> list[Cell]:
    """Those of which the player has said that they are the wild, by itself or by saying the letter."""
    return [cell for cell in cells if cell in says.chosen or cell in dict(says.wilds)]


def resolved(grid: Grid, says: Says) -> Iterator[Grid]:
    """Every way to settle doubtful symbol sides: each alone the wild of its symbol, or none (WK-8).

    Where that would be more than MOST_TRIED ways, all that nothing was said of are fillers.
    """
    doubtful = {symbol: cells for symbol, cells in symbol_sides(grid).items() if len(cells) > 1}
    ways: list[list[Cell | None]] = [
        list(_said(cells, says)) or [None, *cells] for cells in doubtful.values()
    ]
    if prod(map(len, ways)) > MOST_TRIED:
        ways = [way if None not in way else [None] for way in ways]
    for wilds in product(*ways):
        yield _kept(grid, doubtful, wilds)


def _kept(grid: Grid, doubtful: dict[str, list[Cell]], wilds: tuple[Cell | None, ...]) -> Grid:
    """The grid with every doubtful symbol side a filler but those kept."""
    for symbol, cells in doubtful.items():
        for cell in cells:
            if cell not in wilds:
                grid = grid.replaced(cell, Tile(FILLER, symbol))
    return grid


def questions(grid: Grid, says: Says) -> tuple[str, ...]:
    """What must be asked: which of several symbol sides of one kind is wild, or whether a single one is."""
    asked = []
    for symbol, cells in symbol_sides(grid).items():
        names = ", ".join(map(str, cells))
        match len(cells), len(_said(cells, says)):
            case 1, 0:
                asked.append(f"{names} lies symbol side up: wild or filler? A wild until it is said (WK-10)")
            case count, said if said != 1:
                asked.append(
                    f"{counted(count, symbol)} symbol side up at {names}: one at most is wild, which one? "
                    "The lowest total counts until it is said (WK-8)"
                )
    return tuple(asked)


def miscounts(grid: Grid) -> tuple[str, ...]:
    """Symbols that lie in the wrong number, and letters the set does not have, in words (WK-2, WK-7)."""
    size = BY_SIDE[grid.height]
    held = Counter(tile.symbol for _, tile in grid if tile)
    wrong = [symbol for symbol in size.symbols if held[symbol] != size.side]
    counts = ", ".join(counted(held[symbol], symbol) for symbol in wrong)
    over = any(held[symbol] > size.side for symbol in wrong)
    odd = tuple(
        f"a Q tile at {cell}: the set has none, only a wild can be Q (WK-7)"
        for cell, tile in grid
        if tile and tile.face == "Q"
    )
    return ((f"{counts}: a hand has {size.side} of each (WK-2)",) if over else ()) + odd
