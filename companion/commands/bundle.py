"""A bug report in one file: pictures, what was read, the pieces that were read, and all versions."""

import hashlib
import json
import platform
import zipfile
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.reading import Reading
from vision.letters import CROP_PX, WEIGHTS, cut_crops
from vision.overlay import draw_overlay


class Answered(Protocol):
    """One picture and what became of it."""

    @property
    def name(self) -> str: ...
    @property
    def packed(self) -> bytes: ...
    @property
    def frame_bgr(self) -> NDArray[np.uint8] | None: ...
    @property
    def reading(self) -> Reading: ...


def write_bundle(path: Path, answers: Iterable[Answered]) -> None:
    """One zip: versions.json, and a numbered folder for each picture with the file as it was given,
    reading.json, overlay.jpg and crops.png (the cells as the network saw them, in reading order)."""
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("versions.json", json.dumps(versions(), indent=1))
            for number, answer in enumerate(answers, 1):
                _add(bundle, f"{number:03}", answer)
    except OSError as fault:
        raise click.BadParameter(
            f"{path} cannot be written ({fault.strerror})", param_hint="--bundle"
        ) from fault


def versions() -> dict[str, str]:
    """What this reading was made with: program, Python, libraries, machine, and the network's hash."""
    names = ("companion", "opencv-python", "numpy")
    return {
        **{name: _version(name) for name in names},
        "cv2": str(cv2.__version__),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "letters.onnx": hashlib.sha256(WEIGHTS.read_bytes()).hexdigest(),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not from pip"


def _add(bundle: zipfile.ZipFile, folder: str, answer: Answered) -> None:
    form = {"image": answer.name, **answer.reading.to_json()}
    bundle.writestr(f"{folder}/reading.json", json.dumps(form, indent=1))
    if answer.packed:
        bundle.writestr(f"{folder}/picture{Path(answer.name).suffix}", answer.packed)
    if answer.frame_bgr is None:
        return
    bundle.writestr(f"{folder}/overlay.jpg", _packed(draw_overlay(answer.frame_bgr, answer.reading), ".jpg"))
    crops = crop_sheet(answer.frame_bgr, answer.reading)
    if crops is not None:
        bundle.writestr(f"{folder}/crops.png", _packed(crops, ".png"))


def crop_sheet(frame_bgr: NDArray[np.uint8], reading: Reading) -> NDArray[np.uint8] | None:
    """Every cell as the network saw it, one row for each row of a grid; None without cells."""
    gray = np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    rows = []
    for grid in reading.grids:
        quads = np.array([cell.quad_px for cell in grid.cells], np.float32).reshape(-1, 4, 2)
        crops = np.clip(cut_crops(gray, quads, 0.95) * 48 + 128, 0, 255).astype(np.uint8)
        for start in range(0, len(crops), grid.grid.width):
            rows.append(np.hstack(list(crops[start : start + grid.grid.width])))
    if not rows:
        return None
    widest = max(row.shape[1] for row in rows)
    sheet = [cv2.copyMakeBorder(row, 0, 0, 0, widest - row.shape[1], cv2.BORDER_CONSTANT) for row in rows]
    return np.asarray(np.vstack(sheet).reshape(-1, widest), np.uint8)[: len(rows) * CROP_PX]


def _packed(picture: NDArray[Any], kind: str) -> bytes:
    _, packed = cv2.imencode(kind, picture)
    return bytes(packed)
