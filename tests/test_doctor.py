"""`companion doctor`: the map of the pins, and what is missing."""

import json

import pytest
from evening import Run


def test_the_doctor_prints_the_map_and_what_was_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.sound.card_trouble", lambda: "")
    done = run("doctor")
    assert done.code == 0
    assert "buttons: 12 buttons, 8 lamps (drawn)" in done.out
    assert "seat1    GPIO 4 (pin 7 of the header), closes to ground" in done.out


def test_without_sound_the_rest_is_still_well(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.sound.card_trouble", lambda: "no sound card was found")
    monkeypatch.setenv("COMPANION_WIRING", "10 seats, lamp3=none")
    done = run("doctor", "--json")
    told = json.loads(done.out)
    assert (done.code, told["problems"]) == (0, [])
    assert told["remarks"] == ["no sound: no sound card was found; every sound is a lamp and a word, too"]
    assert told["buttons"] == "13 buttons, 9 lamps (drawn)"


def test_a_wiring_that_clashes_is_refused_at_the_start(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_WIRING", "8 seats, seat1=13")
    done = run("doctor")
    assert done.code == 2
    assert "both on GPIO 13" in done.err


def test_buttons_that_cannot_be_had_are_a_no_with_the_remedy(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> object:
        raise ImportError("no lgpio", name="lgpio")

    monkeypatch.setattr("hardware.pins.real_pins", missing)
    monkeypatch.setenv("COMPANION_PINS", "gpio")
    done = run("doctor")
    assert done.code == 1
    assert "! the pins need lgpio: apt install python3-lgpio, or start with --pins mock" in done.out
