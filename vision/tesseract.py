"""The one wrapper of Tesseract: asked about single tiles, with a timeout and an answer when it fails."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.grid import LETTERS

ONE_LETTER = f"--psm 10 -c tessedit_char_whitelist={LETTERS}"
PATIENCE_S = 5


def read_letter(tile_gray: NDArray[np.uint8]) -> str | None:
    """The letter that Tesseract sees in a picture of one tile, or None: not sure, too slow, not installed."""
    import pytesseract

    asked: Any = pytesseract
    try:
        text = asked.image_to_string(tile_gray, config=ONE_LETTER, timeout=PATIENCE_S)
    except (asked.TesseractError, asked.TesseractNotFoundError, RuntimeError):
        return None
    letters = [letter for letter in text if letter in LETTERS]
    return letters[0] if len(letters) == 1 else None


def tesseract_version() -> str | None:
    """The installed version, or None where there is none."""
    import pytesseract

    asked: Any = pytesseract
    try:
        return str(asked.get_tesseract_version())
    except (asked.TesseractNotFoundError, SystemExit):
        return None
