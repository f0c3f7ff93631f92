"""What pages hear: events, heartbeats, the limit of listeners, the state with its ETag, the picture."""

import json

import pytest
from fake_sight import JPEG, laid
from world import GRID, World

from web.stream import MOST_STREAMS, PICTURE_EVERY_NS, news, phase_of, version


def test_a_listener_hears_each_new_version_once_then_heartbeats(world: World) -> None:
    heard = news(world.table, 0.0)
    first = version(world.table)
    assert next(heard) == f"event: page\ndata: {first}\n\n"
    assert next(heard) == ": still here\n\n"
    world.opens()
    assert next(heard) == f"event: page\ndata: {version(world.table)}\n\n"
    assert version(world.table) != first
    assert next(heard) == ": still here\n\n"


def test_pictures_are_told_apart_from_pages_and_not_too_often(world: World) -> None:
    world.opens()
    world.sight.sees(laid(GRID), taken_ns=PICTURE_EVERY_NS)
    heard = news(world.table, 0.0)
    assert "event: page" in next(heard)
    assert next(heard) == f"event: picture\ndata: {PICTURE_EVERY_NS}\n\n"
    world.sight.sees(laid(GRID), taken_ns=PICTURE_EVERY_NS + 1)
    assert next(heard) == ": still here\n\n"
    world.sight.sees(laid(GRID), taken_ns=2 * PICTURE_EVERY_NS)
    assert next(heard) == f"event: picture\ndata: {2 * PICTURE_EVERY_NS}\n\n"


def test_a_camera_that_is_lost_is_a_new_version(world: World) -> None:
    world.sight.sees()
    before = version(world.table)
    world.sight.fails("the cable is out")
    assert version(world.table) != before


def test_one_listener_too_many_is_told_to_ask_later_until_one_leaves(world: World) -> None:
    visitor = world.viewer()
    streams = [visitor.get("/api/v1/events", buffered=False) for _ in range(MOST_STREAMS)]
    assert {stream.status_code for stream in streams} == {200}
    refused = visitor.get("/api/v1/events")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    streams[0].close()
    last = visitor.get("/api/v1/events", buffered=False)
    assert last.status_code == 200
    for stream in (*streams, last):
        stream.close()


def test_the_state_holds_everything_and_stays_the_same_while_only_the_clock_runs(world: World) -> None:
    visitor = world.viewer()
    assert json.loads(visitor.get("/api/v1/state").text)["phase"] == "none"
    world.opens()
    world.table.commit("begun", {})
    answer = visitor.get("/api/v1/state")
    state = json.loads(answer.text)
    assert state["clock"] == {"remaining_ms": 300_000, "running": True, "causes": []}
    assert [row["name"] for row in state["scoreboard"]["seats"]] == ["Ann", "Ben"]
    world.clock.passes(10)
    tagged = {"If-None-Match": answer.headers["ETag"]}
    assert visitor.get("/api/v1/state", headers=tagged).status_code == 304
    world.table.pause("doorbell")
    changed = json.loads(visitor.get("/api/v1/state", headers=tagged).text)
    assert changed["clock"] == {"remaining_ms": 290_000, "running": False, "causes": ["doorbell"]}
    assert changed["phase"] == "held"


@pytest.mark.parametrize("phase", ["none", "open", "running", "held", "closed"])
def test_the_phase_is_one_word(world: World, phase: str) -> None:
    steps = ["none", "open", "running", "held", "closed"]
    doing = [world.opens, lambda: world.table.commit("begun", {}), lambda: world.table.pause("host")]
    for step in doing[: min(steps.index(phase), 3)]:
        step()
    if phase == "closed":
        assert world.table.match is not None
        world.table.match.close()
    assert phase_of(world.table) == phase


def test_the_picture_is_the_last_one_or_says_why_there_is_none(world: World) -> None:
    visitor = world.viewer()
    none = visitor.get("/preview.jpg")
    assert (none.status_code, none.mimetype) == (404, "image/svg+xml")
    assert "the camera is starting" in none.text
    world.sight.sees()
    some = visitor.get("/preview.jpg")
    assert (some.status_code, some.data, some.headers["Cache-Control"]) == (200, JPEG, "no-store")
    world.sight.fails("gone <b>")
    assert "gone &lt;b&gt;" in visitor.get("/preview.jpg").text
