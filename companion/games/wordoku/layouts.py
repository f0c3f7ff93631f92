"""What the eye reads for this game."""

from companion.games.wordoku.rules import EXPERT, LETTERS, STANDARD, Size
from companion.layout import Layout, Mat


def _layout(size: Size, side_mm: float) -> Layout:
    name, side = f"wordoku-{size.side}x{size.side}", size.side
    return Layout(name, side, side, LETTERS, size.symbols, per_symbol=side, mat=Mat(side_mm))


BY_SIZE = {STANDARD: _layout(STANDARD, 150), EXPERT: _layout(EXPERT, 180)}
LAYOUTS = {layout.name: layout for layout in BY_SIZE.values()}


def layout_of(size: Size) -> Layout:
    """What the eye is to read in a match of that size."""
    return BY_SIZE[size]
