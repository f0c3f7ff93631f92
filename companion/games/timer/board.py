"""What is shown of the timer: what runs, each seat's clock or place in the line, and what can be done now."""

from collections.abc import Iterator

from companion.clock import NS_PER_MS, as_minutes
from companion.games.record import Standing, Standings
from companion.games.timer.rules import MOST_SEATS
from companion.games.timer.state import Buzz, State
from companion.lexicon import Lexicon
from companion.scoreboard import Block, Prompt, Scoreboard, SeatRow

NAMELESS = 6


def seats_of(state: State) -> range:
    """The seats that there are: the named ones, or some for a quiz without names, more when they press."""
    if state.names or not state.is_quiz:
        return range(1, len(state.names) + 1)
    used = [seat for seat, _ in state.points] + [buzz.seat for buzz in state.question.presses]
    return range(1, max([NAMELESS, *used]) + 1)


def standings(state: State, lexicon: Lexicon) -> Standings:
    """Points of the quiz; a timer has none, and a seat whose time ran out has left."""
    points = dict(state.points)
    seats = tuple(
        Standing(
            seat,
            state.name(seat),
            points.get(seat, 0),
            resigned=state.has_clocks and state.clock(seat).out,
        )
        for seat in seats_of(state)
    )
    best = max((seat.points for seat in seats), default=0)
    return Standings(seats, tuple(seat.seat for seat in seats if best and seat.points == best))


def scoreboard(state: State, lexicon: Lexicon) -> Scoreboard:
    """The timer as a person would look at it now."""
    table = standings(state, lexicon)
    rows = tuple(SeatRow(s.seat, s.name, s.points, _status(state, s.seat)) for s in table.seats)
    blocks = (Block("The line", tuple(line_sentences(state))),) if state.is_quiz else ()
    return Scoreboard(
        _headline(state), _house(state), rows, blocks, tuple(_prompts(state)),
        lamps=tuple(_lamps(state)), cues=(state.cue,) if state.cue else (),
    )  # fmt: skip


def _lamps(state: State) -> Iterator[tuple[int, str]]:
    """In a quiz: steady while a press counts, breathing for who answers, two blinks in the line."""
    if not state.is_quiz or not state.question.armed:
        return
    line = [buzz.seat for buzz in state.question.waiting(state.house.early)]
    pressed = {buzz.seat for buzz in state.question.line(state.house.early)}
    for seat in range(1, MOST_SEATS + 1):
        if seat in line:
            yield seat, "turn" if seat == line[0] else "queued"
        elif seat not in pressed and seat not in state.question.wrong:
            yield seat, "armed"


def _headline(state: State) -> str:
    if state.is_quiz:
        return _quiz_headline(state)
    run = state.running
    if run is None:
        if state.has_clocks and all(clock.out for clock in state.clocks):
            return "Everybody's time is up"
        done = f"{'Time is up: r' if state.up else 'R'}ound {state.rounds} is over; " if state.rounds else ""
        return f"{done}{as_minutes(state.house.length_ms)} is ready"
    whose = f" for {state.name(run.seat)}" if run.seat else ""
    if run.rung:
        return f"Time is up{whose}: go on as you like"
    return f"Time runs{whose or f', round {state.rounds + 1}'}"


def _quiz_headline(state: State) -> str:
    waiting = state.question.waiting(state.house.early)
    if waiting:
        return f"{state.name(waiting[0].seat)} answers"
    return "Press now" if state.question.armed else f"Question {state.rounds + 1}: wait"


def _house(state: State) -> str:
    house = state.house
    if state.is_quiz:
        early = {"ignored": "told so", "last": "last in the line", "out": "out for the question"}[house.early]
        return f"who presses too early is {early}"
    ends = "the time ends the round" if house.hard else "the end of the time is only told"
    extras = (
        (house.increment_ms, "{} s more a turn"), (house.delay_ms, "{} s a turn for nothing"),
        (house.overtime_ms, "then {} s a turn"),
    )  # fmt: skip
    told = [sentence.format(ms // 1000) for ms, sentence in extras if ms and state.has_clocks]
    return "; ".join([f"{as_minutes(house.length_ms)}{' each' if state.has_clocks else ''}", *told, ends])


def _status(state: State, seat: int) -> str:
    if state.has_clocks:
        clock, run = state.clock(seat), state.running
        if clock.out:
            return "time is up"
        runs = run is not None and run.seat == seat
        return f"{as_minutes(clock.left_ms)}{', runs' if runs else ''}"
    if not state.is_quiz:
        return ""
    question = state.question
    line = [buzz.seat for buzz in question.waiting(state.house.early)]
    if seat in question.wrong:
        return "answered wrongly"
    if seat in line:
        return "answers" if line[0] == seat else f"number {line.index(seat) + 1} in the line"
    early = any(buzz.seat == seat and question.is_early(buzz) for buzz in question.presses)
    return "pressed too early" if early else "may press"


def line_sentences(state: State) -> Iterator[str]:
    """The line with the margin behind its first press, then who pressed too early."""
    question = state.question
    line = question.line(state.house.early) if question.armed else ()
    for place, buzz in enumerate(line, 1):
        wrong = ", answered wrongly" if buzz.seat in question.wrong else ""
        yield f"{place}. {state.name(buzz.seat)}, {_margin(buzz, line[0])}{wrong}"
    for seat in sorted({buzz.seat for buzz in question.presses if question.is_early(buzz)}):
        yield f"{state.name(seat)} pressed too early"


def _margin(buzz: Buzz, first: Buzz) -> str:
    give = f" ± {buzz.give_ns / NS_PER_MS:.0f}" if buzz.give_ns else ""
    behind_ms = (buzz.sure_ns - first.sure_ns) / NS_PER_MS
    if behind_ms < 0:
        return "after all others"
    return f"first{give}" if buzz is first else f"{behind_ms:+.1f} ms{give}"


def _prompts(state: State) -> Iterator[Prompt]:
    """What can be done now by one tap."""
    if state.is_quiz:
        if state.question.waiting(state.house.early):
            yield Prompt("Right", "answered", (("right", "yes"),))
            yield Prompt("Wrong", "answered", (("right", "no"),))
        elif not state.question.armed:
            yield Prompt("Open the buzzers", "armed")
        if state.question != type(state.question)():
            yield Prompt("Next question", "reset")
        return
    run = state.running
    if run is None:
        yield Prompt("Start", "begun")
        if state.has_clocks and state.clocks != tuple(type(c)(state.house.length_ms) for c in state.clocks):
            yield Prompt("Set back", "reset")
        return
    if run.seat is not None:
        yield Prompt(f"{state.name(run.seat)} has done", "passed", (("seat", run.seat),), run.seat)
    if not run.rung:
        yield Prompt("+30 s", "added")
    yield Prompt("Set back", "reset")
    yield Prompt("End the round", "ended")
