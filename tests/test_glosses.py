"""How the glosses are made and packed: WordNet's files, forms, names, what is left out, the parts."""

import lzma
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.lexicon import Lexicon
from wordlists import build, glossfile, wordnet

HERE = Path(build.__file__).parent
installed = pytest.mark.skipif(not wordnet.FOLDER.is_dir(), reason="needs Debian's package wordnet-base")


def written(kind: str, *synsets: tuple[str, str]) -> dict[str, bytes]:
    """The data and index files of one kind: `written("noun", ("cat true_cat", "a pet; "it purrs""))`."""
    data, offsets = "  1 a licence\n", dict[str, list[int]]()
    for words, gloss in synsets:
        listed = words.split()
        for word in listed:
            offsets.setdefault(word.partition("(")[0].lower(), []).append(len(data))
        data += f"{len(data):08d} 05 n {len(listed):02x} {' 0 '.join(listed)} 0 000 | {gloss}  \n"
    index = "".join(
        f"{word} n {len(at)} 0 {len(at)} 0 {' '.join(f'{each:08d}' for each in at)}  \n"
        for word, at in offsets.items()
    )
    return {f"data.{kind}": data.encode(), f"index.{kind}": index.encode()}


NOTHING = {f"{part}.{kind}": b"" for part in ("data", "index") for kind in wordnet.KINDS.values()}
NOUNS = written(
    "noun",
    ("cat true_cat", 'a pet; "it purrs"'),
    ("CAT", "a scan"),
    ("cat", "(offensive slang) offensive term for somebody"),
    ("cat", "said of a bleep"),
    ("mouse", "a small rodent"),
    ("Paris City_of_Light", "a city"),
    ("OK Ok He", "fine"),
)
VERBS = written("verb", ("cat", "to whip"), ("run", "to move fast;"))
TINY = NOTHING | NOUNS | VERBS | {"noun.exc": b"mice mouse\n", "verb.exc": b"ran run\n"}


def made(*words: str) -> dict[str, tuple[str, ...]]:
    return wordnet.entries(TINY, words, lambda word: word == "BLEEP")


def test_glosses_are_the_decent_senses_of_the_word_itself_without_examples() -> None:
    assert made("CAT") == {"CAT": ("n a pet", "v to whip")}


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("CATS", "CAT"), ("MICE", "MOUSE"), ("RAN", "RUN"), ("RUNS", "RUN"), ("CATING", "CAT")],
)
def test_an_inflected_form_leads_to_its_lemma(form: str, lemma: str) -> None:
    assert made(form, lemma)[form] == (f"={lemma}",)


def test_a_form_of_what_is_not_listed_and_a_word_that_is_only_a_name_have_nothing() -> None:
    assert made("CATS", "PARIS", "ZZZ") == {}


def test_names_are_single_words_written_as_names_but_no_symbols() -> None:
    assert wordnet.names(TINY, lambda word: False) == ["PARIS"]
    assert wordnet.names(TINY, lambda word: word == "PARIS") == []


def test_another_version_of_wordnet_is_refused(tmp_path: Path) -> None:
    for name in (*NOTHING, "noun.exc", "verb.exc", "adj.exc"):
        (tmp_path / name).write_bytes(b"")
    with pytest.raises(ValueError, match="has SHA-256"):
        wordnet.read(tmp_path)
    done = CliRunner().invoke(build.main, ["--scowl", str(tmp_path), "--glosses", "/nowhere"])
    assert (done.exit_code, "'/nowhere' does not exist" in done.output) == (2, True)


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for a file of glosses, looked at instead of the committed one."""
    monkeypatch.setattr(glossfile, "files", lambda package: tmp_path)
    for cached in (glossfile._index, glossfile._part, glossfile.names):
        cached.cache_clear()
        monkeypatch.setattr(glossfile, cached.__name__, cached.__wrapped__)
    return tmp_path / glossfile.COMMITTED


def test_every_word_is_found_in_its_part_and_no_other_is(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glossfile, "PART_BYTES", 40)
    words = {f"{a}{b}": (f"n about {a}", f"={b}{a}") for a in "ABC" for b in "KLMNO"}
    packed.write_bytes(glossfile.packed(words))
    for word, fields in words.items():
        assert glossfile.entry(word) == glossfile.Entry(fields[:1], (fields[1][1:],))
    for other in ("", "A", "AA", "AKK", "BZ", "ZZ", "ABOUT", "N"):
        assert glossfile.entry(other) == glossfile.Entry()
    whole = lzma.decompress(packed.read_bytes()).decode()
    assert whole.count("\tn about ") == len(words)


@given(st.dictionaries(st.text("ABC", min_size=2), st.just(("n a gloss",))))
def test_the_same_words_pack_to_the_same_bytes(words: dict[str, tuple[str, ...]]) -> None:
    assert glossfile.packed(words) == glossfile.packed(dict(reversed(words.items())))


@pytest.mark.parametrize("damage", [b"", b"\xfd7zXZ\x00 torn off"])
def test_a_damaged_file_is_an_error(damage: bytes, packed: Path) -> None:
    packed.write_bytes(damage)
    with pytest.raises((ValueError, lzma.LZMAError)):
        glossfile.entry("CAT")


def test_the_committed_files_are_small_and_tell_of_listed_words_only(words: Lexicon) -> None:
    assert (HERE / glossfile.COMMITTED).stat().st_size < 2_500_000
    assert (HERE / glossfile.NAMES).stat().st_size < 60_000
    text = lzma.decompress((HERE / glossfile.COMMITTED).read_bytes()).decode("ascii")
    told = [line.split("\t")[0] for line in text.splitlines() if "\t" in line]
    assert told == sorted(told)
    assert [word for word in told if word not in words] == []
    assert not [name for name in glossfile.names() if words.is_slur(name)]


@pytest.mark.slow
@installed
def test_the_committed_glosses_are_what_wordnet_gives(words: Lexicon) -> None:
    contents = wordnet.read(wordnet.FOLDER)
    fresh = wordnet.entries(contents, list(words), words.is_slur)
    assert glossfile.packed(fresh) == (HERE / glossfile.COMMITTED).read_bytes()
    names = "".join(f"{name}\n" for name in wordnet.names(contents, words.is_slur))
    assert glossfile.pack(names) == (HERE / glossfile.NAMES).read_bytes()


def test_wordnet_has_its_licence_beside_the_list() -> None:
    text = " ".join((HERE / "licences" / "wordnet.txt").read_text().split())
    assert "WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved." in text
    assert "that the same appear on ALL copies" in text
