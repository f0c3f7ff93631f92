"""A tiebreaker that runs: the flipped letter, and the queue of those who may say a word (WS-7)."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.wordos.rules import LETTER_MS, TURN_MS
from companion.presses import Press

MATCH = "match"


class Answering(NamedTuple):
    """A press in a tiebreaker, and where the match's clock stood then, in milliseconds."""

    press: Press
    at_ms: int


@dataclass(frozen=True, slots=True)
class Tie:
    """A tiebreaker about a letter, a place or the match; `out` were wrong or silent on this letter.

    `flipped_ms` and `failed_ms` are where the match's clock stood at the flip and when the last one failed;
    `said` are words said before in this tie.
    """

    about: str
    seats: tuple[int, ...]
    letter: str
    flipped_ms: int
    presses: tuple[Answering, ...] = ()
    out: tuple[int, ...] = ()
    failed_ms: int = 0
    said: tuple[str, ...] = ()

    @property
    def queue(self) -> tuple[Answering, ...]:
        """Who may say a word, in the order of their presses; one press a seat."""
        ranked = sorted(self.presses, key=lambda each: (each.press.sure_ns, each.press.seat or 0))
        first: dict[int | None, Answering] = {}
        for each in ranked:
            first.setdefault(each.press.seat, each)
        return tuple(each for each in first.values() if each.press.seat not in self.out)

    @property
    def speaker(self) -> int | None:
        """The seat that is to say a word now."""
        return next((each.press.seat for each in self.queue), None)

    @property
    def runs_out_ms(self) -> int:
        """Where the match's clock stands when the speaker's turn is over, or when a new letter is due."""
        if self.queue:
            return max(self.queue[0].at_ms, self.failed_ms, self.flipped_ms) + TURN_MS
        if len(self.out) == len(self.seats):
            return self.failed_ms
        return max(self.flipped_ms + LETTER_MS, self.failed_ms)
