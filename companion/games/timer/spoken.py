"""The plain lines of `companion play`, the presses of buttons, and the events they stand for."""

from companion.errors import UnreadableError
from companion.games.record import Event
from companion.games.timer.events import Added, Answered, Armed, Begun, Buzzed, Ended, Passed, Rang, Reset
from companion.games.timer.state import State
from companion.presses import Press

PHRASES = {
    "start 0": "the time runs; the match's clock stands at so many milliseconds",
    "more": "30 seconds more",
    "reset": "the time is set back; in a quiz: the next question",
    "end": "the round is over",
    "ring": "the time is up",
    "done 1 20000": "seat 1 has done its turn, at so many milliseconds",
    "open": "the buzzers are open",
    "buzz 1 5000": "seat 1 presses, at so many microseconds",
    "right": "the first in the line has answered right",
    "wrong": "the answer was wrong",
}


def heard(state: State, line: str) -> Event:
    """The event that a line stands for; UnreadableError says how to write it."""
    match line.split():
        case ["start", at]:
            return Begun(_number(at))
        case ["start"]:
            return Begun(0)
        case ["more"]:
            return Added()
        case ["reset"]:
            return Reset()
        case ["end"]:
            return Ended()
        case ["ring"]:
            return Rang(state.runs_out_ms)
        case ["done", seat, at]:
            return Passed(_number(seat), _number(at))
        case ["open"]:
            return Armed()
        case ["buzz", seat, at]:
            return Buzzed(_number(seat), 1000 * _number(at))
        case [("right" | "wrong") as answer]:
            return Answered("yes" if answer == "right" else "no")
    verb = line.split()[0] if line.split() else ""
    forms = [phrase for phrase in PHRASES if phrase.split()[0] == verb]
    how = f"write it as {' or '.join(forms)}" if forms else "type help for what can be said"
    raise UnreadableError(f"{line[:40]!r} says nothing here: {how}")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise UnreadableError(f"{text[:20]!r} is no number")
    return int(text)


def on_press(state: State, press: Press) -> tuple[Event, ...]:
    """What a button says: a seat buzzes, `start` opens the question; a seat with a clock is done."""
    if state.is_quiz:
        if press.key == "buzz" and press.seat is not None:
            return (Buzzed(press.seat, press.at_ns, press.give_ns, press.boot),)
        if press.key == "start" and not state.question.armed:
            return (Armed(press.at_ns, press.boot),)
        return ()
    run = state.running
    if press.key == "buzz" and run is not None and run.seat is not None and run.seat == press.seat:
        return (Passed(run.seat),)
    return ()
