"""Where cards lie: the cells that are open, the runs through a card, the longest row and column."""

from collections.abc import Iterable, Mapping

from companion.grid import Cell

FIRST = Cell(0, 0)
Spread = Mapping[Cell, str]


def is_joined(spread: Spread, cell: Cell) -> bool:
    """Whether the cell's left or its upper neighbour is filled, or it is the very first (WR-2)."""
    if cell == FIRST:
        return True
    return Cell(cell.row, cell.col - 1) in spread or Cell(cell.row - 1, cell.col) in spread


def open_cells(spread: Spread) -> list[Cell]:
    """Every cell in which the next card may be placed, in reading order (WR-2)."""
    near = {Cell(c.row + down, c.col + right) for c in spread for down, right in ((0, 1), (1, 0))}
    return sorted(near - set(spread)) if spread else [FIRST]


def runs_through(spread: Spread, cell: Cell) -> tuple[str, str]:
    """The letters of the unbroken runs across and down through a filled cell, in table order (WR-3)."""
    return _run(spread, cell, 0, 1), _run(spread, cell, 1, 0)


def _run(spread: Spread, cell: Cell, down: int, right: int) -> str:
    row, col = cell
    while Cell(row - down, col - right) in spread:
        row, col = row - down, col - right
    letters = ""
    while letter := spread.get(Cell(row, col)):
        letters, row, col = letters + letter, row + down, col + right
    return letters


def longest(spread: Spread) -> tuple[int, int]:
    """How many cards the longest unbroken row and the longest unbroken column hold (WR-6)."""
    runs = [runs_through(spread, cell) for cell in spread]
    return max((len(row) for row, _ in runs), default=0), max((len(col) for _, col in runs), default=0)


def rows_of(spread: Spread) -> tuple[str, ...]:
    """The cards as rows of text, `.` where none lies."""
    height, width = (1 + max(_side(spread, axis), default=0) for axis in (0, 1))
    return tuple("".join(spread.get(Cell(row, col), ".") for col in range(width)) for row in range(height))


def _side(spread: Spread, axis: int) -> Iterable[int]:
    return (cell[axis] for cell in spread)
