"""The printed lines of a board: how well a lattice lies on them, and the lattice that they say."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Gray = NDArray[np.uint8]
CELL_PX = 28
BEYOND = 3
REACH = 8
NEAR = 5
ALONG = (0.12, 0.88)
SEEN = 0.3
ROUNDS = 4
FEWEST_SIDES = 30
SHALLOW = 1e-3
ENOUGH = ((0.40, 0.15), (0.36, 0.40))
CLEAR_WITHOUT_ENDS, ENOUGH_RIM = 0.45, 0.25


class Printed(NamedTuple):
    """A lattice laid on a board's lines.

    `plane` float64 (3, 3): (column, row) -> pixels, corners of squares at whole numbers. Shares from 0 to 1:
    `support` of the squares' sides that show a line, `beyond` of the sides just outside that do, `ends` of
    the weakest of the four outer lines. From -1 to 1, `rim`: how much more the lines that run to an edge show
    just inside of it than just outside, at the edge where that is least.
    """

    plane: Points
    support: float
    beyond: float
    ends: float
    rim: float

    @property
    def clear(self) -> float:
        """How much more the lattice lies on lines than the places just outside of it do."""
        return self.support - self.beyond

    @property
    def is_board(self) -> bool:
        """Whether these are a board's lines. Where an outer line hardly shows, as under tiles or against a
        frame, the others must plainly end there, or the lattice may lie one square beside the board."""
        if self.clear >= CLEAR_WITHOUT_ENDS and self.rim >= ENOUGH_RIM:
            return True
        return any(self.clear >= clear and self.ends >= ends for clear, ends in ENOUGH)


class _Sides(NamedTuple):
    """For each line of a field and each square along it: how plainly a line shows (0 to 1), how far it lies
    from its place in pixels; float64 (lines, squares)."""

    shown: Points
    off_px: Points


def laid_on_lines(gray: Gray, plane: Points, side: int, rounds: int = ROUNDS) -> Printed | None:
    """The lattice of side x side squares that the lines near a guessed one say; None where there are none.

    `plane` maps (column, row) to pixels, float64 (3, 3). The guess may be off by up to BEYOND squares; each
    round comes closer.
    """
    found = None
    for _ in range(rounds):
        flat, to_picture = _flattened(gray, plane, side)
        downs, acrosses = _sides(flat, side)
        top, left, found = _best_window(downs, acrosses, side)
        points, lines, is_down, weight = _seen_on(downs, acrosses, top, left, side)
        if len(points) < FEWEST_SIDES:
            return None
        pixels = cv2.perspectiveTransform(points[None], to_picture)[0]
        fitted = _plane_through(pixels, lines, is_down, weight)
        if fitted is None:
            return None
        plane = fitted
    return None if found is None else Printed(plane, *found)


def _flattened(gray: Gray, plane: Points, side: int) -> tuple[Gray, Points]:
    """The squares and BEYOND more on each side, CELL_PX each, and the map from there to the picture."""
    size = (side + 2 * BEYOND) * CELL_PX
    scale = np.array([[CELL_PX, 0, BEYOND * CELL_PX - 0.5], [0, CELL_PX, BEYOND * CELL_PX - 0.5], [0, 0, 1]])
    to_picture = plane @ np.linalg.inv(scale)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(gray, to_picture, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8), to_picture


def _sides(flat: Gray, side: int) -> tuple[_Sides, _Sides]:
    """The lines down and across, dark or bright, whichever show more plainly in the middle of the field."""
    kinds = []
    for shown in ridges(flat):
        profiles = _profiles(shown)
        gains, offs = zip(*map(_peaks, profiles), strict=True)
        inner = np.concatenate([gain[BEYOND:-BEYOND, BEYOND:-BEYOND].ravel() for gain in gains])
        kinds.append((float(np.median(inner)), gains, offs))
    _, gains, offs = max(kinds, key=lambda kind: kind[0])
    plain = [np.clip(gain, 0, None) for gain in gains]
    inner = np.concatenate([gain[BEYOND : BEYOND + side, BEYOND : BEYOND + side].ravel() for gain in plain])
    unit = float(np.percentile(inner, 70)) + 1e-3
    down, across = (_Sides(np.minimum(gain / unit, 1), off) for gain, off in zip(plain, offs, strict=True))
    return down, across


def ridges(picture: Gray) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Thin dark lines and thin bright lines, each as bright on black."""
    soft = cv2.GaussianBlur(picture, (3, 3), 0)
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (9, 9))
    dark = cv2.morphologyEx(soft, cv2.MORPH_BLACKHAT, kernel)
    bright = cv2.morphologyEx(soft, cv2.MORPH_TOPHAT, kernel)
    return dark.astype(np.float32), bright.astype(np.float32)


def _profiles(shown: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Across each line that runs down, and each that runs across, square by square: (lines, squares,
    2 * REACH + 1) each."""
    count = len(shown) // CELL_PX
    low, high = (int(share * CELL_PX) for share in ALONG)
    down = shown.reshape(count, CELL_PX, -1)[:, low:high].mean(1)
    across = shown.reshape(-1, count, CELL_PX)[:, :, low:high].mean(2).T
    near = np.arange(1, count)[:, None] * CELL_PX + np.arange(-REACH, REACH + 1)
    return [each[:, near].transpose(1, 0, 2) for each in (down, across)]


def _peaks(profiles: NDArray[np.float32]) -> tuple[Points, Points]:
    """How far the line near its place stands out from what lies beside it, and where; (lines, squares)."""
    near = profiles[..., REACH - NEAR : REACH + NEAR + 1]
    beside = np.concatenate([profiles[..., : REACH - NEAR], profiles[..., REACH + NEAR + 1 :]], -1)
    gain = (near.max(-1) - beside.max(-1)).astype(np.float64)
    return gain, near.argmax(-1).astype(np.float64) - NEAR


def _best_window(
    downs: _Sides, acrosses: _Sides, side: int
) -> tuple[int, int, tuple[float, float, float, float]]:
    """The first row and column of the side x side squares with most lines; support, beyond, ends and rim."""
    down, across = downs.shown, acrosses.shown
    support = (_means(down, side + 1, side).T + _means(across, side + 1, side)) / 2
    top, left = (int(at) + 1 for at in np.unravel_index(support.argmax(), support.shape))
    rows, cols = slice(top, top + side), slice(left, left + side)
    mine_down, mine_across = down[left - 1 : left + side, rows], across[top - 1 : top + side, cols]
    stubs = (
        down[left - 1 : left + side, top - 1], down[left - 1 : left + side, top + side],
        across[top - 1 : top + side, left - 1], across[top - 1 : top + side, left + side],
    )  # fmt: skip
    outer = (mine_down[0], mine_down[-1], mine_across[0], mine_across[-1])
    ends = min(float(line.mean()) for line in outer)
    inside = (mine_down[1:-1, 0], mine_down[1:-1, -1], mine_across[1:-1, 0], mine_across[1:-1, -1])
    rim = min(float((near - far[1:-1]).mean()) for near, far in zip(inside, stubs, strict=True))
    return top, left, (float(support[top - 1, left - 1]), float(np.mean(stubs)), ends, rim)


def _means(shown: Points, lines: int, squares: int) -> Points:
    """The mean over so many lines and squares, wherever they may begin: not in the outermost squares."""
    inside = np.lib.stride_tricks.sliding_window_view(shown[:, 1:-1], (lines, squares))
    return np.asarray(inside.mean((2, 3)))


def _seen_on(
    downs: _Sides, acrosses: _Sides, top: int, left: int, side: int
) -> tuple[Points, Points, NDArray[np.bool_], Points]:
    """Points (n, 2) where lines show in the flattened field, the number of each one's line (n,), whether
    it runs down (n,), and how plainly it shows (n,)."""
    points, lines, is_down, weights = [], [], [], []
    for runs_down, sides, first, start in ((True, downs, left, top), (False, acrosses, top, left)):
        shown = sides.shown[first - 1 : first + side, start : start + side]
        line, square = np.nonzero(shown > SEEN)
        across = (line + first) * CELL_PX + sides.off_px[line + first - 1, square + start]
        along = (square + start + 0.5) * CELL_PX
        points.append(np.column_stack([across, along] if runs_down else [along, across]))
        lines.append(line.astype(np.float64))
        is_down.append(np.full(len(line), runs_down))
        weights.append(shown[line, square])
    return np.concatenate(points), np.concatenate(lines), np.concatenate(is_down), np.concatenate(weights)


def _plane_through(
    pixels: Points, lines: Points, is_down: NDArray[np.bool_], weight: Points
) -> Points | None:
    """The plane (column, row) -> pixels that brings each point onto its line; points far off count little.

    None when the points say no plane, as those of a wild guess do.
    """
    middle, spread = pixels.mean(0), pixels.std()
    at = np.column_stack([(pixels - middle) / spread, np.ones(len(pixels))])
    equations = np.zeros((len(at), 9))
    equations[is_down, 0:3], equations[~is_down, 3:6] = at[is_down], at[~is_down]
    equations[:, 6:9] = -lines[:, None] * at
    weights = weight
    for _ in range(6):
        weighted = equations * weights[:, None]
        _, solutions = np.linalg.eigh(np.einsum("ij,ik->jk", weighted, weighted))
        back = solutions[:, 0].reshape(3, 3)
        depth = at @ back[2]
        if np.abs(depth).min() <= SHALLOW * np.abs(depth).max():
            return None
        off = np.abs(np.where(is_down, at @ back[0], at @ back[1]) / depth - lines)
        usual = max(1.5 * float(np.median(off)), 0.01)
        weights = weight / (1 + (off / usual) ** 2) / np.abs(depth) * np.abs(depth).mean()
    scale = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
    return np.asarray(np.linalg.inv(back @ scale))
