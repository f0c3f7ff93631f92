"""What the eye is asked for: the cards of a done answer, which it proposes and the table confirms."""

from companion.games.record import Event
from companion.games.wordos.state import State
from companion.layout import Layout
from companion.reading import Reading

CARDS = Layout("cards", 8, 8, kind="cards")
LAYOUTS = {CARDS.name: CARDS}


def layout(state: State) -> Layout | None:
    """The cards of answers that are shown to all; never what lies before a judge (WS-12)."""
    return CARDS if state.house.is_own else None


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """An answer counts when its owner shows it, so a reading alone makes no entry (WS-9)."""
    return ()
