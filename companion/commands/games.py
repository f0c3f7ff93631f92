"""The commands that games bring with them: `companion VERB GAME ...`, built from their records."""

import time
from typing import Any

import click

from companion import lexicon
from companion.commands.telling import as_json, example, piped_or, tell
from companion.games import GAMES
from companion.games.record import Command, Option

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
