"""What the eye is asked for: the cards of a done answer, which it proposes and the table confirms."""

from companion.games.record import Event
from companion.games.wordos.round import Stage
from companion.games.wordos.state import State
from companion.layout import Layout
from companion.reading import Reading

CARDS = Layout("cards", 8, 8, kind="cards")
LAYOUTS = {CARDS.name: CARDS}


def layout(state: State) -> Layout | None:
    """The cards, while an answer is to be shown to all; never what lies before the judge (WS-12)."""
    return CARDS if state.house.is_own and state.rounds else None


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """An answer counts when its owner shows it, so a reading alone makes no entry (WS-9)."""
    return ()


def proposed(state: State, reading: Reading) -> str:
    """The letters of the cards that the eye sees, row by row as words; empty where they are not sure."""
    if state.stage is not Stage.ANSWERS or len(reading.grids) != 1 or reading.obstructed:
        return ""
    grid = reading.grids[0]
    if grid.doubts:
        return ""
    rows: dict[int, str] = {}
    for cell, tile in grid.grid:
        rows[cell.row] = rows.get(cell.row, "") + (tile.face if tile else "")
    return " ".join(row for row in rows.values() if row)
