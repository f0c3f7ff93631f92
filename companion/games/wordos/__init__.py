"""WORDOS by its whole rule book, both ways of playing it (rulings WS-1 to WS-12)."""

from companion.games.record import Game
from companion.games.wordos.board import scoreboard, standings
from companion.games.wordos.changes import apply, due, start
from companion.games.wordos.events import EVENTS
from companion.games.wordos.gate import check
from companion.games.wordos.pressed import on_press
from companion.games.wordos.reading import LAYOUTS, layout, on_reading
from companion.games.wordos.rules import FEWEST, MOST_SEATS, OWN, PIECES, SWITCHES, VERSIONS
from companion.games.wordos.spoken import PHRASES, heard
from companion.games.wordos.state import State

GAME: Game[State] = Game(
    name="wordos",
    title="WORDOS",
    seats=range(FEWEST[OWN], MOST_SEATS + 1),
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
    commands=(),
    benches={},
    on_press=on_press,
    draws=True,
    pieces=PIECES,
    tagline="Steal letters for an answer of your own; who shouted first is told to the millisecond.",
)
