"""Time given, begun anew and skipped; and an evening in which no second is lost or won, whatever happens."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from evening import SMALL
from fake_sight import FakeSight, TestClock, table_with
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import RuleError, UnreadableError
from companion.fold import SHARED
from companion.games import GAMES, game_named
from companion.journal import Journal, Stamp
from companion.table import Table
from companion.timekeeping import add_time, restart, skip
from companion.timing import CAUSES, SET

WHOLE_MS = 300_000


@dataclass
class Round:
    """A round of five minutes, a minute of which is over."""

    table: Table
    clock: TestClock

    def passes(self, seconds: float) -> None:
        self.clock.passes(seconds)
        self.table.tick()

    @property
    def left_s(self) -> float | None:
        left_ms = self.table.remaining_ms
        return None if left_ms is None else left_ms / 1000

    @property
    def kinds(self) -> list[str]:
        assert self.table.match is not None
        return [entry.kind for entry in self.table.match.view.entries]


@pytest.fixture
def played(tmp_path: Path, journal: Journal) -> Round:
    clock = TestClock()
    table = table_with(tmp_path / "data", journal, SMALL, FakeSight(), clock)
    table.open(GAMES[0], "evening", ["Ann", "Ben"], {})
    made = Round(table, clock)
    made.passes(10)
    table.commit("begun", {})
    made.passes(60)
    return made


def test_half_a_minute_more_is_given_running_and_held_as_often_as_it_is_asked_for(played: Round) -> None:
    add_time(played.table)
    assert played.left_s == 270
    played.table.pause("dispute")
    add_time(played.table)
    played.passes(5)
    assert played.left_s == 300
    played.table.resume("dispute")
    played.passes(5)
    assert played.left_s == 295


def test_time_that_begins_anew_is_whole_and_what_holds_it_still_does(played: Round) -> None:
    played.table.pause("doorbell")
    restart(played.table)
    played.passes(5)
    assert played.left_s == 300
    assert played.table.clock.causes == {"doorbell"}


def test_time_that_is_skipped_lets_happen_what_was_due(played: Round) -> None:
    skip(played.table)
    assert played.left_s is None
    assert played.kinds[-2:] == ["time_skipped", "bell"]


def test_nothing_is_skipped_while_the_clock_is_held(played: Round) -> None:
    played.table.pause("dispute")
    with pytest.raises(RuleError, match="held for dispute: let it go on first"):
        skip(played.table)
    assert played.left_s == 240


@pytest.mark.parametrize("change", [add_time, restart, skip])
def test_where_no_clock_runs_there_is_nothing_to_change(
    played: Round, change: Callable[[Table], None]
) -> None:
    played.table.commit("bell", {})
    before = played.kinds
    with pytest.raises(RuleError, match="no clock runs now"):
        change(played.table)
    assert played.kinds == before


def test_time_that_was_given_is_taken_back_by_undo(played: Round) -> None:
    assert played.table.match is not None
    add_time(played.table)
    played.passes(5)
    played.table.match.undo()
    assert played.left_s == 235
    played.table.match.redo()
    assert played.left_s == 265


def test_time_given_before_a_pause_is_of_the_past(played: Round) -> None:
    assert played.table.match is not None
    add_time(played.table)
    given = len(played.kinds)
    played.table.pause("host")
    played.table.resume("host")
    with pytest.raises(RuleError, match=f"entry {given + 1} says where the clock stood"):
        played.table.match.strike(given)
    played.table.match.undo()  # passes over it: the last thing that happened is the beginning of the round
    assert played.left_s is None


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("time_added", {"at_ms": 5}),
        ("time_added", {"at_ms": 5, "more_ms": -1}),
        ("time_added", {"at_ms": 5, "more_ms": 10**9}),
        ("time_restarted", {"at_ms": 5}),
        ("time_skipped", {"to_ms": "1"}),
        ("time_skipped", {"to_ms": 10**15}),
    ],
)
def test_a_change_that_says_nothing_is_refused_and_nothing_is_recorded(
    played: Round, kind: str, fields: dict[str, int]
) -> None:
    assert played.table.match is not None
    before = played.kinds
    with pytest.raises(UnreadableError):
        played.table.match.set_clock(kind, fields)
    assert (played.kinds, played.left_s) == (before, 240)


def test_no_game_has_an_entry_of_the_name_of_a_shared_one() -> None:
    assert SET <= SHARED
    assert [event.kind for game in GAMES for event in game.events if event.kind in SHARED] == []


def test_a_seat_that_was_given_time_keeps_it_for_later_turns(played: Round) -> None:
    game, switches = game_named("timer"), {"kind": "clocks", "minutes": "5"}
    played.table.open(game, "clocks", ["Ann", "Ben"], switches)
    played.table.commit("begun", {})
    played.passes(10)
    add_time(played.table)
    played.table.commit("passed", {"seat": 1})
    assert played.table.match is not None
    assert played.table.match.view.state.clock(1).left_ms == 320_000


@dataclass
class Evening:
    """A timer in a data folder, its appliance switched off and on, and the plain sum it must always show."""

    folder: Path
    clock: TestClock = field(default_factory=TestClock)
    boot: int = 1
    wall_day: int = 1
    left_ms: int | None = None
    held: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.clock.stamp = self.stamp  # type: ignore[method-assign]
        self.switch_on()
        game = game_named("timer")
        self.table.open(game, "evening", [], {"minutes": "5"})

    def switch_on(self) -> None:
        self.journal = Journal(self.folder)
        self.table = table_with(self.folder, self.journal, SMALL, FakeSight(), self.clock)

    def stamp(self) -> Stamp:
        return Stamp(f"2026-01-{self.wall_day:02}T19:30:00+01:00", f"boot {self.boot}", self.clock.now_ns)

    def begins(self) -> None:
        if self.left_ms is None:
            self.table.commit("begun", {})
            self.left_ms = WHOLE_MS

    def passes(self, seconds: int) -> None:
        """Time goes by; the table ticks once a second, and once more at the end."""
        for _ in range(seconds):
            self.clock.passes(1)
            self.table.tick()
            if self.left_ms is not None and not self.held:
                self.left_ms = self.left_ms - 1000 if self.left_ms > 1000 else None

    def wall_jumps(self, day: int) -> None:
        self.wall_day = day

    def sleeps(self, day: int) -> None:
        """The machine is suspended: the monotonic clock stands still, the one on the wall does not."""
        self.wall_day = day

    def holds(self, cause: str) -> None:
        """Begin the pause of a cause, or end it if it lasts."""
        (self.table.resume if cause in self.held else self.table.pause)(cause)
        self.held ^= {cause}

    def is_given_time(self) -> None:
        if self.left_ms is not None:
            add_time(self.table)
            self.left_ms += 30_000

    def begins_anew(self) -> None:
        if self.left_ms is not None:
            restart(self.table)
            self.left_ms = WHOLE_MS

    def is_skipped(self) -> None:
        if self.left_ms is not None and not self.held:
            skip(self.table)
            self.left_ms = None

    def loses_power(self, ticks_s: int) -> None:
        """The plug is pulled right after a tick and the machine starts anew, its ticks beginning anywhere."""
        self.clock.passes(1.1)
        self.table.tick()
        if self.left_ms is not None and not self.held:
            self.left_ms = self.left_ms - 1100 if self.left_ms > 1100 else None
        self.journal.close()
        self.boot, self.clock.now_ns = self.boot + 1, ticks_s * 1_000_000_000
        self.switch_on()
        self.table.go_on_with_last()
        self.held |= {"power"} if self.left_ms is not None and not self.held else set()


steps = st.lists(
    st.one_of(
        st.tuples(st.just("begins")),
        st.tuples(st.just("passes"), st.integers(1, 90)),
        st.tuples(st.just("wall_jumps"), st.integers(1, 28)),
        st.tuples(st.just("sleeps"), st.integers(1, 28)),
        st.tuples(st.just("holds"), st.sampled_from(CAUSES)),
        st.tuples(st.just("is_given_time")),
        st.tuples(st.just("begins_anew")),
        st.tuples(st.just("is_skipped")),
        st.tuples(st.just("loses_power"), st.integers(0, 100_000)),
    ),
    max_size=25,
)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


@settings(max_examples=40, deadline=None)
@given(happened=st.tuples(st.just(("begins",)), steps).map(lambda pair: [pair[0], *pair[1]]))
def test_no_second_is_lost_or_won(folder: Path, happened: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as own:
        evening = Evening(Path(own))
        for name, *values in happened:
            getattr(evening, str(name))(*values)
            assert (evening.table.remaining_ms, evening.table.clock.causes) == (evening.left_ms, evening.held)
        evening.journal.close()
