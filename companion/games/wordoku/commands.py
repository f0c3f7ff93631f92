"""The game's part of the command line: `companion score wordoku`."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.errors import UnreadableError
from companion.games.record import Answer, Command, Option, Trial
from companion.games.wordoku.best import best_found
from companion.games.wordoku.doubtful import miscounts, symbol_sides
from companion.games.wordoku.explain import score_json, score_sentences
from companion.games.wordoku.hands import BENCH_HANDS, Hand
from companion.games.wordoku.lines import check_grid, line_named
from companion.games.wordoku.rules import SWITCHES
from companion.games.wordoku.score import score
from companion.games.wordoku.sheet import House, Says
from companion.grid import LETTERS, WILD, Cell, Grid
from companion.lexicon import Lexicon, as_word

NS_PER_SECOND = 1_000_000_000
MOST_SECONDS = 3600
_, FIND, EQUAL, _ = SWITCHES
HAND_EXAMPLE = 'companion best wordoku "Ec Ao Ps Aq Xc Co Us Dq Ac Vo Fs Tq Ic Eo Es Aq" --seconds 0.1'
EXAMPLE = 'companion score wordoku "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"'


def score_answer(lexicon: Lexicon, given: Mapping[str, Any]) -> Answer:
    """The score of a grid in text form; a claim that is refused makes it a "no"."""
    grid = check_grid(Grid.parse(given["grid"]))
    wilds, claims = (
        [_wild(grid, text) for text in given["wild"]],
        [_claim(grid, text) for text in given["claim"]],
    )
    _once(wilds, "wild")
    _once(claims, "claim")
    single = tuple(cells[0] for cells in symbol_sides(grid).values() if len(cells) == 1)
    says = Says(tuple(wilds), tuple(claims), chosen=single)
    house = House(given["find"], given["equal"])
    scored = score(grid, lexicon, says, house)
    if scored.lapsed:
        return Answer({"refused": list(scored.lapsed)}, scored.lapsed, yes=False)
    full = score(grid, lexicon, says, House("all", house.equal)) if house.find != "all" else None
    warnings = (*miscounts(grid), *scored.questions)
    return Answer(score_json(scored), score_sentences(scored, full), warnings)


def _pair(text: str, option: str, example: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise UnreadableError(f"--{option} {text[:20]!r} lacks its = sign: write it as --{option} {example}")
    return name, as_word(value)


def _once(pairs: Sequence[tuple[object, str]], option: str) -> None:
    places = [str(place) for place, _ in pairs]
    if twice := next((place for place in places if places.count(place) > 1), None):
        raise UnreadableError(f"--{option} says two things of {twice}: give it once")


def _wild(grid: Grid, text: str) -> tuple[Cell, str]:
    name, letter = _pair(text, "wild", "r4c1=E")
    cell = Cell.parse(name.lower())
    inside = cell.row < grid.height and cell.col < grid.width
    tile = grid[cell] if inside else None
    if tile is None or tile.face != WILD:
        raise UnreadableError(f"--wild {text[:20]!r}: no wild lies at {cell}, wilds are written *")
    if len(letter) != 1 or letter not in LETTERS:
        raise UnreadableError(f"--wild {text[:20]!r}: a wild stands for one letter A to Z")
    return cell, letter


def _claim(grid: Grid, text: str) -> tuple[str, str]:
    name, word = _pair(text, "claim", "row4=EKE")
    if not word or set(word) - set(LETTERS):
        raise UnreadableError(f"--claim {text[:20]!r}: a word has letters A to Z only")
    return line_named(name, grid.height).name, word


def best_answer(lexicon: Lexicon, given: Mapping[str, Any]) -> Answer:
    """The best grid found for a hand in the time given; of equally long words the first counts."""
    hand, now_ns = Hand.parse(given["hand"]), given["now_ns"]
    begun_ns, seconds = now_ns(), _seconds(given["seconds"])
    ends_ns = begun_ns + int(seconds * NS_PER_SECOND)
    best = best_found(hand, lexicon, House(given["find"], "leftmost"), lambda: now_ns() < ends_ns)
    took = round((now_ns() - begun_ns) / NS_PER_SECOND, 1)
    wilds = {str(cell): letter for cell, letter in best.says.wilds}
    values = {"grid": str(best.grid), "total": best.score.total, "seconds": took, "wilds": wilds}
    found = f"Best found in {took} seconds: {best.score.total} points"
    return Answer(values, (found, *best.grid.faces, *score_sentences(best.score, None)))


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d{1,4}(\.\d{1,3})?", text) or not 0 < float(text) <= MOST_SECONDS:
        raise UnreadableError(f"--seconds {text[:20]!r}: give a time above 0 and up to {MOST_SECONDS}")
    return float(text)


def score_five_wilds(lexicon: Lexicon) -> None:
    """The hardest question there is: five wilds in one line of an expert grid."""
    symbols = "csqod/sqodc/qodcs/odcsq/dcsqo"
    score(Grid.parse(f"WEVEL/CRRYN/*****/CYUZU/HSXEB {symbols}"), lexicon)


def score_one_wild(lexicon: Lexicon) -> None:
    """The printed example (WK-15)."""
    score(Grid.parse("ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"), lexicon)


def _found_in_a_trial(find: str, hand: str, lexicon: Lexicon, more: Callable[[], bool]) -> int:
    return best_found(Hand.parse(hand), lexicon, House(find, "leftmost"), more).score.total


TRIALS = tuple(
    Trial(f"best.{find}", "points", BENCH_HANDS, partial(_found_in_a_trial, find)) for find in FIND.choices
)
BENCHES = {"score.one-wild": score_one_wild, "score.five-wilds": score_five_wilds}
COMMANDS = (
    Command(
        "score",
        "Score a grid: letters, then symbols, rows joined by /.",
        EXAMPLE,
        ("grid",),
        (
            Option("find", FIND.help, FIND.choices, FIND.choices[0]),
            Option("equal", EQUAL.help, EQUAL.choices, EQUAL.choices[0]),
            Option("wild", "the letter of a wild, as in r4c1=E", many=True),
            Option("claim", "a word claimed for a line, as in row4=EKE", many=True),
        ),
        score_answer,
    ),
    Command(
        "best",
        "Search the best arrangement of a hand that can be found in the time.",
        HAND_EXAMPLE,
        ("hand",),
        (
            Option("find", FIND.help, FIND.choices, FIND.choices[0]),
            Option("seconds", "how long to search", default="10"),
        ),
        best_answer,
    ),
)
