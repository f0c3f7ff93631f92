"""The one wrapper of Tesseract: asked about single tiles and printed cards, with a timeout and an answer when
it fails."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.grid import LETTERS

ONE_LETTER = f"--psm 10 -c tessedit_char_whitelist={LETTERS}"
SOME_LINES = "--psm 6"
PATIENCE_S, PAGE_PATIENCE_S = 5, 3


class Word(NamedTuple):
    """A word as Tesseract sees it: how far down the page its middle is, in pixels, and how sure it is."""

    text: str
    y_px: float
    p: float


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


def read_words(page_gray: NDArray[np.uint8]) -> list[Word] | None:
    """The words that Tesseract sees in a gray picture of lines of dark text, in reading order.

    None when it is too slow or not installed.
    """
    try:
        import pytesseract
    except ImportError:
        return None
    asked: Any = pytesseract
    try:
        seen = asked.image_to_data(
            page_gray, config=SOME_LINES, timeout=PAGE_PATIENCE_S, output_type=asked.Output.DICT
        )
    except (asked.TesseractError, asked.TesseractNotFoundError, RuntimeError):
        return None
    rows = zip(seen["text"], seen["top"], seen["height"], seen["conf"], strict=True)
    return [
        Word(text.strip(), top + height / 2, float(conf) / 100)
        for text, top, height, conf in rows
        if text.strip()
    ]


def tesseract_version() -> str | None:
    """The installed version, or None where there is none."""
    import pytesseract

    asked: Any = pytesseract
    try:
        return str(asked.get_tesseract_version())
    except (asked.TesseractNotFoundError, SystemExit):
        return None
