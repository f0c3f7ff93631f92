"""Scores and awards in sentences, as a person would say them at the table."""

from collections.abc import Sequence
from typing import Any

from companion.games.wordoku.score import LineScore, Score
from companion.grid import Cell


def and_joined(parts: Sequence[str]) -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cid`."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def points_in_words(points: int) -> str:
    """`1 point`, `8 points`."""
    return f"{points} point{'' if points == 1 else 's'}"


def line_sentence(line: LineScore) -> str:
    """One line's word and points with the reason for each, then what else could be claimed there."""
    return " ".join([_word_sentence(line), *(_offer(line, word, points) for word, points in line.others)])


def _word_sentence(line: LineScore) -> str:
    if line.found is None:
        return f"{line.line}: no word, 0 points."
    word = "a word" if line.unsaid else line.found.word
    reasons = [f"{len(line.found.word)} letters"]
    if line.claimed:
        reasons.append("claimed")
    if line.wilds_in_word and line.unsaid:
        reasons.append("wilds count 0")
    elif line.wilds_in_word:
        wilds = and_joined(list(line.wilds_in_word))
        reasons.append(
            f"the wild {wilds} counts 0" if len(line.wilds_in_word) == 1 else f"the wilds {wilds} count 0"
        )
    reasons.append("balanced, so doubled" if line.balanced else f"not balanced ({line.unbalanced})")
    return f"{line.line}: {word}, {', '.join(reasons)}: {points_in_words(line.points)}."


def _offer(line: LineScore, word: str, points: int) -> str:
    if line.found and points == line.points:
        return f"{word} would be the same."
    return f"{word} would be {points}: claim it." if points > line.points else f"{word} would be {points}."


def score_sentences(score: Score, full: Score | None = None) -> tuple[str, ...]:
    """A whole score: every line, the wilds, the total, and what the full list would make of it if more."""
    wilds = () if any(line.unsaid for line in score.lines) else tuple(map(_wild_sentence, score.wilds))
    more = (_full_sentence(score, full),) if full and full.total > score.total else ()
    lines = tuple(line_sentence(line) for line in score.lines)
    return (*lines, *wilds, f"Total: {points_in_words(score.total)}.", *more, *score.lapsed)


def _wild_sentence(wild: tuple[Cell, str]) -> str:
    return f"The wild at {wild[0]} is {wild[1]}."


def _full_sentence(score: Score, full: Score) -> str:
    """What every word of the full list would make of the same grid, and the words to claim for it."""
    words = [
        f"{other.found.word} in {other.line}"
        for line, other in zip(score.lines, full.lines, strict=True)
        if other.found and not other.unsaid and (line.found is None or line.found.word != other.found.word)
    ]
    letters = [letter for wild, letter in full.wilds if (wild, letter) not in score.wilds]
    wilds = f", with {and_joined(letters)} for the wild{'s' * (len(letters) > 1)}" if letters else ""
    return f"With the full list the same grid is worth {full.total}: claim {and_joined(words)}{wilds}."


def score_json(score: Score) -> dict[str, Any]:
    """A score with the keys that the command line promises."""
    return {
        "total": score.total,
        "wilds": {str(cell): letter for cell, letter in score.wilds},
        "lines": [
            {
                "line": line.line.name,
                "word": line.found.word if line.found else None,
                "points": line.points,
                "balanced": line.balanced,
                "others": [{"word": word, "points": points} for word, points in line.others],
            }
            for line in score.lines
        ],
    }
