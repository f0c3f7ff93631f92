"""How a match begins and what each event makes of it: pure and strict (WS-1 to WS-12)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.record import Due, Event, Opened
from companion.games.wordos import breaking, ending, going, judging, preparing
from companion.games.wordos.answers import (
    Assembled,
    Cleared,
    Fanned,
    Flipped,
    Owned,
    Ranked,
    Revealed,
    Ruled,
    Said,
    Silent,
    Voted,
)
from companion.games.wordos.cues import cues_of
from companion.games.wordos.events import (
    Called,
    Changed,
    Claimed,
    Decided,
    Discarded,
    Done,
    Drew,
    Go,
    Lie,
    Others,
    Pressed,
    Reshuffled,
    Switched,
    Thought,
    Turned,
)
from companion.games.wordos.players import Joined, Left, Renamed
from companion.games.wordos.rules import FEWEST, MOST_SEATS
from companion.games.wordos.seating import checked_name, joined, left, renamed
from companion.games.wordos.stage import House
from companion.games.wordos.state import State
from companion.presses import Press


def start(opened: Opened) -> State:
    """The state of a match just opened; RuleError when there are too few or too many players."""
    chosen = opened.switches
    names = opened.names
    if not FEWEST[chosen["mode"]] <= len(names) <= MOST_SEATS:
        raise RuleError(
            f"{len(names)} players cannot play {chosen['mode']}: {FEWEST[chosen['mode']]} to {MOST_SEATS}",
            "WS-1",
        )
    house = House(
        chosen["mode"], chosen["strict"] == "spelled", int(chosen["tie_ms"]), chosen["early"] == "locked",
        chosen["tie3"] == "on", chosen["level"] == "tiebreaker",
    )  # fmt: skip
    return State(tuple(map(checked_name, names)), house, opened.seed)


def apply(state: State, event: Event) -> State:
    """The state after an event; RuleError when it cannot follow here."""
    after = _after(*_on_line(state, event))
    return replace(after, cues=cues_of(state, event, after))


def _on_line(state: State, event: Event) -> tuple[State, Event]:
    """The event with its time on the match's own line, where presses of two boots can be compared (WS-6)."""
    match event:
        case Pressed(at_ns=int(at_ns)) | Done(at_ns=int(at_ns)) | Lie(at_ns=int(at_ns)) if at_ns >= 0:
            line = state.timeline
            moved = replace(event, at_ns=line.on_line(event.boot, at_ns))
            return replace(state, timeline=line.met(event.boot, at_ns)), moved
    return state, event


def _after(state: State, event: Event) -> State:
    match event:
        case Joined(name, seat):
            return joined(state, name, seat)
        case Left(seat):
            return left(state, seat)
        case Renamed(seat, name):
            return renamed(state, seat, name)
        case Called(caption, seat):
            return preparing.called(state, caption, seat)
        case Turned(seat, letter):
            return preparing.turned(state, seat, letter)
        case Switched(seat, letter):
            return preparing.switched(state, seat, letter)
        case Thought(seat, letters):
            return preparing.thought(state, seat, letters)
        case Decided(letters, seat):
            return preparing.decided(state, letters, seat)
        case Changed(seat, letters):
            return preparing.changed(state, seat, letters)
        case Go() | Discarded() | Lie() | Pressed() | Claimed() | Drew() | Others() | Reshuffled():
            return _in_a_go(state, event)
        case Done(seat, at_ns, give_ns, door):
            return ending.done(state, going.valid_press(seat, at_ns, give_ns, door))
        case Revealed(seat, answer):
            return ending.revealed(state, seat, answer)
        case Voted(seat, of, verdict):
            return ending.voted(state, seat, of, verdict)
        case Ruled(of, verdict):
            return ending.ruled(state, of, verdict)
        case Flipped(letter, seat, at_ms):
            return breaking.flipped(state, letter, seat, at_ms)
        case Said(word, accepted, at_ms):
            return breaking.said(state, word, accepted, at_ms)
        case Silent(at_ms):
            return breaking.silent(state, at_ms)
        case _:
            return _before_the_judge(state, event)


def _in_a_go(state: State, event: Event) -> State:
    match event:
        case Go(seat):
            return going.go(state, seat)
        case Discarded(seat, letter):
            return going.discarded(state, seat, letter)
        case Lie(seat, at_ns):
            return going.lie(state, seat, at_ns)
        case Pressed(seat, at_ns, give_ns, door, at_ms):
            return _pressed(state, going.valid_press(seat, at_ns, give_ns, door), at_ms)
        case Claimed(seat, letter):
            return going.claimed(state, seat, letter)
        case Drew(seat):
            return going.drew(state, seat)
        case Others():
            return going.others(state)
    return going.reshuffled(state)


def _pressed(state: State, press: Press, at_ms: int | None) -> State:
    """A shout for a letter, or in a tiebreaker for the word."""
    tie = state.round.tie if state.round else None
    return breaking.answering(state, tie, press, at_ms) if tie else going.shouted(state, press)


def _before_the_judge(state: State, event: Event) -> State:
    match event:
        case Cleared():
            return judging.cleared(state)
        case Assembled():
            return judging.assembled(state)
        case Fanned(answer, seat):
            return judging.fanned(state, answer, seat)
        case Ranked(first, second, third, seat):
            return judging.ranked(state, (first, second, third), seat)
        case Owned(seat, pile):
            return judging.owned(state, seat, pile)
        case _:
            raise RuleError(f"nothing is known of an entry {event.kind!r} in this game")


def due(state: State) -> Due | None:
    """In a tiebreaker: the end of a turn of three seconds, or a new letter after ten (WS-7)."""
    tie = state.round.tie if state.round else None
    if tie is None:
        return None
    at_ms = tie.runs_out_ms
    return Due(at_ms, Silent(at_ms) if tie.speaker else Flipped("", None, at_ms))
