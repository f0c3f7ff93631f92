"""The printed mat as a PDF page: everything in millimetres from the paper's top left."""

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.layout import Layout, Mat
from vision.markers import PER_MAT, draw_marker, marker_corners_mm


class Paper(NamedTuple):
    """A size of paper, upright."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TOP_MM = 18.0
# A tile is pale wood and its inks are dark: the field lies between, and its hue is not that of wood.
FIELD_RGB = (0.40, 0.49, 0.53)
HINT_RGB = (0.55, 0.63, 0.67)
BLACK, GREY, WHITE = (0.0,) * 3, (0.3,) * 3, (1.0,) * 3
# A marker is six modules wide and needs one module of white around it; a little more stands a poor print.
MODULES, QUIET_MM = 6, 4.0
# A tile of 20 mm with half a millimetre on each side.
CELL_MM, ARM_MM = 21.0, 2.0
RULER_MM, RULER_INCHES, RULER_ABOVE_EDGE_MM = 100, "3 15/16 inches", 24.0


def mat_pages(layout: Layout, mat: Mat, seats: Sequence[int], paper: Paper) -> bytes:
    """A PDF with a page for each seat (from 1); the same mats give the same bytes."""
    packed = io.BytesIO()
    canvas = Canvas(packed, pagesize=(paper.width_mm * mm, paper.height_mm * mm), bottomup=0, invariant=1)
    canvas.setTitle(f"Mat {layout.name}, {paper.name}")
    for seat in seats:
        canvas.scale(mm, mm)
        _draw_page(canvas, layout, mat, seat, paper)
        canvas.showPage()
    canvas.save()
    return packed.getvalue()


def play_area_mm(mat: Mat, paper: Paper) -> tuple[float, float]:
    """Where the top left of the play area lies on the paper."""
    return (paper.width_mm - mat.side_mm) / 2, TOP_MM


def _draw_page(canvas: Any, layout: Layout, mat: Mat, seat: int, paper: Paper) -> None:
    left, top = play_area_mm(mat, paper)
    canvas.saveState()
    canvas.translate(left, top)
    canvas.setFillColorRGB(*FIELD_RGB)
    canvas.rect(0, 0, mat.side_mm, mat.side_mm, stroke=0, fill=1)
    _draw_cells(canvas, layout, mat)
    for number, (x, y) in enumerate(marker_corners_mm(mat)[:, 0].tolist()):
        _draw_marker(canvas, PER_MAT * (seat - 1) + number, x, y, mat.marker_mm)
    canvas.restoreState()
    _draw_words(canvas, layout, seat, paper.width_mm / 2, top + mat.side_mm)
    draw_ruler(canvas, (paper.width_mm - RULER_MM) / 2, paper.height_mm - RULER_ABOVE_EDGE_MM)


def _draw_cells(canvas: Any, layout: Layout, mat: Mat) -> None:
    """A small cross where four cells meet: whole lines would look like tiles where a cell is empty."""
    left, top = ((mat.side_mm - count * CELL_MM) / 2 for count in (layout.cols, layout.rows))
    canvas.setStrokeColorRGB(*HINT_RGB)
    canvas.setLineWidth(0.4)
    for row in range(layout.rows + 1):
        for col in range(layout.cols + 1):
            x, y = left + col * CELL_MM, top + row * CELL_MM
            canvas.lines([(x - ARM_MM, y, x + ARM_MM, y), (x, y - ARM_MM, x, y + ARM_MM)])


def _draw_marker(canvas: Any, marker: int, x: float, y: float, side: float) -> None:
    """One marker on its white ground. Its modules are one path: single squares would show seams."""
    canvas.setFillColorRGB(*WHITE)
    canvas.rect(x - QUIET_MM, y - QUIET_MM, side + 2 * QUIET_MM, side + 2 * QUIET_MM, stroke=0, fill=1)
    path, module = canvas.beginPath(), side / MODULES
    for row, modules in enumerate(draw_marker(marker, MODULES).tolist()):
        for col, tone in enumerate(modules):
            if not tone:
                path.rect(x + col * module, y + row * module, module, module)
    canvas.setFillColorRGB(*BLACK)
    canvas.drawPath(path, stroke=0, fill=1)


def _draw_words(canvas: Any, layout: Layout, seat: int, middle: float, y: float) -> None:
    canvas.setFillColorRGB(*BLACK)
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawCentredString(middle, y + 16, f"Seat {NUMBERS[seat - 1]}")
    canvas.setFillColorRGB(*GREY)
    canvas.setFont("Helvetica", 4)
    for line, text in enumerate(
        (
            f"{layout.rows} rows of {layout.cols} tiles, between the small crosses.",
            "You sit on this side. Keep the four black squares in sight: nothing on or over them.",
        )
    ):
        canvas.drawCentredString(middle, y + 25 + 6 * line, text)


def draw_ruler(canvas: Any, left: float, y: float) -> None:
    canvas.setStrokeColorRGB(*BLACK)
    canvas.setFillColorRGB(*BLACK)
    canvas.setLineWidth(0.25)
    canvas.line(left, y, left + RULER_MM, y)
    canvas.setFont("Helvetica", 3)
    for at in range(0, RULER_MM + 1, 5):
        canvas.line(left + at, y, left + at, y - (3 if at % 10 else 5))
        if at % 10 == 0:
            canvas.drawCentredString(left + at, y - 6, str(at))
    canvas.setFont("Helvetica", 4)
    text = f"This is {RULER_MM} mm ({RULER_INCHES}): print at 100 %, not fitted to the page."
    canvas.drawCentredString(left + RULER_MM / 2, y + 6, text)
