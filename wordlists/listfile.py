"""The text form of a word list: a headline, then a heading for each tier with its words below.

    companion-english 2026.1
    tier 10
    ABLE
    ABOUT
    tier 20
    ABANDON

Tiers ascend, words are alphabetical, one word stands in one tier: a list has exactly one text.
"""

import lzma
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from itertools import groupby

COMMITTED = "companion-english.txt.xz"
# a window as large as the text; the preset's own would take 64 MiB to unpack
PACKING = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 4 * 1024 * 1024}]
HEADING = "\ntier "


def to_text(name: str, version: str, tiers: Mapping[str, int]) -> str:
    """The one text of a list of upper case words and their tiers."""
    in_order = sorted(tiers.items(), key=lambda item: (item[1], item[0]))
    sections = [
        "\n".join([str(tier), *(word for word, _ in group)])
        for tier, group in groupby(in_order, key=lambda item: item[1])
    ]
    return HEADING.join([f"{name} {version}", *sections]) + "\n"


def from_text(text: str) -> tuple[str, str, Iterable[tuple[int, list[str]]]]:
    """Name, version, and one after the other the words of each tier; trusts the words.

    Raises ValueError when the headline is not as above.
    """
    name, version = text[: text.index("\n")].split(" ")
    sections = re.finditer(r"^tier (\d+)\n([A-Z\n]+)", text, re.MULTILINE)
    return name, version, ((int(section[1]), section[2].split()) for section in sections)


def compressed(text: str) -> bytes:
    """The bytes that are committed; the same text gives the same bytes."""
    return lzma.compress(text.encode("ascii"), filters=PACKING)


def committed() -> str:
    """The text of the list that belongs to this version; OSError or LZMAError when it is not to be had."""
    return lzma.decompress(files("wordlists").joinpath(COMMITTED).read_bytes()).decode("ascii")
