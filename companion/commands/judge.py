"""`companion judge`: one verdict for the words of a play."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

import click

from companion import lexicon, rulings
from companion.commands.games import asked_of_games, misfits_of
from companion.commands.settle import settled
from companion.commands.telling import as_json, data_option, example, say, tell
from companion.errors import JournalError
from companion.games.record import Answer
from companion.house import standing
from companion.journal import Journal
from companion.lexicon import HouseWord, as_word
from companion.referee import Ruled, Ruling, check_count, gloss, rule
from companion.stamps import stamp_now

ASKED_BY = "the command line"


@click.command(epilog=example("companion judge KEF QUIXOTIC"))
@click.argument("words", nargs=-1, required=True)
@click.option("--list", "listed", type=click.Choice(["familiar", "all"]), default="all", show_default=True)
@click.option("--allow", metavar="WORD", multiple=True, help="As if the house allowed this word.")
@click.option("--deny", metavar="WORD", multiple=True, help="As if the house refused this word.")
@click.option("--gloss", "glossed", is_flag=True, help="Tell what the words mean, too.")
@asked_of_games
@data_option
@as_json
def judge(
    words: tuple[str, ...],
    listed: str,
    allow: tuple[str, ...],
    deny: tuple[str, ...],
    glossed: bool,
    data: str | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Say whether one to eight WORDs are valid: one verdict for all together.

    House words hold, and the ruling is kept in the log (`companion rulings`).
    """
    check_count(list(words))
    with _journal(data) as journal:
        house = _house(journal, allow, deny)
        known = lexicon.load().ruled({word: each.allowed for word, each in house.items()})
        ruling = _asked(rule(words, known, listed == "familiar", house), asked)
        if journal is not None:
            rulings.log(journal, ruling, known, listed, "", ASKED_BY, stamp_now())
    glosses = [gloss(each) if glossed else None for each in ruling.words]
    return tell(_answer(ruling, listed, known, glosses), as_json)


@contextmanager
def _journal(data: str | None) -> Iterator[Journal | None]:
    """The journal with house words and log; where it cannot be had, a warning, and a ruling all the same."""
    try:
        journal = Journal(settled(data=data).data)
    except JournalError as error:
        say(f"house words and log are not at hand: {error}")
        yield None
        return
    with journal:
        yield journal


def _house(journal: Journal | None, allow: tuple[str, ...], deny: tuple[str, ...]) -> dict[str, HouseWord]:
    """What the house says of words, what was said here over what is kept."""
    kept = standing(journal) if journal is not None else ()
    here = [(word, True) for word in allow] + [(word, False) for word in deny]
    said = [HouseWord(as_word(word), allowed, ASKED_BY, standing=False) for word, allowed in here]
    return {each.word: each for each in (*kept, *said)}


def _asked(ruling: Ruling, asked: Mapping[str, Any]) -> Ruling:
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


def _answer(ruling: Ruling, listed: str, house: lexicon.Lexicon, glosses: list[str | None]) -> Answer:
    told = list(zip(ruling.words, glosses, strict=True))
    values = {
        "verdict": ruling.verdict,
        "list": listed,
        "version": house.version,
        "sha256": house.sha256,
        "words": [_values(ruled, gloss) for ruled, gloss in told],
    }
    source = f"{house.name} {house.version}, {listed} words, {house.sha256[:12]}"
    lines = (ruling.verdict.upper(), *(_sentence(ruled, gloss) for ruled, gloss in told), source)
    return Answer(values, lines, yes=ruling.valid)


def _values(ruled: Ruled, gloss: str | None) -> dict[str, Any]:
    house = asdict(ruled.house) if ruled.house else None
    return {
        "word": ruled.word,
        "valid": ruled.valid,
        "tier": ruled.tier,
        "gloss": gloss,
        "reason": ruled.reason,
        "flag": ruled.flag,
        "house": house,
    }


def _sentence(ruled: Ruled, gloss: str | None) -> str:
    house = f" ({ruled.house})" if ruled.house else ""
    flag = f" ({ruled.flag})" if ruled.flag else ""
    meaning = f". {gloss[:1].upper()}{gloss[1:]}" if gloss else ""
    return f"  {ruled.word}: {ruled.reason or 'in the list'}{house}{flag}{meaning}"
