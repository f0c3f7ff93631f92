"""Glosses and names from WordNet 3.0, Debian's package `wordnet-base`, for the words of the list.

Up to three glosses a word, the first sense of each part of speech before second ones. Examples are left out,
and with them every gloss that tells a slur or is one. A sense of a name is no sense of the word.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from wordlists.glossfile import FORM_OF

FOLDER = Path("/usr/share/wordnet")
SHA256 = "5f04dec1faf1e8200b739afb2230465d5fbda60c57d7b0c5a18dbb7331e649a7"
MOST_GLOSSES = 3
KINDS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
ENDINGS = {
    "n": "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y",
    "v": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "a": "er: est: er:e est:e",
    "r": "",
}
DEMEANING = re.compile(r"ethnic slur|\b(offensive|derogatory|disparaging)\b.*\b(terms?|names?|slang)\b")
Senses = Mapping[str, list[str]]


def read(folder: Path) -> dict[str, bytes]:
    """The files that are used, by name.

    Raises FileNotFoundError without the package, ValueError when it is another version.
    """
    names = [f"{part}.{kind}" for kind in KINDS.values() for part in ("data", "index")]
    contents = {name: (folder / name).read_bytes() for name in [*names, "noun.exc", "verb.exc", "adj.exc"]}
    found = hashlib.sha256(b"".join(contents.values())).hexdigest()
    if found != SHA256:
        raise ValueError(f"WordNet in {folder} has SHA-256 {found}, not {SHA256}: take the 3.0 of Debian")
    return contents


def entries(
    contents: Mapping[str, bytes], words: Collection[str], is_slur: Callable[[str], bool]
) -> dict[str, tuple[str, ...]]:
    """The fields of every listed word that has any: glosses of its own, or the lemmas it is a form of."""
    senses = {kind: senses_of(contents, kind) for kind in KINDS}
    irregular = {kind: _irregular(contents.get(f"{name}.exc", b"")) for kind, name in KINDS.items()}
    told = {word: tuple(glosses_of(word.lower(), senses, is_slur)) for word in words}
    told = {word: glosses for word, glosses in told.items() if glosses}
    lemmas = {word: lemmas_of(word, senses, irregular) for word in words if word not in told}
    forms = {word: tuple(FORM_OF + each for each in found if each in told) for word, found in lemmas.items()}
    return told | {word: fields for word, fields in forms.items() if fields}


def names(contents: Mapping[str, bytes], is_slur: Callable[[str], bool]) -> list[str]:
    """Single words of three letters or more that are written as names are, in upper case and in order."""
    written = {word for words, _ in _synsets(contents["data.noun"]) for word in words}
    found = {word.upper() for word in written if re.fullmatch("[A-Z][a-z]{2,}", word)}
    return sorted(word for word in found if not is_slur(word))


def senses_of(contents: Mapping[str, bytes], kind: str) -> dict[str, list[str]]:
    """The definitions of each small-letter lemma, the commonest sense first."""
    data = contents[f"data.{KINDS[kind]}"]
    senses: dict[str, list[str]] = {}
    for line in contents[f"index.{KINDS[kind]}"].decode("ascii").splitlines():
        lemma, _, rest = line.partition(" ")
        if re.fullmatch("[a-z]{2,}", lemma):
            offsets = [int(field) for field in rest.split() if re.fullmatch("[0-9]{8}", field)]
            told = [gloss for words, gloss in (_synset_at(data, at) for at in offsets) if lemma in words]
            senses |= {lemma: told} if told else {}
    return senses


def glosses_of(lemma: str, senses: Mapping[str, Senses], is_slur: Callable[[str], bool]) -> Iterator[str]:
    """Up to three glosses, each behind its part of speech."""
    kinds = [[f"{kind} {gloss}" for gloss in senses[kind].get(lemma, ())] for kind in KINDS]
    in_turn = (gloss for turn in zip_longest(*kinds) for gloss in turn if gloss)
    decent = [gloss for gloss in in_turn if not DEMEANING.search(gloss) and not _tells(gloss, is_slur)]
    yield from decent[:MOST_GLOSSES]


def lemmas_of(word: str, senses: Mapping[str, Senses], irregular: Mapping[str, Senses]) -> list[str]:
    """The lemmas that a word is an inflected form of: irregular ones first, then by its ending."""
    small = word.lower()
    found = [
        lemma.upper()
        for kind in KINDS
        for lemma in (*irregular[kind].get(small, ()), *_without_ending(small, ENDINGS[kind]))
        if lemma in senses[kind]
    ]
    return list(dict.fromkeys(found))


def _without_ending(word: str, endings: str) -> Iterator[str]:
    for ending, _, instead in (pair.partition(":") for pair in endings.split()):
        if word.endswith(ending):
            yield word.removesuffix(ending) + instead


def _irregular(content: bytes) -> dict[str, list[str]]:
    lines = (line.split() for line in content.decode("ascii").splitlines())
    return {form: lemmas for form, *lemmas in lines if lemmas}


def _tells(gloss: str, is_slur: Callable[[str], bool]) -> bool:
    return any(is_slur(word) for word in re.findall("[A-Z]+", gloss.upper()))


def _synsets(data: bytes) -> Iterator[tuple[Collection[str], str]]:
    return (_synset(line) for line in data.decode("ascii").splitlines() if not line.startswith("  "))


def _synset_at(data: bytes, offset: int) -> tuple[Collection[str], str]:
    return _synset(data[offset : data.index(b"\n", offset)].decode("ascii"))


def _synset(line: str) -> tuple[Collection[str], str]:
    """The words of a synset as they are written, and its definition without examples."""
    head, _, gloss = line.partition("|")
    fields = head.split()
    count = int(fields[3], 16)
    words = [field.partition("(")[0] for field in fields[4 : 4 + 2 * count : 2]]
    return words, _definition(gloss)


def _definition(gloss: str) -> str:
    plain = re.sub(r"\s+", " ", gloss.partition('"')[0])
    return plain.strip(" ;:,-")
