"""The command line: `companion COMMAND`, also as `python -m companion`."""

import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from pkgutil import resolve_name
from typing import ClassVar

import click

from companion.commands.bench import bench
from companion.commands.doctor import doctor
from companion.commands.games import verb_groups
from companion.commands.house import house, rulings_
from companion.commands.judge import judge
from companion.commands.play import play_group
from companion.commands.run import run
from companion.commands.settle import settings
from companion.commands.telling import BAD_INPUT, NO, say
from companion.commands.transfer import export, import_, replay
from companion.errors import CompanionError, RuleError


class Commands(click.Group):
    """The commands; those that need OpenCV are only imported when one of them is wanted."""

    with_opencv: ClassVar = {
        "print": "companion.commands.printing:print_group",
        "read": "companion.commands.read:read_command",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *self.with_opencv])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.with_opencv:
            command: click.Command = resolve_name(self.with_opencv[cmd_name])
            return command
        return super().get_command(ctx, cmd_name)


def command_line() -> click.Group:
    """The whole command line as click sees it."""
    group = Commands("companion", help="The companion at the games table.", no_args_is_help=False)
    about = (settings, bench, doctor)
    referee = (judge, house, rulings_)
    for command in (run, *referee, replay, export, import_, play_group(), *about, *verb_groups()):
        group.add_command(command)
    return group


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0 done, 1 "no", 2 bad input with one line that says what."""
    _prepare_streams()
    try:
        return int(command_line().main(arguments, prog_name="companion", standalone_mode=False) or 0)
    except click.Abort:
        return BAD_INPUT
    except click.ClickException as error:
        say(_sentence(error))
        return BAD_INPUT
    except RuleError as error:
        say(str(error))
        return NO
    except CompanionError as error:
        say(str(error))
        return BAD_INPUT
    except OSError as error:
        _drop_output()
        say(f"the answer could not be written ({error.strerror}): make room or choose another place")
        return BAD_INPUT


def _prepare_streams() -> None:
    """UTF-8 both ways whatever the terminal is set to; no sign that is read or shown ends the program."""
    if sys.stdin is None:
        sys.stdin = io.StringIO()
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _drop_output() -> None:
    """Let go of an output that takes nothing more, so that the end of the program does not try again."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            sys.stdout.close()


def _sentence(error: click.ClickException) -> str:
    """What click found wrong, in one line, with where the help is."""
    said = " ".join(error.format_message().split())
    asked = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "companion"
    return f"{said} {asked} --help says what there is"


if __name__ == "__main__":
    sys.exit(main())
