"""From guessed tiles to lattices: which spots stand in rows and columns, and the plane they lie in."""

from collections import deque
from collections.abc import Iterator
from itertools import product
from math import hypot
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles import Spots, distances

Points = NDArray[np.float64]
Step = tuple[float, float]
SEEDS = 30
ENOUGH = 0.85
MOSTLY = 0.6
OUTLINED = 0.4
MOST_SPOTS = 500
FEWEST_SPOTS = 4
SNAP = 0.30
FAR = 8
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Lattice(NamedTuple):
    """Rows and columns in the picture.

    `plane`: (column, row) -> pixels, float64 (3, 3); the cell in row r, column c has its middle at
    (c + 0.5, r + 0.5). `taken`: how many spots it explains. `tile_share`: a tile's side as a share of the
    step between cells. `outlines_px`: the tiles' own outlines where they were found, by (row, column).
    """

    plane: Points
    taken: int
    tile_share: float
    outlines_px: dict[tuple[int, int], Points]

    def corners_px(self, rows: int, cols: int) -> Points:
        """The outer corners of the lattice's own rows and columns, float64 (4, 2)."""
        ends = np.array([[(0, 0), (cols, 0), (cols, rows), (0, rows)]], np.float64)
        return np.asarray(cv2.perspectiveTransform(ends, self.plane)[0])


class _Alike(NamedTuple):
    """The spots that are about as large as one of them: their numbers, and where their middles lie."""

    numbers: NDArray[np.int64]
    x: Points
    y: Points
    middles: list[list[float]]

    def nearest(self, x: float, y: float, reach: float) -> int | None:
        """Which of them lies nearest to a point, if it is near."""
        across, down = self.x - x, self.y - y
        far = across * across + down * down
        best = int(far.argmin())
        return best if far[best] < reach * reach else None


def find_lattices(spots: Spots, rows: int, cols: int) -> list[Lattice]:
    """Lattices of about rows x cols cells through the spots, the best first; no two over the same place."""
    found: list[Lattice] = []
    spots = _fewer(spots)
    near = _neighbours(spots)
    used = np.zeros(len(spots.sides_px), bool)
    seeds = sorted(range(len(near)), key=lambda i: -len(near[i]))
    tries = 0
    for seed in seeds:
        if tries >= SEEDS or len(near[seed]) < 2:
            break
        if used[seed]:
            continue
        tries += 1
        places = _longest_walk(spots, seed, near[seed], int(ENOUGH * rows * cols), max(FAR, rows, cols))
        if len(places) < max(FEWEST_SPOTS, rows * cols * 0.3):
            continue
        lattice = _fitted(spots, places, rows, cols)
        if lattice:
            used[list(places.values())] |= lattice.taken > MOSTLY * rows * cols
            found.append(lattice)
            if lattice.taken >= ENOUGH * rows * cols:
                break
    return sorted(found, key=lambda lattice: -lattice.taken)


def _longest_walk(
    spots: Spots, seed: int, near: list[int], enough: int, reach: int
) -> dict[tuple[int, int], int]:
    """The walk from a seed that reaches most spots, or the first that reaches enough of them."""
    longest: dict[tuple[int, int], int] = {}
    alike = _alike(spots, seed)
    start = int(np.searchsorted(alike.numbers, seed))
    for u, v in _steps(spots, seed, near):
        longest = max(longest, _grow(alike, start, u, v, reach), key=len)
        if len(longest) >= enough:
            break
    return longest


def _fewer(spots: Spots) -> Spots:
    """At most MOST_SPOTS of them: in a rough surface those whose size is usual go first, tiles are larger."""
    if len(spots.sides_px) <= MOST_SPOTS:
        return spots
    kept = np.argsort(-spots.sides_px, kind="stable")[:MOST_SPOTS]
    middles, sides, quads, outlined = spots
    return Spots(middles[kept], sides[kept], quads[kept], outlined[kept])


def _neighbours(spots: Spots) -> list[list[int]]:
    """For each spot those at about a tile's distance, at most eight, the nearest of like size first."""
    gap = distances(spots.middles_px, spots.middles_px)
    small = np.minimum(spots.sides_px[:, None], spots.sides_px[None])
    large = np.maximum(spots.sides_px[:, None], spots.sides_px[None])
    fits = (gap > 0.72 * small) & (gap < 2.6 * small) & (gap < 1.8 * large) & (large < 2.6 * small)
    one, other = np.nonzero(fits)
    apart = gap[fits] * (1 + 0.5 * np.log(large[fits] / small[fits]))
    ranked = other[np.lexsort((apart, one))]
    ends = fits.sum(1).cumsum().tolist()
    return [ranked[begin:end][:8].tolist() for begin, end in zip([0, *ends], ends, strict=False)]


def _steps(spots: Spots, seed: int, near: list[int]) -> Iterator[tuple[Step, Step]]:
    """Pairs of steps (right, down) from a spot, told by neighbours on either side: about equal and square."""
    ways = spots.middles_px[near] - spots.middles_px[seed]
    flat = np.abs(ways[:, 0]) > np.abs(ways[:, 1])
    rights = ways[flat] * np.sign(ways[flat, :1])
    downs = ways[~flat] * np.sign(ways[~flat, 1:])
    for u, v in product(_unlike(rights.tolist()), _unlike(downs.tolist())):
        shortest, longest = sorted((hypot(*u), hypot(*v)))
        if longest < 1.3 * shortest and u[0] * v[1] - u[1] * v[0] > 0.92 * longest * shortest:
            yield u, v


def _unlike(ways: list[list[float]]) -> list[Step]:
    """The steps without those that are nearly one of the others, as those to the left and right are."""
    kept: list[Step] = []
    for x, y in ways:
        if all(hypot(x - other[0], y - other[1]) > 0.15 * hypot(x, y) for other in kept):
            kept.append((x, y))
    return kept


def _alike(spots: Spots, seed: int) -> _Alike:
    side = spots.sides_px[seed]
    numbers = np.flatnonzero(np.maximum(spots.sides_px, side) < 2.7 * np.minimum(spots.sides_px, side))
    middles = spots.middles_px[numbers]
    x, y = np.ascontiguousarray(middles.T)
    return _Alike(numbers, x, y, middles.tolist())


def _grow(spots: _Alike, start: int, u: Step, v: Step, reach: int) -> dict[tuple[int, int], int]:
    """Walk from spot to spot, `reach` at most, steps following the perspective: the spots' numbers by (row,
    column) from the first one."""
    places, taken = {(0, 0): start}, {start}
    queue = deque([(0, 0, u, v)])
    while queue:
        row, col, right, down = queue.popleft()
        x, y = spots.middles[places[row, col]]
        for dr, dc in WAYS:
            at = (row + dr, col + dc)
            if at in places or max(abs(at[0]), abs(at[1])) > reach:
                continue
            way = right if dc else down
            spot = spots.nearest(x + (dc + dr) * way[0], y + (dc + dr) * way[1], SNAP * hypot(*way))
            if spot is None or spot in taken:
                continue
            places[at] = spot
            taken.add(spot)
            there = spots.middles[spot]
            moved = (
                0.7 * way[0] + 0.3 * (there[0] - x) * (dc + dr),
                0.7 * way[1] + 0.3 * (there[1] - y) * (dc + dr),
            )
            queue.append((*at, *((moved, down) if dc else (right, moved))))
    return {at: int(spots.numbers[spot]) for at, spot in places.items()}


def _fitted(spots: Spots, places: dict[tuple[int, int], int], rows: int, cols: int) -> Lattice | None:
    """The plane through the places, cells counted from the window of rows x cols that holds most of them.

    Where enough tiles show their outlines these alone tell it: a letter need not stand in its tile's middle.
    """
    cells = np.array([(c + 0.5, r + 0.5) for r, c in places], np.float64)
    points = spots.middles_px[list(places.values())]
    if len(set(cells[:, 0])) < 2 or len(set(cells[:, 1])) < 2:
        return None
    plane = fit_plane(cells, points)
    if plane is None:
        return None
    matched = _matched(spots, plane, cells.min(0) - 1.5, cells.max(0) + 1.5)
    if len(matched) < FEWEST_SPOTS:
        return None
    left, top, taken = _best_window(matched, rows, cols)
    shift = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]], np.float64)
    moved = {(r - top, c - left): spot for (r, c), spot in matched.items()}
    outlined = {at: spot for at, spot in moved.items() if spots.outlined[spot]}
    inside, told = _inside(moved, rows, cols), _inside(outlined, rows, cols)
    if len(told) >= OUTLINED * rows * cols:
        inside, moved = told, outlined
    cells = np.array([(c + 0.5, r + 0.5) for r, c in inside], np.float64)
    refit = fit_plane(cells, spots.middles_px[list(inside.values())]) if len(inside) >= 6 else None
    plane = plane @ shift if refit is None else refit
    return Lattice(plane, taken, *_own_outlines(spots, plane, moved))


def _inside(places: dict[tuple[int, int], int], rows: int, cols: int) -> dict[tuple[int, int], int]:
    """The places that lie within rows x cols."""
    return {at: spot for at, spot in places.items() if 0 <= at[0] < rows and 0 <= at[1] < cols}


def _own_outlines(
    spots: Spots, plane: Points, moved: dict[tuple[int, int], int]
) -> tuple[float, dict[tuple[int, int], Points]]:
    """A tile's side as a share of the cells' step, and the tiles' outlines by (row, column).

    An outline much smaller than a tile is the letter's: its middle counts, its slant does not, so it is
    laid along the lattice. Without tiles' outlines the share is a guess.
    """
    at = np.array([[(c + 0.5, r + 0.5) for r, c in moved], [(c + 1.5, r + 0.5) for r, c in moved]])
    here, beside = cv2.perspectiveTransform(at, plane)
    step, chosen = beside - here, list(moved.values())
    share = spots.sides_px[chosen] / np.linalg.norm(step, axis=1)
    whole = spots.outlined[chosen] & (share > 0.78) & (share < 1.08)
    outlines = {
        cell: spots.quads_px[spot] if is_tile else _along(spots.middles_px[spot], way)
        for cell, spot, way, is_tile in zip(moved, chosen, step, whole, strict=True)
    }
    usual = float(np.clip(np.median(share[whole]), 0.8, 1.0)) if whole.sum() >= 4 else 0.93
    return usual, outlines


def _along(middle: Points, way: Points) -> Points:
    """A square about a point with one side along a step."""
    across = np.array([-way[1], way[0]])
    corners = [(-way - across), (way - across), (way + across), (across - way)]
    return np.asarray(middle + np.array(corners) / 2)


def fit_plane(cells: Points, points_px: Points) -> Points | None:
    """The homography cells (n, 2) -> pixels (n, 2) that most agree on; None when there is none.

    With few cells a full homography would follow their wobble, so below ten an affine one is fitted.
    """
    pitch = float(np.median(np.linalg.norm(np.diff(points_px, axis=0), axis=1))) or 1.0
    span = np.ptp(cells, axis=0)
    if len(cells) >= 10 and span.min() >= 2:
        plane, _ = cv2.findHomography(cells, points_px, cv2.RANSAC, 0.22 * _pitch(cells, points_px, pitch))
        return None if plane is None else np.asarray(plane, np.float64)
    affine, _ = cv2.estimateAffine2D(cells, points_px)
    return None if affine is None else np.vstack([affine, (0, 0, 1)])


def _pitch(cells: Points, points_px: Points, otherwise: float) -> float:
    step, far = distances(cells, cells), distances(points_px, points_px)
    side_by_side = np.abs(step - 1) < 0.1
    return float(np.median(far[side_by_side])) if side_by_side.any() else otherwise


def _matched(spots: Spots, plane: Points, low: Points, high: Points) -> dict[tuple[int, int], int]:
    """The spot nearest to each cell's middle in a range of cells, if it is near, by (row, column)."""
    cells = [
        (r, c)
        for r in range(int(np.floor(low[1])), int(np.ceil(high[1])))
        for c in range(int(np.floor(low[0])), int(np.ceil(high[0])))
    ]
    at = np.array([[(c + 0.5, r + 0.5) for r, c in cells], [(c + 1.5, r + 0.5) for r, c in cells]])
    middles, beside = cv2.perspectiveTransform(at, plane)
    far = distances(middles, spots.middles_px)
    best, step = far.argmin(1), np.linalg.norm(beside - middles, axis=1)
    like = float(np.median(step)) * 0.93
    return {
        cell: int(b)
        for cell, b, f, s in zip(cells, best, far.min(1), step, strict=True)
        if f < SNAP * s and 0.4 * like < spots.sides_px[b] < 1.5 * like
    }


def _best_window(matched: dict[tuple[int, int], int], rows: int, cols: int) -> tuple[int, int, int]:
    """(left, top, spots inside) of the window with most spots; in a tie the most central one."""
    cells = np.array(list(matched))
    low, high = cells.min(0), cells.max(0)
    sums = np.zeros(high - low + (rows + 2, cols + 2), np.int64)
    sums[tuple((cells - low + 2).T)] = 1
    sums = sums.cumsum(0).cumsum(1)
    inside = sums[rows:, cols:] - sums[:-rows, cols:] - sums[rows:, :-cols] + sums[:-rows, :-cols]
    most = int(inside.max())
    best = np.argwhere(inside == most) + low - 1
    middle = cells.mean(0) - ((rows - 1) / 2, (cols - 1) / 2)
    top, left = best[np.hypot(*(best - middle).T[::-1]).argmin()].tolist()
    return left, top, most
