"""Lattices through scattered spots, tiles' outlines, and where cells lie."""

import cv2
import numpy as np
import pytest
from drawn import FULL, drawn
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.cells import cell_quads, cut_off
from vision.find import find_lattices, fit_plane
from vision.tiles import Spots, darkest_channel, enlarged, ink_spots, outline_spots, outlines, together

pytestmark = pytest.mark.pixels


def spots_at(middles: np.ndarray, side: float) -> Spots:
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2
    sides = np.full(len(middles), side)
    return Spots(middles, sides, middles[:, None] + square, np.ones(len(middles), bool))


def middles_of(lattice: object, rows: int, cols: int) -> np.ndarray:
    cells = np.array([[(c + 0.5, r + 0.5) for r in range(rows) for c in range(cols)]], np.float64)
    return np.asarray(cv2.perspectiveTransform(cells, lattice.plane)[0])  # type: ignore[attr-defined]


@settings(max_examples=40, deadline=None)
@given(
    angle=st.floats(-40, 40),
    lean=st.floats(-2e-4, 2e-4),
    gone=st.sets(st.integers(0, 15), max_size=3),
    seed=st.integers(0, 99),
)
def test_a_lattice_is_found_turned_oblique_and_with_tiles_missing(
    angle: float, lean: float, gone: set[int], seed: int
) -> None:
    turn = cv2.getRotationMatrix2D((300, 300), angle, 1.0)
    grid = np.array([(220 + 44 * c, 220 + 44 * r) for r in range(4) for c in range(4)], np.float64)
    grid = grid @ turn[:, :2].T + turn[:, 2]
    grid = grid / (1 + lean * (grid[:, :1] - 300))
    rng = np.random.default_rng(seed)
    grid += rng.normal(0, 1.0, grid.shape)
    kept = grid[[i for i in range(16) if i not in gone]]
    far = np.array([(700, 120), (90, 640), (800, 700)], np.float64)
    [best, *_] = find_lattices(spots_at(np.vstack([kept, far]), 40), 4, 4)
    found = middles_of(best, 4, 4)
    assert best.taken == len(kept)
    if not gone:
        assert np.linalg.norm(found[:, None] - grid[None], axis=2).min(0).max() < 9


@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_too_few_spots_are_no_lattice(count: int) -> None:
    scattered = np.random.default_rng(1).uniform(0, 1000, (count, 2))
    assert [lattice for lattice in find_lattices(spots_at(scattered, 30), 4, 4) if lattice.taken > 5] == []


def test_a_plane_through_a_few_cells_is_affine_and_ignores_none() -> None:
    cells = np.array([(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)])
    plane = fit_plane(cells, cells * 30 + 100)
    assert plane is not None
    assert plane[2].tolist() == [0, 0, 1]
    assert cv2.perspectiveTransform(np.array([[(2.0, 0.0)]]), plane)[0, 0] == pytest.approx([160, 100])


def test_most_tiles_of_a_drawn_table_have_outlines_where_they_lie() -> None:
    drawing = drawn(FULL)
    half = cv2.resize(drawing.frame_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    dark = darkest_channel(half)
    edged = outlines(dark)
    seen = enlarged(together(outline_spots(outlines(dark, edged)), ink_spots(dark)))
    tiles = np.array([quad.mean(0) for quad in drawing.quads_px.values()])
    near = np.linalg.norm(tiles[:, None] - seen.middles_px[None], axis=2).min(1)
    assert (near < 8).sum() >= 14


@pytest.mark.parametrize(("outlined", "follows"), [(12, False), (7, False), (3, True)])
def test_where_enough_tiles_show_outlines_letters_beside_their_middle_do_not_move_the_lattice(
    outlined: int, follows: bool
) -> None:
    grid = np.array([(100 + 50 * c, 100 + 50 * r) for r in range(4) for c in range(4)], np.float64)
    seen = np.isin(np.arange(16), np.random.default_rng(2).permutation(16)[:outlined])
    middles = grid + np.where(seen, 0.0, 7.0)[:, None] * (1, 0)
    spots = spots_at(middles, 46)._replace(outlined=seen)
    best = find_lattices(spots, 4, 4)[0]
    off = middles_of(best, 4, 4)[:, 0] - np.array([(100 + 50 * c) for r in range(4) for c in range(4)])
    assert best.taken == 16
    assert bool(off.mean() > 3.0) is follows
    assert all(seen[4 * row + col] for row, col in best.outlines_px) is not follows


def test_a_lattices_corners_are_its_outer_tiles_ends() -> None:
    grid = np.array([(100 + 50 * c, 100 + 50 * r) for r in range(4) for c in range(5)], np.float64)
    [best, *_] = find_lattices(spots_at(grid, 46), 4, 5)
    ends = [(75, 75), (325, 75), (325, 275), (75, 275)]
    assert best.corners_px(4, 5) == pytest.approx(np.array(ends, np.float64), abs=2)


def test_cells_lie_on_the_lattice_and_turn_with_their_own_tile() -> None:
    grid = np.array([(100 + 50 * c, 100 + 50 * r) for r in range(4) for c in range(4)], np.float64)
    spots = spots_at(grid, 46)
    spin = cv2.getRotationMatrix2D((200.0, 150.0), 8.0, 1.0)
    spots.quads_px[6] = spots.quads_px[6] @ spin[:, :2].T + spin[:, 2]
    cells = cell_quads(find_lattices(spots, 4, 4)[0], 4, 4)
    assert cells.quads_px.shape == (6, 6, 4, 2)
    assert cells.quads_px[2, 3] == pytest.approx(spots.quads_px[6], abs=2.5)
    assert cells.plain_px[2, 3, 0] == pytest.approx([177, 127], abs=2.5)
    assert cells.snapped[1:-1, 1:-1].all()
    assert not cells.snapped[0].any()


@pytest.mark.parametrize(("x", "outside"), [(10.0, False), (1.0, False), (-9.0, True), (170.0, True)])
def test_a_cell_over_the_pictures_edge_is_cut_off(x: float, outside: bool) -> None:
    quad = np.array([[(x, 50.0), (x + 40, 50.0), (x + 40, 90.0), (x, 90.0)]])
    assert cut_off(quad, (200, 200)) is outside
