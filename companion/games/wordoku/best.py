"""The best arrangement of a hand that can be found in the time; it is never called the best possible."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.games.wordoku.hands import Hand
from companion.games.wordoku.score import Score, score
from companion.games.wordoku.sheet import House, Says, Sheet
from companion.grid import LETTERS, WILD, Cell, Grid, Tile
from companion.lexicon import Lexicon

if TYPE_CHECKING:
    from companion.games.wordoku.walks import Worths


@dataclass(frozen=True, slots=True)
class Best:
    """A grid found, with the letters of its wilds, and its score by the rules."""

    grid: Grid
    says: Says
    score: Score


def best_found(
    hand: Hand, lexicon: Lexicon, house: House, more: Callable[[], bool], seed: str = "best"
) -> Best:
    """The best grid found while `more()` is true, asked every 64 steps."""
    *_, best = bests(hand, lexicon, house, more, seed)
    return best


def bests(
    hand: Hand, lexicon: Lexicon, house: House, more: Callable[[], bool], seed: str = "best"
) -> Iterator[Best]:
    """Better and better grids, at least one; the search is imported only here."""
    from companion.games.wordoku.walks import Walkers

    free = searched(house)
    walkers, told, going = Walkers(hand, _worths(hand.side, lexicon, free), seed), -1, True
    while going:
        walkers.walk()
        going = more()
        if walkers.best_total > told:
            told = walkers.best_total
            yield _scored(hand, walkers.best_symbols, walkers.best_signs, told, lexicon, free)


def searched(house: House) -> House:
    """How words count in a search: where only claimed ones score, any listed one may be claimed (WK-6)."""
    return House("all", "best") if house.equal == "claimed" else house


@lru_cache(maxsize=2)
def _worths(side: int, lexicon: Lexicon, house: House) -> "Worths":
    from companion.games.wordoku.walks import Worths

    finding = Sheet(Grid(((None,),)), house, lexicon).finding
    words = [word for word in lexicon if len(word) <= side and finding.accepts(word)]
    return Worths.made(side, words, finding.by_place, set(filter(lexicon.is_rude, words)))


def _scored(
    hand: Hand, symbols: Sequence[int], signs: Sequence[int], total: int, lexicon: Lexicon, house: House
) -> Best:
    """The grid as the rules score it, which must be what the search reckoned."""
    side, wild = hand.side, len(LETTERS)
    tiles = [
        Tile(LETTERS[sign] if sign < wild else WILD, hand.letters[number][0])
        for number, sign in zip(symbols, signs, strict=True)
    ]
    grid = Grid(tuple(tuple(tiles[at : at + side]) for at in range(0, side * side, side)))
    wilds = tuple(
        (Cell(*divmod(at, side)), LETTERS[sign - wild]) for at, sign in enumerate(signs) if sign >= wild
    )
    says = Says(wilds, chosen=tuple(cell for cell, _ in wilds))
    scored = score(grid, lexicon, says, house)
    assert scored.total == total, f"search {total}, rules {scored.total}: {grid}"
    return Best(grid, says, scored)
