"""Trains the ink network on drawn tiles and writes inks.json: `python -m vision.model.inks WORKDIR`."""

import argparse
import json
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.letters import SYMBOLS
from vision.model.crops import draw_training_table
from vision.model.lettering import faces, packages
from vision.symbols import WEIGHTS, InkNet, ink_features
from vision.textures import TRAINING_SURFACES, UNSEEN_SURFACES


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("workdir", type=Path)
    ask.add_argument("--tables", type=int, default=1500)
    got = ask.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    train = _drawn(got.workdir / "inks.npz", got.tables, 1, packages("training"), TRAINING_SURFACES)
    check = _drawn(
        got.workdir / "inks_check.npz", got.tables // 6, 2, packages("calibration"), UNSEEN_SURFACES
    )
    net, right = _trained(*train, *check)
    WEIGHTS.write_text(json.dumps({name: np.round(part, 5).tolist() for name, part in net._asdict().items()}))
    click.echo(f"{len(train[0])} tiles, unseen tables {right:.4f}")


def _drawn(file: Path, tables: int, seed: int, fonts: list[str], surfaces: tuple) -> tuple:  # type: ignore[type-arg]
    """Features (n, 6) and symbols (n,) of drawn tiles, their outlines a little off as a detector's are."""
    if not file.exists():
        cv2.setNumThreads(1)
        rng, chosen = np.random.default_rng(seed), faces(fonts)
        made = [_tiles_of(rng, chosen, surfaces) for _ in range(tables)]
        np.savez(file, x=np.concatenate([x for x, _ in made]), y=np.concatenate([y for _, y in made]))
    kept = np.load(file)
    return kept["x"], kept["y"]


def _tiles_of(rng: np.random.Generator, chosen: list, surfaces: tuple) -> tuple:  # type: ignore[type-arg]
    grid, drawing = draw_training_table(rng, chosen, surfaces, hands=False)
    cells = [cell for cell, tile in grid if tile and tile.symbol]
    quads = np.array([drawing.quads_px[cell] for cell in cells], np.float32)
    middle = quads.mean(1, keepdims=True)
    off = rng.normal(0, 0.03, middle.shape) * np.linalg.norm(
        quads[:, :1] - quads[:, 1:2], axis=2, keepdims=True
    )
    quads = (quads - middle) * rng.uniform(0.93, 1.02) + middle + off
    symbols = np.array([SYMBOLS.index(grid[cell].symbol) for cell in cells])  # type: ignore[union-attr]
    return ink_features(drawing.frame_bgr, quads.astype(np.float32)), symbols


def _trained(
    x: NDArray[np.float64], y: NDArray[np.int64], x_check: NDArray[np.float64], y_check: NDArray[np.int64]
) -> tuple[InkNet, float]:
    mean, spread = x.mean(0), x.std(0)
    net = nn.Sequential(nn.Linear(x.shape[1], 24), nn.Tanh(), nn.Linear(24, len(SYMBOLS)))
    scaled, names = torch.tensor((x - mean) / spread, dtype=torch.float32), torch.tensor(y)
    best = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=0.01)
    for step in range(3000):
        pick = torch.randint(len(scaled), (1024,))
        loss = nn.functional.cross_entropy(net(scaled[pick]), names[pick])
        best.zero_grad()
        loss.backward()
        best.step()
        if step == 2000:
            best.param_groups[0]["lr"] = 1e-3
    with torch.no_grad():
        scores = net(torch.tensor((x_check - mean) / spread, dtype=torch.float32))
    parts = [p.detach().double().numpy() for p in net.parameters()]
    right = float((scores.argmax(1).numpy() == y_check).mean())
    return InkNet(mean, spread, parts[0].T, parts[1], parts[2].T, parts[3]), right


if __name__ == "__main__":
    main()
