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
OF_THE_CLOCK = ("start", "minute", "ten", "last", "end")
SEAT_HZ = (523, 587, 659, 784, 880, 1047, 1175, 1319, 1568, 1760)
TIMBRES = (
    (1.0,), (1.0, 0.0, 0.5), (1.0, 0.6), (0.4, 1.0), (1.0, 0.0, 0.0, 0.6), (1.0, 0.5, 0.4, 0.3),
    (0.3, 0.0, 1.0), (1.0, 0.0, 0.4, 0.0, 0.4), (0.6, 0.3, 1.0, 0.3), (0.5, 1.0, 0.0, 0.7),
)  # fmt: skip
PRESS_MS = 120


class Tone(NamedTuple):
    """One tone of a sound: pitch in hertz (0 is silence), how long in milliseconds, and how it is coloured.

    `timbre` is the strength of the pitch itself and of each of its overtones; a piezo knows only the pitch.
    """

    hz: int
    ms: int
    timbre: tuple[float, ...] = (1.0,)


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
        _cue("start", "armed", "Time runs", (523, 120), (659, 120), (784, 240)),
        _cue("minute", "turn", "One minute left", (659, 150), (0, 80), (659, 150)),
        _cue("ten", "tie", "Ten seconds left", (784, 100), (784, 100), (784, 100)),
        _cue("last", "tie", "The last seconds", (880, 80)),
        _cue("end", "armed", "Time is up", (392, 300), (330, 300), (262, 700)),
        _cue("pause", "paused", "The clock is held", (440, 150), (349, 250)),
        _cue("resume", "turn", "The clock goes on", (349, 150), (440, 250)),
        _cue("valid", "armed", "It counts", (659, 100), (880, 200)),
        _cue("invalid", "paused", "It does not count", (294, 150), (262, 250)),
        _cue("tie", "tie", "A tie", (740, 90), (0, 40), (740, 90), (0, 40), (740, 90)),
    )
}


CUE_NAMES = (*CUES, "press")


def seat_cue(seat: int) -> Cue:
    """A press of a seat that counted: a pitch and a timbre of its own, so that it is known by ear."""
    at = (seat - 1) % len(SEAT_HZ)
    return Cue("press", (Tone(SEAT_HZ[at], PRESS_MS, TIMBRES[at]),), "armed", f"Seat {seat} pressed", seat)


def named_cue(name: str) -> Cue | None:
    """The cue of that name, as in `tie`, or `press 3` for a seat; None when there is none."""
    kind, _, seat = name.partition(" ")
    if kind == "press" and seat.isdecimal() and int(seat) > 0:
        return seat_cue(int(seat))
    return CUES.get(name)


class Moment(NamedTuple):
    """What cues follow from: the match, how many entries it has, the time left, the causes of a pause.

    `cues` are those of the game's last entries, `pressed` the seats whose presses made them; `rung` is
    whether one of them came by itself when its time was up. `ruled` is the ruling that the referee's desk
    shows: its time, and whether the words are valid.
    """

    match: str = ""
    entries: int = 0
    remaining_ms: int | None = None
    causes: frozenset[str] = frozenset()
    cues: tuple[str, ...] = ()
    pressed: tuple[int, ...] = ()
    rung: bool = False
    ruled: tuple[int, bool] | None = None


def cues_between(before: Moment, after: Moment, off: frozenset[str] = frozenset()) -> tuple[Cue, ...]:
    """What is to be noticed between two moments of one match; a jump of the time left is no countdown.

    `off` names cues that are not wanted.
    """
    names = _of_the_desk(before, after)
    if before.match == after.match:
        names += [*_of_the_pause(before, after), *_of_the_clock(before, after)]
        if after.entries > before.entries:
            names += [*(f"press {seat}" for seat in after.pressed), *after.cues]
    cues = [cue for name in dict.fromkeys(names) if (cue := named_cue(name))]
    return tuple(cue for cue in cues if cue.name not in off)


def _of_the_desk(before: Moment, after: Moment) -> list[str]:
    if after.ruled is None or after.ruled == before.ruled:
        return []
    return ["valid" if after.ruled[1] else "invalid"]


def _of_the_pause(before: Moment, after: Moment) -> list[str]:
    if bool(before.causes) == bool(after.causes):
        return []
    return ["pause"] if after.causes else ["resume"]


def _of_the_clock(before: Moment, after: Moment) -> list[str]:
    match before.remaining_ms, after.remaining_ms:
        case None, int():
            return ["start"]
        case int(), None:
            return ["end"] if after.rung else []
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
