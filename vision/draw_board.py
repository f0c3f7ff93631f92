"""A drawn board with tiles on it: lines, premium squares with their texts, values on the tiles, for tests
and for training."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from companion.grid import BLANK, LETTERS, Cell, Grid, Tile
from vision.draw import (
    TILE_MM,
    TOP_PX,
    Look,
    Pose,
    draw_tile,
    far_to_near,
    ground,
    lay_tiles,
    set_tone,
    shade,
    top_quad,
)
from vision.draw_table import COVERING, Cover
from vision.faces import CAP_PX, MASK_PX, Face, Mask, demo_face
from vision.optics import Points, expose
from vision.textures import Picture, cloud, tile_wood

ART_PX_MM = 4.0
Colour = tuple[int, int, int]
TONES_BGR = (
    (148, 190, 217),
    (205, 225, 232),
    (120, 165, 200),
    (190, 200, 205),
    (85, 120, 165),
    (165, 180, 190),
)
GROUNDS_BGR: tuple[Colour, ...] = (
    (60, 90, 40), (70, 95, 25), (200, 215, 220), (175, 195, 205), (225, 232, 236), (215, 190, 175),
    (150, 175, 190), (55, 60, 35), (120, 60, 40), (60, 60, 150), (90, 100, 110), (190, 210, 190),
)  # fmt: skip
PREMIUMS_BGR: tuple[Colour, ...] = (
    (60, 50, 200), (190, 110, 50), (150, 140, 235), (215, 175, 110), (90, 130, 70), (70, 60, 110),
    (40, 160, 220),
)  # fmt: skip
TEXTS = (
    "2W", "3W", "2L", "3L", "DOUBLE WORD SCORE", "TRIPLE LETTER SCORE", "", "", "*", "x2", "DW", "TL", "3",
)  # fmt: skip
SHAPES: tuple[Literal["full", "inset", "jagged"], ...] = ("full", "inset", "jagged")
VALUES = dict(zip(LETTERS, "13321424185131130111144840", strict=True)) | {"Q": "10", "Z": "10"}


@dataclass(frozen=True, slots=True)
class Board:
    """How a printed board looks: colours, lines `line_mm` thick, premium squares with their texts, a margin
    around the squares and a coloured band beside them with a title."""

    side: int
    ground_bgr: Colour = GROUNDS_BGR[0]
    line_bgr: Colour = (210, 225, 225)
    line_mm: float = 0.8
    margin_mm: float = 9.0
    band_mm: float = 0.0
    band_bgr: Colour = PREMIUMS_BGR[0]
    title: str = "BOARD"
    premiums: dict[Cell, tuple[Colour, str]] = field(default_factory=dict)
    premium_shape: Literal["full", "inset", "jagged"] = "full"
    text_bgr: Colour = (40, 40, 40)


class DrawnBoard(NamedTuple):
    """A drawn board: the frame (uint8 BGR) and the truth: each tile's quad in its letter's upright order
    (float64 (4, 2)), the corners of the printed squares at the board's height (float64 (4, 2)), and what lies
    under a hand, a sleeve or a cup (uint8, 255 there)."""

    frame_bgr: NDArray[np.uint8]
    quads_px: dict[Cell, Points]
    squares_px: Points
    over: NDArray[np.uint8]


def any_board(rng: Generator, side: int) -> Board:
    """A board as printers make them, its premium squares in a symmetric pattern."""
    ground_bgr = GROUNDS_BGR[rng.integers(len(GROUNDS_BGR))]
    light = sum(ground_bgr) > 390
    dark_lines = light if rng.random() < 0.8 else not light
    shade_of = rng.uniform(0.45, 0.85) if dark_lines else rng.uniform(1.2, 1.5)
    line = tuple(int(np.clip(part * shade_of + (0 if dark_lines else 40), 5, 250)) for part in ground_bgr)
    kinds = [
        (_tinted(PREMIUMS_BGR[i], rng), str(rng.choice(TEXTS)))
        for i in rng.permutation(len(PREMIUMS_BGR))[:4].tolist()
    ]
    premiums: dict[Cell, tuple[Colour, str]] = {}
    for _ in range(int(rng.integers(2, 5)) if side == 9 else int(rng.integers(6, 12))):
        r, c = rng.integers(0, side // 2 + 1, 2).tolist()
        kind = kinds[rng.integers(len(kinds))]
        for at in ((r, c), (c, r)):
            for row in (at[0], side - 1 - at[0]):
                for col in (at[1], side - 1 - at[1]):
                    premiums[Cell(row, col)] = kind
    if rng.random() < 0.5:
        premiums[Cell(side // 2, side // 2)] = (kinds[0][0], "*")
    return Board(
        side,
        ground_bgr,
        (line[0], line[1], line[2]),
        line_mm=float(rng.uniform(0.4, 1.6)),
        margin_mm=float(rng.uniform(2, 14)),
        band_mm=float(rng.choice([0.0, 0.0, 12.0, 45.0])),
        band_bgr=PREMIUMS_BGR[rng.integers(len(PREMIUMS_BGR))],
        title=str(rng.choice(["LETTER BOARD", "LETTERS", "CROSSWORD", ""])),
        premiums=premiums,
        premium_shape=SHAPES[rng.integers(len(SHAPES))],
        text_bgr=(30, 30, 30) if rng.random() < 0.6 else (235, 235, 235),
    )


def _tinted(colour: Colour, rng: Generator) -> Colour:
    blue, green, red = (int(np.clip(part + rng.normal(0, 25), 5, 250)) for part in colour)
    return blue, green, red


def any_position(rng: Generator, side: int, most: int, blanks: float = 0.05) -> Grid:
    """Words laid across one another as a match leaves them: letters at random, some blanks; may be empty."""
    rows: list[list[Tile | None]] = [[None] * side for _ in range(side)]
    count = 0
    for number in range(int(rng.integers(0, 3 + side))):
        length = int(rng.integers(2, min(9, side)))
        across = bool(rng.random() < 0.5)
        line, start = int(rng.integers(side)), int(rng.integers(side - length + 1))
        for i in range(start, start + length):
            r, c = (line, i) if across else (i, line)
            if rows[r][c] is None and count < most:
                rows[r][c] = Tile(BLANK if rng.random() < blanks else str(rng.choice(list(LETTERS))))
                count += 1
        if number and rng.random() < 0.12:
            break
    return Grid(tuple(map(tuple, rows)))


def draw_board(
    grid: Grid,
    board: Board,
    look: Look,
    *,
    face: Face | None = None,
    numerals: Mask | None = None,
    under: Cell | None = None,
    cover: Cover = "hand",
) -> DrawnBoard:
    """The grid's tiles on the board; `look.gap_mm` is how much wider its squares are than a tile. A cover
    lies over the square `under` and what is beside it. `numerals` (10, MASK_PX, MASK_PX) are what the tiles'
    values are printed in; without them the tiles have none."""
    rng = default_rng(look.seed)
    face = face or demo_face()
    picture = ground(replace(look, clutter=0), None, rng)
    _lay_board(picture, board, look, rng)
    poses = lay_tiles(grid, look, rng)
    loose = _around(grid, board, look, rng)
    shade(picture, [*poses, *loose], look, rng)
    tone = set_tone(look, _tone(rng))
    grain = float(rng.random() < 0.7)
    small = _small(rng)
    for pose in far_to_near([*poses, *loose], look):
        value = VALUES.get(pose.tile.face, "") if numerals is not None else ""
        printed = small(numerals, value) if numerals is not None and value else None
        wood = tone + grain * (tile_wood(rng, TOP_PX, tone) - tone)
        draw_tile(picture, pose, look, face, np.asarray(wood, np.float32), rng, printed)
    if rng.random() < 0.3:
        _shadow(picture, rng)
    over = np.zeros(picture.shape[:2], np.uint8)
    if under is not None:
        over |= COVERING[cover](picture, [_pose_of(under, board, look)], look, rng)
    middle = look.camera.project(np.array([[*rng.uniform(-70, 70, 2), 0.0]]))[0]
    frame = expose(picture, look.light, middle, rng)
    quads = {pose.cell: top_quad(pose, look) for pose in poses if pose.cell is not None}
    half = board.side * (TILE_MM + look.gap_mm) / 2
    return DrawnBoard(frame, quads, _square(look, half), over)


def _pose_of(cell: Cell, board: Board, look: Look) -> Pose:
    """Where a tile on a square would lie."""
    turn, pitch = radians(look.turn_deg + look.spin_deg), TILE_MM + look.gap_mm
    across, down = ((k - (board.side - 1) / 2) * pitch for k in (cell.col, cell.row))
    x, y = across * cos(turn) - down * sin(turn), across * sin(turn) + down * cos(turn)
    return Pose(Tile(BLANK), x, y, look.turn_deg + look.spin_deg, cell)


def _small(rng: Generator) -> Callable[[Mask, str], Picture]:
    """How one set prints the values: a numeral's height and place; the printer gives the ink of a tile."""
    high = float(rng.uniform(0.13, 0.23))
    right, low = float(rng.uniform(0.84, 0.94)), float(rng.uniform(0.86, 0.95))

    def printed(numerals: Mask, value: str) -> Picture:
        ink = np.zeros((TOP_PX, TOP_PX), np.float32)
        scale = high * TOP_PX / CAP_PX
        for number, digit in enumerate(reversed(value)):
            x = TOP_PX * right - scale * (MASK_PX / 2 + 22 + 48 * number)
            y = TOP_PX * low - scale * (MASK_PX / 2 + CAP_PX / 2)
            place = np.array([[scale, 0, x], [0, scale, y]])
            mask = cv2.warpAffine(numerals[int(digit)], place, (TOP_PX, TOP_PX), flags=cv2.INTER_AREA)
            ink = np.maximum(ink, mask.astype(np.float32) / 255)
        return np.asarray(ink, np.float32)

    return printed


def _tone(rng: Generator) -> NDArray[np.float32]:
    """The colour that one set's tiles share: wood, ivory or white, float32 (3,)."""
    base = np.array(TONES_BGR[rng.integers(len(TONES_BGR))])
    return np.asarray(base * rng.uniform(0.85, 1.08) * rng.uniform(0.95, 1.05, 3), np.float32)


def _square(look: Look, half: float) -> Points:
    turn = radians(look.turn_deg + look.spin_deg)
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    return look.camera.project(
        np.array([(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), 0.0) for x, y in corners])
    )


def _lay_board(picture: Picture, board: Board, look: Look, rng: Generator) -> None:
    """The board's print seen through the camera, laid over the table with a soft shadow at its rim."""
    art, origin = _art(board, TILE_MM + look.gap_mm, rng)
    turn = radians(look.turn_deg + look.spin_deg)
    spin = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0], [0, 0, 1]])
    to_mm = np.array([[1 / ART_PX_MM, 0, origin[0]], [0, 1 / ART_PX_MM, origin[1]], [0, 0, 1]])
    view = look.camera.plane() @ spin @ to_mm
    size = look.camera.size
    cover = cv2.warpPerspective(np.full(art.shape[:2], 255, np.uint8), view, size).astype(np.float32) / 255
    dark = cv2.GaussianBlur(cover, (0, 0), 4)
    picture *= (1 - 0.35 * dark * (1 - cover))[..., None]
    seen = cv2.warpPerspective(art, view, size, borderMode=cv2.BORDER_REPLICATE)
    picture[:] = picture * (1 - cover[..., None]) + seen * cover[..., None]


def _art(board: Board, pitch_mm: float, rng: Generator) -> tuple[Picture, tuple[float, float]]:
    """The board's print, float32 BGR at ART_PX_MM, and where its top left lies in mm from the middle."""
    step, margin, band = (ART_PX_MM * mm for mm in (pitch_mm, board.margin_mm, board.band_mm))
    side = board.side * step
    height, width = int(side + 2 * margin), int(side + 2 * margin + band)
    art = np.empty((height, width, 3), np.uint8)
    art[:] = board.ground_bgr
    left, top = margin + band, margin
    if band:
        art[:, : int(band)] = board.band_bgr
        _write(art, board.title, (band / 2, height / 2), 0.35 * band, (240, 240, 240), turned=True)
    for cell, (colour, text) in board.premiums.items():
        x, y = left + cell.col * step, top + cell.row * step
        _premium(art, (x, y), step, colour, board.premium_shape)
        middle = (x + step / 2, y + step / 2)
        if text == "*":
            _star(art, middle, 0.32 * step, board.text_bgr)
        for line, word in enumerate(words := text.split() if text != "*" else []):
            high = 0.2 * step if len(words) > 1 or len(text) > 2 else 0.34 * step
            at = (middle[0], middle[1] + (line - (len(words) - 1) / 2) * 1.4 * high)
            _write(art, word, at, high, board.text_bgr)
    thick = max(1, round(board.line_mm * ART_PX_MM))
    for k in range(board.side + 1):
        across, down = int(left + k * step), int(top + k * step)
        cv2.line(art, (across, int(top)), (across, int(top + side)), board.line_bgr, thick)
        cv2.line(art, (int(left), down), (int(left + side), down), board.line_bgr, thick)
    if not band and board.title:
        _write(art, board.title, (width / 2, height - margin / 2), 0.4 * margin, board.line_bgr)
    grain = 1 + 0.02 * cloud(rng, height, width, (max(3, height // 12), max(3, width // 12)))
    origin = (-(left + side / 2) / ART_PX_MM, -(top + side / 2) / ART_PX_MM)
    return art.astype(np.float32) * grain[..., None], origin


def _premium(
    art: NDArray[np.uint8], at: tuple[float, float], step: float, colour: Colour, shape: str
) -> None:
    """One premium square: the whole square, a smaller one, or one with teeth that reach over its sides."""
    inset = 0.07 * step if shape == "inset" else 0.0
    low, high = np.array(at) + inset, np.array(at) + step - inset
    cv2.rectangle(art, low.astype(int).tolist(), high.astype(int).tolist(), colour, -1)
    if shape != "jagged":
        return
    for k in range(4):
        for side in (-1, 1):
            along, out = (k + 0.5) / 4 * step, 0.09 * step * side
            edge = 0.0 if side < 0 else step
            half = 0.1 * step
            down = [(at[0] + edge, at[1] + along - half), (at[0] + edge + out, at[1] + along)]
            down.append((at[0] + edge, at[1] + along + half))
            across = [(at[0] + along - half, at[1] + edge), (at[0] + along, at[1] + edge + out)]
            across.append((at[0] + along + half, at[1] + edge))
            for points in (down, across):
                cv2.fillPoly(art, [np.array(points).round().astype(np.int32)], colour)


def _write(
    art: NDArray[np.uint8], text: str, middle: tuple[float, float], high_px: float, colour: Colour,
    turned: bool = False,
) -> None:  # fmt: skip
    """A text around a point, capitals so high; turned: reading downwards."""
    if not text or high_px < 3:
        return
    thick = max(1, round(high_px / 8))
    scale = cv2.getFontScaleFromHeight(cv2.FONT_HERSHEY_DUPLEX, max(1, int(high_px)), thick)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    mask = np.zeros((height + 8, width + 8), np.uint8)
    cv2.putText(mask, text, (4, height + 3), cv2.FONT_HERSHEY_DUPLEX, scale, 255.0, thick, cv2.LINE_AA)
    mask = np.rot90(mask) if turned else mask
    y, x = int(middle[1] - mask.shape[0] / 2), int(middle[0] - mask.shape[1] / 2)
    y0, x0 = max(y, 0), max(x, 0)
    part = art[y0 : y + mask.shape[0], x0 : x + mask.shape[1]]
    cover = mask[y0 - y : y0 - y + part.shape[0], x0 - x : x0 - x + part.shape[1], None] / 255
    part[:] = (part * (1 - cover) + np.array(colour) * cover).astype(np.uint8)


def _star(art: NDArray[np.uint8], middle: tuple[float, float], radius: float, colour: Colour) -> None:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2, 0.4, 1.0) * radius
    points = np.column_stack([np.cos(angles) * reach, np.sin(angles) * reach]) + middle
    cv2.fillPoly(art, [points.round().astype(np.int32)], colour, cv2.LINE_AA)


def _around(grid: Grid, board: Board, look: Look, rng: Generator) -> list[Pose]:
    """Loose tiles beside the board, any way round, and sometimes a rack of them along one side."""
    half = board.side * (TILE_MM + look.gap_mm) / 2 + board.margin_mm
    poses = []
    for _ in range(look.clutter):
        side, along, far = rng.integers(4) * 90, rng.uniform(-half, half), half + 22 + rng.uniform(0, 60)
        far += board.band_mm if side == 180 else 0
        turn = radians(float(side) + look.turn_deg + look.spin_deg)
        x, y = far * cos(turn) - along * sin(turn), far * sin(turn) + along * cos(turn)
        face = BLANK if rng.random() < 0.5 else str(rng.choice(list(LETTERS)))
        poses.append(Pose(Tile(face), float(x), float(y), float(rng.uniform(0, 360)), None))
    return poses


def _shadow(picture: Picture, rng: Generator) -> None:
    """Half of the picture in a shadow with a soft edge."""
    height, width = picture.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across = (x - width / 2) * cos(angle) + (y - height / 2) * sin(angle) + rng.uniform(-0.25, 0.25) * width
    edge = 1 / (1 + np.exp(np.clip(-across / rng.uniform(4, 60), -60, 60)))
    picture *= (1 - edge * np.float32(rng.uniform(0.2, 0.6)))[..., None]
