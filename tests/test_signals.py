"""Lamps and cues: every one of them an event with a light and a word, with the sound off, too."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from evening import SMALL
from fake_sight import FakeSight, TestClock, table_with
from signs_table import all_signs
from signs_table import table as table_of_signs

from companion.games import GAMES, game_named
from companion.journal import Journal
from companion.lexicon import Lexicon
from companion.rollcall import RollCall
from companion.scoreboard import Prompt, Scoreboard, SeatRow
from companion.signalling import Signalling
from companion.signals import CUES, PATTERNS, Cue, Moment, cues_between, lights, named_cue, seat_cue
from companion.wiring import wired
from hardware.lamps import Lamps, level
from hardware.panel import Panel
from hardware.pins import drawn_pins
from hardware.sound import Sound, hummed, samples

MS = 1_000_000


def left(ms: int | None, entries: int = 1, **more: Any) -> Moment:
    return Moment("evening", entries, ms, **more)


@pytest.mark.parametrize(
    ("before", "after", "cues"),
    [
        (left(None), left(300_000), ["start"]),
        (left(60_050), left(60_000), ["minute"]),
        (left(10_010), left(9_990), ["ten"]),
        (left(5_010), left(4_960), ["last"]),
        (left(3_900), left(3_850), []),
        (left(5_500), left(3_900), ["last"]),  # a late look gives one, not two
        (left(100), left(None, 2, rung=True), ["end"]),
        (left(100), left(None, 2), []),  # ended by hand: no gong at the last moment either
        (left(200_000), left(None), []),  # given up in mid-round: no gong
        (left(61_000), left(40_000), []),  # set by hand
        (left(20_000), left(70_000), []),
        (left(9_000), left(9_000, causes=frozenset({"host"})), ["pause"]),
        (left(9_000, causes=frozenset({"host"})), left(9_000, causes=frozenset({"host", "dispute"})), []),
        (left(9_000, causes=frozenset({"host"})), left(9_000), ["resume"]),
        (left(None), left(None, 2, cues=("valid",)), ["valid"]),
        (left(None, 2, cues=("valid",)), left(None, 2, cues=("valid",)), []),
        (Moment(), left(300_000), []),  # gone on with after a start
        (left(200_000), left(None, 3, rung=True), ["end"]),  # the rest was skipped
        (
            left(2_900),
            left(None, 2, cues=("valid",)),
            ["valid"],
        ),  # a word in the last seconds of a tiebreaker
        (left(None), left(None, ruled=(1, True)), ["valid"]),
        (left(None, ruled=(1, True)), left(None, ruled=(2, False)), ["invalid"]),
        (left(None, ruled=(1, True)), left(None, ruled=(1, True)), []),
        (left(None, ruled=(1, True)), left(None), []),
        (Moment(), Moment(ruled=(1, False)), ["invalid"]),  # a club's table without a match
        (left(None), left(None, 2, pressed=(3, 1)), ["press", "press"]),
        (left(None), left(None, 2, pressed=(3,), cues=("tie", "nothing that is known")), ["press", "tie"]),
    ],
)
def test_what_is_to_be_noticed_between_two_moments(before: Moment, after: Moment, cues: list[str]) -> None:
    assert [cue.name for cue in cues_between(before, after)] == cues


def test_moments_of_the_clock_that_are_not_wanted_are_left_out() -> None:
    wanted = cues_between(left(10_010), left(9_990), frozenset({"minute", "ten"}))
    assert wanted == ()


def test_each_seat_is_known_by_ear_by_pitch_on_a_piezo_and_by_timbre_too_on_a_card() -> None:
    cues = [seat_cue(seat) for seat in range(1, 11)]
    assert len({cue.tones[0].hz for cue in cues}) == len({cue.tones[0].timbre for cue in cues}) == 10
    assert [cue.seat for cue in cues] == [*range(1, 11)]
    assert named_cue("press 7") == cues[6]
    assert [named_cue(name) for name in ("press", "press 0", "press x", "gong")] == [None] * 4


def test_every_cue_has_a_sound_a_light_and_a_word() -> None:
    for cue in CUES.values():
        assert cue.tones
        assert cue.light in PATTERNS
        assert cue.light != "off"
        assert cue.word
    assert len({cue.word for cue in CUES.values()}) == len(CUES)
    assert len({cue.tones for cue in CUES.values()}) == len(CUES)


def test_lamps_show_what_the_game_says_else_whose_turn_it_is_and_all_are_slow_in_a_pause() -> None:
    rows = tuple(SeatRow(seat, "A", 0, "") for seat in (1, 2, 3, 4))
    board = Scoreboard("", seats=rows, prompts=(Prompt("x", "y", seat=1),), awaits=(2,), lamps=((3, "tie"),))
    assert lights(board, held=False) == {1: "turn", 2: "turn", 3: "tie", 4: "off"}
    assert set(lights(board, held=True).values()) == {"paused"}
    assert lights(None, held=False) == {}


def test_no_two_patterns_look_alike_whatever_the_colour_of_the_lamp() -> None:
    seen = {tuple(level(pattern, ms) for ms in range(0, 6000, 20)) for pattern in PATTERNS}
    assert len(seen) == len(PATTERNS)


def test_a_lamp_answers_its_own_press_at_once_whatever_it_shows() -> None:
    lamps = Lamps()
    lamps.patterns = {1: "off", 2: "armed"}
    assert lamps.levels(range(1, 3), 1000) == {"lamp1": 0.0, "lamp2": 1.0}
    lamps.heard(1, 1000)
    lamps.heard(2, 1000)
    assert lamps.levels(range(1, 3), 1001) == {"lamp1": 1.0, "lamp2": 0.0}
    assert lamps.levels(range(1, 3), 1200) == {"lamp1": 0.0, "lamp2": 1.0}


@dataclass
class Silent:
    """A voice that is off, or that keeps what it says."""

    trouble: str = "no sound card was found"

    def __post_init__(self) -> None:
        self.said: list[str] = []

    def say(self, cue: Cue) -> bool:
        self.said.append(cue.name)
        return not self.trouble


@dataclass
class Appliance:
    signs: Signalling
    clock: TestClock
    panel: Panel
    voice: Silent
    late_ns: int = 0

    def until(self, seconds: float) -> None:
        """Let time pass in steps of fifty milliseconds."""
        for _ in range(round(seconds * 20)):
            self.clock.passes(0.05)
            self.signs.table.tick()
            self.signs.turn(self.clock.now_ns)

    def pushes(self, *names: str) -> None:
        """Press drawn buttons, whose stamps are of the true clock, and let their moment be over."""
        for name in names:
            self.late_ns += 1000 * MS
            self.panel.push(name)
            self.signs.turn(2**62 + self.late_ns)

    @property
    def cues(self) -> list[tuple[str, bool]]:
        return [(given.cue.name, given.heard) for given in self.signs.given]


@pytest.fixture
def appliance(tmp_path: Path, journal: Journal) -> Appliance:
    clock, lamps, voice = TestClock(), Lamps(), Silent()
    table = table_with(tmp_path / "data", journal, SMALL, FakeSight(), clock)
    panel = Panel(wired("8 seats"), drawn_pins())
    panel.open()
    made = Appliance(Signalling(table, lambda: clock.now_ns, panel, lamps, voice), clock, panel, voice)
    table.open(GAMES[0], "evening", ["Ann", "Ben"], {})
    made.until(0.1)
    return made


def test_a_round_without_sound_is_seen_in_full(appliance: Appliance) -> None:
    appliance.signs.table.commit("begun", {})
    appliance.until(301)
    assert appliance.cues == [
        (name, False) for name in ("start", "minute", "ten", "last", "last", "last", "last", "last", "end")
    ]
    assert appliance.signs.troubles == (
        "no sound: no sound card was found; every sound is also a lamp and a word",
    )


def test_a_cue_flashes_every_lamp_and_then_each_shows_its_own_again(appliance: Appliance) -> None:
    appliance.signs.table.commit("begun", {})
    appliance.until(0.2)
    assert set(appliance.panel.lit.values()) == {1.0}
    appliance.until(2)
    assert set(appliance.panel.lit.values()) == {0.0}


def test_a_press_on_a_drawn_button_pauses_the_clock_and_everybody_hears_of_it(appliance: Appliance) -> None:
    appliance.signs.table.commit("begun", {})
    appliance.until(0.1)
    appliance.voice.trouble = ""
    appliance.panel.push("start")
    appliance.signs.turn(2**62)
    appliance.until(0.1)
    assert appliance.signs.table.clock.causes == {"host"}
    assert appliance.cues[-1] == ("pause", True)


def test_a_lamp_is_lit_at_its_button_s_contact_and_not_at_the_next_turn_of_the_lamps(
    appliance: Appliance,
) -> None:
    appliance.panel.push("seat5")
    appliance.panel.turn(appliance.clock.now_ns)
    assert appliance.panel.lit["lamp5"] == 1.0
    assert appliance.panel.lit["lamp4"] == 0.0


def test_a_press_that_counts_for_nothing_is_told_gently(appliance: Appliance) -> None:  # WS-8
    appliance.panel.push("seat2")
    appliance.signs.turn(2**62)
    assert appliance.cues == [("invalid", False)]
    assert "counts for nothing now" in appliance.signs.table.notice


def test_a_press_of_a_seat_that_counts_has_its_own_sound_lamp_and_word(appliance: Appliance) -> None:
    appliance.signs.table.open(game_named("timer"), "quiz", [], {"kind": "quiz"})
    appliance.until(0.1)
    appliance.pushes("start", "seat3")
    given = appliance.signs.given[-1].cue
    assert (given, given.word) == (seat_cue(3), "Seat 3 pressed")


def test_while_buttons_are_called_for_no_press_goes_to_the_table(appliance: Appliance) -> None:
    appliance.signs.called(RollCall(appliance.panel.wiring))
    for name in ("seat1", "start"):
        appliance.panel.push(name)
    appliance.signs.turn(2**62)
    assert appliance.signs.table.calling is not None
    assert appliance.signs.table.calling.came[:2] == ("seat1", "start")
    assert appliance.signs.table.notice == ""
    assert appliance.signs.table.match is not None
    assert len(appliance.signs.table.match.view.entries) == 1


def test_a_roll_call_that_is_forgotten_ends_by_itself_and_presses_count_again(appliance: Appliance) -> None:
    appliance.signs.called(
        RollCall(wired("8 seats, dispute=none"), held=tuple(f"seat{n}" for n in range(1, 9)))
    )
    assert "the buttons are tried one by one" in appliance.signs.troubles[0]
    appliance.until(61)
    assert appliance.signs.table.calling is not None
    assert appliance.signs.table.calling.came == ("", "", "")
    appliance.pushes("start")
    assert appliance.signs.table.match is not None
    assert appliance.signs.table.match.view.entries[-1].kind == "begun"


def test_a_bell_that_is_rung_early_is_heard_as_the_end_and_once(appliance: Appliance) -> None:
    appliance.signs.table.commit("begun", {})
    appliance.until(60)
    appliance.pushes("ok")
    appliance.signs.table.commit("renamed", {"seat": 1, "name": "Anna"})
    appliance.late_ns += 1000 * MS
    appliance.signs.turn(2**62 + appliance.late_ns)
    assert [name for name, _ in appliance.cues] == ["start", "end"]


def test_a_piezo_plays_the_pitches_for_as_long_as_they_last_and_is_silent_then() -> None:
    heard = list[float]()
    hummed(heard.append, heard.append)(CUES["minute"].tones, 60)
    assert heard == [659, 0.15, 0, 0.08, 659, 0.15, 0]


def test_at_night_sounds_are_soft_but_never_gone() -> None:
    played: list[int] = []
    for hour, volume in ((21, 60), (22, 60), (6, 60), (7, 60), (3, 2)):
        night = frozenset({22, 23, *range(7)})
        sound = Sound(
            volume, frozenset(), str, lambda _, volume: played.append(volume), night, lambda h=hour: h
        )  # type: ignore[misc]
        sound.start()
        sound.say(CUES["tie"])
        sound.close()
    assert played == [60, 15, 15, 60, 1]


def test_the_sound_says_nothing_that_is_muted_or_when_it_is_off() -> None:
    played: list[tuple[object, int]] = []
    for volume, muted, trouble, heard in (
        (60, frozenset[str](), "", True),
        (0, frozenset[str](), "", False),
        (60, frozenset({"tie"}), "", False),
        (60, frozenset[str](), "no sound card was found", False),
    ):
        sound = Sound(volume, muted, lambda said=trouble: said, lambda *asked: played.append(asked))  # type: ignore[misc]
        sound.start()
        assert sound.say(CUES["tie"]) is heard
        sound.close()
    assert played == [(CUES["tie"].tones, 60)]


def test_a_sound_is_as_long_as_its_tones_never_clicks_and_follows_the_volume() -> None:
    loud, soft = (memoryview(samples(CUES["end"].tones, volume)[44:]).cast("h") for volume in (100, 10))
    assert len(loud) == 22_050 * 1300 // 1000
    assert max(loud) > 30_000
    assert max(soft) < 3_300
    assert max(abs(one - other) for one, other in pairwise(loud)) < 4_000
    assert loud[0] == 0


def test_trouble_is_named_once_each(appliance: Appliance) -> None:
    appliance.panel.trouble = "the buttons are not heard: GPIO busy"
    signs = replace_problems(appliance.signs, ("seat3 cannot be opened",))
    assert signs.troubles[:2] == ("seat3 cannot be opened", "the buttons are not heard: GPIO busy")


def replace_problems(signs: Signalling, problems: tuple[str, ...]) -> Signalling:
    return Signalling(signs.table, lambda: 0, signs.panel, signs.lamps, signs.voice, problems)


def test_what_an_entry_sounds_like_is_heard_though_another_one_follows_at_once(appliance: Appliance) -> None:
    appliance.signs.table.commit("begun", {})
    appliance.until(60)
    appliance.signs.table.commit("bell", {})
    appliance.signs.table.commit("laid", {"seat": 1, "grid": "ARTD/BANG/LPAY/EKEF sqcc/coqs/ocqs/qsoo"})
    appliance.until(0.1)
    assert [name for name, _ in appliance.cues] == ["start", "end"]


def test_a_correction_and_a_pause_do_not_repeat_what_was_heard_before_them(appliance: Appliance) -> None:
    table = appliance.signs.table
    table.open(game_named("timer"), "quiz", [], {"kind": "quiz"})
    appliance.until(0.1)
    for kind, fields in (("armed", {}), ("buzzed", {"seat": 2, "at_ns": 5}), ("answered", {"right": "yes"})):
        table.commit(kind, fields)
        appliance.until(0.1)
    assert table.match is not None
    table.match.rule("ZZ", allowed=True)
    table.match.strike(5)
    appliance.until(0.1)
    assert [name for name, _ in appliance.cues] == ["valid"]


def test_a_ruling_of_the_referee_is_heard_seen_and_told(appliance: Appliance) -> None:
    for words, cue in (("art", "valid"), ("xxq", "invalid")):
        appliance.signs.table.desk.ask(words, "referee")
        appliance.until(0.1)
        assert appliance.cues[-1] == (cue, False)
        appliance.until(10.1)
    assert [name for name, _ in appliance.cues if name in ("valid", "invalid")] == ["valid", "invalid"]


def test_every_entry_of_every_game_names_only_sounds_and_patterns_that_there_are(words: Lexicon) -> None:
    found = all_signs(words)
    assert {cue for each in found.values() for cue in each.cues} >= {
        "start",
        "end",
        "valid",
        "invalid",
        "tie",
    }
    shown = {pattern for each in found.values() for pattern in each.lamps}
    assert shown | {"off", "paused"} == set(PATTERNS)
    assert {game for game, _ in found} == {*(game.title for game in GAMES), "every game"}
    told = table_of_signs(found)
    assert "| Wordoku | bell | ok | end | steady | Time is up |" in told
    assert "| Word Club | exchanged | seat, held |" in told
