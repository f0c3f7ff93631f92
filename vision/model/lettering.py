"""Free Debian fonts as faces to draw tiles with, split by font group; for training and measuring only.

Needs Pillow and the packages named below (`apt-get install` them); nothing that runs at a table needs this.
"""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.grid import LETTERS
from vision.faces import CAP_PX, MASK_PX, Face, Mask

UNFIT = re.compile(
    r"ital|obli|slant|thin|hairline|extralight|extralt|light|outline|stencil|-i\b|[-_]bi\b|[a-z]b?i\.|_rz|_ri|_i\.|"
    r"symbol|math|integral|sizes|nonuni|dingbat|d050000|standardsymbols|chorus|script|zapf|mono|cursor|"
    r"initial|_k\.|ornament|variable|\[|smallcaps|[57]6f\.|boldit|hellenicit|bdita|condit|ptn57f\.|style|keyfont|tirekv|_m\.|"
    r"caps|cardoi|artemisiait|eurofc?\d6|oraeorae|yearslater|kirang|yeonsung",
    re.IGNORECASE,
)
NOTO = re.compile(r"Noto(Sans|Serif|SansDisplay|SerifDisplay)-(?!.*Italic)")


def font_files(package: str) -> list[Path]:
    """The upright text fonts of an installed Debian package `fonts-<package>`, sorted."""
    done = subprocess.run(["dpkg", "-L", f"fonts-{package}"], capture_output=True, text=True, check=True)
    paths = [Path(line) for line in done.stdout.splitlines() if line.endswith((".ttf", ".otf"))]
    chosen = {p.stem: p for p in paths if not UNFIT.search(p.name) and not p.is_symlink()}
    return sorted(p for p in chosen.values() if "Noto" not in p.name or NOTO.match(p.name))


def packages(share: str) -> list[str]:
    """The packages for "training", "calibration" or "measuring", from fonts.json.

    Relatives stand on one side: Carlito is Lato, TeX Gyre and FreeFont are URW, Noto Sans is Open Sans.
    """
    return list(json.loads((Path(__file__).parent / "fonts.json").read_text())[share])


def faces(names: list[str]) -> list[Face]:
    """Every face of these packages that has 26 different capitals."""
    made = [_face(path) for package in names for path in font_files(package)]
    return [face for face in made if face]


def numerals(names: list[str]) -> list[Mask]:
    """The digits 0 to 9 of every face of these packages that has them, uint8 (10, MASK_PX, MASK_PX) each."""
    made = [_numerals(path) for package in names for path in font_files(package)]
    return [digits for digits in made if digits is not None]


def _numerals(path: Path) -> Mask | None:
    try:
        font = ImageFont.truetype(str(path), 200)
        font = ImageFont.truetype(str(path), round(200 * CAP_PX / _cap_height(font)))
        masks = np.stack([_mask(font, digit) for digit in "0123456789"])
    except (OSError, ZeroDivisionError):
        return None
    different = len({mask.tobytes() for mask in masks}) == len(masks)
    return masks if different and masks.any((1, 2)).all() else None


def _face(path: Path) -> Face | None:
    try:
        font = ImageFont.truetype(str(path), 200)
        size = round(200 * CAP_PX / _cap_height(font))
        font = ImageFont.truetype(str(path), size)
        masks = np.stack([_mask(font, letter) for letter in LETTERS])
    except (OSError, ZeroDivisionError):
        return None
    different = len({mask.tobytes() for mask in masks}) == len(LETTERS)
    return Face(path.stem, masks) if different and masks.any((1, 2)).all() else None


def _cap_height(font: ImageFont.FreeTypeFont) -> float:
    _, top, _, bottom = font.getbbox("H")
    return bottom - top


def _mask(font: ImageFont.FreeTypeFont, letter: str) -> Mask:
    """One capital, its ink centred across and the line of capitals centred down."""
    left, _, right, _ = font.getbbox(letter)
    _, top, _, bottom = font.getbbox("H")
    canvas = Image.new("L", (MASK_PX, MASK_PX))
    at = ((MASK_PX - right - left) / 2, (MASK_PX - bottom - top) / 2)
    ImageDraw.Draw(canvas).text(at, letter, fill=255, font=font)
    return np.asarray(canvas, np.uint8)


def write_demo_face(path: Path) -> None:
    """The atlas that `vision.faces.demo_face` reads: B612 Bold, 26 capitals one below the other."""
    [file] = [f for f in font_files("b612") if f.stem == "B612-Bold"]
    face = _face(file)
    assert face, file
    Image.fromarray(face.letters.reshape(-1, MASK_PX)).save(path, optimize=True)
