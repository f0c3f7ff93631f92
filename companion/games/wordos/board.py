"""What is shown of a match: stage, totals, queue with margins, piles, answers, and what can be done now."""

from collections.abc import Iterator

from companion.games.record import Standing, Standings
from companion.games.wordos.prompts import prompts
from companion.games.wordos.round import Round
from companion.games.wordos.rules import TO_WIN
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.games.wordos.told import (
    answer_lines,
    done_lines,
    judging_lines,
    names,
    pile_lines,
    queue_lines,
    tie_lines,
)
from companion.lexicon import Lexicon
from companion.scoreboard import Block, Scoreboard, SeatRow


def standings(state: State, lexicon: Lexicon) -> Standings:
    """Points of every round; the winners of the match, else those who lead."""
    over = [round_ for round_ in state.rounds if round_.stage is Stage.OVER]
    seats = tuple(
        Standing(
            seat, name, state.total(seat), tuple(_points(round_, seat) for round_ in over),
            resigned=seat in state.gone,
        )
        for seat, name in enumerate(state.names, 1)
    )  # fmt: skip
    most = max((seat.points for seat in seats if not seat.resigned), default=0)
    leading = tuple(seat.seat for seat in seats if most and seat.points == most and not seat.resigned)
    return Standings(seats, state.winners or leading)


def _points(round_: Round, seat: int) -> int | None:
    """What a seat has scored in a round; None when it took no part."""
    return round_.points.get(seat, 0) if seat in round_.dealt else None


def scoreboard(state: State, lexicon: Lexicon) -> Scoreboard:
    """The match as a person would look at it now."""
    rows = tuple(
        SeatRow(seat, name, state.total(seat), status(state, seat))
        for seat, name in enumerate(state.names, 1)
    )
    round_ = state.round
    blocks = tuple(_blocks(state, round_, lexicon)) if round_ else ()
    lamps = tuple((seat, lamp(state, seat)) for seat in range(1, len(state.names) + 1))
    return Scoreboard(
        headline(state), _house(state), rows, blocks, tuple(prompts(state)), tuple(_notices(state)),
        lamps=lamps, cues=state.cues,
    )  # fmt: skip


def headline(state: State) -> str:
    """What the table does now, in one sentence."""
    round_ = state.round
    if state.winners:
        return f"{names(state, state.winners)} won with {state.total(state.winners[0])} points"
    if round_ is None or state.stage is Stage.OVER:
        ended = (
            f"Round {round_.number} is {'called off' if round_.is_called_off else 'over'}; " if round_ else ""
        )
        return f"{ended}{state.name(state.next_caller)} reads a category"
    if round_.tie:
        return f"Tiebreaker: a word with {round_.tie.letter}"
    if state.to_break:
        return f"A tie: {names(state, state.to_break)}"
    match state.stage:
        case Stage.LETTERS if not state.house.is_own:
            return f"{state.name(round_.caller)} decides how many letters"
        case Stage.LETTERS:
            return "Flip a letter, think of an answer, pick up the rest"
        case Stage.DISCARD:
            return f"GO {round_.turn.number if round_.turn else 1}: everybody discards"
        case Stage.TAKE:
            return "Shout now: press for a letter"
        case Stage.ANSWERS:
            return f"To show and to rule: the answer of {names(state, round_.done.seats)}"
        case Stage.JUDGING:
            return f"{state.name(round_.judge or 1)} is the judge: close your eyes"
        case Stage.READING:
            return f"{state.name(round_.judge or 1)} fans the answers open"
        case Stage.OWNERS:
            return "Whose are the chosen answers?"
    return f"{state.name(round_.caller)} says GO, or press DONE"


def _ended(round_: Round) -> str:
    return f"Round {round_.number} is {'called off' if round_.is_called_off else 'over'}; "


def _house(state: State) -> str:
    house = state.house
    mode = "To Each Their Own" if house.is_own else "You've Been Judged"
    strict = "answers fit and are spelled right" if house.spelled else "answers fit the category"
    extras = [
        f"presses within {house.tie_ms} ms are a tie",
        *(["early presses lock for 250 ms"] if house.locked else []),
        *(["three letters in a tiebreaker"] if house.tie3 else []),
        *(["a tiebreaker for the match"] if house.breaks else []),
    ]
    return "; ".join([f"{mode}, first to {TO_WIN}", *([strict] if house.is_own else []), *extras])


def status(state: State, seat: int) -> str:
    """What a seat does now, in a few words; in `judged` nothing of its answer."""
    round_ = state.round
    if seat in state.gone:
        return "has left"
    if round_ is None:
        return "waits"
    if seat not in round_.seats:
        return "plays from the next round on"
    if state.stage is Stage.OVER:
        return f"{round_.points.get(seat, 0)} points in round {round_.number}"
    caller = "caller, " if seat == round_.caller else ""
    return caller + _doing(state, round_, seat)


def _doing(state: State, round_: Round, seat: int) -> str:
    if seat == round_.judge:
        return "judge"
    verdict = round_.verdict(seat)
    if verdict is not None:
        return f"done, {round_.hands[seat - 1]} letters" if verdict else "rejected, out of the round"
    if seat in round_.done.seats:
        return "done"
    letter, hand = round_.letters[seat - 1], round_.hands[seat - 1]
    if round_.stage is Stage.LETTERS and state.house.is_own:
        return f"{letter or 'no letter'}, {f'{hand} cards' if hand else 'thinks'}"
    held = f"{letter + ', ' if letter else ''}{f'{hand} cards' if hand else 'no cards yet'}"
    return f"{held}, takes one" if round_.stage is Stage.TAKE and seat in round_.to_take else held


def _blocks(state: State, round_: Round, lexicon: Lexicon) -> Iterator[Block]:
    yield Block(f"Round {round_.number}", (round_.caption or "the category is on its card",))
    told = (
        ("Piles", pile_lines(state, round_)), ("Shouts", queue_lines(state, round_)),
        ("Done", done_lines(state, round_)), ("Answers", answer_lines(state, round_, lexicon)),
        ("Before the judge", judging_lines(state, round_)),
    )  # fmt: skip
    for heading, lines in told:
        said = tuple(lines)
        if said:
            yield Block(heading, said)
    if round_.tie:
        yield Block("Tiebreaker", tuple(tie_lines(state, round_.tie)))


def _notices(state: State) -> Iterator[str]:
    round_ = state.round
    if state.lacking and not state.winners:
        yield f"{state.lacking}."
    if round_ is not None and round_.is_ready and round_.decks < len(round_.seats):
        yield f"The decks hold about {max(0, round_.decks)} cards: shuffle back what lies under the tops."


def lamp(state: State, seat: int) -> str:
    """The pattern of a seat's lamp; it says nothing of answers before the judge (WS-12)."""
    round_ = state.round
    if round_ is None or state.stage is Stage.OVER:
        return "off"
    if round_.tie:
        return _lamp_in_tie(round_, seat)
    if any(seat in seats for _, seats in state.tied):
        return "tie"
    if seat in {press.seat for press in round_.unnamed}:
        return "queued"
    match state.stage:
        case Stage.TAKE:
            return "armed" if seat in round_.to_take else "off"
        case Stage.REST:
            return "armed" if seat in round_.playing else "off"
        case Stage.DISCARD:
            turn = round_.turn
            return "turn" if turn and seat in turn.seats and seat not in turn.discarded else "off"
        case Stage.ANSWERS:
            return "turn" if seat in round_.done.seats else "armed" if seat in round_.playing else "off"
    return "turn" if seat == round_.judge else "off"


def _lamp_in_tie(round_: Round, seat: int) -> str:
    tie = round_.tie
    if tie is None or seat not in tie.seats or seat in tie.out:
        return "off"
    if seat == tie.speaker:
        return "turn"
    return "queued" if seat in {each.press.seat for each in tie.queue} else "armed"
