"""The letters of the wilds: the exact joint optimum over all rows and columns (WK-7).

Each wild stands in one row and one column, so a choice of letters is worth the sum over lines: first the
points, then the number of words in balanced lines, then the alphabet. Lines with one or two open wilds are
tables, and tables are summed exactly by eliminating one wild after the other. Only a line with three or more
is bounded instead, and the search over its letters gives up a branch that cannot reach what is known.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from operator import add

from companion.games.wordoku.lines import OPEN, Finding, Found, found_in, stretches, worth
from companion.grid import EMPTY, LETTERS, Cell

MOST_LINES = 16
SMALL = LETTERS.lower()
Single = tuple[int, ...]
Pair = tuple[Single, ...]
Key = tuple[str, bool, Found | None]


@dataclass(frozen=True, slots=True)
class Slot:
    """A line with open wilds: its text, whether its word counts double, the open wilds in order, and the word
    claimed for it, which stands whatever they are."""

    text: str
    doubled: bool
    wilds: tuple[Cell, ...]
    claim: Found | None = None

    @property
    def key(self) -> "Key":
        return self.text, self.doubled, self.claim

    def settled(self, letter: str) -> "Slot":
        """The line after its first open wild has become a letter."""
        return Slot(self.text.replace(OPEN, letter, 1), self.doubled, self.wilds[1:], self.claim)


@dataclass(frozen=True, slots=True)
class Values:
    """What lines are worth, each text computed once.

    A worth is one number, points * MOST_LINES + words in balanced lines, so that sums compare as WK-7 wants.
    """

    finding: Finding
    exact: dict[Key, int] = field(default_factory=dict)
    singles: dict[Key, Single] = field(default_factory=dict)
    pairs: dict[Key, Pair] = field(default_factory=dict)
    bounds: dict[Key, int] = field(default_factory=dict)
    made: dict[str, Collection[int]] = field(default_factory=dict)

    def of(self, slot: Slot) -> int:
        """What a line without open wilds is worth."""
        key = slot.key
        if key not in self.exact:
            found = found_in(slot.text, slot.doubled, self.finding, slot.claim)
            self.exact[key] = found.points * MOST_LINES + slot.doubled if found else 0
        return self.exact[key]

    def single(self, slot: Slot) -> Single:
        """What a line with one open wild is worth for each letter A to Z."""
        key = slot.key
        if key not in self.singles:
            claim = slot.claim
            best = [(len(claim.word), claim.points) if claim else (0, 0)] * len(LETTERS)
            for _, part in stretches(slot.text):
                if claim and len(part) <= len(claim.word):
                    break
                points = worth(part, slot.doubled)
                for at in self.making(part.upper()):
                    length, known = best[at]
                    better = length == len(part) and points > known and not self.finding.by_place
                    if length < len(part) or better:
                        best[at] = len(part), points
            self.singles[key] = tuple(
                points * MOST_LINES + slot.doubled if length else 0 for length, points in best
            )
        return self.singles[key]

    def making(self, part: str) -> Collection[int]:
        """The letters (0 = A) that make a stretch with one open wild a word; all or none if none is open."""
        if part not in self.made:
            if OPEN in part:
                words = enumerate(part.replace(OPEN, letter) for letter in LETTERS)
                self.made[part] = tuple(at for at, word in words if self.finding.accepts(word))
            else:
                self.made[part] = range(len(LETTERS)) if self.finding.accepts(part) else ()
        return self.made[part]

    def pair(self, slot: Slot) -> Pair:
        """What a line with two open wilds is worth: a row for each letter of the first."""
        key = slot.key
        if key not in self.pairs:
            self.pairs[key] = tuple(self.single(slot.settled(letter)) for letter in SMALL)
        return self.pairs[key]

    def at_most(self, slot: Slot) -> int:
        """The most that a line with three or more open wilds can be worth."""
        key = slot.key
        if key not in self.bounds:
            self.bounds[key] = self._most_points(slot) * MOST_LINES + slot.doubled
        return self.bounds[key]

    def _most_points(self, slot: Slot) -> int:
        whole = max(worth(slot.text, slot.doubled), slot.claim.points if slot.claim else 0)
        if sum("A" <= letter <= "Z" for letter in slot.text) < 2:
            return whole
        parts = sorted((-worth(part, slot.doubled), part) for _, part in stretches(slot.text))
        fits = (
            -points for points, part in parts if any(self.finding.matching(part.replace(OPEN, EMPTY).upper()))
        )
        return max(next(fits, 0), slot.claim.points if slot.claim else 0)


def best_letters(slots: list[Slot], wilds: tuple[Cell, ...], finding: Finding) -> dict[Cell, str]:
    """The letter of every open wild, for the highest total; ties as WK-7 settles them.

    `wilds` are in reading order; `slots` are the lines that hold any of them.
    """
    lines, values = tuple(slots), Values(finding)
    letters = next(_reaching(lines, wilds, values, _peak(lines, wilds, values, floor=-1)))
    return dict(zip(wilds, letters, strict=True))


def _peak(slots: tuple[Slot, ...], wilds: tuple[Cell, ...], values: Values, floor: int) -> int:
    """The highest worth above `floor` that any choice of letters reaches, or `floor`."""
    if all(len(slot.wilds) <= 2 for slot in slots):
        return max(floor, _bound(slots, values))
    bounded = [(_bound(branch, values), branch) for branch in _branches(slots, wilds[0])]
    for bound, branch in sorted(bounded, key=lambda pair: -pair[0]):
        if bound <= floor:
            break
        floor = _peak(branch, wilds[1:], values, floor)
    return floor


def _reaching(slots: tuple[Slot, ...], wilds: tuple[Cell, ...], values: Values, peak: int) -> Iterator[str]:
    """Every choice of letters worth `peak`, in the order of the alphabet."""
    if not wilds:
        yield ""
        return
    for letter, branch in zip(LETTERS, _branches(slots, wilds[0]), strict=True):
        if _bound(branch, values) >= peak:
            yield from (letter + rest for rest in _reaching(branch, wilds[1:], values, peak))


def _branches(slots: tuple[Slot, ...], wild: Cell) -> Iterator[tuple[Slot, ...]]:
    """The lines after one wild has become A, B, ... Z; it is the first open one of each of its lines."""
    for letter in SMALL:
        yield tuple(slot.settled(letter) if slot.wilds[:1] == (wild,) else slot for slot in slots)


def _bound(slots: tuple[Slot, ...], values: Values) -> int:
    """The most these lines can be worth together; exact when none holds three open wilds or more."""
    total, singles, pairs = 0, dict[Cell, Single](), dict[tuple[Cell, Cell], Pair]()
    for slot in slots:
        match slot.wilds:
            case ():
                total += values.of(slot)
            case (wild,):
                singles[wild] = _sum(singles.get(wild), values.single(slot))
            case (one, two):
                pairs[one, two] = values.pair(slot)
            case _:
                total += values.at_most(slot)
    for wild in sorted(
        {cell for slot in slots for cell in slot.wilds}, key=lambda cell: _degree(cell, pairs)
    ):
        total += _eliminate(wild, singles, pairs)
    return total


def _degree(wild: Cell, pairs: dict[tuple[Cell, Cell], Pair]) -> int:
    return sum(wild in ends for ends in pairs)


def _eliminate(wild: Cell, singles: dict[Cell, Single], pairs: dict[tuple[Cell, Cell], Pair]) -> int:
    """Take one wild out at its best, for each letter of those it shares a line with; the worth settled."""
    mine = singles.pop(wild, (0,) * len(LETTERS))
    tables = [
        (two, table) if one == wild else (one, tuple(zip(*table, strict=True)))
        for (one, two), table in pairs.items()
        if wild in (one, two)
    ]
    for ends in [ends for ends in pairs if wild in ends]:
        del pairs[ends]
    match tables:
        case []:
            return max(mine)
        case [(near, table)]:
            columns = zip(*table, strict=True)
            singles[near] = _sum(singles.get(near), tuple(max(map(add, mine, column)) for column in columns))
        case [(left, one), (right, two), *_]:
            joined = _joined(mine, one, two)
            ends, known = (left, right), pairs.pop((right, left), None)
            pairs[ends] = _sum_pairs(pairs.get(ends) or (known and tuple(zip(*known, strict=True))), joined)
    return 0


def _joined(mine: Single, one: Pair, two: Pair) -> Pair:
    """For each two letters of the neighbours, the best letter between them."""
    columns = list(zip(*two, strict=True))
    return tuple(
        tuple(max(map(add, with_left, column)) for column in columns)
        for with_left in (tuple(map(add, mine, left)) for left in zip(*one, strict=True))
    )


def _sum(one: Single | None, two: Single) -> Single:
    return tuple(map(add, one, two)) if one else two


def _sum_pairs(one: Pair | None, two: Pair) -> Pair:
    return tuple(map(_sum, one, two)) if one else two
