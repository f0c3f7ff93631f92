"""The printed board as a PDF page: colours without texts, and one mark that says where the top is."""

import io
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.commands.mat_page import BLACK, GREY, Paper, draw_ruler
from companion.games.record import PrintedBoard

SQUARE_MM, RIM_MM = 20.5, 6.0
TOP_MM, MARK_MM = 24.0, 5.0
GROUND_RGB, LINE_RGB, MARK_RGB = (0.16, 0.33, 0.29), (0.86, 0.90, 0.86), (0.93, 0.76, 0.20)
LINE_MM = 0.8
RULER_MM, RULER_ABOVE_EDGE_MM = 100, 24.0


def board_page(board: PrintedBoard, paper: Paper) -> bytes:
    """A PDF of one page; the same board gives the same bytes.

    No text stands on a square, so that none is taken for a letter; a rim of the same green lets the outer
    lines be seen as lines. Only the mark above the first row breaks the pattern's symmetry.
    """
    packed = io.BytesIO()
    canvas = Canvas(packed, pagesize=(paper.width_mm * mm, paper.height_mm * mm), bottomup=0, invariant=1)
    canvas.setTitle(f"Board {board.side} x {board.side}, {paper.name}")
    canvas.scale(mm, mm)
    side = board.side * SQUARE_MM
    left = (paper.width_mm - side) / 2
    canvas.saveState()
    canvas.translate(left, TOP_MM)
    _draw_squares(canvas, board, side)
    canvas.restoreState()
    _draw_mark(canvas, paper.width_mm / 2, TOP_MM - 1)
    _draw_words(canvas, board, left, TOP_MM + side + RIM_MM + 8)
    draw_ruler(canvas, (paper.width_mm - RULER_MM) / 2, paper.height_mm - RULER_ABOVE_EDGE_MM)
    canvas.showPage()
    canvas.save()
    return packed.getvalue()


def _draw_squares(canvas: Any, board: PrintedBoard, side: float) -> None:
    canvas.setFillColorRGB(*GROUND_RGB)
    canvas.rect(-RIM_MM, -RIM_MM, side + 2 * RIM_MM, side + 2 * RIM_MM, stroke=0, fill=1)
    for (row, col), kind in board.premiums.items():
        canvas.setFillColorRGB(*board.colours[kind])
        canvas.rect(col * SQUARE_MM, row * SQUARE_MM, SQUARE_MM, SQUARE_MM, stroke=0, fill=1)
    canvas.setStrokeColorRGB(*LINE_RGB)
    canvas.setLineWidth(LINE_MM)
    for k in range(board.side + 1):
        canvas.line(k * SQUARE_MM, 0, k * SQUARE_MM, side)
        canvas.line(0, k * SQUARE_MM, side, k * SQUARE_MM)


def _draw_mark(canvas: Any, middle: float, y: float) -> None:
    """A triangle that points to the top of the board."""
    path = canvas.beginPath()
    path.moveTo(middle, y - MARK_MM)
    path.lineTo(middle + MARK_MM, y)
    path.lineTo(middle - MARK_MM, y)
    path.close()
    canvas.setFillColorRGB(*MARK_RGB)
    canvas.drawPath(path, stroke=0, fill=1)


def _draw_words(canvas: Any, board: PrintedBoard, left: float, y: float) -> None:
    """Under the board: which colour is which premium."""
    canvas.setFont("Helvetica", 4)
    for number, (kind, colour) in enumerate(board.colours.items()):
        x = left + number * 45
        canvas.setFillColorRGB(*colour)
        canvas.rect(x, y - 4, 5, 5, stroke=0, fill=1)
        canvas.setFillColorRGB(*BLACK)
        canvas.drawString(x + 7, y, kind)
    canvas.setFillColorRGB(*GREY)
    canvas.drawString(left, y + 9, "The triangle is the top. Glue it on cardboard; gloss blinds the camera.")
