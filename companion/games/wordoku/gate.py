"""The gate: what is asked of a new event only, with the word list at hand (WK-5 to WK-8)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.wordoku.changes import cell_named
from companion.games.wordoku.events import Claimed, Confirmed, Declared
from companion.games.wordoku.lines import line_named
from companion.games.wordoku.score import Score, score
from companion.games.wordoku.sheet import Says
from companion.games.wordoku.state import Lay, State
from companion.lexicon import Lexicon


def check(state: State, event: Event, lexicon: Lexicon) -> None:
    """Raises RuleError when a claim, a wild's letter or a "looks right" does not fit what lies there.

    `state` is the match before the event.
    """
    match event:
        case Declared(seat, name, letter, number):
            cell = cell_named(name, state.size.side)
            _fits(state, _lay(state, seat, number), lexicon, Says(wilds=((cell, letter),)))
        case Claimed(seat, name, word, number):
            line = line_named(name, state.size.side).name
            _fits(state, _lay(state, seat, number), lexicon, Says(claims=((line, word),)))
        case Confirmed(seat) if state.declared:
            _all_declared(state, _lay(state, seat, None), lexicon)
        case _:
            return


def _lay(state: State, seat: int, number: int | None) -> Lay | None:
    at = len(state.rounds) if number is None else number
    return state.rounds[at - 1].lay(seat) if 1 <= at <= len(state.rounds) else None


def _fits(state: State, lay: Lay | None, lexicon: Lexicon, new: Says) -> None:
    """Whether something new fits beside what was said before, save for the same wild or line."""
    if lay is None:
        return
    said = lay.says
    before = replace(
        said,
        wilds=tuple(pair for pair in said.wilds if pair[0] not in dict(new.wilds)),
        claims=tuple(pair for pair in said.claims if pair[0] not in dict(new.claims)),
    )
    both = replace(before, wilds=before.wilds + new.wilds, claims=before.claims + new.claims)
    lapsed_before = score(lay.grid, lexicon, before, state.house).lapsed
    lapsed = [
        reason for reason in score(lay.grid, lexicon, both, state.house).lapsed if reason not in lapsed_before
    ]
    if lapsed:
        raise RuleError(lapsed[0])


def _all_declared(state: State, lay: Lay | None, lexicon: Lexicon) -> None:
    """With the switch `declared`, the letter of every wild must be known before a grid looks right (WK-7)."""
    if lay is None:
        return
    if missing := undeclared(lay, score(lay.grid, lexicon, lay.says, state.house)):
        raise RuleError(missing[0])


def undeclared(lay: Lay, scored: Score) -> tuple[str, ...]:
    """A sentence for each wild whose letter nobody has said."""
    said = dict(lay.says.wilds)
    if scored.questions and len(scored.wilds) < scored.wild_tiles:
        return (scored.questions[0],)
    return tuple(
        f"the letter of the wild at {cell} must be said at the bell (WK-7)"
        for cell, _ in scored.wilds
        if cell not in said
    )
