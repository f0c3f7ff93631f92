"""The timer, the clocks and the buzzers: what runs, what is due, and who was first."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError, RuleError
from companion.games.record import Opened, chosen
from companion.games.timer import GAME
from companion.games.timer.events import Armed, Begun, Buzzed, Passed
from companion.games.timer.state import State
from companion.lexicon import Lexicon
from companion.presses import Press

NONE = Lexicon.of({"AB": 10})


def opened(*names: str, **switches: str) -> State:
    return GAME.start(Opened("", "1.0", names, chosen(GAME.switches, switches), "", "", ""))


def after(state: State, *lines: str) -> State:
    for line in lines:
        state = GAME.apply(state, GAME.heard(state, line))
    return state


def headline(state: State) -> str:
    return GAME.scoreboard(state, NONE).headline


def due_ms(state: State) -> int | None:
    due = GAME.due(state)
    return due.at_ms if due else None


@pytest.mark.parametrize("minutes", [1, 3, 5, 10])
def test_a_preset_opens_without_names_and_rings_when_its_minutes_are_over(minutes: int) -> None:
    state = after(opened(minutes=str(minutes)), "start 7000")
    assert due_ms(state) == 7_000 + 60_000 * minutes
    rung = GAME.apply(state, GAME.due(state).event)  # type: ignore[union-attr]
    assert headline(rung) == f"Time is up: round 1 is over; {minutes}:00 is ready"
    assert due_ms(rung) is None


def test_half_a_minute_more_and_one_tap_back_to_the_start() -> None:
    state = after(opened(), "start 0", "more", "more")
    assert due_ms(state) == 240_000
    assert headline(after(state, "reset")) == "3:00 is ready"
    assert headline(after(state, "end")) == "Round 1 is over; 3:00 is ready"


def test_an_advisory_end_is_told_and_ends_nothing() -> None:
    state = after(opened(stop="advisory"), "start 0", "ring")
    assert headline(state) == "Time is up: go on as you like"
    assert due_ms(state) is None
    assert headline(after(state, "end")).startswith("Round 1 is over")


def test_delay_costs_nothing_increment_is_gained_and_overtime_comes_last() -> None:
    state = opened("Ann", "Ben", kind="clocks", minutes="1", delay="3", increment="2", overtime="10")
    state = after(state, "start 0", "done 1 23000")
    assert state.clock(1).left_ms == 60_000 - 20_000 + 2_000
    state = after(state, "done 2 25000")
    assert state.clock(2).left_ms == 60_000 + 2_000
    assert due_ms(state) == 25_000 + 3_000 + 42_000 + 10_000
    state = after(state, "done 1 75000")
    assert state.clock(1).left_ms == 0
    assert due_ms(after(state, "done 2 76000")) == 76_000 + 3_000 + 0 + 10_000


def test_a_seat_whose_time_is_up_is_out_and_the_next_ones_clock_runs() -> None:
    state = after(opened("Ann", "Ben", "Cid", kind="clocks", minutes="1"), "start 0", "ring")
    assert [clock.out for clock in state.clocks] == [True, False, False]
    assert (state.running.seat, due_ms(state)) == (2, 120_000)  # type: ignore[union-attr]
    state = after(state, "done 2 61000", "done 3 62000")
    assert state.running.seat == 2  # type: ignore[union-attr]
    assert headline(after(state, "ring", "ring")) == "Everybody's time is up"


REFUSALS = [
    ({}, ["more"], "no time is running"),
    ({}, ["end"], "no time is running"),
    ({}, ["start 0", "start 0"], "running already"),
    ({}, ["open"], "buzzers belong to the quiz"),
    ({}, ["done 1 5"], "no time is running"),
    ({}, ["start 0", "done 1 5"], "the clock of Ann is not running"),
    ({"stop": "advisory"}, ["start 0", "ring", "ring"], "the time was up already"),
    ({"stop": "advisory"}, ["start 0", "ring", "more"], "the time is up already"),
    ({"kind": "clocks", "minutes": "1"}, ["start 0", "done 2 5"], "the clock of Ben is not running"),
    ({"kind": "clocks", "minutes": "1"}, ["start 0", "done 1 60001"], "the time of Ann is up"),
    ({"kind": "quiz"}, ["start 0"], "a quiz has no clock"),
    ({"kind": "quiz"}, ["right"], "nobody has pressed who may answer"),
    ({"kind": "quiz"}, ["buzz 1 5", "wrong"], "nobody has pressed who may answer"),
    ({"kind": "quiz"}, ["open", "open"], "open already"),
    ({"kind": "quiz"}, ["open", "buzz 3 5"], "there is no seat 3"),
    ({}, ["start x"], "'x' is no number"),
    ({}, ["dance"], "type help"),
]


@pytest.mark.parametrize(("switches", "lines", "reason"), REFUSALS, ids=[r for _, _, r in REFUSALS])
def test_what_cannot_follow_is_refused(switches: dict[str, str], lines: list[str], reason: str) -> None:
    state = after(opened("Ann", "Ben", **switches), *lines[:-1])
    with pytest.raises(CompanionError, match=reason):
        after(state, lines[-1])


def test_clocks_need_two_names_and_no_more_than_ten() -> None:
    with pytest.raises(RuleError, match="names of two players"):
        opened(kind="clocks")
    with pytest.raises(RuleError, match="11 seats are too many"):
        opened(*(f"P{n}" for n in range(11)))


def test_an_end_that_comes_too_soon_is_refused() -> None:
    state = after(opened(), "start 0")
    with pytest.raises(RuleError, match="not up yet"):
        GAME.apply(state, GAME.event("rang", {"at_ms": 5}))


def line_of(state: State) -> list[int]:
    return [buzz.seat for buzz in state.question.waiting(state.house.early)]


def test_the_first_answers_and_the_next_in_line_after_a_wrong_answer() -> None:
    state = after(opened(kind="quiz"), "open", "buzz 4 9000", "buzz 2 5000", "buzz 7 5001", "buzz 2 1")
    assert line_of(state) == [2, 7, 4]
    assert line_of(after(state, "wrong")) == [7, 4]
    won = after(state, "wrong", "right")
    assert dict(won.points) == {7: 1}
    assert headline(won) == "Question 2: wait"
    assert GAME.standings(won, NONE).winners == (7,)


@pytest.mark.parametrize(("early", "line"), [("ignored", [2, 1]), ("last", [2, 1]), ("out", [2])])
def test_who_presses_before_the_question_is_open(early: str, line: list[int]) -> None:
    state = after(opened(kind="quiz", early=early), "buzz 1 10", "open", "buzz 2 5000", "buzz 1 6000")
    assert line_of(state) == line
    assert "Seat 1 pressed too early" in GAME.scoreboard(state, NONE).blocks[0].lines


def test_a_late_arrival_is_early_by_its_own_time_when_a_key_opened_the_question() -> None:
    state = opened(kind="quiz", early="out")
    for event in (Armed(1_000_000), Buzzed(1, 999_999), Buzzed(2, 1_000_001)):
        state = GAME.apply(state, event)
    assert line_of(state) == [2]


def test_a_phone_never_beats_a_button_inside_its_uncertainty() -> None:  # WS-11
    state = GAME.apply(opened(kind="quiz"), Armed())
    for event in (Buzzed(1, 10_000_000, 5_000_000), Buzzed(2, 14_000_000)):
        state = GAME.apply(state, event)
    assert line_of(state) == [2, 1]


PRESSES = st.lists(
    st.builds(
        Buzzed, seat=st.integers(1, 10), at_ns=st.integers(0, 1000), give_ns=st.sampled_from([0, 0, 50])
    ),
    max_size=12,
)


@given(
    presses=PRESSES,
    shuffled=st.randoms(use_true_random=False),
    early=st.sampled_from(["ignored", "last", "out"]),
)
def test_presses_in_any_order_of_arrival_make_the_same_line(
    presses: list[Buzzed], shuffled: random.Random, early: str
) -> None:
    mixed = shuffled.sample(presses, len(presses))
    lines = []
    for order in (presses, mixed):
        state = GAME.apply(opened(kind="quiz", early=early), Armed(300))
        for press in order:
            state = GAME.apply(state, press)
        lines.append(line_of(state))
    assert lines[0] == lines[1]
    assert len(set(lines[0])) == len(lines[0])


def press(key: str, seat: int | None = None, at_ns: int = 5) -> Press:
    return Press(at_ns, key, seat)


def test_buttons_buzz_open_and_end_a_turn() -> None:
    quiz = opened(kind="quiz")
    assert GAME.on_press(quiz, press("start")) == (Armed(5),)
    assert GAME.on_press(quiz, press("buzz", 3)) == (Buzzed(3, 5),)
    clocks = GAME.apply(opened("Ann", "Ben", kind="clocks"), Begun(0))
    assert GAME.on_press(clocks, press("buzz", 1)) == (Passed(1),)
    assert GAME.on_press(clocks, press("buzz", 2)) == ()
    assert GAME.on_press(opened(), press("start")) == ()


LINES = ("start 0", "more", "reset", "end", "ring", "open", "right", "wrong", "buzz", "done")


def said(dice: random.Random, now_ms: int) -> str:
    line = dice.choice(LINES)
    return f"{line} {dice.randint(1, 3)} {now_ms}" if line in ("buzz", "done") else line


@pytest.mark.parametrize("kind", ["timer", "clocks", "quiz"])
def test_random_evenings_keep_every_time_and_point_sound(kind: str) -> None:
    for seed in range(70):
        dice = random.Random(seed)
        names = ("Ann", "Ben", "Cid")
        switches: Any = {"kind": kind, "stop": dice.choice(["hard", "advisory"]), "delay": "3"}
        state = opened(*names, **switches, increment="2", overtime=dice.choice(["0", "10"]))
        for step in range(40):
            try:
                state = after(state, said(dice, 4_000 * step))
            except CompanionError:
                continue
            assert all(clock.left_ms >= 0 for clock in state.clocks)
            assert sum(points for _, points in state.points) <= state.rounds
            due = GAME.due(state)
            assert due is None or GAME.apply(state, due.event) != state
            assert GAME.scoreboard(state, NONE).headline


def test_a_question_opened_before_a_restart_takes_the_presses_after_it() -> None:
    """The monotonic clock of the new boot has just begun; nobody is early for that."""
    days_ns = 9 * 10**14
    state = GAME.apply(opened(kind="quiz", early="out"), Armed(days_ns, "old"))
    for buzz in (Buzzed(3, days_ns + 9, 0, "old"), Buzzed(2, 70, 0, "new"), Buzzed(1, 50, 0, "new")):
        state = GAME.apply(state, buzz)
    assert line_of(state) == [3, 1, 2]
    assert GAME.on_press(state, Press(5, "buzz", 1, boot="new")) == (Buzzed(1, 5, 0, "new"),)
