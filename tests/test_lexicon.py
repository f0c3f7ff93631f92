"""The word list as the games see it: what is in, how rare it is, what fits, and what a house may rule."""

import codecs
import re
import tracemalloc
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import lexicon
from companion.errors import RuleError, UnreadableError
from companion.lexicon import Lexicon, load
from wordlists import listfile, taboo

TWO_LETTERS = {
    *("AA", "AB", "AD", "AE", "AG", "AH", "AI", "AL", "AM", "AN", "AR", "AS", "AT", "AW", "AX", "AY", "BA"),
    *("BE", "BI", "BO", "BY", "CH", "DA", "DE", "DI", "DO", "EA", "ED", "EE", "EF", "EH", "EL", "EM", "EN"),
    *("ER", "ES", "ET", "EW", "EX", "FA", "FE", "FY", "GI", "GO", "GU", "HA", "HE", "HI", "HM", "HO", "ID"),
    *("IF", "IN", "IO", "IS", "IT", "JA", "JO", "KA", "KI", "KO", "KY", "LA", "LI", "LO", "MA", "ME", "MI"),
    *("MM", "MO", "MU", "MY", "NA", "NE", "NO", "NU", "NY", "OB", "OD", "OE", "OF", "OH", "OI", "OK", "OM"),
    *("ON", "OO", "OP", "OR", "OS", "OU", "OW", "OX", "OY", "PA", "PE", "PI", "PO", "QI", "RE", "SH", "SI"),
    *("SO", "ST", "TA", "TE", "TI", "TO", "UG", "UH", "UM", "UN", "UP", "UR", "US", "UT", "WE", "WO", "XI"),
    *("XU", "YA", "YE", "YO", "YU", "ZA", "ZE", "ZO"),
}
SMALL = Lexicon.of({"CAT": 10, "COT": 20, "CUT": 20, "AXE": 60, "KEF": 70, "CATS": 10})


@cache
def words_by_length() -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = defaultdict(list)
    for word in sorted(load()):
        found[len(word)].append(word)
    return {length: tuple(words) for length, words in found.items()}


def test_the_list_has_its_size_and_nothing_but_upper_case_words_of_two_letters_or_more() -> None:
    assert len(load()) == 254_718
    assert [word for word in load() if not re.fullmatch("[A-Z]{2,}", word)] == []


def test_the_two_letter_words_are_exactly_the_127_of_tile_games() -> None:
    assert len(TWO_LETTERS) == 127
    assert set(load().matches("..")) == TWO_LETTERS


@pytest.mark.parametrize(
    ("words", "tier"),
    [
        ("ART ABLE PAY", 10),
        ("BANG", 20),
        ("EKE RAP LAP ABLY", 35),
        ("EF QI ZA", 35),  # two letters
        ("APP SUDOKU VLOGGED WIFI", 35),  # supplement
        ("BIO BRO INTRO MATHS", 50),  # lifted
        ("NAE", 55),
        ("KEF", 70),
        ("ABAMP AKVAVIT", 80),  # only in ENABLE
        ("KVETCHY", 80),
    ],
)
def test_words_stand_in_their_tier(words: str, tier: int) -> None:
    assert {word: load().tier(word) for word in words.split()} == dict.fromkeys(words.split(), tier)


@pytest.mark.parametrize("word", ["ART", "BANG", "PAY", "EKE", "ABLE", "RAP", "NAE", "LAP", "EF", "ABLY"])
def test_words_of_the_sample_tables_are_familiar(word: str) -> None:
    assert load().is_familiar(word)


def test_a_rare_word_counts_but_is_not_familiar() -> None:
    assert "KEF" in load()
    assert not load().is_familiar("KEF")


@pytest.mark.parametrize(
    "text",
    ["CSC", "CSCH", "DKL", "HHD", "LONDON", "A", "", "cat", "Cat", "CAFÉ", "DON'T", "CAT ", "CAT\n", "ZZX"],
)
def test_what_is_no_word_is_not_in_and_has_no_tier(text: str) -> None:
    assert text not in load()
    assert load().tier(text) is None
    assert not load().is_familiar(text)


@pytest.mark.parametrize(
    "turned", ["AVTTRE", "AVTTREF", "PBBA", "XENHG", "JBC", "NOB", "XVXR", "TBBX", "LVQF"]
)
def test_slurs_are_not_in_say_why_and_cannot_be_allowed(turned: str) -> None:
    slur = codecs.decode(turned, "rot13")
    assert slur not in load()
    assert load().is_slur(slur)
    with pytest.raises(RuleError, match="refused at every table"):
        load().ruled({"CAT": True, slur: True})
    assert load().ruled({slur: False}).is_denied(slur)


def test_no_word_of_the_list_is_a_slur() -> None:
    assert [word for word in load() if load().is_slur(word)] == []


@pytest.mark.parametrize(
    "word", ["SNIGGER", "NIGGARDLY", "RACCOON", "COONSKIN", "SPICY", "ABOUT", "SAUERKRAUT"]
)
def test_words_that_only_look_like_slurs_are_in(word: str) -> None:
    assert word in load()
    assert not load().is_slur(word)


@pytest.mark.parametrize("turned", ["FUVG", "NEFR", "OHTTRE", "SNTTBG", "OBYYBPXF"])
def test_rude_words_are_in_and_marked(turned: str) -> None:
    rude = codecs.decode(turned, "rot13")
    assert rude in load()
    assert load().is_rude(rude)
    assert not load().is_slur(rude)


@pytest.mark.parametrize("word", ["CAT", "DEBUGGER", "SCRAP", "MISHIT", "COCKY"])
def test_words_that_only_hold_rude_letters_are_not_marked(word: str) -> None:
    assert word in load()
    assert not load().is_rude(word)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_matches_are_what_a_regular_expression_finds_in_the_whole_list(data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(words_by_length()[data.draw(st.integers(2, 15))]))
    pattern = "".join(data.draw(st.sampled_from([letter, "."])) for letter in word)
    expected = tuple(other for other in words_by_length()[len(word)] if re.fullmatch(pattern, other))
    assert word in expected
    assert load().matches(pattern) == expected


letters = st.text("ABC", min_size=2, max_size=4)
lists = st.dictionaries(letters, st.sampled_from([10, 60, 70]))
rulings = st.dictionaries(letters, st.booleans())


@given(lists, rulings, rulings, st.text("ABC.", min_size=1, max_size=4))
def test_a_ruled_view_is_the_list_with_its_rulings(
    tiers: dict[str, int], first: dict[str, bool], then: dict[str, bool], pattern: str
) -> None:
    view = Lexicon.of(tiers).ruled(first).ruled(then)
    both = {**first, **then}
    expected = {**tiers, **{word: 0 for word, allowed in both.items() if allowed}}
    for word in [word for word, allowed in both.items() if not allowed]:
        expected.pop(word, None)
    assert view.overrides == both
    assert len(view) == len(list(view)) == len(expected)
    assert set(view) == set(expected)
    assert {word: view.tier(word) for word in view} == expected
    assert all((word in view) == (word in expected) for word in {*tiers, *both})
    assert view.matches(pattern) == tuple(sorted(word for word in expected if re.fullmatch(pattern, word)))


@given(lists, lists)
def test_the_hash_differs_exactly_when_a_word_or_a_tier_does(
    one: dict[str, int], two: dict[str, int]
) -> None:
    assert (Lexicon.of(one).sha256 == Lexicon.of(two).sha256) == (one == two)


def test_an_allowed_word_is_familiar_and_a_denied_one_is_neither_in_nor_familiar() -> None:
    view = SMALL.ruled({"CUT": False, "KEF": True, "CXT": True})
    assert view.matches("C.T") == ("CAT", "COT", "CXT")
    assert view.is_familiar("KEF")
    assert view.is_familiar("CXT")
    assert view.is_denied("CUT")
    assert not view.is_denied("ZZZ")
    assert not view.is_familiar("CUT")
    assert repr(view) == "<Lexicon custom 1, 6 words, 3 rulings>"


def test_a_ruling_leaves_the_list_it_was_made_from_alone() -> None:
    mine = {"CUT": False}
    view = SMALL.ruled(mine)
    mine["CAT"] = False
    assert "CUT" in SMALL
    assert "CAT" in view
    with pytest.raises(TypeError):
        view.overrides["CAT"] = False  # type: ignore[index]


def test_a_later_ruling_takes_the_place_of_an_earlier_one() -> None:
    assert "CUT" in SMALL.ruled({"CUT": False}).ruled({"CUT": True})


def test_equal_lists_with_equal_rulings_share_a_place_in_a_cache() -> None:
    again = Lexicon.of({"COT": 20, "CATS": 10, "CUT": 20, "AXE": 60, "KEF": 70, "CAT": 10})
    views = {SMALL, again, SMALL.ruled({}), SMALL.ruled({"CUT": False}), again.ruled({"CUT": False})}
    assert len(views) == 2
    assert SMALL.ruled({"CUT": False}) != SMALL.ruled({"CUT": True})
    assert SMALL.sha256 == SMALL.ruled({"CUT": False}).sha256


def test_a_small_list_can_have_slurs_and_rude_words_of_its_own() -> None:
    small = Lexicon.of({"CAT": 10, "BLEEP": 10, "BOO": 10}, slurs=["BLEEP"], rude=["BOO"])
    assert set(small) == {"CAT", "BOO"}
    assert small.is_slur("BLEEP")
    assert small.is_rude("BOO")


@pytest.mark.parametrize("pattern", ["", "c.t", "C*T", "C.T\n", "C T", "[A-Z]", "É."])
def test_a_pattern_of_other_signs_is_unreadable(pattern: str) -> None:
    with pytest.raises(UnreadableError, match="write A to Z"):
        SMALL.matches(pattern)


@pytest.mark.parametrize("word", ["", "A", "cat", "CAT\n", "DON'T", "CAFÉ"])
def test_only_words_of_letters_can_be_ruled_on_or_listed(word: str) -> None:
    with pytest.raises(UnreadableError, match="two or more of A to Z"):
        SMALL.ruled({word: True})
    with pytest.raises(UnreadableError, match="two or more of A to Z"):
        Lexicon.of({word: 10})


def test_a_pattern_that_nothing_fits_gives_nothing() -> None:
    assert SMALL.matches("Z..") == ()
    assert SMALL.matches("." * 50) == ()


def test_the_list_is_read_once_and_knows_its_name() -> None:
    assert load() is load()
    assert (load().name, load().version) == ("companion-english", "2026.1")
    assert repr(load()) == "<Lexicon companion-english 2026.1, 254718 words>"


@pytest.mark.parametrize("damage", [b"", b"\xfd7zXZ\x00 torn off"])
def test_a_damaged_list_is_an_error_that_says_what_to_do(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / listfile.COMMITTED).write_bytes(damage)
    monkeypatch.setattr(listfile, "files", lambda package: tmp_path)
    with pytest.raises(UnreadableError, match="install the product again"):
        load.__wrapped__()


def test_the_list_takes_less_than_30_mib_also_while_it_is_read() -> None:
    tracemalloc.start()
    kept = lexicon.read(listfile.committed(), taboo.committed())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(kept) == len(load())
    assert peak < 30 * 1024 * 1024
