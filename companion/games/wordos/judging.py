"""What comes to the judge, and what is chosen: nobody says whose an answer is before the choice (WS-12)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.wordos.ending import cards_of, typed
from companion.games.wordos.going import undisturbed
from companion.games.wordos.preparing import current, seated, taking_part
from companion.games.wordos.round import Judging, Round
from companion.games.wordos.rules import SHORTEST, drawn_order
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State


def _at(state: State, *stages: Stage) -> tuple[Round, Judging]:
    round_ = undisturbed(current(state))
    if state.house.is_own:
        raise RuleError("in this mode nobody judges", "WS-2")
    if round_.stage not in stages:
        raise RuleError(f"not now: {round_.stage}", "WS-12")
    return round_, round_.judging or Judging()


def _by_judge(state: State, round_: Round, seat: int | None) -> None:
    if seat is not None and seated(state, seat) != round_.judge:
        raise RuleError(f"{state.name(round_.judge or 1)} is the judge", "WS-2")


def cleared(state: State) -> State:
    """Unused cards leave first (WS-12)."""
    round_, judging = _at(state, Stage.JUDGING)
    if round_.judging is not None:
        raise RuleError("the unused cards are back on the decks already", "WS-12")
    return state.with_round(replace(round_, judging=judging))


def assembled(state: State) -> State:
    """All answers lie face down in a row; the order in which they are fanned is drawn (WS-12)."""
    round_, judging = _at(state, Stage.JUDGING)
    if round_.judging is None:
        raise RuleError("unused cards leave before the answers lie down", "WS-12")
    order = drawn_order(state.seed, round_.number, len(round_.seats) - 1)
    return state.with_round(replace(round_, judging=replace(judging, order=order)))


def fanned(state: State, answer: str, seat: int | None) -> State:
    """The next answer, one at a time (WS-12); three letters up to the hand (WS-2)."""
    round_, judging = _at(state, Stage.READING)
    _by_judge(state, round_, seat)
    said = typed(answer)
    if judging.next_pile is None:
        raise RuleError("all answers are open: the judge chooses", "WS-12")
    if said and not SHORTEST <= len(cards_of(said)) <= round_.agreed:
        raise RuleError(
            f"{said!r} takes {len(cards_of(said))} letters: {SHORTEST} to {round_.agreed} were agreed",
            "WS-2",
        )
    return state.with_round(replace(round_, judging=replace(judging, answers=(*judging.answers, said))))


def ranked(state: State, chosen: tuple[int, int, int], seat: int | None) -> State:
    """Three different answers, for 8, 6 and 4 points (WS-2)."""
    round_, judging = _at(state, Stage.READING)
    _by_judge(state, round_, seat)
    if judging.next_pile is not None:
        raise RuleError("the judge sees all answers before choosing", "WS-12")
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(judging.order):
        raise RuleError(f"three different piles of 1 to {len(judging.order)} are chosen", "WS-2")
    return state.with_round(replace(round_, judging=replace(judging, ranked=chosen)))


def owned(state: State, seat: int, pile: int) -> State:
    """Whose a chosen answer was, said after the choice (WS-12)."""
    round_, judging = _at(state, Stage.OWNERS, Stage.READING)
    if not judging.ranked:
        raise RuleError("nobody says whose an answer is before the judge has chosen", "WS-12")
    if pile not in judging.ranked:
        raise RuleError(f"pile {pile} was not chosen", "WS-2")
    if taking_part(state, round_, seat) == round_.judge:
        raise RuleError(f"{state.name(seat)} judges and has no answer", "WS-2")
    for taken, owner in judging.owners:
        if pile == taken or seat == owner:
            raise RuleError(
                f"pile {taken} was the answer of {state.name(owner)} already: which is right?", "WS-12"
            )
    owners = (*judging.owners, (pile, seat))
    return state.with_round(replace(round_, judging=replace(judging, owners=owners)))
