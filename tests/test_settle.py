"""A second look at cells: what two networks say together, and where a cell ends up."""

import cv2
import numpy as np
import pytest
from drawn import FULL, drawn

from companion.grid import LETTERS, Cell, Grid
from vision.letters import cut_crops, read_crops
from vision.settle import OUTER_SHARE, best_face, either, settle

pytestmark = pytest.mark.pixels


@pytest.mark.parametrize(
    ("one", "other", "p"),
    [
        ((0.999, 0.001), (0.999, 0.001), 0.999),
        ((0.9999, 0.0001), (0.2, 0.8), 0.59995),
        ((0.5, 0.5), (1.0, 1e-9), 0.75),
    ],
)
def test_two_networks_are_sure_of_a_cell_only_where_both_are(
    one: tuple[float, float], other: tuple[float, float], p: float
) -> None:
    said = np.exp(either(np.log([one]), np.log([other])))
    assert said[0, 0] == pytest.approx(p)
    assert said.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("share", [0.0, 0.12, -0.12, 0.2, -0.2])
def test_a_cell_looked_at_beside_its_tile_is_moved_there_or_stays_open(share: float) -> None:
    drawing, grid = drawn(FULL), Grid.parse(FULL)
    cells = [cell for cell, tile in grid if tile and tile.face in LETTERS]
    gray = np.asarray(cv2.cvtColor(drawing.frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    tops = np.array([drawing.quads_px[cell] for cell in cells])
    beside = tops + share * (tops[:, 1] - tops[:, 0] + tops[:, 3] - tops[:, 0])[:, None]
    outer = read_crops(cut_crops(gray, beside.astype(np.float32), OUTER_SHARE))
    looks = settle(gray, beside, beside, outer)
    said = looks.both()
    letters = np.exp(said[:, : 4 * len(LETTERS)]).reshape(len(cells), len(LETTERS), 4).sum(2)
    wrong = [
        cell
        for cell, shares, sure in zip(cells, letters, best_face(said), strict=True)
        if LETTERS[int(shares.argmax())] != _face(grid, cell) and sure > 0.99
    ]
    assert wrong == []


def test_a_tile_that_the_lattice_missed_is_found_in_line_with_the_others() -> None:
    drawing, grid = drawn(FULL), Grid.parse(FULL)
    tops = np.array([drawing.quads_px[cell] for cell, _ in grid])
    gray = np.asarray(cv2.cvtColor(drawing.frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    corner = len(tops) - 1
    missed = tops.copy()
    missed[corner] += 0.7 * (tops[corner, 2] - tops[corner, 0])
    outer = read_crops(cut_crops(gray, missed.astype(np.float32), OUTER_SHARE))
    plain, found = (settle(gray, missed, missed, outer, cols=cols) for cols in (None, grid.width))
    assert best_face(plain.both())[corner] < 0.5
    assert best_face(found.both())[corner] > 0.99
    side = np.linalg.norm(tops[corner, 0] - tops[corner, 1])
    assert np.linalg.norm(found.quads_px[corner].mean(0) - tops[corner].mean(0)) < 0.25 * side


def _face(grid: Grid, cell: Cell) -> str:
    tile = grid[cell]
    return tile.face if tile else ""
