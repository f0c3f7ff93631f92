"""Drawn boards as a family may lay them, for training and for measuring: board, tiles, camera and light."""

from dataclasses import replace
from math import radians, tan
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from companion.grid import Cell, Grid
from vision.dark_tiles import DarkTiles
from vision.draw import TILE_MM, any_look
from vision.draw_board import Board, DrawnBoard, any_board, any_position, draw_board
from vision.draw_table import COVERS
from vision.faces import Face, Mask
from vision.optics import Camera
from vision.textures import Surface

SIDES = (9, 15)
MOST_TILES = {9: 32, 15: 98}
OBLIQUE = 0.12
SIZES = ((1280, 960), (1600, 1200), (1536, 1536), (1200, 1600))


class BoardScene(NamedTuple):
    """A drawn board and what lies on it."""

    board: Board
    grid: Grid
    drawn: DrawnBoard


def any_scene(
    rng: Generator,
    face: Face,
    numerals: Mask | None,
    surfaces: tuple[Surface, ...],
    covered: float = 0.0,
    blanks: float = 0.05,
    dark: DarkTiles | None = None,
) -> BoardScene:
    """A board that is wholly in the picture; over a share of them lies a hand, a sleeve or a cup."""
    side = int(rng.choice(SIDES))
    board, gap_mm = any_board(rng, side), float(rng.uniform(0.8, 2.6))
    wide_mm = side * (TILE_MM + gap_mm) + 2 * board.margin_mm + 2 * board.band_mm
    size = SIZES[rng.integers(len(SIZES))]
    tilt, field = float(abs(rng.normal(0, 9)) % 32), float(rng.uniform(47, 70))
    if rng.random() < OBLIQUE:
        tilt = float(rng.uniform(30, 55))
    px_mm = min(size) / wide_mm / rng.uniform(1.05, 1.6) / (1 + tilt / 60)
    camera = Camera(
        size=size,
        height_mm=size[0] / 2 / tan(radians(field / 2)) / px_mm,
        tilt_deg=tilt,
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 3)),
        field_deg=field,
        aim_mm=(float(rng.uniform(-15, 15)), float(rng.uniform(-15, 15))),
        bend=float(rng.uniform(-0.02, 0.003)),
    )
    look = any_look(rng, surfaces)
    sharp = px_mm * TILE_MM / 45
    blur, motion = max(0.3, look.light.blur_px * sharp), look.light.motion_px * sharp
    look = replace(
        look,
        dark=dark,
        camera=camera,
        light=replace(look.light, blur_px=blur, motion_px=motion),
        gap_mm=gap_mm,
        cap=float(rng.uniform(0.42, 0.62)),
        wobble_mm=min(look.wobble_mm, 0.6),
        thick_mm=float(rng.uniform(3.5, 6)),
    )
    grid = any_position(rng, side, MOST_TILES[side], blanks)
    under = Cell(*(int(k) for k in rng.integers(0, side, 2))) if rng.random() < covered else None
    cover = COVERS[rng.integers(len(COVERS))]
    drawn = draw_board(grid, board, look, face=face, numerals=numerals, under=under, cover=cover)
    return BoardScene(board, grid, drawn)


def turned_plane(side: int, quarters: int) -> np.ndarray:  # type: ignore[type-arg]
    """The map from a lattice turned by quarters clockwise to the board's own, float64 (3, 3)."""
    turn = np.eye(3)
    for _ in range(quarters % 4):
        turn = turn @ np.array([[0, -1, side], [1, 0, 0], [0, 0, 1]])
    return turn
