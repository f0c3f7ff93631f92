"""The commands that games bring with them: `companion VERB GAME ...`, built from their records."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from companion import lexicon
from companion.commands.telling import as_json, example, piped_or, tell
from companion.games import GAMES
from companion.games.record import Command, Judging, Option

GROUP_HELP = {
    "best": "Search the best that could have been laid; what is found need not be the best possible.",
    "score": "Score what lies on the table, with the reason for every point.",
}


def verb_groups() -> list[click.Group]:
    """A group for every verb that any game answers to, with a command for each such game."""
    groups = {verb: click.Group(verb, help=text, no_args_is_help=False) for verb, text in GROUP_HELP.items()}
    for game in GAMES:
        for command in game.commands:
            groups[command.verb].add_command(_command(game.name, command))
    return list(groups.values())


def _command(name: str, command: Command) -> click.Command:
    def run(as_json: bool, **given: Any) -> int:
        piped = {name: piped_or(given[name]) for name in command.arguments}
        return tell(command.answer(lexicon.load(), given | piped | {"now_ns": time.monotonic_ns}), as_json)

    params: list[click.Parameter] = [click.Argument([argument]) for argument in command.arguments]
    params += map(_option, command.options)
    built = click.Command(
        name, callback=run, params=params, help=command.help, epilog=example(command.example)
    )
    return as_json(built)


def _option(option: Option) -> click.Option:
    kind = click.Choice(option.choices) if option.choices else click.STRING
    return click.Option(
        [f"--{option.name}"],
        type=kind,
        default=None if option.many else option.default,
        multiple=option.many,
        help=f"{option.help[:1].upper()}{option.help[1:]}.",
        show_default=not option.many,
    )


def asked_of_games(judge: Callable[..., Any]) -> Callable[..., Any]:
    """The command `judge` with the options by which games ask more of a word than that it is listed."""
    options = {option.name: option for judging in _judgings() for option in judging.options}
    for option in reversed(options.values()):
        judge = click.option(f"--{option.name}", help=f"{option.help[:1].upper()}{option.help[1:]}.")(judge)
    return judge


def misfits_of(words: Iterable[str], given: Mapping[str, Any]) -> dict[str, str]:
    """Why words do not do for what a game was asked, by word; nothing when no game was asked."""
    asked = [each for each in _judgings() if any(given[option.name] for option in each.options)]
    reasons = {word: judging.misfit(word, given) for judging in asked for word in words}
    return {word: reason for word, reason in reasons.items() if reason}


def _judgings() -> list[Judging]:
    return [game.judging for game in GAMES if game.judging]
