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


def test_what_is_missing_is_a_no_with_the_remedy(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.sound.card_trouble", lambda: "no sound card was found")
    monkeypatch.setenv("COMPANION_WIRING", "10 seats, lamp3=none")
    done = run("doctor", "--json")
    told = json.loads(done.out)
    assert done.code == 1
    assert told["problems"] == ["no sound: no sound card was found"]
    assert told["buttons"] == "13 buttons, 9 lamps (drawn)"


def test_a_wiring_that_clashes_is_refused_at_the_start(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_WIRING", "8 seats, seat1=13")
    done = run("doctor")
    assert done.code == 2
    assert "both on GPIO 13" in done.err
