"""The drawn table: what lies on it, and tiles dealt at random."""

from random import Random

from companion.errors import UnreadableError
from companion.eye import Draw
from companion.grid import Cell, Grid, Tile
from companion.layout import Layout
from companion.parts import Sight

COMMON = "EEEEEEEEEEEEAAAAAAAAAIIIIIIIIOOOOOOOONNNNNNRRRRRRTTTTTTLLLLSSSSUUUUDDDDGGGBBCCMMPPFFHHVVWWYYKJXZ"


class DrawnTable:
    """What lies on the drawn table; the camera sees every change with its next picture."""

    def __init__(self, sight: Sight) -> None:
        self.grid, self.upturned = Grid(((None,),)), frozenset[Cell]()
        self._sight = sight

    def lay(self, grid: Grid, upturned: frozenset[Cell] = frozenset()) -> None:
        """Lay this grid in the place of what lay there; the cells named lie upside down.

        UnreadableError when it is no square of 4 or 5 tiles with their symbols.
        """
        if grid.height != grid.width or grid.height not in (4, 5):
            raise UnreadableError("the drawn table takes 4 rows of 4 tiles, or 5 of 5")
        if any(tile and not tile.symbol for _, tile in grid):
            raise UnreadableError("every tile on the drawn table has a symbol")
        self.grid, self.upturned = grid, upturned
        self._sight.order(Draw(str(grid), look=(("upturned", upturned), ("seed", 3))))


def dealt(layout: Layout, random: Random) -> Grid:
    """A full grid of letters as common as in English, with the right count of each symbol."""
    cells = layout.rows * layout.cols
    each = layout.per_symbol or cells // max(1, len(layout.symbols))
    symbols = [symbol for symbol in layout.symbols for _ in range(each)][:cells]
    random.shuffle(symbols)
    letters = [letter for letter in COMMON if letter in layout.letters]
    tiles = [Tile(random.choice(letters), symbol) for symbol in symbols]
    return Grid(tuple(tuple(tiles[r * layout.cols :][: layout.cols]) for r in range(layout.rows)))
