"""The word list as a graph of letters, for finding moves: equal endings are shared."""

from functools import lru_cache

from companion.games.word_club.squares import SIDE
from companion.lexicon import Lexicon

END = "."
Node = dict[str, "Node"]
_STOP: Node = {}


@lru_cache(maxsize=2)
def graph(lexicon: Lexicon) -> Node:
    """The words that fit on a board; `END` leads on where a word may stop. Takes a second or so to make."""
    return _graph(sorted(word for word in lexicon if len(word) <= SIDE))


def _graph(words: list[str]) -> Node:
    known: dict[tuple[tuple[str, int], ...], Node] = {}
    return _node(words, 0, len(words), 0, known)


def _node(
    words: list[str], low: int, high: int, depth: int, known: dict[tuple[tuple[str, int], ...], Node]
) -> Node:
    """The node of all words from `low` to `high`, which have their first `depth` letters in common."""
    node: Node = {}
    while low < high:
        if len(words[low]) == depth:
            node[END] = _STOP
            low += 1
            continue
        letter, start = words[low][depth], low
        while low < high and words[low][depth : depth + 1] == letter:
            low += 1
        node[letter] = _node(words, start, low, depth + 1, known)
    key = tuple((letter, id(child)) for letter, child in node.items())
    return known.setdefault(key, node)
