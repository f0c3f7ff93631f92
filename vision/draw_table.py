"""A whole drawn table: several grids at their owners' sides, mats under them, and what may lie over cells."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, sin
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from companion.grid import Cell, Grid, Tile
from companion.layout import Mat
from vision.draw import (
    INKS_BGR,
    Look,
    Pose,
    draw_mat,
    draw_tile,
    far_to_near,
    ground,
    lay_tiles,
    set_tone,
    shade,
    top_quad,
)
from vision.faces import Face, demo_face
from vision.optics import Points, expose
from vision.textures import Picture, tile_tone, tile_wood

Cover = Literal["hand", "sleeve", "cup"]
COVERS: tuple[Cover, ...] = ("hand", "sleeve", "cup")
LETTER_PART = 0.63
HIDDEN_SHARE, TOUCHED_SHARE = 0.3, 0.01
TALL_MM = 12.0
SKINS_BGR = ((150, 180, 225), (120, 155, 205), (85, 115, 170), (50, 70, 110), (35, 45, 70))


@dataclass(frozen=True, slots=True)
class Place:
    """A grid before its owner: its middle in mm, its turn clockwise, its seat; `under` names the cells that
    `cover` lies over."""

    grid: Grid
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0
    seat: int = 1
    under: frozenset[Cell] = frozenset()
    cover: Cover = "hand"


class Laid(NamedTuple):
    """The truth of one place: each tile's quad in its letter's upright order, and how much of the middle of
    each cell is covered, 0 to 1."""

    quads_px: dict[Cell, Points]
    covered: dict[Cell, float]

    def hidden(self) -> frozenset[Cell]:
        """Cells of which nobody can see enough."""
        return frozenset(cell for cell, share in self.covered.items() if share > HIDDEN_SHARE)

    def touched(self) -> frozenset[Cell]:
        """Cells over which something lies, if only a little."""
        return frozenset(cell for cell, share in self.covered.items() if share > TOUCHED_SHARE)


class DrawnTable(NamedTuple):
    """The frame (uint8 BGR) and the truth of each place."""

    frame_bgr: NDArray[np.uint8]
    places: tuple[Laid, ...]


def draw_table(
    places: Sequence[Place], look: Look, *, face: Face | None = None, mat: Mat | None = None, pile: int = 0
) -> DrawnTable:
    """All places on one table; `pile` loose tiles lie in the table's middle, symbol sides up."""
    rng = default_rng(look.seed)
    face, looks = face or demo_face(), [_before(place, look) for place in places]
    laid = [
        lay_tiles(place.grid, one, default_rng((look.seed, n)))
        for n, (place, one) in enumerate(zip(places, looks, strict=True))
    ]
    picture = ground(look, None, rng)
    if mat is not None:
        for one in looks:
            draw_mat(picture, one, mat, rng)
    everywhere = [*zip(looks, laid, strict=True), (look, _pile(pile, rng))]
    tone = set_tone(look, tile_tone(rng))
    for one, poses in everywhere:
        shade(picture, poses, one, rng)
        for pose in far_to_near(poses, one):
            draw_tile(picture, pose, one, face, tile_wood(rng, 96, tone), rng)
    over = np.zeros(picture.shape[:2], np.uint8)
    for place, one, poses in zip(places, looks, laid, strict=True):
        under = [pose for pose in poses if pose.cell in place.under]
        if under:
            over |= COVERING[place.cover](picture, under, one, rng)
    frame = expose(picture, look.light, np.array(look.camera.size) * rng.uniform(0.2, 0.8, 2), rng)
    return DrawnTable(frame, tuple(_truth(poses, one, over) for one, poses in zip(looks, laid, strict=True)))


def seats_around(count: int, apart_mm: float, depth_mm: float) -> list[tuple[float, float, float]]:
    """Middle (x, y in mm) and turn in degrees of up to six places: near side, far side, then the ends."""
    sides = {1: (0.0,), 2: (-0.5, 0.5), 3: (-1.0, 0.0, 1.0)}
    near = count - count // 2
    rows = [(x, 1, 0.0) for x in sides[near]] + [(x, -1, 180.0) for x in sides.get(count // 2, ())]
    return [(x * apart_mm, side * depth_mm / 2, turn) for x, side, turn in rows]


def _before(place: Place, look: Look) -> Look:
    """The look of one place: as if the camera aimed that much beside it."""
    aim = (look.camera.aim_mm[0] - place.x_mm, look.camera.aim_mm[1] - place.y_mm)
    camera = replace(look.camera, aim_mm=aim)
    return replace(look, camera=camera, turn_deg=0, spin_deg=place.turn_deg, seat=place.seat)


def _pile(count: int, rng: Generator) -> list[Pose]:
    """Loose tiles in a heap, clear of one another."""
    poses, step = [], 27.0
    for number in range(count):
        x, y = (number % 5 - 2) * step, (number // 5 - 0.5) * step
        x, y = x + rng.uniform(-4, 4), y + rng.uniform(-4, 4)
        symbol = str(rng.choice(list(INKS_BGR)))
        poses.append(Pose(Tile("*", symbol), x, y, float(rng.uniform(0, 360)), None))
    return poses


def _truth(poses: Iterable[Pose], look: Look, over: NDArray[np.uint8]) -> Laid:
    quads = {pose.cell: top_quad(pose, look) for pose in poses if pose.cell is not None}
    return Laid(quads, {cell: _share_over(over, quad) for cell, quad in quads.items()})


def _share_over(over: NDArray[np.uint8], quad: Points) -> float:
    """The share of the middle of a tile, where its letter is, that lies under something."""
    inner = quad.mean(0) + LETTER_PART * (quad - quad.mean(0))
    mask = np.zeros(over.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), 255)
    return float((over[mask > 0] > 127).mean()) if mask.any() else 0.0


def _cover_hand(picture: Picture, poses: list[Pose], look: Look, rng: Generator) -> NDArray[np.uint8]:
    """A hand from outside: fingers over the tiles, the palm behind, an arm that leaves the picture."""
    middle, along, beside, px_mm = _frame_of(poses, look, rng)
    limbs = [
        (middle + along * 62, middle + along * 420, 27.0),
        (middle + along * 52, middle + along * 70, 38.0),
    ]
    spread = rng.uniform(0.8, 1.25)
    for number, s in enumerate((-24, -8, 8, 24)):
        tip = middle + beside * s * spread - along * rng.uniform(-16, 10) * (1 + (number in (0, 3)))
        limbs.append((middle + along * 52 + beside * s, tip, rng.uniform(7.5, 9.5)))
    mask = _limbs(picture, limbs, look, px_mm)
    skin = np.array(SKINS_BGR[rng.integers(len(SKINS_BGR))], np.float32) * np.float32(rng.uniform(0.8, 1.1))
    return _painted(picture, mask, skin, px_mm, rng)


def _cover_sleeve(picture: Picture, poses: list[Pose], look: Look, rng: Generator) -> NDArray[np.uint8]:
    """A sleeve that lies over the tiles: cloth of any colour, plain or striped."""
    middle, along, _, px_mm = _frame_of(poses, look, rng)
    mask = _limbs(picture, [(middle - along * 4, middle + along * 420, rng.uniform(22, 34))], look, px_mm)
    cloth = rng.uniform(20, 235, 3).astype(np.float32)
    if rng.random() < 0.4:
        wave = np.arange(picture.shape[1]) * 2 * np.pi / (px_mm * rng.uniform(3, 9))
        stripes = 1 + 0.3 * np.sign(np.sin(wave)).astype(np.float32)
        return _painted(picture, mask, cloth * stripes[None, :, None], px_mm, rng)
    return _painted(picture, mask, cloth, px_mm, rng)


def _cover_cup(picture: Picture, poses: list[Pose], look: Look, rng: Generator) -> NDArray[np.uint8]:
    """A cup set down on the tiles: outside, rim and what is in it."""
    middle, along, _, px_mm = _frame_of(poses, look, rng)
    mask = np.zeros(picture.shape[:2], np.uint8)
    radius_mm = rng.uniform(22, 40)
    radius = radius_mm * px_mm
    at = look.camera.project((middle + along * (radius_mm - 12))[None])[0]
    centre = (round(float(at[0]) * 16), round(float(at[1]) * 16))
    cv2.circle(mask, centre, round(radius * 16), 255, -1, cv2.LINE_AA, shift=4)
    painted = _painted(picture, mask, rng.uniform(60, 240, 3).astype(np.float32), px_mm, rng)
    drink = np.array(((20, 35, 60), (60, 110, 170), (215, 225, 230))[rng.integers(3)], np.float32)
    inside = np.zeros(mask.shape, np.uint8)
    cv2.circle(inside, centre, round(radius * rng.uniform(0.8, 0.9) * 16), 255, -1, cv2.LINE_AA, shift=4)
    cover = (inside.astype(np.float32) / 255)[..., None]
    picture[:] = picture * (1 - cover) + cover * drink
    return painted


COVERING: dict[Cover, Callable[[Picture, list[Pose], Look, Generator], NDArray[np.uint8]]] = {
    "hand": _cover_hand,
    "sleeve": _cover_sleeve,
    "cup": _cover_cup,
}


def _frame_of(poses: list[Pose], look: Look, rng: Generator) -> tuple[Points, Points, Points, float]:
    """Middle of the tiles, the ways along and across an arm (unit, mm), and pixels for a mm there."""
    middle = np.array([[pose.x_mm, pose.y_mm, TALL_MM] for pose in poses]).mean(0)
    out = float(np.arctan2(middle[1], middle[0])) + rng.uniform(-0.5, 0.5)
    along, beside = np.array([cos(out), sin(out), 0]), np.array([-sin(out), cos(out), 0])
    ends = look.camera.project(np.array([middle, middle + along]))
    return middle, along, beside, float(np.linalg.norm(ends[1] - ends[0]))


def _limbs(
    picture: Picture, limbs: Iterable[tuple[Points, Points, float]], look: Look, px_mm: float
) -> NDArray[np.uint8]:
    """Thick lines (from, to, radius in mm) as one mask."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for start, end, radius in limbs:
        a, b = look.camera.project(np.array([start, end])).round().astype(int).tolist()
        cv2.line(mask, a, b, 255, max(2, int(2 * radius * px_mm)), cv2.LINE_AA)
    return mask


def _painted(
    picture: Picture, mask: NDArray[np.uint8], colour: Picture, px_mm: float, rng: Generator
) -> NDArray[np.uint8]:
    """Something round and solid over the picture, with its shadow; the mask of what it hides."""
    shadow = cv2.GaussianBlur(mask, (0, 0), 5 * px_mm).astype(np.float32) / 255
    picture *= (1 - shadow * np.float32(rng.uniform(0.1, 0.5)))[..., None]
    height = cv2.GaussianBlur(mask, (0, 0), 4 * px_mm).astype(np.float32) / 255
    cover = (cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32) / 255)[..., None]
    picture[:] = picture * (1 - cover) + cover * colour * (0.5 + 0.5 * height[..., None])
    return mask
