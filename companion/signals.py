"""What lamps show and what is heard, as values: computed from the table before and after, never from pins.

Every cue has its sound, its light and its word, so nothing is missed with the sound off.
"""

from dataclasses import dataclass
from typing import NamedTuple

from companion.scoreboard import Scoreboard

PATTERNS = {
    "off": "off: nothing is asked of this seat",
    "turn": "breathing: it is this seat's turn",
    "armed": "steady: the button counts now",
    "queued": "two blinks: pressed, waiting in order",
    "tie": "fast: tied with another seat",
    "paused": "slow: the clock is held",
}
SECONDS = (5, 4, 3, 2, 1)
FARTHEST_MS = 3_000


class Tone(NamedTuple):
    """One tone of a sound: pitch in hertz (0 is silence) and how long, in milliseconds."""

    hz: int
    ms: int


@dataclass(frozen=True, slots=True)
class Cue:
    """Something that everybody should notice: its tones, the lamps' flash (in PATTERNS), its word."""

    name: str
    tones: tuple[Tone, ...]
    light: str
    word: str
    seat: int | None = None


def _cue(name: str, light: str, word: str, *tones: tuple[int, int]) -> Cue:
    return Cue(name, tuple(Tone(hz, ms) for hz, ms in tones), light, word)


CUES = {
    cue.name: cue
    for cue in (
        _cue("start", "armed", "The round begins", (523, 120), (659, 120), (784, 240)),
        _cue("minute", "turn", "One minute left", (659, 150), (0, 80), (659, 150)),
        _cue("ten", "tie", "Ten seconds left", (784, 100), (784, 100), (784, 100)),
        _cue("last", "tie", "The last seconds", (880, 80)),
        _cue("end", "armed", "Time is up", (392, 300), (330, 300), (262, 700)),
        _cue("pause", "paused", "The clock is held", (440, 150), (349, 250)),
        _cue("resume", "turn", "The clock goes on", (349, 150), (440, 250)),
        _cue("press", "armed", "A button was pressed", (988, 60)),
        _cue("valid", "armed", "It counts", (659, 100), (880, 200)),
        _cue("invalid", "paused", "It does not count", (294, 150), (262, 250)),
        _cue("tie", "tie", "A tie", (740, 90), (0, 40), (740, 90), (0, 40), (740, 90)),
    )
}


class Moment(NamedTuple):
    """What cues follow from: the match, how many entries it has, the time left and the causes of a pause."""

    match: str = ""
    entries: int = 0
    remaining_ms: int | None = None
    causes: frozenset[str] = frozenset()
    cues: tuple[str, ...] = ()


def cues_between(before: Moment, after: Moment) -> tuple[Cue, ...]:
    """What is to be noticed between two moments of one match; a jump of the time left is no countdown."""
    if before.match != after.match:
        return ()
    names = [*_of_the_pause(before, after), *_of_the_clock(before, after)]
    if after.entries > before.entries:
        names += [name for name in after.cues if name in CUES]
    return tuple(CUES[name] for name in names)


def _of_the_pause(before: Moment, after: Moment) -> list[str]:
    if bool(before.causes) == bool(after.causes):
        return []
    return ["pause"] if after.causes else ["resume"]


def _of_the_clock(before: Moment, after: Moment) -> list[str]:
    match before.remaining_ms, after.remaining_ms:
        case None, int():
            return ["start"]
        case int(left), None:
            return ["end"] if left <= FARTHEST_MS else []
        case int(left), int(now) if 0 < left - now <= FARTHEST_MS:
            marks = {60: "minute", 10: "ten", **dict.fromkeys(SECONDS, "last")}
            passed = [second for second in sorted(marks, reverse=True) if now <= second * 1000 < left]
            return [marks[passed[-1]]] if passed else []
    return []


def lights(board: Scoreboard | None, held: bool) -> dict[int, str]:
    """The pattern of each seat's lamp: what the game says, else whose turn it is; all slow in a pause."""
    if board is None:
        return {}
    said = dict(board.lamps)
    asked = {each.seat for each in board.prompts if each.seat} | set(board.awaits)
    seats = [row.seat for row in board.seats]
    if held:
        return dict.fromkeys(seats, "paused")
    return {seat: said.get(seat, "turn" if seat in asked else "off") for seat in seats}
