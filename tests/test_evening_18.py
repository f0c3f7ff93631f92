"""Evening 18, at the panel: with the sound off every cue is still a lamp and a word, on every page."""

from pathlib import Path

import pytest
from evening import SMALL
from fake_sight import FakeSight, TestClock, table_with

from companion.games import game_named
from companion.journal import Journal
from companion.presses import Press
from companion.signalling import Signalling
from companion.signals import CUE_NAMES, PATTERNS, named_cue
from companion.wiring import wired
from hardware.lamps import Lamps, level
from hardware.panel import Panel
from hardware.pins import drawn_pins
from hardware.sound import Sound
from web.stream import news

MS = 1_000_000
LOOK_MS = 50


class Quiet:
    """An evening with the volume at nothing, whose lamps are watched as closely as they are lit."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        self.clock = TestClock()
        self.table = table_with(folder, journal, SMALL, FakeSight(), self.clock)
        self.panel = Panel(wired("8 seats"), drawn_pins())
        self.panel.open()
        self.sound = Sound(volume=0, trouble=str)
        self.signs = Signalling(self.table, lambda: self.clock.now_ns, self.panel, Lamps(), self.sound)
        self.news = news(self.table, 0.001, self.signs)
        self.words: list[str] = []
        self.now = {0}
        self.lamps: dict[int, set[tuple[float, ...]]] = {}

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds * 1000 / LOOK_MS)):
            self.clock.passes(LOOK_MS / 1000)
            self.table.tick()
            self.signs.turn(self.clock.now_ns)
            self.now = {each.number for each in self.signs.after(max(self.now))} or self.now
            for number in self.now:
                self.lamps.setdefault(number, set()).add(tuple(self.panel.lit.values()))

    def reads(self) -> None:
        """A page takes what has come since it was last asked."""
        for event in self.news:
            if event.startswith(": "):
                return
            if event.startswith("event: cue"):
                self.words.append(event.partition("data: ")[2].strip())

    def presses(self, *names: str) -> None:
        """Buttons at once."""
        for wire in (wire for wire in self.panel.wiring.buttons if wire.name in names):
            contact_ns = self.clock.now_ns
            self.signs.heard(wire)
            self.table.tick()
            self.signs.press(Press(contact_ns, wire.key, wire.seat))
        self.passes(2)


def ties(quiet: Quiet) -> None:
    """Two players of three shout for the one R, so near to one another that nobody was first (WS-6)."""
    table = quiet.table
    table.open(game_named("wordos"), "letters", ["Ann", "Ben", "Cid"], {})
    table.commit("called", {"caption": "animals"})
    for seat, letter in ((1, "A"), (2, "B"), (3, "C")):
        table.commit("turned", {"seat": seat, "letter": letter})
        table.commit("thought", {"seat": seat, "letters": 4})
    quiet.passes(1)
    quiet.presses("start")
    for seat, letter in ((1, "R"), (2, "X"), (3, "Y")):
        table.commit("discarded", {"seat": seat, "letter": letter})
    quiet.presses("start")
    quiet.presses("seat2", "seat3")
    for seat in (2, 3):
        table.commit("claimed", {"seat": seat, "letter": "R"})
    quiet.passes(2)


@pytest.fixture
def quiet(tmp_path: Path, journal: Journal) -> Quiet:
    return Quiet(tmp_path / "data", journal)


def test_evening_18_with_the_sound_off_every_cue_is_a_lamp_and_a_word(quiet: Quiet) -> None:
    table = quiet.table
    table.open(game_named("timer"), "clock", [], {"minutes": "1"})
    quiet.passes(0.1)
    quiet.reads()
    quiet.presses("start")
    table.commit("added", {})
    quiet.presses("start")  # the clock is held
    quiet.presses("start")
    quiet.passes(90)
    quiet.presses("undo")
    quiet.presses("seat1")  # counts for nothing here
    table.open(game_named("timer"), "quiz", [], {"kind": "quiz"})
    quiet.passes(0.1)
    quiet.presses("start")
    quiet.presses("seat3")
    for right in ("no", "yes"):
        table.commit("answered", {"right": right})
        quiet.passes(2)
        quiet.presses("seat4")
    ties(quiet)
    quiet.reads()
    given = list(quiet.signs.given)
    assert {each.cue.name for each in given} == set(CUE_NAMES)
    assert [each for each in given if each.heard] == []
    assert quiet.words == [each.cue.word for each in given]
    dark = [each.cue.name for each in given if len(quiet.lamps.get(each.number, ())) < 2]
    assert dark == []


def test_evening_18_no_two_cues_have_the_same_word_and_every_light_has_its_words() -> None:
    cues = [named_cue(name) for name in (*CUE_NAMES[:-1], *(f"press {seat}" for seat in range(1, 11)))]
    words = [cue.word for cue in cues if cue]
    assert len(words) == len(set(words)) == len(CUE_NAMES) - 1 + 10
    meanings = [words.partition(": ")[2] for words in PATTERNS.values()]
    assert all(meanings)
    assert len(set(meanings)) == len(PATTERNS)


def test_evening_18_lamps_are_told_apart_by_their_rhythm_alone() -> None:
    rhythms = {tuple(level(pattern, ms) > 0.5 for ms in range(0, 6000, 20)) for pattern in PATTERNS}
    assert len(rhythms) == len(PATTERNS)
