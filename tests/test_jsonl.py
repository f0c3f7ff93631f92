"""A match as JSON lines: there and back, and refused with a clear line when anything is not as exported."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from evening import FIXED
from hypothesis import given
from hypothesis import strategies as st

from companion import jsonl
from companion.errors import UnreadableError
from companion.journal import Entry, Stamp

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
STAMPS = st.builds(Stamp, TEXTS, TEXTS, st.integers(0, 2**62))
ENTRIES = st.builds(
    Entry, st.just(0), TEXTS, st.dictionaries(TEXTS, VALUES, max_size=4), TEXTS, TEXTS, STAMPS
)
NAMES = TEXTS.filter(lambda name: name != "" and name.isprintable())


def numbered(entries: list[Entry]) -> tuple[Entry, ...]:
    return tuple(Entry(n, e.kind, e.fields, e.who, e.why, e.stamp) for n, e in enumerate(entries, 1))


THREE = numbered(
    [Entry(0, "opened", {"a": "naïve"}, stamp=FIXED), Entry(0, "begun"), Entry(0, "bell", why="w")]
)
FILE = jsonl.dumps("evening", THREE)


@given(NAMES, st.lists(ENTRIES, max_size=5).map(numbered))
def test_a_match_survives_its_lines(name: str, entries: tuple[Entry, ...]) -> None:
    text = jsonl.dumps(name, entries)
    assert jsonl.loads(text) == (name, entries)
    assert text.count("\n") == len(entries) + 2


def complaint_of(text: str) -> str:
    """What `loads` complains of; empty when it takes the text."""
    try:
        jsonl.loads(text)
    except UnreadableError as error:
        return str(error)
    return ""


def test_a_file_cut_off_anywhere_is_refused() -> None:
    complaints = [complaint_of(FILE[:kept]) for kept in range(len(FILE) - 1)]
    assert [each for each in complaints if "cut off" not in each and "is empty" not in each] == []


def test_a_file_with_any_other_sign_in_it_is_refused() -> None:
    others = (f"{FILE[:at]}{'8' if FILE[at] == '7' else '7'}{FILE[at + 1 :]}" for at in range(len(FILE) - 1))
    complaints = [complaint_of(text) for text in others]
    assert [at for at, each in enumerate(complaints) if len(each.splitlines()) != 1] == []


def resealed(*lines: str | dict[str, Any]) -> str:
    """Lines with a last line that fits them, as somebody would write who knows the form."""
    body = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    digest = hashlib.sha256(body.encode(errors="surrogatepass")).hexdigest()
    return body + json.dumps({"end": len(lines) - 1, "sha256": digest}) + "\n"


HEADING = {"companion": "match", "format": 1, "match": "evening"}
ENTRY = {"seq": 1, "kind": "k", "fields": {}, "who": "", "why": "", "wall": "", "boot": "", "tick_ns": 0}


def with_lines(change: Callable[[list[str]], list[str]]) -> str:
    return "\n".join(change(FILE.splitlines())) + "\n"


WRONG: dict[str, tuple[str, str]] = {
    "nothing": ("", "the file is empty: export the match again"),
    "a blank line": ("\n", "line 1 is no JSON"),
    "a diary": ("Dear diary,\ntoday I won.\n", "line 1 is no JSON: the file was cut off or changed"),
    "other JSON": ('{"name": "package"}\n', "line 1 is no heading of a match: is it another file?"),
    "a list": ("[1, 2]\n", "line 1 is no JSON object: is it another file?"),
    "two moved": (
        with_lines(lambda ls: [ls[0], ls[2], ls[1], *ls[3:]]),
        "line 2 holds entry 2 where 1 belongs",
    ),
    "one lost": (
        with_lines(lambda ls: [*ls[:2], *ls[3:]]),
        "line 3 holds entry 3 where 2 belongs: lines were moved",
    ),
    "one twice": (with_lines(lambda ls: [*ls[:2], ls[1], *ls[2:]]), "line 3 holds entry 1 where 2 belongs"),
    "the last entry lost": (with_lines(lambda ls: [*ls[:-2], ls[-1]]), "was changed after it was exported"),
    "more after the end": (FILE + FILE, "line"),
    "changed": (
        FILE.replace("bell", "ball"),
        "the file was changed after it was exported: export the match again",
    ),
    "newer": (FILE.replace('"format": 1', '"format": 2'), "format 2 is newer than this Companion: update it"),
    "a format in words": (resealed({**HEADING, "format": "1"}), "line 1 is no heading of a match"),
    "no name": (resealed({**HEADING, "match": ""}), "a match has a name of 1 to 80 printable characters"),
    "an endless name": (resealed({**HEADING, "match": "x" * 81}), "a match has a name of 1 to 80 printable"),
    "a name of two lines": (
        resealed({**HEADING, "match": "a\nb"}),
        "a match has a name of 1 to 80 printable",
    ),
    "a field too few": (
        resealed(HEADING, {k: v for k, v in ENTRY.items() if k != "why"}),
        "line 2: 'why' is missing",
    ),
    "a number as text": (
        resealed(HEADING, {**ENTRY, "seq": "1"}),
        "line 2: 'seq' is missing or of the wrong type",
    ),
    "true as number": (
        resealed(HEADING, {**ENTRY, "seq": True}),
        "line 2: 'seq' is missing or of the wrong type",
    ),
    "a tick beyond clocks": (resealed(HEADING, {**ENTRY, "tick_ns": 2**63}), "line 2: 'tick_ns' is no time"),
    "an endless number": (resealed(HEADING, '{"seq": ' + "1" * 5000 + "}"), "line 2 is no JSON"),
    "nested without end": (resealed(HEADING, "[" * 100_000), "line 2 is no JSON"),
    "half a character": (resealed(HEADING, {**ENTRY, "why": "\udc80"}), "cannot be stored"),
    "no number": (resealed(HEADING, {**ENTRY, "fields": {"x": float("nan")}}), "cannot be stored"),
    "binary": ("\x00\x01\x7fELF" * 50, "line 1 is no JSON"),
    "50 MB": ("x" * 50_000_001, "a file of 50000001 characters is no match"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_not_as_exported_is_refused_with_a_clear_line(name: str) -> None:
    text, complaint = WRONG[name]
    with pytest.raises(UnreadableError) as refused:
        jsonl.loads(text)
    assert complaint in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 200


def test_signs_that_some_call_line_ends_do_not_end_a_line() -> None:
    entries = numbered([Entry(0, "opened", {"a": "x\u2028y\x85z\x1c"}, why="\u2029\x0b")])
    assert jsonl.loads(jsonl.dumps("evening", entries)) == ("evening", entries)
