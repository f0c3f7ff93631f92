"""The running clock of a match: no second lost or won, whatever happens between."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import NS_PER_MS, Clock, Tick, as_minutes


def tick(ms: int, boot: str = "a") -> Tick:
    return Tick(boot, ms * NS_PER_MS)


def test_a_clock_runs_from_the_moment_it_was_set() -> None:
    clock = Clock().set_to(0, tick(1_000))
    assert clock.position_ms(tick(61_000)) == 60_000
    assert clock.due_tick_ns(300_000) == tick(301_000).tick_ns


def test_a_pause_holds_it_and_its_end_lets_it_run_on() -> None:
    clock = Clock().set_to(0, tick(0)).paused("doorbell", 30_000, tick(30_000))
    assert clock.position_ms(tick(120_000)) == 30_000
    assert clock.due_tick_ns(300_000) is None
    assert clock.resumed("doorbell", tick(120_000)).position_ms(tick(121_000)) == 31_000


def test_each_cause_ends_only_by_itself() -> None:
    clock = Clock().set_to(0, tick(0)).paused("doorbell", 10, tick(10)).paused("dispute", 10, tick(20))
    clock = clock.resumed("doorbell", tick(30))
    assert clock.position_ms(tick(99)) == 10
    assert clock.resumed("dispute", tick(40)).position_ms(tick(99)) == 69


def test_another_boot_tells_nothing_about_the_time_that_passed() -> None:
    clock = Clock().set_to(5_000, tick(1_000))
    assert clock.position_ms(tick(99_000, boot="b")) == 5_000


def test_a_tick_before_the_clock_was_set_does_not_turn_it_back() -> None:
    assert Clock().set_to(5_000, tick(1_000)).position_ms(tick(10)) == 5_000


@given(
    st.lists(st.tuples(st.sampled_from(["run", "doorbell", "dispute"]), st.integers(0, 100_000)), max_size=30)
)
def test_the_clock_counts_exactly_the_time_in_which_nothing_held_it(steps: list[tuple[str, int]]) -> None:
    """A step toggles a cause (or lets time pass); the position is the sum of the time without causes."""
    clock, now_ms, counted_ms = Clock().set_to(0, tick(0)), 0, 0
    for what, passes_ms in steps:
        now_ms += passes_ms
        counted_ms += 0 if clock.causes else passes_ms
        assert clock.position_ms(tick(now_ms)) == counted_ms
        if what in clock.causes:
            clock = clock.resumed(what, tick(now_ms))
        elif what != "run":
            clock = clock.paused(what, clock.position_ms(tick(now_ms)), tick(now_ms))
    assert clock.position_ms(tick(now_ms)) == counted_ms


@pytest.mark.parametrize(
    ("remaining_ms", "shown"),
    [
        (300_000, "5:00"),
        (299_999, "5:00"),
        (299_000, "4:59"),
        (1, "0:01"),
        (0, "0:00"),
        (-5, "0:00"),
        (600_000, "10:00"),
    ],
)
def test_a_remaining_time_is_shown_as_people_read_a_clock(remaining_ms: int, shown: str) -> None:
    assert as_minutes(remaining_ms) == shown
