"""Figures of reading: CPU milliseconds a picture, and as a share of Tesseract on the same cells."""

import os
import resource
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median, quantiles
from typing import TypedDict

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from companion.grid import Grid, Tile
from companion.layout import Layout
from vision.draw import any_look, draw
from vision.letters import load_network
from vision.reader import Memory, read
from vision.tesseract import read_letter, tesseract_version

SEED = 11
TILE_PX = 64


class Figure(TypedDict):
    """One line of `companion bench --json`."""

    figure: str
    median: float
    p95: float
    unit: str
    ratio: float | None
    against: str | None
    runs: int


def reading_figures(layouts: dict[str, Layout], runs: int = 20, against: bool = True) -> Iterator[Figure]:
    """read.<layout>.mat and read.<layout>.no-mat for each layout, on drawn tables of 1280 x 960.

    `against`: Tesseract reads the same cells of every fifth picture in the same run, one call a tile; without
    it, or where it is not installed, there is no ratio. One thread for both.
    """
    cv2.setNumThreads(1)
    os.environ["OMP_THREAD_LIMIT"] = "1"
    load_network()
    for name, layout in layouts.items():
        for lane in ("mat", "no-mat") if layout.mat else ("no-mat",):
            yield _figure(f"read.{name}.{lane}", layout, lane == "mat", runs, against)


def _figure(figure: str, layout: Layout, with_mat: bool, runs: int, against: bool) -> Figure:
    ours, theirs = [], []
    compared = against and tesseract_version() is not None
    for number in range(runs):
        frame = _drawn(layout, with_mat, number)
        ours.append(_cpu_ms(partial(read, frame, layout, Memory())))
        if compared and number % 5 == 0:
            theirs.append(_cpu_ms(partial(_ask_tesseract, _tiles(frame, layout))))
    cells = layout.rows * layout.cols
    return Figure(
        figure=figure,
        median=round(median(ours), 2),
        p95=round(quantiles(ours, n=20)[-1], 2),
        unit="ms",
        ratio=round(median(ours) / median(theirs), 5) if theirs else None,
        against=f"pytesseract --psm 10 over the same {cells} tiles" if theirs else None,
        runs=runs,
    )


def _drawn(layout: Layout, with_mat: bool, number: int) -> NDArray[np.uint8]:
    rng = default_rng((SEED, number))
    inks = rng.permutation(
        list(layout.symbols * (layout.per_symbol or 1)) or [""] * layout.rows * layout.cols
    )
    tiles = [Tile(str(rng.choice(list(layout.letters))), str(ink)) for ink in inks]
    rows = (tuple(tiles[r * layout.cols : (r + 1) * layout.cols]) for r in range(layout.rows))
    return draw(Grid(tuple(rows)), any_look(rng), mat=layout.mat if with_mat else None).frame_bgr


def _tiles(frame: NDArray[np.uint8], layout: Layout) -> list[NDArray[np.uint8]]:
    """The cells that were read, upright, TILE_PX a side; as many even if no grid was found."""
    reading, _ = read(frame, layout, Memory())
    gray = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * (TILE_PX - 1)
    quads = [cell.quad_px for grid in reading.grids for cell in grid.cells]
    quads = quads or [((0.0, 0.0), (64.0, 0.0), (64.0, 64.0), (0.0, 64.0))] * layout.rows * layout.cols
    views = [cv2.getPerspectiveTransform(np.array(quad, np.float32), square) for quad in quads]
    return [np.asarray(cv2.warpPerspective(gray, view, (TILE_PX, TILE_PX)), np.uint8) for view in views]


def _ask_tesseract(tiles: list[NDArray[np.uint8]]) -> list[str | None]:
    return [read_letter(tile) for tile in tiles]


def _cpu_ms(work: Callable[[], object]) -> float:
    """CPU time that some work takes, user and system, of this process and its children, in milliseconds."""
    before = _cpu_s()
    work()
    return (_cpu_s() - before) * 1000


def _cpu_s() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)
