"""Trains the network of a board's squares and writes squares.onnx: `python -m vision.model.squares WORKDIR`.

Needs what train.py needs. Two steps, each kept in WORKDIR: drawing (two processes) and training. The
temperature it prints belongs into vision/squares.py.
"""

import argparse
import multiprocessing
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn

from companion.grid import BLANK
from vision.dark_tiles import any_dark_tiles
from vision.model.boards import BoardScene, any_scene, turned_plane
from vision.model.crops import mixed_face
from vision.model.lettering import faces, numerals, packages
from vision.model.network import block, export
from vision.negative import complement
from vision.raised import raised
from vision.squares import (
    CHANNELS,
    COVERED,
    CROP_PX,
    HALFWAY,
    OUTPUTS,
    SLANT_DEG,
    SPREAD,
    TILE,
    USUAL_SIDE,
    WEIGHTS,
    cut_squares,
    log_colours,
    tone_of,
    usual_colour,
)
from vision.textures import TRAINING_SURFACES, UNSEEN_SURFACES

PART = 150
HIDDEN, TOUCHED = 0.35, 0.03
DARK = 0.2
TONES = 6
UNTOLD = 0.35


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("workdir", type=Path)
    ask.add_argument("--boards", type=int, default=1500)
    ask.add_argument("--epochs", type=int, default=10)
    ask.add_argument("--threads", type=int, default=2)
    ask.add_argument("--out", type=Path, default=WEIGHTS)
    got = ask.parse_args()
    got.workdir.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(got.threads)
    torch.manual_seed(1)
    jobs = [(got.workdir, part, part == 0) for part in range(1 + got.boards // PART)]
    with multiprocessing.Pool(2) as pool:
        files = pool.map(_draw_part, jobs, chunksize=1)
    check = _Shown.of(files[:1])
    network = _trained(_Net(), _Shown.of(files[1:]), check, got.epochs)
    click.echo(f"temperature {_temperature(network, check):.2f}")
    export(network.body, (0, 3, 7), (CHANNELS, CROP_PX, CROP_PX), got.out)


def _draw_part(job: tuple[Path, int, bool]) -> Path:
    """One file of squares; part 0 is for calibration: fonts and tables that the others never show."""
    workdir, part, held_out = job
    file = workdir / f"squares{part:03}.npz"
    if file.exists():
        return file
    cv2.setNumThreads(1)
    rng = default_rng(20000 + part)
    fonts = packages("calibration" if held_out else "training")
    chosen, digits = faces(fonts), numerals(fonts)
    surfaces = UNSEEN_SURFACES if held_out else TRAINING_SURFACES
    made = []
    for board in range(PART):
        printed = digits[rng.integers(len(digits))] if rng.random() < 0.85 else None
        dark = any_dark_tiles(rng, coloured=0.0) if rng.random() < DARK else None
        scene = any_scene(rng, mixed_face(rng, chosen), printed, surfaces, 0.2, 0.12, dark)
        crops, truth = squares_of(scene, rng, is_negative=dark is not None)
        made.append((crops, truth, np.full(len(crops), board)))
    crops, truth, boards = (np.concatenate(each) for each in zip(*made, strict=True))
    np.savez(file, crops=crops, truth=truth, boards=boards)
    return file


def squares_of(
    scene: BoardScene, rng: Generator, *, is_negative: bool = False
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A drawn board's squares as a reader would cut them, its lattice a little off and turned at random; from
    the picture's complement where tiles are dark (`is_negative`).

    The truth float32 (n, 7): a tile is there, it is a blank, how far its top lies off the square's middle
    (two, in squares), its slant (of SLANT_DEG), its side (less USUAL_SIDE), the share that is covered.
    """
    side, drawn = scene.grid.width, scene.drawn
    step = np.linalg.norm(drawn.squares_px[0] - drawn.squares_px[1]) / side
    corners = drawn.squares_px + rng.normal(0, 0.035, (4, 2)) * step
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    upright = cv2.getPerspectiveTransform(square, corners.astype(np.float32)).astype(np.float64)
    size = drawn.frame_bgr.shape[1], drawn.frame_bgr.shape[0]
    upright = raised(upright, size, HALFWAY)
    plane = upright @ turned_plane(side, int(rng.integers(4)))
    back = np.linalg.inv(plane)
    over = np.repeat(drawn.over[..., None], 3, axis=2)
    truth = np.zeros((side * side, 7), np.float32)
    truth[:, 6] = cut_squares(over, plane, side)[:, 6:-6, 6:-6, 0].mean((1, 2)) / 255
    for cell, quad in drawn.quads_px.items():
        middle = cv2.perspectiveTransform(np.array([[(cell.col + 0.5, cell.row + 0.5)]]), back @ upright)[
            0, 0
        ]
        col, row = np.floor(middle).astype(int)
        top = cv2.perspectiveTransform(quad[None], back)[0]
        along = top[1] - top[0] + top[2] - top[3]
        slant = (np.rad2deg(np.arctan2(along[1], along[0])) + 45) % 90 - 45
        length = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).mean()
        off = top.mean(0) - (col + 0.5, row + 0.5)
        blank = scene.grid[cell].face == BLANK  # type: ignore[union-attr]
        truth[row * side + col, :6] = 1, blank, *off, slant / SLANT_DEG, length - USUAL_SIDE
    shown = complement(drawn.frame_bgr) if is_negative else drawn.frame_bgr
    return cut_squares(shown, plane, side), truth


class _Shown:
    """Squares as the network is shown them: log colours, and what their boards' tiles may be known to be."""

    def __init__(
        self, crops: NDArray[np.uint8], truth: NDArray[np.float32], boards: NDArray[np.int64]
    ) -> None:
        self.logs = torch.empty(len(crops), 3, CROP_PX, CROP_PX, dtype=torch.float16)
        self.tones = torch.zeros(len(crops), TONES, 3)
        self.truth = torch.from_numpy(truth)
        rng = default_rng(1)
        for board in np.unique(boards):
            mine = np.flatnonzero(boards == board)
            logs = log_colours(crops[mine])
            logs -= usual_colour(logs)
            self.logs[mine] = torch.from_numpy(logs.transpose(0, 3, 1, 2)).half()
            tiles = np.flatnonzero((truth[mine, 0] > 0.5) & (truth[mine, 6] < TOUCHED))
            for which in range(TONES if len(tiles) else 0):
                some = rng.permutation(tiles)[: int(rng.integers(1, len(tiles) + 1))]
                self.tones[mine, which] = torch.from_numpy(tone_of(logs[some]).astype(np.float32))

    @classmethod
    def of(cls, files: list[Path]) -> "_Shown":
        kept = [np.load(file) for file in files]
        boards = [part["boards"] + 1000 * number for number, part in enumerate(kept)]
        return cls(
            *(np.concatenate([p[k] for p in kept]) for k in ("crops", "truth")), np.concatenate(boards)
        )

    def inputs(self, at: Tensor, told: Tensor, which: Tensor) -> Tensor:
        """What the network sees of some squares: with the tiles' tone (`which` of them) where it is told."""
        logs, tone = self.logs[at].float(), self.tones[at, which][..., None, None]
        told = told[:, None, None, None] & (tone != 0).any(1, keepdim=True)
        return torch.cat([logs, (logs - tone) * told], 1) / SPREAD

    def classes(self) -> tuple[Tensor, Tensor]:
        """Free, tile or covered, and the weight of each: what is covered a little counts as neither."""
        hidden = self.truth[:, 6]
        classes = torch.where(hidden > HIDDEN, COVERED, (self.truth[:, 0] > 0.5).long() * TILE)
        return classes, 1 - ((hidden > TOUCHED) & (hidden <= HIDDEN)).float()


class _Net(nn.Module):
    """conv5x5/2 12, conv 24, pool, conv 40, pool, fc 56, fc 7; the export folds batch norm in."""

    def __init__(self) -> None:
        super().__init__()

        self.body = nn.Sequential(
            *block(CHANNELS, 12, 5, 2),
            *block(12, 24, 3),
            nn.MaxPool2d(2),
            *block(24, 40, 3),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(40 * 9, 56),
            nn.ReLU(),
            nn.Linear(56, OUTPUTS),
        )

    def forward(self, crops: Tensor) -> Tensor:
        return self.body(crops)  # type: ignore[no-any-return]


def _trained(network: _Net, shown: _Shown, check: _Shown, epochs: int) -> _Net:
    classes, weights = shown.classes()
    count, size = len(classes), 256
    steps = epochs * (count // size)
    best = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(best, 5e-3, total_steps=steps + 1, pct_start=0.15)
    for epoch in range(epochs):
        network.train()
        order, total = torch.randperm(count), 0.0
        for start in range(0, count - size + 1, size):
            at = order[start : start + size]
            batch = shown.inputs(at, torch.rand(size) > UNTOLD, torch.randint(TONES, (size,)))
            batch = batch + torch.randn_like(batch) * (torch.rand(size, 1, 1, 1) ** 2 * 0.12)
            out = network(batch * (1 + 0.08 * torch.randn(size, CHANNELS, 1, 1)))
            loss = (
                nn.functional.cross_entropy(out[:, :3], classes[at], reduction="none") * weights[at]
            ).mean()
            lies = nn.functional.smooth_l1_loss(out[:, 3:], shown.truth[at, 2:6], reduction="none", beta=0.03)
            loss = loss + 6 * (lies * (classes[at] == TILE).float()[:, None]).mean()
            best.zero_grad()
            loss.backward()
            best.step()
            pace.step()
            total += float(loss.detach())
        click.echo(f"epoch {epoch} loss {total / (count // size):.4f} {_checked(network, check)}")
    return network


def _checked(network: _Net, check: _Shown) -> str:
    """How it does on unseen fonts and tables, the tiles' tone known and unknown."""
    classes, weights = check.classes()
    said = []
    for told in (False, True):
        out = _scores(network, check, told)
        shares = torch.softmax(out[:, :3], 1)
        wrong = (shares.argmax(1) != classes) & (weights > 0)
        sure = shares.max(1)[0] > 0.97
        said.append(
            f"wrong {int(wrong.sum())} silent {int((wrong & sure).sum())} unsure {int((~sure).sum())}"
        )
        blanks = check.truth[:, 1] > 0.5
        said.append(f"blanks {int((wrong & blanks).sum())} of {int(blanks.sum())}")
    off = (out[:, 3:5] - check.truth[:, 2:4])[classes == TILE].abs()
    return f"{'; '.join(said)}; off {float(off.median()):.3f}"


def _scores(network: _Net, shown: _Shown, told: bool) -> Tensor:
    network.eval()
    with torch.no_grad():
        parts = torch.arange(len(shown.truth)).split(2048)
        flags = [torch.full((len(part),), told) for part in parts]
        which = [torch.zeros(len(part), dtype=torch.long) for part in parts]
        return torch.cat([network(shown.inputs(*each)) for each in zip(parts, flags, which, strict=True)])


def _temperature(network: _Net, check: _Shown) -> float:
    """The temperature with the smallest cross entropy on unseen fonts and tables (Guo et al. 2017)."""
    classes, weights = check.classes()
    scores, clear = _scores(network, check, told=True)[:, :3], weights > 0
    tried = np.arange(0.6, 3.0, 0.05)
    losses = [float(nn.functional.cross_entropy(scores[clear] / t, classes[clear])) for t in tried]
    return float(tried[int(np.argmin(losses))])


if __name__ == "__main__":
    main()
