"""A player's own tiles in text form, and the arrangements that balance every line (WK-1, WK-4)."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import UnreadableError
from companion.games.wordoku.rules import BY_SIDE, LETTERS
from companion.grid import FILLER, WILD, Grid

UNKNOWN = WILD
BENCH_HANDS = (
    "Ec Ao Ps Aq Xc Co Us Dq Ac Vo Fs Tq Ic Eo Es Aq",
    "Tc Bo Fs Sq Nc So Ss Iq Uc Uo Is Mq Vc To Vs Uq",
    "Ic Io Ss Nq Uc Go Ts Lq Gc Eo Ws Nq Ac Uo Es Eq",
    "Nc Ao Ss Uq Tc Eo As Iq Oc To Ls Tq Bc Eo Ds Eq",
    "Tc Oo Ss Aq Lc Uo Us Eq Dc Ao Ts Oq Rc Ro Ts Iq",
    "Oc Uo Os Aq Mc Io Is Gq Sc Wo Es Fq Ic Jo Es Hq",
    "Vc Io Hs Rq Dc Po Hs Uq Gc So Js Iq Yc No Bs Sq",
    "Bc Uo Bs Aq Oc Ro Fs Oq Lc Wo Gs Sq Hc Do Ts Mq",
    "Hc Io As Eq Rc Ro Es Lq Ic Wo Ss Cq Fc Co Xs Eq",
    "Rc Oo Es Hq Tc Xo Gs Iq Sc Mo As Uq Oc No Ns Lq",
)


@dataclass(frozen=True, slots=True)
class Hand:
    """The letters of each symbol, as many of each as the grid has rows.

    `*` is a tile of which nobody knows the letter, because it lay symbol side up: it stays the wild of its
    symbol, so there is at most one of each (WK-8).
    """

    side: int
    letters: tuple[tuple[str, str], ...]

    @staticmethod
    def parse(text: str) -> "Hand":
        """A hand like `Ec Ao *s ...`: letter and symbol; UnreadableError says what is wrong with it."""
        tiles = text.split()
        side = {size.side**2: size.side for size in BY_SIDE.values()}.get(len(tiles))
        if side is None:
            raise UnreadableError(f"a hand has 16 or 25 tiles, not {len(tiles)}: write them as Ec Ao Ps ...")
        symbols = BY_SIDE[side].symbols
        for tile in tiles:
            if not re.fullmatch(f"[{LETTERS}{UNKNOWN}][{symbols}]", tile):
                raise UnreadableError(
                    f"no tile of this hand: {tile[:10]!r}; write letter and symbol, as in Ec"
                )
        held = tuple((each, "".join(tile[0] for tile in tiles if tile[1] == each)) for each in symbols)
        for symbol, letters in held:
            if len(letters) != side:
                raise UnreadableError(
                    f"a hand has {side} tiles of each symbol, not {len(letters)} of {symbol}"
                )
            if letters.count(UNKNOWN) > 1:
                raise UnreadableError(
                    f"only one tile of {symbol} can be unknown ({UNKNOWN}): say the letters of the others"
                )
        return Hand(side, held)


def hand_of(grid: Grid) -> str:
    """The tiles that lie in a grid as a hand's text form; it need not be one that a hand can be."""
    tiles = [tile for _, tile in grid if tile]
    return " ".join(f"{UNKNOWN if tile.face in (WILD, FILLER) else tile.face}{tile.symbol}" for tile in tiles)


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
