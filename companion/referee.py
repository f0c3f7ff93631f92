"""Rulings on words: one verdict for a play, and for each word why; what it means only when that is asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from lzma import LZMAError
from types import MappingProxyType

from companion.errors import UnreadableError
from companion.grid import LETTERS
from companion.lexicon import HouseWord, Lexicon, as_word
from wordlists import glossfile

SHORTEST, LONGEST = 2, 15
MOST_WORDS = 8
NOT_LISTED = "not in the list"
NOT_FAMILIAR = "in the full list only"
REFUSED_HERE = "refused by the house"
OTHER_LETTERS = "letters other than A to Z"
TOO_SHORT = "too short"
TOO_LONG = "too long"
SLUR = "a slur"
LIKE_A_NAME = "looks like a name"
NO_GLOSS = "accepted, no definition on file"
KINDS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}
MOST_GLOSSES, MOST_NEAR = 3, 12
NO_HOUSE: Mapping[str, HouseWord] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling on one word: `reason` is None when it is valid, `tier` None when it is not listed.

    `house` is what the house has said of it; `flag` tells what is odd about it and changes no verdict.
    """

    word: str
    valid: bool
    tier: int | None
    reason: str | None
    house: HouseWord | None = None
    flag: str | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on a play: valid when every word is."""

    words: tuple[Ruled, ...]

    @property
    def valid(self) -> bool:
        return all(ruled.valid for ruled in self.words)

    @property
    def verdict(self) -> str:
        return "valid" if self.valid else "not valid"

    @property
    def may_be_shown(self) -> bool:
        """Whether its words may stand on a screen: a slur is refused and never repeated."""
        return all(ruled.reason != SLUR for ruled in self.words)


def rule(
    words: Iterable[str],
    lexicon: Lexicon,
    familiar_only: bool = False,
    house: Mapping[str, HouseWord] = NO_HOUSE,
) -> Ruling:
    """The ruling on words as they were said or laid; letter case does not matter.

    `lexicon` holds the rulings of the house already, `house` tells who made them and why. It trusts that
    there are not too many words (`check_count`).
    """
    return Ruling(tuple(_ruled(as_word(word), lexicon, familiar_only, house) for word in words))


def check_count(words: list[str]) -> list[str]:
    """The words themselves if a play can have made them; UnreadableError for none or too many."""
    if not words:
        raise UnreadableError("no word was given: write the words of the play, with spaces between")
    if len(words) > MOST_WORDS:
        raise UnreadableError(
            f"{len(words)} words are too many for one play: judge at most {MOST_WORDS} together"
        )
    return words


def _ruled(word: str, lexicon: Lexicon, familiar_only: bool, house: Mapping[str, HouseWord]) -> Ruled:
    reason = _reason(word, lexicon, familiar_only)
    flag = LIKE_A_NAME if word in glossfile.names() else None
    return Ruled(word, reason is None, lexicon.tier(word), reason, house.get(word), flag)


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


def gloss(ruled: Ruled) -> str | None:
    """What a word means, in a sentence; of an accepted word without one that there is none on file.

    None for a word that is not listed. Raises UnreadableError when the glosses are damaged.
    """
    told = "; ".join(_glosses(ruled.word)) if ruled.reason in (None, REFUSED_HERE, NOT_FAMILIAR) else ""
    return told or (NO_GLOSS if ruled.valid else None)


def _glosses(word: str) -> list[str]:
    try:
        entry = glossfile.entry(word)
        if entry.glosses:
            return [_said(each) for each in entry.glosses]
        of = [(lemma, glossfile.entry(lemma).glosses) for lemma in entry.lemmas]
    except (OSError, ValueError, LZMAError) as error:
        raise UnreadableError(f"the glosses cannot be read ({error}): install the product again") from error
    share = max(1, MOST_GLOSSES // max(1, len(of)))
    return [f"form of {lemma}: {_said(each)}" for lemma, glosses in of for each in glosses[:share]]


def _said(gloss: str) -> str:
    kind, _, text = gloss.partition(" ")
    return f"{KINDS[kind]}, {text}"


def near(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Listed words that are one letter off: another, one more, one less; the best known first.

    At most a dozen, and no rude ones, which are never shown unasked. It trusts an upper case word.
    """
    if not word or len(word) > LONGEST or set(word) - set(LETTERS):
        return ()
    cuts = range(len(word) + 1)
    patterns = {f"{word[:at]}.{word[at:]}" for at in cuts} | {
        f"{word[:at]}.{word[at + 1 :]}" for at in cuts[:-1]
    }
    less = {word[:at] + word[at + 1 :] for at in cuts[:-1]}
    found = {other for pattern in patterns for other in lexicon.matches(pattern)}
    found |= {other for other in less if other in lexicon}
    decent = [other for other in found - {word} if not lexicon.is_rude(other)]
    return tuple(sorted(decent, key=lambda other: (lexicon.tier(other), other))[:MOST_NEAR])
