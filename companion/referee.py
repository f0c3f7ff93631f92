"""Rulings on words: one verdict for a play, and for each word why."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.grid import LETTERS
from companion.lexicon import Lexicon, as_word

SHORTEST, LONGEST = 2, 15
NOT_LISTED = "not in the list"
NOT_FAMILIAR = "in the full list only"
REFUSED_HERE = "refused by the house"
OTHER_LETTERS = "letters other than A to Z"
TOO_SHORT = "too short"
TOO_LONG = "too long"
SLUR = "a slur"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling on one word: `reason` is None when it is valid, `tier` None when it is not listed."""

    word: str
    valid: bool
    tier: int | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on a play: valid when every word is."""

    words: tuple[Ruled, ...]

    @property
    def valid(self) -> bool:
        return all(ruled.valid for ruled in self.words)


def rule(words: Iterable[str], lexicon: Lexicon, familiar_only: bool = False) -> Ruling:
    """The ruling on words as they were said or laid; letter case does not matter."""
    return Ruling(tuple(_ruled(as_word(word), lexicon, familiar_only) for word in words))


def _ruled(word: str, lexicon: Lexicon, familiar_only: bool) -> Ruled:
    reason = _reason(word, lexicon, familiar_only)
    return Ruled(word, reason is None, lexicon.tier(word), reason)


def _reason(word: str, lexicon: Lexicon, familiar_only: bool) -> str | None:
    """Why a word is not valid, the first reason that holds; None when it is valid."""
    if set(word) - set(LETTERS):
        return OTHER_LETTERS
    reasons = (
        (TOO_SHORT, len(word) < SHORTEST),
        (SLUR, lexicon.is_slur(word)),
        (REFUSED_HERE, lexicon.is_denied(word)),
        (TOO_LONG, len(word) > LONGEST and word not in lexicon),
        (NOT_LISTED, word not in lexicon),
        (NOT_FAMILIAR, familiar_only and not lexicon.is_familiar(word)),
    )
    return next((reason for reason, holds in reasons if holds), None)
