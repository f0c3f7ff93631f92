"""The text of a printed card: which card holds text, the card laid upright, Tesseract asked once for both
ways round and in two sizes; without agreement there is no answer."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.reading import Caption
from vision.cards import card_outlines
from vision.cells import as_quad
from vision.field import View
from vision.tesseract import Word, read_words
from vision.tiles import darkest_channel

Gray = NDArray[np.uint8]
Quad = NDArray[np.float64]
SMALLEST_PX, LONGEST_PX = 80.0, 900
RIM_SHARE = 0.05
WINDOW_SHARE, INK_STEP = 0.12, 0.25
INKED, MOST_INK = 150, 0.15
SOLID, LEAST_SOLID = 90, 0.5
LOW, HIGH = 0.012, 0.2
FEWEST, MOST = 3, 90
ALIKE = 2.2
SMALLEST_TEXT_PX = 7.0
LOOKS_PX = (40.0, 28.0)
TALLEST_PX, WIDEST_PX = 2600, 1800
GAP_PX = 50
LEAST_WORD, LEAST_MEAN = 0.6, 0.85
FEWEST_LETTERS = 3
LIT = 110.0
LOOK_PX, SAME, TRIES = 48, 8.0, 3
PLAIN = " '’-,.!?&:;0123456789"


class Printed(NamedTuple):
    """A card that may hold text: its corners in the frame's pixels, laid flat (gray, text dark on light), and
    the boxes (n, 4: x, y, width, height) of what may be letters on it."""

    quad_px: Quad
    flat: Gray
    boxes: NDArray[np.int64]


class Remembered(NamedTuple):
    """A printed card as it looked when its text was asked for, uint8 (LOOK_PX, LOOK_PX), the answer, and how
    often more it may be asked for because Tesseract was too slow."""

    look: Gray
    caption: Caption | None
    tries: int = 0


def caption_again(frame_bgr: NDArray[np.uint8], view: View, before: Remembered | None) -> Remembered | None:
    """The printed card in a still picture with its text; a card that looks as it did is not asked again."""
    card = printed_card(frame_bgr, view)
    if card is None:
        return None
    look = np.asarray(cv2.resize(card.flat, (LOOK_PX, LOOK_PX), interpolation=cv2.INTER_AREA), np.uint8)
    tries = TRIES
    if before is not None and np.abs(look.astype(np.int16) - before.look).mean() < SAME:
        tries, caption = before.tries, before.caption
        if not tries:
            return before._replace(
                caption=caption._replace(quad_px=as_quad(card.quad_px)) if caption else None
            )
    words, ends = _asked(card)
    if words is None:
        return Remembered(look, None, tries - 1)
    return Remembered(look, _agreed(card, words, ends))


def printed_card(frame_bgr: NDArray[np.uint8], view: View) -> Printed | None:
    """The card with most signs of text on it, None where no card has any.

    Its outline is looked for in gray, and, for a card as bright as the table, in the darkest colour.
    """
    looks = (view.picture.gray, darkest_channel(view.picture.bgr))
    quads = np.concatenate([card_outlines(view.picture._replace(gray=_brightened(gray))) for gray in looks])
    if not len(quads):
        return None
    in_frame = cv2.perspectiveTransform(quads.reshape(1, -1, 2), view.to_frame()).reshape(-1, 4, 2)
    cards = [card for quad in in_frame if (card := _laid_flat(frame_bgr, quad)) is not None]
    return max(cards, key=lambda card: (len(card.boxes), card.flat.size), default=None)


def _brightened(gray: Gray) -> Gray:
    """The picture as in good light, so that edges stand out as well in the dark."""
    alpha = max(1.0, LIT / max(float(gray.mean()), 10.0))
    return np.asarray(cv2.convertScaleAbs(gray, alpha=alpha), np.uint8)


def _asked(card: Printed) -> tuple[list[Word] | None, list[tuple[int, int]]]:
    """What Tesseract sees on a page with the card both ways round in both sizes, and where on it each is."""
    upright = _with_lines_across(card)
    ways = [upright, _turned_about(upright)]
    looks = [_text_at(way, height) for height in LOOKS_PX for way in ways]
    page, ends = _one_page(looks)
    return read_words(page), ends


def _agreed(card: Printed, words: list[Word], ends: list[tuple[int, int]]) -> Caption | None:
    """What is printed on a card, when it reads the same in both sizes."""
    heard = [[w for w in words if begin <= w.y_px < end] for begin, end in ends]
    sureness = [_mean(first) + _mean(second) for first, second in zip(heard[:2], heard[2:], strict=True)]
    way = int(np.argmax(sureness))
    first, second = heard[way], heard[way + 2]
    texts = [" ".join(word.text for word in words) for words in (first, second)]
    text = max(texts, key=len)
    if not text or not _same(*texts):
        return None
    p = min(_mean(first), _mean(second))
    if p < LEAST_MEAN or min(word.p for word in (*first, *second)) < LEAST_WORD or not _is_text(text):
        return None
    return Caption(text, round(p, 3), as_quad(card.quad_px))


def _laid_flat(frame_bgr: NDArray[np.uint8], quad: Quad) -> Printed | None:
    """A card seen from above in the frame's own sharpness, with what may be letters; None without any."""
    short = float(np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[2] - quad[3])) / 2
    long = float(np.linalg.norm(quad[1] - quad[2]) + np.linalg.norm(quad[3] - quad[0])) / 2
    if short < SMALLEST_PX:
        return None
    scale = min(1.0, LONGEST_PX / long)
    width, height = round(short * scale), round(long * scale)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    view = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    flat = cv2.cvtColor(cv2.warpPerspective(frame_bgr, view, (width, height)), cv2.COLOR_BGR2GRAY)
    rim = round(RIM_SHARE * height)
    inner = _dark_on_light(np.asarray(flat, np.uint8)[rim:-rim, rim:-rim])
    if inner is None or not _is_printed(inner):
        return None
    boxes = _letter_boxes(inner)
    return Printed(quad, inner, boxes) if FEWEST <= len(boxes) <= MOST else None


def _is_printed(flat: Gray) -> bool:
    """Whether a card's ink is little and black through and through, as thin print is: patterns have more of
    it, grain is gray."""
    inked = float((flat < INKED).mean())
    return 0 < inked <= MOST_INK and float((flat < SOLID).mean()) >= LEAST_SOLID * inked


def _dark_on_light(flat: Gray) -> Gray | None:
    """The card with even light: paper 235, its ink darker, whichever of both was darker; None without ink."""
    side = 2 * int(WINDOW_SHARE * max(flat.shape)) + 1
    paper = cv2.medianBlur(
        cv2.resize(flat, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), 2 * (side // 8) + 1
    )
    paper = cv2.resize(paper, flat.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
    off = (flat.astype(np.float32) - paper) / np.maximum(paper, 20)
    spread = np.abs(off)
    if float(off[off > 0].sum()) > float(-off[off < 0].sum()):
        off = -off
    most = float(np.percentile(spread, 99))
    if most < INK_STEP:
        return None
    return np.asarray(np.clip(235 + 215 * np.clip(off / most, -1, 0.08), 0, 255), np.uint8)


def _letter_boxes(flat: Gray) -> NDArray[np.int64]:
    """Boxes (n, 4) of blobs of ink that are as large as letters of one text, or as letters of it that run
    into one another; none touches the rim."""
    _, ink = cv2.threshold(flat, INKED, 255, cv2.THRESH_BINARY_INV)
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.asarray(ink, np.uint8), connectivity=8)
    x, y, width, height, area = (stats[1:, i] for i in range(5))
    longer, shorter, tall = np.maximum(width, height), np.minimum(width, height), max(flat.shape)
    inside = (x > 0) & (y > 0) & (x + width < flat.shape[1]) & (y + height < flat.shape[0])
    letters = inside & (longer > LOW * tall) & (longer < HIGH * tall) & (area > 6)
    usual = float(np.median(longer[letters])) if letters.any() else 0.0
    if usual < SMALLEST_TEXT_PX:
        return np.zeros((0, 4), np.int64)
    alike = letters & (longer > usual / ALIKE) & (longer < usual * ALIKE)
    joined = inside & (shorter > usual / ALIKE) & (shorter < usual * ALIKE)
    return np.asarray(stats[1:][alike | joined][:, :4], np.int64)


def _with_lines_across(card: Printed) -> Printed:
    """The card turned so that its lines of text run from left to right, if need be upside down.

    Each letter's nearest neighbour stands beside it.
    """
    middles = card.boxes[:, :2] + card.boxes[:, 2:] / 2
    apart = middles[:, None] - middles[None]
    far = np.linalg.norm(apart, axis=2) + np.eye(len(middles)) * 1e9
    nearest = np.abs(apart[np.arange(len(middles)), far.argmin(1)])
    if nearest[:, 0].sum() >= nearest[:, 1].sum():
        return card
    x, y, width, height = card.boxes.T
    turned = np.column_stack([card.flat.shape[0] - y - height, x, height, width])
    return card._replace(flat=np.ascontiguousarray(np.rot90(card.flat, -1)), boxes=turned)


def _turned_about(card: Printed) -> Printed:
    x, y, width, height = card.boxes.T
    down, across = card.flat.shape
    boxes = np.column_stack([across - x - width, down - y - height, width, height])
    return card._replace(flat=np.ascontiguousarray(card.flat[::-1, ::-1]), boxes=boxes)


def _text_at(card: Printed, letter_px: float) -> Gray:
    """The part of a card that holds its text, letters about so high."""
    usual = float(np.median(card.boxes[:, 3]))
    low, high = card.boxes[:, :2].min(0), (card.boxes[:, :2] + card.boxes[:, 2:]).max(0)
    rim = round(0.8 * usual)
    part = card.flat[max(0, low[1] - rim) : high[1] + rim, max(0, low[0] - rim) : high[0] + rim]
    scale = min(letter_px / usual, WIDEST_PX / part.shape[1], TALLEST_PX / 4 / part.shape[0])
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    return np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _one_page(parts: Sequence[Gray]) -> tuple[Gray, list[tuple[int, int]]]:
    """The parts one below another on one page, and where each begins and ends."""
    wide = max(part.shape[1] for part in parts) + 2 * GAP_PX
    page = np.full((sum(part.shape[0] + GAP_PX for part in parts) + GAP_PX, wide), 235, np.uint8)
    ends, top = [], GAP_PX
    for part in parts:
        page[top : top + part.shape[0], GAP_PX : GAP_PX + part.shape[1]] = part
        ends.append((top, top + part.shape[0]))
        top += part.shape[0] + GAP_PX
    return page, ends


def _mean(words: Sequence[Word]) -> float:
    """How sure the words are, each as heavy as it is long; 0 without any."""
    letters = sum(len(word.text) for word in words)
    return sum(word.p * len(word.text) for word in words) / letters if letters else 0.0


def _same(one: str, other: str) -> bool:
    """Whether two texts are alike but for spaces, which are easily overlooked."""
    return one.casefold().replace(" ", "") == other.casefold().replace(" ", "")


def _is_text(text: str) -> bool:
    """Whether it is letters with what stands between words, and enough of them."""
    letters = sum(sign.isalpha() for sign in text)
    return letters >= FEWEST_LETTERS and all(sign.isalpha() or sign in PLAIN for sign in text)
