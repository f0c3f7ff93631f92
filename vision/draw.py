"""A drawn table: any grid as a photograph would show it, for the demo, for tests and for training."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from companion.grid import LETTERS, Cell, Grid, Tile
from companion.layout import Mat
from vision.dark_tiles import DarkTiles
from vision.faces import CAP_PX, MASK_PX, Face, demo_face, symbol_mask
from vision.markers import draw_marker, marker_corners_mm
from vision.optics import Camera, Light, Points, any_light, expose
from vision.textures import UNSEEN_SURFACES, Picture, Surface, table_top, tile_tone, tile_wood

INKS_BGR = {"c": (60, 125, 45), "s": (125, 35, 95), "q": (42, 28, 190), "o": (190, 85, 35), "d": (25, 22, 22)}
TILE_MM = 20.0
TOP_PX = 96
FLAT_PX_MM = 2.0


@dataclass(frozen=True, slots=True)
class Look:
    """How a drawn table looks: everything but the grid that lies on it. The same look draws the same picture.

    `turn_deg` turns the grid clockwise in the picture, `spin_deg` slants it further; `gap_mm` lies between
    tiles, `wobble_mm` and `wobble_deg` are how carelessly they were laid; `cap` is a capital's share of the
    tile. Switches: `shifted` cells are pushed out of line, `upturned` ones lie upside down, `hand` cells are
    under a hand, `light.veil` is glare, `dark` tiles have light print.
    """

    seed: int = 0
    camera: Camera = field(default_factory=Camera)
    light: Light = field(default_factory=Light)
    surface: Surface = UNSEEN_SURFACES[0]
    turn_deg: int = 0
    spin_deg: float = 0.0
    gap_mm: float = 1.2
    wobble_mm: float = 0.4
    wobble_deg: float = 2.0
    thick_mm: float = 5.5
    cap: float = 0.5
    ink: float = 0.92
    ink_tint_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    seat: int = 1
    shifted: frozenset[Cell] = frozenset()
    upturned: frozenset[Cell] = frozenset()
    hand: frozenset[Cell] = frozenset()
    clutter: int = 0
    dark: DarkTiles | None = None


class Pose(NamedTuple):
    """Where a tile lies: its middle in mm, its letter's up in degrees clockwise, its cell (None: loose)."""

    tile: Tile
    x_mm: float
    y_mm: float
    angle_deg: float
    cell: Cell | None


class Drawing(NamedTuple):
    """A drawn table: the frame (uint8 BGR) and the truth: each tile's quad in its letter's own upright order
    (float64 (4, 2), clockwise from its top left), the grid's outer corners, and the mask of the hand
    (uint8, 255 under it) if there is one."""

    frame_bgr: NDArray[np.uint8]
    quads_px: dict[Cell, Points]
    grid_quad_px: Points
    hand: NDArray[np.uint8] | None


def any_look(rng: Generator, surfaces: tuple[Surface, ...] = UNSEEN_SURFACES, hard: float = 1.0) -> Look:
    """A look as homes have it: table, camera, light, care and turn at random."""
    camera = Camera(
        height_mm=float(rng.uniform(300, 610)),
        tilt_deg=float(abs(rng.normal(0, 10)) % 25),
        azimuth_deg=float(rng.uniform(0, 360)),
        field_deg=float(rng.uniform(47, 64)),
        aim_mm=(float(rng.uniform(-55, 55)), float(rng.uniform(-35, 35))),
        bend=float(rng.uniform(-0.03, 0.005)),
    )
    care = float(rng.choice([0.25, 1.0, 1.7]))
    return Look(
        seed=int(rng.integers(2**31)),
        camera=camera,
        light=any_light(rng, hard),
        surface=surfaces[rng.integers(len(surfaces))],
        turn_deg=int(rng.choice([0, 0, 0, 90, 180, 270])),
        spin_deg=float(rng.uniform(-16, 16)),
        gap_mm=float(rng.uniform(0.2, 0.8) * (1 + care)),
        wobble_mm=0.45 * care,
        wobble_deg=float(2.4 * care),
        thick_mm=float(rng.uniform(4.5, 6.2)),
        cap=float(rng.uniform(0.42, 0.6)),
        ink=float(rng.uniform(0.8, 0.97)),
        ink_tint_bgr=tuple(rng.uniform(0.8, 1.25, 3).tolist()),
        clutter=int(rng.integers(0, 6)),
    )


def draw(grid: Grid, look: Look, *, face: Face | None = None, mat: Mat | None = None) -> Drawing:
    """The grid on a table. With `mat` its printed mat lies under it, markers for `look.seat`."""
    rng = default_rng(look.seed)
    face = face or demo_face()
    poses = lay_tiles(grid, look, rng)
    loose = _loose_tiles(grid, look, rng)
    picture = ground(look, mat, rng)
    shade(picture, [*poses, *loose], look, rng)
    tone = set_tone(look, tile_tone(rng))
    for pose in far_to_near([*poses, *loose], look):
        draw_tile(picture, pose, look, face, tile_wood(rng, TOP_PX, tone), rng)
    covered = [pose for pose in poses if pose.cell in look.hand]
    hand = _draw_hand(picture, covered, look, rng) if covered else None
    middle = look.camera.project(np.array([[*rng.uniform(-40, 40, 2), 0.0]]))[0]
    frame = expose(picture, look.light, middle, rng)
    quads = {pose.cell: top_quad(pose, look) for pose in poses if pose.cell is not None}
    return Drawing(frame, quads, _outline(grid, look), hand)


def lay_tiles(grid: Grid, look: Look, rng: Generator) -> list[Pose]:
    """Where each tile of the grid lies, reading order, the grid's middle at (0, 0)."""
    pitch, poses = TILE_MM + look.gap_mm, []
    for cell, tile in grid:
        across = (cell.col - (grid.width - 1) / 2) * pitch
        down = (cell.row - (grid.height - 1) / 2) * pitch
        slip = np.clip(rng.normal(0, look.wobble_mm, 2), -look.gap_mm, look.gap_mm)
        slip = slip + (rng.choice([-1, 1], 2) * TILE_MM * 0.22 if cell in look.shifted else 0)
        angle = float(np.clip(rng.normal(0, look.wobble_deg), -14, 14)) + 180 * (cell in look.upturned)
        if tile:
            x, y = _turned(across + slip[0], down + slip[1], look.turn_deg + look.spin_deg)
            poses.append(Pose(tile, x, y, look.turn_deg + look.spin_deg + angle, cell))
    return poses


def set_tone(look: Look, wood: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colour that the set's tiles share, float32 (3,): this wood's unless they are dark."""
    return look.dark.tone() if look.dark else wood


def top_quad(pose: Pose, look: Look) -> Points:
    """The corners of a tile's top in pixels, float64 (4, 2), clockwise from the top left of its letter."""
    return look.camera.project(_corners(pose, look.thick_mm))


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return float(c * x - s * y), float(s * x + c * y)


def _corners(pose: Pose, z_mm: float, grow: float = 0.0) -> Points:
    half = TILE_MM / 2 + grow
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    return np.array(
        [
            (pose.x_mm + dx, pose.y_mm + dy, z_mm)
            for dx, dy in (_turned(x, y, pose.angle_deg) for x, y in square)
        ]
    )


def _outline(grid: Grid, look: Look) -> Points:
    pitch = TILE_MM + look.gap_mm
    across, down = (grid.width * pitch - look.gap_mm) / 2, (grid.height * pitch - look.gap_mm) / 2
    square = ((-across, -down), (across, -down), (across, down), (-across, down))
    turn = look.turn_deg + look.spin_deg
    return look.camera.project(np.array([(*_turned(x, y, turn), look.thick_mm) for x, y in square]))


def _loose_tiles(grid: Grid, look: Look, rng: Generator) -> list[Pose]:
    """A draw pile beside the grid, symbol sides up, clear of it by a tile and more."""
    reach = (max(grid.height, grid.width) * (TILE_MM + look.gap_mm)) / 2 + 1.9 * TILE_MM
    side, poses = rng.uniform(0, 360), []
    for number in range(look.clutter):
        far = reach + rng.uniform(0, 25)
        x, y = _turned(far, (number - look.clutter / 2) * 27 + rng.uniform(-3, 3), side)
        symbol = str(rng.choice(list(INKS_BGR)))
        poses.append(Pose(Tile("*", symbol), x, y, float(rng.uniform(0, 360)), None))
    return poses


def ground(look: Look, mat: Mat | None, rng: Generator) -> Picture:
    """Table, mat and sheet, drawn flat at two pixels a mm and seen through the camera."""
    width, height = look.camera.size
    back = np.linalg.inv(look.camera.plane())
    ends = np.array([[(-9, -9), (width + 9, -9), (width + 9, height + 9), (-9, height + 9)]], np.float64)
    corners = cv2.perspectiveTransform(ends, back)[0]
    low, high = corners.min(0), corners.max(0)
    across, down = (int(side) for side in np.clip((high - low) * FLAT_PX_MM, 32, 4000))
    flat = np.clip(table_top(rng, look.surface, down, across), 0, 255).astype(np.uint8)
    if look.clutter and min(across, down) > 600:
        _draw_sheet(flat, rng)
    to_flat = np.array(
        [[FLAT_PX_MM, 0, -low[0] * FLAT_PX_MM], [0, FLAT_PX_MM, -low[1] * FLAT_PX_MM], [0, 0, 1]]
    )
    view = look.camera.plane() @ np.linalg.inv(to_flat)
    picture = cv2.warpPerspective(flat, view, look.camera.size, borderMode=cv2.BORDER_REFLECT)
    if mat:
        draw_mat(picture, look, mat, rng)
    return np.asarray(picture, np.float32)


def _draw_sheet(flat: NDArray[np.uint8], rng: Generator) -> None:
    """A score sheet with lines and figures at one side of the table."""
    x = int(rng.choice([30, flat.shape[1] - 230]))
    y = int(rng.integers(20, flat.shape[0] - 300))
    flat[y : y + 260, x : x + 180] = 232
    for row in range(y + 30, y + 250, 22):
        cv2.line(flat, (x + 15, row), (x + 165, row), (130, 130, 130), 1)
        cv2.putText(flat, str(rng.integers(100)), (x + 30, row - 4), 0, 0.5, (90, 60, 60), 1, cv2.LINE_AA)


def draw_mat(picture: Picture, look: Look, mat: Mat, rng: Generator) -> None:
    scale = 5.0
    paper = np.full((int(297 * scale), int(210 * scale)), 238, np.uint8)
    side, left, top = mat.side_mm * scale, (210 - mat.side_mm) / 2 * scale, 40 * scale
    margin = 3 * scale
    corners = ((int(left - margin), int(top - margin)), (int(left + side + margin), int(top + side + margin)))
    cv2.rectangle(paper, *corners, 205.0, 2)
    for number, quad in enumerate(marker_corners_mm(mat)):
        x, y = np.round(quad[0] * scale + np.array([left, top])).astype(int)
        size = int(mat.marker_mm * scale)
        paper[y : y + size, x : x + size] = 18 + draw_marker(4 * (look.seat - 1) + number, size) * 0.86
    cv2.putText(paper, "PLAY MAT", (int(left + side / 3), int(top + side + 90)), 0, 1.6, 90.0, 3, cv2.LINE_AA)
    paper = cv2.GaussianBlur(paper, (0, 0), 0.5 * scale / 2.5)
    turn = look.turn_deg + look.spin_deg + rng.uniform(-4, 4)
    spin = np.array([[*_turned(1, 0, turn), 0], [*_turned(0, 1, turn), 0], [0, 0, 1]]).T
    middle = (left + side / 2, top + side / 2)
    to_mm = np.array([[1 / scale, 0, -middle[0] / scale], [0, 1 / scale, -middle[1] / scale], [0, 0, 1]])
    view = look.camera.plane() @ spin @ to_mm
    seen = cv2.warpPerspective(paper, view, look.camera.size, flags=cv2.INTER_LINEAR, borderValue=0)
    on = seen > 8
    picture[on] = seen[on][:, None]


def shade(picture: Picture, poses: Iterable[Pose], look: Look, rng: Generator) -> None:
    """Soft shadows that the tiles cast on the table and, where they stand close, in the gaps between them."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.1) * look.thick_mm
    for pose in poses:
        foot, head = _corners(pose, 0.0, 0.3), _corners(pose, 0.0, 0.3)
        head[:, :2] += reach * np.array([cos(angle), sin(angle)])
        hull = cv2.convexHull(look.camera.project(np.vstack([foot, head])).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255, cv2.LINE_AA)
    soft = cv2.blur(mask, (5, 5)) if rng.random() < 0.4 else cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 5))
    picture *= (1 - soft.astype(np.float32) / 255 * np.float32(rng.uniform(0.3, 0.75)))[..., None]


def far_to_near(poses: list[Pose], look: Look) -> list[Pose]:
    eye = -np.linalg.inv(look.camera.matrix()[:, :3]) @ look.camera.matrix()[:, 3]
    return sorted(poses, key=lambda pose: -float(np.hypot(pose.x_mm - eye[0], pose.y_mm - eye[1])))


def draw_tile(
    picture: Picture,
    pose: Pose,
    look: Look,
    face: Face,
    wood: Picture,
    rng: Generator,
    printed: Picture | None = None,
) -> None:
    """One tile over the picture; `printed` (TOP_PX, TOP_PX), 0 to 1, is ink beside its letter."""
    top, foot = top_quad(pose, look), look.camera.project(_corners(pose, 0.0))
    box = _box(np.vstack([top, foot]), picture.shape)
    if box is None:
        return
    x0, y0, x1, y1 = box
    part, shift = picture[y0:y1, x0:x1], np.array([x0, y0])
    _draw_sides(part, top - shift, foot - shift, wood.mean((0, 1)), rng)
    art, alpha = _tile_top(pose.tile, wood, look, face, rng, printed)
    side = int(np.clip(np.linalg.norm(top[0] - top[1]) * 1.2, 24, TOP_PX))
    art, alpha = (cv2.resize(a, (side, side), interpolation=cv2.INTER_AREA) for a in (art, alpha))
    square = np.array(
        [(-0.5, -0.5), (side - 0.5, -0.5), (side - 0.5, side - 0.5), (-0.5, side - 0.5)], np.float32
    )
    view = cv2.getPerspectiveTransform(square, (top - shift).astype(np.float32))
    size = (x1 - x0, y1 - y0)
    cover = cv2.warpPerspective(alpha, view, size)[..., None]
    part[:] = part * (1 - cover) + cover * cv2.warpPerspective(
        art, view, size, borderMode=cv2.BORDER_REPLICATE
    )


def _box(points: Points, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    x0, y0 = np.maximum(np.floor(points.min(0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + 3, (shape[1], shape[0]))
    return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 3 and y1 - y0 > 3 else None


def _draw_sides(part: Picture, top: Points, foot: Points, wood: NDArray[np.float32], rng: Generator) -> None:
    hull = cv2.convexHull(np.vstack([top, foot]).astype(np.float32))
    cover = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(cover, np.round(hull).astype(np.int32), 255, cv2.LINE_AA)
    cover_f = (cover.astype(np.float32) / 255)[..., None]
    part[:] = part * (1 - cover_f) + cover_f * wood * np.float32(rng.uniform(0.5, 0.85))


def _tile_top(
    tile: Tile, wood: Picture, look: Look, face: Face, rng: Generator, printed: Picture | None
) -> tuple[Picture, Picture]:
    """A tile's top (TOP_PX, TOP_PX, 3) and its cover (TOP_PX, TOP_PX): wood, worn edges, ink."""
    alpha = _rounded(float(rng.uniform(0.03, 0.13)))
    edge = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(1.2, 4.0))
    rim = np.clip((edge - 0.5) * 2, 0, 1)[..., None]
    art = wood * (1 - np.float32(rng.uniform(-0.12, 0.45)) * (1 - rim))
    glyph = _glyph(tile, look, face, rng)
    if printed is not None:
        glyph = np.maximum(glyph, printed)
    mask = glyph[..., None] * np.float32(look.ink * rng.uniform(0.92, 1.03))
    usual = INKS_BGR.get(tile.symbol, (35, 35, 35))
    ink = np.array(look.dark.ink(tile.symbol) if look.dark else usual, np.float32) * rng.normal(1, 0.04)
    inked = art * (1 - mask) + mask * (ink * np.array(look.ink_tint_bgr, np.float32) + 4)
    return np.asarray(inked, np.float32), alpha


def _rounded(radius: float) -> Picture:
    mask, r = np.zeros((TOP_PX, TOP_PX), np.uint8), int(radius * TOP_PX)
    cv2.rectangle(mask, (r, 0), (TOP_PX - 1 - r, TOP_PX - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (TOP_PX - 1, TOP_PX - 1 - r), 255, -1)
    for x in (r, TOP_PX - 1 - r):
        for y in (r, TOP_PX - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.asarray(mask / 255, np.float32)


def _glyph(tile: Tile, look: Look, face: Face, rng: Generator) -> Picture:
    """The ink of a tile's top, 0 to 1: the letter or the symbol, a little off its place as printing is."""
    if tile.face in LETTERS:
        mask, share = face.letters[LETTERS.index(tile.face)], look.cap
    elif tile.symbol:
        mask, share = symbol_mask(tile.symbol), look.cap * rng.uniform(0.9, 1.1)
    else:
        return np.zeros((TOP_PX, TOP_PX), np.float32)
    scale = share * TOP_PX / CAP_PX
    off = rng.normal(0, 0.012, 2) * TOP_PX + TOP_PX / 2 - scale * MASK_PX / 2
    place = np.array([[scale, 0, off[0]], [0, scale, off[1]]])
    return np.asarray(
        cv2.warpAffine(mask, place, (TOP_PX, TOP_PX), flags=cv2.INTER_AREA).astype(np.float32) / 255
    )


def _draw_hand(picture: Picture, poses: list[Pose], look: Look, rng: Generator) -> NDArray[np.uint8]:
    """A hand over the given tiles: palm on them, fingers beyond, an arm out of the picture; its mask."""
    middle = np.array([[pose.x_mm, pose.y_mm, 12.0] for pose in poses]).mean(0)
    out = np.arctan2(middle[1], middle[0]) + rng.uniform(-0.5, 0.5)
    along, beside = np.array([cos(out), sin(out), 0]), np.array([-sin(out), cos(out), 0])
    px_mm = float(np.linalg.norm(np.diff(look.camera.project(np.array([middle, middle + along])), axis=0)))
    mask = np.zeros(picture.shape[:2], np.uint8)
    limbs = [(along * -8, along * 300, 34.0), (along * -6, along * 40, 42.0)]
    limbs += [
        (along * 10 + beside * s, along * -rng.uniform(32, 44) + beside * s * 1.5, 9.0)
        for s in (-27, -9, 9, 27)
    ]
    for start, end, radius in limbs:
        a, b = look.camera.project(np.array([middle + start, middle + end])).round().astype(int)
        cv2.line(
            mask, tuple(map(int, a)), tuple(map(int, b)), 255, max(2, int(2 * radius * px_mm)), cv2.LINE_AA
        )
    skin = np.array((130, 160, 205), np.float32) * np.float32(rng.uniform(0.45, 1.1))
    height = cv2.GaussianBlur(mask, (0, 0), 6 * px_mm).astype(np.float32) / 255
    cover = (cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32) / 255)[..., None]
    picture[:] = picture * (1 - cover) + cover * skin * (0.45 + 0.55 * height[..., None])
    return mask
