"""What the eye is asked for at a real table, and the play that a reading makes (WC-15)."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.word_club.events import Placed, Racked
from companion.games.word_club.rules import RACK as MOST_TILES
from companion.games.word_club.squares import SIDE
from companion.games.word_club.state import State
from companion.grid import EMPTY
from companion.layout import Layout
from companion.reading import Reading

BOARD = Layout("board-9x9", SIDE, SIDE, kind="board")
RACK = Layout("rack", 1, MOST_TILES, kind="rack")
LAYOUTS = {layout.name: layout for layout in (BOARD, RACK)}


def layout(state: State) -> Layout | None:
    """The board where it lies on a real table, and the racks that are still to be told at the end."""
    if not state.is_table:
        return None
    return BOARD if state.ending is None else RACK if state.waits_for else None


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """The play that the table shows, for the seat that says it is laid, or its closing rack; a reading alone
    commits nothing.

    Raises RuleError where the table shows no whole play.
    """
    if seat is None or not state.is_table:
        return ()
    if state.ending is not None:
        return _rack(reading, seat)
    seen = state.seen(reading)
    if seen is None:
        return ()
    reasons = [*seen.sentences, *seen.unsure, *filter(None, [seen.problem])]
    if reasons or not seen.move:
        raise RuleError("; ".join(reasons) or "no new tile lies there")
    return (Placed(seat, seen.move),)


def _rack(reading: Reading, seat: int) -> tuple[Event, ...]:
    """The one row of tiles that a reading shows; RuleError while the reader is not sure of one."""
    rows = [each for each in reading.grids if each.grid.height == 1 and not each.obstructed]
    if reading.obstructed or len(rows) != 1:
        return ()
    if rows[0].doubts:
        raise RuleError("not every tile of the rack is sure: type it, or show it again", "WC-15")
    return (Racked(seat, rows[0].grid.faces[0].replace(EMPTY, "")),)
