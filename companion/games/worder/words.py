"""Whether a word serves a run under the restriction, and whether there is any (WR-3, WR-4, WR-7)."""

import re
from collections.abc import Iterable
from functools import lru_cache
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


def any_word(
    lexicon: Lexicon, run: str, restriction: Restriction, deck: str, used: Iterable[str] = ()
) -> bool:
    """Whether the list holds a word for a run that was not said yet."""
    letter, method = restriction
    said = {_thinned(word, deck) for word in used}
    fitting = re.finditer(_pattern(run, letter, method), _index(lexicon, deck))
    if any(found[0].strip() not in said for found in fitting):
        return True
    taken = set(used)
    return bool(taken) and any(
        misfit(word, run, restriction) is None for word in lexicon if word not in taken
    )


def _pattern(run: str, letter: str, method: str) -> str:
    ahead = f"(?=.*{letter})" if method == MUST else f"(?!.*{letter})"
    return f"(?m)^{ahead}.*{'.*'.join(run)}.*$"


@lru_cache(maxsize=4)
def _index(lexicon: Lexicon, deck: str) -> str:
    """Every different row of the deck's letters that words of the list leave when all others go, a line each.

    A question then needs one search of half a million signs instead of a walk through the whole list.
    """
    return "\n".join(set(_thinned("\n".join(lexicon), deck).split("\n")))


def _thinned(text: str, deck: str) -> str:
    return text.encode("ascii").translate(None, "".join(set(LETTERS) - set(deck)).encode()).decode()
