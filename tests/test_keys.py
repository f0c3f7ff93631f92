"""What presses do at a table: a game that is asked first, and the keys that all games share."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from evening import GRID, SMALL
from fake_sight import FakeSight, TestClock, laid, table_with

from companion.errors import RuleError
from companion.games import GAMES, game_named
from companion.games.record import Event
from companion.journal import Journal
from companion.presses import Press
from companion.table import Table


@dataclass
class Playing:
    table: Table
    clock: TestClock

    def press(self, key: str, seat: int | None = None) -> str:
        self.clock.passes(1)
        self.table.press(Press(self.clock.now_ns, key, seat))
        return self.table.notice

    @property
    def last(self) -> tuple[str, dict[str, Any]]:
        assert self.table.match is not None
        entry = self.table.match.view.entries[-1]
        return entry.kind, dict(entry.fields)

    def means(self, *events: Event | Exception) -> None:
        """From now on a press makes these events in the game."""
        assert self.table.match is not None

        def on_press(state: object, press: Press) -> tuple[Event, ...]:
            for event in events:
                if isinstance(event, Exception):
                    raise event
            return events  # type: ignore[return-value]

        view = self.table.match.view
        self.table.match.view = replace(view, game=replace(view.game, on_press=on_press))


@pytest.fixture
def playing(tmp_path: Path, journal: Journal) -> Playing:
    clock = TestClock()
    table = table_with(tmp_path / "data", journal, SMALL, FakeSight(), clock)
    table.open(GAMES[0], "evening", ["Ann", "Ben"], {})
    return Playing(table, clock)


def test_start_begins_pauses_and_goes_on(playing: Playing) -> None:
    assert playing.press("start") == ""
    assert playing.last[0] == "begun"
    assert playing.press("start") == ""
    assert playing.last == ("paused", {"cause": "host", "at_ms": 2000})
    assert playing.press("start") == ""
    assert playing.last == ("resumed", {"cause": "host"})


def test_a_dispute_is_ended_by_its_own_key_only(playing: Playing) -> None:
    playing.press("start")
    playing.press("dispute")
    assert playing.last[1]["cause"] == "dispute"
    assert "held for dispute" in playing.press("start")
    playing.press("dispute")
    assert playing.last == ("resumed", {"cause": "dispute"})
    assert playing.table.clock.causes == frozenset()


@pytest.mark.parametrize("cause", ["host", "power", "doorbell"])
def test_start_goes_on_after_every_other_pause(playing: Playing, cause: str) -> None:
    playing.press("start")
    playing.table.pause(cause)
    playing.press("start")
    assert playing.last == ("resumed", {"cause": cause})


def test_a_long_press_that_a_game_does_not_know_is_passed_over_in_silence(playing: Playing) -> None:
    before = playing.last
    assert playing.press("hold", 1) == ""
    assert playing.last == before


def test_undo_strikes_the_last_entry(playing: Playing) -> None:
    playing.press("start")
    playing.press("undo")
    assert playing.last == ("strike", {"of": 2})
    assert playing.press("undo") == "nothing is left to undo"


def test_ok_answers_the_one_thing_that_is_asked(playing: Playing) -> None:
    assert len(playing.table.scoreboard().prompts) == 1
    playing.press("ok")
    assert playing.last[0] == "begun"


def test_ok_answers_nothing_when_nothing_or_several_things_are_asked(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = playing.table.scoreboard()
    for prompts, told in (
        ((), "nothing is asked now"),
        (asked.prompts * 2, "several things can be done now: choose one on the screen"),
    ):
        monkeypatch.setattr(playing.table, "scoreboard", lambda p=prompts: replace(asked, prompts=p))
        assert playing.press("ok") == told


def test_a_press_that_counts_for_nothing_is_told(playing: Playing) -> None:  # WS-8
    assert playing.press("buzz", 2) == "seat 2 pressed: its button counts for nothing now"
    playing.press("start")
    assert playing.table.notice == ""


def test_a_timer_runs_after_two_presses_of_the_start_key_without_any_page(playing: Playing) -> None:
    playing.table.put_aside()
    assert playing.press("start") == ""
    assert playing.table.scoreboard().headline == "3:00 is ready"
    assert playing.press("start") == ""
    assert (playing.last[0], playing.table.remaining_ms) == ("begun", 180_000)


def test_buzzers_are_open_after_two_presses_without_any_page(playing: Playing) -> None:
    playing.table.put_aside()
    playing.press("buzz", 4)
    assert playing.last[0] == "opened"
    playing.press("start")
    playing.press("buzz", 7)
    assert playing.table.scoreboard().headline == "Seat 7 answers"
    assert dict(playing.table.scoreboard().lamps) == dict.fromkeys(range(1, 11), "armed") | {7: "turn"}


def test_without_a_match_another_key_tells_where_to_go(playing: Playing) -> None:
    playing.table.put_aside()
    assert playing.press("undo") == "no match is played now: open one first"


def test_each_key_wakes_one_game_at_most() -> None:
    keys = [key for game in GAMES for key in game.wakes]
    assert len(keys) == len(set(keys))
    for game in GAMES:
        assert all(len(quick.names) in game.seats for quick in game.wakes.values())


def test_an_answer_of_the_quiz_is_heard_as_right_or_wrong(playing: Playing) -> None:
    playing.table.put_aside()
    playing.press("buzz", 1)
    for answer, cues in (("no", ("invalid",)), ("yes", ("valid",))):
        playing.press("start")
        playing.press("buzz", 1)
        playing.press("buzz", 2)
        playing.table.commit("answered", {"right": answer})
        assert playing.table.scoreboard().cues == cues
        playing.table.commit("reset", {})
        assert playing.table.scoreboard().cues == ()


def test_the_bell_of_a_round_is_rung_by_ok_and_stamped_at_the_press(playing: Playing) -> None:  # WK-10
    playing.press("start")
    playing.clock.passes(60)
    pressed_ns = playing.clock.now_ns - 40_000_000
    playing.table.press(Press(pressed_ns, "ok"))
    assert playing.table.match is not None
    bell = playing.table.match.view.entries[-1]
    assert (bell.kind, bell.who, bell.stamp.tick_ns) == ("bell", "table", pressed_ns)


def test_a_free_seat_is_taken_by_pressing_its_button(playing: Playing) -> None:  # WK-1
    assert playing.press("buzz", 5) == "seat 5 is not free yet: the next one is seat 3"
    playing.press("buzz", 3)
    assert playing.last == ("joined", {"name": "Seat 3", "seat": 3})
    playing.table.commit("left", {"seat": 2})
    playing.press("buzz", 2)
    assert playing.last == ("joined", {"name": "Ben", "seat": 2})
    assert playing.press("buzz", 2) == "seat 2 pressed: its button counts for nothing now"


def test_a_seat_says_by_its_button_that_its_grid_looks_right(playing: Playing) -> None:  # WK-10
    playing.press("start")
    playing.press("ok")
    assert "counts for nothing" in playing.press("buzz", 1)
    playing.table.commit("laid", {"seat": 1, "grid": "ARTD/BANG/LPAY/EKEF sqcc/coqs/ocqs/qsoo"})
    playing.table.commit("laid", {"seat": 2, "grid": GRID})
    playing.press("buzz", 1)
    assert playing.last == ("confirmed", {"seat": 1})
    assert "something is asked about the grid of seat 2" in playing.press("buzz", 2)  # a wild or a filler
    playing.table.commit("corrected", {"seat": 2, "cell": "r4c1", "face": "*"})
    playing.press("buzz", 2)
    assert playing.last == ("confirmed", {"seat": 2})


def test_ok_takes_the_card_that_the_camera_sees_to_be_new(playing: Playing) -> None:  # WR-3
    table, sight = playing.table, playing.table.sight
    assert isinstance(sight, FakeSight)
    table.open(game_named("worder"), "cards", ["Ann", "Ben"], {"play": "turns"})
    table.commit("turned", {"letter": "L"})
    table.commit("chosen", {"method": "must"})
    assert playing.press("ok") == "several things can be done now: choose one on the screen"
    sight.sees(laid("T", doubt="r1c1"))
    assert "not sure of every card" in playing.press("ok")
    sight.sees(laid("T"))
    playing.press("ok")
    kind, fields = playing.last
    assert (kind, fields["letter"], fields["cell"], fields["accepted"]) == ("placed", "T", "r1c1", "yes")


def test_a_game_is_asked_first_and_its_events_carry_the_time_of_the_press(playing: Playing) -> None:
    assert playing.table.match is not None
    playing.means(playing.table.match.view.game.event("renamed", {"seat": 2, "name": "Bea"}))
    playing.clock.passes(5)
    pressed_ns = playing.clock.now_ns - 80_000_000
    playing.table.press(Press(pressed_ns, "buzz", 2))
    entry = playing.table.match.view.entries[-1]
    assert (entry.kind, entry.who, entry.why) == ("renamed", "seat 2", "pressed (pin)")
    assert entry.stamp.tick_ns == pressed_ns


def test_no_entry_is_stamped_before_the_one_that_it_follows(playing: Playing) -> None:
    assert playing.table.match is not None
    playing.means(playing.table.match.view.game.event("renamed", {"seat": 2, "name": "Bea"}))
    playing.table.press(Press(5, "buzz", 2))
    one, other = playing.table.match.view.entries[-2:]
    assert other.stamp.tick_ns == one.stamp.tick_ns


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (RuleError("not armed yet", "WS-8"), "not armed yet (WS-8)"),
        (ZeroDivisionError("a bug"), "it was written down"),
    ],
)
def test_nothing_is_raised_into_the_thread_of_a_pin(
    playing: Playing, raised: Exception, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    playing.means(raised)
    assert told in playing.press("buzz", 1)
    assert ("ZeroDivisionError" in caplog.text) == isinstance(raised, ZeroDivisionError)
    playing.means()
    playing.press("start")
    assert playing.last[0] == "begun"  # the next press is heard
