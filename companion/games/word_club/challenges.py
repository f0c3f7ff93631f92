"""Plays that the list refused, and plays that somebody challenges (WC-4)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.word_club.flow import ended_if_quiet, lost_turn, mover, seated, settled, took
from companion.games.word_club.rules import DOUBLE
from companion.games.word_club.state import State


def lose_try(state: State, seat: int, failing: tuple[str, ...]) -> State:
    """A refused play counts as a try; after the last one the turn is lost, which counts as a pass."""
    mover(state, seat)
    if not state.tries or not state.checks:
        raise RuleError("refused plays are not counted in this match", "WC-4")
    after = replace(state, failed=(*state.failed, failing))
    if len(after.failed) < state.tries:
        return after
    return lost_turn(after, seat, f"lost the turn after {state.tries} refused plays")


def accept(state: State) -> State:
    """Nobody challenges the last play: it stands."""
    if state.pending is None:
        raise RuleError("no play can be challenged now", "WC-4")
    return settled(state)


def challenge(state: State, seat: int, failing: tuple[str, ...] | None) -> State:
    """A wrong play comes off and scores nothing; a wrong challenge costs what the match says."""
    player = seated(state, seat)
    if state.checks:
        raise RuleError("every play is checked by the list: nothing is challenged", "WC-4")
    if state.pending is None:
        raise RuleError("only the last play can be challenged, before the next turn", "WC-4")
    if state.pending.seat == seat:
        raise RuleError(f"{player.name} cannot challenge the own play", "WC-4")
    if failing is None:
        raise RuleError("the list must be asked before a challenge is recorded", "WC-4")
    return _comes_off(state, failing) if failing else _stays(state, seat)


def _comes_off(state: State, failing: tuple[str, ...]) -> State:
    """The play's tiles go back to the rack; it was a turn without a placement (WC-9)."""
    assert state.pending is not None
    seat, rack = state.pending
    last = max(at for at, turn in enumerate(state.turns) if turn.seat == seat and turn.move)
    turn = state.turns[last]
    gone = replace(
        turn, points=0, off=True, what=f"{turn.what} came off: not in the list {', '.join(failing)}"
    )
    turns = (*state.turns[:last], gone, *state.turns[last + 1 :])
    back = state.with_player(replace(state.player(seat), rack=rack))
    return ended_if_quiet(
        replace(back, turns=turns, board=turn.before, pending=None, quiet=(*back.quiet, seat))
    )


def _stays(state: State, seat: int) -> State:
    """The play stands; the challenger loses nothing, a turn, or points."""
    after = settled(state)
    if state.challenge == DOUBLE and after.ending is None:
        if seat == after.turn:
            return lost_turn(after, seat, "lost the turn to a wrong challenge")
        return replace(after, owes=after.owes | {seat})
    return took(after, seat, "challenged wrongly", -state.penalty) if state.penalty else after
