"""Letter tiles and letter cards to print and cut out, as PDF pages."""

import io
from collections.abc import Iterator
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.commands.mat_page import BLACK, GREY, Paper
from companion.games.record import Pieces

SIZES_MM = {"tiles": (19.0, 19.0), "cards": (63.0, 88.0)}
MARGIN_MM = 10.0
CUT_RGB = (0.75, 0.75, 0.75)
LETTER_SHARE, VALUE_SHARE = 0.55, {"tiles": 0.17, "cards": 0.12}


def pieces_pages(pieces: Pieces, paper: Paper) -> bytes:
    """A PDF with every piece as often as the set has it; the same set gives the same bytes."""
    packed = io.BytesIO()
    canvas = Canvas(packed, pagesize=(paper.width_mm * mm, paper.height_mm * mm), bottomup=0, invariant=1)
    canvas.setTitle(f"{pieces.kind} {pieces.title}, {paper.name}")
    every = list(_each(pieces))
    places = list(_places(pieces.kind, paper))
    for start in range(0, len(every), len(places)):
        canvas.scale(mm, mm)
        for letter, (x, y) in zip(every[start : start + len(places)], places, strict=False):
            _draw_piece(canvas, pieces, letter, x, y)
        canvas.showPage()
    canvas.save()
    return packed.getvalue()


def _each(pieces: Pieces) -> Iterator[str]:
    """Every piece by its letter; a blank has none."""
    for letter, count in pieces.counts.items():
        yield from [letter] * count


def _places(kind: str, paper: Paper) -> Iterator[tuple[float, float]]:
    """Where pieces lie on one page, from the top left, in millimetres."""
    wide, high = SIZES_MM[kind]
    across = int((paper.width_mm - 2 * MARGIN_MM) // wide)
    down = int((paper.height_mm - 2 * MARGIN_MM) // high)
    left = (paper.width_mm - across * wide) / 2
    for number in range(across * down):
        yield left + number % across * wide, MARGIN_MM + number // across * high


def _draw_piece(canvas: Any, pieces: Pieces, letter: str, x: float, y: float) -> None:
    wide, high = SIZES_MM[pieces.kind]
    canvas.setStrokeColorRGB(*CUT_RGB)
    canvas.setLineWidth(0.2)
    canvas.rect(x, y, wide, high, stroke=1, fill=0)
    if not letter.isalpha():
        return
    size = LETTER_SHARE * wide / 0.72
    canvas.setFillColorRGB(*BLACK)
    canvas.setFont("Helvetica-Bold", size)
    canvas.drawCentredString(x + wide / 2, y + high / 2 + 0.36 * size, letter)
    if letter in pieces.values:
        small = VALUE_SHARE[pieces.kind] * wide / 0.72
        canvas.setFillColorRGB(*GREY)
        canvas.setFont("Helvetica-Bold", small)
        canvas.drawRightString(x + wide * 0.93, y + high - wide * 0.06, str(pieces.values[letter]))
