"""Whose turn it is, who comes next, and when a match ends (WC-7 to WC-10)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.word_club.rules import QUIET_ROUNDS, RACK
from companion.games.word_club.state import OUT, QUIET, Ending, Player, State, Turn


def seated(state: State, seat: int) -> Player:
    """Somebody who still plays; RuleError when nobody does at that seat, or the match is over."""
    if state.ending is not None:
        raise RuleError("the match is over: no turn is left", "WC-8" if state.ending.how == OUT else "WC-9")
    if not 1 <= seat <= len(state.players):
        raise RuleError(f"nobody sits at seat {seat}: there are 1 to {len(state.players)}", "WC-1")
    player = state.player(seat)
    if not player.here:
        raise RuleError(f"{player.name} has resigned and takes no more turns", "WC-10")
    return player


def mover(state: State, seat: int) -> Player:
    """The player whose turn it is; RuleError when it is another's, or the last play waits for an answer."""
    player = seated(state, seat)
    if state.is_out:
        raise RuleError("the last tile is placed: challenge that play, or accept it", "WC-4")
    if seat != state.turn:
        raise RuleError(f"it is {state.player(state.turn).name}'s turn, not {player.name}'s", "WC-7")
    return player


def took(state: State, seat: int, what: str, points: int = 0, move: str = "") -> State:
    """The state with one more turn on record, as things lay before it."""
    turn = Turn(seat, what, points, state.board, state.racks, move)
    return replace(state, turns=(*state.turns, turn))


def drawn(state: State, seat: int) -> State:
    """The player's rack filled up to seven, or until the bag is empty (WC-7)."""
    player = state.player(seat)
    number = min(RACK - len(player.rack), len(state.bag))
    fuller = replace(player, rack=player.rack + state.bag[:number])
    return replace(state.with_player(fuller), bag=state.bag[number:])


def settled(state: State) -> State:
    """The last play stands: its player draws, or has gone out (WC-4, WC-8)."""
    if state.pending is None:
        return state
    seat = state.pending.seat
    return stands(replace(state, pending=None), seat)


def stands(state: State, seat: int) -> State:
    """After an accepted placement: the count of turns without one begins anew; draw, or the end (WC-9)."""
    after = drawn(replace(state, quiet=()), seat)
    return after if after.player(seat).rack else replace(after, ending=Ending(OUT, seat))


def passed_on(state: State) -> State:
    """The next player who has not resigned; who owes a turn for a wrong challenge is passed over."""
    state = ended_if_quiet(replace(state, failed=(), hinted=False))
    if state.ending is not None:
        return state
    seat = following(state, state.turn)
    after = replace(state, turn=seat)
    if seat not in state.owes:
        return after
    return lost_turn(replace(after, owes=state.owes - {seat}), seat, "lost the turn to a wrong challenge")


def lost_turn(state: State, seat: int, why: str) -> State:
    """A turn that scores nothing and counts as a pass (WC-9)."""
    lost = took(state, seat, why)
    return passed_on(replace(lost, quiet=(*lost.quiet, seat)))


def following(state: State, seat: int) -> int:
    """The next seat that has not resigned."""
    return next(each for each in (*(n for n in state.here if n > seat), *state.here))


def ended_if_quiet(state: State) -> State:
    """The end, when every active player has passed or exchanged three times in a row (WC-9)."""
    if state.ending is None and all(state.quiet.count(seat) >= QUIET_ROUNDS for seat in state.here):
        return replace(state, ending=Ending(QUIET))
    return state
