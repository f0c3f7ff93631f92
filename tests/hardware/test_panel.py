"""Buttons on drawn pins: contacts become presses, each once, in the order of their times."""

import queue
from collections.abc import Iterator
from itertools import pairwise

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import PanelError
from companion.presses import QUIET_NS, Contact, Edge, Press
from hardware.panel import WIRES, Panel, Wire, name_of, open_panel

MS = 1_000_000
START = Wire(26, "start")


def presses_of(edges: list[Edge]) -> list[int]:
    """When presses begin in a train of edges."""
    contact, begun = Contact(), []
    for edge in edges:
        contact, begins = contact.after(edge)
        begun += [edge.at_ns] * begins
    return begun


def train(*pairs: tuple[float, bool]) -> list[Edge]:
    return [Edge(round(at_ms * MS), closed) for at_ms, closed in pairs]


@pytest.mark.parametrize(
    ("edges", "begun_ms"),
    [
        (train((10, True), (60, False)), [10]),
        (train((10, True), (10.4, False), (10.7, True), (11, False), (11.2, True), (90, False)), [10]),
        (train((10, True), (10.3, False)), [10]),
        (train((10, False)), [10]),
        (train((10, True), (50, False), (60, True), (100, False)), [10]),
        (train((10, True), (50, False), (75, True), (100, False)), [10, 75]),
        (train((10, True), (500, True), (600, False), (700, True)), [10, 700]),
    ],
    ids=[
        "press",
        "bounces",
        "tap of 0.3 ms",
        "closing edge lost",
        "bounce on opening",
        "two presses",
        "held",
    ],
)
def test_a_press_is_counted_once_by_its_first_contact(edges: list[Edge], begun_ms: list[int]) -> None:
    assert presses_of(edges) == [at * MS for at in begun_ms]


@given(st.lists(st.tuples(st.integers(0, 100_000_000), st.booleans()), max_size=60))
def test_the_first_edge_always_wins_and_presses_never_follow_each_other_at_once(
    raw: list[tuple[int, bool]],
) -> None:
    edges = [Edge(at, closed) for at, closed in sorted(raw)]
    begun = presses_of(edges)
    assert begun[:1] == [edge.at_ns for edge in edges[:1]]
    assert all(later - earlier >= QUIET_NS for earlier, later in pairwise(begun))


@pytest.fixture
def heard() -> queue.Queue[Press]:
    return queue.Queue()


@pytest.fixture
def panel(heard: queue.Queue[Press]) -> Iterator[Panel]:
    opened = open_panel("mock", heard.put)
    opened.start()
    yield opened
    opened.close()


def test_each_button_is_heard_with_its_key_and_seat(panel: Panel, heard: queue.Queue[Press]) -> None:
    for wire in WIRES:
        panel.tap(name_of(wire))
        press = heard.get(timeout=10)
        assert (press.key, press.seat, press.door, press.give_ns) == (wire.key, wire.seat, "pin", 0)
    assert heard.empty()


def test_a_button_that_is_not_there_is_refused_with_those_that_are(panel: Panel) -> None:
    with pytest.raises(PanelError, match="no button is called 'bell': there are seat-1, "):
        panel.tap("bell")


def test_no_pin_is_used_twice_and_those_of_the_bus_stay_free() -> None:
    pins = [wire.gpio for wire in WIRES]
    assert len(set(pins)) == len(pins) == 12
    assert not {2, 3} & set(pins)


def test_a_pin_that_is_used_twice_is_named_at_the_start(heard: queue.Queue[Press]) -> None:
    with pytest.raises(PanelError, match=r"GPIO 26 \(ok\) cannot be used"):
        Panel((START, Wire(26, "ok")), MockFactory(), heard.put)


def test_where_there_are_no_pins_it_is_said_with_what_to_do(
    heard: queue.Queue[Press], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "lgpio", None)
    with pytest.raises(PanelError, match=r"no pins here .*: start with --pins mock or none"):
        open_panel("gpio", heard.put)
