"""Who was first: by the time of the press, never by arrival."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.presses import (
    LONGEST_WAY_NS,
    LOOSEST_NS,
    NS_PER_MS,
    Gathering,
    Press,
    Timeline,
    amends,
    final_ns,
    first_of,
    phoned,
    race,
)

START_NS = 1_000 * NS_PER_MS


def at(ms: float, seat: int, door: str = "pin", give_ms: float = 0) -> Press:
    return Press(START_NS + round(ms * NS_PER_MS), "buzz", seat, door, round(give_ms * NS_PER_MS))


presses = st.lists(
    st.builds(
        at, st.floats(0, 200), st.integers(1, 10), st.sampled_from(["pin", "key", "phone"]), st.floats(0, 50)
    ),
    max_size=30,
)
wired = st.lists(st.builds(at, st.floats(0, 200), st.integers(1, 10)), max_size=30)


@pytest.mark.parametrize(
    ("pressed", "places"),
    [
        ([], []),
        ([at(0, 1)], [(1, 1, "first")]),
        ([at(84, 2), at(0, 1)], [(1, 1, "first"), (2, 2, "+84 ms")]),
        ([at(0, 1), at(30, 2)], [(1, 1, "first"), (2, 1, "+30 ms")]),  # the window's edge still ties
        ([at(0, 1), at(30.000_001, 2)], [(1, 1, "first"), (2, 2, "+30 ms")]),
        ([at(0, 1), at(20, 2), at(45, 3)], [(1, 1, "first"), (2, 1, "+20 ms"), (3, 3, "+45 ms")]),
        ([at(0, 1), at(4.3, 1), at(2, 2)], [(1, 1, "first"), (2, 1, "+2.0 ms")]),  # one press a seat
    ],
)
def test_presses_are_placed_by_time_and_tie_within_the_window(
    pressed: list[Press], places: list[tuple[int, int, str]]
) -> None:  # WS-6
    assert [(each.press.seat, each.place, each.margin) for each in race(pressed)] == places


@given(presses, st.randoms())
def test_no_order_of_arrival_changes_who_was_first(pressed: list[Press], chance: object) -> None:
    shuffled = sorted(pressed, key=lambda _: chance.random())  # type: ignore[attr-defined]
    assert race(shuffled) == race(pressed)


@given(wired)
def test_the_first_contact_always_wins_and_what_lies_within_the_window_always_ties(
    pressed: list[Press],
) -> None:
    placed = race(pressed)
    if not placed:
        return
    earliest = min(press.at_ns for press in pressed)
    assert placed[0].press.at_ns == earliest
    within = {press.seat for press in pressed if press.at_ns - earliest <= 30 * NS_PER_MS}
    assert {press.seat for press in first_of(placed)} == within
    assert all(one.press.at_ns <= other.press.at_ns for one, other in pairwise(placed))
    assert len(placed) == len({press.seat for press in pressed})  # nobody counts twice


@given(st.floats(0, 100), st.floats(0, 100), st.floats(0.01, 100))
def test_a_phone_never_beats_a_wired_button_inside_its_uncertainty(
    wired_ms: float, phone_ms: float, give_ms: float
) -> None:  # WS-11
    pin, phone = at(wired_ms, 1), at(phone_ms, 2, "phone", give_ms)
    if pin.at_ns <= phone.at_ns + phone.give_ns:
        assert race([phone, pin], tie_ms=0)[0].press is pin
    else:
        assert race([phone, pin], tie_ms=0)[0].press is phone


def test_the_margin_of_a_phone_says_how_sure_it_is() -> None:  # WS-11
    assert race([at(0, 1), at(64, 2, "phone", 20)])[1].margin == "+84 ms ±20"


def test_a_late_press_with_an_earlier_time_changes_the_ruling_visibly() -> None:
    before = race([at(50, 1)])
    assert amends(before, race([at(50, 1), at(10, 2)]))
    assert amends(before, race([at(50, 1), at(40, 2)]))  # now a tie
    assert not amends(before, race([at(50, 1), at(90, 2)]))
    assert not amends((), before)


def test_a_ruling_is_final_when_nobody_can_tie_any_more() -> None:
    assert final_ns([]) is None
    assert final_ns([at(50, 1), at(10, 2)], tie_ms=30) == at(40, 1).at_ns


@given(presses, st.integers(1, 40))
def test_held_back_presses_all_go_on_once_by_time(pressed: list[Press], step_ms: int) -> None:
    gathering, gone, now_ns = Gathering(), list[Press](), START_NS
    for press in sorted(pressed, key=lambda press: press.at_ns):
        gathering = gathering.with_(press)
    for _ in range(300):
        ripe, gathering = gathering.parted(now_ns)
        assert all(press.at_ns + gathering.wait_ns <= now_ns for press in ripe)
        gone += ripe
        now_ns += step_ms * NS_PER_MS
    assert sorted(gone, key=repr) == sorted(pressed, key=repr)
    assert [press.at_ns for press in gone] == sorted(press.at_ns for press in gone)


@pytest.mark.parametrize(
    ("pressed_ms", "give_ms", "expected"),
    [
        (990.0, 12.0, (990 * NS_PER_MS, 12 * NS_PER_MS)),
        (None, 12.0, (START_NS, LOOSEST_NS)),
        (990.0, None, (START_NS, LOOSEST_NS)),
        (1001.0, 12.0, (START_NS, LOOSEST_NS)),  # in the future
        (990.0, 251.0, (START_NS, LOOSEST_NS)),  # hardly a clock
        (990.0, -1.0, (START_NS, LOOSEST_NS)),
        (-1e300, 1.0, (START_NS, LOOSEST_NS)),
    ],
)
def test_a_phone_is_believed_within_reason(
    pressed_ms: float | None, give_ms: float | None, expected: tuple[int, int]
) -> None:
    assert phoned(START_NS, pressed_ms, give_ms) == expected


def test_a_phone_cannot_claim_to_have_pressed_long_ago() -> None:
    now_ns = 10 * LONGEST_WAY_NS
    assert phoned(now_ns, (now_ns - LONGEST_WAY_NS - NS_PER_MS) / NS_PER_MS, 1.0) == (now_ns, LOOSEST_NS)


@given(st.lists(st.lists(st.integers(0, 10**15), min_size=1, max_size=5), min_size=1, max_size=4))
def test_all_times_of_a_later_boot_come_after_those_of_an_earlier_one(boots: list[list[int]]) -> None:
    """A machine that was up for days counts from nothing after a restart."""
    line, placed = Timeline(), list[list[int]]()
    for number, times in enumerate(boots):
        placed.append([])
        for at_ns in times:
            placed[-1].append(line.on_line(f"boot {number}", at_ns))
            line = line.met(f"boot {number}", at_ns)
    assert placed[0] == boots[0]
    for number, times in enumerate(boots):
        assert [at_ns - min(placed[number]) for at_ns in placed[number]] == [t - min(times) for t in times]
    assert all(min(later) > max(earlier) for earlier, later in pairwise(placed))
    assert [line.on_line("boot 0", at_ns) for at_ns in boots[0]] == boots[0]
