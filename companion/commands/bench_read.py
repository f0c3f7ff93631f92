"""Figures of reading: CPU milliseconds a picture, and as a share of Tesseract on the same cells."""

import os
import resource
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import median, quantiles
from typing import TypedDict

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from companion.grid import Grid, Tile
from companion.layout import Layout
from vision.draw import Look, any_look, draw
from vision.draw_board import any_board, any_position, draw_board
from vision.letters import load_network
from vision.optics import Camera
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
    """read.<layout>.mat and .no-mat for each layout, on drawn tables of 1280 x 960; then .still, the same
    table in the next picture, and .moved, one tile exchanged. A board: first .cached, lying where it lay.

    `against`: Tesseract reads the same cells of every fifth picture in the same run, one call a tile; without
    it, or where it is not installed, there is no ratio. A ratio of .still or .moved is against reading the
    same picture anew. One thread for all.
    """
    cv2.setNumThreads(1)
    os.environ["OMP_THREAD_LIMIT"] = "1"
    load_network()
    for name, layout in layouts.items():
        for lane in ("mat", "no-mat") if layout.mat else ("no-mat",):
            if layout.kind == "grid":
                yield _figure(f"read.{name}.{lane}", layout, lane == "mat", runs, against)
        yield from _remembered(name, layout, runs)


def _remembered(name: str, layout: Layout, runs: int) -> Iterator[Figure]:
    """What reading costs when the picture before is remembered."""
    times: dict[str, list[float]] = {"anew": [], "cached": [], "still": [], "moved": []}
    for number in range(runs):
        before, after = _two(layout, number)
        memory = _timed(times["anew"], before, layout, Memory())
        if layout.kind == "board" and memory.board:
            forgotten = memory.board._replace(squares=memory.board.squares._replace(crops=_otherwise(memory)))
            _timed(times["cached"], before, layout, replace(memory, board=forgotten))
        memory = _timed(times["still"], _noisy(before, number), layout, memory)
        _timed(times["moved"], _noisy(after, number), layout, memory)
    for lane in ("cached", "still", "moved"):
        if times[lane]:
            yield _told(f"read.{name}.{lane}", times[lane], times["anew"], "the same picture read anew")


def _timed(times: list[float], frame: NDArray[np.uint8], layout: Layout, memory: Memory) -> Memory:
    kept: list[Memory] = []
    times.append(_cpu_ms(lambda: kept.append(read(frame, layout, memory)[1])))
    return kept[0]


def _otherwise(memory: Memory) -> NDArray[np.uint8]:
    """A remembered board's squares as none of them looks: each is looked at again."""
    assert memory.board
    return np.asarray(255 - memory.board.squares.crops, np.uint8)


def _noisy(frame: NDArray[np.uint8], number: int) -> NDArray[np.uint8]:
    """The same picture with a camera's noise, as another frame has it."""
    noise = default_rng((SEED, number)).normal(0, 1.5, frame.shape)
    return np.asarray((frame + noise).clip(0, 255), np.uint8)


def _two(layout: Layout, number: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The same drawn table twice, the second time with one tile exchanged."""
    rng = default_rng((SEED, number))
    if layout.kind == "board":
        grid = _full_board(rng, layout)
        cells = [cell for cell, tile in grid if tile]
    else:
        grid = _full_grid(rng, layout)
        cells = [cell for cell, _ in grid]
    cell = cells[int(rng.integers(len(cells)))]
    old = grid[cell]
    assert old
    other = grid.replaced(cell, replace(old, face="X" if old.face != "X" else "T"))
    if layout.kind == "board":
        board, look = any_board(rng, layout.rows), _from_above(layout)
        return draw_board(grid, board, look).frame_bgr, draw_board(other, board, look).frame_bgr
    look = replace(any_look(rng), clutter=0)
    return draw(grid, look).frame_bgr, draw(other, look).frame_bgr


def _from_above(layout: Layout) -> Look:
    camera = Camera(size=(1600, 1200), height_mm=34 * layout.rows, field_deg=70, tilt_deg=5)
    return Look(camera=camera, gap_mm=1.3, seed=SEED)


def _full_board(rng: Generator, layout: Layout) -> Grid:
    """A board on which nearly every tile of a set of 100 lies, or of 36 on a small one."""
    most = 98 if layout.rows == 15 else 32
    tried = (any_position(rng, layout.rows, most, blanks=0.0) for _ in range(50))
    return max(tried, key=lambda grid: sum(tile is not None for _, tile in grid))


def _figure(figure: str, layout: Layout, with_mat: bool, runs: int, against: bool) -> Figure:
    ours, theirs = [], []
    compared = against and tesseract_version() is not None
    for number in range(runs):
        frame = _drawn(layout, with_mat, number)
        ours.append(_cpu_ms(partial(read, frame, layout, Memory())))
        if compared and number % 5 == 0:
            theirs.append(_cpu_ms(partial(_ask_tesseract, _tiles(frame, layout))))
    cells = layout.rows * layout.cols
    return _told(figure, ours, theirs, f"pytesseract --psm 10 over the same {cells} tiles")


def _told(figure: str, ours: list[float], theirs: list[float], against: str) -> Figure:
    return Figure(
        figure=figure,
        median=round(median(ours), 2),
        p95=round(quantiles(ours, n=20)[-1], 2),
        unit="ms",
        ratio=round(median(ours) / median(theirs), 5) if theirs else None,
        against=against if theirs else None,
        runs=len(ours),
    )


def _drawn(layout: Layout, with_mat: bool, number: int) -> NDArray[np.uint8]:
    rng = default_rng((SEED, number))
    grid = _full_grid(rng, layout)
    return draw(grid, any_look(rng), mat=layout.mat if with_mat else None).frame_bgr


def _full_grid(rng: Generator, layout: Layout) -> Grid:
    inks = rng.permutation(
        list(layout.symbols * (layout.per_symbol or 1)) or [""] * layout.rows * layout.cols
    )
    tiles = [Tile(str(rng.choice(list(layout.letters))), str(ink)) for ink in inks]
    return Grid(tuple(tuple(tiles[r * layout.cols : (r + 1) * layout.cols]) for r in range(layout.rows)))


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
