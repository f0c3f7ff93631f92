"""The piles of discards and who takes which top: computed from the shouts, never stored (WS-4 to WS-6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.wordos.contest import Shout, Win, serve
from companion.games.wordos.rules import UNSEEN

Piles = tuple[str, ...]


class Claim(NamedTuple):
    """A shout and the letter it was for."""

    shout: Shout
    letter: str


class Steal(NamedTuple):
    """A card that a seat takes: its letter and the seat whose pile it lies on."""

    seat: int
    letter: str
    pile: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows from all claims: who takes what, who is tied for a letter, whose card is gone.

    `piles` are those afterwards, `shown` the letters that were on top at some time, with the pile's seat.
    """

    steals: tuple[Steal, ...] = ()
    ties: tuple[tuple[str, tuple[int, ...]], ...] = ()
    missed: tuple[int, ...] = ()
    piles: Piles = ()
    shown: frozenset[tuple[str, int]] = frozenset()

    @property
    def takers(self) -> tuple[int, ...]:
        return tuple(steal.seat for steal in self.steals)

    @property
    def tied(self) -> tuple[int, ...]:
        return tuple(seat for _, seats in self.ties for seat in seats)


def tops_of(piles: Piles) -> dict[int, str]:
    """The letter on top of each pile that has one, by the seat it belongs to."""
    return {seat: pile[-1] for seat, pile in enumerate(piles, 1) if pile}


def outcome(piles: Piles, claims: tuple[Claim, ...], tie_ms: int, wins: tuple[Win, ...]) -> Outcome:
    """Who takes what: every letter by itself; what lies under a card is the top as soon as that is gone."""
    steals, ties, missed, shown = (
        list[Steal](),
        list[tuple[str, tuple[int, ...]]](),
        list[int](),
        _tops(piles),
    )
    waiting = list(claims)
    while True:
        taken, ties, missed = list[Steal](), [], []
        for letter in sorted({claim.letter for claim in waiting}):
            shouts = [claim.shout for claim in waiting if claim.letter == letter]
            cards = _cards(piles, letter)
            served = serve(letter, shouts, lambda seats, c=cards: _dealt(seats, c) is not None, tie_ms, wins)  # type: ignore[misc]
            dealt = _dealt(served.seats, cards) or {}
            taken += [Steal(seat, letter, dealt[seat]) for seat in served.seats]
            ties += [(letter, served.tied)] if served.tied else []
            missed += served.missed
        if not taken:
            return Outcome(tuple(steals), tuple(ties), tuple(missed), piles, frozenset(shown))
        steals += taken
        piles = without(piles, taken)
        shown |= _tops(piles)
        gone = {steal.seat for steal in taken}
        waiting = [claim for claim in waiting if claim.shout.seat not in gone]


def without(piles: Piles, steals: Iterable[Steal]) -> Piles:
    """The piles after the tops that were taken are gone."""
    counts: dict[int, int] = {}
    for steal in steals:
        counts[steal.pile] = counts.get(steal.pile, 0) + 1
    return tuple(pile[: len(pile) - counts.get(seat, 0)] for seat, pile in enumerate(piles, 1))


def _tops(piles: Piles) -> set[tuple[str, int]]:
    return {(letter, seat) for seat, letter in tops_of(piles).items() if letter != UNSEEN}


def _cards(piles: Piles, letter: str) -> tuple[int, ...]:
    """The seats on whose piles the letter can be taken now, once for each card of it that lies on top."""
    runs = ((seat, len(pile) - len(pile.rstrip(letter))) for seat, pile in enumerate(piles, 1))
    return tuple(seat for seat, count in runs for _ in range(count))


def _dealt(seats: Iterable[int], cards: tuple[int, ...]) -> Mapping[int, int] | None:
    """Which pile each seat takes from, never the own; None when there is not a card for all of them."""
    holder: dict[int, int] = {}

    def deal(seat: int, tried: set[int]) -> bool:
        for at, pile in enumerate(cards):
            if pile == seat or at in tried:
                continue
            tried.add(at)
            if at not in holder or deal(holder[at], tried):
                holder[at] = seat
                return True
        return False

    if not all(deal(seat, set()) for seat in seats):
        return None
    return {seat: cards[at] for at, seat in holder.items()}
