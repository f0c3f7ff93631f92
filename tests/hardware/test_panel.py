"""The panel on drawn pins: what is sent on for what happens at the pins."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import PanelError
from companion.presses import Press
from companion.wiring import Wire, wired
from hardware.panel import Panel
from hardware.pins import Edge, Pins, drawn_pins

MS = 1_000_000
START_NS = 1_000_000 * MS


@dataclass
class Bench:
    """A panel whose edges come as a test says, and what it sent on."""

    wiring: str = "8 seats"
    pins: Pins = field(default_factory=drawn_pins)
    sent: list[Press] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    now_ns: int = START_NS

    def __post_init__(self) -> None:
        self.panel = Panel(wired(self.wiring), self.pins, self.sent.append, self._hear)

    def _hear(self, wire: Wire) -> None:
        self.heard.append(wire.name)

    def edge(self, name: str, ms: float, closed: bool = True) -> None:
        self.panel.take_in(Edge(name, START_NS + round(ms * MS), closed))

    def until(self, ms: float) -> None:
        """Let time pass to `ms` after the start, a turn each ten milliseconds."""
        while self.now_ns < START_NS + round(ms * MS):
            self.now_ns += 10 * MS
            self.panel.turn(self.now_ns)

    @property
    def keys(self) -> list[tuple[str, int | None, float]]:
        return [(press.key, press.seat, (press.at_ns - START_NS) / MS) for press in self.sent]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    made.panel.open()
    yield made
    made.panel.close()


def test_presses_go_on_by_their_time_stamps_whatever_order_their_edges_came_in() -> None:  # WS-6
    bench = Bench()
    for name, ms in (("seat3", 5), ("seat1", 2), ("start", 9), ("seat2", 2.1)):
        bench.edge(name, ms)
    bench.until(60)
    assert bench.keys == [("buzz", 1, 2), ("buzz", 2, 2.1), ("buzz", 3, 5), ("start", None, 9)]


def test_a_lamp_hears_of_its_button_at_the_contact_and_not_after_the_window() -> None:
    bench = Bench()
    bench.edge("seat4", 0)
    bench.panel.turn(START_NS + MS)
    assert (bench.heard, bench.sent) == (["seat4"], [])


def test_a_drawn_button_is_pressed_through_its_pin_and_marked_as_a_key(bench: Bench) -> None:
    bench.panel.push("seat5")
    bench.panel.turn(2**62)
    assert [(press.key, press.seat, press.door) for press in bench.sent] == [("buzz", 5, "key")]


def test_the_ten_seat_panel_tells_undo_from_dispute_by_how_long_it_is_held() -> None:
    bench = Bench("10 seats")
    bench.edge("undo", 0)
    bench.edge("undo", 100, closed=False)
    bench.until(300)
    bench.edge("undo", 310)
    bench.until(1200)
    bench.edge("undo", 1210, closed=False)
    bench.until(2000)
    assert bench.keys == [("undo", None, 0), ("dispute", None, 310)]


def test_a_patient_panel_tells_a_seat_s_button_once_as_a_buzz_or_as_a_hold() -> None:
    bench = Bench()
    bench.panel.be_patient(True)
    for name, down_ms, up_ms in (("seat1", 0, 500), ("seat2", 1000, 2000), ("seat3", 3000, 3001)):
        bench.edge(name, down_ms)
        bench.until(up_ms)
        bench.edge(name, up_ms, closed=False)
    bench.until(3_200)
    assert bench.keys == [("buzz", 1, 0), ("hold", 2, 1600), ("buzz", 3, 3000)]


def test_a_button_that_is_down_while_the_panel_becomes_impatient_is_told_once() -> None:
    bench = Bench()
    bench.panel.be_patient(True)
    bench.edge("seat1", 0)
    bench.until(100)
    bench.panel.be_patient(False)
    bench.edge("seat1", 200, closed=False)
    bench.until(400)
    assert bench.keys == [("buzz", 1, 0)]


def test_two_short_presses_of_the_shared_key_in_one_turn_are_two() -> None:
    bench = Bench("10 seats")
    for ms, closed in ((0, True), (50, False), (100, True), (150, False)):
        bench.edge("undo", ms, closed)
    bench.until(300)
    assert bench.keys == [("undo", None, 0), ("undo", None, 100)]


def test_a_button_held_down_is_told_by_name_and_the_others_go_on() -> None:  # WS-8
    bench = Bench()
    bench.edge("seat2", 0)
    bench.until(9_000)
    assert bench.panel.stuck(bench.now_ns) == ()
    bench.until(10_100)
    assert [wire.name for wire in bench.panel.stuck(bench.now_ns)] == ["seat2"]
    bench.edge("seat1", 10_110)
    bench.until(10_200)
    assert bench.keys == [("buzz", 2, 0), ("hold", 2, 600), ("buzz", 1, 10_110)]


def test_a_seat_s_button_that_is_held_sends_one_hold_after_its_buzz_and_a_tap_sends_none() -> None:
    bench = Bench()
    for name, down_ms, up_ms in (("seat1", 0, 700), ("seat2", 1000, 1500), ("start", 2000, 2900)):
        bench.edge(name, down_ms)
        bench.until(up_ms)
        bench.edge(name, up_ms, closed=False)
    bench.until(3_200)
    assert bench.keys == [("buzz", 1, 0), ("hold", 1, 600), ("buzz", 2, 1000), ("start", None, 2000)]


def test_a_button_that_was_down_before_anybody_listened_is_told_and_its_release_is_no_press(
    bench: Bench,
) -> None:  # WS-8
    pin = bench.panel._keys["seat2"].pin
    pin.when_changed = None  # edges come as this test says; the level is the pin's own
    pin.drive_low()
    bench.until(12_000)
    assert [wire.name for wire in bench.panel.closed] == ["seat2"]
    assert [wire.name for wire in bench.panel.stuck(bench.now_ns)] == ["seat2"]
    bench.edge("seat2", 12_010, closed=False)
    pin.drive_high()
    bench.until(12_400)
    assert bench.sent == []
    bench.edge("seat2", 12_500)
    bench.until(12_600)
    assert bench.keys == [("buzz", 2, 12_500)]


def test_a_drawn_piezo_sounds_at_its_pin_for_every_pitch_and_counts_as_unheard(bench: Bench) -> None:
    for hz in (131, 440, 1760, 0):
        bench.panel.hum(hz)
    assert not bench.panel.hums
    assert not Bench("8 seats, piezo=none").panel.hums


def test_the_edges_of_the_last_two_hundred_presses_are_kept(bench: Bench) -> None:
    for number in range(250):
        bench.edge("seat1", number * 600)
        bench.edge("seat1", number * 600 + 0.4, closed=False)
        bench.until(number * 600 + 550)
    assert len(bench.panel.log) == 200
    assert [(edge.name, edge.closed) for edge in bench.panel.log[-1]] == [("seat1", True), ("seat1", False)]


EDGES = st.lists(
    st.tuples(st.sampled_from(["seat1", "seat2", "undo", "start"]), st.floats(0, 400), st.booleans()),
    max_size=60,
)


@settings(max_examples=60)
@given(EDGES)
def test_no_edges_in_any_order_raise_or_make_more_presses_than_contacts(
    edges: list[tuple[str, float, bool]],
) -> None:
    bench = Bench()
    for name, ms, closed in edges:
        bench.edge(name, ms, closed)
    bench.until(500)
    assert len(bench.sent) == len(bench.heard) <= len(edges)
    assert len({(press.key, press.seat, press.at_ns) for press in bench.sent}) == len(bench.sent)


@settings(max_examples=60)
@given(EDGES)
def test_a_patient_panel_tells_every_contact_once_whatever_edges_come_in_whatever_order(
    edges: list[tuple[str, float, bool]],
) -> None:
    bench = Bench()
    bench.panel.be_patient(True)
    for name, ms, closed in edges:
        bench.edge(name, ms, closed)
    bench.until(1_500)
    assert len(bench.sent) == len(bench.heard)
    assert {press.key for press in bench.sent if press.seat} <= {"buzz", "hold"}


def test_an_edge_that_cannot_be_kept_is_logged_and_nothing_is_raised_into_the_pins(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    key = bench.panel._keys["seat1"]

    def broken(edge: Edge) -> None:
        raise MemoryError("full")

    key._keep = broken
    bench.panel.push("seat1")
    assert "an edge of seat1 was lost" in caplog.text
    bench.panel.push("seat2")
    bench.panel.turn(2**62)
    assert [press.seat for press in bench.sent] == [2]


def test_pins_gone_deaf_are_noticed_within_two_seconds_and_opened_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    alive, revived = [True], list[int]()

    def revive() -> None:
        revived.append(bench.now_ns)
        alive[0] = True

    bench = Bench(pins=replace(drawn_pins(), alive=lambda: alive[0], revive=revive))
    bench.panel.open()
    bench.until(500)
    alive[0] = False
    with caplog.at_level(logging.ERROR):
        bench.until(2_400)
    assert len(revived) == 1
    assert revived[0] - START_NS <= 2_500 * MS
    bench.panel.push("seat1")
    bench.panel.turn(2**62)
    assert [press.seat for press in bench.sent] == [1]
    bench.panel.close()


def test_pins_that_stay_deaf_are_told_and_tried_again() -> None:
    working = drawn_pins()
    tries = []

    def refused() -> Any:
        tries.append(1)
        if len(tries) in (2, 3):
            raise OSError("GPIO busy")
        return working.opened()

    alive = [True]
    bench = Bench(pins=replace(working, opened=refused, alive=lambda: alive[0]))
    bench.panel.open()
    alive[0] = False
    bench.until(300)
    assert "the buttons are not heard: the pins cannot be opened (GPIO busy)" in bench.panel.trouble
    bench.until(900)
    assert bench.panel.trouble == ""
    bench.panel.close()


def holding(*numbers: int) -> Pins:
    """Pins some of which another program holds."""

    def opened() -> Any:
        factory = drawn_pins().opened()
        real = factory.pin

        def pin(name: int) -> Any:
            if name in numbers:
                raise OSError("GPIO busy")
            return real(name)

        factory.pin = pin
        return factory

    return replace(drawn_pins(), opened=opened)


def test_a_pin_that_another_program_holds_is_named_and_the_rest_works() -> None:
    bench = Bench(pins=holding(6, 13))
    bench.panel.open()
    assert [said.partition(" cannot")[0] for said in bench.panel.lacking] == [
        "seat3 on GPIO 6 (pin 31 of the header)",
        "lamp1 on GPIO 13 (pin 33 of the header)",
    ]
    assert bench.panel.title == "11 buttons, 7 lamps (drawn)"
    bench.panel.shine({"lamp1": 1.0, "lamp2": 1.0})
    bench.panel.push("seat4")
    bench.panel.turn(2**62)
    assert [press.seat for press in bench.sent] == [4]
    bench.panel.close()


def test_pins_none_of_which_can_be_had_are_refused_by_name() -> None:
    bench = Bench(pins=holding(*range(28)))
    with pytest.raises(PanelError, match=r"seat1 on GPIO 4 \(pin 7 of the header\) cannot be opened"):
        bench.panel.open()
    assert bench.panel.lit == {}


def test_lamps_shine_and_one_that_is_not_wired_is_passed_over(bench: Bench) -> None:
    bench.panel.shine({"lamp1": 1.0, "lamp2": 0.4, "lamp10": 1.0})
    assert (bench.panel.lit["lamp1"], bench.panel.lit["lamp2"], bench.panel.lit["lamp3"]) == (1.0, 0.4, 0.0)
