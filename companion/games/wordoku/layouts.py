"""The grids of this game that the eye can read."""

from companion.grid import LETTERS
from companion.layout import Layout, Mat

WITHOUT_Q = LETTERS.replace("Q", "")
LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout("wordoku-4x4", 4, 4, letters=WITHOUT_Q, symbols="csqo", per_symbol=4, mat=Mat(150.0)),
        Layout("wordoku-5x5", 5, 5, letters=WITHOUT_Q, symbols="csqod", per_symbol=5, mat=Mat(180.0)),
    )
}


def layouts() -> dict[str, Layout]:
    """Layouts by name."""
    return dict(LAYOUTS)
