"""Measures the reader on drawn boards: `python -m vision.measure_boards`.

Fonts by group, table surfaces and seeds are kept out of training. Prints one JSON object; with `--worst DIR`
the pictures that went wrong are written there with what was read. Thresholds are set on `calibration`,
never on the measuring group.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from statistics import median
from time import process_time

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from companion.grid import Cell
from companion.layout import Layout
from companion.reading import GridReading, Reading
from vision.dark_tiles import any_dark_tiles
from vision.letters import load_network
from vision.model.boards import BoardScene, any_scene
from vision.model.lettering import faces, numerals, packages
from vision.overlay import draw_overlay
from vision.reader import Memory, read
from vision.textures import UNSEEN_SURFACES

FAULTS = ("silent", "refused", "wrong")
HIDDEN, TOUCHED = 0.35, 0.02
WITH_VALUES, COVERED = 0.85, 0.1


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--pictures", type=int, default=200)
    ask.add_argument("--seed", type=int, default=31)
    ask.add_argument("--group", default="measuring", choices=("measuring", "calibration"))
    ask.add_argument("--dark", action="store_true", help="light print on dark tiles")
    ask.add_argument("--worst", type=Path)
    got = ask.parse_args()
    cv2.setNumThreads(1)
    load_network()
    rng, chosen = default_rng(got.seed), faces(packages(got.group))
    colours = default_rng((got.seed, 1))
    digits, counts, times = numerals(packages(got.group)), Counter[str](), []
    for number in range(got.pictures):
        printed = digits[rng.integers(len(digits))] if rng.random() < WITH_VALUES else None
        face = chosen[rng.integers(len(chosen))]
        dark = any_dark_tiles(colours, coloured=0.0) if got.dark else None
        scene = any_scene(rng, face, printed, UNSEEN_SURFACES, covered=COVERED, dark=dark)
        side = scene.grid.width
        layout = Layout(f"board-{side}x{side}", side, side, kind="board")
        start = process_time()
        reading, _ = read(scene.drawn.frame_bgr, layout, Memory())
        times.append((process_time() - start) * 1000)
        one = compare(scene, reading)
        counts += one
        if got.worst and any(one[fault] for fault in FAULTS):
            _keep(got.worst, number, one, scene.drawn.frame_bgr, reading)
    said = {**counts, "cpu_ms_median": round(median(times), 1), "cpu_ms_worst": round(max(times))}
    sys.stdout.write(json.dumps(said) + "\n")


def compare(scene: BoardScene, reading: Reading) -> "Counter[str]":
    """What a reading of a board got right and wrong; squares under a cover count as hidden."""
    shares = _covered(scene)
    hidden = {cell for cell, share in shares.items() if share > HIDDEN}
    touched = {cell for cell, share in shares.items() if share > TOUCHED}
    counts: Counter[str] = Counter(pictures=1, covered=bool(hidden))
    if not reading.grids or reading.obstructed:
        counts["named" if hidden else "refused"] += 1
        return counts
    seen = reading.grids[0]
    if not _lies_there(scene, seen):
        counts["elsewhere"] = counts["silent"] = counts["wrong"] = 1
        return counts
    doubted = {doubt.cell for doubt in seen.doubts} | set(seen.covered)
    wrong = {cell for cell, tile in scene.grid if seen.grid[cell] != tile}
    counts += Counter(
        exact=not wrong - touched,
        cells=scene.grid.width**2 - len(touched),
        wrong=len(wrong - touched),
        silent=len((wrong - doubted) - (touched - hidden)) + len(hidden - doubted - wrong),
        doubts=len(doubted),
        false_alarms=len(doubted - wrong - touched),
        presence=sum((scene.grid[cell] is None) != (seen.grid[cell] is None) for cell in wrong - touched),
    )
    return counts


def _covered(scene: BoardScene) -> dict[Cell, float]:
    """The share of the middle of each square that lies under something."""
    side, drawn = scene.grid.width, scene.drawn
    size = 20
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) * size
    to_flat = cv2.getPerspectiveTransform(drawn.squares_px.astype(np.float32), square)
    flat = cv2.warpPerspective(drawn.over, to_flat, (side * size, side * size))
    inner = flat.reshape(side, size, side, size)[:, 4:-4, :, 4:-4].mean((1, 3)) / 255
    return {Cell(row, col): float(inner[row, col]) for row in range(side) for col in range(side)}


def _lies_there(scene: BoardScene, seen: GridReading) -> bool:
    """Whether the answered corners are the board's, upright; an empty board may lie any way round."""
    truth, answer = scene.drawn.squares_px, np.array(seen.quad_px)
    step = np.linalg.norm(truth[0] - truth[1]) / scene.grid.width
    turns = range(4) if all(tile is None for _, tile in scene.grid) else range(1)
    return any(np.abs(np.roll(answer, turn, axis=0) - truth).max() < 0.5 * step for turn in turns)


def _keep(
    folder: Path, number: int, one: "Counter[str]", frame_bgr: NDArray[np.uint8], reading: Reading
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "-".join([*(fault for fault in FAULTS if one[fault]), f"{number:03}"])
    cv2.imwrite(f"{path}.jpg", draw_overlay(frame_bgr, reading))
    path.with_suffix(".json").write_text(json.dumps(reading.to_json()))


if __name__ == "__main__":
    main()
