"""Letter cards laid in rows and columns: their outlines, which way is up, where each lies, its letter."""

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.grid import LETTERS, Cell, Grid, Tile
from companion.layout import Layout
from companion.reading import CellReading, Doubt, GridReading, Quad
from vision.cells import as_quad
from vision.decode import LogProbs, tile_mass
from vision.field import Picture
from vision.letters import SYMBOL_CLASS, cut_crops, normalised, read_crops
from vision.numerals import read_values

Quads = NDArray[np.float64]
SMALLEST_PX, LARGEST_SHARE = 24.0, 0.45
RATIOS = (1.2, 1.65)
FILLED = 0.88
ALIKE = 0.3
SAME = 0.06
NEXT = 0.35
LETTER_SHARE = (0.9, 0.76)
SURE_FACE = 0.96
RUNNERS_UP = 3
ASKEW = "a card lies between the rows: move it beside or below another one"


class Card(NamedTuple):
    """A card: its corners (4, 2), clockwise from its own top left, and its log-probabilities in two looks."""

    quad_px: Quads
    outer: LogProbs
    inner: LogProbs


def read_cards(picture: Picture, layout: Layout) -> GridReading | str | None:
    """The largest group of letter cards in a picture, in their common upright order; a sentence when a card
    of it stands in no row or column, None when there are no cards."""
    quads = card_outlines(picture)
    if not len(quads):
        return None
    outer, inner = (_looks(picture, quads, share) for share in LETTER_SHARE)
    shown = np.flatnonzero((tile_mass(outer) + tile_mass(inner)) / 2 > 0.5)
    kept = shown[_outermost(quads[shown])]
    if not len(kept):
        return None
    quads, outer, inner = quads[kept], outer[kept], inner[kept]
    group = _largest_group(quads)
    turns = _turns(outer[group] + inner[group])
    upright = np.stack([np.roll(quad, -turn, axis=0) for quad, turn in zip(quads[group], turns, strict=True)])
    places = _places(upright)
    if None in places:
        return ASKEW
    cards = {
        place: Card(quad, _turned(outer[at], turn), _turned(inner[at], turn))
        for at, quad, turn, place in zip(group, upright, turns, places, strict=True)
        if place is not None
    }
    return _answer(cards, _values(picture, cards), layout)


def _values(picture: Picture, cards: dict[tuple[int, int], Card]) -> dict[tuple[int, int], int | None]:
    """The number printed on each card."""
    quads = np.stack([card.quad_px for card in cards.values()])
    return dict(zip(cards, read_values(picture.gray, quads), strict=True))


def card_outlines(picture: Picture) -> Quads:
    """Outlines of what may be cards, float64 (n, 4, 2), clockwise from a corner that begins a short side.

    Several may lie within one another: cards have printed frames, and two that touch look like one.
    """
    soft = cv2.GaussianBlur(picture.gray, (5, 5), 0)
    found: list[Quads] = []
    for low, high in ((20, 60), (40, 120)):
        edges = cv2.dilate(cv2.Canny(soft, low, high), np.ones((3, 3), np.uint8))
        for mask in (edges, cv2.bitwise_not(edges)):
            contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            found += [
                quad for contour in contours if (quad := _card(contour, picture.gray.shape)) is not None
            ]
    return np.array(_each_once(found)).reshape(-1, 4, 2)


def _card(contour: NDArray[np.int32], shape: tuple[int, ...]) -> Quads | None:
    hull = cv2.convexHull(contour)
    (_, _), sides, _ = box = cv2.minAreaRect(hull)
    short, long = min(sides), max(sides)
    if short < SMALLEST_PX or long > LARGEST_SHARE * min(shape[:2]):
        return None
    if not RATIOS[0] * short < long < RATIOS[1] * short or cv2.contourArea(hull) < FILLED * short * long:
        return None
    quad = _corners(hull, box)
    first = np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[2] - quad[3])
    second = np.linalg.norm(quad[1] - quad[2]) + np.linalg.norm(quad[3] - quad[0])
    return quad if first < second else np.roll(quad, -1, axis=0)


def _corners(hull: NDArray[np.int32], box: tuple[object, ...]) -> Quads:
    """The hull's four corners where it has four, else its box's; clockwise."""
    around = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
    points = around[:, 0].astype(np.float64) if len(around) == 4 else cv2.boxPoints(box).astype(np.float64)
    middle = points.mean(0)
    order = np.argsort(np.arctan2(*(points - middle).T[::-1]))
    return np.asarray(points[order])


def _each_once(quads: list[Quads]) -> list[Quads]:
    """The outlines without those that are nearly one of the others."""
    kept: list[Quads] = []
    for quad in quads:
        side = np.linalg.norm(quad[0] - quad[1])
        if all(np.abs(quad - other).max() > SAME * side for other in kept):
            kept.append(quad)
    return kept


def _outermost(quads: Quads) -> NDArray[np.int64]:
    """Which outlines (n, 4, 2) to keep: of those over one place the largest."""
    kept: list[int] = []
    sizes = [cv2.contourArea(quad.astype(np.float32)) for quad in quads]
    for at in np.argsort(sizes)[::-1]:
        middle, side = quads[at].mean(0), np.linalg.norm(quads[at][0] - quads[at][1])
        if all(np.linalg.norm(middle - quads[other].mean(0)) > 0.6 * side for other in kept):
            kept.append(int(at))
    return np.array(sorted(kept), np.int64)


def _looks(picture: Picture, quads: Quads, share: float) -> LogProbs:
    """How the square in the middle of each card reads."""
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    down *= (np.linalg.norm(right, axis=1) / np.linalg.norm(down, axis=1))[:, None]
    middle = quads.mean(1)
    squares = [middle + x * right / 2 + y * down / 2 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return read_crops(cut_crops(picture.gray, np.stack(squares, 1).astype(np.float32), share))


def _largest_group(quads: Quads) -> list[int]:
    """The cards of about one size that lie beside one another, most first found."""
    middles, sizes = quads.mean(1), np.linalg.norm(quads[:, 1] - quads[:, 2], axis=1)
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    size = (sizes[:, None] + sizes[None]) / 2
    near = (far < 1.35 * size) & (np.abs(np.log(sizes[:, None] / sizes[None])) < ALIKE)
    left, groups = set(range(len(quads))), []
    while left:
        queue, group = deque([left.pop()]), []
        while queue:
            at = queue.popleft()
            group.append(at)
            beside = {int(j) for j in np.flatnonzero(near[at])} & left
            left -= beside
            queue.extend(beside)
        groups.append(sorted(group))
    return max(groups, key=len)


def _turns(logs: LogProbs) -> list[int]:
    """For each card 0 or 2: which short side is its top; all together decide for those alike both ways."""
    votes = np.exp(logs[:, :SYMBOL_CLASS] / 2).reshape(len(logs), len(LETTERS), 4).max(1)
    common = np.log(np.clip(votes, 1e-4, None)).sum(0)
    odds = np.log(np.clip(votes, 1e-4, None)) + 0.5 * common
    return [2 if odd[2] > odd[0] else 0 for odd in odds]


def _turned(logs: LogProbs, turn: int) -> LogProbs:
    """Log-probabilities of the 26 letters standing upright on a card that was turned so."""
    return normalised(logs[:SYMBOL_CLASS].reshape(len(LETTERS), 4)[:, turn])


def _places(upright: Quads) -> list[tuple[int, int] | None]:
    """(row, column) of each card, counted from the top left one; None for a card that stands beside none.

    A walk from card to neighbour: cards are laid by hand, so each step is measured from the last card.
    """
    right = np.median((upright[:, 1] - upright[:, 0] + upright[:, 2] - upright[:, 3]) / 2, axis=0)
    down = np.median((upright[:, 3] - upright[:, 0] + upright[:, 2] - upright[:, 1]) / 2, axis=0)
    steps = np.linalg.solve(np.column_stack([right, down]), (upright.mean(1) - upright[0].mean(0)).T).T
    places: list[tuple[int, int] | None] = [None] * len(upright)
    places[0], queue = (0, 0), deque([0])
    while queue:
        at = queue.popleft()
        here = places[at]
        assert here is not None
        for other, (x, y) in enumerate(steps - steps[at]):
            col, row = round(float(x) / 1.1), round(float(y) / 1.08)
            off = max(abs(float(x) - 1.1 * col), abs(float(y) - 1.08 * row))
            if places[other] is None and abs(col) + abs(row) == 1 and off < NEXT:
                places[other] = (here[0] + row, here[1] + col)
                queue.append(other)
    known = [place for place in places if place]
    top, left = min(row for row, _ in known), min(col for _, col in known)
    return [None if place is None else (place[0] - top, place[1] - left) for place in places]


def _answer(
    cards: dict[tuple[int, int], Card], values: dict[tuple[int, int], int | None], layout: Layout
) -> GridReading | None:
    height, width = (max(place[axis] for place in cards) + 1 for axis in (0, 1))
    if height > layout.rows or width > layout.cols:
        return None
    rows, cells, doubts = [], [], []
    for row in range(height):
        tiles: list[Tile | None] = []
        for col in range(width):
            card = cards.get((row, col))
            tiles.append(None if card is None else Tile(_face(card)))
            cells.append(_cell(card, (row, col), cards))
            doubts += [] if card is None else _doubts(Cell(row, col), card)
        rows.append(tuple(tiles))
    printed = tuple(tuple(values.get((row, col)) for col in range(width)) for row in range(height))
    corners = _around(cards)
    return GridReading(Grid(tuple(rows)), _turn_deg(cards), corners, tuple(doubts), tuple(cells), printed)


def _face(card: Card) -> str:
    return LETTERS[int((card.outer + card.inner).argmax())]


def _cell(card: Card | None, place: tuple[int, int], cards: dict[tuple[int, int], Card]) -> CellReading:
    """How sure a card's letter is; a place without a card lies where its neighbours leave it."""
    if card is None:
        nearest = min(cards, key=lambda at: abs(at[0] - place[0]) + abs(at[1] - place[1]))
        quad = cards[nearest].quad_px
        right, down = quad[1] - quad[0], quad[3] - quad[0]
        moved = quad + 1.1 * (place[1] - nearest[1]) * right + 1.08 * (place[0] - nearest[0]) * down
        return CellReading(1.0, (), 1.0, (), as_quad(moved))
    shares = _shares(card)
    best = np.argsort(-shares, kind="stable")[: RUNNERS_UP + 1]
    others = tuple((LETTERS[int(i)], float(shares[i])) for i in best[1:])
    return CellReading(float(shares[best[0]]), others, 1.0, (), as_quad(card.quad_px))


def _shares(card: Card) -> NDArray[np.float64]:
    logs = (card.outer + card.inner) / 2
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def _doubts(cell: Cell, card: Card) -> list[Doubt]:
    shares = _shares(card)
    agree = card.outer.argmax() == card.inner.argmax()
    if agree and shares.max() >= SURE_FACE:
        return []
    others = tuple(LETTERS[int(i)] for i in np.argsort(-shares, kind="stable")[1 : RUNNERS_UP + 1])
    return [Doubt(cell, "letter", _face(card), float(shares.max()), others)]


def _turn_deg(cards: dict[tuple[int, int], Card]) -> int:
    """How far the cards are turned clockwise in the picture, to the quarter."""
    right = np.sum([card.quad_px[1] - card.quad_px[0] for card in cards.values()], axis=0)
    return round(float(np.rad2deg(np.arctan2(right[1], right[0]))) / 90) % 4 * 90


def _around(cards: dict[tuple[int, int], Card]) -> Quad:
    """The corners of the box around all cards, in their upright order."""
    points = np.concatenate([card.quad_px for card in cards.values()])
    right = np.sum([card.quad_px[1] - card.quad_px[0] for card in cards.values()], axis=0)
    right = right / np.linalg.norm(right)
    down = np.array([-right[1], right[0]])
    across, along = points @ right, points @ down
    corners = [
        x * right + y * down
        for x, y in (
            (across.min(), along.min()), (across.max(), along.min()),
            (across.max(), along.max()), (across.min(), along.max()),
        )
    ]  # fmt: skip
    return as_quad(np.array(corners))
