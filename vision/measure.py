"""Measures the reader on whole drawn tables and on covered grids: `python -m vision.measure tables|hands`.

Fonts by group, table surfaces and seeds are kept out of training. Prints one JSON object; with `--worst DIR`
the pictures that went wrong are written there with what was read. Thresholds are set on `--seed` 101 and up
with `--group calibration`, never on the measuring group.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import radians, tan
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from companion.grid import Cell
from companion.layout import Layout
from companion.reading import GridReading, Reading
from vision.dark_tiles import any_dark_tiles
from vision.draw import TILE_MM, Look, any_look
from vision.draw_table import COVERS, DrawnTable, Laid, Place, draw_table, seats_around
from vision.faces import Face
from vision.letters import load_network
from vision.model.lettering import faces, packages
from vision.model.measure import KINDS, any_grid
from vision.optics import Camera
from vision.overlay import draw_overlay
from vision.reader import Memory, read

FULL_HD = (2304, 1296)
TWICE = (4608, 2592)
MOST_HIDDEN = 6


class Scene(NamedTuple):
    """One drawn table with its truth; `seated`: mats lie, so that seats are known."""

    layout: Layout
    places: tuple[Place, ...]
    drawn: DrawnTable
    seated: bool


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("what", choices=("tables", "hands"))
    ask.add_argument("--pictures", type=int)
    ask.add_argument("--seed", type=int, default=23)
    ask.add_argument("--group", default="measuring", choices=("measuring", "calibration"))
    ask.add_argument("--dark", action="store_true", help="light print on dark tiles")
    ask.add_argument("--worst", type=Path)
    got = ask.parse_args()
    cv2.setNumThreads(1)
    load_network()
    scenes = tables if got.what == "tables" else hands
    counts: Counter[str] = Counter()
    times = []
    for number, scene in enumerate(
        scenes(got.pictures or {"tables": 60, "hands": 200}[got.what], got.seed, got.group, got.dark)
    ):
        start = process_time()
        reading, _ = read(scene.drawn.frame_bgr, scene.layout, Memory())
        times.append((process_time() - start) * 1000)
        one = compare(scene, reading)
        counts += one
        if got.worst and any(one[fault] for fault in FAULTS):
            name = "-".join([*(fault for fault in FAULTS if one[fault]), f"{number:03}"])
            _keep(got.worst / name, scene.drawn.frame_bgr, reading)
    sys.stdout.write(
        json.dumps({**counts, "cpu_ms_median": round(median(times), 1), "cpu_ms_worst": round(max(times))})
        + "\n"
    )


def tables(pictures: int, seed: int, group: str, dark: bool = False) -> Iterator[Scene]:
    """Tables with 2 to 6 grids, always the same for a seed; half of them with mats."""
    rng, unseen = default_rng(seed), faces(packages(group))
    for _ in range(pictures):
        layout = KINDS[int(rng.integers(len(KINDS)))]
        with_mat, count = rng.random() < 0.5, int(rng.integers(2, 7))
        apart, depth = rng.uniform(225, 260), rng.uniform(250, 330)
        size = TWICE if rng.random() < 0.2 else FULL_HD
        seats = rng.permutation(6)[:count] + 1
        places = tuple(
            Place(any_grid(rng, layout), *_near(rng, *at), seat=int(seat))
            for seat, at in zip(seats, seats_around(count, apart, depth), strict=True)
        )
        look = _above(rng, size, (count + 1) // 2 * apart + 40, depth + 240)
        look = replace(look, dark=any_dark_tiles(default_rng(look.seed)) if dark else None)
        drawn = draw_table(
            places,
            look,
            face=unseen[rng.integers(len(unseen))],
            mat=layout.mat if with_mat else None,
            pile=int(rng.integers(0, 11)),
        )
        yield Scene(layout, places, drawn, with_mat)


def _near(rng: Generator, x: float, y: float, turn: float) -> tuple[float, float, float]:
    return x + rng.uniform(-8, 8), y + rng.uniform(-8, 8), turn + rng.uniform(-9, 9)


def _above(rng: Generator, size: tuple[int, int], wide_mm: float, deep_mm: float) -> Look:
    """A look from so high that a table of this size is in the picture, and up to half more."""
    field = float(rng.uniform(60, 75))
    px_mm = min(size[0] / wide_mm, size[1] / deep_mm) / rng.uniform(1.1, 1.6)
    height = size[0] / 2 / tan(radians(field / 2)) / px_mm
    camera = Camera(
        size=size,
        height_mm=height,
        tilt_deg=float(rng.uniform(0, 9)),
        field_deg=field,
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 2)),
        bend=float(rng.uniform(-0.004, 0)),
    )
    look = any_look(rng)
    sharp = px_mm * TILE_MM / 45
    light = replace(look.light, blur_px=look.light.blur_px * sharp, motion_px=look.light.motion_px * sharp)
    return replace(look, camera=camera, light=light, clutter=0)


def hands(pictures: int, seed: int, group: str, dark: bool = False) -> Iterator[Scene]:
    """Single grids, as many clear as with a hand, a sleeve or a cup over 1 to 6 cells."""
    rng, unseen = default_rng(seed), faces(packages(group))
    for number in range(2 * pictures):
        scene = _single(rng, unseen, covered=number % 2 == 0, dark=dark)
        while number % 2 == 0 and not 1 <= len(scene.drawn.places[0].hidden()) <= MOST_HIDDEN:
            scene = _single(rng, unseen, covered=True, dark=dark)
        yield scene


def _single(rng: Generator, unseen: list[Face], covered: bool, dark: bool) -> Scene:
    layout = KINDS[int(rng.integers(len(KINDS)))]
    look, with_mat = any_look(rng), bool(rng.random() < 0.5)
    place = Place(
        any_grid(rng, layout),
        turn_deg=look.turn_deg + look.spin_deg,
        seat=int(rng.integers(1, 7)),
        under=_corner_of(rng, layout) if covered else frozenset(),
        cover=COVERS[int(rng.integers(len(COVERS)))],
    )
    tiles = any_dark_tiles(default_rng(look.seed)) if dark else None
    look, face = replace(look, clutter=0, dark=tiles), unseen[rng.integers(len(unseen))]
    drawn = draw_table((place,), look, face=face, mat=layout.mat if with_mat else None)
    return Scene(layout, (place,), drawn, with_mat)


def _corner_of(rng: Generator, layout: Layout) -> frozenset[Cell]:
    """One cell, or a few beside each other."""
    rows, cols = ((1, 1), (1, 2), (2, 1))[rng.integers(3)]
    top = (
        int(rng.choice([0, layout.rows - rows]))
        if rng.random() < 0.5
        else rng.integers(layout.rows - rows + 1)
    )
    left = (
        int(rng.choice([0, layout.cols - cols]))
        if 0 < top < layout.rows - rows
        else rng.integers(layout.cols)
    )
    left = min(int(left), layout.cols - cols)
    return frozenset(Cell(int(top) + r, int(left) + c) for r in range(rows) for c in range(cols))


FAULTS = ("silent", "missed", "invented", "wrong_seat", "unnamed", "false_cover")


def compare(scene: Scene, reading: Reading) -> "Counter[str]":
    """What a reading got right and wrong of a whole table."""
    counts: Counter[str] = Counter(pictures=1, grids=len(scene.places))
    left = list(reading.grids)
    for place, laid in zip(scene.places, scene.drawn.places, strict=True):
        seen = _answer_for(laid, left)
        if seen is None:
            hidden = bool(laid.hidden())
            named = hidden and (reading.obstructed or reading.problem is not None)
            counts += Counter(covered=hidden, named=named, unnamed=hidden and not named, missed=not hidden)
        else:
            left.remove(seen)
            counts += _compare_grid(place, laid, seen)
            counts["seats"] += scene.seated
            counts["wrong_seat"] += scene.seated and seen.seat != place.seat
    counts["invented"] += len(left)
    return counts


def _answer_for(laid: Laid, answers: list[GridReading]) -> GridReading | None:
    """The answered grid whose middle lies on this place, if one does."""
    middle = np.array(list(laid.quads_px.values())).mean((0, 1))
    for grid in answers:
        quad = np.array(grid.quad_px)
        if np.linalg.norm(quad.mean(0) - middle) < np.linalg.norm(quad[0] - quad[2]) / 4:
            return grid
    return None


def _compare_grid(place: Place, laid: Laid, seen: GridReading) -> "Counter[str]":
    """Cells, doubts and covers of one grid. What is touched by a cover may be answered either way."""
    hidden, touched = laid.hidden(), laid.touched()
    doubted, covered = {doubt.cell for doubt in seen.doubts}, set(seen.covered)
    wrong = {cell for cell, tile in place.grid if seen.grid[cell] != tile} - touched
    silent = (wrong - doubted) | {
        c for c in touched if seen.grid[c] != place.grid[c] and c not in doubted | covered
    }
    silent |= hidden - doubted - covered
    return Counter(
        answered=1,
        exact=not wrong,
        wrong=len(wrong),
        silent=len(silent),
        doubts=len(doubted),
        cells=place.grid.width * place.grid.height,
        covered=bool(hidden),
        named=bool(hidden and covered),
        unnamed=bool(hidden) and not covered,
        clear=not touched,
        false_cover=bool(not touched and covered),
        false_alarms=len(doubted - wrong - touched),
    )


def _keep(path: Path, frame_bgr: NDArray[np.uint8], reading: Reading) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(f"{path}.jpg", draw_overlay(frame_bgr, reading))
    path.with_suffix(".json").write_text(json.dumps(reading.to_json()))


if __name__ == "__main__":
    main()
