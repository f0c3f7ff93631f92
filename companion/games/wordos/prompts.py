"""What can be done now by one tap, and whose it is to do."""

from collections.abc import Iterator

from companion.games.wordos.piles import tops_of
from companion.games.wordos.round import Round
from companion.games.wordos.rules import UNSEEN
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.scoreboard import Prompt


def prompts(state: State) -> Iterator[Prompt]:
    """Everything that one tap can do; what needs a text or a choice of letters is on the page."""
    round_ = state.round
    if state.winners:
        return
    if round_ is not None and round_.tie:
        yield from _in_a_tie(state, round_)
    elif state.to_break:
        yield Prompt("The appliance draws a letter", "flipped")
    elif round_ is None or state.stage is Stage.OVER:
        if not state.lacking:
            yield Prompt("A category is read", "called")
    else:
        yield from _in_stage(state, round_)


def _in_a_tie(state: State, round_: Round) -> Iterator[Prompt]:
    if round_.tie and round_.tie.speaker:
        yield Prompt("Accepted", "said", (("accepted", "yes"),))
        yield Prompt("Wrong", "said", (("accepted", "no"),))


def _in_stage(state: State, round_: Round) -> Iterator[Prompt]:
    match state.stage:
        case Stage.REST:
            yield Prompt("GO", "go")
        case Stage.DISCARD:
            yield Prompt("All discards lie", "lie")
        case Stage.TAKE:
            yield from _taking(state, round_)
        case Stage.ANSWERS:
            yield from _ruling(state, round_)
        case Stage.JUDGING if round_.judging is None:
            yield Prompt("Unused cards are back", "cleared")
        case Stage.JUDGING:
            yield Prompt("All answers lie there", "assembled")
        case Stage.READING if round_.judging and round_.judging.next_pile:
            yield Prompt(f"Pile {round_.judging.next_pile} is fanned open", "fanned")


def _taking(state: State, round_: Round) -> Iterator[Prompt]:
    """For who pressed, the earliest first, the tops there are; for everybody else a card from the decks."""
    tops = tops_of(round_.outcome.piles)
    for seat in [press.seat or 0 for press in round_.unnamed][:1]:
        for letter in sorted({face for pile, face in tops.items() if pile != seat and face != UNSEEN}):
            yield Prompt(
                f"{state.name(seat)} shouts {letter}", "claimed", (("seat", seat), ("letter", letter))
            )
    if not round_.unnamed:
        yield Prompt("Everybody else picks up a card", "others")
    for seat in round_.to_take:
        if seat not in round_.outcome.tied:
            yield Prompt(f"{state.name(seat)} picks up a card", "drew", (("seat", seat),), seat)


def _ruling(state: State, round_: Round) -> Iterator[Prompt]:
    shown = dict(round_.answers)
    for of in round_.done.seats:
        if of not in shown:
            yield Prompt(f"{state.name(of)} shows the answer", "revealed", (("seat", of),), of)
            continue
        yield Prompt(f"{state.name(of)}: sufficient", "ruled", (("of", of), ("verdict", "yes")))
        yield Prompt(f"{state.name(of)}: rejected", "ruled", (("of", of), ("verdict", "no")))
