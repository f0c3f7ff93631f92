"""The score of one grid with the reason for every point (WK-4 to WK-10)."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product

from companion.errors import RuleError
from companion.games.wordoku.lines import (
    OPEN,
    Finding,
    Found,
    Line,
    check_grid,
    found_in,
    imbalance,
    line_named,
    lines_of,
    text_of,
    words_in,
    worth,
)
from companion.games.wordoku.rules import BY_SIDE, counted
from companion.games.wordoku.wilds import Slot, best_letters
from companion.grid import FILLER, LETTERS, WILD, Cell, Grid, Tile
from companion.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Says:
    """What a player has said of the own grid: letters of wilds, and words claimed for lines, in order."""

    wilds: tuple[tuple[Cell, str], ...] = ()
    claims: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """How words are found in this match: `find` familiar or all, `equal` best, leftmost or claimed (WK-6)."""

    find: str = "familiar"
    equal: str = "best"


@dataclass(frozen=True, slots=True)
class LineScore:
    """One line's part of the score; `others` are words of the full list as long or longer, with points."""

    line: Line
    text: str
    found: Found | None
    unbalanced: str
    claimed: bool
    others: tuple[tuple[str, int], ...]

    @property
    def points(self) -> int:
        return self.found.points if self.found else 0

    @property
    def balanced(self) -> bool:
        return not self.unbalanced

    @property
    def wilds_in_word(self) -> str:
        """The letters that wilds stand for in the scored word, in order."""
        if not self.found:
            return ""
        part = self.text[self.found.start : self.found.start + len(self.found.word)]
        return "".join(letter for letter in part if letter.islower()).upper()


@dataclass(frozen=True, slots=True)
class Score:
    """A scored grid: total, every line, the wilds' letters, what to ask, and claims that no longer stand."""

    grid: Grid
    lines: tuple[LineScore, ...]
    wilds: tuple[tuple[Cell, str], ...]
    questions: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A grid of which every symbol side up is settled, with the letters and claims fixed so far."""

    grid: Grid
    house: House
    lexicon: Lexicon
    letters: dict[Cell, str] = field(default_factory=dict)
    claims: dict[str, Found] = field(default_factory=dict)

    @property
    def finding(self) -> Finding:
        accepts = self._accepts
        return Finding(
            accepts,
            lambda pattern: filter(accepts, self.lexicon.matches(pattern)),
            by_place=self.house.equal == "leftmost",
        )

    @property
    def _accepts(self) -> Callable[[str], bool]:
        if self.house.equal == "claimed":
            return lambda word: False
        return self.lexicon.is_familiar if self.house.find == "familiar" else self.lexicon.__contains__

    def text(self, line: Line, letters: dict[Cell, str]) -> str:
        return text_of(self.grid, line, letters)

    def lettered(self) -> dict[Cell, str]:
        """Every wild with its letter: what is fixed, and the best choice for the rest."""
        spare = tuple(cell for cell, tile in self.grid if _is_wild(tile) and cell not in self.letters)
        slots = [
            Slot(text, not imbalance(self.grid, line), held)
            for line in lines_of(self.grid.height)
            if line.name not in self.claims and (held := tuple(cell for cell in line.cells if cell in spare))
            for text in [self.text(line, self.letters)]
        ]
        return self.letters | best_letters(slots, spare, self.finding)


def _is_wild(tile: Tile | None) -> bool:
    return tile is not None and tile.face == WILD


def score(grid: Grid, lexicon: Lexicon, says: Says | None = None, house: House | None = None) -> Score:
    """The score of a grid as it lies; of doubtful symbol sides the lowest total counts (WK-8).

    What a player said that no longer fits (after a correction) is left out and named in `lapsed`; what was
    said of a doubtful symbol side settles it. Raises UnreadableError when the grid cannot be scored at all.
    """
    check_grid(grid)
    says, house = says or Says(), house or House()
    first, *others = _resolved(grid)
    lowest = _settled(first, lexicon, says, house)
    for other in others:
        if says == Says() and _at_least(Sheet(other, house, lexicon)) >= lowest.total:
            continue
        result = _settled(other, lexicon, says, house)
        if (len(result.lapsed), result.total) < (len(lowest.lapsed), lowest.total):
            lowest = result
    return replace(lowest, questions=questions(grid))


def _at_least(sheet: Sheet) -> int:
    """A total that the best letters cannot fall below, found quickly: every wild a Q."""
    letters = dict.fromkeys((cell for cell, tile in sheet.grid if _is_wild(tile)), "Q")
    lines = lines_of(sheet.grid.height)
    found = (
        found_in(sheet.text(each, letters), not imbalance(sheet.grid, each), sheet.finding) for each in lines
    )
    return sum(word.points for word in found if word)


def _settled(grid: Grid, lexicon: Lexicon, says: Says, house: House) -> Score:
    sheet, lapsed = sheet_of(grid, lexicon, says, house)
    letters = sheet.lettered()
    lines = tuple(_line_score(sheet, line, letters) for line in lines_of(grid.height))
    return Score(grid, lines, tuple(sorted(letters.items())), lapsed=lapsed)


def _line_score(sheet: Sheet, line: Line, letters: dict[Cell, str]) -> LineScore:
    text, unbalanced = sheet.text(line, letters), imbalance(sheet.grid, line)
    claimed = sheet.claims.get(line.name)
    found = claimed or found_in(text, not unbalanced, sheet.finding)
    length = len(found.word) if found else 2
    others = tuple(
        (word, points)
        for word, points in words_in(text, not unbalanced, sheet.lexicon.__contains__).items()
        if len(word) >= length and (found is None or word != found.word)
    )
    return LineScore(line, text, found, unbalanced, claimed is not None, others)


def sheet_of(grid: Grid, lexicon: Lexicon, says: Says, house: House) -> tuple[Sheet, tuple[str, ...]]:
    """A grid with all that was said of it and fits, in order, and a sentence for each thing that does not."""
    sheet, lapsed = Sheet(grid, house, lexicon), []
    said = [partial(with_wild, cell=cell, letter=letter) for cell, letter in says.wilds]
    said += [partial(with_claim, name=name, word=word) for name, word in says.claims]
    for settle in said:
        try:
            sheet = settle(sheet)
        except RuleError as error:
            lapsed.append(str(error))
    return sheet, tuple(lapsed)


def with_wild(sheet: Sheet, cell: Cell, letter: str) -> Sheet:
    """The sheet with the letter of one wild fixed; RuleError when no wild lies there (WK-7)."""
    if not (cell.row < sheet.grid.height and cell.col < sheet.grid.width) or not _is_wild(sheet.grid[cell]):
        raise RuleError(f"no wild lies at {cell}", "WK-7")
    if len(letter) != 1 or letter not in LETTERS:
        raise RuleError(f"a wild stands for one letter A to Z, not {letter[:10]!r}", "WK-7")
    return replace(sheet, letters=sheet.letters | {cell: letter})


def with_claim(sheet: Sheet, name: str, word: str) -> Sheet:
    """The sheet with a word claimed for a line; it fixes the wilds that it covers (WK-6, WK-7).

    Raises RuleError when the word is not in the list, does not stand there, or is shorter than the one found.
    """
    line = line_named(name, sheet.grid.height)
    if word not in sheet.lexicon:
        raise RuleError(f"{word} is not in the list", "WK-6")
    places = list(_places(sheet, line, word))
    if not places:
        raise RuleError(f"{word} does not stand in {line}", "WK-5")
    letters, claim = max(places, key=lambda place: (place[1].points, -place[1].start))
    longest = max(_longest_found(sheet, line, sheet.lettered()), _longest_found(sheet, line, letters))
    if len(word) < longest:
        raise RuleError(f"{word} is shorter than a word of {longest} letters that stands in {line}", "WK-5")
    return replace(sheet, letters=letters, claims=sheet.claims | {line.name: claim})


def _places(sheet: Sheet, line: Line, word: str) -> Iterator[tuple[dict[Cell, str], Found]]:
    """Every way in which a word can stand in a line: the letters then fixed, and the word with its points."""
    text, doubled = sheet.text(line, sheet.letters), not imbalance(sheet.grid, line)
    for start in range(len(text) - len(word) + 1):
        part = text[start : start + len(word)]
        if all(have in (OPEN, want, want.lower()) for have, want in zip(part, word, strict=True)):
            cells = line.cells[start : start + len(word)]
            fixed = {cell: want for cell, have, want in zip(cells, part, word, strict=True) if have == OPEN}
            yield sheet.letters | fixed, Found(word, start, worth(part, doubled))


def _longest_found(sheet: Sheet, line: Line, letters: dict[Cell, str]) -> int:
    """The length of the word that the line would score without a claim, 0 when there is none."""
    found = found_in(sheet.text(line, letters), False, sheet.finding)
    return len(found.word) if found else 0


def _doubtful(grid: Grid) -> dict[str, list[Cell]]:
    """Symbols of which more than one tile lies symbol side up as a wild, with their cells (WK-8)."""
    up: dict[str, list[Cell]] = {}
    for cell, tile in grid:
        if tile and tile.face == WILD:
            up.setdefault(tile.symbol, []).append(cell)
    return {symbol: cells for symbol, cells in up.items() if len(cells) > 1}


def _kept(grid: Grid, wilds: tuple[Cell | None, ...]) -> Grid:
    """The grid with every doubtful symbol side a filler but the one wild kept of each symbol."""
    for cells in _doubtful(grid).values():
        for cell in cells:
            tile = grid[cell]
            if tile and cell not in wilds:
                grid = grid.replaced(cell, Tile(FILLER, tile.symbol))
    return grid


def _resolved(grid: Grid) -> Iterator[Grid]:
    """Every way to settle the doubtful symbol sides: each alone the wild, or none (WK-8)."""
    for wilds in product(*((None, *cells) for cells in _doubtful(grid).values())):
        yield _kept(grid, wilds)


def questions(grid: Grid) -> tuple[str, ...]:
    """What must be asked about symbol sides: two or more of one kind, of which one at most is wild (WK-8)."""
    return tuple(
        f"{counted(len(cells), symbol)} symbol side up at {', '.join(map(str, cells))}: "
        "one at most is wild, which one? The lowest total counts until it is said (WK-8)"
        for symbol, cells in _doubtful(grid).items()
    )


def miscounts(grid: Grid) -> tuple[str, ...]:
    """Symbols that lie in the wrong number, and letters the set does not have, in words (WK-2, WK-7)."""
    rules = BY_SIDE[grid.height]
    held = Counter(tile.symbol for _, tile in grid if tile)
    wrong = [symbol for symbol in rules.symbols if held[symbol] != rules.side]
    over = any(held[symbol] > rules.side for symbol in wrong)
    counts = ", ".join(counted(held[symbol], symbol) for symbol in wrong)
    every = (f"{counts}: a hand has {rules.side} of each (WK-2)",) if over else ()
    odd = tuple(
        f"a Q tile at {cell}: the set has none, only a wild can be Q (WK-7)"
        for cell, tile in grid
        if tile and tile.face == "Q"
    )
    return every + odd
