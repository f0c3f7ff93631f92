"""One GO: who plays it, the presses in it and what was named after them; who takes what is computed."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.games.wordos.contest import Shout, Win
from companion.games.wordos.piles import Claim, Outcome, Piles, outcome
from companion.games.wordos.rules import LOCK_MS
from companion.presses import NS_PER_MS, Press


class Naming(NamedTuple):
    """A letter that a seat named; it stands for the presses after the one moment up to the other."""

    seat: int
    letter: str
    after_ns: int
    until_ns: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A GO; `seats` play it, `discarded` are those whose letter is known.

    `lain` says that all discards lie, at `lain_ns` where a key said it; the first `unarmed` presses came
    before that was known. The last naming of a seat counts, the earlier ones missed their card.
    """

    number: int
    seats: tuple[int, ...]
    discarded: tuple[int, ...] = ()
    lain: bool = False
    lain_ns: int | None = None
    unarmed: int = 0
    presses: tuple[Press, ...] = ()
    namings: tuple[Naming, ...] = ()
    drew: tuple[int, ...] = ()

    def is_early(self, at: int) -> bool:
        """Whether a press came before all discards lay, by the key's own time where there is one (WS-8)."""
        if self.lain and self.lain_ns is not None:
            return self.presses[at].sure_ns < self.lain_ns
        return at < self.unarmed or not self.lain

    @property
    def early(self) -> tuple[Press, ...]:
        return tuple(press for at, press in enumerate(self.presses) if self.is_early(at))

    def naming(self, seat: int) -> Naming | None:
        return next((naming for naming in reversed(self.namings) if naming.seat == seat), None)

    def shout(self, seat: int, after_ns: int, until_ns: int | None, locked: bool) -> Press | None:
        """The earliest press of a seat after one moment and up to another, whatever order they came in."""
        heard = (
            press
            for press in counting(self, locked)
            if press.seat == seat and after_ns < press.at_ns and (until_ns is None or press.at_ns <= until_ns)
        )
        return min(heard, key=lambda press: (press.sure_ns, press.give_ns, press.door), default=None)

    def open_shouts(self, locked: bool) -> tuple[Press, ...]:
        """Shouts of which nobody has named the letter yet, the earliest first."""
        found = list[Press]()
        for seat in self.seats:
            naming = self.naming(seat)
            press = self.shout(seat, naming.until_ns if naming else -1, None, locked)
            found += [press] if press and seat not in self.drew else []
        return tuple(sorted(found, key=lambda press: (press.sure_ns, press.seat or 0)))

    def claims(self, locked: bool) -> tuple[Claim, ...]:
        """The claims that count, in the order in which they were named."""
        last = [naming for naming in self.namings if naming == self.naming(naming.seat)]
        return tuple(
            Claim(
                Shout(each.seat, self.shout(each.seat, each.after_ns, each.until_ns, locked)),
                each.letter,
            )
            for each in last
            if each.seat not in self.drew
        )


@lru_cache(maxsize=256)
def counting(turn: Turn, locked: bool) -> tuple[Press, ...]:
    """The presses that count; with the lock none that follows an early one of its seat too soon (WS-8)."""
    early = turn.early
    return tuple(
        press
        for at, press in enumerate(turn.presses)
        if not turn.is_early(at) and not (locked and _barred(press, early))
    )


def _barred(press: Press, early: tuple[Press, ...]) -> bool:
    since_ns = [press.sure_ns - each.sure_ns for each in early if each.seat == press.seat]
    return any(0 <= ns <= LOCK_MS * NS_PER_MS for ns in since_ns)


@lru_cache(maxsize=256)
def unnamed(turn: Turn, locked: bool) -> tuple[Press, ...]:
    """The shouts of a GO of which the letter is still to be named."""
    return turn.open_shouts(locked)


@lru_cache(maxsize=256)
def turn_outcome(turn: Turn, piles: Piles, tie_ms: int, locked: bool, wins: tuple[Win, ...]) -> Outcome:
    """What a GO comes to; kept, since every question about a round asks for it."""
    return outcome(piles, turn.claims(locked), tie_ms, wins)
