"""`companion doctor`: the map of the pins, and what is missing."""

import json
import zipfile
from pathlib import Path

import pytest
from evening import FIXED, GAME, SMALL, Run

from companion import pressfile
from companion.commands.roll import call_roll
from companion.journal import Journal
from companion.match import opened_now
from companion.wiring import wired
from hardware.panel import Panel
from hardware.pins import Edge, drawn_pins


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


def test_the_bundle_holds_what_a_bug_report_needs_and_no_picture_name_or_secret(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    with Journal(data) as journal:
        opened_now(journal, "evening", GAME, ["Annabel"], SMALL, lambda: FIXED)
    (data / "web-secret").write_bytes(b"never-to-be-told")
    (data / "companion.log").write_text("a line of the log\n")
    pressfile.save(data, [(Edge("seat1", 5, True), Edge("seat1", 9, False))])
    done = run("doctor", "--bundle", str(tmp_path / "report.zip"))
    assert done.code == 0
    with zipfile.ZipFile(tmp_path / "report.zip") as bundle:
        parts = {name: bundle.read(name) for name in bundle.namelist()}
    assert {*parts} == {"settings.json", "versions.json", "doctor.json", "presses.json", "logs/companion.log"}
    assert json.loads(parts["settings.json"])["volume"] == [60, "default"]
    assert json.loads(parts["presses.json"]) == [{"wire": "seat1", "edges": [[5, True], [9, False]]}]
    assert "companion" in json.loads(parts["versions.json"])
    whole = b"".join(parts.values())
    assert b"Annabel" not in whole
    assert b"never-to-be-told" not in whole


def test_the_last_presses_are_told_for_disputes_with_what_came_between_them(run: Run, tmp_path: Path) -> None:
    runs = [
        (Edge("seat1", 5_000_000, True), Edge("seat1", 6_200_000, False)),
        (Edge("seat2", 89_000_000, True),),
    ]
    (tmp_path / "data").mkdir()
    pressfile.save(tmp_path / "data", runs)
    told = run("doctor").out
    assert "the last presses, newest first:" in told
    assert "  seat2, 84.0 ms after the one before; edges: 1 in 0.0 ms" in told
    assert "  seat1; edges: 2 in 1.2 ms" in told
    (tmp_path / "data" / pressfile.NAME).write_text('[{"wire": "seat1", "edges": 7}, 3, {"edges": []}]')
    assert json.loads(run("doctor", "--json").out)["presses"] == []


def test_a_bundle_that_cannot_be_written_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    done = run("doctor", "--bundle", str(tmp_path / "nowhere" / "report.zip"))
    assert done.code == 2
    assert "cannot be written (No such file or directory): choose another place" in done.err


def test_a_bundle_without_presses_and_logs_is_made_all_the_same(run: Run, tmp_path: Path) -> None:
    assert run("doctor", "--bundle", str(tmp_path / "report.zip")).code == 0
    with zipfile.ZipFile(tmp_path / "report.zip") as bundle:
        assert json.loads(bundle.read("presses.json")) == []


def test_drawn_buttons_are_pressed_on_the_page_and_not_here(run: Run) -> None:
    done = run("doctor", "--press-each")
    assert done.code == 1
    assert "! the buttons are only drawn: press each on the page" in done.out


def test_pressing_each_button_finds_swapped_wires_and_one_that_is_not_heard() -> None:
    panel = Panel(wired("8 seats, start=none, ok=none, undo=none, dispute=none"), drawn_pins())
    panel.open()
    asked: list[str] = []
    pushed = {"seat1": "seat2", "seat2": "seat1", "seat5": ""}
    now_ns = [0]

    def say(line: str) -> None:
        asked.append(line)
        name = line.split()[1].rstrip(",")
        if push := pushed.get(name, name):
            panel.push(push)

    def now() -> int:
        now_ns[0] += 1_000_000_000
        return now_ns[0]

    found = call_roll(panel, say, now, patience_s=5)
    panel.close()
    assert asked[0] == "press seat1, GPIO 4 (pin 7 of the header)"
    assert len(asked) == 8
    assert [line.split(" (")[0] for line in found] == [
        "the wires of seat1 on GPIO 4",
        "seat5 on GPIO 8",
    ]
