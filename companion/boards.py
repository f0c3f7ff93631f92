"""Boards that were learned from a picture of them empty: kept as files beside the matches, one chosen to lie
there for each number of squares a side."""

import json
import os
import re
from math import isqrt
from pathlib import Path
from typing import NamedTuple

from companion.errors import UnreadableError

FOLDER, CHOSEN = "boards", "chosen.json"
PNG, SIZES_AT = b"\x89PNG\r\n\x1a\n", 16


class KnownBoard(NamedTuple):
    """A board by its name, with so many squares a side."""

    name: str
    side: int


def board_file(data: Path, name: str) -> Path:
    """Where the board of that name is kept in the data folder; UnreadableError when that is no name."""
    if not re.fullmatch(r"[A-Za-z0-9][\w-]{0,39}", name):
        raise UnreadableError(f"{name!r} is no name for a board: use letters, digits and -, 40 at most")
    return data / FOLDER / f"{name}.png"


class Boards:
    """The learned boards in a data folder. Whatever was removed or damaged there by hand is not known."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def known(self) -> list[KnownBoard]:
        """Every board that is kept, by name."""
        sides = ((path.stem, _side(path)) for path in sorted((self._data / FOLDER).glob("*.png")))
        return [KnownBoard(name, side) for name, side in sides if side]

    def keep(self, name: str, packed: bytes) -> None:
        """Keep a learned board; UnreadableError when the name does not do, is taken, or cannot be written."""
        path = board_file(self._data, name)
        if path.exists():
            raise UnreadableError(f"a board {name} is known already: forget it first, or choose another name")
        _write(path, packed)

    def forget(self, name: str) -> None:
        """Remove a board; UnreadableError when none has that name."""
        path = board_file(self._data, name)
        try:
            path.unlink()
        except FileNotFoundError:
            raise UnreadableError(f"no board is known as {name}") from None
        except OSError as fault:
            raise UnreadableError(f"{path} cannot be removed ({fault.strerror})") from None
        _write(self._data / FOLDER / CHOSEN, _packed({s: n for s, n in self._choices().items() if n != name}))

    def choose(self, side: int, name: str) -> None:
        """From now on this board lies there where so many squares a side are played on; "" for none."""
        if name and KnownBoard(name, side) not in self.known():
            raise UnreadableError(f"no board of {side} by {side} squares is known as {name}")
        others = {s: n for s, n in self._choices().items() if s != str(side)}
        _write(self._data / FOLDER / CHOSEN, _packed(others | ({str(side): name} if name else {})))

    def chosen(self, side: int) -> str:
        """The board that lies there, empty when none was chosen or it is not known any more."""
        name = self._choices().get(str(side), "")
        return name if KnownBoard(name, side) in self.known() else ""

    def chosen_file(self, side: int) -> str:
        """The file of the board that lies there; empty for none."""
        name = self.chosen(side)
        return str(board_file(self._data, name)) if name else ""

    def _choices(self) -> dict[str, str]:
        try:
            choices = json.loads((self._data / FOLDER / CHOSEN).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(s): str(n) for s, n in choices.items()} if isinstance(choices, dict) else {}


def _side(path: Path) -> int:
    """How many squares a side the board in a file has, 0 when it is no board: the file shows its squares one
    below another, each as high as it is wide."""
    try:
        with path.open("rb") as file:
            head = file.read(SIZES_AT + 8)
    except OSError:
        return 0
    if not head.startswith(PNG) or len(head) < SIZES_AT + 8:
        return 0
    width, height = (int.from_bytes(head[at : at + 4], "big") for at in (SIZES_AT, SIZES_AT + 4))
    count = height // max(width, 1)
    return isqrt(count) if count and isqrt(count) ** 2 * width == height else 0


def _packed(choices: dict[str, str]) -> bytes:
    return json.dumps(choices).encode()


def _write(path: Path, packed: bytes) -> None:
    """A file written whole or not at all."""
    half = path.with_suffix(".half")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(packed)
        os.replace(half, path)
    except OSError as fault:
        raise UnreadableError(f"{path} cannot be written ({fault.strerror})") from None
