"""What a button says: GO and "all lie" by the start key, a shout, a word in a tiebreaker, or DONE (WS-8)."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.wordos.changes import apply
from companion.games.wordos.events import Done, Go, Lie, Pressed
from companion.games.wordos.players import Joined
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.presses import Press


def on_press(state: State, press: Press) -> tuple[Event, ...]:
    """The event that a press makes; none where a button means nothing now, which the table then tells."""
    wanted = _start(state, press) if press.key == "start" else _buzz(state, press)
    return (wanted,) if wanted and _follows(state, wanted) else ()


def _start(state: State, press: Press) -> Event | None:
    match state.stage:
        case Stage.REST:
            return Go()
        case Stage.DISCARD:
            return Lie(None, press.at_ns, press.boot)
    return None


def _buzz(state: State, press: Press) -> Event | None:
    if press.key != "buzz" or press.seat is None:
        return None
    if state.stage in (Stage.CALL, Stage.OVER) and press.seat not in state.here and not state.to_break:
        return _sits_down(state, press.seat)
    if state.round is None:
        return None
    shout = Pressed(press.seat, press.at_ns, press.give_ns, press.door, None, press.boot)
    if state.round.tie or state.stage in (Stage.DISCARD, Stage.TAKE) or _is_late(state, press):
        return shout
    return Done(press.seat, press.at_ns, press.give_ns, press.door, press.boot)


def _sits_down(state: State, seat: int) -> Event:
    """Between rounds the button of a free seat takes it."""
    return Joined(state.name(seat) if seat in state.gone else f"Seat {seat}", seat)


def _is_late(state: State, press: Press) -> bool:
    """Whether it came late, from before the claim that its seat named in this GO."""
    turn = state.round.turn if state.round else None
    naming = turn.naming(press.seat or 0) if turn else None
    at_ns = state.timeline.on_line(press.boot, press.at_ns)
    return naming is not None and at_ns <= naming.until_ns


def _follows(state: State, event: Event) -> bool:
    try:
        apply(state, event)
    except RuleError:
        return False
    return True
