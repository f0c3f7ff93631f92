"""Trains a letter network on drawn crops and writes letters.onnx: `python -m vision.model.train WORKDIR`.

Needs `pip install -e '.[train]'`, Pillow, and the fonts named in lettering.py. Two steps, each kept in
WORKDIR: drawing (two processes) and training, from nothing or on from `--start FILE`. `--wide` trains the
larger network that is asked about open cells only; `--taught` half by what both networks say of each crop
(Hinton et al. 2015). The temperature it prints belongs into vision/letters.py.
"""

import argparse
import multiprocessing
from pathlib import Path

import click
import cv2
import numpy as np
import onnx
import torch
from onnx.numpy_helper import to_array
from torch import Tensor, nn

from vision.letters import CLASSES, CROP_PX, LARGER_WEIGHTS, WEIGHTS, read_crops
from vision.model.boards import any_scene
from vision.model.crops import board_crops_of, crops_of, draw_training_table, mixed_face
from vision.model.lettering import faces, numerals, packages
from vision.model.network import block, export
from vision.settle import together
from vision.textures import TRAINING_SURFACES, UNSEEN_SURFACES

PART = 250
BOARDS_PART = 150
DOTTED = 0.25
NARROW, WIDE = (12, 24, 40, 56, 96), (20, 40, 80, 96, 160)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("workdir", type=Path)
    ask.add_argument("--tables", type=int, default=5000)
    ask.add_argument("--boards", type=int, default=0)
    ask.add_argument("--epochs", type=int, default=14)
    ask.add_argument("--pace", type=float, default=4e-3)
    ask.add_argument("--start", type=Path)
    ask.add_argument("--wide", action="store_true")
    ask.add_argument("--taught", action="store_true")
    ask.add_argument("--threads", type=int, default=2)
    ask.add_argument("--out", type=Path, default=WEIGHTS)
    got = ask.parse_args()
    got.workdir.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(got.threads)
    torch.manual_seed(1)
    jobs = [(got.workdir, part, part == 0) for part in range(1 + got.tables // PART)]
    boards = [(got.workdir, part) for part in range(1, 1 + got.boards // BOARDS_PART)]
    with multiprocessing.Pool(2) as pool:
        files = pool.map(_draw_part, jobs, chunksize=1)
        on_boards = pool.map(_draw_boards_part, boards, chunksize=1)
    network = _started(got.start) if got.start else _Net(WIDE if got.wide else NARROW)
    shown = [_loaded(file) for file in [*files[1:], *on_boards]]
    network = _trained(network, shown, _loaded(files[0]), got.epochs, got.pace, got.taught)
    crops, labels = _loaded(files[0])
    scores = _scores(network, crops)
    click.echo(f"temperature {_temperature(scores, labels):.3f}")
    export(network.body, (0, 3, 7, 10), (1, CROP_PX, CROP_PX), got.out)


def _draw_part(job: tuple[Path, int, bool]) -> Path:
    """One file of crops; part 0 is for calibration: fonts and tables that the others never show."""
    workdir, part, held_out = job
    file = workdir / f"part{part:03}.npz"
    if file.exists():
        return file
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1000 + part)
    chosen = faces(packages("calibration") if held_out else packages("training"))
    surfaces = UNSEEN_SURFACES if held_out else TRAINING_SURFACES
    made = [crops_of(*draw_training_table(rng, chosen, surfaces), rng) for _ in range(PART)]
    crops = np.concatenate([c for c, _ in made]).astype(np.float16)
    np.savez(file, crops=crops, labels=np.concatenate([labels for _, labels in made]))
    return file


def _draw_boards_part(job: tuple[Path, int]) -> Path:
    """One file of crops from drawn boards, whose tiles carry values in a corner."""
    workdir, part = job
    file = workdir / f"boards{part:03}.npz"
    if file.exists():
        return file
    cv2.setNumThreads(1)
    rng = np.random.default_rng(30000 + part)
    chosen, digits = faces(packages("training")), numerals(packages("training"))
    made = []
    for _ in range(BOARDS_PART):
        printed = digits[rng.integers(len(digits))] if rng.random() < 0.85 else None
        scene = any_scene(rng, mixed_face(rng, chosen, DOTTED), printed, TRAINING_SURFACES, blanks=0.12)
        made.append(board_crops_of(scene, rng))
    crops = np.concatenate([c for c, _ in made]).astype(np.float16)
    np.savez(file, crops=crops, labels=np.concatenate([labels for _, labels in made]))
    return file


def _started(path: Path) -> "_Net":
    """A network with an earlier one's weights; batch norm, folded in there, only shifts and scales now."""
    kept = {each.name: torch.from_numpy(to_array(each).copy()) for each in onnx.load(path).graph.initializer}
    network = _Net(NARROW)
    convs = [part for part in network.body if isinstance(part, nn.Conv2d)]
    norms = [part for part in network.body if isinstance(part, nn.BatchNorm2d)]
    dense = [part for part in network.body if isinstance(part, nn.Linear)]
    weights = [kept[name] for name in sorted(kept, key=_place) if name.endswith("weight")]
    biases = [kept[name] for name in sorted(kept, key=_place) if name.endswith("bias")]
    with torch.no_grad():
        for part, weight in zip([*convs, *dense], weights, strict=True):
            part.weight.copy_(weight)
        for part, bias in zip([*norms, *dense], biases, strict=True):
            part.bias.copy_(bias)
        for norm in norms:
            norm.weight.fill_((1 + norm.eps) ** 0.5)
    network.settled = True
    return network


def _place(name: str) -> int:
    """Where in the network a weight stands: its name is `body.NUMBER.weight` or the like."""
    return next(int(part) for part in name.split(".") if part.isdigit())


def _loaded(file: Path) -> tuple[Tensor, Tensor]:
    kept = np.load(file)
    return torch.from_numpy(kept["crops"]), torch.from_numpy(kept["labels"])


class _Net(nn.Module):
    """conv5x5/2, conv, pool, conv, conv, pool, fc of these widths, fc 111; the export folds batch norm in."""

    settled = False

    def __init__(self, widths: tuple[int, int, int, int, int]) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.body = nn.Sequential(
            *block(1, a, 5, 2),
            *block(a, b, 3),
            nn.MaxPool2d(2),
            *block(b, c, 3),
            *block(c, d, 3),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(d * 16, e),
            nn.ReLU(),
            nn.Linear(e, CLASSES),
        )

    def forward(self, crops: Tensor) -> Tensor:
        return self.body(crops)  # type: ignore[no-any-return]

    def train(self, mode: bool = True) -> "_Net":
        """As always, but the norms of a network that was trained before keep what they know."""
        super().train(mode)
        for part in self.body:
            if isinstance(part, nn.BatchNorm2d) and self.settled:
                part.eval()
        return self


def _trained(
    network: _Net,
    parts: list[tuple[Tensor, Tensor]],
    check: tuple[Tensor, Tensor],
    epochs: int,
    rate: float,
    taught: bool,
) -> _Net:
    crops, labels = torch.cat([c for c, _ in parts]), torch.cat([names for _, names in parts])
    click.echo(f"{len(crops)} crops, {sum(p.numel() for p in network.parameters())} parameters")
    said = _said(crops) if taught else None
    size, steps = 192, epochs * (len(crops) // 192)
    best = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(best, rate, total_steps=steps, pct_start=0.15)
    for epoch in range(epochs):
        network.train()
        order, total = torch.randperm(len(crops)), 0.0
        for start in range(0, len(crops) - size + 1, size):
            pick = order[start : start + size]
            batch = crops[pick][:, None].float()
            batch = batch + torch.randn_like(batch) * (torch.rand(size, 1, 1, 1) ** 2 * 0.35)
            target = nn.functional.one_hot(labels[pick], CLASSES).float()
            if said is not None:
                target = (target + said[pick]) / 2
            loss = nn.functional.cross_entropy(network(batch), target)
            best.zero_grad()
            loss.backward()
            best.step()
            if pace.last_epoch < steps - 1:
                pace.step()
            total += float(loss.detach())
        right = (_scores(network, check[0]).argmax(1) == check[1]).float().mean()
        click.echo(f"epoch {epoch} loss {total / (len(crops) // size):.4f} unseen fonts {right:.4f}")
    return network


def _said(crops: Tensor) -> Tensor:
    """What both networks together say of each crop: probabilities float16 (n, CLASSES)."""
    found = torch.empty((len(crops), CLASSES), dtype=torch.float16)
    for some, into in zip(crops.split(1024), found.split(1024), strict=True):
        seen = some.float().numpy()
        both = together(read_crops(seen, WEIGHTS), read_crops(seen, LARGER_WEIGHTS))
        into.copy_(torch.from_numpy(np.exp(both)))
    return found


def _scores(network: _Net, crops: Tensor) -> Tensor:
    network.eval()
    with torch.no_grad():
        return torch.cat([network(part[:, None].float()) for part in crops.split(1024)])


def _temperature(scores: Tensor, labels: Tensor) -> float:
    """The temperature with the smallest cross entropy on crops of unseen fonts (Guo et al. 2017)."""
    tried = np.arange(0.6, 3.0, 0.01)
    losses = [float(nn.functional.cross_entropy(scores / t, labels)) for t in tried]
    return float(tried[int(np.argmin(losses))])


if __name__ == "__main__":
    main()
