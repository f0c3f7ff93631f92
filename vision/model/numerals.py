"""Trains the network of the numbers in cards' corners and writes numerals.onnx.

`python -m vision.model.numerals`: draws cards flat, in a minute or two, and trains on their corners. Needs
what train.py needs.
"""

import argparse
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn

from companion.grid import LETTERS
from vision.faces import CAP_PX, MASK_PX, Face, Mask
from vision.letters import CROP_PX, cut_crops
from vision.model.lettering import faces, numerals, packages
from vision.model.network import block, export
from vision.numerals import DIGITS, NONE, WEIGHTS, corner_quads

CARD_PX = (140, 200)
SHEET_PX = (240, 300)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--cards", type=int, default=24000)
    ask.add_argument("--epochs", type=int, default=8)
    ask.add_argument("--threads", type=int, default=2)
    ask.add_argument("--out", type=Path, default=WEIGHTS)
    got = ask.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(got.threads)
    torch.manual_seed(1)
    crops, labels = _drawn(got.cards, 1, "training")
    check = _drawn(got.cards // 8, 2, "calibration")
    network = _trained(_net(), crops, labels, check, got.epochs)
    export(network, (0, 3, 7), (1, CROP_PX, CROP_PX), got.out)


def _drawn(cards: int, seed: int, group: str) -> tuple[Tensor, Tensor]:
    rng, chosen, digits = default_rng(seed), faces(packages(group)), numerals(packages(group))
    made = [
        _corners_of(rng, chosen[rng.integers(len(chosen))], digits[rng.integers(len(digits))])
        for _ in range(cards)
    ]
    crops = np.concatenate([crops for crops, _ in made])
    return torch.from_numpy(crops), torch.from_numpy(np.concatenate([labels for _, labels in made]))


def _corners_of(rng: Generator, face: Face, digits: Mask) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """The four corners of one drawn card as a reader would cut them, and what each shows."""
    number, corner = int(rng.integers(1, 10)), int(rng.integers(4))
    if rng.random() < 0.15:
        number = NONE
    sheet = _sheet(rng, _card(rng, face, digits, number, corner))
    scale = float(np.exp(rng.uniform(np.log(0.25), np.log(1.1))))
    small = cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.0)))
    small = small * rng.uniform(0.4, 1.1) + rng.normal(0, rng.uniform(0.5, 4), small.shape)
    gray = np.clip(small, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(72, 96))])
    gray = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
    left, top = ((SHEET_PX[k] - CARD_PX[k]) / 2 for k in (0, 1))
    corners = np.array([(0, 0), (CARD_PX[0], 0), CARD_PX, (0, CARD_PX[1])]) + np.array([left, top])
    quad = (corners + 0.5) * scale - 0.5 + rng.normal(0, 0.02, (4, 2)) * CARD_PX[0] * scale
    crops = cut_crops(gray, corner_quads(quad[None])[0].astype(np.float32), 1.0)
    labels = np.full(4, NONE)
    labels[corner] = number
    return crops, labels


def _card(rng: Generator, face: Face, digits: Mask, number: int, corner: int) -> NDArray[np.float32]:
    """A card flat, gray, float32 (height, width): frame, letter, number."""
    width, height = CARD_PX
    paper, ink = float(rng.uniform(150, 250)), float(rng.uniform(15, 110))
    card = np.full((height, width), paper, np.float32)
    inset = 0.0
    match rng.integers(4):
        case 1:
            inset = float(rng.uniform(3, 10))
            card[:] = rng.uniform(20, 170)
            low = int(inset)
            cv2.rectangle(card, (low, low), (width - low, height - low), paper, -1)
        case 2 | 3:
            inset = float(rng.uniform(4, 12))
            for line in range(int(rng.integers(1, 3))):
                low = int(inset - 3 * line)
                cv2.rectangle(
                    card, (low, low), (width - low, height - low), float(rng.uniform(60, 190)), 1, cv2.LINE_AA
                )
    letter = face.letters[rng.integers(len(LETTERS))]
    _print(card, letter, (width / 2, height / 2), float(rng.uniform(0.3, 0.45)) * height, ink)
    if number:
        high = float(rng.uniform(0.065, 0.14)) * height
        off_x = inset + rng.uniform(0.3, 0.9) * high + 0.5 * high
        off_y = inset + rng.uniform(0.2, 0.8) * high + 0.5 * high
        x = off_x if corner in (0, 3) else width - off_x
        y = off_y if corner in (0, 1) else height - off_y
        _print(card, digits[number], (x, y), high, ink)
    return card


def _print(
    card: NDArray[np.float32], mask: NDArray[np.uint8], middle: tuple[float, float], high: float, ink: float
) -> None:
    scale = high / CAP_PX
    place = np.array(
        [[scale, 0, middle[0] - scale * MASK_PX / 2], [0, scale, middle[1] - scale * MASK_PX / 2]]
    )
    cover = cv2.warpAffine(mask, place, CARD_PX, flags=cv2.INTER_AREA).astype(np.float32) / 255
    card[:] = card * (1 - cover) + ink * cover


def _sheet(rng: Generator, card: NDArray[np.float32]) -> NDArray[np.float32]:
    """The card on a table, its corners rounded, a little askew, beside it sometimes another card."""
    width, height = SHEET_PX
    table = float(rng.uniform(30, 220)) + 8 * rng.standard_normal((height, width)).astype(np.float32)
    left, top = (width - CARD_PX[0]) // 2, (height - CARD_PX[1]) // 2
    if rng.random() < 0.5:
        beside = int(left + CARD_PX[0] + rng.integers(3, 20))
        table[top : top + CARD_PX[1], beside:] = rng.uniform(150, 250)
    cover = np.zeros(card.shape, np.uint8)
    radius = int(rng.integers(2, 12))
    cv2.rectangle(cover, (radius, radius), (CARD_PX[0] - 1 - radius, CARD_PX[1] - 1 - radius), 255, -1)
    cover = cv2.dilate(cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))
    share = cover.astype(np.float32) / 255
    part = table[top : top + CARD_PX[1], left : left + CARD_PX[0]]
    part[:] = part * (1 - share) + card * share
    return table


def _net() -> nn.Sequential:
    """conv5x5/2 12, conv 24, pool, conv 32, pool, fc 48, fc 10."""

    return nn.Sequential(
        *block(1, 12, 5, 2), *block(12, 24, 3), nn.MaxPool2d(2), *block(24, 32, 3), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.1), nn.Linear(32 * 16, 48), nn.ReLU(), nn.Linear(48, DIGITS),
    )  # fmt: skip


def _trained(
    network: nn.Sequential, crops: Tensor, labels: Tensor, check: tuple[Tensor, Tensor], epochs: int
) -> nn.Sequential:
    size, steps = 256, epochs * (len(crops) // 256)
    best = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(best, 4e-3, total_steps=steps + 1, pct_start=0.15)
    for epoch in range(epochs):
        network.train()
        order = torch.randperm(len(crops))
        for start in range(0, len(crops) - size + 1, size):
            pick = order[start : start + size]
            batch = crops[pick][:, None]
            batch = batch + torch.randn_like(batch) * (torch.rand(size, 1, 1, 1) ** 2 * 0.3)
            loss = nn.functional.cross_entropy(network(batch), labels[pick])
            best.zero_grad()
            loss.backward()
            best.step()
            pace.step()
        network.eval()
        with torch.no_grad():
            scores = torch.cat([network(part[:, None]) for part in check[0].split(2048)])
        wrong = scores.argmax(1) != check[1]
        sure = torch.softmax(scores, 1).max(1)[0] > 0.9
        surely = int((wrong & sure).sum())
        click.echo(f"epoch {epoch} wrong {float(wrong.float().mean()):.4f} surely {surely} of {len(wrong)}")
    return network


if __name__ == "__main__":
    main()
