"""The word list as a frozen value: membership, tier, patterns, and a view with a table's own rulings.

Words are upper case A-Z everywhere. Nothing here folds case: `"cat" in lexicon` is False.
"""

import hashlib
import lzma
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType

from companion.errors import RuleError, UnreadableError
from wordlists import listfile, taboo

FAMILIAR = 60
ALLOWED_HERE = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """What all views of one list share; compared by identity, so answers can be cached on it."""

    tiers: Mapping[str, int]
    taboo: taboo.Taboo


@dataclass(frozen=True, slots=True)
class HouseWord:
    """A word that the house allows or refuses: who said so and why, for good (`standing`) or a match."""

    word: str
    allowed: bool
    who: str = ""
    why: str = ""
    standing: bool = True

    def __str__(self) -> str:
        verdict = "allowed" if self.allowed else "refused"
        by, why = f" by {self.who}" if self.who else "", f": {self.why}" if self.why else ""
        return f"{verdict}{by}{'' if self.standing else ' for this match'}{why}"


@dataclass(frozen=True, slots=True, repr=False)
class Lexicon:
    """A word list, and what the house rules otherwise in `overrides` (True allowed, False refused).

    `sha256` is the hash of the list's canonical text (wordlists/listfile.py) without the overrides. Lexicons
    with equal hash and equal overrides are equal. Made by `load`, `Lexicon.of` and `ruled`.
    """

    name: str = field(compare=False)
    version: str = field(compare=False)
    sha256: str
    overrides: Mapping[str, bool] = field(compare=False)
    _rulings: frozenset[tuple[str, bool]]
    _words: _Words = field(compare=False)

    @staticmethod
    def of(
        tiers: Mapping[str, int],
        *,
        slurs: Iterable[str] = (),
        rude: Iterable[str] = (),
        name: str = "custom",
        version: str = "1",
    ) -> "Lexicon":
        """A list of these upper case words and tiers, less the slurs; UnreadableError on other words."""
        barred = taboo.Taboo(frozenset(map(taboo.digest, slurs)), frozenset(map(taboo.digest, rude)))
        for word in tiers:
            _check_word(word)
        accepted = {word: tier for word, tier in tiers.items() if taboo.digest(word) not in barred.slurs}
        return read(listfile.to_text(name, version, accepted), barred)

    def __contains__(self, word: str) -> bool:
        """Whether the word counts here; it trusts upper case, so `cat` is simply not in."""
        ruling = self.overrides.get(word)
        return word in self._words.tiers if ruling is None else ruling

    def __len__(self) -> int:
        changed = sum(allowed - (word in self._words.tiers) for word, allowed in self.overrides.items())
        return len(self._words.tiers) + changed

    def __iter__(self) -> Iterator[str]:
        """The words, those of lower tiers first; allowed ones that the list lacks come last."""
        yield from (word for word in self._words.tiers if self.overrides.get(word, True))
        yield from (
            word for word, allowed in self.overrides.items() if allowed and word not in self._words.tiers
        )

    def __repr__(self) -> str:
        rulings = f", {len(self.overrides)} rulings" if self.overrides else ""
        return f"<Lexicon {self.name} {self.version}, {len(self)} words{rulings}>"

    def tier(self, word: str) -> int | None:
        """How rare the word is, 10 (known to all) to 80; 0 when the house allows it, None when not in."""
        match self.overrides.get(word):
            case None:
                return self._words.tiers.get(word)
            case allowed:
                return ALLOWED_HERE if allowed else None

    def is_familiar(self, word: str) -> bool:
        """Whether the word is in and its tier is FAMILIAR or below."""
        tier = self.tier(word)
        return tier is not None and tier <= FAMILIAR

    def is_slur(self, word: str) -> bool:
        """Whether the word demeans a group of people: then it is never in, and no ruling can allow it."""
        return taboo.digest(word) in self._words.taboo.slurs

    def is_rude(self, word: str) -> bool:
        """Whether the word may be laid but is never shown unasked."""
        return taboo.digest(word) in self._words.taboo.rude

    def is_denied(self, word: str) -> bool:
        """Whether the house refuses the word."""
        return self.overrides.get(word) is False

    def matches(self, pattern: str) -> tuple[str, ...]:
        """The words that fit a pattern like `C.T` (`.` is an open cell), alphabetical.

        Raises UnreadableError when the pattern holds anything but A-Z and `.`.
        """
        if not re.fullmatch("[A-Z.]+", pattern):
            raise UnreadableError(f"no pattern: {pattern[:20]!r}; write A to Z, and . for an open cell")
        listed = _fitting(self._words, pattern)
        ruled = [word for word in self.overrides if re.fullmatch(pattern, word)]
        return tuple(sorted(word for word in {*listed, *ruled} if word in self)) if ruled else listed

    def ruled(self, overrides: Mapping[str, bool]) -> "Lexicon":
        """A view with these rulings on top of its own: True allows a word, False refuses it; copies no list.

        Raises UnreadableError when a word is not two or more of A-Z, RuleError when a slur would be allowed.
        """
        for word, allowed in overrides.items():
            _check_word(word)
            if allowed and self.is_slur(word):
                raise RuleError(f"{word} demeans people and is refused at every table; take this ruling back")
        both = {**self.overrides, **overrides}
        view, rulings = MappingProxyType(both), frozenset(both.items())
        return Lexicon(self.name, self.version, self.sha256, view, rulings, self._words)


_NOTHING: Mapping[str, bool] = MappingProxyType({})


@cache
def load() -> Lexicon:
    """The list that belongs to this version of the product, read once; UnreadableError when it is damaged."""
    try:
        return read(listfile.committed(), taboo.committed())
    except (OSError, lzma.LZMAError, ValueError, KeyError) as error:
        raise UnreadableError(f"the word list cannot be read ({error}): install the product again") from error


def as_word(said: str) -> str:
    """A word as lists hold it; only a to z is raised, so that no other sign turns into letters (ß, ﬁ)."""
    return "".join(sign.upper() if sign.isascii() else sign for sign in said.strip())


def read(text: str, barred: taboo.Taboo) -> Lexicon:
    """The list with this canonical text, which holds no slur; ValueError when it is in another form."""
    sha256 = hashlib.sha256(text.encode("ascii")).hexdigest()
    name, version, sections = listfile.from_text(text)
    tiers = {word: tier for tier, words in sections for word in words}
    return Lexicon(name, version, sha256, _NOTHING, frozenset(), _Words(tiers, barred))


@lru_cache(maxsize=512)
def _fitting(words: _Words, pattern: str) -> tuple[str, ...]:
    """Words of the list that fit; each is the list's own string, so a kept answer costs little memory."""
    of_length, lines = _of_length(words, len(pattern))
    stride = len(pattern) + 1
    # no letter class is needed: `.` stops at the line's end, and every line is as long as the pattern
    found = re.finditer(f"{pattern}\n", lines)
    return tuple(of_length[match.start() // stride] for match in found)


@lru_cache(maxsize=64)
def _of_length(words: _Words, length: int) -> tuple[tuple[str, ...], str]:
    of_length = tuple(sorted(word for word in words.tiers if len(word) == length))
    return of_length, "".join(f"{word}\n" for word in of_length)


def _check_word(word: str) -> None:
    if not re.fullmatch("[A-Z]{2,}", word):
        raise UnreadableError(
            f"no word for the list: {word[:20]!r}; write two or more of A to Z in upper case"
        )
