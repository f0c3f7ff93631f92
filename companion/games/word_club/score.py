"""What a placement is worth, and how every word's sum is made up (WC-5, WC-6)."""

from typing import NamedTuple

from companion.games.word_club.placement import Placement, Run
from companion.games.word_club.rules import DOUBLE_WORD, TRIPLE_LETTER, Rules
from companion.games.word_club.squares import Square

TIMES = {TRIPLE_LETTER: 3}


class LetterScore(NamedTuple):
    """One letter of a word: its value and how often it counts."""

    letter: str
    value: int
    times: int

    def __str__(self) -> str:
        blank = " (blank)" if self.letter.islower() else ""
        times = f"×{self.times}" if self.times > 1 else ""
        return f"{self.letter.upper()}{blank} {self.value}{times}"


class WordScore(NamedTuple):
    """One word: its letters, by how much the premiums multiply their sum, and its points."""

    word: str
    letters: tuple[LetterScore, ...]
    times: int

    @property
    def points(self) -> int:
        return self.times * sum(each.value * each.times for each in self.letters)

    @property
    def sentence(self) -> str:
        """How the sum is made up, as the preview says it (WC-14)."""
        added = " + ".join(map(str, self.letters))
        whole = f"({added}) ×{self.times}" if self.times > 1 else added
        return f"{self.word}: {whole} = {self.points}"


class Score(NamedTuple):
    """Every word that a placement makes."""

    words: tuple[WordScore, ...]

    @property
    def total(self) -> int:
        return sum(word.points for word in self.words)

    @property
    def sentences(self) -> tuple[str, ...]:
        """A line for each word, and one for the sum where there are several."""
        lines = tuple(word.sentence for word in self.words)
        added = " + ".join(str(word.points) for word in self.words)
        return (*lines, f"together {added} = {self.total}") if len(lines) > 1 else lines


def scored(placement: Placement, rules: Rules) -> Score:
    """The score of a placement: premiums count only under its new tiles, letters before words."""
    new = {at: rules.premiums.get(at, "") for at in placement.tiles}
    return Score(tuple(_word(run, new, rules) for run in placement.runs))


def _word(run: Run, new: dict[Square, str], rules: Rules) -> WordScore:
    letters = tuple(
        LetterScore(letter, rules.value(letter), TIMES.get(new.get(at, ""), 1))
        for letter, at in zip(run.letters, run.squares, strict=True)
    )
    doubled = sum(new.get(at) == DOUBLE_WORD for at in run.squares)
    return WordScore(run.word, letters, 2**doubled)
