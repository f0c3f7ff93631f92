"""A player's own tiles in text form, and the arrangements that balance every line (WK-1, WK-4)."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import UnreadableError
from companion.games.wordoku.rules import BY_SIDE, LETTERS


@dataclass(frozen=True, slots=True)
class Hand:
    """The letters of each symbol, as many of each as the grid has rows."""

    side: int
    letters: tuple[tuple[str, str], ...]

    @staticmethod
    def parse(text: str) -> "Hand":
        """A hand like `Ec Ao Ps ...`: letter and symbol; UnreadableError says what is wrong with it."""
        tiles = text.split()
        side = {size.side**2: size.side for size in BY_SIDE.values()}.get(len(tiles))
        if side is None:
            raise UnreadableError(f"a hand has 16 or 25 tiles, not {len(tiles)}: write them as Ec Ao Ps ...")
        symbols = BY_SIDE[side].symbols
        for tile in tiles:
            if not re.fullmatch(f"[{LETTERS}][{symbols}]", tile):
                raise UnreadableError(
                    f"no tile of this hand: {tile[:10]!r}; write letter and symbol, as in Ec"
                )
        held = tuple((each, "".join(tile[0] for tile in tiles if tile[1] == each)) for each in symbols)
        for symbol, letters in held:
            if len(letters) != side:
                raise UnreadableError(
                    f"a hand has {side} tiles of each symbol, not {len(letters)} of {symbol}"
                )
        return Hand(side, held)


def draws(seed: str) -> Iterator[int]:
    """Endless numbers below 2**32 that follow from the seed alone (xorshift)."""
    value = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4]) or 1
    while True:
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
        yield value


def latin_square(side: int, draw: Iterator[int]) -> tuple[tuple[int, ...], ...]:
    """A square in which every number below `side` stands once in each row and column."""
    rows, columns = shuffled(range(side), draw), shuffled(range(side), draw)
    if side == 4 and next(draw) >> 9 & 1:
        return tuple(tuple(row ^ column for column in columns) for row in rows)
    return tuple(tuple((row + column) % side for column in columns) for row in rows)


def shuffled(numbers: range, draw: Iterator[int]) -> list[int]:
    return sorted(numbers, key=lambda _: next(draw))
