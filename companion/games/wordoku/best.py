"""The best arrangement of a hand that can be found in the time: annealing from many starts.

It never claims to be the best possible. Every start has its own square of symbols in which all lines balance.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp

from companion.games.wordoku.hands import Hand, draws, latin_square
from companion.games.wordoku.lines import found_in
from companion.games.wordoku.score import Score, score
from companion.games.wordoku.sheet import House, Says, Sheet
from companion.grid import WILD, Cell, Grid, Tile
from companion.lexicon import Lexicon

STEPS = 60_000
HOTTEST, COLDEST = 2.0, 0.35
WILD_LETTERS = "esatrinoldhcpmugybfkwvxzjq"
TO_UNIT = 2.0**-32


@dataclass(frozen=True, slots=True)
class Best:
    """A grid found, with the letters of its wilds, and its score by the rules."""

    grid: Grid
    says: Says
    score: Score


class Worths(dict[str, int]):
    """What a balanced line is worth, by its text (small letters are wilds); each is reckoned once."""

    def __init__(self, lexicon: Lexicon, house: House) -> None:
        self.finding = Sheet(Grid(((None,),)), house, lexicon).finding

    def __missing__(self, text: str) -> int:
        found = found_in(text, True, self.finding)
        self[text] = found.points if found else 0
        return self[text]


class Walk:
    """One start: the letters in their cells, row by row, changed in place; wilds are small letters."""

    def __init__(self, hand: Hand, worths: Worths, draw: Iterator[int]) -> None:
        self.side, self.worths, self.draw = hand.side, worths, draw
        square = latin_square(hand.side, draw)
        self.symbols = [number for row in square for number in row]
        self.cells = [[at for at, each in enumerate(self.symbols) if each == n] for n in range(hand.side)]
        self.signs, self.printed = [""] * hand.side**2, [""] * hand.side**2
        for cells, (_, letters) in zip(self.cells, hand.letters, strict=True):
            for at, letter in zip(sorted(cells, key=lambda _: next(draw)), letters, strict=True):
                self.signs[at] = self.printed[at] = letter

    def around(self, one: int, two: int) -> int:
        """What the lines through two cells are worth together, each line counted once."""
        side, signs, worths = self.side, self.signs, self.worths
        row, column, other_row, other_column = one // side, one % side, two // side, two % side
        total = worths["".join(signs[row * side : row * side + side])] + worths["".join(signs[column::side])]
        if other_row != row:
            total += worths["".join(signs[other_row * side : other_row * side + side])]
        if other_column != column:
            total += worths["".join(signs[other_column::side])]
        return total

    def total(self) -> int:
        side = self.side
        return sum(
            self.worths["".join(self.signs[at * side : at * side + side])]
            + self.worths["".join(self.signs[at::side])]
            for at in range(side)
        )

    def step(self, heat: float) -> int:
        """Try one change, keep it as annealing would; by how much the total has changed."""
        number = next(self.draw)
        cells = self.cells[number % self.side]
        one, two = cells[(number >> 5) % self.side], cells[(number >> 9) % self.side]
        signs, printed = self.signs, self.printed
        before = self.around(one, two)
        kept = signs[one], signs[two], printed[one], printed[two]
        if one == two or number >> 28 < 3:
            one = self._turn(cells, one, WILD_LETTERS[(number >> 13) % 26])
            if one < 0:
                return 0
        else:
            signs[one], signs[two], printed[one], printed[two] = kept[1], kept[0], kept[3], kept[2]
        gain = self.around(one, two) - before
        if gain >= 0 or next(self.draw) * TO_UNIT < exp(gain / heat):
            return gain
        signs[one], signs[two], printed[one], printed[two] = kept
        return 0

    def _turn(self, cells: list[int], at: int, letter: str) -> int:
        """Make a cell the wild of its symbol, or turn it back; -1 when another wild of it lies there."""
        if self.signs[at].islower():
            self.signs[at] = self.printed[at] if letter < "i" else letter
            return at
        if any(self.signs[cell].islower() for cell in cells):
            return -1
        self.signs[at] = letter
        return at


def best_found(
    hand: Hand, lexicon: Lexicon, house: House, more: Callable[[], bool], seed: str = "best"
) -> Best:
    """The best grid found while `more()` is true, asked every thousand steps; at least one start is begun."""
    draw, worths = draws(seed), Worths(lexicon, house)
    best_total, best_walk, best_signs = -1, Walk(hand, worths, draw), [""]
    going = True
    while going:
        walk = Walk(hand, worths, draw)
        total = walk.total()
        for number in range(STEPS):
            if number % 1000 == 0 and best_total >= 0 and not more():
                going = False
                break
            total += walk.step(HOTTEST * (COLDEST / HOTTEST) ** (number / STEPS))
            if total > best_total:
                best_total, best_walk, best_signs = total, walk, walk.signs.copy()
    return _scored(hand, best_walk.symbols, best_signs, best_total, lexicon, house)


def _scored(
    hand: Hand, symbols: list[int], signs: list[str], total: int, lexicon: Lexicon, house: House
) -> Best:
    """The grid as the rules score it, which must be what the search reckoned."""
    tiles = [
        Tile(WILD if sign.islower() else sign, hand.letters[number][0])
        for number, sign in zip(symbols, signs, strict=True)
    ]
    side = hand.side
    grid = Grid(tuple(tuple(tiles[at : at + side]) for at in range(0, side * side, side)))
    wilds = tuple((Cell(*divmod(at, side)), sign.upper()) for at, sign in enumerate(signs) if sign.islower())
    says = Says(wilds, chosen=tuple(cell for cell, _ in wilds))
    scored = score(grid, lexicon, says, house)
    assert scored.total == total, f"search {total}, rules {scored.total}: {grid}"
    return Best(grid, says, scored)
