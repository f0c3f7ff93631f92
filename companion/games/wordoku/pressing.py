"""What buttons say: the bell, a seat that sits down, a seat whose grid looks right."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.wordoku.events import Bell, Confirmed, Joined
from companion.games.wordoku.rules import MOST_SEATS, ROUNDS
from companion.games.wordoku.state import Round, State
from companion.grid import WILD
from companion.presses import Press


def on_press(state: State, press: Press) -> tuple[Event, ...]:
    """OK rings the bell of a running round; a seat's button sits down between rounds (WK-1) and says that
    the grid looks right once it is read (WK-10)."""
    played = state.open_round
    if press.key == "ok" and played is not None and not played.rung:
        return (Bell(),)
    if press.key != "buzz" or press.seat is None:
        return ()
    if played is None:
        return _sits_down(state, press.seat)
    return _looks_right(played, press.seat)


def _sits_down(state: State, seat: int) -> tuple[Event, ...]:
    if seat in state.here or len(state.rounds) >= ROUNDS or seat > MOST_SEATS:
        return ()
    if seat in state.names:
        return (Joined(state.names[seat], seat),)
    free = len(state.seats) + 1
    if seat != free:
        raise RuleError(f"seat {seat} is not free yet: the next one is seat {free}")
    return (Joined(f"Seat {seat}", seat),)


def _looks_right(played: Round, seat: int) -> tuple[Event, ...]:
    lay = played.lay(seat)
    if lay is None or lay.confirmed:
        return ()
    known = {*lay.says.chosen, *dict(lay.says.wilds)}
    if lay.open_doubts or any(tile and tile.face == WILD and cell not in known for cell, tile in lay.grid):
        raise RuleError(f"something is asked about the grid of seat {seat}: answer it on the screen", "WK-10")
    return (Confirmed(seat),)
