"""What the keys of the table do, whichever door a press came by."""

import pytest
from world import PLAIN, World

from companion.journal import Journal
from companion.lexicon import Lexicon
from companion.presses import Press
from companion.pressing import press


@pytest.fixture
def world(tmp_path_factory: pytest.TempPathFactory, journal: Journal, words: Lexicon) -> World:
    return World.made(tmp_path_factory.mktemp("data"), journal, words)


def presses(world: World, *keys: str) -> str:
    """The notice after these keys were pressed."""
    for key in keys:
        press(world.table, Press(world.clock.now_ns, key))
    return world.table.notice


def test_start_begins_holds_and_goes_on(world: World) -> None:
    world.opens("Ann", "Ben")
    assert world.table.remaining_ms is None
    presses(world, "start")
    assert world.table.remaining_ms == 300_000
    world.clock.passes(10)
    presses(world, "start")
    world.clock.passes(99)
    assert (world.table.remaining_ms, world.table.clock.causes) == (290_000, {"host"})
    presses(world, "start")
    assert world.table.clock.causes == frozenset()


def test_a_dispute_ends_only_by_its_own_key(world: World) -> None:
    world.opens("Ann")
    presses(world, "start", "dispute")
    assert "ends on the page" in presses(world, "start")
    assert world.table.clock.causes == {"dispute"}
    assert presses(world, "dispute") == ""
    assert world.table.clock.causes == frozenset()


def test_ok_says_the_one_thing_that_is_asked(world: World) -> None:
    world.opens("Ann")
    assert presses(world, "ok") == ""
    world.table.commit("bell", {})
    world.table.commit("laid", {"seat": 1, "grid": PLAIN})
    presses(world, "ok")
    assert world.table.scoreboard().grids[0].open_ is False


def test_undo_takes_the_last_entry_back(world: World) -> None:
    world.opens("Ann")
    presses(world, "start", "undo")
    assert world.table.remaining_ms is None


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (["buzz"], "that button means nothing now"),
        (["undo"], "nothing is left to undo"),
        (["nonsense"], "that button means nothing now"),
    ],
)
def test_what_a_key_cannot_do_is_told_and_changes_nothing(world: World, keys: list[str], told: str) -> None:
    world.opens("Ann")
    before = world.table.match and world.table.match.view.entries
    assert presses(world, *keys) == told
    assert world.table.match
    assert world.table.match.view.entries == before
    assert told[1:] in world.host().get("/table").text


def test_without_a_match_every_key_says_so(world: World) -> None:
    assert presses(world, "start") == "no match is played now: open one first"


def test_a_press_never_raises_even_when_something_breaks(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.opens("Ann")
    monkeypatch.setattr(world.table, "commit", None)
    assert "something went wrong with that button" in presses(world, "start")
    assert "a press could not be answered" in caplog.text


def test_the_next_thing_that_is_done_takes_the_notice_away(world: World) -> None:
    world.opens("Ann")
    assert presses(world, "buzz")
    assert presses(world, "start") == ""
