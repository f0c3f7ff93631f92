"""The game's part of the command line: `companion score word-club`."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.errors import RuleError, UnreadableError
from companion.games.record import Answer, Command, Option
from companion.games.word_club.bag import lacking
from companion.games.word_club.finder import moves
from companion.games.word_club.gate import failing_words, refusal
from companion.games.word_club.placement import Placement, placed
from companion.games.word_club.rules import (
    BLANK,
    BY_VERSION,
    PREMIUM,
    RACK,
    REMARKS,
    UNIFORM,
    VERSIONS,
    Rules,
)
from companion.games.word_club.score import scored
from companion.games.word_club.squares import EMPTY_BOARD, Board, Move
from companion.games.word_club.turns import as_tiles
from companion.lexicon import Lexicon

_REMARKED = "; ".join(f"{version}: {remark}" for version, remark in REMARKS.items())
MIDDLE = "........./........./....H..../....O..../..CARTS../....S..../....E..../........./........."


def score_answer(lexicon: Lexicon, given: Mapping[str, Any]) -> Answer:
    """What a move scores, word by word; a "no" names the rule that refuses it or every failing word."""
    board, move, rules = Board.parse(given["board"]), Move.parse(given["move"]), BY_VERSION[given["rules"]]
    rack = _rack(given["rack"])
    try:
        placement = placed(board, move)
        _holds(rack, placement)
    except RuleError as error:
        return Answer({"refused": str(error), "rule": error.rule}, (str(error),), yes=False)
    warnings = _warnings(placement, rules)
    if failing := failing_words(placement, lexicon):
        values = {"refused": "not in the list", "failing": list(failing)}
        return Answer(values, (f"{refusal(failing)} (WC-4)",), warnings, yes=False)
    score = scored(placement, rules)
    words = [{"word": word.word, "points": word.points} for word in score.words]
    return Answer({"total": score.total, "words": words}, score.sentences, warnings)


def _rack(text: str | None) -> str | None:
    """The rack that was given; UnreadableError when it is none."""
    if text is None:
        return None
    try:
        tiles = as_tiles(text)
    except RuleError as error:
        raise UnreadableError(f"--rack {text[:20]!r}: {error}") from None
    if not 1 <= len(tiles) <= RACK:
        raise UnreadableError(f"--rack {text[:20]!r}: a rack holds 1 to {RACK} tiles, not {len(tiles)}")
    return tiles


def _holds(rack: str | None, placement: Placement) -> None:
    wanted = "".join(BLANK if face.islower() else face for face in placement.tiles.values())
    if rack is not None and (missing := lacking(rack, wanted)):
        names = ", ".join("a blank" if tile == BLANK else tile for tile in missing)
        raise RuleError(f"the rack does not hold {names}", "WC-1")


def _warnings(placement: Placement, rules: Rules) -> tuple[str, ...]:
    """Letters that lie there more often than the set has them."""
    lying = Counter(BLANK if face.islower() else face for face in placement.board.tiles)
    over = lying - Counter(rules.counts)
    return tuple(
        f"{lying[tile]} {'blanks' if tile == BLANK else tile} lie there, the set of rules "
        f"{rules.version} has {rules.counts.get(tile, 0)}"
        for tile in sorted(over)
    )


def moves_without_blank(lexicon: Lexicon) -> None:
    """Every move of a full rack in the middle of a match."""
    moves(Board.parse(MIDDLE), "AEINRTL", PREMIUM, lexicon)


def moves_with_blank(lexicon: Lexicon) -> None:
    """The same with a blank."""
    moves(Board.parse(MIDDLE), "AEINRT_", PREMIUM, lexicon)


BENCHES = {"moves": moves_without_blank, "moves-blank": moves_with_blank}
COMMANDS = (
    Command(
        "score",
        "Score a move: the word, its first square, > across or v down; letters of blanks in lower case.",
        f'companion score word-club {EMPTY_BOARD} "CAT D5>"',
        ("board", "move"),
        (
            Option("rules", f"the version of the rules ({_REMARKED})", VERSIONS, UNIFORM.version),
            Option("rack", "the tiles on the rack, _ for a blank; without it they are taken as given"),
            Option("list", "the list that words are looked up in, always the full one", ("all",), "all"),
        ),
        score_answer,
    ),
)
