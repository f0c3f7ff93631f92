"""The search after a round: when it may go on, what of it is shown, and that it is never in anybody's way."""

import json
import multiprocessing
from collections.abc import Callable, Iterator

import pytest
import search_children
from evening import GAME, SMALL
from fake_sight import laid
from world import GRID, OTHER, World

from companion.errors import RuleError
from companion.eye import Watch
from companion.games import game_named
from companion.searching import Job, Searching, for_seconds

PATIENCE_S, MOST_ANSWERS = 60, 10
pytestmark = pytest.mark.pixels


@pytest.fixture
def searching(world: World) -> Iterator[Callable[..., Searching]]:
    made = []

    def start(child: Callable[..., None] = search_children.one_answer) -> Searching:
        made.append(Searching(world.table, child))
        return made[-1]

    yield start
    for each in made:
        each.close()


def played(world: World, *grids: str) -> None:
    """A round that is over: these grids were laid and said to be right."""
    world.opens(*["Ann", "Ben", "Cid"][: len(grids)])
    world.table.commit("begun", {})
    world.table.commit("bell", {})
    for seat, grid in enumerate(grids, 1):
        world.table.commit("laid", {"seat": seat, "grid": grid})
        world.table.commit("confirmed", {"seat": seat})


def goes_on(search: Searching, wanted: Callable[[], bool]) -> None:
    """The search goes on until that is so, which takes a few answers at most; each of them is waited for."""
    for _ in range(MOST_ANSWERS):
        if wanted():
            return
        assert search.is_running, "the search ended before"
        search.turn(PATIENCE_S)
    pytest.fail("the search found too little")


def test_after_a_round_a_grid_is_found_for_each_player_and_shown_as_best_found(
    world: World, searching: Callable[..., Searching]
) -> None:
    search = searching()
    played(world, GRID, GRID)
    search.turn()
    assert search.is_running
    goes_on(search, lambda: len(world.table.found) == 2)
    assert {seat: (grid.name, grid.points) for seat, grid in world.table.found.items()} == {
        1: ("Ann", 34),
        2: ("Ben", 34),
    }
    for path in ("/table?seat=2", "/seat/2"):
        page = world.host().get(path).text
        assert "Best found with the tiles of Ben: 34 points" in page
        assert "BANG" in page


def test_nothing_is_searched_before_every_grid_was_said_to_be_right(
    world: World, searching: Callable[..., Searching]
) -> None:
    search = searching()
    search.turn()
    world.reviews("Ann", "Ben")
    search.turn()
    world.table.commit("confirmed", {"seat": 1})
    search.turn()
    assert not search.is_running


def test_a_search_ends_at_once_when_the_next_round_begins_and_the_eye_reads_again(
    world: World, searching: Callable[..., Searching]
) -> None:
    search = searching()
    played(world, GRID)
    search.turn()
    assert world.sight.orders[-1] == Watch(None)
    goes_on(search, lambda: bool(world.table.found))
    world.table.commit("begun", {})
    search.turn()
    assert not search.is_running
    assert not world.table.found
    assert world.sight.orders[-1] == Watch(GAME.layouts["wordoku-4x4"])
    world.table.pause("doorbell")
    search.turn()
    assert not search.is_running


def test_a_search_begins_anew_when_a_correction_changes_the_tiles(
    world: World, searching: Callable[..., Searching]
) -> None:
    search = searching()
    played(world, GRID)
    search.turn()
    goes_on(search, lambda: bool(world.table.found))
    world.table.commit("corrected", {"seat": 1, "cell": "r1c1", "face": "E", "round": 1})
    search.turn()
    assert not world.table.found
    assert search.is_running


@pytest.mark.parametrize(
    "grid",
    [
        "*RTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/sqoo",  # two letters of the stars are unknown
        "AART/BANG/LPAY/EKEF sscc/coqs/ocqs/qsoo",  # five stars
        "A.TD/BANG/LPAY/EKEF s.cc/coqs/ocqs/qsoo",  # a hole
    ],
)
def test_tiles_that_make_no_whole_hand_are_not_searched(
    grid: str, world: World, searching: Callable[..., Searching]
) -> None:  # WK-2
    search = searching()
    played(world, grid, OTHER)
    assert GAME.search
    assert world.table.match
    assert list(GAME.search.tasks(world.table.match.view.state)) == [2]
    search.turn()
    assert search.is_running


def test_what_the_rules_score_otherwise_or_is_of_other_tiles_is_not_shown(
    world: World, searching: Callable[..., Searching], caplog: pytest.LogCaptureFixture
) -> None:
    search = searching(search_children.wrong_answers)
    played(world, GRID)
    search.turn()
    goes_on(search, lambda: not search.is_running)
    assert not world.table.found
    said = caplog.text
    assert "the search reckons 35, the rules 34" in said
    assert "not of the tiles of seat 1" in said
    search.turn()
    assert not search.is_running


def test_what_the_game_finds_is_of_the_players_own_tiles_and_scored_by_the_rules_of_the_match(
    world: World, searching: Callable[..., Searching]
) -> None:
    search = searching(search_children.real_answers)
    played(world, GRID, OTHER)
    world.table.match.rule("TAN", False)  # type: ignore[union-attr]
    search.turn()
    goes_on(search, lambda: not search.is_running)
    assert set(world.table.found) == {1, 2}
    assert all(grid.points > 0 for grid in world.table.found.values())
    assert "TAN" not in [line.word for grid in world.table.found.values() for line in grid.lines]


@pytest.mark.parametrize("game", ["worder", "timer"])
def test_a_game_without_tasks_is_left_alone(
    game: str, world: World, searching: Callable[..., Searching]
) -> None:
    search = searching()
    world.table.open(game_named(game), "evening", ["Ann"] if game == "worder" else [], {})
    search.turn()
    assert not search.is_running


def test_the_child_has_the_lowest_priority_and_searches_by_no_other_list(world: World) -> None:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    job = Job("evening", GAME.name, ((1, "{}"),), SMALL.sha256, ())
    child = multiprocessing.get_context("spawn").Process(
        target=search_children.its_priority, args=(theirs, job), daemon=True
    )
    child.start()
    try:
        assert ours.poll(PATIENCE_S)
        assert ours.recv() == (19, "")
    finally:
        child.kill()
        child.join()


def test_a_view_refuses_what_is_not_so_before_anybody_sees_it(world: World) -> None:
    played(world, GRID)
    assert GAME.search
    assert world.table.match
    answer = json.dumps({"grid": GRID, "wilds": {}, "total": 99})
    with pytest.raises(RuleError, match="the search reckons 99"):
        GAME.search.view(world.table.match.view.state, 1, answer, SMALL)


def test_there_is_time_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.searching.time.monotonic", iter([10.0, 11.9, 12.0]).__next__)
    more = for_seconds(2)
    assert (more(), more()) == (True, False)


def test_a_search_ends_when_the_process_that_asked_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.searching.os.getppid", iter([77, 77, 1]).__next__)
    more = for_seconds(1_000)
    assert (more(), more()) == (True, False)


def test_a_laid_reading_is_no_part_of_a_search(world: World, searching: Callable[..., Searching]) -> None:
    search = searching()
    played(world, GRID)
    search.turn()
    world.sight.sees(laid(OTHER, 1))
    assert world.last.kind == "confirmed"
