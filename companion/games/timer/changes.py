"""How the timer is opened and what each event makes of it: pure and strict."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.record import Due, Event, Opened
from companion.games.timer.events import Added, Answered, Armed, Begun, Buzzed, Ended, Passed, Rang, Reset
from companion.games.timer.rules import CLOCKS, MORE_MS, MOST_SEATS
from companion.games.timer.state import Buzz, House, Question, Running, SeatClock, State

LONGEST_NAME = 40


def start(opened: Opened) -> State:
    """The timer just opened; RuleError when it has too many seats, or clocks without seats."""
    names = tuple(" ".join(name.split()) for name in opened.names)
    if len(names) > MOST_SEATS:
        raise RuleError(f"{len(names)} seats are too many: at most {MOST_SEATS}")
    for name in names:
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise RuleError(f"a name has 1 to {LONGEST_NAME} signs, {name[:20]!r} does not fit")
    house = _house(opened)
    if house.kind == CLOCKS and len(names) < 2:
        raise RuleError("a clock for each seat needs the names of two players or more")
    return _set_back(State(names, house))


def _house(opened: Opened) -> House:
    chosen = opened.switches
    increment, delay, overtime = (1000 * int(chosen[name]) for name in ("increment", "delay", "overtime"))
    length_ms, hard = 60_000 * int(chosen["minutes"]), chosen["stop"] == "hard"
    return House(chosen["kind"], length_ms, hard, increment, delay, overtime, chosen["early"])


def _set_back(state: State) -> State:
    fresh = tuple(SeatClock(state.house.length_ms) for _ in state.names) if state.has_clocks else ()
    return replace(state, running=None, up=False, clocks=fresh, question=Question())


def apply(state: State, event: Event) -> State:
    """The state after an event; RuleError when it cannot follow here."""
    right = {"yes": "valid", "no": "invalid"}.get(event.right, "") if isinstance(event, Answered) else ""
    return replace(_after(*_on_line(state, event)), cue=right)


def _on_line(state: State, event: Event) -> tuple[State, Event]:
    """The event with its time on one line, where presses of two boots of the appliance can be compared."""
    match event:
        case Armed(at_ns=int(at_ns)) | Buzzed(at_ns=int(at_ns)):
            moved = replace(event, at_ns=state.timeline.on_line(event.boot, at_ns))
            return replace(state, timeline=state.timeline.met(event.boot, at_ns)), moved
    return state, event


def _after(state: State, event: Event) -> State:
    match event:
        case Begun(at_ms, seat):
            return _begun(state, at_ms or 0, seat)
        case Added():
            run = _run(state)
            if run.rung:
                raise RuleError("the time is up already: set it back first")
            return replace(state, running=replace(run, added_ms=run.added_ms + MORE_MS))
        case Reset():
            return _set_back(state)
        case Ended():
            _run(state)
            return replace(_set_back(state), rounds=state.rounds + 1)
        case Rang(at_ms):
            return _rang(state, at_ms)
        case Passed(seat, at_ms):
            return _passed(state, seat, at_ms)
        case Armed() | Buzzed() | Answered():
            return _quiz(state, event)
        case _:
            raise RuleError(f"nothing is known of an entry {event.kind!r} in this game")


def due(state: State) -> Due | None:
    """The end of the time, when it is reached."""
    run, at_ms = state.running, state.runs_out_ms
    return None if run is None or at_ms is None else Due(at_ms, Rang(at_ms), run.since_ms)


def _run(state: State) -> Running:
    if state.running is None:
        raise RuleError("no time is running: start it first")
    return state.running


def _begun(state: State, at_ms: int, seat: int | None) -> State:
    if state.is_quiz:
        raise RuleError("a quiz has no clock: open the buzzers instead")
    if state.running:
        raise RuleError("the time is running already")
    if not state.has_clocks:
        return replace(state, running=Running(at_ms), up=False)
    first = 1 if seat is None else seat
    if not 1 <= first <= len(state.names):
        raise RuleError(f"there is no seat {first}")
    return replace(state, running=Running(at_ms, seat=first))


def _rang(state: State, at_ms: int | None) -> State:
    """A hard stop ends the round, or takes the seat out; an advisory one only tells it."""
    run = _run(state)
    out_ms = state.runs_out_ms
    if out_ms is None or (at_ms is not None and at_ms < out_ms):
        raise RuleError("the time is not up yet" if out_ms is not None else "the time was up already")
    if not state.house.hard:
        return replace(state, running=replace(run, rung=True))
    if run.seat is None:
        return replace(_set_back(state), rounds=state.rounds + 1, up=True)
    gone = state.with_clock(run.seat, SeatClock(0, out=True))
    after = gone.next_seat(run.seat)
    return replace(gone, running=Running(out_ms, seat=after) if after else None)


def _passed(state: State, seat: int, at_ms: int | None) -> State:
    run = _run(state)
    if not state.has_clocks or run.seat != seat:
        raise RuleError(f"the clock of {state.name(seat)} is not running")
    now_ms, out_ms = run.since_ms if at_ms is None else at_ms, state.runs_out_ms
    if state.house.hard and out_ms is not None and now_ms > out_ms:
        raise RuleError(f"the time of {state.name(seat)} is up")
    left = state.left_after(run, now_ms)
    gained = state.house.increment_ms if left else 0
    stopped = state.with_clock(seat, SeatClock(left + gained))
    return replace(stopped, running=Running(now_ms, seat=stopped.next_seat(seat)))


def _quiz(state: State, event: Event) -> State:
    if not state.is_quiz:
        raise RuleError("buzzers belong to the quiz: open one for it")
    question = state.question
    match event:
        case Armed(at_ns):
            if question.armed:
                raise RuleError("the buzzers are open already")
            return replace(state, question=replace(question, armed=True, armed_ns=at_ns))
        case Buzzed(seat, at_ns, give_ns):
            if not 1 <= seat <= (len(state.names) or MOST_SEATS):
                raise RuleError(f"there is no seat {seat}")
            buzz = Buzz(seat, at_ns, give_ns, early=not question.armed)
            return replace(state, question=replace(question, presses=(*question.presses, buzz)))
        case Answered(right):
            return _answered(state, right)
    return state


def _answered(state: State, right: str) -> State:
    """Right: a point, and the next question; wrong: the next in the line may answer."""
    waiting = state.question.waiting(state.house.early)
    if not waiting:
        raise RuleError("nobody has pressed who may answer")
    if right not in ("yes", "no"):
        raise RuleError(f"an answer is right, yes or no, not {right[:20]!r}")
    seat = waiting[0].seat
    if right == "no":
        return replace(state, question=replace(state.question, wrong=(*state.question.wrong, seat)))
    points = dict(state.points)
    points[seat] = points.get(seat, 0) + 1
    return replace(state, question=Question(), rounds=state.rounds + 1, points=tuple(sorted(points.items())))
