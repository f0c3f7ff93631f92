"""What DONE, answers and votes make of a round (WS-2, WS-9)."""

import unicodedata
from dataclasses import replace

from companion.errors import RuleError
from companion.games.wordos.finish import Finish, Vote
from companion.games.wordos.going import undisturbed
from companion.games.wordos.preparing import current, seated, taking_part
from companion.games.wordos.round import Round
from companion.games.wordos.rules import SHORTEST
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.grid import LETTERS
from companion.presses import Press

LONGEST_ANSWER = 100


def cards_of(answer: str) -> str:
    """The letter cards that an answer needs: spaces, punctuation and accents need none (WS-3)."""
    plain = unicodedata.normalize("NFKD", answer.upper())
    return "".join(sign for sign in plain if sign in LETTERS)


def typed(answer: str) -> str:
    """An answer as it was typed, in one line; RuleError for one that is no text."""
    said = " ".join(answer.split())
    if len(said) > LONGEST_ANSWER or not said.isprintable():
        raise RuleError(f"an answer has at most {LONGEST_ANSWER} signs that can be printed")
    return said


def done(state: State, press: Press) -> State:
    """A DONE press; in which order they finish is computed from all of them (WS-9)."""
    round_ = undisturbed(current(state))
    seat = taking_part(state, round_, press.seat or 0)
    if round_.judging is not None:
        raise RuleError(f"{state.name(round_.judge or seat)} judges already", "WS-2")
    if round_.stage not in (Stage.REST, Stage.ANSWERS, Stage.JUDGING):
        raise RuleError(f"DONE is pressed when all hold their cards; now {round_.stage}", "WS-8")
    if seat in (*round_.accepted, *round_.rejected):
        raise RuleError(f"the answer of {state.name(seat)} is ruled already", "WS-9")
    number = round_.turn.number if round_.turn else 0
    if any(each.seat == seat and each.go < number for each in round_.finishes):
        raise RuleError(f"{state.name(seat)} is done already", "WS-2")
    return state.with_round(replace(round_, finishes=(*round_.finishes, Finish(number, press))))


def _shown(state: State, of: int) -> Round:
    """The round, while the answer of a seat lies open and is not ruled."""
    round_ = _answering(state, of)
    if of not in dict(round_.answers):
        raise RuleError(f"{state.name(of)} shows the answer to all first", "WS-9")
    return round_


def _answering(state: State, seat: int) -> Round:
    round_ = undisturbed(current(state))
    if not state.house.is_own:
        raise RuleError("in this mode nobody shows an answer but the judge", "WS-12")
    if seated(state, seat) not in round_.done.seats:
        raise RuleError(f"no answer of {state.name(seat)} is asked for now", "WS-9")
    return round_


def revealed(state: State, seat: int, answer: str) -> State:
    """A done answer: with the own letter, and exactly the cards in hand (WS-3, WS-5)."""
    round_, said = _answering(state, seat), typed(answer)
    if seat in dict(round_.answers):
        raise RuleError(f"{state.name(seat)} has shown the answer already", "WS-9")
    letter, hand, cards = round_.letters[seat - 1], round_.hands[seat - 1], cards_of(said)
    if said and len(cards) < SHORTEST:
        raise RuleError(f"{said!r} takes {len(cards)} letters: an answer has {SHORTEST} or more", "WS-3")
    if said and cards[0] != letter:
        raise RuleError(f"{said!r} begins with {cards[0]}: {state.name(seat)} flipped {letter}", "WS-3")
    if said and len(cards) != hand:
        raise RuleError(f"{said!r} takes {len(cards)} letters, {state.name(seat)} holds {hand}", "WS-5")
    return state.with_round(replace(round_, answers=(*round_.answers, (seat, said))))


def _yes(verdict: str) -> bool:
    if verdict not in ("yes", "no"):
        raise RuleError(f"an answer is sufficient, yes or no, not {verdict[:10]!r}", "WS-9")
    return verdict == "yes"


def voted(state: State, seat: int, of: int, verdict: str) -> State:
    """One of the others says whether an answer is sufficient (WS-9)."""
    round_ = _shown(state, of)
    if taking_part(state, round_, seat) == of:
        raise RuleError(f"the others decide on the answer of {state.name(of)}, not its owner", "WS-9")
    return state.with_round(replace(round_, votes=(*round_.votes, Vote(seat, of, _yes(verdict)))))


def ruled(state: State, of: int, verdict: str) -> State:
    """The others have agreed on an answer (WS-9)."""
    round_ = _shown(state, of)
    return state.with_round(replace(round_, rulings=(*round_.rulings, (of, _yes(verdict)))))
