"""What the eye is asked for at a real table, and the play that a reading makes (WC-15)."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.word_club.events import Placed
from companion.games.word_club.squares import SIDE
from companion.games.word_club.state import State
from companion.layout import Layout
from companion.presses import Press
from companion.reading import Reading

BOARD = Layout("board-9x9", SIDE, SIDE, kind="board")
LAYOUTS = {BOARD.name: BOARD}


def layout(state: State) -> Layout | None:
    """The board, where it lies on a real table."""
    return BOARD if state.is_table and state.ending is None else None


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """The play that the table shows, for the seat that says it is laid; a reading alone commits nothing.

    Raises RuleError where the table shows no whole play.
    """
    if seat is None or not state.is_table or state.ending is not None:
        return ()
    seen = state.seen(reading)
    if seen is None:
        return ()
    reasons = [*seen.sentences, *seen.unsure, *filter(None, [seen.problem])]
    if reasons or not seen.move:
        raise RuleError("; ".join(reasons) or "no new tile lies there")
    return (Placed(seat, seen.move),)


def takes_reading(state: State, press: Press) -> bool:
    """Whether a press says that this seat's move is laid: the button of whose turn it is."""
    return state.is_table and state.ending is None and press.key == "buzz" and press.seat == state.turn
