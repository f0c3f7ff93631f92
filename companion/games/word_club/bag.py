"""The bag: an order of tiles that follows from the match's seed alone (WC-7)."""

import hashlib
from collections import Counter


def shuffled(tiles: str, seed: str) -> str:
    """The tiles in an order that follows from the seed: the same one everywhere and for ever."""
    drawn = (hashlib.sha256(f"{seed}/{number}".encode()).digest() for number in range(len(tiles)))
    return "".join(tile for _, tile in sorted(zip(drawn, sorted(tiles), strict=True)))


def without(tiles: str, taken: str) -> str:
    """What is left of some tiles when others are taken away, in order; ValueError when they lack one."""
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return "".join(left)


def lacking(tiles: str, wanted: str) -> str:
    """The tiles that are wanted and not there, each as often as it lacks."""
    return "".join(sorted((Counter(wanted) - Counter(tiles)).elements()))
