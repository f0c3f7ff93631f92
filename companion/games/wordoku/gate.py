"""The gate: what is asked of a new event only, with the word list at hand (WK-5 to WK-7)."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.wordoku.score import Says, score
from companion.games.wordoku.state import Claimed, Confirmed, Declared, Lay, State
from companion.grid import WILD, Cell
from companion.lexicon import Lexicon


def check(state: State, event: Event, lexicon: Lexicon) -> None:
    """Raises RuleError when a claim, a wild's letter or a "looks right" does not fit what lies there."""
    match event:
        case Declared():
            _fits(state, event.seat, lexicon, Says(wilds=((Cell.parse(event.cell), event.letter),)))
        case Claimed():
            _fits(state, event.seat, lexicon, Says(claims=((event.line, event.word),)))
        case Confirmed() if state.declared:
            _all_declared(state, event.seat)
        case _:
            return


def _lay(state: State, seat: int) -> Lay | None:
    return state.rounds[-1].lay(seat) if state.rounds else None


def _fits(state: State, seat: int, lexicon: Lexicon, new: Says) -> None:
    """Whether something new fits beside what was said before, save for the same wild or line."""
    lay = _lay(state, seat)
    if lay is None:
        return
    before = Says(
        tuple(pair for pair in lay.says.wilds if pair[0] not in dict(new.wilds)),
        tuple(pair for pair in lay.says.claims if pair[0] not in dict(new.claims)),
    )
    lapsed_before = score(lay.grid, lexicon, before, state.house).lapsed
    both = Says(before.wilds + new.wilds, before.claims + new.claims)
    for reason in score(lay.grid, lexicon, both, state.house).lapsed:
        if reason not in lapsed_before:
            raise RuleError(reason)


def _all_declared(state: State, seat: int) -> None:
    lay = _lay(state, seat)
    said = dict(lay.says.wilds) if lay else {}
    for cell, tile in lay.grid if lay else ():
        if tile and tile.face == WILD and cell not in said:
            raise RuleError(f"the letter of the wild at {cell} must be said at the bell", "WK-7")
