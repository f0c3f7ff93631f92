"""What each event of a tiebreaker makes of a match (WS-7)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.wordos.contest import PLACE, Win
from companion.games.wordos.ending import cards_of, typed
from companion.games.wordos.preparing import current, one_letter, seated
from companion.games.wordos.round import Round
from companion.games.wordos.rules import drawn_letter
from companion.games.wordos.state import State
from companion.games.wordos.tie import MATCH, Answering, Tie
from companion.presses import Press

ABOUT = {PLACE: "the last place", MATCH: "the match"}


def about(tie: Tie) -> str:
    """What a tiebreaker is about, in words."""
    return ABOUT.get(tie.about, f"the {tie.about}")


def flipped(state: State, letter: str, seat: int | None, at_ms: int | None) -> State:
    """A letter for the tie that waits, or a new one for the tie that runs; without a letter one is drawn."""
    round_ = current(state)
    tie = round_.tie or _next_tie(state, round_)
    if seat is not None and seated(state, seat) in tie.seats:
        raise RuleError(f"{state.name(seat)} is in the tiebreaker: another flips the letter", "WS-7")
    if tie.letter and tie.speaker:
        raise RuleError(f"{state.name(tie.speaker)} is to say a word with {tie.letter}", "WS-7")
    now_ms = _ms(at_ms) if at_ms is not None or not tie.letter else tie.runs_out_ms
    if tie.letter and now_ms < tie.runs_out_ms:
        raise RuleError(f"{tie.letter} stays for ten seconds: somebody may still find a word", "WS-7")
    face = one_letter(letter) if letter else drawn_letter(state.seed, state.draws)
    fresh = replace(tie, letter=face, flipped_ms=now_ms, presses=(), out=(), failed_ms=0)
    drawn = state if letter else replace(state, draws=state.draws + 1)
    return drawn.with_round(replace(round_, tie=fresh))


def _next_tie(state: State, round_: Round) -> Tie:
    """The tie that is to be broken next; RuleError while a shout in it may still be named."""
    if not state.tied:
        raise RuleError("nobody is tied", "WS-7")
    about, seats = state.tied[0]
    if round_.unnamed and about not in ABOUT:
        raise RuleError(
            f"{state.name(round_.unnamed[0].seat or 1)} shouted, too: name the letter first", "WS-6"
        )
    return Tie(about, seats, "", 0)


def _running(state: State) -> tuple[Round, Tie, int]:
    """The round, the tie that runs, and who is to say a word."""
    round_ = current(state)
    if round_.tie is None:
        raise RuleError("no tiebreaker runs", "WS-7")
    if round_.tie.speaker is None:
        raise RuleError("nobody has pressed for a word yet", "WS-7")
    return round_, round_.tie, round_.tie.speaker


def answering(state: State, tie: Tie, press: Press, at_ms: int | None) -> State:
    """A press in a tiebreaker: who was first may say a word (WS-7)."""
    seat = seated(state, press.seat or 0)
    if seat not in tie.seats:
        names = " and ".join(map(state.name, tie.seats))
        raise RuleError(f"the tiebreaker is between {names}", "WS-8")
    if seat in tie.out:
        raise RuleError(f"{state.name(seat)} had a turn with {tie.letter}", "WS-7")
    fresh = replace(tie, presses=(*tie.presses, Answering(press, _ms(at_ms))))
    return state.with_round(replace(current(state), tie=fresh))


def _ms(at_ms: int | None) -> int:
    if at_ms is not None and at_ms < 0:
        raise RuleError(f"no clock stands at {at_ms} ms")
    return at_ms or 0


def said(state: State, word: str, accepted: str, at_ms: int | None) -> State:
    """A word in the tiebreaker: the first that is accepted wins (WS-7)."""
    round_, tie, speaker = _running(state)
    if accepted not in ("yes", "no"):
        raise RuleError(f"a word is accepted, yes or no, not {accepted[:10]!r}", "WS-7")
    spoken = cards_of(typed(word))
    if accepted == "no":
        words = (*tie.said, spoken) if spoken else tie.said
        return _next_speaker(state, round_, replace(tie, said=words), at_ms)
    if word:
        _fitting(state, tie, spoken)
    win = Win(tie.about, tie.seats, speaker)
    return state.with_round(replace(round_, tie=None, wins=(*round_.wins, win)))


def _fitting(state: State, tie: Tie, word: str) -> None:
    if not word.startswith(tie.letter):
        raise RuleError(f"{word[:20]!r} does not begin with {tie.letter}", "WS-7")
    if word in tie.said:
        raise RuleError(f"{word} was said before in this tie", "WS-7")
    if state.house.tie3 and len(word) < 3:
        raise RuleError(f"{word} has fewer than three letters", "WS-7")


def silent(state: State, at_ms: int | None) -> State:
    """Three seconds without a word: the next in the queue is asked (WS-7)."""
    round_, tie, speaker = _running(state)
    if at_ms is not None and at_ms < tie.runs_out_ms:
        raise RuleError(f"{state.name(speaker)} has three seconds for a word", "WS-7")
    return _next_speaker(state, round_, tie, tie.runs_out_ms if at_ms is None else at_ms)


def _next_speaker(state: State, round_: Round, tie: Tie, at_ms: int | None) -> State:
    out = (*tie.out, tie.speaker or 0)
    fresh = replace(tie, out=out, failed_ms=max(tie.failed_ms, tie.flipped_ms, _ms(at_ms)))
    return state.with_round(replace(round_, tie=fresh))
