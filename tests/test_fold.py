"""Entries from elsewhere: a fold takes what makes a match and refuses the rest by number."""

import pytest
from evening import GAME

from companion.errors import RuleError, UnreadableError
from companion.fold import Unfolded, fold, looked_at
from companion.journal import Entry

OPENED = {
    "game": GAME.name,
    "rules": "1.0",
    "names": ["Ann"],
    "switches": {},
    "list_name": "l",
    "list_version": "1",
    "list_sha256": "x",
}


def closing(**changes: object) -> dict[str, object]:
    seat = {"seat": 1, "name": "Ann", "points": 3, "rounds": [3, None], "awards": {"best": 1}}
    seat |= {"resigned": False, "assistance": 0}
    return {"standings": [seat | changes], "winners": [1]}


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([], "does not begin with how it was opened"),
        ([("begun", {})], "does not begin with how it was opened"),
        ([("opened", {})], "entry 1 .opened.: it needs the fields"),
        ([("opened", OPENED | {"names": 5})], "entry 1 .opened.: its 'names' are no list of texts"),
        ([("opened", OPENED | {"names": [5]})], "its 'names' are no list of texts"),
        ([("opened", OPENED | {"names": []})], "0 players cannot play"),
        ([("opened", OPENED | {"names": ["x"] * 7})], "7 players cannot play"),
        ([("opened", OPENED | {"game": "chess"})], "no game is named 'chess'"),
        ([("opened", OPENED | {"game": ["chess"]})], "it needs the text 'game'"),
        ([("opened", OPENED | {"rules": "9.9"})], "has no rules '9.9' here: it may be from a newer version"),
        ([("opened", OPENED | {"rules": {}})], "it needs the text 'rules'"),
        ([("opened", OPENED | {"list_sha256": 5})], "it needs the text 'list_sha256'"),
        ([("opened", OPENED | {"switches": [1]})], "its 'switches' are no names with their choices"),
        ([("opened", OPENED | {"switches": {"magic": "on"}})], "no switch is named 'magic'"),
        ([("opened", OPENED | {"switches": {"find": ["all"]}})], "find cannot be"),
        ([("opened", OPENED), ("opened", OPENED)], "entry 2 .opened.: a match is opened once"),
        ([("opened", OPENED), ("danced", {})], "entry 2 .danced.: .* knows no entry of the kind 'danced'"),
        ([("opened", OPENED), ("begun", {"at_ms": "0"})], "the field 'at_ms' .* cannot be '0'"),
        ([("opened", OPENED), ("begun", {"tempo": 3})], "has no field 'tempo'"),
        ([("opened", OPENED), ("renamed", {"seat": 1})], "lacks a field: name"),
        ([("opened", OPENED), ("bell", {})], "entry 2 .bell.: no round is running"),
        ([("opened", OPENED), ("strike", {})], "entry 2 .strike. corrects entry None"),
        ([("opened", OPENED), ("strike", {"of": True})], "corrects entry True"),
        ([("opened", OPENED), ("strike", {"of": 2})], "corrects entry 2, which does not come before it"),
        ([("opened", OPENED), ("begun", {}), ("amend", {"of": 2})], "entry 3 .amend. needs the fields"),
        ([("opened", OPENED), ("begun", {}), ("amend", {"of": 2, "fields": 5})], "entry 3 .amend. needs the"),
        (
            [("opened", OPENED), ("begun", {}), ("amend", {"of": 2, "fields": {"x": 1}})],
            "entry 2 .begun.: .*'x'",
        ),
        ([("opened", OPENED), ("amend", {"of": 1, "fields": {}})], "entry 1 .opened. cannot be corrected"),
        ([("opened", OPENED), ("rule", {"word": 5, "allowed": True})], "it needs the text 'word'"),
        ([("opened", OPENED), ("rule", {"word": "c4t", "allowed": True})], "two or more of A to Z in upper"),
        (
            [("opened", OPENED), ("rule", {"word": "CAT", "allowed": "no"})],
            "it needs 'allowed', true or false",
        ),
        ([("opened", OPENED), ("closed", {})], "entry 2 .closed.: the closing entry holds no result"),
        ([("opened", OPENED), ("closed", {"standings": 5, "winners": []})], "holds no result"),
        ([("opened", OPENED), ("closed", closing(points="3"))], "holds no result"),
        ([("opened", OPENED), ("closed", closing(name=3))], "holds no result"),
        ([("opened", OPENED), ("closed", closing(rounds=[True]))], "holds no result"),
        ([("opened", OPENED), ("closed", closing(awards=[1]))], "holds no result"),
        ([("opened", OPENED), ("closed", closing(colour="red"))], "holds no result"),
        ([("opened", OPENED), ("closed", closing()), ("begun", {})], "entry 3 .begun.: the match is closed"),
        ([("opened", OPENED), ("begun", {"at_ms": [[0]]})], "the field 'at_ms'"),
    ],
)
def test_entries_that_make_no_match_are_refused_by_number(
    entries: list[tuple[str, dict[str, object]]], complaint: str
) -> None:
    numbered = [Entry(seq, kind, fields) for seq, (kind, fields) in enumerate(entries, 1)]
    with pytest.raises((RuleError, UnreadableError), match=complaint) as refused:
        fold("evening", numbered)
    assert len(str(refused.value).splitlines()) == 1


def test_fields_nested_without_end_are_refused_by_number() -> None:
    nested: list[object] = []
    for _ in range(5000):
        nested = [nested]
    with pytest.raises(UnreadableError, match=r"entry 2 .begun. is nested too deeply"):
        fold("evening", (Entry(1, "opened", OPENED), Entry(2, "begun", {"at_ms": nested})))


def test_a_stored_match_that_cannot_be_read_here_says_why() -> None:
    strange = looked_at("strange", (Entry(1, "opened", OPENED), Entry(2, "danced", {})))
    assert isinstance(strange, Unfolded)
    assert "it may be from a newer version" in strange.problem
