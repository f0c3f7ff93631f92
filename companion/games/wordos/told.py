"""What there is to tell of a round, in plain sentences: the queue with its margins, piles, ties, answers."""

from collections.abc import Iterator, Sequence

from companion.games.wordos.breaking import about
from companion.games.wordos.ending import cards_of
from companion.games.wordos.gate import words_of
from companion.games.wordos.round import Round
from companion.games.wordos.rules import RANKS
from companion.games.wordos.state import State
from companion.games.wordos.tie import Tie
from companion.games.wordos.turn import Turn
from companion.lexicon import Lexicon
from companion.presses import Press, race


def margin(press: Press, first: Press) -> str:
    """How far a press is behind the first one (WS-11); a phone is marked, with its uncertainty."""
    placed = next(each for each in race((first, press), 0) if each.press == press)
    marked = {"phone": ", phone: unofficial", "key": ", on a screen"}.get(press.door, "")
    return placed.margin + marked


def pile_lines(state: State, round_: Round) -> Iterator[str]:
    """Every pile: its top, which can be stolen, and how many cards lie under it."""
    for seat, pile in enumerate(round_.outcome.piles, 1):
        if pile:
            under = f", {len(pile) - 1} under it" if len(pile) > 1 else ""
            yield f"{state.name(seat)}: {pile[-1]}{under}"


def queue_lines(state: State, round_: Round) -> Iterator[str]:
    """Shouts in the order of their presses with what became of each, then cards drawn and early presses."""
    turn = round_.turn
    if turn is None:
        return
    shouts = shouts_of(round_, turn)
    pressed = [press for _, press in shouts if press]
    for place, (seat, press) in enumerate(shouts, 1):
        when = margin(press, pressed[0]) if press else "without a press"
        yield f"{place}. {state.name(seat)}, {when}: {fate(state, round_, seat)}"
    if turn.drew:
        yield f"{names(state, turn.drew)} {'picks' if len(turn.drew) == 1 else 'pick'} up a card"
    for seat in dict.fromkeys(press.seat or 0 for press in turn.early):
        yield f"{state.name(seat)} pressed too early{', locked for 250 ms' if state.house.locked else ''}"


def shouts_of(round_: Round, turn: Turn) -> list[tuple[int, Press | None]]:
    """Every seat that shouts in this GO with its press, the earliest first, those without a press last."""
    locked = round_.house.locked
    open_ = {press.seat or 0: press for press in round_.unnamed}
    named = {claim.shout.seat: claim.shout.press for claim in turn.claims(locked)}
    shouts: dict[int, Press | None] = {**named, **open_}
    return sorted(shouts.items(), key=lambda each: (each[1] is None, each[1].sure_ns if each[1] else 0))


def fate(state: State, round_: Round, seat: int) -> str:
    """What became of a seat's shout."""
    turn = round_.turn
    naming = turn.naming(seat) if turn else None
    if naming is None or seat in {press.seat for press in round_.unnamed}:
        return "which letter?"
    for steal in round_.outcome.steals:
        if steal.seat == seat:
            so_far = " so far" if round_.unnamed else ""
            return f"takes the {steal.letter} of {state.name(steal.pile)}{so_far}"
    tied = [seats for letter, seats in round_.outcome.ties if seat in seats]
    if tied:
        return f"tied for the {naming.letter} with {names(state, [each for each in tied[0] if each != seat])}"
    return f"the {naming.letter} is gone: another one, or a card from the decks"


def names(state: State, seats: Sequence[int]) -> str:
    """Names as one says them: `Ann`, `Ann and Ben`, `Ann, Ben and Cid`."""
    said = [state.name(seat) for seat in seats]
    return " and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)


def done_lines(state: State, round_: Round) -> Iterator[str]:
    """Who has pressed DONE, in order, with margins and what became of each (WS-9)."""
    order = round_.done
    firsts: dict[int, tuple[int, Press]] = {}
    for go, press in sorted(round_.finishes, key=lambda each: (each.go, each.press.sure_ns)):
        firsts.setdefault(press.seat or 0, (go, press))
    for place, (seat, (go, press)) in enumerate(firsts.items(), 1):
        first = next(other for number, other in firsts.values() if number == go)
        yield f"{place}. {state.name(seat)}, {margin(press, first)}{_became(state, round_, order.tied, seat)}"


def _became(state: State, round_: Round, tied: tuple[int, ...], seat: int) -> str:
    verdict = round_.verdict(seat)
    if verdict is not None:
        return f": {round_.points[seat]} points" if verdict else ": rejected, out of the round"
    if seat in tied:
        return ": tied for the last place"
    return "" if seat in round_.done.seats else ": no place is left"


def tie_lines(state: State, tie: Tie) -> Iterator[str]:
    """The tiebreaker that runs, and its queue."""
    yield f"{names(state, tie.seats)}, about {about(tie)}: a word that begins with {tie.letter}"
    for place, each in enumerate(tie.queue, 1):
        says = ", says a word now" if place == 1 else ""
        yield f"{place}. {state.name(each.press.seat or 0)}, {margin(each.press, tie.queue[0].press)}{says}"
    for seat in tie.out:
        yield f"{state.name(seat)} had a turn"


def answer_lines(state: State, round_: Round, lexicon: Lexicon) -> Iterator[str]:
    """Answers that were shown, and what the list says of them, which is only advice (WS-9)."""
    for seat, answer in round_.answers:
        said = answer or f"an answer of {round_.hands[seat - 1]} letters, untyped"
        votes = [vote for vote in round_.votes if vote.of == seat]
        voted = f"; {sum(v.yes for v in votes)} for, {sum(not v.yes for v in votes)} against" if votes else ""
        yield f"{state.name(seat)}: {said}{advice(answer, lexicon)}{voted}"


def advice(answer: str, lexicon: Lexicon) -> str:
    unknown = [word for word in words_of(answer) if word not in lexicon]
    return f" (not in the list: {', '.join(unknown)}; that is only advice)" if unknown else ""


def judging_lines(state: State, round_: Round) -> Iterator[str]:
    """The answers before the judge by the number of their pile, and after the choice their places (WS-12)."""
    judging = round_.judging
    if judging is None:
        return
    owners = dict(judging.owners)
    for pile, answer in zip(judging.order, judging.answers, strict=False):
        place = judging.ranked.index(pile) if pile in judging.ranked else None
        points = f": {RANKS[place]} points" if place is not None else ""
        whose = f" for {state.name(owners[pile])}" if pile in owners else ""
        top = f", top card {cards_of(answer)[0]}" if answer else ""
        yield f"pile {pile}{top}: {answer or 'fanned open'}{points}{whose}"
