"""Glosses of listed words in a packed text of which a small part is unpacked when it is asked for.

    CATS	=CAT
    CHINA	n high quality porcelain	n dishware made of it

A line is a word and its fields: `=` leads from an inflected form to its lemmas, anything else is a gloss
behind its part of speech (n, v, a, r). Lines are in order of the words. Names lie in a small file beside it.

The file is a chain of xz streams, so `xz -dc` shows it whole: first an index (the first word and the packed
length of every part), then the parts of about 64 KiB. It needs no unpacking to the disk, no database and no
more memory than a part; a word is found in some milliseconds, and nobody waits for it while playing.
"""

import lzma
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

COMMITTED, NAMES = "glosses.txt.xz", "names.txt.xz"
PART_BYTES = 65_536
PACKING = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": PART_BYTES}]
FORM_OF = "="
Fields = Mapping[str, Sequence[str]]


class Entry(NamedTuple):
    """What is told of a word: glosses of its own, or the lemmas it is a form of."""

    glosses: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()


def packed(words: Fields) -> bytes:
    """The file for words with their fields; the same words give the same bytes."""
    parts = [(part.partition("\t")[0], pack(part)) for part in _parts(words)]
    index = "".join(f"{first} {len(part)}\n" for first, part in parts)
    return pack(index) + b"".join(part for _, part in parts)


def _parts(words: Fields) -> Iterator[str]:
    lines: list[str] = []
    size = 0
    for word in sorted(words):
        lines.append("\t".join([word, *words[word]]) + "\n")
        size += len(lines[-1])
        if size >= PART_BYTES:
            yield "".join(lines)
            lines, size = [], 0
    if lines:
        yield "".join(lines)


def pack(text: str) -> bytes:
    """The bytes that are committed; the same text gives the same bytes."""
    return lzma.compress(text.encode("ascii"), filters=PACKING)


def entry(word: str) -> Entry:
    """What the committed file holds of an upper case word; OSError, LZMAError or ValueError if damaged."""
    firsts, places = _index()
    at = bisect_right(firsts, word) - 1
    line = _line(_part(*places[at]), word) if at >= 0 else ""
    return _entry(line.split("\t")[1:])


def _line(part: str, word: str) -> str:
    at = f"\n{part}".find(f"\n{word}\t")
    return part[at : part.index("\n", at)] if at >= 0 else ""


def _entry(fields: Iterable[str]) -> Entry:
    fields = tuple(fields)
    lemmas = tuple(each[1:] for each in fields if each.startswith(FORM_OF))
    return Entry(tuple(each for each in fields if not each.startswith(FORM_OF)), lemmas)


@cache
def names() -> frozenset[str]:
    """Upper case words that are written as names, read once; OSError or LZMAError if damaged."""
    packed = files("wordlists").joinpath(NAMES).read_bytes()
    return frozenset(lzma.decompress(packed).decode("ascii").split())


@lru_cache(maxsize=1)
def _index() -> tuple[list[str], list[tuple[int, int]]]:
    """The first word of each part, and where in the file it lies: offset and length."""
    with files("wordlists").joinpath(COMMITTED).open("rb") as file:
        unpacker, text, read = lzma.LZMADecompressor(), b"", 0
        while not unpacker.eof:
            chunk = file.read(4096)
            if not chunk:
                raise ValueError(f"{COMMITTED} is cut off")
            read += len(chunk)
            text += unpacker.decompress(chunk)
    lines = [line.split() for line in text.decode("ascii").splitlines()]
    places, at = [], read - len(unpacker.unused_data)
    for _, length in lines:
        places.append((at, int(length)))
        at += int(length)
    return [first for first, _ in lines], places


@lru_cache(maxsize=4)
def _part(offset: int, length: int) -> str:
    with files("wordlists").joinpath(COMMITTED).open("rb") as file:
        file.seek(offset)
        return lzma.decompress(file.read(length)).decode("ascii")
