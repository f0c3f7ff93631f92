"""The gate: the words of a new play are looked up, in the full list always (WC-4, WC-17)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.word_club.events import Challenged, Placed, Tried
from companion.games.word_club.placement import Placement, placed
from companion.games.word_club.squares import Move
from companion.games.word_club.state import State
from companion.games.word_club.turns import play_of
from companion.lexicon import Lexicon


def failing_words(placement: Placement, lexicon: Lexicon) -> tuple[str, ...]:
    """Every word of a placement that the list lacks, in the order they are scored."""
    return tuple(dict.fromkeys(run.word for run in placement.runs if run.word not in lexicon))


def refusal(failing: tuple[str, ...]) -> str:
    """The sentence that names all failing words."""
    verb = "is" if len(failing) == 1 else "are"
    return f"{', '.join(failing)} {verb} not in the list"


def check(state: State, event: Event, lexicon: Lexicon) -> None:
    """Raises RuleError when the list refuses a play, or says otherwise than a challenge records.

    `state` is the match before the event; with challenge play on, a play is not looked up.
    """
    match event:
        case Placed(seat, move) if state.checks:
            if failing := failing_words(play_of(state, seat, Move.parse(move)), lexicon):
                raise RuleError(
                    f"{refusal(failing)}: the whole move is refused, your tiles stay where they are", "WC-4"
                )
        case Challenged(_, failing) if failing != _challenged(state, lexicon):
            raise RuleError("the list says otherwise of the challenged play", "WC-4")
        case _:
            return


def settle(state: State, event: Event, lexicon: Lexicon) -> Event:
    """What a new event becomes once the list is asked: a challenge learns its outcome, a play that the list
    refuses is a try where tries are counted (WC-4)."""
    match event:
        case Placed(seat, move) if state.checks and state.tries:
            failing = failing_words(play_of(state, seat, Move.parse(move)), lexicon)
            return Tried(seat, failing) if failing else event
        case Challenged() if state.pending:
            return replace(event, failing=_challenged(state, lexicon))
        case _:
            return event


def _challenged(state: State, lexicon: Lexicon) -> tuple[str, ...]:
    """The failing words of the play that can be challenged now; none without one."""
    last = next((turn for turn in reversed(state.turns) if turn.move), None)
    if state.pending is None or last is None:
        return ()
    return failing_words(placed(last.before, Move.parse(last.move)), lexicon)
