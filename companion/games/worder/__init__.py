"""Worder by its whole rule book (rulings WR-1 to WR-7)."""

from companion.games.record import Due, Game
from companion.games.worder.board import scoreboard, standings
from companion.games.worder.changes import apply, start
from companion.games.worder.commands import BENCHES, COMMANDS, JUDGING
from companion.games.worder.events import EVENTS
from companion.games.worder.gate import check
from companion.games.worder.reading import LAYOUTS, layout, on_press_seen, on_reading
from companion.games.worder.rules import MOST_SEATS, SWITCHES, VERSIONS, house_pieces
from companion.games.worder.spoken import PHRASES, heard
from companion.games.worder.state import State


def due(state: State) -> Due | None:
    """Nothing comes by itself: there is no clock in this game."""
    return None


GAME: Game[State] = Game(
    name="worder",
    title="Worder",
    seats=range(1, MOST_SEATS + 1),
    rules=VERSIONS,
    switches=SWITCHES,
    events=EVENTS,
    start=start,
    apply=apply,
    check=check,
    due=due,
    standings=standings,
    scoreboard=scoreboard,
    layouts=LAYOUTS,
    layout=layout,
    on_reading=on_reading,
    phrases=PHRASES,
    heard=heard,
    commands=COMMANDS,
    benches=BENCHES,
    on_press_seen=on_press_seen,
    pieces=house_pieces(),
    judging=JUDGING,
    deck=lambda state: state.deck if state.filled_in else {},
    tagline="Place nine letter cards and find a word for every run they make.",
)
