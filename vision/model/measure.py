"""Measures the reader on drawn tables that training never saw: `python -m vision.model.measure`.

Fonts by group, table surfaces and the seed are kept out of training. Prints one JSON object; with
`--worst DIR` the pictures that went wrong are written there with what was read.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

import click
import cv2
import numpy as np
from numpy.random import Generator, default_rng

from companion.grid import Cell, Grid, Tile
from companion.layout import Layout, Mat
from companion.reading import GridReading, Reading
from vision.dark_tiles import any_dark_tiles
from vision.draw import Drawing, any_look, draw
from vision.letters import load_network
from vision.model.lettering import faces, packages
from vision.overlay import draw_overlay
from vision.reader import Memory, read

LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZ"
KINDS = (
    Layout("4x4", 4, 4, letters=LETTERS, symbols="csqo", per_symbol=4, mat=Mat(150.0)),
    Layout("5x5", 5, 5, letters=LETTERS, symbols="csqod", per_symbol=5, mat=Mat(180.0)),
)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--pictures", type=int, default=2000)
    ask.add_argument("--seed", type=int, default=8)
    ask.add_argument("--group", default="measuring", choices=("measuring", "calibration"))
    ask.add_argument("--dark", action="store_true", help="light print on dark tiles")
    ask.add_argument("--worst", type=Path)
    got = ask.parse_args()
    cv2.setNumThreads(1)
    load_network()
    counts: Counter[str] = Counter()
    sure: list[tuple[float, bool]] = []
    times = []
    for number, (layout, truth, drawing) in enumerate(tables(got.pictures, got.seed, got.group, got.dark)):
        start = process_time()
        reading, _ = read(drawing.frame_bgr, layout, Memory())
        times.append((process_time() - start) * 1000)
        one, pairs = compare(truth, reading)
        counts += one
        sure += pairs
        if got.worst and (one["silent"] or one["refused"] or not one["exact"] or one["false"] > 1):
            got.worst.mkdir(parents=True, exist_ok=True)
            name = "-".join(
                ["silent" if one["silent"] else "refused" if one["refused"] else "other", f"{number:03}"]
            )
            cv2.imwrite(str(got.worst / f"{name}.png"), draw_overlay(drawing.frame_bgr, reading))
            (got.worst / f"{name}.txt").write_text(f"{truth}\n{json.dumps(reading.to_json())}\n")
    click.echo(json.dumps(summary(counts, sure, times)))


def tables(
    pictures: int, seed: int, group: str, dark: bool = False
) -> Iterator[tuple[Layout, Grid, Drawing]]:
    """Drawn tables, always the same for a seed: full grids and grids with holes, half of them on a mat."""
    rng, unseen = default_rng(seed), faces(packages(group))
    colours = default_rng((seed, 1))
    for _ in range(pictures):
        layout = KINDS[int(rng.integers(len(KINDS)))]
        grid = any_grid(rng, layout)
        mat = layout.mat if rng.random() < 0.5 else None
        look = any_look(rng)
        look = replace(look, dark=any_dark_tiles(colours)) if dark else look
        yield layout, grid, draw(grid, look, face=unseen[rng.integers(len(unseen))], mat=mat)


def any_grid(rng: Generator, layout: Layout) -> Grid:
    """A grid as a game may leave it: every symbol at most as often as there may be, some wild, some holes."""
    inks = list(rng.permutation(list(layout.symbols * (layout.per_symbol or 1))))
    holes = float(rng.choice([0.0, 0.0, 0.08]))
    wild = float(rng.choice([0.0, 0.12]))

    def tile(ink: str) -> Tile | None:
        if rng.random() < holes:
            return None
        return Tile("*" if rng.random() < wild else str(rng.choice(list(layout.letters))), str(ink))

    tiles = [tile(ink) for ink in inks[: layout.rows * layout.cols]]
    return Grid(tuple(tuple(tiles[r * layout.cols : (r + 1) * layout.cols]) for r in range(layout.rows)))


def compare(truth: Grid, reading: Reading) -> tuple["Counter[str]", list[tuple[float, bool]]]:
    """What a reading got right and wrong, and for each cell how sure it was and whether rightly."""
    counts: Counter[str] = Counter(pictures=1)
    if not reading.grids or reading.obstructed:
        counts["refused"] = 1
        return counts, []
    seen = reading.grids[0]
    wrong = {cell for cell, tile in truth if _differ(tile, seen, cell)}
    tiles = [(tile, seen.grid[cell]) for cell, tile in truth]
    doubted = {doubt.cell for doubt in seen.doubts}
    counts += Counter(
        cells=truth.width * truth.height,
        wrong=len(wrong),
        wrong_symbols=sum(bool(t and s and t.symbol != s.symbol) for t, s in tiles),
        silent=len(wrong - doubted),
        exact=not wrong,
        doubts=len(doubted),
        false=len(doubted - wrong),
    )
    right = [bool(t and s and t.face == s.face) or t is s for t, s in tiles]
    return counts, [(cell.p, ok) for cell, ok in zip(seen.cells, right, strict=True)]


def _differ(tile: Tile | None, seen: GridReading, cell: Cell) -> bool:
    return seen.grid[cell] != tile


def calibration_error(sure: list[tuple[float, bool]], bins: int = 15) -> float:
    """The expected calibration error of stated probabilities (Naeini et al. 2015), equally wide bins."""
    p, right = np.array([s for s, _ in sure]), np.array([ok for _, ok in sure], float)
    place = np.clip((p * bins).astype(int), 0, bins - 1)
    gaps = [abs(p[place == b].mean() - right[place == b].mean()) * (place == b).mean() for b in set(place)]
    return float(sum(gaps))


def summary(counts: "Counter[str]", sure: list[tuple[float, bool]], times: list[float]) -> dict[str, float]:
    """The figures of the model card."""
    pictures, cells = counts["pictures"], max(1, counts["cells"])
    return {
        "pictures": pictures,
        "exact": counts["exact"],
        "refused": counts["refused"],
        "cells_right": round(1 - counts["wrong"] / cells, 5),
        "symbols_wrong": counts["wrong_symbols"],
        "silent": counts["silent"],
        "doubts_a_picture": round(counts["doubts"] / pictures, 3),
        "false_alarms_a_picture": round(counts["false"] / pictures, 3),
        "calibration_error": round(calibration_error(sure), 5) if sure else 0.0,
        "cpu_ms_median": round(median(times), 1),
    }


if __name__ == "__main__":
    main()
