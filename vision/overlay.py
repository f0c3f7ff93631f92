"""The picture with what was read drawn over it, so that a person can check it at a glance."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.reading import CellReading, GridReading, Reading

SURE_BGR, DOUBTED_BGR, EDGE_BGR, HIDDEN_BGR = (40, 160, 20), (0, 90, 255), (200, 60, 20), (30, 0, 220)
HIDDEN_SHARE = 0.45
TALLEST_PX = 1600


def draw_overlay(frame_bgr: NDArray[np.uint8], reading: Reading) -> NDArray[np.uint8]:
    """A copy of the frame with each cell's outline and face; what is in doubt is orange with a question mark.

    Very large frames are made smaller. A reading without a grid shows its problem instead.
    """
    scale = min(1.0, TALLEST_PX / max(frame_bgr.shape[:2]))
    drawn = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    loose = [grid for grid in reading.grids if not grid.seat]
    for grid in reading.grids:
        number = f"grid {loose.index(grid) + 1}" if grid in loose and len(reading.grids) > 1 else "up"
        _draw_grid(drawn, grid, scale, number)
    if reading.caption:
        _outline(drawn, reading.caption.quad_px, scale, SURE_BGR, 2)
        top = np.array(reading.caption.quad_px).min(0) * scale
        text = reading.caption.text.encode("ascii", "replace").decode()
        _write(drawn, text, tuple(np.round(top).astype(int) - (0, 8)), 0.6, SURE_BGR)
    if reading.problem:
        _write(drawn, reading.problem, (12, 28), 0.6, DOUBTED_BGR)
    elif reading.obstructed:
        _write(drawn, "obstructed", (12, 28), 0.6, DOUBTED_BGR)
    return np.asarray(drawn, np.uint8)


def _draw_grid(drawn: NDArray[np.uint8], grid: GridReading, scale: float, name: str) -> None:
    doubted = {doubt.cell for doubt in grid.doubts}
    _outline(drawn, grid.quad_px, scale, EDGE_BGR, 2)
    top = np.array(grid.quad_px[:2]).mean(0) * scale
    seat = f"seat {grid.seat}, " if grid.seat else ""
    _write(drawn, f"{seat}{name}", tuple(np.round(top).astype(int) - (10, 8)), 0.5, EDGE_BGR)
    _veil_hidden(drawn, grid, scale)
    for (cell, tile), look in zip(grid.grid, grid.cells, strict=False):
        if cell in grid.covered:
            continue
        colour = DOUBTED_BGR if cell in doubted else SURE_BGR
        _outline(drawn, look.quad_px, scale, colour, 2 if cell in doubted else 1)
        face = f"{tile.face}{tile.symbol}" if tile else "."
        _label(drawn, look, face + ("?" if cell in doubted else ""), scale, colour)


def _veil_hidden(drawn: NDArray[np.uint8], grid: GridReading, scale: float) -> None:
    """The cells over which something lies, red with a thick edge."""
    looks = [look for (cell, _), look in zip(grid.grid, grid.cells, strict=False) if cell in grid.covered]
    if not looks:
        return
    veil = drawn.copy()
    quads = [np.round((np.array(look.quad_px) + 0.5) * scale).astype(np.int32) for look in looks]
    cv2.fillPoly(veil, quads, HIDDEN_BGR)
    cv2.addWeighted(veil, HIDDEN_SHARE, drawn, 1 - HIDDEN_SHARE, 0, dst=drawn)
    for look in looks:
        _outline(drawn, look.quad_px, scale, HIDDEN_BGR, 3)


def _outline(
    drawn: NDArray[np.uint8], quad: object, scale: float, colour: tuple[int, int, int], width: int
) -> None:
    points = np.round((np.array(quad) + 0.5) * scale * 8).astype(np.int32)
    cv2.polylines(drawn, [points], True, colour, width, cv2.LINE_AA, shift=3)


def _label(
    drawn: NDArray[np.uint8], look: CellReading, text: str, scale: float, colour: tuple[int, int, int]
) -> None:
    points = np.array(look.quad_px) * scale
    side = float(np.linalg.norm(points[0] - points[1]))
    size = max(0.35, side / 90)
    x, y = points[:, 0].min(), points[:, 1].max()
    _write(drawn, text, (int(x + 1), int(y - 2)), size, colour)


def _write(
    drawn: NDArray[np.uint8], text: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]
) -> None:
    """Text with a light edge, so that it can be read on any ground."""
    place = (int(at[0]), int(at[1]))
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 4, cv2.LINE_AA)
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
