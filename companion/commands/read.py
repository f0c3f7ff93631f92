"""`companion read`: photographs in, grids out, with what is in doubt."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import board_file
from companion.commands.bundle import write_bundle
from companion.commands.settle import settled
from companion.commands.telling import DONE, NO, as_json, example
from companion.errors import UnreadableError
from companion.games import layouts
from companion.layout import Layout
from companion.reading import GridReading, Reading
from vision.learned import learn_board, load_learned, save_learned
from vision.letters import load_network
from vision.overlay import draw_overlay
from vision.pictures import LARGEST_BYTES, decode_picture
from vision.reader import OWN_LAYOUTS, Memory, read


class Answer(NamedTuple):
    """What became of one picture: its name as given, its bytes and frame where there are any, the reading."""

    name: str
    packed: bytes
    frame_bgr: NDArray[np.uint8] | None
    reading: Reading


@click.command("read", epilog=example(f"companion read --layout {next(iter(layouts()))} table.jpg"))
@click.option(
    "--layout",
    "layout_name",
    required=True,
    metavar="LAYOUT",
    help="What lies there; a wrong name lists them.",
)
@as_json
@click.option(
    "--overlay", type=click.Path(file_okay=False, path_type=Path), help="Write checked pictures here."
)
@click.option(
    "--bundle", type=click.Path(dir_okay=False, path_type=Path), help="Write one zip for a bug report."
)
@click.option("--board", metavar="NAME", help="The board that was learned under this name lies there.")
@click.option("--learn", metavar="NAME", help="Learn the board in the one PICTURE, which shows it empty.")
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE...")
def read_command(
    layout_name: str,
    as_json: bool,
    overlay: Path | None,
    bundle: Path | None,
    board: str | None,
    learn: str | None,
    pictures: Sequence[str],
) -> int:
    """Read the grid in each PICTURE (JPEG, PNG or WebP)."""
    layout = _layout(layout_name)
    layout = replace(layout, captions=layout.kind == "cards")
    cv2.setNumThreads(1)
    if learn is not None:
        return _learn(learn, pictures, layout)
    memory = Memory(learned=None if board is None else load_learned(_board_file(board, "--board"), layout))
    load_network()
    answers: list[Answer] = []
    for answer in _answers(pictures, layout, memory):
        click.echo(_line(answer) if as_json else _words(answer))
        if overlay and answer.frame_bgr is not None:
            _write_overlay(overlay, answer, len(answers))
        answers.append(answer if bundle else answer._replace(frame_bgr=None, packed=b""))
    if bundle:
        write_bundle(bundle, answers)
    every = all(answer.reading.grids and not answer.reading.obstructed for answer in answers)
    return DONE if every else NO


def _layout(name: str) -> Layout:
    known = layouts() | OWN_LAYOUTS
    if name not in known:
        raise click.BadParameter(
            f"{name!r} is no layout: use one of {', '.join(known)}", param_hint="--layout"
        )
    return known[name]


def _learn(name: str, pictures: Sequence[str], layout: Layout) -> int:
    """Keep the empty board in the one picture under a name."""
    if layout.kind != "board" or len(pictures) != 1:
        raise click.BadParameter("give a board's layout and one picture of it empty", param_hint="--learn")
    path = _board_file(name, "--learn")
    learned = learn_board(decode_picture(_bytes_of(Path(pictures[0]))), layout)
    try:
        save_learned(learned, path)
    except OSError as fault:
        raise click.BadParameter(
            f"{path} cannot be written ({fault.strerror})", param_hint="--learn"
        ) from fault
    click.echo(f"learned {name}: read with --board {name}")
    return DONE


def _board_file(name: str, option: str) -> Path:
    """Where a learned board is kept: in the folder of the matches."""
    try:
        return board_file(settled().data, name)
    except UnreadableError as fault:
        raise click.BadParameter(str(fault), param_hint=option) from None


def _answers(pictures: Sequence[str], layout: Layout, memory: Memory) -> Iterator[Answer]:
    """Each picture by itself, in the order given: none can spoil another."""
    for name in pictures:
        packed, frame = b"", None
        try:
            packed = _bytes_of(Path(name))
            frame = decode_picture(packed)
            reading, _ = read(frame, layout, memory)
        except UnreadableError as refusal:
            reading = Reading(layout.name, problem=str(refusal))
        yield Answer(name, packed, frame, reading)


def _bytes_of(path: Path) -> bytes:
    """A file's bytes, one more than may be taken at most."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_BYTES + 1)
    except OSError as fault:
        raise UnreadableError(f"the file cannot be read ({fault.strerror}): check its name") from fault


def _line(answer: Answer) -> str:
    return json.dumps({"image": answer.name, **answer.reading.to_json()})


def _words(answer: Answer) -> str:
    """The reading for a person: the grid in text form, then a line for each doubt."""
    reading = answer.reading
    over = ", something lies over it" if reading.obstructed else ""
    lines = [line for grid in reading.grids for line in _grid_words(answer.name + over, grid)]
    if reading.problem:
        lines.append(f"{answer.name}: {reading.problem}")
    if reading.caption:
        lines.append(f"{answer.name}: a card says “{reading.caption.text}” ({reading.caption.p:.0%})")
    return "\n".join(lines)


def _grid_words(name: str, grid: GridReading) -> list[str]:
    seat = f"  seat {grid.seat}" if grid.seat else ""
    lines = [f"{name}: {grid.grid}{seat}"]
    for doubt in grid.doubts:
        others = f", else {' '.join(doubt.others)}" if doubt.others else ""
        lines.append(f"  not sure of {doubt.cell} ({doubt.about}): {doubt.best} {doubt.p:.0%}{others}")
    return lines


def _write_overlay(folder: Path, answer: Answer, number: int) -> None:
    """The picture with what was read, as NAME.jpg; a second picture of that name gets its number too."""
    assert answer.frame_bgr is not None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise click.BadParameter(
            f"{folder} cannot be made ({fault.strerror})", param_hint="--overlay"
        ) from fault
    stem = Path(answer.name).stem
    path = folder / f"{stem}.jpg"
    if path.exists():
        path = folder / f"{stem}-{number + 1}.jpg"
    if not cv2.imwrite(str(path), draw_overlay(answer.frame_bgr, answer.reading)):
        raise click.BadParameter(f"{path} cannot be written", param_hint="--overlay")
