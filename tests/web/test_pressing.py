"""Presses through pages: whose they are, when they are stamped, by which door."""

from dataclasses import replace

import pytest
from world import SECRET, World

from companion.presses import LOOSEST_NS, NS_PER_MS, Press
from companion.signalling import Signalling
from companion.signals import CUES, PATTERNS
from companion.wiring import HEADER, wired
from hardware.lamps import Lamps
from hardware.panel import Panel
from hardware.pins import drawn_pins
from web import Outside, create_app
from web.header import header, parts


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


def test_evening_18_what_was_found_is_told_by_signs_and_words_and_not_by_colour_alone(world: World) -> None:
    found = world.host().get("/").text
    assert '<span class="no">!</span> Camera: the camera is starting' in found
    world.sight.sees()
    assert '<span class="yes">✓</span> Camera: fake camera' in world.host().get("/").text


@pytest.fixture
def wired_world(world: World) -> World:
    """The same world with a drawn panel at its table."""
    panel = Panel(wired("8 seats"), drawn_pins())
    panel.open()
    signs = Signalling(world.table, lambda: world.clock.now_ns, panel, Lamps())
    outside = Outside(SECRET, "0.0.0.0", "kitchen", lambda: "", world.clock.now_s)
    return replace(world, app=create_app(world.table, outside, None, signs))


def test_each_button_is_called_for_on_the_page_and_swapped_wires_are_named(wired_world: World) -> None:
    host = wired_world.host()
    assert host.post("/panel/call").status_code == 303
    assert "Now press <b>seat1</b>" in host.get("/panel").text
    for name in ("seat2", "seat1"):
        call = wired_world.table.calling
        assert call is not None
        wired_world.table.calling = call.heard(name)
    host.post("/panel/call/over")
    told = host.get("/panel").text
    assert "The wires of seat1 on GPIO 4 (pin 7 of the header) and seat2 on GPIO 5" in told
    assert "Seat3 on GPIO 6 (pin 31 of the header) was not heard" in told
    host.post("/panel/call/end")
    assert wired_world.table.calling is None
    assert "Press each button: try the wires" in host.get("/panel").text


def test_only_the_host_calls_for_buttons_and_only_where_there_are_some(
    wired_world: World, world: World
) -> None:
    for path in ("/panel/call", "/panel/call/over", "/panel/call/end"):
        assert wired_world.viewer().post(path).status_code == 403
    assert world.host().post("/panel/call").status_code == 409


def test_a_free_seat_is_taken_by_its_drawn_button(wired_world: World) -> None:
    wired_world.opens()
    host = wired_world.host()
    assert 'id="key-buzz-3"' in host.get("/panel").text
    assert host.post("/press/3").status_code == 303
    assert wired_world.at_seat(1).post("/press/4").status_code == 403
    assert host.post("/press/9").status_code == 409


def test_a_phone_s_press_that_counts_for_nothing_is_heard_at_the_table_too(
    wired_world: World,
) -> None:  # WS-8
    wired_world.opens()
    before = wired_world.table.changes
    wired_world.at_seat(1).post("/press/1", {"at_ms": "990", "give_ms": "8"})
    state = wired_world.viewer().get("/api/v1/state").json
    assert state is not None
    assert [cue["cue"] for cue in state["cues"]] == ["invalid"]
    assert wired_world.table.changes > before


@pytest.mark.parametrize("wiring", ["8 seats", "10 seats", "8 seats, lamp3=26:low, piezo=none"])
def test_the_wiring_is_drawn_from_the_table_of_wires_every_wire_once(wiring: str) -> None:
    rows = [pin for row in header(wired(wiring)) for pin in row]
    assert [pin.number for pin in rows] == list(range(1, 41))
    named = {pin.text.partition(",")[0]: pin for pin in rows if pin.kind in ("button", "lamp", "piezo")}
    assert {*named} == {wire.name for wire in wired(wiring).wires}
    for wire in wired(wiring).wires:
        assert (named[wire.name].number, named[wire.name].kind) == (HEADER[wire.pin], wire.kind)
    wanted = {part.what: part.number for part in parts(wired(wiring))}
    assert wanted["resistors of 330 Ω"] == len(wired(wiring).lamps)
    assert ("passive piezo" in wanted) == (wired(wiring).piezo is not None)


def test_the_help_tells_every_lamp_and_cue_and_draws_both_maps(world: World) -> None:
    lamps, drawing = world.viewer().get("/help/lamps").text, world.viewer().get("/help/wiring").text
    assert all(f'<th scope="row">{cue.name}</th><td>{cue.word}</td>' in lamps for cue in CUES.values())
    assert all(f"lamp-{pattern}" in lamps for pattern in PATTERNS)
    assert all(f"Seat {seat} pressed" in lamps for seat in range(1, 11))
    assert "This table&#39;s map: 21 pins" in drawing
    assert "The map for 10 seats" in drawing
