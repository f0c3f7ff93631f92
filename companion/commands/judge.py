"""`companion judge`: one verdict for the words of a play."""

from dataclasses import replace
from typing import Any

import click

from companion import lexicon
from companion.commands.games import asked_of_games, misfits_of
from companion.commands.telling import as_json, example, tell
from companion.errors import UnreadableError
from companion.games.record import Answer
from companion.lexicon import as_word
from companion.referee import Ruled, Ruling, rule

MOST_WORDS = 8


@click.command(epilog=example("companion judge KEF QUIXOTIC"))
@click.argument("words", nargs=-1, required=True)
@click.option("--list", "listed", type=click.Choice(["familiar", "all"]), default="all", show_default=True)
@click.option("--allow", metavar="WORD", multiple=True, help="As if the house allowed this word.")
@click.option("--deny", metavar="WORD", multiple=True, help="As if the house refused this word.")
@asked_of_games
@as_json
def judge(
    words: tuple[str, ...],
    listed: str,
    allow: tuple[str, ...],
    deny: tuple[str, ...],
    as_json: bool,
    **asked: Any,
) -> int:
    """Say whether one to eight WORDs are valid: one verdict for all together."""
    if len(words) > MOST_WORDS:
        raise UnreadableError(
            f"{len(words)} words are too many for one play: judge at most {MOST_WORDS} together"
        )
    overrides = {as_word(word): True for word in allow} | {as_word(word): False for word in deny}
    house = lexicon.load().ruled(overrides)
    ruling = _asked(rule(words, house, listed == "familiar"), asked)
    return tell(_answer(ruling, listed, house), as_json)


def _asked(ruling: Ruling, asked: dict[str, Any]) -> Ruling:
    """The ruling when a game asks for more of the words than that they are listed."""
    reasons = misfits_of([ruled.word for ruled in ruling.words], asked)
    return Ruling(
        tuple(
            replace(ruled, valid=False, reason=ruled.reason or reasons[ruled.word])
            if ruled.word in reasons
            else ruled
            for ruled in ruling.words
        )
    )


def _answer(ruling: Ruling, listed: str, house: lexicon.Lexicon) -> Answer:
    values = {
        "verdict": "valid" if ruling.valid else "not valid",
        "list": listed,
        "version": house.version,
        "sha256": house.sha256,
        "words": [
            {"word": r.word, "valid": r.valid, "tier": r.tier, "gloss": None, "reason": r.reason}
            for r in ruling.words
        ],
    }
    verdict = "VALID" if ruling.valid else "NOT VALID"
    source = f"{house.name} {house.version}, {listed} words, {house.sha256[:12]}"
    return Answer(values, (verdict, *map(_sentence, ruling.words), source), yes=ruling.valid)


def _sentence(ruled: Ruled) -> str:
    return f"  {ruled.word}: {ruled.reason or 'in the list'}"
