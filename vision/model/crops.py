"""Training crops, cut from drawn tables: letters in four turns, symbols, blank cells and junk."""

from dataclasses import replace
from math import atan, degrees

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.grid import BLANK, LETTERS, Cell, Grid, Tile
from companion.layout import Mat
from vision.draw import INKS_BGR, Drawing, any_look, draw
from vision.faces import CAP_PX, Face
from vision.letters import BLANK_CLASS, JUNK_CLASS, SYMBOL_CLASS, SYMBOLS, cut_crops, letter_class
from vision.model.boards import BoardScene
from vision.textures import Surface

SIDE = 5
FREE_SHARE = 0.05
DOTTED = "AOU"
NARROW = 0.15
Crops = NDArray[np.float32]
Labels = NDArray[np.int64]


def draw_training_table(
    rng: Generator, faces: list[Face], surfaces: tuple[Surface, ...], hands: bool = True
) -> tuple[Grid, Drawing]:
    """A 5x5 grid that fills its small picture, tiles 18 to 80 px, every letter in a face of its own."""
    look = any_look(rng, surfaces, hard=float(rng.uniform(0.3, 1.25)))
    tile_px = float(np.exp(rng.uniform(np.log(18), np.log(80))))
    side = int(tile_px * SIDE * 1.75)
    field = 2 * degrees(atan(side / 2 / (tile_px * look.camera.height_mm / 20)))
    camera = replace(look.camera, size=(side, side), field_deg=field, aim_mm=(0.0, 0.0))
    blur = min(look.light.blur_px, 0.032 * tile_px)
    light = replace(look.light, blur_px=blur, motion_px=min(look.light.motion_px, 0.05 * tile_px))
    hand = frozenset({Cell(*rng.integers(0, SIDE, 2))}) if hands and rng.random() < 0.15 else frozenset()
    look = replace(look, camera=camera, light=light, clutter=0, hand=hand)
    mat = Mat(180.0) if rng.random() < 0.4 else None
    grid = _any_grid(rng)
    return grid, draw(grid, look, face=mixed_face(rng, faces), mat=mat)


def crops_of(grid: Grid, drawing: Drawing, rng: Generator, per_tile: int = 3) -> tuple[Crops, Labels]:
    """Crops (n, CROP_PX, CROP_PX) and their classes (n,) from one drawn table."""
    gray = cv2.cvtColor(drawing.frame_bgr, cv2.COLOR_BGR2GRAY)
    quads, labels = [], []
    for cell, tile in grid:
        for _ in range(per_tile if tile else 2):
            quad = drawing.quads_px.get(cell)
            if quad is None or tile is None:
                quads.append(_unsettled(_cell_quad(drawing, cell), rng, 0.15))
                labels.append(BLANK_CLASS)
                continue
            turn = int(rng.integers(4))
            quads.append(np.roll(_unsettled(quad, rng, 0.055), turn, axis=0))
            labels.append(_class_of(tile, turn))
    for _ in range(14):
        quad, label = _beside(drawing, grid, rng)
        quads.append(quad)
        labels.append(label)
    if drawing.hand is not None:
        labels = [_under_hand(label, quad, drawing.hand) for label, quad in zip(labels, quads, strict=True)]
    inside = [i for i, q in enumerate(quads) if labels[i] >= 0 and _within(q, gray.shape)]
    crops = cut_crops(gray, np.array([quads[i] for i in inside], np.float32), 1.0)
    return crops, np.array([labels[i] for i in inside], np.int64)


def board_crops_of(scene: BoardScene, rng: Generator, per_tile: int = 2) -> tuple[Crops, Labels]:
    """Crops (n, CROP_PX, CROP_PX) and their classes (n,) from a drawn board: tiles and some free squares."""
    gray, side = cv2.cvtColor(scene.drawn.frame_bgr, cv2.COLOR_BGR2GRAY), scene.grid.width
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    plane = cv2.getPerspectiveTransform(square, scene.drawn.squares_px.astype(np.float32))
    quads, labels = [], []
    for cell, tile in scene.grid:
        if tile:
            for turn in rng.integers(4, size=per_tile).tolist():
                quads.append(np.roll(_unsettled(scene.drawn.quads_px[cell], rng, 0.05), turn, axis=0))
                labels.append(BLANK_CLASS if tile.face == BLANK else letter_class(tile.face, turn))
        elif rng.random() < FREE_SHARE:
            low, high = np.array([cell.col, cell.row]) + 0.04, np.array([cell.col, cell.row]) + 0.96
            at = np.array([[low, (high[0], low[1]), high, (low[0], high[1])]])
            quads.append(_unsettled(cv2.perspectiveTransform(at, plane)[0], rng, 0.12))
            written = cell in scene.board.premiums and scene.board.premiums[cell][1]
            labels.append(JUNK_CLASS if written else BLANK_CLASS)
    inside = [i for i, quad in enumerate(quads) if _within(quad, gray.shape)]
    crops = cut_crops(gray, np.array([quads[i] for i in inside], np.float32).reshape(-1, 4, 2), 1.0)
    return crops, np.array([labels[i] for i in inside], np.int64)


def _any_grid(rng: Generator) -> Grid:
    def tile() -> Tile | None:
        kind, ink = rng.random(), str(rng.choice(list(INKS_BGR)))
        if kind < 0.07:
            return None
        if kind < 0.10:
            return Tile("_")
        return Tile("*", ink) if kind < 0.24 else Tile(str(rng.choice(list(LETTERS))), ink)

    return Grid(tuple(tuple(tile() for _ in range(SIDE)) for _ in range(SIDE)))


def mixed_face(rng: Generator, faces: list[Face], dotted: float = 0.0) -> Face:
    """Every letter of another face; A, O and U have two dots above in so many of them."""
    masks = [_reshaped(faces[rng.integers(len(faces))].letters[i], rng) for i in range(len(LETTERS))]
    for letter in DOTTED if dotted else "":
        at = LETTERS.index(letter)
        masks[at] = with_dots(masks[at], rng) if rng.random() < dotted else masks[at]
    return Face("mixed", np.stack(masks))


def with_dots(mask: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """A capital with two dots above, as other languages have it; it counts as the letter below them."""
    size, shrunk = mask.shape[0], float(rng.uniform(0.75, 0.95))
    down = (1 - shrunk) * CAP_PX * 0.5 + rng.uniform(0, 4)
    place = np.array([[shrunk, 0, size / 2 * (1 - shrunk)], [0, shrunk, size / 2 * (1 - shrunk) + down]])
    lower = cv2.warpAffine(mask, place, (size, size))
    top = float(np.nonzero(lower.max(1) > 128)[0][0])
    radius, apart = rng.uniform(3.5, 6.5), rng.uniform(9, 15)
    y = max(radius, top - radius - rng.uniform(2, 8))
    for x in (size / 2 - apart, size / 2 + apart):
        cv2.circle(lower, (round(x), round(y)), round(radius), 255, -1, cv2.LINE_AA)
    return np.asarray(lower, np.uint8)


def _reshaped(mask: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """A letter a little thicker or thinner, wider or narrower, slanted; some as narrow as a poster's."""
    match rng.integers(8):
        case 0 | 1:
            mask = cv2.dilate(mask, np.ones((3, 3), np.uint8), iterations=int(rng.integers(1, 3)))
        case 2:
            mask = cv2.erode(mask, np.ones((2, 2), np.uint8))
    wide = rng.uniform(0.58, 0.85) if rng.random() < NARROW else rng.uniform(0.8, 1.15)
    slant = rng.normal(0, 0.04)
    middle = mask.shape[0] / 2
    place = np.array([[wide, slant, middle * (1 - wide - slant)], [0, 1, 0]])
    return np.asarray(cv2.warpAffine(mask, place, mask.shape[::-1]), np.uint8)


def _class_of(tile: Tile, turn: int) -> int:
    if tile.face in LETTERS:
        return letter_class(tile.face, turn)
    return SYMBOL_CLASS + SYMBOLS.index(tile.symbol) if tile.face == "*" else BLANK_CLASS


def _unsettled(quad: NDArray[np.float64], rng: Generator, slip: float) -> NDArray[np.float64]:
    """A quad as a detector would give it: a little off, turned, stretched and too large or small."""
    middle, side = quad.mean(0), float(np.linalg.norm(quad[0] - quad[2])) / 2**0.5
    angle, size = rng.normal(0, 0.09), rng.uniform(0.76, 1.04)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    stretch = np.eye(2) + rng.normal(0, 0.03, (2, 2))
    off = np.clip(rng.normal(0, slip, 2), -2.2 * slip, 2.2 * slip) * side
    return np.asarray((quad - middle) @ (spin @ stretch).T * size + middle + off)


def _cell_quad(drawing: Drawing, cell: Cell) -> NDArray[np.float64]:
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    plane = cv2.getPerspectiveTransform(square, drawing.grid_quad_px.astype(np.float32))
    at = np.array([[(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)]], np.float64)
    return np.asarray(cv2.perspectiveTransform(at + np.array([cell.col, cell.row]), plane)[0])


def _beside(drawing: Drawing, grid: Grid, rng: Generator) -> tuple[NDArray[np.float64], int]:
    """A place without a whole tile: over the edges of tiles (junk), or where no tile reaches (blank)."""
    row, col = rng.uniform(-1.4, SIDE + 0.4, 2)
    if rng.random() < 0.6:
        row, col = (
            np.floor(row) + rng.uniform(0.38, 0.62),
            np.floor(col) + rng.choice([0, rng.uniform(0.35, 0.65)]),
        )
    elif abs(row - round(row)) < 0.34 and abs(col - round(col)) < 0.34:
        col += 0.47
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    plane = cv2.getPerspectiveTransform(square, drawing.grid_quad_px.astype(np.float32))
    size = rng.uniform(0.75, 1.0)
    corner = np.array([col, row]) + (1 - size) / 2
    at = np.array([[(0, 0), (size, 0), (size, size), (0, size)]]) + corner
    near = [cell for cell, tile in grid if tile and max(abs(cell.row - row), abs(cell.col - col)) < 0.97]
    quad = np.roll(cv2.perspectiveTransform(at, plane)[0], int(rng.integers(4)), axis=0)
    return quad, JUNK_CLASS if near else BLANK_CLASS


def _under_hand(label: int, quad: NDArray[np.float64], hand: NDArray[np.uint8]) -> int:
    """The class of a crop that a hand may cover: junk when much is hidden, -1 (leave out) when a little."""
    mask = np.zeros_like(hand)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    share = float((hand * mask).sum()) / 255 / max(1, int(mask.sum()))
    return JUNK_CLASS if share > 0.22 else -1 if share > 0.03 else label


def _within(quad: NDArray[np.float64], shape: tuple[int, ...]) -> bool:
    return bool((quad > -2).all() and (quad[:, 0] < shape[1] + 1).all() and (quad[:, 1] < shape[0] + 1).all())
