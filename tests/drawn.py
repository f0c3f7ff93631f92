"""Drawn tables for tests: a grid in text form in, a frame out."""

from functools import lru_cache

from companion.grid import Grid
from companion.layout import Layout, Mat
from vision.draw import Drawing, Look, draw
from vision.optics import Camera, Light

FOUR = Layout("four", 4, 4, letters="ABCDEFGHIJKLMNOPRSTUVWXYZ", symbols="csqo", per_symbol=4, mat=Mat(150.0))
FIVE = Layout(
    "five", 5, 5, letters="ABCDEFGHIJKLMNOPRSTUVWXYZ", symbols="csqod", per_symbol=5, mat=Mat(180.0)
)
FULL = "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
FULL_FIVE = "CRANE/B*LTS/JUMPY/GHOST/FIXED csqod/sqodc/qodcs/odcsq/dcsqo"


def look(**changes: object) -> Look:
    """A plain, well-lit table; what a test is about is given by name."""
    usual = {"seed": 3, "camera": Camera(tilt_deg=6.0), "light": Light(gain=0.95, blur_px=0.6)}
    return Look(**{**usual, **changes})  # type: ignore[arg-type]


def drawn(text: str, mat: Mat | None = None, **changes: object) -> Drawing:
    """The drawing of a grid in text form; its frame can only be looked at."""
    return drawn_once(text, look(**changes), mat)


@lru_cache(maxsize=32)
def drawn_once(text: str, shown: Look, mat: Mat | None = None) -> Drawing:
    """The same drawing for every test that asks for it, since drawing takes longer than reading."""
    drawing = draw(Grid.parse(text), shown, mat=mat)
    drawing.frame_bgr.setflags(write=False)
    return drawing
