"""The referee: glosses, flags and near words; house words and the log of rulings; the command line."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from evening import FIXED, GAME, SMALL, Run, answered

from companion import house, jsonl, rulings
from companion.errors import RuleError, UnreadableError
from companion.fold import fold
from companion.journal import HOUSE_WORDS, RULINGS, Journal
from companion.lexicon import HouseWord, Lexicon
from companion.match import opened_now
from companion.referee import NO_GLOSS, check_count, gloss, near, rule
from wordlists import glossfile

BARRED = Lexicon.of({"CAT": 35, "KEF": 70, "NASTY": 35}, slurs=["NASTY"])


def meaning(word: str, words: Lexicon) -> str | None:
    return gloss(rule([word], words).words[0])


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("CAT", r"noun, feline mammal .*; verb, .*; noun, "),
        ("cats", r"form of CAT: noun, feline mammal"),
        ("MICE", r"form of MOUSE: noun, "),
        ("LEAVES", r"form of LEAF: noun, .*form of LEAVE: "),
        ("HAPPIEST", r"form of HAPPY: adjective, "),
        ("RAN", r"form of RUN: "),
        ("KEF", re.escape(NO_GLOSS)),
        ("AA", r"noun, .*lava"),
    ],
)
def test_a_listed_word_is_told_what_it_means_by_its_lemma(word: str, told: str, words: Lexicon) -> None:
    assert re.match(told, meaning(word, words) or "")


@pytest.mark.parametrize("word", ["ZZZQ", "C-T", "A", "", "LONDON", "Ä", "\t", "=CAT", "A\nB"])
def test_what_is_not_accepted_has_no_meaning(word: str, words: Lexicon) -> None:
    assert meaning(word, words) is None


@pytest.mark.parametrize("word", ["SPADE", "QUEEN", "GUINEA", "DYKE"])
def test_a_sense_that_demeans_is_not_told_beside_the_others(word: str, words: Lexicon) -> None:
    told = meaning(word, words) or ""
    assert told.startswith(("noun, ", "verb, "))
    assert not re.search("slur|offensive|derogatory", told)


def test_no_gloss_tells_a_slur_and_every_form_leads_to_a_told_lemma(words: Lexicon) -> None:
    for word in ("AARDVARK", "MOUSE", "ZYGOTE", "LEAF", "RUN"):
        for each in glossfile.entry(word).glosses:
            assert each[:2] in ("n ", "v ", "a ", "r ")
            assert not any(words.is_slur(other) for other in re.findall("[A-Z]+", each.upper()))
    forms = [glossfile.entry(word).lemmas for word in ("CATS", "MICE", "LEAVES", "RAN", "BETTING")]
    assert all(glossfile.entry(lemma).glosses for lemmas in forms for lemma in lemmas)


def test_damaged_glosses_are_an_error_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, words: Lexicon
) -> None:
    def torn(word: str) -> glossfile.Entry:
        raise OSError("torn off")

    monkeypatch.setattr(glossfile, "entry", torn)
    with pytest.raises(UnreadableError, match="install the product again"):
        meaning("CAT", words)


@pytest.mark.parametrize(
    ("word", "valid", "flagged"),
    [("CHINA", True, True), ("LONDON", False, True), ("CAT", True, False), ("ZZZQ", False, False)],
)
def test_a_word_that_looks_like_a_name_is_flagged_and_the_verdict_is_the_same(
    word: str, valid: bool, flagged: bool, words: Lexicon
) -> None:
    ruled = rule([word], words).words[0]
    assert (ruled.valid, ruled.flag) == (valid, "looks like a name" if flagged else None)


def test_near_words_are_one_letter_off_best_known_first_and_never_rude(words: Lexicon) -> None:
    found = near("CATT", words)
    assert {"CAT", "CART", "CAST"} <= set(found)
    tiers = [words.tier(word) or 0 for word in found]
    assert tiers == sorted(tiers)
    small = Lexicon.of(dict.fromkeys(["CAT", "COT", "CATS", "AT", "BOO", "BOOT"], 10), rude=["BOO"])
    assert near("CAT", small) == ("AT", "CATS", "COT")
    assert near("BOOT", small) == ()


@pytest.mark.parametrize("word", ["", "C-T", "cat", "X" * 16, "C.T"])
def test_nothing_is_near_to_what_is_no_word(word: str, words: Lexicon) -> None:
    assert near(word, words) == ()


@pytest.mark.parametrize("words", [[], ["CAT"] * 9])
def test_a_play_has_one_to_eight_words(words: list[str]) -> None:
    with pytest.raises(UnreadableError):
        check_count(words)


def test_a_slur_makes_a_ruling_that_may_not_be_shown() -> None:
    assert rule(["CAT", "ZZZ"], BARRED).may_be_shown
    assert not rule(["CAT", "nasty"], BARRED).may_be_shown


def says(journal: Journal, *lines: str) -> None:
    """`says(journal, "allowed ZZZ Ann because")`: verdict, word, who, why."""
    for line in lines:
        verdict, word, who, *why = line.split()
        house.say(journal, SMALL, word, verdict, who, " ".join(why), FIXED)


def test_the_last_that_the_house_said_of_a_word_holds_and_all_of_it_is_kept(journal: Journal) -> None:
    says(journal, "allowed ZZZ Ann atlas", "refused ART Ben", "refused ZZZ Cid", "withdrawn ART Ann")
    assert house.standing(journal) == (HouseWord("ZZZ", False, "Cid", ""),)
    rows = list(csv.DictReader(io.StringIO(house.as_csv(journal))))
    assert [(row["word"], row["verdict"], row["holds"]) for row in rows] == [
        ("ZZZ", "allowed", "no"),
        ("ART", "refused", "no"),
        ("ZZZ", "refused", "yes"),
        ("ART", "withdrawn", "yes"),
    ]
    assert "ART" in SMALL
    assert journal.matches() == ()


@pytest.mark.parametrize(
    ("word", "verdict", "who", "error"),
    [
        ("Z", "allowed", "", UnreadableError),
        ("zzz", "allowed", "", UnreadableError),
        ("X" * 16, "allowed", "", UnreadableError),
        ("CAT", "liked", "", UnreadableError),
        ("CAT", "refused", "A" * 201, UnreadableError),
        ("CAT", "refused", "A\nB", UnreadableError),
        ("CAT", "withdrawn", "", RuleError),
        ("NASTY", "allowed", "", RuleError),
    ],
)
def test_what_the_house_cannot_say_is_refused_and_not_written(
    word: str, verdict: str, who: str, error: type[Exception], journal: Journal
) -> None:
    with pytest.raises(error):
        house.say(journal, BARRED, word, verdict, who, "", FIXED)
    assert journal.read(HOUSE_WORDS) == ()


def test_a_match_keeps_the_house_words_it_was_opened_with(journal: Journal) -> None:
    says(journal, "allowed ZZZ Ann atlas", "refused ART Ben")
    match = opened_now(journal, "evening", GAME, ["Ann"], SMALL, lambda: FIXED)
    says(journal, "withdrawn ZZZ Ann", "refused BANG Ben")
    assert ("ZZZ" in match.lexicon, "ART" in match.lexicon, "BANG" in match.lexicon) == (True, False, True)
    match.rule("ART", True, "Cid", "we all know it")
    assert "ART" in match.lexicon
    assert match.view.house_words == {
        "ZZZ": HouseWord("ZZZ", True, "Ann", "atlas"),
        "ART": HouseWord("ART", True, "Cid", "we all know it", standing=False),
    }
    again = fold("evening", journal.read("evening"))
    assert again.house_words == match.view.house_words
    match.undo()
    assert "ART" not in match.lexicon


@pytest.mark.parametrize(
    "pinned", [{"word": "ZZZ"}, "ZZZ", {"word": "z", "who": "", "why": "", "allowed": True, "standing": True}]
)
def test_an_opening_with_house_words_that_are_none_cannot_be_read(pinned: object, journal: Journal) -> None:
    match = opened_now(journal, "evening", GAME, ["Ann"], SMALL, lambda: FIXED)
    opening = match.view.entries[0]
    broken = opening.__class__(1, opening.kind, {**opening.fields, "house": [pinned]}, stamp=FIXED)
    with pytest.raises(UnreadableError, match="'house'"):
        fold("evening", [broken])


def test_every_ruling_is_logged_with_list_house_and_who_asked_and_a_slur_is_not_repeated(
    journal: Journal,
) -> None:
    said = {"ZZZ": HouseWord("ZZZ", True, "Ann", "=1+1", standing=False)}
    view = BARRED.ruled({"ZZZ": True})
    rulings.log(journal, rule(["zzz", "CAT"], view, house=said), view, "all", "evening", "host", FIXED)
    rulings.log(journal, rule(["NASTY"], BARRED), BARRED, "all", "", "host", FIXED)
    rulings.log(journal, rule(["C\udc80T"], BARRED), BARRED, "all", "", "host", FIXED)
    first, second, third = csv.DictReader(io.StringIO(rulings.as_csv(journal)))
    assert first == {
        "time": FIXED.wall, "match": "evening", "words": "ZZZ CAT", "verdict": "valid",
        "list": "custom (all)", "version": "1", "sha256": BARRED.sha256,
        "house": "ZZZ allowed by Ann for this match: =1+1", "who asked": "host",
    }  # fmt: skip
    assert (second["words"], second["verdict"]) == ("(a slur)", "not valid")
    assert third["words"] == "C?T"
    assert [entry.seq for entry in journal.read(RULINGS)] == [1, 2, 3]


def test_what_a_spreadsheet_would_reckon_stays_text_in_an_export(journal: Journal) -> None:
    house.say(journal, SMALL, "ZZZ", "allowed", "=HYPERLINK(1)", "+1", FIXED)
    row = next(csv.DictReader(io.StringIO(house.as_csv(journal))))
    assert (row["who"], row["why"]) == ("'=HYPERLINK(1)", "'+1")


def test_judge_tells_meanings_only_when_asked(run: Run) -> None:
    plain = answered(run("judge", "CATS", "KEF", "--json"))
    told = answered(run("judge", "CATS", "KEF", "--json", "--gloss"))
    assert [each["gloss"] for each in plain["words"]] == [None, None]
    assert told["words"][0]["gloss"].startswith("form of CAT: noun, feline mammal")
    assert told["words"][1]["gloss"] == NO_GLOSS
    assert "KEF: in the list. Accepted, no definition on file" in run("judge", "KEF", "--gloss").out


def test_house_words_are_said_shown_with_a_ruling_taken_back_and_exported(run: Run) -> None:
    assert "no word" in run("house").out
    assert run("judge", "ZZZQ").code == 1
    assert run("house", "allow", "zzzq", "--who", "Ann", "--why", "our atlas").code == 0
    judged = answered(run("judge", "ZZZQ", "--json"))
    said = {"word": "ZZZQ", "allowed": True, "who": "Ann", "why": "our atlas", "standing": True}
    assert judged["words"][0]["house"] == said
    assert "(allowed by Ann: our atlas)" in run("judge", "ZZZQ").out
    assert json.loads(run("house", "--json").out)["word"] == "ZZZQ"
    assert run("house", "withdraw", "ZZZQ").code == 0
    assert run("judge", "ZZZQ").code == 1
    assert run("house", "--as", "csv").out.count("ZZZQ") == 2
    assert run("house", "withdraw", "ZZZQ").code == 1
    assert run("house", "allow", "x").code == 2


def test_every_ruling_of_the_command_line_is_in_the_log(run: Run) -> None:
    run("judge", "CAT", "KEF")
    run("judge", "ZZZQ", "--allow", "ZZZQ", "--json")
    rows = list(csv.DictReader(io.StringIO(run("rulings", "--as", "csv").out)))
    assert [(row["words"], row["verdict"]) for row in rows] == [("CAT KEF", "valid"), ("ZZZQ", "valid")]
    assert "allowed by the command line for this match" in rows[1]["house"]
    assert run("rulings").out.count("\n") == 2
    assert [json.loads(line)["who"] for line in run("rulings", "--json").out.splitlines()]


def test_a_ruling_is_given_without_log_and_with_a_warning_while_another_process_has_the_data(
    run: Run, journal: Journal
) -> None:
    ran = run("judge", "CAT", "--json")
    assert (ran.code, json.loads(ran.out)["verdict"]) == (0, "valid")
    assert "house words and log are not at hand" in ran.err
    assert journal.read(RULINGS) == ()


def test_a_file_named_like_a_book_is_not_imported(run: Run, journal: Journal, tmp_path: Path) -> None:
    match = opened_now(journal, "evening", GAME, ["Ann"], SMALL, lambda: FIXED)
    journal.close()
    (tmp_path / "book.jsonl").write_text(jsonl.dumps(RULINGS, match.view.entries))
    refused = run("import", str(tmp_path / "book.jsonl"))
    assert (refused.code, "the name of a book" in refused.complaint) == (2, True)
