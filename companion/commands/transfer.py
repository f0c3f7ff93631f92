"""`companion replay`, `export` and `import`: matches as files."""

from pathlib import Path

import click

from companion import jsonl, lexicon
from companion.commands.settle import settled
from companion.commands.telling import (
    DONE,
    as_json,
    data_option,
    example,
    say,
    tell,
    text_of_file,
    write_whole,
)
from companion.errors import CompanionError, UnreadableError
from companion.fold import Folded, fold, given_away
from companion.games.record import Answer
from companion.journal import BOOKS, Journal
from companion.sheet import sheet_csv, sheet_lines


@click.command(epilog=example("companion replay evening.jsonl"))
@click.argument("file", metavar="MATCH.jsonl")
@as_json
def replay(file: str, as_json: bool) -> int:
    """Replay an exported match from its first entry to its result."""
    view = _loaded(file)
    standings = view.standings(lexicon.load())
    values = {
        "game": view.game.name,
        "rules": view.opened.rules,
        "closed": view.closed is not None,
        **standings.as_json(),
        "entries": len(view.entries),
    }
    return tell(Answer(values, tuple(sheet_lines(view, standings))), as_json)


@click.command(epilog=example("companion export evening --as csv"))
@click.argument("match")
@click.option(
    "--as", "form", type=click.Choice(["jsonl", "csv", "sheet"]), default="jsonl", show_default=True
)
@click.option("--out", metavar="FILE", help="Where to write it; without this it is printed.")
@data_option
def export(match: str, form: str, out: str | None, data: str | None) -> int:
    """Write a stored MATCH as JSON lines, as a table (csv) or as a score sheet to print."""
    with Journal(settled(data=data).data) as journal:
        entries = journal.read(match)
        known = journal.matches()
    if not entries:
        raise UnreadableError(
            f"no match is named {match[:40]!r}: {', '.join(known[:8]) or 'none is stored yet'}"
        )
    text = _exported(match, form, fold(match, entries))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(Path(out), text.encode())
        say(f"{match} was written to {out}")
    return DONE


@click.command("import", epilog=example("companion import evening.jsonl"))
@click.argument("file", metavar="FILE")
@data_option
def import_(file: str, data: str | None) -> int:
    """Take a match from FILE (JSON lines) into the journal, whole or not at all."""
    view = _loaded(file)
    name, entries = view.name, view.entries
    if name in BOOKS:
        raise UnreadableError(f"{file}: {name} is the name of a book of this journal, not of a match")
    with Journal(settled(data=data).data) as journal:
        held = journal.read(name)
        if held and held != entries:
            raise UnreadableError(f"another match named {name} is stored already: nothing was imported")
        if not held:
            journal.append(name, *entries)
    click.echo(f"{name}: {'is here already' if held else f'{len(entries)} entries imported'}")
    return DONE


def _loaded(file: str) -> Folded:
    text = text_of_file(file, jsonl.LONGEST_FILE)
    try:
        return fold(*jsonl.loads(text))
    except CompanionError as error:
        raise UnreadableError(f"{file}: {error}") from None


def _exported(match: str, form: str, view: Folded) -> str:
    if form == "jsonl":
        return jsonl.dumps(match, given_away(match, view.entries))
    standings = view.standings(lexicon.load())
    return "\n".join(sheet_lines(view, standings)) + "\n" if form == "sheet" else sheet_csv(standings)
