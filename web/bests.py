"""The best result of each game that was ever played to its end at this table."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Best(NamedTuple):
    """A game's title, the most points that a seat ended with, who had them, and in which match."""

    title: str
    points: int
    names: tuple[str, ...]
    match: str


def bests(matches: Iterable[Mapping[str, Any]]) -> list[Best]:
    """The best of each game among closed matches, games in alphabetical order; the first one in a tie.

    `matches` as they are listed, the one opened last first; games whose points say nothing are left out.
    """
    found: dict[str, Best] = {}
    for match in reversed(list(matches)):
        if "problem" in match or not match["closed"]:
            continue
        points = max((seat.points for seat in match["seats"]), default=0)
        title = str(match["title"])
        if points > (found[title].points if title in found else 0):
            names = tuple(seat.name for seat in match["seats"] if seat.points == points)
            found[title] = Best(title, points, names, str(match["name"]))
    return [found[title] for title in sorted(found)]
