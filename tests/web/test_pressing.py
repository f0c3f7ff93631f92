"""Presses through pages: whose they are, when they are stamped, by which door."""

import pytest
from world import World

from companion.presses import LOOSEST_NS, NS_PER_MS, Press


@pytest.fixture
def pressed(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Press]:
    """A match of two; what the table is pressed with."""
    world.opens()
    heard: list[Press] = []
    monkeypatch.setattr(world.table, "press", heard.append)
    return heard


def test_a_press_at_the_kiosk_is_stamped_on_arrival_and_marked(world: World, pressed: list[Press]) -> None:
    world.host().post("/press/2", {"at_ms": "5", "give_ms": "1"})
    assert pressed == [Press(world.clock.now_ns, "buzz", 2, "key")]


def test_a_phone_is_marked_and_carries_its_uncertainty(world: World, pressed: list[Press]) -> None:  # WS-11
    world.at_seat(1).post("/press/1", {"at_ms": "990", "give_ms": "8"})
    world.at_seat(1).post("/press/1", {"at_ms": "nan"})
    assert pressed == [
        Press(990 * NS_PER_MS, "buzz", 1, "phone", 8 * NS_PER_MS),
        Press(world.clock.now_ns, "buzz", 1, "phone", LOOSEST_NS),
    ]


def test_nobody_presses_for_another_and_only_the_host_presses_the_keys_of_the_table(
    world: World, pressed: list[Press]
) -> None:
    assert world.viewer().post("/press/1").status_code == 403
    assert world.at_seat(1).post("/press/2").status_code == 403
    assert world.at_seat(1).post("/press/table", {"key": "undo"}).status_code == 403
    assert world.host().post("/press/7").status_code == 409
    assert world.host().post("/press/table", {"key": "buzz"}).status_code == 400
    assert pressed == []


def test_what_a_press_could_not_do_is_told_on_every_page(world: World) -> None:
    world.opens()
    host = world.host()
    answer = host.post("/press/1", headers={"Accept": "application/json"})
    assert answer.json == {"notice": "seat 1 pressed: its button counts for nothing now"}
    for path in ("/table", "/tv"):
        assert "Seat 1 pressed: its button counts for nothing now." in host.get(path).text
    assert host.post("/press/table", {"key": "start"}).status_code == 303
    assert "counts for nothing" not in host.get("/table").text
    assert world.last.kind == "begun"


def test_the_clock_exchange_gives_the_table_s_two_stamps(world: World) -> None:
    assert world.viewer().get("/api/v1/time").json == {"heard_ms": 1000.0, "said_ms": 1000.0}


def test_the_host_gives_time_begins_anew_and_skips_from_every_page_of_a_running_round(world: World) -> None:
    world.opens()
    host = world.host()
    host.post("/act/begun")
    world.clock.passes(60)
    for change, left_ms in (("more", 270_000), ("restart", 300_000), ("skip", None)):
        assert f'action="/clock/{change}"' in host.get("/table").text
        assert host.post(f"/clock/{change}").status_code == 303
        assert world.table.remaining_ms == left_ms
    assert 'action="/clock/' not in host.get("/table").text
    told = host.get("/history/evening").text
    assert all(
        words in told for words in ("30 seconds more", "began anew", "the rest of the time was skipped")
    )


def test_nobody_but_the_host_touches_the_clock(world: World) -> None:
    world.opens()
    world.host().post("/act/begun")
    before = world.entries
    for visitor in (world.viewer(), world.at_seat(1)):
        assert visitor.post("/clock/more").status_code == 403
    assert world.host().post("/clock/backwards").status_code == 400
    assert world.entries == before
