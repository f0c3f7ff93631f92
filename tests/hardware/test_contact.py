"""The contact rule, with trains of (tick, level) as kernels deliver them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.contact import QUIET_NS, Contact

MS = 1_000_000
Train = list[tuple[float, bool]]


def presses_of(train: Train) -> list[float]:
    """When presses begin in a train of (milliseconds, closed)."""
    contact, begun = Contact(), []
    for ms, closed in train:
        contact, pressed = contact.after(1_000 * MS + round(ms * MS), closed)
        begun += [ms] if pressed else []
    return begun


BOUNCES = [(n * 0.7, n % 2 == 0) for n in range(9)]


@pytest.mark.parametrize(
    ("train", "begun"),
    [
        ([], []),
        ([(0, True), (80, False)], [0]),
        (BOUNCES, [0]),  # the first contact, not the last bounce
        ([(0, True), (0.3, False)], [0]),  # a tap far shorter than any filter
        ([(0, False)], [0]),  # only the way back was seen: it was pressed all the same
        ([(0, True), (80, False), (81, True), (82, False), (200, True)], [0, 200]),
        ([(0, True), (80, False), (104.9, True)], [0]),
        ([(0, True), (80, False), (105, True)], [0, 105]),
        ([(0, True), (9000, False), (9040, True)], [0, 9040]),  # held for long
        ([(0, True), (30, False), (10, True), (60, True)], [0, 60]),  # an edge delivered late
        ([(n * 10.0, n % 2 == 0) for n in range(6000)], [0]),  # a wire that chatters for a minute
        ([(n * 0.1, n % 2 == 0) for n in range(10_000)], [0]),  # ten thousand edges a second
    ],
)
def test_a_press_is_the_first_contact_and_nothing_else(train: Train, begun: list[float]) -> None:
    assert presses_of(train) == begun


trains = st.lists(st.tuples(st.floats(0, 500), st.booleans()), max_size=60)


@given(trains)
def test_no_train_of_edges_raises_and_presses_are_at_least_the_quiet_time_apart(train: Train) -> None:
    begun = presses_of(train)
    assert all(later - earlier >= QUIET_NS / MS - 1e-3 for earlier, later in pairwise(begun))
    assert len(begun) <= len(train)


@given(st.lists(st.floats(0.01, 20), min_size=1, max_size=20), st.lists(st.floats(0.01, 20), max_size=20))
def test_one_push_with_any_bounces_on_both_ways_is_one_press(down: list[float], up: list[float]) -> None:
    train, ms, closed = [(0.0, True)], 0.0, True
    for step in [*down, 300.0, *up]:
        ms, closed = ms + step, not closed
        train.append((ms, closed))
    train.append((ms + 1, False))
    long_open = any(not level and nxt - at >= 25 for (at, level), (nxt, _) in pairwise(train))
    assert presses_of(train)[0] == 0
    assert long_open or presses_of(train) == [0.0]


def test_a_lost_edge_holds_no_button_down_for_ever() -> None:
    contact, _ = Contact().after(1_000 * MS, True)
    assert contact.level(1_010 * MS, False).down_ns is not None  # it may be bouncing
    freed = contact.level(1_030 * MS, False)
    assert freed.down_ns is None
    assert freed.after(1_040 * MS, True)[1]


def test_a_release_that_comes_after_its_level_was_read_is_no_press() -> None:
    contact, _ = Contact().after(1_000 * MS, True)
    contact = contact.level(1_130 * MS, False)
    for ms, closed in ((1_100, False), (1_100.5, True), (1_101, False)):  # with its bounces
        contact, pressed = contact.after(round(ms * MS), closed)
        assert not pressed
    assert contact.after(1_140 * MS, True)[1]


@given(
    st.lists(st.tuples(st.floats(30, 400), st.floats(30, 400)), min_size=1, max_size=8),
    st.lists(st.floats(0, 300), min_size=1, max_size=20),
    st.lists(st.floats(1_000, 8_000), max_size=20),
)
def test_late_edges_and_levels_read_at_any_time_make_each_push_one_press(
    pushes: list[tuple[float, float]], delays: list[float], looks: list[float]
) -> None:
    """Edges come in their order but late; levels are read as they truly are at that time."""
    edges, ms = list[tuple[float, bool]](), 1_000.0
    for down, up in pushes:
        edges += [(ms, True), (ms + down, False)]
        ms += down + up
    arrivals, at = list[tuple[float, int, float, bool]](), 0.0
    for number, (ms, closed) in enumerate(edges):
        at = max(at, ms + delays[number % len(delays)])
        arrivals.append((at, number, ms, closed))
    contact, begun = Contact(), list[float]()
    for at, number, ms, closed in sorted([*arrivals, *((look, -1, look, False) for look in looks)]):
        if number >= 0:
            contact, pressed = contact.after(round(ms * MS), closed)
            begun += [ms] if pressed else []
        else:
            level = next((level for tick, level in reversed(edges) if tick <= at), False)
            contact = contact.quiet(round(at * MS)).level(round(at * MS), level)
    assert begun == [ms for ms, closed in edges if closed]


def test_how_long_a_button_is_held() -> None:
    contact, _ = Contact().after(1_000 * MS, True)
    assert contact.held_ns(1_600 * MS) == 600 * MS
    contact, _ = contact.after(1_700 * MS, False)
    assert contact.held_ns(1_800 * MS) == 0
