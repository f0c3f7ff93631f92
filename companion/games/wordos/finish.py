"""Who is done in which order, and what became of their answers: computed from presses and votes (WS-9)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from companion.games.wordos.contest import PLACE, Served, Shout, Win, serve
from companion.presses import Press


class Finish(NamedTuple):
    """A DONE press, and the number of the GO after which it came."""

    go: int
    press: Press

    @property
    def seat(self) -> int:
        return self.press.seat or 0


class Vote(NamedTuple):
    """What a seat says of the answer of another."""

    seat: int
    of: int
    yes: bool


@lru_cache(maxsize=256)
def finishing(
    finishes: tuple[Finish, ...], places: int, tie_ms: int, wins: tuple[Win, ...], go: int
) -> Served:
    """Who has one of so many places, in order; of earlier GOs nothing is undecided any more.

    Kept, since every question about a round asks for it.
    """
    earlier = list(dict.fromkeys(each.seat for each in sorted(finishes, key=_order) if each.go < go))
    pressed = [each for each in sorted(finishes, key=_order) if each.go == go and each.seat not in earlier]
    firsts = {each.seat: each for each in reversed(pressed)}
    shouts = [Shout(each.seat, each.press) for each in sorted(firsts.values(), key=_order)]
    left = max(0, places - len(earlier))
    served = serve(PLACE, shouts, lambda seats: len(seats) <= left, tie_ms, wins)
    return served if not earlier else Served((*earlier, *served.seats), served.tied, served.missed)


def _order(each: Finish) -> tuple[int, int, int, int]:
    return each.go, each.press.sure_ns, each.press.give_ns, each.seat


def verdict(of: int, rulings: Iterable[tuple[int, bool]], votes: Iterable[Vote], voters: int) -> bool | None:
    """Whether an answer is sufficient; None while it is open.

    What the table said last holds; else more than half of the others decide, and when all have voted
    evenly the answer stands (ours).
    """
    ruled = [yes for seat, yes in rulings if seat == of]
    if ruled:
        return ruled[-1]
    said = {vote.seat: vote.yes for vote in votes if vote.of == of}
    for_it, against = sum(said.values()), len(said) - sum(said.values())
    if 2 * max(for_it, against) > voters:
        return for_it > against
    return True if len(said) == voters else None
