"""Tiles in one row, as on a rack: where the row lies, which way is up, the letters in reading order."""

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.grid import BLANK, LETTERS, Cell, Grid, Tile
from companion.layout import Layout
from companion.reading import CellReading, Doubt, GridReading
from vision.cells import as_quad, field_corners
from vision.decode import face_log_probs, tile_mass
from vision.field import Picture
from vision.letters import BLANK_CLASS, SYMBOL_CLASS, VALUED_WEIGHTS, cut_crops, read_crops
from vision.settle import Looks, settle
from vision.tiles import Spots, darkest_channel, ink_spots, outline_spots, outlines, together

Quads = NDArray[np.float64]
Points = NDArray[np.float64]
ALIKE = 0.25
NEXT = (0.8, 1.7)
ASKEW = 0.22
MOST_ROWS = 6
OUTER_SHARE = 0.95
USUAL_SHARE = 0.93
SURE_FACE, SURE_BLANK, SURE_TURN = 0.96, 0.95, 0.98
LIKELY = 0.5
RUNNERS_UP = 3


class Row(NamedTuple):
    """Places in one line, float64 (n, 2), and the spots that were found there."""

    middles_px: Points
    spots: tuple[int, ...]


def read_rack(picture: Picture, layout: Layout) -> GridReading | None:
    """The row of tiles in a picture, from left to right as their owner reads it; None when there is none.

    At most `layout.cols` tiles; where more stand in a row, or two rows, the row with most letters is meant.
    """
    spots = _spots(picture)
    best: tuple[float, Looks] | None = None
    for row in _rows(spots, layout.cols):
        looks = _looks(picture, _tiles_along(spots, row))
        letters = float(tile_mass(looks.both()).sum())
        if letters >= LIKELY and (best is None or letters > best[0]):
            best = (letters, looks)
    return None if best is None else _answer(best[1], layout)


def _spots(picture: Picture) -> Spots:
    seen = outline_spots(outlines(picture.gray, outlines(picture.gray)))
    return together(seen, ink_spots(darkest_channel(picture.bgr)))


def _rows(spots: Spots, most: int) -> Iterator[Row]:
    """Rows of spots of one size beside each other, the longest first; a lone outline is a row too."""
    found: list[Row] = []
    used: set[int] = set()
    for seed in _by_neighbours(spots):
        if seed in used:
            continue
        walks = (_walk(spots, seed, other) for other in _beside(spots, seed))
        row = max(walks, key=lambda walk: len(walk.spots), default=Row(spots.middles_px[[seed]], (seed,)))
        if len(row.spots) > 1 or spots.outlined[seed]:
            used.update(row.spots)
            found.append(row)
    longest = sorted(found, key=lambda row: -len(row.spots))
    yield from (Row(row.middles_px[:most], row.spots) for row in longest[:MOST_ROWS])


def _by_neighbours(spots: Spots) -> list[int]:
    return sorted(range(len(spots.sides_px)), key=lambda spot: -len(_beside(spots, spot)))


def _beside(spots: Spots, spot: int) -> list[int]:
    """The spots of about this one's size that stand next to it."""
    far = np.linalg.norm(spots.middles_px - spots.middles_px[spot], axis=1) / spots.sides_px[spot]
    alike = np.abs(np.log(spots.sides_px / spots.sides_px[spot])) < ALIKE
    return [int(i) for i in np.flatnonzero((far > NEXT[0]) & (far < NEXT[1]) & alike)]


def _walk(spots: Spots, seed: int, beside: int) -> Row:
    """The row of spots in one line with two neighbours, both ways; one without a spot may be a blank tile."""
    places, used = [spots.middles_px[seed], spots.middles_px[beside]], [seed, beside]
    alike = np.abs(np.log(spots.sides_px / spots.sides_px[seed])) < ALIKE
    for _ in range(2):
        while (found := _onward(spots, places, used, alike)) is not None:
            spot, skipped = found
            places += [(places[-1] + spots.middles_px[spot]) / 2] if skipped else []
            places.append(spots.middles_px[spot])
            used.append(spot)
        places.reverse()
    return Row(np.array(places), tuple(used))


def _onward(
    spots: Spots, places: list[Points], used: list[int], alike: NDArray[np.bool_]
) -> tuple[int, bool] | None:
    """The spot one step on from the last place, or two where none is next; and whether one was skipped."""
    step = places[-1] - places[-2]
    for skipped in (False, True):
        off = np.linalg.norm(spots.middles_px - places[-1] - step * (1 + skipped), axis=1)
        off[used] = np.inf
        nearest = int(np.where(alike, off, np.inf).argmin())
        if off[nearest] < ASKEW * np.linalg.norm(step) and alike[nearest]:
            return nearest, skipped
    return None


def _tiles_along(spots: Spots, row: Row) -> Quads:
    """An upright square for each tile, float64 (n, 4, 2), the row running from left to right."""
    middles, used = row.middles_px, list(row.spots)
    if len(middles) == 1:
        return _clockwise(spots.quads_px[used[0]])[None]
    if middles[0, 0] > middles[-1, 0]:
        middles = middles[::-1]
    along = (middles[-1] - middles[0]) / (len(middles) - 1)
    seen = spots.sides_px[used][spots.outlined[used]]
    step = float(np.linalg.norm(along))
    side = min(float(np.median(seen)) if len(seen) else USUAL_SHARE * step, step)
    right = along / step * side / 2
    down = np.array([-right[1], right[0]])
    corners = [-right - down, right - down, right + down, down - right]
    return np.asarray(middles[:, None] + np.array(corners)[None])


def _clockwise(quad: Quads) -> Quads:
    """The corners of an outline clockwise from its top left, float64 (4, 2)."""
    around = np.arctan2(*(quad - quad.mean(0)).T[::-1])
    return np.asarray(quad[np.argsort(around)])


def _looks(picture: Picture, quads: Quads) -> Looks:
    outer = read_crops(cut_crops(picture.gray, quads.astype(np.float32), OUTER_SHARE), VALUED_WEIGHTS)
    return settle(picture.gray, quads, quads, outer, VALUED_WEIGHTS)


def _answer(looks: Looks, layout: Layout) -> GridReading:
    """The row as its owner reads it: letters standing, or all upside down."""
    both = looks.both()
    odds = _turn_odds(both)
    turn = int(odds.argmax()) * 2
    order = np.arange(len(both))[:: -1 if turn else 1]
    quads = np.roll(looks.quads_px[order], -turn, axis=1)
    shares = np.exp(face_log_probs(both[order], turn, layout))
    apart = _disagree(looks, turn, layout)[order]
    tiles, cells, doubts = [], [], []
    for at, (share, quad) in enumerate(zip(shares, quads, strict=True)):
        names = [*layout.letters, BLANK]
        ranked = np.argsort(-(full := np.array([*share[:-2], share[-2] + share[-1]])), kind="stable")
        others = tuple((names[i], float(full[i])) for i in ranked[1 : RUNNERS_UP + 1])
        face, p = names[ranked[0]], float(full[ranked[0]])
        tiles.append(Tile(face))
        cells.append(CellReading(p, others, 1.0, (), as_quad(quad)))
        if p < (SURE_BLANK if face == BLANK else SURE_FACE) or apart[at] or share[-1] > 1 - SURE_BLANK:
            doubts.append(Doubt(Cell(0, at), "letter", face, p, tuple(name for name, _ in others)))
    if odds.max() < SURE_TURN:
        doubts.insert(
            0, Doubt(Cell(0, 0), "turn", str(90 * turn), float(odds.max()), (str(180 - 90 * turn),))
        )
    corners = as_quad(field_corners(quads[None]))
    return GridReading(Grid((tuple(tiles),)), 90 * turn, corners, tuple(doubts), tuple(cells))


def _turn_odds(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """How probably the letters stand, or stand on their heads, float64 (2,)."""
    letters = np.exp(logs[:, :SYMBOL_CLASS]).reshape(len(logs), len(LETTERS), 4).sum(1)[:, [0, 2]]
    without = 1.0 - letters.sum(1, keepdims=True)
    votes = np.log(np.clip(letters + without / 2, 1e-4, None)).sum(0)
    return np.array([1 / (1 + exp(votes[1] - votes[0])), 1 / (1 + exp(votes[0] - votes[1]))])


def _disagree(looks: Looks, turn: int, layout: Layout) -> NDArray[np.bool_]:
    """Where a letter reads otherwise in the closer look, bool (n,)."""
    faces = [face_log_probs(look, turn, layout).argmax(1) for look in (looks.outer, looks.inner)]
    blank = np.exp(looks.both()[:, BLANK_CLASS]) > LIKELY
    return np.asarray((faces[0] != faces[1]) & ~blank)
