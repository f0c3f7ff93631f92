"""How commands speak: answers to standard output, everything else to standard error."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion.errors import UnreadableError
from companion.games.record import Answer

DONE, NO, BAD_INPUT = 0, 1, 2
LONGEST_PIPED = 100_000

as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else.")
data_option = click.option("--data", metavar="DIR", help="The folder in which matches are kept.")


def example(text: str) -> str:
    """The closing lines of a help page: an example that a test runs."""
    return f"\b\nExample:\n  {text}"


def tell(answer: Answer, in_json: bool) -> int:
    """Print an answer for a program or a person; the exit code that goes with it."""
    for warning in answer.warnings:
        say(warning)
    if in_json:
        tell_json(answer.values)
    else:
        click.echo("\n".join(map(printable, answer.lines)))
    return DONE if answer.yes else NO


def tell_json(values: Mapping[str, Any]) -> None:
    """Print one JSON object in one line."""
    click.echo(json.dumps(values, ensure_ascii=False))


def say(text: str) -> None:
    """A line for the person, on standard error."""
    click.echo(f"companion: {printable(text)}", err=True)


def printable(text: str) -> str:
    """One line that steers no terminal: signs that cannot be printed are shown as a box."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)


def text_of_file(path: str, longest: int) -> str:
    """The text of a file of at most so many characters; UnreadableError says why there is none."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(longest + 1)
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UnreadableError(f"{path} is no text file: is it the right one?") from None
    if len(text) > longest:
        raise UnreadableError(f"{path} is longer than {longest} characters: is it the right one?")
    return text


def piped_or(text: str) -> str:
    """The text itself, or for `-` what is piped in."""
    if text != "-":
        return text
    piped = sys.stdin.read(LONGEST_PIPED + 1)
    if len(piped) > LONGEST_PIPED:
        raise UnreadableError(f"more than {LONGEST_PIPED} characters were piped in: is it the right file?")
    return piped


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole: what stood there stays until then (a link, pipe or device is written to)."""
    special = path.is_symlink() or (path.exists() and not path.is_file())
    part = path if special else path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(content)
        if not special:
            part.replace(path)
    except OSError as error:
        if not special and part.is_file():
            part.unlink()
        raise UnreadableError(f"{path} cannot be written: {error.strerror}") from None
