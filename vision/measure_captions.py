"""How many category cards are read: drawn cards with printed text beside letter cards, unseen fonts.

    python -m vision.measure_captions --pictures 100

Each second picture shows no category card at all: nothing may be offered there. Needs Pillow and fonts.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from time import perf_counter
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.grid import LETTERS
from companion.layout import Layout
from vision import tesseract
from vision.draw import Look, any_look, ground
from vision.faces import Face
from vision.letters import load_network
from vision.model.lettering import faces, font_files, packages
from vision.optics import Camera, expose
from vision.reader import Memory, read

CARDS = Layout("cards", 8, 8, kind="cards", captions=True)
SIZE = (2304, 1296)
WIDE_MM, HIGH_MM, PX_MM = 63, 88, 10
CATEGORIES = (
    "Things found in a kitchen drawer", "A reason to be late", "Animals with stripes", "Something cold",
    "Words on a postcard", "What a pirate says", "Famous rivers", "Bad names for a boat",
    "Things that are round", "An excuse for a teacher", "Breakfast", "Found at the beach",
    "Jobs with a uniform", "Sounds at night", "Never do this in a lift", "A gift for grandmother",
    "Things with wheels", "Musical instruments", "What aliens would ask", "Smells of summer",
    "Title of a dull book", "Capital cities", "In a magician's hat", "Green vegetables",
    "Games for a rainy day", "Something you would hide", "Board games", "Names for a hamster",
    "Said before a race", "Reasons to laugh", "Winter sports", "A headline of tomorrow",
)  # fmt: skip
PAPERS_BGR = ((240, 243, 245), (205, 232, 240), (235, 225, 205), (120, 60, 30), (60, 50, 160), (50, 50, 50))
DARK_FROM = 3


class Scene(NamedTuple):
    """A picture and the category in it, None where no category card lies."""

    frame_bgr: NDArray[np.uint8]
    caption: str | None


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--pictures", type=int, default=100)
    ask.add_argument("--seed", type=int, default=41)
    ask.add_argument("--group", default="measuring", choices=("measuring", "calibration"))
    ask.add_argument("--worst", type=Path)
    got = ask.parse_args()
    cv2.setNumThreads(1)
    tesseract.PAGE_PATIENCE_S = 60  # how busy this machine is is not what is measured
    load_network()
    counts: Counter[str] = Counter()
    for number, scene in enumerate(scenes(got.pictures, got.seed, got.group)):
        start = perf_counter()
        caption = read(scene.frame_bgr, CARDS, Memory())[0].caption
        counts["ms"] += round((perf_counter() - start) * 1000)
        verdict = _verdict(scene.caption, caption.text if caption else None)
        counts[verdict] += 1
        if got.worst and verdict not in ("right", "rightly none"):
            got.worst.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(got.worst / f"{verdict.replace(' ', '-')}-{number:03}.jpg"), scene.frame_bgr)
            sys.stderr.write(f"{number:03} {verdict}: {scene.caption!r} read as {caption}\n")
    sys.stdout.write(json.dumps({**counts, "ms": round(counts["ms"] / got.pictures)}) + "\n")


def _verdict(truth: str | None, offered: str | None) -> str:
    if offered is None:
        return "rightly none" if truth is None else "not offered"
    if truth is None:
        return "invented"
    said, meant = offered.casefold(), truth.casefold()
    if said == meant:
        return "right"
    return "right but for a space" if said.replace(" ", "") == meant.replace(" ", "") else "wrong"


def scenes(pictures: int, seed: int, group: str) -> Iterator[Scene]:
    """Tables with a few letter cards, every second one with a category card; the same for a seed."""
    rng, names = default_rng(seed), packages(group)
    unseen, files = faces(names), [file for name in names for file in font_files(name) if _writes(file)]
    for number in range(pictures):
        caption = str(rng.choice(CATEGORIES)) if number % 2 == 0 else None
        yield Scene(_table(rng, caption, unseen, files), caption)


def _table(rng: Generator, caption: str | None, unseen: list[Face], files: list[Path]) -> NDArray[np.uint8]:
    look = any_look(rng)
    camera = Camera(
        size=SIZE,
        height_mm=float(rng.uniform(280, 520)),
        tilt_deg=float(rng.uniform(0, 18)),
        azimuth_deg=float(rng.uniform(0, 360)),
        field_deg=66.0,
        bend=float(rng.uniform(-0.01, 0)),
    )
    look = replace(look, camera=camera, clutter=0)
    picture = ground(look, None, rng)
    face = unseen[rng.integers(len(unseen))]
    turn = float(rng.choice([0, 90, 180, 270]) + rng.uniform(-12, 12))
    for at in range(int(rng.integers(0, 4))):
        letter = _letter_card(str(rng.choice(list(LETTERS))), face)
        _lay(picture, letter, look, (-110 + 95.0 * at, 55.0), turn + float(rng.normal(0, 2)))
    for at in range(int(rng.integers(0, 3))):
        _lay(picture, _card_back(rng), look, (-50 + 96.0 * at, -55.0), turn + float(rng.normal(0, 3)))
    if caption is not None:
        side = float(rng.choice([-150, 150]))
        drawn = category_card(rng, caption, files[rng.integers(len(files))])
        place = (side, -48 + float(rng.uniform(-8, 8)))
        _lay(picture, drawn, look, place, turn + float(rng.choice([0, 0, 90, 180])) + float(rng.normal(0, 6)))
    return expose(picture, look.light, np.array(SIZE) * rng.uniform(0.2, 0.8, 2), rng)


def _writes(file: Path) -> bool:
    """Whether a font has small letters."""
    font = ImageFont.truetype(str(file), 60)
    return len({font.getmask(letter).getbbox() for letter in "abcgilmtw"} - {None}) > 5


def category_card(rng: Generator, caption: str, font_file: Path) -> NDArray[np.uint8]:
    """A printed card, uint8 BGR, PX_MM pixels a mm: its text in the middle, along the card or across it."""
    across, along = WIDE_MM * PX_MM, HIGH_MM * PX_MM
    lying = rng.random() < 0.4
    width, height = (along, across) if lying else (across, along)
    paper = int(rng.integers(len(PAPERS_BGR)))
    ink = (245, 245, 240) if paper >= DARK_FROM else (30, 25, 25) if rng.random() < 0.7 else (150, 40, 40)
    card = Image.new("RGB", (width, height), PAPERS_BGR[paper])
    pen = ImageDraw.Draw(card)
    if rng.random() < 0.4:
        pen.rectangle((30, 30, width - 30, height - 30), outline=ink, width=int(rng.integers(3, 9)))
    text = caption.upper() if rng.random() < 0.4 else caption
    font = ImageFont.truetype(str(font_file), int(rng.uniform(52, 95)))
    lines = _lines(pen, text, font, width - 110)
    step = font.size * 1.25
    for number, line in enumerate(lines):
        y = height / 2 + (number + 0.5 - len(lines) / 2) * step
        pen.text((width / 2, y), line, fill=ink, font=font, anchor="mm")
    flat = np.asarray(card, np.uint8)
    return np.ascontiguousarray(np.rot90(flat) if lying else flat)


def _lines(pen: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    most = next(n for n in range(40, 0, -1) if all(pen.textlength(p, font) < width for p in wrap(text, n)))
    return wrap(text, most)


def _letter_card(letter: str, face: Face) -> NDArray[np.uint8]:
    card = np.full((HIGH_MM * PX_MM, WIDE_MM * PX_MM, 3), (238, 242, 243), np.uint8)
    inked = cv2.resize(face.letters[LETTERS.index(letter)], (600, 600)) > 128
    card[140:740, 15:615][inked] = (35, 30, 30)
    return card


def _card_back(rng: Generator) -> NDArray[np.uint8]:
    """A card lying face down: a border and a pattern of lozenges."""
    card = np.full((HIGH_MM * PX_MM, WIDE_MM * PX_MM, 3), 240, np.uint8)
    colour = tuple(int(part) for part in rng.integers(30, 190, 3))
    y, x = np.mgrid[: card.shape[0], : card.shape[1]]
    step = int(rng.integers(25, 70))
    inked = ((x + y) // step + (x - y) // step) % 2 == 0
    inked[:40], inked[-40:], inked[:, :40], inked[:, -40:] = False, False, False, False
    card[inked] = colour
    return card


def _lay(
    picture: NDArray[np.float32], card: NDArray[np.uint8], look: Look, at_mm: tuple[float, float], turn: float
) -> None:
    """The card over the picture, its middle at a place of the table, turned clockwise."""
    height, width = card.shape[:2]
    c, s = np.cos(np.deg2rad(turn)) / PX_MM, np.sin(np.deg2rad(turn)) / PX_MM
    spin = np.array([[c, -s, at_mm[0]], [s, c, at_mm[1]], [0, 0, 1]])
    shift = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    view = look.camera.plane(0.4) @ spin @ shift
    small, scale = card, 1.0
    while np.linalg.norm((view @ np.diag([scale, scale, 1]))[:2, 0]) / abs(view[2, 2]) < 0.5:
        small, scale = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), scale * 2
    view = view @ np.diag([scale, scale, 1])
    rounded = np.zeros(small.shape[:2], np.uint8)
    r = int(3 * PX_MM / scale)
    cv2.rectangle(rounded, (r, r), (small.shape[1] - 1 - r, small.shape[0] - 1 - r), 255, -1)
    rounded = cv2.dilate(rounded, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)))
    size = (picture.shape[1], picture.shape[0])
    cover = cv2.warpPerspective(rounded, view, size).astype(np.float32) / 255
    shadow = cv2.GaussianBlur(cover, (0, 0), 4)
    picture *= (1 - 0.35 * shadow)[..., None]
    seen = cv2.warpPerspective(small, view, size, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    picture[:] = picture * (1 - cover[..., None]) + cover[..., None] * seen


if __name__ == "__main__":
    main()
