"""A grid with what its player has said of it: letters of wilds, and words claimed for lines (WK-6, WK-7)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from companion.errors import RuleError
from companion.games.wordoku.lines import (
    OPEN,
    Finding,
    Found,
    Line,
    found_in,
    imbalance,
    line_named,
    lines_of,
    text_of,
    worth,
)
from companion.games.wordoku.wilds import Slot, best_letters
from companion.grid import LETTERS, WILD, Cell, Grid, Tile
from companion.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Says:
    """What a player has said of the own grid: letters of wilds, words claimed for lines, and symbol sides
    that are the wild of their symbol."""

    wilds: tuple[tuple[Cell, str], ...] = ()
    claims: tuple[tuple[str, str], ...] = ()
    chosen: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """How words are found in this match: `find` familiar or all, `equal` best, leftmost or claimed (WK-6)."""

    find: str = "familiar"
    equal: str = "best"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A grid of which every symbol side up is settled, with the letters and claims fixed so far.

    `said` are the wilds whose letter was said by itself; `letters` also holds those that claims fix.
    """

    grid: Grid
    house: House
    lexicon: Lexicon
    letters: dict[Cell, str] = field(default_factory=dict)
    claims: dict[str, Found] = field(default_factory=dict)
    said: frozenset[Cell] = frozenset()

    @property
    def finding(self) -> Finding:
        accepts = self._accepts
        fitting = self.lexicon.matches
        return Finding(
            accepts, lambda pattern: filter(accepts, fitting(pattern)), self.house.equal == "leftmost"
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
        spare = tuple(cell for cell, tile in self.grid if is_wild(tile) and cell not in self.letters)
        slots = [
            Slot(
                self.text(line, self.letters),
                not imbalance(self.grid, line),
                held,
                self.claims.get(line.name),
            )
            for line in lines_of(self.grid.height)
            if (held := tuple(cell for cell in line.cells if cell in spare))
        ]
        return self.letters | best_letters(slots, spare, self.finding)


def is_wild(tile: Tile | None) -> bool:
    return tile is not None and tile.face == WILD


def sheet_of(grid: Grid, lexicon: Lexicon, says: Says, house: House) -> tuple[Sheet, tuple[str, ...]]:
    """A grid with all that was said of it and fits, and a sentence for each thing that does not.

    Every claim must stand with the letters said and with the claims before it; then none may be shorter than
    the word found in its line beside all the others (WK-5), in whatever order they were made.
    """
    sheet, lapsed = Sheet(grid, house, lexicon), []
    for cell, letter in says.wilds:
        try:
            sheet = with_wild(sheet, cell, letter)
        except RuleError as error:
            lapsed.append(str(error))
    for name, word in says.claims:
        try:
            sheet = with_claim(sheet, name, word)
        except RuleError as error:
            lapsed.append(str(error))
    for name, claim in sheet.claims.items():
        longest = _longest_beside(sheet, name)
        if len(claim.word) < longest:
            line = line_named(name, grid.height)
            reason = f"{claim.word} is shorter than a word of {longest} letters that stands in {line}"
            lapsed.append(str(RuleError(reason, "WK-5")))
            kept = tuple(pair for pair in says.claims if pair[0] != name)
            return _and_lapsed(sheet_of(grid, lexicon, replace(says, claims=kept), house), lapsed)
    return sheet, tuple(lapsed)


def _and_lapsed(made: tuple[Sheet, tuple[str, ...]], lapsed: list[str]) -> tuple[Sheet, tuple[str, ...]]:
    return made[0], tuple(dict.fromkeys([*lapsed, *made[1]]))


def with_wild(sheet: Sheet, cell: Cell, letter: str) -> Sheet:
    """The sheet with the letter of one wild fixed; RuleError when no wild lies there (WK-7)."""
    inside = cell.row < sheet.grid.height and cell.col < sheet.grid.width
    if not inside or not is_wild(sheet.grid[cell]):
        raise RuleError(f"no wild lies at {cell}", "WK-7")
    if len(letter) != 1 or letter not in LETTERS:
        raise RuleError(f"a wild stands for one letter A to Z, not {letter[:10]!r}", "WK-7")
    return replace(sheet, letters=sheet.letters | {cell: letter}, said=sheet.said | {cell})


def with_claim(sheet: Sheet, name: str, word: str) -> Sheet:
    """The sheet with a word claimed for a line; it fixes the wilds that it covers (WK-6, WK-7).

    Raises RuleError when the word is not in the list or does not stand there; its length is judged later.
    """
    line = line_named(name, sheet.grid.height)
    if word not in sheet.lexicon:
        raise RuleError(f"{word} is not in the list", "WK-6")
    places = list(_places(sheet, line, word))
    if not places:
        raise RuleError(f"{word} does not stand in {line}", "WK-5")
    letters, claim = max(places, key=lambda place: (place[1].points, -place[1].start))
    return replace(sheet, letters=sheet.letters | letters, claims=sheet.claims | {line.name: claim})


def _places(sheet: Sheet, line: Line, word: str) -> Iterator[tuple[dict[Cell, str], Found]]:
    """Every way in which a word can stand in a line: the letters it fixes, and the word with its points."""
    text, doubled = sheet.text(line, sheet.letters), not imbalance(sheet.grid, line)
    for start in range(len(text) - len(word) + 1):
        part = text[start : start + len(word)]
        if all(have in (OPEN, want, want.lower()) for have, want in zip(part, word, strict=True)):
            cells = line.cells[start : start + len(word)]
            fixed = {cell: want for cell, have, want in zip(cells, part, word, strict=True) if have == OPEN}
            yield fixed, Found(word, start, worth(part, doubled))


def _longest_beside(sheet: Sheet, name: str) -> int:
    """The length of the word that a claimed line would score without its claim, all other claims standing."""
    line = line_named(name, sheet.grid.height)
    others = {other: claim for other, claim in sheet.claims.items() if other != name}
    held = {
        cell
        for other, claim in others.items()
        for cell in line_named(other, sheet.grid.height).cells[claim.start : claim.start + len(claim.word)]
    }
    mine = set(line.cells[sheet.claims[name].start :][: len(sheet.claims[name].word)]) - held
    said = {cell: letter for cell, letter in sheet.letters.items() if cell not in mine or cell in sheet.said}
    beside = replace(sheet, letters=said, claims=others)
    found = found_in(beside.text(line, beside.lettered()), False, sheet.finding)
    return len(found.word) if found else 0
