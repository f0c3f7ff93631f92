"""What the eye is asked for; the cards it sees are proposed on the page, never placed by themselves."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.worder.events import Placed
from companion.games.worder.state import State
from companion.layout import Layout
from companion.presses import Press
from companion.reading import Reading

CARDS = Layout("cards", 8, 8, kind="cards", tile_mm=75.0)
LAYOUTS = {CARDS.name: CARDS}


def layout(state: State) -> Layout | None:
    """The cards while a game is played."""
    return CARDS


def on_press_seen(state: State, press: Press, reading: Reading | None) -> tuple[Event, ...]:
    """The OK key: the table has heard the words and takes the card that the eye sees to be new (WR-3)."""
    seen = state.proposed(reading) if reading and press.key == "ok" else None
    if seen and reading and reading.grids[0].doubts:
        raise RuleError("the camera is not sure of every card: say it on the screen", "WR-3")
    return (Placed(*seen, accepted="yes", seat=state.turn),) if seen else ()


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """A card needs its word before it counts, so a reading alone places nothing (WR-3)."""
    return ()
