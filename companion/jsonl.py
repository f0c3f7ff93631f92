"""A match as JSON lines: a heading, one line an entry, and a last line that proves it whole."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from companion.errors import UnreadableError
from companion.journal import Entry, Stamp, as_stored

FORMAT = 1
LONGEST_FILE = 50_000_000
LONGEST_NAME = 80
LARGEST_TICK_NS = 2**63 - 1


def dumps(match: str, entries: Sequence[Entry]) -> str:
    """The JSON lines of a match."""
    lines = [_line({"companion": "match", "format": FORMAT, "match": match}), *map(_entry_line, entries)]
    body = "".join(lines)
    return body + _line({"end": len(entries), "sha256": hashlib.sha256(body.encode()).hexdigest()})


def loads(text: str) -> tuple[str, tuple[Entry, ...]]:
    """The name and entries of a match; UnreadableError when anything is missing, moved, changed or newer."""
    if len(text) > LONGEST_FILE:
        raise UnreadableError(f"a file of {len(text)} characters is no match")
    lines = [f"{line}\n" for line in text.removesuffix("\n").split("\n")]
    if not text:
        raise UnreadableError("the file is empty: export the match again")
    heading = _values(lines[0], 1)
    name, form = heading.get("match"), heading.get("format")
    if heading.get("companion") != "match" or not isinstance(name, str) or type(form) is not int:
        raise UnreadableError("line 1 is no heading of a match: is it another file?")
    if form != FORMAT:
        raise UnreadableError(f"line 1: format {form} is newer than this Companion: update it")
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise UnreadableError(f"line 1: a match has a name of 1 to {LONGEST_NAME} printable characters")
    last = _values(lines[-1], len(lines))
    if "end" not in last:
        raise UnreadableError("the last line is missing, so the file was cut off: export the match again")
    entries = tuple(_entry(_values(line, number), number) for number, line in enumerate(lines[1:-1], 2))
    for wanted, entry in enumerate(entries, 1):
        if entry.seq != wanted:
            raise UnreadableError(
                f"line {wanted + 1} holds entry {entry.seq} where {wanted} belongs: lines were moved or lost"
            )
    if (
        last["end"] != len(entries)
        or last.get("sha256") != hashlib.sha256("".join(lines[:-1]).encode()).hexdigest()
    ):
        raise UnreadableError("the file was changed after it was exported: export the match again")
    return name, entries


def _line(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True) + "\n"


def _entry_line(entry: Entry) -> str:
    stamp = {"wall": entry.stamp.wall, "boot": entry.stamp.boot, "tick_ns": entry.stamp.tick_ns}
    values = {
        "seq": entry.seq,
        "kind": entry.kind,
        "fields": dict(entry.fields),
        "who": entry.who,
        "why": entry.why,
    }
    return _line(values | stamp)


def _values(line: str, number: int) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise UnreadableError(f"line {number} is no JSON: the file was cut off or changed") from None
    if not isinstance(values, dict):
        raise UnreadableError(f"line {number} is no JSON object: is it another file?")
    return values


def _entry(values: dict[str, Any], number: int) -> Entry:
    wanted = {
        "seq": int,
        "kind": str,
        "fields": dict,
        "who": str,
        "why": str,
        "wall": str,
        "boot": str,
        "tick_ns": int,
    }
    for name, kind in wanted.items():
        if type(values.get(name)) is not kind:
            raise UnreadableError(f"line {number}: {name!r} is missing or of the wrong type")
    if not 0 <= values["tick_ns"] <= LARGEST_TICK_NS:
        raise UnreadableError(f"line {number}: 'tick_ns' is no time that a clock can show")
    stamp = Stamp(values["wall"], values["boot"], values["tick_ns"])
    plain = as_stored(values)
    return Entry(plain["seq"], plain["kind"], plain["fields"], plain["who"], plain["why"], stamp)
