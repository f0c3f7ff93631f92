"""What the eye reads for this game."""

from companion.games.wordoku.rules import EXPERT, LETTERS, STANDARD, Rules
from companion.layout import Layout, Mat


def _layout(rules: Rules, side_mm: float) -> Layout:
    name, side = f"wordoku-{rules.side}x{rules.side}", rules.side
    return Layout(name, side, side, LETTERS, rules.symbols, per_symbol=side, mat=Mat(side_mm))


LAYOUTS = {layout.name: layout for layout in (_layout(STANDARD, 150), _layout(EXPERT, 180))}
