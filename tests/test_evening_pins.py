"""Evenings by the buttons alone: edges at pins, to the millisecond, through the appliance without a page."""

from dataclasses import replace
from pathlib import Path

import pytest
from evening import SMALL
from fake_sight import FakeSight, TestClock, table_with

from companion.games import game_named
from companion.journal import Journal
from companion.signalling import Signalling
from companion.signals import lights
from companion.wiring import wired
from hardware.lamps import Lamps
from hardware.panel import Panel
from hardware.pins import Edge, drawn_pins

MS = 1_000_000


class Evening:
    """An appliance that was just switched on: no match, no page; its buttons, its lamps, what is heard."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        self.clock = TestClock()
        self.table = table_with(folder, journal, SMALL, FakeSight(), self.clock)
        self.panel = Panel(wired("8 seats"), replace(drawn_pins(), door="pin"))
        self.panel.open()
        self.signs = Signalling(self.table, lambda: self.clock.now_ns, self.panel, Lamps())
        self.passes(100)

    def passes(self, ms: int) -> None:
        for _ in range(ms // 10):
            self.clock.passes(0.01)
            self.table.tick()
            self.signs.turn(self.clock.now_ns)

    def press(self, *presses: tuple[str, float]) -> None:
        """Fingers on buttons, each so many milliseconds after now; the edges arrive the last one first."""
        now_ns = self.clock.now_ns
        self.passes(int(max(ms for _, ms in presses)) + 10)
        for name, ms in reversed(presses):
            self.panel.take_in(Edge(name, now_ns + round(ms * MS), True))
        self.passes(60)
        for name, _ in presses:
            self.panel.take_in(Edge(name, self.clock.now_ns, False))
        self.passes(400)

    def says(self, kind: str, **fields: object) -> None:
        self.table.commit(kind, fields)
        self.passes(60)

    def told(self, heading: str) -> list[str]:
        blocks = {block.heading: list(block.lines) for block in self.table.scoreboard().blocks}
        return blocks.get(heading, [])

    @property
    def lamps(self) -> list[str]:
        return list(lights(self.table.scoreboard(), held=False).values())

    @property
    def heard(self) -> list[str]:
        return [given.cue.word for given in self.signs.given]


@pytest.fixture
def evening(tmp_path: Path, journal: Journal) -> Evening:
    return Evening(tmp_path / "data", journal)


def opens(evening: Evening) -> None:
    evening.table.open(game_named("wordos"), "letters", ["Ann", "Ben", "Cid", "Dan"], {})


def letters(evening: Evening) -> None:
    """Four players with a category, a letter and a number of cards each: GO is next."""
    evening.says("called", caption="animals")
    for seat, letter in enumerate("ABCD", 1):
        evening.says("turned", seat=seat, letter=letter)
        evening.says("thought", seat=seat, letters=4)


def lies(evening: Evening, tops: str) -> None:
    """GO and "all lie" by the start key, the discards said between."""
    evening.press(("start", 0))
    for seat, letter in enumerate(tops, 1):
        evening.says("discarded", seat=seat, letter=letter)
    evening.press(("start", 0))


def test_a_timer_runs_two_presses_after_power_on(evening: Evening) -> None:
    evening.press(("start", 0))
    evening.press(("start", 0))
    assert evening.table.remaining_ms is not None
    assert 178_000 < evening.table.remaining_ms < 180_000
    assert evening.heard == ["Time runs"]


def test_a_lockout_buzzer_takes_answers_two_presses_after_power_on(evening: Evening) -> None:
    evening.press(("seat5", 0))
    evening.press(("start", 0))
    assert set(evening.lamps) == {"armed"}
    evening.press(("seat2", 0), ("seat6", 12.5))
    assert evening.table.scoreboard().headline == "Seat 2 answers"
    assert evening.told("The line") == ["1. Seat 2, first", "2. Seat 6, +12.5 ms"]
    assert (evening.lamps[1], evening.lamps[5]) == ("turn", "queued")


def test_lamps_are_armed_only_while_a_button_means_something_and_an_early_press_is_told(
    evening: Evening,
) -> None:  # WS-8
    opens(evening)
    letters(evening)
    evening.press(("start", 0))
    assert set(evening.lamps) == {"turn"}  # everybody discards
    evening.press(("seat3", 0))
    assert evening.told("Shouts") == ["Cid pressed too early"]
    for seat, letter in enumerate("RXYZ", 1):
        evening.says("discarded", seat=seat, letter=letter)
    evening.press(("start", 0))
    assert set(evening.lamps) == {"armed"}


def test_the_queue_is_by_the_stamps_of_the_pins_and_tells_how_far_apart_they_were(evening: Evening) -> None:
    opens(evening)  # WS-6 WS-11
    letters(evening)
    lies(evening, "RXYZ")
    evening.press(("seat2", 5), ("seat3", 89))
    assert evening.told("Shouts") == ["1. Ben, first: which letter?", "2. Cid, +84 ms: which letter?"]
    assert evening.lamps == ["armed", "queued", "queued", "armed"]
    for seat in (2, 3):
        evening.says("claimed", seat=seat, letter="R")
    assert evening.told("Shouts") == [
        "1. Ben, first: takes the R of Ann",
        "2. Cid, +84 ms: the R is gone: another one, or a card from the decks",
    ]
    assert "A tie" not in evening.heard


def test_a_tie_is_broken_by_the_buttons_and_heard_seen_and_told(evening: Evening) -> None:  # WS-6 WS-7
    opens(evening)
    letters(evening)
    lies(evening, "RXYZ")
    evening.press(("seat2", 0), ("seat3", 29))
    for seat in (2, 3):
        evening.says("claimed", seat=seat, letter="R")
    assert evening.lamps[1:3] == ["tie", "tie"]
    assert evening.heard[-1] == "A tie"
    evening.says("flipped", letter="T")
    evening.press(("seat3", 3), ("seat2", 700))
    assert evening.told("Tiebreaker") == [
        "Ben and Cid, about the R: a word that begins with T",
        "1. Cid, first, says a word now",
        "2. Ben, +697 ms",
    ]
    assert evening.lamps[1:3] == ["queued", "turn"]
    evening.passes(3_000)  # Cid says nothing
    assert evening.lamps[1] == "turn"
    evening.says("said", accepted="yes")
    assert "Ben, first: takes the R of Ann" in evening.told("Shouts")[0]
    assert "It does not count" in evening.heard
    assert (evening.heard[-1], "Time is up" in evening.heard) == ("It counts", False)


def test_who_is_done_is_ordered_by_the_buttons_and_a_tie_for_the_last_place_is_told(evening: Evening) -> None:
    opens(evening)  # WS-9
    letters(evening)
    evening.press(("seat4", 0), ("seat1", 40.5), ("seat2", 60))
    assert evening.told("Done") == [
        "1. Dan, first",
        "2. Ann, +40 ms: tied for the last place",
        "3. Ben, +60 ms: tied for the last place",
    ]
    assert evening.heard[-1] == "A tie"
    assert (evening.lamps[0], evening.lamps[1]) == ("tie", "tie")


def test_a_wire_that_chatters_is_one_shout_and_keeps_nobody_from_the_queue(evening: Evening) -> None:
    opens(evening)
    letters(evening)
    lies(evening, "RXYZ")
    begun_ns = evening.clock.now_ns
    for n in range(5_000):
        evening.panel.take_in(Edge("seat1", begun_ns + n * 20_000, n % 2 == 0))
    evening.press(("seat2", 7))
    assert evening.told("Shouts") == ["1. Ann, first: which letter?", "2. Ben, +7.0 ms: which letter?"]
