"""Many arrangements of a hand that are changed side by side, as arrays: the search behind `best.py`.

Every walker has its own square of symbols in which all lines balance (WK-9), the hand's letters on it, and a
heat. A walker tries one small change a step: two tiles of a symbol change places, or a wild is made, moved,
relettered or turned back. Now and then two walkers trade their heats, so that what is good cools down and
what is stuck is warmed up; nothing has to be known of how much time there will be.

W is the number of walkers, n the side; cells count row by row from 0, lines are the rows and then the
columns. A sign is a letter's number (A = 0), plus 26 where a wild stands for it.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.games.wordoku.hands import UNKNOWN, Hand, draws, latin_square

Whole = NDArray[np.intp]
Chosen = NDArray[np.bool_]
Gain = NDArray[np.float64]
WALKERS, BATCH = 1024, 64
COLDEST, HOTTEST = 0.45, 1.6
SWAPS, TURNED_BACK = 0.7, 0.3
ALPHABET, UNSHOWN = 26, -64
COMMON = "eeeesssaaatttrrriinnoollldddhcmpuugbyfkwvxzjq"


@dataclass(frozen=True, slots=True)
class Worths:
    """What a balanced line is worth, by its code: the letters in base 26, then a bit for each wild.

    `patterns` (uint8, 26 ** n) names for each row of letters where its longest words begin; `points` (int8)
    is what such a line is worth with these cells wild. A line that would score a word which is not shown
    unasked is worth less than nothing, so that no good grid holds one.
    """

    side: int
    patterns: NDArray[np.uint8]
    points: NDArray[np.int8]

    @staticmethod
    def made(side: int, words: Iterable[str], by_place: bool, unshown: Collection[str] = ()) -> "Worths":
        """The worths by a list of upper case words; of equally long ones the first counts, or the best."""
        patterns, points = np.zeros((ALPHABET,) * side, np.uint8), [[0] * 2**side, [UNSHOWN] * 2**side]
        fitting = [word for word in words if 2 <= len(word) <= side]
        for length in range(2, side + 1):
            begins = _begins(side, length, fitting)
            patterns = np.where(begins > 0, begins + np.uint8(len(points) - 1), patterns)
            patterns[_begins(side, length, [word for word in fitting if word in unshown]) > 0] = 1
            places = range(side - length + 1)
            held = [[place for place in places if mask >> place & 1] for mask in range(1, 2 ** len(places))]
            points += [_points(side, length, starts[:1] if by_place else starts) for starts in held]
        return Worths(side, patterns.reshape(-1), np.array(points, np.int8))

    def of(self, codes: Whole) -> NDArray[np.int8]:
        wilds = codes & (2**self.side - 1)
        patterns = self.patterns.take(codes >> self.side).astype(np.intp)
        worths: NDArray[np.int8] = self.points.take((patterns << self.side) + wilds)
        return worths

    def parts(self) -> Whole:
        """What a sign adds to the code of its line: (n, 52), by its place in the line."""
        parts = np.empty((self.side, 2 * ALPHABET), np.intp)
        for place, sign in product(range(self.side), range(2 * ALPHABET)):
            letter, wild = sign % ALPHABET, sign // ALPHABET
            weight = ALPHABET ** (self.side - 1 - place)
            parts[place, sign] = (letter * weight << self.side) + (wild << place)
        return parts


def _begins(side: int, length: int, words: list[str]) -> NDArray[np.uint8]:
    """For each row of letters the places where a word of that length begins, a bit for each."""
    begins = np.zeros((ALPHABET,) * side, np.uint8)
    spelled = [[ord(letter) - ord("A") for letter in word] for word in words if len(word) == length]
    if spelled:
        known = np.zeros((ALPHABET,) * length, np.uint8)
        known[tuple(np.array(spelled).T)] = 1
        for place in range(side - length + 1):
            around = (1,) * place, known.shape, (1,) * (side - length - place)
            begins |= known.reshape(sum(around, ())) << place
    return begins


def _points(side: int, length: int, starts: list[int]) -> list[int]:
    """The most that a word of that length at one of these places is worth, by which cells are wild (WK-9)."""
    printed = [[cell for cell in range(side) if not wilds >> cell & 1] for wilds in range(2**side)]
    return [max(2 * sum(s <= cell < s + length for cell in cells) for s in starts) for cells in printed]


def _sign(letter: str) -> int:
    """A tile's sign as it is printed; one whose letter nobody knows is a wild for good."""
    return ALPHABET if letter == UNKNOWN else ord(letter) - ord("A")


class Walkers:
    """All walkers of one hand; `best_total`, `best_signs` and `best_symbols` are the best any was at.

    Flat arrays hold what belongs to a cell or line of a walker at cell * W + walker (a spot) and line * W +
    walker; a pair is (2, W) spots, of two cells of one symbol, which share no line.
    """

    def __init__(self, hand: Hand, worths: Worths, seed: str) -> None:
        draw, side = draws(seed), hand.side
        self.side, self.worths, self.parts = side, worths, worths.parts().reshape(-1)
        self.rng = np.random.default_rng([next(draw) for _ in range(4)])
        self.all = np.arange(WALKERS)
        self.symbols = np.array([latin_square(side, draw) for _ in range(WALKERS)]).reshape(WALKERS, -1)
        cells = np.argsort(self.symbols, axis=1, kind="stable").T
        self.spots = cells.reshape(-1) * WALKERS + np.tile(self.all, side * side)
        self.lines, self.places = self._tables()
        self.printed = np.empty(side * side * WALKERS, np.intp)
        for number, (_, letters) in enumerate(hand.letters):
            dealt = np.array([[_sign(letter)] * WALKERS for letter in letters])
            self.printed[self._group(number)] = self.rng.permuted(dealt, axis=0)
        self.signs = self.printed.copy()
        self.heats = np.geomspace(COLDEST, HOTTEST, WALKERS)
        self._reckon()
        self.best_total = -1
        self._note()

    def _tables(self) -> tuple[Whole, Whole]:
        """For each spot its row and its column as lines, and where its sign begins in `parts` for each."""
        cells = np.arange(self.side**2)
        rows, columns = cells // self.side, cells % self.side
        lines = np.stack([rows, columns + self.side])[:, :, None] * WALKERS + self.all
        places = np.stack([columns, rows]).repeat(WALKERS, axis=1) * (2 * ALPHABET)
        return lines.reshape(2, -1), places

    def _group(self, number: int | Whole) -> Whole:
        """The spots of all tiles of a symbol, (n, W); of one symbol or another for each walker."""
        first = np.arange(self.side)[:, None] + np.multiply(number, self.side)
        return self.spots.take(first * WALKERS + self.all)

    def walk(self) -> None:
        """A batch of steps of every walker, then trades of heats."""
        rng, side, size = self.rng, self.side, (BATCH, WALKERS)
        numbers, first = rng.integers(0, side, size), rng.integers(0, side, size)
        chosen = np.stack([first, (first + rng.integers(1, side, size)) % side], axis=1)
        pairs = self.spots.take((chosen + numbers[:, None] * side) * WALKERS + self.all)
        least, back = np.log1p(-rng.random(size)) * self.heats, rng.random(size) < TURNED_BACK
        wilds = np.array([ord(c) - ord("a") + ALPHABET for c in COMMON])[rng.integers(0, len(COMMON), size)]
        for at, swaps in enumerate(rng.random(BATCH) < SWAPS):
            if swaps:
                self._swap(pairs[at], least[at])
            else:
                self._turn(pairs[at], numbers[at], wilds[at], back[at], least[at])
            self._note()
        self._trade()

    def _swap(self, pair: Whole, least: Gain) -> None:
        """Two tiles of a symbol change places, wilds with their letters."""
        kept = self._change(pair, self.signs.take(pair[::-1]), least)
        changed = pair[:, kept]
        self.printed[changed] = self.printed.take(changed[::-1])

    def _turn(self, pair: Whole, numbers: Whole, wild: Whole, back: Chosen, least: Gain) -> None:
        """The first cell becomes the wild of its symbol, gets another letter or is turned back (WK-8).

        A wild in the second cell is turned back for it, unless it is one for good.
        """
        turned = (self.signs.take(self._group(numbers)) >= ALPHABET).any(axis=0)
        (sign, other), (below, other_below) = self.signs.take(pair), self.printed.take(pair)
        moves = (other >= ALPHABET) & (other_below < ALPHABET)
        may = (sign >= ALPHABET) | moves | ~turned
        new = np.where((sign >= ALPHABET) & back, below, np.where(may, wild, sign))
        self._change(pair, np.stack([new, np.where(moves, other_below, other)]), least)

    def _change(self, pair: Whole, new: Whole, least: Gain) -> Whole:
        """Put new signs on a pair where that gains at least so much; which walkers have done so."""
        lines, places = self.lines.take(pair, axis=1), self.places.take(pair, axis=1)
        codes = self.codes.take(lines) + self.parts.take(places + new)
        codes -= self.parts.take(places + self.signs.take(pair))
        worth = self.worths.of(codes)
        gain = (worth - self.worth.take(lines)).sum(axis=(0, 1), dtype=np.intp)
        kept = np.flatnonzero(gain >= least)
        self.signs[pair[:, kept]] = new[:, kept]
        changed = lines[:, :, kept]
        self.codes[changed], self.worth[changed] = codes[:, :, kept], worth[:, :, kept]
        self.totals[kept] += gain[kept]
        return kept

    def _trade(self) -> None:
        """Walkers in random pairs trade their heats, likelier when the colder one is worse off."""
        one, two = self.rng.permutation(self.all).reshape(2, -1)
        colder = 1 / self.heats[one] - 1 / self.heats[two]
        likely = colder * (self.totals[two] - self.totals[one])
        trades = np.log1p(-self.rng.random(len(one))) < likely
        one, two = one[trades], two[trades]
        self.heats[one], self.heats[two] = self.heats[two], self.heats[one]

    def _reckon(self) -> None:
        """Codes, worths and totals anew from the signs."""
        side = self.side
        square = self.signs.reshape(side, side, WALKERS)
        lines = np.concatenate([square, square.transpose(1, 0, 2)])
        codes = self.parts[lines + np.arange(side)[:, None] * (2 * ALPHABET)].sum(axis=1)
        worth = self.worths.of(codes)
        self.totals = worth.sum(axis=0, dtype=np.intp)
        self.codes, self.worth = codes.reshape(-1), worth.reshape(-1)

    def _note(self) -> None:
        """Keep the best there is now if it is better than all before."""
        at = int(self.totals.argmax())
        if self.totals[at] > self.best_total:
            self.best_total = int(self.totals[at])
            self.best_signs = self.signs[at::WALKERS].tolist()
            self.best_symbols = self.symbols[at].tolist()
