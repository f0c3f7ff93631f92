"""Trains the ink network on drawn tiles and writes inks.onnx: `python -m vision.model.inks WORKDIR`.

Needs what vision/model/train.py needs. Two steps: drawing (two processes, kept in WORKDIR) and training.
"""

import argparse
import multiprocessing
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.letters import SYMBOLS
from vision.model.crops import draw_training_table
from vision.model.lettering import faces, packages
from vision.model.network import block, export
from vision.symbols import INK_PX, WEIGHTS, ink_crops
from vision.textures import TRAINING_SURFACES, UNSEEN_SURFACES

PART, CHECK = 375, 400
BATCH = 128


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("workdir", type=Path)
    ask.add_argument("--tables", type=int, default=3000)
    ask.add_argument("--epochs", type=int, default=6)
    got = ask.parse_args()
    got.workdir.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    jobs = [(got.workdir, 1 + part) for part in range(1 + got.tables // PART)]
    with multiprocessing.Pool(2) as pool:
        check, *shown = [_loaded(file) for file in pool.map(_draw_part, jobs, chunksize=1)]
    body = _trained(torch.cat([x for x, _ in shown]), torch.cat([y for _, y in shown]), check, got.epochs)
    export(body, (0, 4, 8), (3, INK_PX, INK_PX), WEIGHTS)


def _draw_part(job: tuple[Path, int]) -> Path:
    """One file of ink crops and their symbols; part 1 shows fonts and tables that the others never show."""
    workdir, part = job
    file = workdir / f"inks{part:02}.npz"
    if file.exists():
        return file
    cv2.setNumThreads(1)
    rng = np.random.default_rng(part)
    chosen = faces(packages("calibration" if part == 1 else "training"))
    surfaces = UNSEEN_SURFACES if part == 1 else TRAINING_SURFACES
    made = [_tiles_of(rng, chosen, surfaces) for _ in range(CHECK if part == 1 else PART)]
    np.savez(file, x=np.concatenate([x for x, _ in made]), y=np.concatenate([y for _, y in made]))
    return file


def _tiles_of(rng: np.random.Generator, chosen: list, surfaces: tuple) -> tuple:  # type: ignore[type-arg]
    """Ink crops (n, 3, INK_PX, INK_PX) and symbols (n,) of one drawn table, outlines a little off as a
    detector's are."""
    grid, drawing = draw_training_table(rng, chosen, surfaces, hands=False)
    cells = [cell for cell, tile in grid if tile and tile.symbol]
    quads = np.array([drawing.quads_px[cell] for cell in cells], np.float32)
    middle = quads.mean(1, keepdims=True)
    off = rng.normal(0, 0.03, middle.shape) * np.linalg.norm(
        quads[:, :1] - quads[:, 1:2], axis=2, keepdims=True
    )
    quads = (quads - middle) * rng.uniform(0.93, 1.02) + middle + off
    symbols = np.array([SYMBOLS.index(grid[cell].symbol) for cell in cells])  # type: ignore[union-attr]
    return ink_crops(drawing.frame_bgr, quads.astype(np.float32)).astype(np.float16), symbols


def _loaded(file: Path) -> tuple[Tensor, Tensor]:
    kept = np.load(file)
    return torch.from_numpy(kept["x"]), torch.from_numpy(kept["y"])


def _trained(crops: Tensor, symbols: Tensor, check: tuple[Tensor, Tensor], epochs: int) -> nn.Sequential:
    """conv 16, pool, conv 24, pool, conv 32, mean, 5 symbols; a batch is turned by quarters at random."""
    click.echo(f"{len(crops)} tiles")
    body = nn.Sequential(
        *block(3, 16, 3),
        nn.MaxPool2d(2),
        *block(16, 24, 3),
        nn.MaxPool2d(2),
        *block(24, 32, 3),
        nn.AvgPool2d(INK_PX // 4),
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(32, len(SYMBOLS)),
    )
    best = torch.optim.AdamW(body.parameters(), weight_decay=0.02)
    steps = epochs * (len(crops) // BATCH)
    pace = torch.optim.lr_scheduler.OneCycleLR(best, 4e-3, total_steps=steps + 1, pct_start=0.15)
    for epoch in range(epochs):
        body.train()
        order = torch.randperm(len(crops))
        for start in range(0, len(crops) - BATCH + 1, BATCH):
            pick = order[start : start + BATCH]
            batch = torch.rot90(crops[pick].float(), int(torch.randint(4, (1,))), (2, 3))
            loss = nn.functional.cross_entropy(body(batch), symbols[pick])
            best.zero_grad()
            loss.backward()
            best.step()
            pace.step()
        body.eval()
        with torch.no_grad():
            right = (body(check[0].float()).argmax(1) == check[1]).float().mean()
        click.echo(f"epoch {epoch} unseen tables {right:.4f}")
    return body


if __name__ == "__main__":
    main()
