"""The table with an eye that shows what it is told and a clock that only moves when it is told to."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import lexicon
from companion.clockfile import NAME as CLOCK_NAME
from companion.clockfile import ClockFile
from companion.errors import RuleError, UnreadableError
from companion.eye import Draw, Hold, Seen, Trouble, Watch
from companion.games import GAMES
from companion.grid import Cell, Grid
from companion.journal import Journal, Stamp
from companion.layout import Layout
from companion.reading import Doubt, GridReading, Reading
from companion.table import Table

PRINTED = "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
OTHER = "CATS/ABLE/RIOT/DENY cqso/soqc/qcos/oscq"
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
MS = 1_000_000


class FakeSight:
    """An eye that shows what it is told, and answers uploads with what it is given."""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.trouble = ""
        self.listeners: list[Callable[[Seen | Trouble], None]] = []
        self.orders: list[Any] = []
        self.upload: Reading | UnreadableError = UnreadableError("no picture")

    def order(self, command: Watch | Draw | Hold) -> None:
        self.orders.append(command)

    def read_upload(self, packed: bytes, layout: Layout) -> Reading:
        if isinstance(self.upload, UnreadableError):
            raise self.upload
        return self.upload

    def show(self, reading: Reading, steady: bool = True) -> None:
        self.seen = Seen(reading, steady, 0, b"", "a camera")
        for listener in self.listeners:
            listener(self.seen)


class Evening:
    """A table in a data folder, whose appliance can be switched off and on again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now_ms, self.boot = folder, 0, "first"
        self.sight = FakeSight()
        self.switch_on()

    def switch_on(self) -> None:
        self.sight = FakeSight()
        self.journal = Journal(self.folder)
        self.table = Table(self.journal, lexicon.load(), self.sight, ClockFile(self.folder), self.stamp)

    def switch_off(self) -> None:
        self.journal.close()

    def stamp(self) -> Stamp:
        return Stamp("2026-01-02T19:00:00+01:00", self.boot, self.now_ms * MS)

    def pass_ms(self, ms: int, step_ms: int = 100) -> None:
        """Time goes by, the table ticking as it does."""
        for _ in range(0, ms, step_ms):
            self.now_ms += step_ms
            self.table.tick()

    def open(self, *players: str, **switches: str) -> Table:
        self.table.open(GAMES[0], "evening", players, switches)
        return self.table

    @property
    def state(self) -> Any:
        assert self.table.match is not None
        return self.table.match.view.state


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.switch_off()


def seen(*grids: str | tuple[str, int], doubts: tuple[Doubt, ...] = (), **fields: Any) -> Reading:
    """A reading of grids in text form, each with its seat where it lies on a mat."""
    pairs = [(each, None) if isinstance(each, str) else each for each in grids]
    return Reading(
        "wordoku-4x4",
        tuple(GridReading(Grid.parse(text), 0, CORNERS, doubts, seat=seat) for text, seat in pairs),
        **fields,
    )


def test_the_bell_rings_by_itself_and_is_stamped_with_the_time_it_was_due(evening: Evening) -> None:  # WK-1
    table = evening.open("Ann", "Ben")
    evening.pass_ms(7_000)
    table.commit("begun", {})
    assert table.remaining_ms == 300_000
    evening.pass_ms(299_900)
    assert (table.remaining_ms, evening.state.rounds[-1].rung) == (100, False)
    evening.now_ms += 30_000  # a late thread changes nothing
    table.tick()
    assert evening.state.rounds[-1].rung
    assert table.match is not None
    assert table.match.view.entries[-1].stamp.tick_ns == 307_000 * MS


def test_a_doorbell_holds_the_clock_until_it_ends_and_a_dispute_holds_it_on(evening: Evening) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    evening.pass_ms(60_000)
    table.pause("doorbell")
    evening.pass_ms(90_000)
    table.pause("dispute")
    table.resume("doorbell")
    evening.pass_ms(10_000)
    assert (table.remaining_ms, table.clock.causes) == (240_000, {"dispute"})
    table.resume("dispute")
    evening.pass_ms(1_000)
    assert table.remaining_ms == 239_000


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (lambda t: t.resume("doorbell"), "not held for doorbell"),
        (lambda t: (t.pause("host"), t.pause("host")), "held for host already"),
        (lambda t: t.pause("boredom"), "a pause has a cause"),
        (lambda t: t.commit("begun", {}), "round 1 is not over yet"),
        (lambda t: t.take_reading(1), "the table is not still"),
    ],
)
def test_what_cannot_be_done_now_is_said_and_changes_nothing(evening: Evening, act: Any, says: str) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    with pytest.raises((RuleError, UnreadableError), match=says):
        act(table)


def test_undo_never_undoes_a_pause(evening: Evening) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    table.pause("host")
    assert table.match is not None
    table.match.undo()
    assert (evening.state.rounds, table.clock.causes) == ((), {"host"})


@pytest.mark.parametrize("boot", ["first", "second"])
def test_killed_in_mid_round_it_is_found_held_to_the_second(evening: Evening, boot: str) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    evening.pass_ms(100_400)
    state = evening.state
    evening.switch_off()
    evening.boot, evening.now_ms = boot, evening.now_ms + 3_600_000 if boot == "first" else 5_000
    evening.switch_on()
    evening.table.go_on_with_last()
    assert evening.state == state
    assert evening.table.clock.causes == {"power"}
    assert evening.table.remaining_ms is not None
    assert 199_000 <= evening.table.remaining_ms <= 200_600
    held = evening.table.remaining_ms
    evening.table.resume("power")
    evening.pass_ms(1_000)
    assert evening.table.remaining_ms == held - 1_000


def test_killed_in_a_pause_it_is_found_in_the_same_pause(evening: Evening) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    evening.pass_ms(5_000)
    table.pause("doorbell")
    evening.switch_off()
    evening.switch_on()
    evening.table.go_on_with_last()
    assert (evening.table.remaining_ms, evening.table.clock.causes) == (295_000, {"doorbell"})


def test_a_clock_file_that_is_damaged_or_of_another_match_is_passed_over(evening: Evening) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    evening.pass_ms(9_000)
    for kept in ("{", json.dumps({"match": "another", "at_ms": 1}), "[]", ""):
        (evening.folder / CLOCK_NAME).write_text(kept)
        evening.switch_off()
        evening.switch_on()
        evening.table.go_on("evening")
        assert evening.table.remaining_ms == 300_000
        evening.table.resume("power")


def test_a_closed_match_is_not_gone_on_with_after_a_start(evening: Evening) -> None:
    table = evening.open("Ann")
    assert table.match is not None
    table.match.close()
    evening.switch_off()
    evening.switch_on()
    evening.table.go_on_with_last()
    assert evening.table.match is None


def test_a_match_put_aside_is_kept_held_and_gone_on_with(evening: Evening) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    evening.pass_ms(1_000)
    table.put_aside()
    with pytest.raises(RuleError, match="no match is played now"):
        table.scoreboard()
    table.open(GAMES[0], "second", ["Cid"], {})
    evening.pass_ms(60_000)
    table.go_on("evening")
    assert (table.remaining_ms, table.clock.causes) == (299_000, {"host"})


def test_at_the_bell_every_grid_on_a_mat_is_laid_before_its_seat_at_once(evening: Evening) -> None:  # WK-10
    table = evening.open("Ann", "Ben")
    table.commit("begun", {})
    evening.sight.show(seen((OTHER, 2), (PRINTED, 1)))
    assert evening.state.rounds[-1].lays == ()  # not before the bell
    table.commit("bell", {})
    assert [(seat, str(lay.read)) for seat, lay in evening.state.rounds[-1].lays] == [
        (1, PRINTED),
        (2, OTHER),
    ]


def test_a_grid_that_was_covered_at_the_bell_is_laid_as_soon_as_it_is_seen(evening: Evening) -> None:
    table = evening.open("Ann")
    table.commit("begun", {})
    evening.sight.show(seen(obstructed=True), steady=False)
    table.commit("bell", {})
    assert evening.state.rounds[-1].lays == ()
    evening.sight.show(seen(PRINTED), steady=False)
    assert evening.state.rounds[-1].lays == ()
    evening.sight.show(seen(PRINTED))
    assert evening.state.rounds[-1].lay(1) is not None


def test_without_mats_the_table_asks_whose_grid_it_is(evening: Evening) -> None:
    table = evening.open("Ann", "Ben")
    table.commit("begun", {})
    table.commit("bell", {})
    evening.sight.show(seen(PRINTED))
    assert evening.state.rounds[-1].lays == ()
    table.take_reading(2, "host")
    assert [seat for seat, _ in evening.state.rounds[-1].lays] == [2]
    evening.sight.show(seen(OTHER))  # one seat waits: the next grid is hers
    assert [seat for seat, _ in evening.state.rounds[-1].lays] == [1, 2]


def test_doubts_are_part_of_the_entry_and_end_with_a_correction(evening: Evening) -> None:
    table = evening.open("Ann")
    doubts = (
        Doubt(Cell(0, 2), "letter", "T", 0.6, ("I", "F")),
        Doubt(Cell(1, 1), "symbol", "o", 0.5, ("s",)),
    )
    table.commit("begun", {})
    table.commit("bell", {})
    evening.sight.show(seen(PRINTED, doubts=doubts))
    grid = table.scoreboard().grids[0]
    cell = grid.rows[0][2]
    assert (cell.asks, cell.likely) == ("not sure about the letter", ("T", "I", "F"))
    assert grid.rows[3][0].asks == "wild or filler?"
    table.commit("exchanged", {"seat": 1, "one": "o", "other": "q"})
    cells = table.scoreboard().grids[0].rows
    assert (cells[0][2].asks, cells[1][1].symbol, cells[1][1].asks) == ("not sure about the letter", "q", "")
    table.commit("exchanged", {"seat": 1, "one": "o", "other": "q"})
    table.commit("corrected", {"seat": 1, "cell": "r1c3", "face": "I"})
    cell = table.scoreboard().grids[0].rows[0][2]
    assert (cell.face, cell.asks, cell.corrected) == ("I", "", True)
    table.commit("confirmed", {"seat": 1})
    assert all(each.asks == "" for row in table.scoreboard().grids[0].rows for each in row)


def test_a_sent_picture_is_laid_before_its_owner_or_refused_with_the_reason(evening: Evening) -> None:
    table = evening.open("Ann", "Ben")
    table.commit("begun", {})
    table.commit("bell", {})
    for answer, says in (
        (UnreadableError("the picture is damaged"), "the picture is damaged"),
        (seen(problem="no grid found: it is too dark"), "too dark"),
        (seen(OTHER, obstructed=True), "something lies over the tiles"),
        (seen(), "no grid was found"),
    ):
        evening.sight.upload = answer
        with pytest.raises(UnreadableError, match=says):
            table.read_upload(b"", 2, "seat 2")
    assert evening.state.rounds[-1].lays == ()
    evening.sight.upload = seen(OTHER)
    table.read_upload(b"", 2, "seat 2")
    assert str(evening.state.rounds[-1].lay(2).read) == OTHER
    assert table.match is not None
    assert table.match.view.entries[-1].who == "seat 2"


def test_the_eye_is_told_what_to_read_and_when_to_stop(evening: Evening) -> None:
    evening.open("Ann", size="expert")
    evening.table.put_aside()
    watched = [order.layout and order.layout.name for order in evening.sight.orders]
    assert watched == ["wordoku-5x5", None]


def test_whoever_waits_for_news_is_woken_by_entries_and_by_what_is_seen(evening: Evening) -> None:
    table = evening.open("Ann")
    before = table.changes
    table.commit("begun", {})
    assert table.wait(before, 0) > before
    before = table.changes
    evening.sight.show(seen(PRINTED), steady=False)
    assert table.wait(before, 0) > before
    assert table.wait(table.changes, 0) == table.changes
