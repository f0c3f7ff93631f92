"""Wordoku by its whole rule book (rulings WK-1 to WK-15)."""

from companion.games.record import Game, Search
from companion.games.wordoku.afterwards import answers, tasks, view
from companion.games.wordoku.board import scoreboard
from companion.games.wordoku.changes import apply, due, start
from companion.games.wordoku.commands import BENCHES, COMMANDS, TRIALS
from companion.games.wordoku.events import EVENTS
from companion.games.wordoku.gate import check
from companion.games.wordoku.layouts import LAYOUTS
from companion.games.wordoku.pressing import on_press
from companion.games.wordoku.reading import layout, on_reading
from companion.games.wordoku.rules import MOST_SEATS, SWITCHES, VERSIONS
from companion.games.wordoku.spoken import PHRASES, heard
from companion.games.wordoku.standings import standings
from companion.games.wordoku.state import State

GAME: Game[State] = Game(
    name="wordoku",
    title="Wordoku",
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
    on_press=on_press,
    search=Search(tasks, answers, view),
    trials=TRIALS,
    tagline="Lay tiles in a grid against the clock; words count along rows and columns.",
)
