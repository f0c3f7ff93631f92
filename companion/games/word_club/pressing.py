"""What a seat's button says: the move is laid, tiles are exchanged, the last play is challenged."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.word_club.events import Challenged, Exchanged
from companion.games.word_club.flow import mover
from companion.games.word_club.reading import on_reading
from companion.games.word_club.state import State
from companion.presses import Press
from companion.reading import Reading


def on_press(state: State, press: Press) -> tuple[Event, ...]:
    """A seat's button while another's play can be challenged is the challenge (WC-4)."""
    if press.key != "buzz" or press.seat not in state.here or state.pending is None:
        return ()
    may = press.seat != state.pending.seat and (press.seat != state.turn or state.is_out)
    return (Challenged(press.seat),) if may else ()


def on_press_seen(state: State, press: Press, reading: Reading | None) -> tuple[Event, ...]:
    """The button of whose turn it is: pressed, the move is laid as the eye sees it (WC-15); held, tiles are
    exchanged (WC-7), unless a move lies there: then that is what was meant.

    RuleError says why there is none: another's turn, no tile, no eye, racks that are known on this device.
    """
    if press.seat is None or press.key not in ("buzz", "hold") or state.ending is not None:
        return ()
    mover(state, press.seat)
    if not state.is_table:
        raise RuleError("the board is on this device: place or exchange on the screen", "WC-15")
    seen = state.seen(reading)
    if press.key == "hold" and not (seen and seen.new):
        return (Exchanged(press.seat, number=None),)
    if reading is None or seen is None:
        raise RuleError("the board is not seen, or not still: wait a moment, or type the move", "WC-15")
    if not (seen.new or seen.sentences):
        raise RuleError("no new tile lies there: lay a move, or hold the button to exchange tiles", "WC-7")
    return on_reading(state, reading, press.seat)
