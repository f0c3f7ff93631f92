"""A plain timer, a clock for each seat, and a quiz with lockout buzzers."""

from companion.games.record import Event, Game
from companion.games.timer.board import scoreboard, standings
from companion.games.timer.changes import apply, due, start
from companion.games.timer.events import EVENTS
from companion.games.timer.rules import MOST_SEATS, QUICK, SWITCHES, VERSIONS, WAKES
from companion.games.timer.spoken import PHRASES, heard, on_press
from companion.games.timer.state import State
from companion.lexicon import Lexicon
from companion.reading import Reading


def check(state: State, event: Event, lexicon: Lexicon) -> None:
    """No word is spoken here, so nothing is asked at the gate."""


def layout(state: State) -> None:
    """Nothing is read."""


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """Nothing is read."""
    return ()


GAME: Game[State] = Game(
    name="timer",
    title="Timer and buzzer",
    seats=range(MOST_SEATS + 1),
    rules=VERSIONS,
    switches=SWITCHES,
    events=EVENTS,
    start=start,
    apply=apply,
    check=check,
    due=due,
    standings=standings,
    scoreboard=scoreboard,
    layouts={},
    layout=layout,
    on_reading=on_reading,
    phrases=PHRASES,
    heard=heard,
    commands=(),
    benches={},
    on_press=on_press,
    tagline="A timer for any game, a clock for each seat, or buzzers for a quiz.",
    quick=QUICK,
    wakes=WAKES,
)
