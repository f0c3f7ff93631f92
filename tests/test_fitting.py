"""Panel, lamps and sound as the settings say; what is kept of presses and of what went wrong."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from evening import SMALL
from fake_sight import FakeSight, TestClock, table_with

from companion import pressfile
from companion.fitting import keep_presses, signalling
from companion.journal import Journal
from companion.logfile import LARGEST, kept_logs, written_down
from companion.settings import settle
from companion.signalling import Signalling
from companion.signals import CUES
from hardware.pins import Edge

Fitted = Callable[..., Signalling]


@pytest.fixture
def fitted(tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> Fitted:
    """The parts of a machine without a sound card, for settings."""
    monkeypatch.setattr("companion.fitting.card_trouble", lambda: "no sound card was found")
    table = table_with(tmp_path / "data", journal, SMALL, FakeSight(), TestClock())
    return lambda **given: signalling(settle(None, {}, given), table)


def test_without_pins_the_rest_is_there_and_nothing_is_complained_of(fitted: Fitted) -> None:
    signs = fitted(pins="none")
    assert signs.panel is None
    assert signs.troubles == ("no sound: no sound card was found; every sound is also a lamp and a word",)


def test_a_piezo_that_is_wired_sounds_where_there_is_no_card(
    fitted: Fitted, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fitted().voice.trouble  # type: ignore[union-attr]  # a drawn one is not heard
    monkeypatch.setattr("hardware.panel.Panel.is_drawn", False)
    signs = fitted()
    assert signs.troubles == ()
    assert signs.voice is not None
    assert signs.voice.say(CUES["start"])
    assert fitted(wiring="8 seats, piezo=none").voice.trouble  # type: ignore[union-attr]


def test_pins_that_cannot_be_had_are_named_once_and_the_rest_is_there(
    fitted: Fitted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> object:
        raise ImportError("no lgpio", name="lgpio")

    monkeypatch.setattr("companion.fitting.real_pins", missing)
    signs = fitted(pins="gpio")
    assert signs.panel is None
    assert signs.troubles[0] == "the pins need lgpio: apt install python3-lgpio, or start with --pins mock"


def test_edges_of_the_last_presses_are_kept_when_there_are_new_ones(
    fitted: Fitted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs = fitted()
    assert signs.panel is not None
    assert keep_presses(signs.table, signs, 0) == 0
    assert pressfile.load(tmp_path / "data") == []
    signs.panel.push("seat2")
    signs.panel.turn(2**62)
    last = keep_presses(signs.table, signs, 0)
    kept = pressfile.load(tmp_path / "data")
    assert (kept[-1]["wire"], kept[-1]["edges"][0]) == ("seat2", [last, True])
    monkeypatch.setattr("companion.pressfile.save", lambda *asked: pytest.fail("nothing is new"))
    assert keep_presses(signs.table, signs, last) == last


def test_presses_are_told_by_their_contacts_and_bounces() -> None:
    runs = [
        (Edge("seat2", 84_000_000, True),),
        (Edge("seat1", 1_000_000, True), Edge("seat1", 1_700_000, False), Edge("seat1", 3_500_000, True)),
    ]
    assert pressfile.sentences(runs) == [
        "seat2, 83.0 ms after the one before; edges: 1 in 0.0 ms",
        "seat1; edges: 3 in 2.5 ms",
    ]


def test_a_file_of_presses_that_cannot_be_read_is_as_none(tmp_path: Path) -> None:
    for text in ("", "{", '{"a": 1}'):
        (tmp_path / pressfile.NAME).write_text(text)
        assert pressfile.load(tmp_path) == []


def test_what_went_wrong_is_written_down_and_never_grows_beyond_two_small_files(tmp_path: Path) -> None:
    with written_down(tmp_path):
        for number in range(6000):
            logging.getLogger("a part").info("number %d %s", number, "x" * 80)
        logging.getLogger("a part").warning("the last")
    logs = kept_logs(tmp_path)
    assert [log.name for log in logs] == ["companion.log", "companion.log.1"]
    assert "WARNING a part: the last" in logs[0].read_text()
    assert all(log.stat().st_size <= LARGEST for log in logs)
    logging.getLogger("a part").info("after the end")
    assert "after the end" not in logs[0].read_text()
