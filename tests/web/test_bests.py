"""The family bests: what was ever reached in a match that was played to its end."""

import pytest

from companion.games.record import Standing
from web.bests import Best, bests


def match(name: str, title: str, *seats: tuple[str, int], closed: bool = True) -> dict[str, object]:
    standing = tuple(Standing(number, who, points) for number, (who, points) in enumerate(seats, 1))
    return {"name": name, "title": title, "closed": closed, "seats": standing, "winners": ()}


def test_the_most_points_of_each_game_are_told_with_names_and_match() -> None:
    listed = [
        match("c", "Words", ("Ann", 12), ("Ben", 30)),
        match("b", "Cards", ("Ann", 18), ("Ben", 18)),
        match("a", "Words", ("Cid", 25)),
    ]
    assert bests(listed) == [Best("Cards", 18, ("Ann", "Ben"), "b"), Best("Words", 30, ("Ben",), "c")]


def test_who_was_first_keeps_the_best_in_a_tie() -> None:
    listed = [match("later", "Words", ("Ben", 30)), match("first", "Words", ("Ann", 30))]
    assert bests(listed) == [Best("Words", 30, ("Ann",), "first")]


@pytest.mark.parametrize(
    "left_out",
    [
        match("open", "Words", ("Ann", 99), closed=False),
        {"name": "strange", "title": "Match", "problem": "it may be from a newer version"},
        match("clock", "Timer", ("Ann", 0)),
    ],
    ids=["open", "not read", "without points"],
)
def test_matches_without_an_end_or_points_are_no_bests(left_out: dict[str, object]) -> None:
    assert bests([left_out]) == []
