"""What the eye reads for this game."""

from companion.games.wordoku.rules import EXPERT, LETTERS, STANDARD, Size
from companion.layout import Layout, Mat


def _layout(size: Size, side_mm: float) -> Layout:
    name, side = f"wordoku-{size.side}x{size.side}", size.side
    return Layout(name, side, side, LETTERS, size.symbols, per_symbol=side, mat=Mat(side_mm))


LAYOUTS = {layout.name: layout for layout in (_layout(STANDARD, 150), _layout(EXPERT, 180))}
