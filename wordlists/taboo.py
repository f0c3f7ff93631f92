"""Slurs, which no list accepts, and rude words, which are accepted but never shown unasked.

`taboo.txt` keeps both as digests, so that nobody meets the words by reading the files. A line is kind, origin
and digest. Origin `scowl` is SCOWL's source package: `misc/offensive.1` and `.2`, by its README racial slurs,
are slurs here; `misc/profane.1` and `.3`, by its README vulgar words, are rude. `house` was added by hand:
slurs that SCOWL does not name, and as rude also words that can demean but have a plain meaning too.

To add: `python -m wordlists.add_taboo slur house FILE`, one word a line, then `python -m wordlists.build`.
"""

import hashlib
from importlib.resources import files
from typing import NamedTuple

COMMITTED = "taboo.txt"
KINDS = ("slur", "rude")
ORIGINS = ("scowl", "house")


class Taboo(NamedTuple):
    """Digests of slurs and of rude words."""

    slurs: frozenset[str]
    rude: frozenset[str]


def digest(word: str) -> str:
    """Sixteen hex digits that stand for an upper case word."""
    return hashlib.sha256(word.encode()).hexdigest()[:16]


def parse(text: str) -> Taboo:
    """The digests in `taboo.txt`; ValueError when a line has not three fields, KeyError on other kinds."""
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for line in text.splitlines():
        kind, _, hexadecimal = line.split(" ")
        found[kind].add(hexadecimal)
    return Taboo(frozenset(found["slur"]), frozenset(found["rude"]))


def committed() -> Taboo:
    """The digests that belong to this version of the product."""
    return parse(files("wordlists").joinpath(COMMITTED).read_text("ascii"))
