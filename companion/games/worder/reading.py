"""What the eye is asked for; the cards it sees are proposed on the page, never placed by themselves."""

from companion.games.record import Event
from companion.games.worder.state import State
from companion.layout import Layout
from companion.reading import Reading

CARDS = Layout("cards", 8, 8, kind="cards")
LAYOUTS = {CARDS.name: CARDS}


def layout(state: State) -> Layout | None:
    """The cards while a game is played."""
    return CARDS


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """A card needs its word before it counts, so a reading alone places nothing (WR-3)."""
    return ()
