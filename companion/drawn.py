"""The drawn table: what lies on it, and tiles dealt at random."""

from random import Random

from companion.errors import UnreadableError
from companion.eye import Draw
from companion.grid import Cell, Grid, Tile
from companion.layout import Layout
from companion.parts import Sight

SYMBOLS, NO_SYMBOLS = "every tile on the drawn table has a symbol", "tiles on a board have no symbol"
GRID_SIDES, BOARD_SIDES = (4, 5), (9, 15)
COMMON = "EEEEEEEEEEEEAAAAAAAAAIIIIIIIIOOOOOOOONNNNNNRRRRRRTTTTTTLLLLSSSSUUUUDDDDGGGBBCCMMPPFFHHVVWWYYKJXZ"


class DrawnTable:
    """What lies on the drawn table; the camera sees every change with its next picture."""

    def __init__(self, sight: Sight) -> None:
        self.grid, self.upturned = Grid(((None,),)), frozenset[Cell]()
        self._sight = sight

    def lay(self, grid: Grid, upturned: frozenset[Cell] = frozenset()) -> None:
        """Lay this grid in the place of what lay there; the cells named lie upside down.

        Nine or fifteen rows lie on a printed board, their tiles without symbols. UnreadableError when it is
        neither that nor a square of 4 or 5 tiles with their symbols.
        """
        on_board = grid.height in BOARD_SIDES
        if grid.height != grid.width or not (on_board or grid.height in GRID_SIDES):
            raise UnreadableError("the drawn table takes 4 rows of 4 tiles, 5 of 5, or a board of 9 or 15")
        if any(tile and bool(tile.symbol) == on_board for _, tile in grid):
            raise UnreadableError(NO_SYMBOLS if on_board else SYMBOLS)
        self.grid, self.upturned = grid, upturned
        self._sight.order(Draw(str(grid), None, (("upturned", upturned), ("seed", 3)), on_board))


def dealt(layout: Layout, random: Random) -> Grid:
    """A full grid, letters as common as in English, each symbol as often as it may be; a board is empty."""
    if layout.kind == "board":
        return Grid(((None,) * layout.cols,) * layout.rows)
    cells = layout.rows * layout.cols
    each = layout.per_symbol or cells // max(1, len(layout.symbols))
    symbols = [symbol for symbol in layout.symbols for _ in range(each)][:cells]
    random.shuffle(symbols)
    letters = [letter for letter in COMMON if letter in layout.letters]
    tiles = [Tile(random.choice(letters), symbol) for symbol in symbols]
    return Grid(tuple(tuple(tiles[r * layout.cols :][: layout.cols]) for r in range(layout.rows)))
