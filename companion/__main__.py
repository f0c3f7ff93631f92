"""The command line: `companion COMMAND`, also as `python -m companion`."""

import sys
from collections.abc import Sequence

import click

from companion.commands.bench import bench
from companion.commands.games import verb_groups
from companion.commands.judge import judge
from companion.commands.play import play_group
from companion.commands.run import run
from companion.commands.settle import settings
from companion.commands.telling import BAD_INPUT, NO, say
from companion.commands.transfer import export, import_, replay
from companion.errors import CompanionError, RuleError


def command_line() -> click.Group:
    """The whole command line as click sees it."""
    group = click.Group("companion", help="The companion at the games table.")
    for command in (run, judge, replay, export, import_, play_group(), settings, bench, *verb_groups()):
        group.add_command(command)
    return group


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0 done, 1 "no", 2 bad input with one line that says what."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return int(command_line().main(arguments, prog_name="companion", standalone_mode=False) or 0)
    except click.Abort:
        return BAD_INPUT
    except click.ClickException as error:
        say(" ".join(error.format_message().split()))
        return BAD_INPUT
    except RuleError as error:
        say(str(error))
        return NO
    except CompanionError as error:
        say(str(error))
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
