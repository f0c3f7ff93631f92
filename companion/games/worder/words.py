"""Whether a word serves a run under the restriction, and whether there is any (WR-3, WR-4, WR-7)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from companion.games.worder.rules import CANNOT, MUST
from companion.grid import LETTERS
from companion.lexicon import Lexicon


class Restriction(NamedTuple):
    """The letter turned up, and whether all words `must` or `cannot` use it."""

    letter: str
    method: str

    def __str__(self) -> str:
        return f"{'all' if self.method == MUST else 'no'} words use {self.letter}"


def holds(word: str, run: str) -> bool:
    """Whether the run's letters stand in the word in this order; others may lie between (WR-3)."""
    rest = iter(word)
    return all(letter in rest for letter in run)


def misfit(word: str, run: str, restriction: Restriction) -> tuple[str, str] | None:
    """Why a word does not serve a run, with the rule's number; None when it does. The list is not asked."""
    letter, method = restriction
    if set(word) - set(LETTERS) or len(word) < 2:
        return f"{word[:20]!r} is no word of two or more letters A to Z", "WR-4"
    if not holds(word, run):
        return f"{word} does not hold {', '.join(run)} in this order", "WR-3"
    if method == MUST and letter not in word:
        return f"{word} has no {letter}, which every word must use", "WR-4"
    if method == CANNOT and letter in word:
        return f"{word} has the {letter}, which no word may use", "WR-4"
    return None


def asked_for(run: str, restriction: Restriction) -> str:
    """What a run needs, as the table says it: `T, L -> a word with both in this order and an S in it`."""
    letter, method = restriction
    many = {1: f"{_an(run)} in it", 2: "both in this order"}.get(len(run), "all in this order")
    ending = f"and {_an(letter)} in it" if method == MUST else f"and no {letter} in it"
    return f"{', '.join(run)} → a word with {many} {ending}"


def _an(letter: str) -> str:
    return f"{'an' if letter in 'AEFHILMNORSX' else 'a'} {letter}"


def made_ready(lexicon: Lexicon, deck: Iterable[str]) -> None:
    """Prepare a list for questions about runs of a deck's letters, which takes a moment once."""
    _index(lexicon, "".join(sorted(deck)))


def any_word(
    lexicon: Lexicon, run: str, restriction: Restriction, deck: Iterable[str], used: Iterable[str] = ()
) -> bool:
    """Whether the list holds a word for a run that was not said yet."""
    letters = "".join(sorted(deck))
    index = _index(lexicon, letters)
    said = Counter(_thinned(word, letters) for word in set(used) if word in lexicon)
    fitting = _pattern(run, restriction).finditer(index.text, index.start(_shortest(run, restriction)))
    return any(index.counts[found[0]] > said[found[0]] for found in fitting)


def _shortest(run: str, restriction: Restriction) -> int:
    """How many letters of the deck a word for the run holds at least."""
    return len(run) + (restriction.method == MUST and restriction.letter not in run)


def _pattern(run: str, restriction: Restriction) -> re.Pattern[str]:
    letter, method = restriction
    ahead = f"(?=.*{letter})" if method == MUST else f"(?!.*{letter})"
    return re.compile(f"(?m)^{ahead}.*{'.*'.join(run)}.*$")


class Index(NamedTuple):
    """What words of a list leave when all letters but the deck's go: every different row of letters.

    `text` holds one a line, the shortest first; `starts` is where those of each length begin, and `counts`
    how many words leave the same one.
    """

    text: str
    starts: tuple[int, ...]
    counts: Mapping[str, int]

    def start(self, length: int) -> int:
        """Where the rows of so many letters and more begin."""
        return self.starts[length] if length < len(self.starts) else len(self.text)


@lru_cache(maxsize=4)
def _index(lexicon: Lexicon, deck: str) -> Index:
    """A question then needs one search of half a million signs instead of a walk through the whole list."""
    counts = Counter(_thinned("\n".join(lexicon), deck).split("\n"))
    rows = sorted(counts, key=len)
    sizes = Counter(map(len, rows))
    spans = [sizes[length] * (length + 1) for length in range(max(sizes))]
    return Index("\n".join(rows), tuple(accumulate(spans, initial=0)), counts)


def _thinned(text: str, deck: str) -> str:
    return text.encode("ascii").translate(None, "".join(set(LETTERS) - set(deck)).encode()).decode()
