"""Slurs, which no list accepts, and rude words, which are accepted but never shown unasked.

`taboo.txt` keeps both as digests, so that nobody meets the words by reading the files. A line is kind, origin
and digest. Origin `scowl` is SCOWL's source package: `misc/offensive.1` and `.2`, by its README racial slurs,
are slurs here; `misc/profane.1` and `.3`, by its README vulgar words, are rude. `house` was added by hand:
slurs that SCOWL does not name, and as rude also words that can demean but have a plain meaning too.

To add: `python -m wordlists.taboo slur house FILE` with one word a line, then `python -m wordlists.build`.
"""

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import click

COMMITTED = "taboo.txt"
KINDS, ORIGINS = ("slur", "rude"), ("scowl", "house")


class Taboo(NamedTuple):
    """Digests of slurs and of rude words."""

    slurs: frozenset[str]
    rude: frozenset[str]


def digest(word: str) -> str:
    """Sixteen hex digits that stand for an upper case word."""
    return hashlib.sha256(word.encode()).hexdigest()[:16]


def parse(text: str) -> Taboo:
    """The digests in the text of `taboo.txt`; ValueError when a line has not three fields."""
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for line in text.splitlines():
        kind, _, hexadecimal = line.split(" ")
        found[kind].add(hexadecimal)
    return Taboo(frozenset(found["slur"]), frozenset(found["rude"]))


def committed() -> Taboo:
    """The digests that belong to this version of the product."""
    return parse(files("wordlists").joinpath(COMMITTED).read_text("ascii"))


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("origin", type=click.Choice(ORIGINS))
@click.argument("words", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(kind: str, origin: str, words: Path) -> None:
    """Add the WORDS of a file, one a line, to taboo.txt; words with other than letters are left out."""
    path = Path(__file__).with_name(COMMITTED)
    lines = set(path.read_text("ascii").splitlines()) if path.exists() else set()
    known = {line.split(" ")[2] for line in lines}
    letters = {word.upper() for word in words.read_text().split() if word.isascii() and word.isalpha()}
    added = {f"{kind} {origin} {digest(word)}" for word in letters if digest(word) not in known}
    path.write_text("".join(f"{line}\n" for line in sorted(lines | added)), "ascii")
    click.echo(f"{len(added)} added, {len(letters) - len(added)} were there")


if __name__ == "__main__":
    main()
