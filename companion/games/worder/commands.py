"""The game's part of the command line: `companion score worder`, and how `judge` asks about a run."""

from collections.abc import Mapping
from typing import Any

from companion.errors import UnreadableError
from companion.games.record import Answer, Command, Judging, Option
from companion.games.worder.board import hint
from companion.games.worder.rules import CANNOT, CARDS, HOUSE_DECK, MUST, parsed_deck
from companion.games.worder.spread import is_joined, longest
from companion.games.worder.state import Card, Play, Score, State
from companion.games.worder.words import Restriction, misfit
from companion.grid import LETTERS, Cell, Grid
from companion.lexicon import Lexicon, as_word

OPTIONS = (
    Option("must", "the letter that all words must use"),
    Option("cannot", "the letter that no word may use"),
)


def score_answer(lexicon: Lexicon, given: Mapping[str, Any]) -> Answer:
    """The score of laid cards; a "no" where they cannot lie like this (WR-1, WR-2)."""
    grid, restriction, value = Grid.parse(given["rows"].upper()), _restriction(given), _value(given["value"])
    spread = {cell: tile.face for cell, tile in grid if tile}
    if reason := _refused(spread, restriction.letter):
        return Answer({"refused": reason}, (reason,), yes=False)
    score = Score(*longest(spread), -value if restriction.method == MUST else value)
    values = {
        "row": score.row, "column": score.column, "product": score.product,
        "restriction": score.restriction, "score": score.total,
    }  # fmt: skip
    sign = "-" if score.restriction < 0 else "+"
    lines = (
        f"longest row {score.row} x longest column {score.column} = {score.product}",
        f"{restriction.letter} {sign}{value}: {score.total} points (WR-6)",
    )
    return Answer(values, lines)


def _refused(spread: Mapping[Cell, str], letter: str) -> str:
    """Why cards cannot lie like this; empty when they can."""
    faces = list(spread.values())
    if other := [face for face in faces if face not in LETTERS]:
        return f"{other[0]!r} is no card: cards are letters A to Z (WR-1)"
    if letter in faces:
        return f"{letter} is the restriction, which is never placed (WR-1)"
    if twice := [face for face in faces if faces.count(face) > 1]:
        return f"{twice[0]} lies there twice: each card is there once (WR-1)"
    if len(faces) >= CARDS:
        return f"{len(faces)} cards are too many: {CARDS - 1} can be placed (WR-1)"
    if lonely := [cell for cell in spread if not is_joined(spread, cell)]:
        return f"{lonely[0]} is neither right of nor below a placed card (WR-2)"
    if spread and Cell(0, 0) not in spread:
        return "the first card lies at the top left, r1c1 (WR-2)"
    return ""


def _restriction(given: Mapping[str, Any]) -> Restriction:
    """The restriction from --must or --cannot; UnreadableError when it is not exactly one letter."""
    both = [(given[name], name) for name in (MUST, CANNOT) if given[name] is not None]
    if len(both) != 1:
        raise UnreadableError("say --must L or --cannot L, one of the two")
    letter, method = as_word(both[0][0]), both[0][1]
    if len(letter) != 1 or letter not in LETTERS:
        raise UnreadableError(f"--{method} {letter[:20]!r}: the restriction is one letter A to Z")
    return Restriction(letter, method)


def _value(text: str | None) -> int:
    if text is None or len(text) > 2 or not (text.isascii() and text.isdecimal()):
        raise UnreadableError(f"--value {(text or '')[:20]!r}: give the number on the card, as in --value 2")
    return int(text)


def run_misfit(word: str, given: Mapping[str, Any]) -> str | None:
    """Why a word does not serve the run that `judge` was asked about; None when it does."""
    run = as_word(given["run"] or "")
    if set(run) - set(LETTERS):
        raise UnreadableError(f"--run {run[:20]!r}: a run is the cards' letters in table order, as in TS")
    reason = misfit(word, run, _restriction(given))
    return f"{reason[0]} ({reason[1]})" if reason else None


def hint_everywhere(lexicon: Lexicon) -> None:
    """The widest question: seven cards lie, and the last one is asked for in every open cell."""
    cells = ((0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0))
    cards = tuple(
        Card(letter, Cell(*cell), "", "", True, None) for letter, cell in zip("DHMCRNS", cells, strict=True)
    )
    play = Play("L", CANNOT, cards)
    hint(State(("Ann",), False, False, parsed_deck(HOUSE_DECK), False, (play,)), play, "T", "", lexicon)


BENCHES = {"hint.everywhere": hint_everywhere}
JUDGING = Judging((Option("run", "the run that the word is for, as in TS"), *OPTIONS), run_misfit)
COMMANDS = (
    Command(
        "score",
        "Score laid cards: rows joined by /, . where no card lies.",
        'companion score worder "TSNM/R.../H..." --must L --value 2',
        ("rows",),
        (*OPTIONS, Option("value", "the number printed on the restriction")),
        score_answer,
    ),
)
