"""What the eye is asked for: the category card before a round, then the cards of a done answer; it proposes,
the table confirms."""

from dataclasses import replace

from companion.games.record import Event
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.layout import Layout
from companion.reading import Reading

CARDS = Layout("cards", 8, 8, kind="cards", tile_mm=75.0)
CATEGORY = replace(CARDS, captions=True)
LAYOUTS = {CARDS.name: CARDS}


def layout(state: State) -> Layout | None:
    """The category that is read next, the cards of answers that are shown to all; never what lies before a
    judge (WS-3, WS-12)."""
    if state.stage in (Stage.CALL, Stage.OVER):
        return None if state.winners else CATEGORY
    return CARDS if state.house.is_own else None


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """An answer counts when its owner shows it, so a reading alone makes no entry (WS-9)."""
    return ()
