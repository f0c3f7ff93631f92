"""How the list is made: its sources, the files kept by hand, the text form, and what is committed."""

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from wordlists import add_taboo, build, listfile, taboo

HERE = Path(build.__file__).parent
installed = pytest.mark.skipif(
    not (build.SCOWL.is_dir() and build.ENABLE.is_file()),
    reason="needs Debian's package scowl, and ENABLE in build/ (python -m wordlists.build fetches it)",
)


@cache
def sources() -> dict[str, int]:
    return build.from_sources(build.read_scowl(build.SCOWL), build.read_enable(build.ENABLE))


def abbreviations() -> set[str]:
    """What SCOWL's abbreviation files hold up to the familiar levels, in upper case."""
    paths = [path for path in build.SCOWL.glob("*-abbreviations.*") if int(path.suffix[1:]) <= 60]
    return {word.upper() for path in paths for word in path.read_text("utf-8").split()}


@installed
def test_the_committed_list_is_what_the_sources_give() -> None:
    tiers = build.build(build.read_scowl(build.SCOWL), build.read_enable(build.ENABLE))
    assert listfile.to_text(build.NAME, build.VERSION, tiers) == listfile.committed()


@installed
def test_every_lifted_word_is_rare_without_its_line_and_an_abbreviation_in_scowl() -> None:
    lifted = build.read_kept("lifted.txt")
    assert [word for word in lifted if sources()[word] <= 60] == []
    singular = {word.removesuffix("S") if word in {"BROS", "UFOS"} else word for word in lifted}
    assert singular <= abbreviations()


@installed
def test_every_word_of_the_supplement_is_missing_or_rare_in_the_sources() -> None:
    assert [word for word in build.read_kept("supplement.txt") if sources().get(word, 99) <= 60] == []


@pytest.mark.parametrize("name", ["lifted.txt", "supplement.txt"])
def test_a_file_kept_by_hand_is_in_order_with_a_reason_on_each_line(name: str) -> None:
    lines = [line for line in (HERE / name).read_text("ascii").splitlines() if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[A-Z]{3,} +# \S.*", line)] == []
    words = build.read_kept(name)
    assert words == sorted(set(words))
    assert len(words) == len(lines)


def test_the_supplement_stays_small_and_apart_from_the_lifted_words() -> None:
    supplement = build.read_kept("supplement.txt")
    assert 100 <= len(supplement) <= 300
    assert not set(supplement) & set(build.read_kept("lifted.txt"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cat\ndog\n", ["CAT", "DOG"]),
        ("café\nfaçade\nnaïve\n", ["CAFE", "FACADE", "NAIVE"]),
        ("don't\nship's\n", []),
        ("a\nI\n", []),
        ("OK\nParis\n", []),
        ("smørrebrød\n", []),
    ],
)
def test_scowl_gives_words_of_letters_without_accents_and_no_names(text: str, words: list[str]) -> None:
    assert list(build.words_of(text)) == words


@pytest.mark.parametrize(
    ("word", "tier"),
    [
        ("CAT", 10),  # SCOWL's level wins over ENABLE
        ("ZYZZYVA", 80),  # only in ENABLE
        ("CSC", None),
        ("HHD", None),
        ("TV", None),  # two letters, none of the 127
        ("QI", 35),  # one of the 127, in neither source
        ("AT", 35),  # one of the 127, whatever its level
    ],
)
def test_sources_are_joined_by_the_rules(word: str, tier: int | None) -> None:
    scowl = {"CAT": 10, "CSC": 70, "TV": 20, "AT": 10}
    assert build.from_sources(scowl, {"CAT", "ZYZZYVA", "HHD", "CSC"}).get(word) == tier


def test_the_kept_files_set_the_tier_and_slurs_never_get_in(monkeypatch: pytest.MonkeyPatch) -> None:
    barred = taboo.Taboo(frozenset({taboo.digest("BLEEP")}), frozenset())
    monkeypatch.setattr(taboo, "committed", lambda: barred)
    tiers = build.build({"BLEEP": 10, "CAT": 10}, {"MATHS"})
    assert (tiers["CAT"], tiers["MATHS"], tiers["VLOG"]) == (10, 50, 35)
    assert "BLEEP" not in tiers


def test_another_version_of_a_source_is_refused(tmp_path: Path) -> None:
    for level in build.LEVELS:
        for category in build.CATEGORIES:
            (tmp_path / f"{category}-words.{level}").write_text("cat\n")
    (tmp_path / "dictionary.json").write_text('["cat"]')
    with pytest.raises(ValueError, match=r"SCOWL in .* has SHA-256"):
        build.read_scowl(tmp_path)
    with pytest.raises(ValueError, match=r"ENABLE in .* has SHA-256"):
        build.read_enable(tmp_path / "dictionary.json")


def test_a_missing_folder_of_scowl_is_named() -> None:
    done = CliRunner().invoke(build.main, ["--scowl", "/nowhere"])
    assert done.exit_code == 2
    assert "'/nowhere' does not exist" in done.output


@given(st.dictionaries(st.text("ABC", min_size=2), st.sampled_from([10, 35, 80])))
def test_a_list_has_one_text_and_comes_back_from_it(tiers: dict[str, int]) -> None:
    text = listfile.to_text("name", "1", dict(reversed(tiers.items())))
    assert text == listfile.to_text("name", "1", tiers)
    name, version, sections = listfile.from_text(text)
    assert (name, version) == ("name", "1")
    assert {word: tier for tier, words in sections for word in words} == tiers


def test_the_committed_text_is_in_the_one_form_and_packs_to_less_than_a_megabyte() -> None:
    name, version, sections = listfile.from_text(listfile.committed())
    tiers = {word: tier for tier, words in sections for word in words}
    assert (name, version) == (build.NAME, build.VERSION)
    assert listfile.to_text(name, version, tiers) == listfile.committed()
    assert (HERE / listfile.COMMITTED).stat().st_size < 1_000_000


def test_the_same_text_packs_to_the_same_bytes() -> None:
    text = listfile.to_text("name", "1", {"CAT": 10, "COT": 20})
    assert listfile.compressed(text) == listfile.compressed(text)


def test_slurs_and_rude_words_are_kept_apart_in_order_and_only_as_digests() -> None:
    lines = (HERE / taboo.COMMITTED).read_text("ascii").splitlines()
    assert [line for line in lines if not re.fullmatch("(slur|rude) (scowl|house) [0-9a-f]{16}", line)] == []
    assert lines == sorted(set(lines))
    slurs, rude = taboo.committed()
    assert len(slurs) + len(rude) == len(lines)
    assert not slurs & rude


def test_added_words_are_kept_once_and_forms_with_an_apostrophe_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(add_taboo, "__file__", str(tmp_path / "add_taboo.py"))
    (tmp_path / "words").write_text("bleep\nBleep\nbleep's\nboo\n")
    for kind in ("slur", "rude"):
        done = CliRunner().invoke(add_taboo.main, [kind, "house", str(tmp_path / "words")])
        assert done.exit_code == 0
    kept = taboo.parse((tmp_path / taboo.COMMITTED).read_text())
    assert kept == taboo.Taboo(frozenset({taboo.digest("BLEEP"), taboo.digest("BOO")}), frozenset())


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("scowl.txt", ["Copyright 2000-2018 by Kevin Atkinson", "this permission notice appear"]),
        (
            "ukacd.txt",
            ["Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.", "included verbatim"],
        ),
        ("enable.txt", ["herewith formally released into the Public Domain"]),
    ],
)
def test_each_source_has_its_licence_beside_the_list(name: str, sentences: list[str]) -> None:
    text = " ".join((HERE / "licences" / name).read_text("ascii").split())
    assert [sentence for sentence in sentences if sentence not in text] == []
