"""The score of one grid with the reason for every point (WK-4 to WK-10)."""

from dataclasses import dataclass, replace

from companion.games.wordoku.doubtful import questions, resolved, symbol_sides
from companion.games.wordoku.lines import Found, Line, check_grid, found_in, imbalance, lines_of, words_in
from companion.games.wordoku.sheet import House, Says, Sheet, is_wild, sheet_of
from companion.grid import Cell, Grid
from companion.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class LineScore:
    """One line's part of the score; `others` are words of the full list as long or longer, with points.

    `unsaid` tells that the word is a rude one which a letter chosen by the appliance made.
    """

    line: Line
    text: str
    found: Found | None
    unbalanced: str
    claimed: bool
    others: tuple[tuple[str, int], ...]
    unsaid: bool = False

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
    """A scored grid with doubtful symbol sides settled: every line, the wilds' letters, what to ask, what has
    lapsed of what was said, and how many wild tiles lie there for a tie (one a symbol, WK-12)."""

    grid: Grid
    lines: tuple[LineScore, ...]
    wilds: tuple[tuple[Cell, str], ...]
    lapsed: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    wild_tiles: int = 0

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


def score(grid: Grid, lexicon: Lexicon, says: Says | None = None, house: House | None = None) -> Score:
    """The score of a grid as it lies; of doubtful symbol sides the lowest total counts (WK-8).

    What a player said that no longer fits (after a correction) is left out and named in `lapsed`; what was
    said of a doubtful symbol side settles it. Raises UnreadableError when the grid cannot be scored at all.
    """
    check_grid(grid)
    says, house = says or Says(), house or House()
    first, *others = resolved(grid, says)
    lowest = _settled(first, lexicon, says, house)
    for other in others:
        if not says.claims and _at_least(other, lexicon, says, house) >= lowest.total:
            continue
        result = _settled(other, lexicon, says, house)
        if (len(result.lapsed), result.total) < (len(lowest.lapsed), lowest.total):
            lowest = result
    return replace(lowest, questions=questions(grid, says), wild_tiles=len(symbol_sides(grid)))


def _at_least(grid: Grid, lexicon: Lexicon, says: Says, house: House) -> int:
    """A total that the best letters cannot fall below, found quickly: every open wild a Q."""
    sheet, _ = sheet_of(grid, lexicon, says, house)
    letters = dict.fromkeys((cell for cell, tile in grid if is_wild(tile)), "Q") | sheet.letters
    found = (
        found_in(sheet.text(each, letters), not imbalance(grid, each), sheet.finding)
        for each in lines_of(grid.height)
    )
    return sum(word.points for word in found if word)


def _settled(grid: Grid, lexicon: Lexicon, says: Says, house: House) -> Score:
    sheet, lapsed = sheet_of(grid, lexicon, says, house)
    letters = sheet.lettered()
    lines = tuple(_line_score(sheet, line, letters) for line in lines_of(grid.height))
    return Score(grid, lines, tuple(sorted(letters.items())), lapsed)


def _line_score(sheet: Sheet, line: Line, letters: dict[Cell, str]) -> LineScore:
    text, unbalanced = sheet.text(line, letters), imbalance(sheet.grid, line)
    claim = sheet.claims.get(line.name)
    found = found_in(text, not unbalanced, sheet.finding, claim)
    made = LineScore(
        line,
        text,
        found,
        unbalanced,
        found is not None and found == claim,
        _others(sheet, text, unbalanced, found),
    )
    chosen = any(cell in letters and cell not in sheet.letters for cell in line.cells)
    rude = found is not None and sheet.lexicon.is_rude(found.word)
    return replace(made, unsaid=rude and chosen and bool(made.wilds_in_word))


def _others(sheet: Sheet, text: str, unbalanced: str, found: Found | None) -> tuple[tuple[str, int], ...]:
    """Words of the full list that stand in a line and are as long or longer; rude ones are not named, and
    none where players have to find their words themselves (WK-6)."""
    if found is None and sheet.house.equal == "claimed":
        return ()
    length = len(found.word) if found else 2
    words = words_in(text, not unbalanced, sheet.lexicon.__contains__)
    return tuple(
        (word, points)
        for word, points in words.items()
        if len(word) >= length and (found is None or word != found.word) and not sheet.lexicon.is_rude(word)
    )
