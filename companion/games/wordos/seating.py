"""What becomes of a match when a player comes, goes or is called otherwise (ours: the book is silent)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.wordos.preparing import seated
from companion.games.wordos.round import Round
from companion.games.wordos.rules import MOST_SEATS, clockwise
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.games.wordos.tie import Tie
from companion.games.wordos.turn import Turn

LONGEST_NAME = 40
AT_THE_JUDGE = (Stage.JUDGING, Stage.READING, Stage.OWNERS)


def checked_name(name: str) -> str:
    """A player's name in one line; RuleError when nothing or far too much is left."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise RuleError(f"a name has 1 to {LONGEST_NAME} signs, {name[:20]!r} does not fit")
    return name


def joined(state: State, name: str, seat: int) -> State:
    """A seat of one's own: the next number, or the one that was left, with the points it has."""
    name = checked_name(name)
    if seat in state.gone:
        back = tuple(each for each in state.gone if each != seat)
        return replace(_called(state, seat, name), gone=back)
    free = len(state.names) + 1
    if free > MOST_SEATS:
        raise RuleError(f"all {MOST_SEATS} seats are taken", "WS-1")
    if seat != free:
        raise RuleError(f"seat {seat} is not free: the next one is {free}", "WS-1")
    grown = replace(state, names=(*state.names, name))
    return grown.with_round(state.round.with_a_seat_more()) if state.round else grown


def renamed(state: State, seat: int, name: str) -> State:
    return _called(state, seated(state, seat), checked_name(name))


def _called(state: State, seat: int, name: str) -> State:
    return replace(state, names=(*state.names[: seat - 1], name, *state.names[seat:]))


def left(state: State, seat: int) -> State:
    """Cards are set aside, what was shouted in this GO counts no more, the order closes up."""
    seated(state, seat)
    if state.stage in AT_THE_JUDGE:
        raise RuleError(
            "the answers lie before the judge and nobody says whose: leave when the round is over", "WS-12"
        )
    gone = replace(state, gone=(*state.gone, seat))
    round_ = state.round
    if round_ is None:
        return gone
    tie = _tie_without(round_.tie, seat) if round_.tie else None
    if state.stage is Stage.OVER:
        return gone.with_round(replace(round_, tie=tie))
    return gone.with_round(_round_without(replace(round_, tie=tie), seat))


def _tie_without(tie: Tie, seat: int) -> Tie | None:
    """The tiebreaker among those who are still in it; none when only one is."""
    seats = tuple(each for each in tie.seats if each != seat)
    if len(seats) < 2:
        return None
    presses = tuple(each for each in tie.presses if each.press.seat != seat)
    return replace(tie, seats=seats, presses=presses, out=tuple(each for each in tie.out if each != seat))


def _round_without(round_: Round, seat: int) -> Round:
    """The round of the others; with fewer than can play it is called off."""
    rest = replace(round_, left=(*round_.left, seat))
    if rest.is_called_off:
        return replace(rest, turn=None, tie=None, finishes=())
    ruled = rest.verdict(seat) is not None
    return replace(
        rest,
        caller=clockwise(seat, rest.seats) if seat == round_.caller else round_.caller,
        turn=_turn_without(round_.turn, seat) if round_.turn else None,
        finishes=tuple(each for each in round_.finishes if ruled or each.seat != seat),
        answers=tuple(each for each in round_.answers if ruled or each[0] != seat),
        votes=tuple(each for each in round_.votes if ruled or each.of != seat),
    )


def _turn_without(turn: Turn, seat: int) -> Turn:
    """The GO of the others; a card that was shouted for lies where it lay."""
    early = [press for press in turn.presses[: turn.unarmed] if press.seat != seat]
    return replace(
        turn,
        seats=tuple(each for each in turn.seats if each != seat),
        unarmed=len(early),
        presses=tuple(press for press in turn.presses if press.seat != seat),
        namings=tuple(naming for naming in turn.namings if naming.seat != seat),
        drew=tuple(each for each in turn.drew if each != seat),
    )
