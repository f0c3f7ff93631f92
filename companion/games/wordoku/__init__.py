"""Wordoku by its whole rule book (rulings WK-1 to WK-15)."""

from companion.games.record import Game
from companion.games.wordoku.board import scoreboard
from companion.games.wordoku.commands import BENCHES, COMMANDS
from companion.games.wordoku.gate import check
from companion.games.wordoku.layouts import LAYOUTS
from companion.games.wordoku.rules import RULES, SWITCHES
from companion.games.wordoku.spoken import PHRASES, heard
from companion.games.wordoku.standings import standings
from companion.games.wordoku.state import EVENTS, MOST_SEATS, State, apply, due, start

GAME: Game[State] = Game(
    name="wordoku",
    title="Wordoku",
    seats=range(1, MOST_SEATS + 1),
    rules=tuple(RULES),
    switches=SWITCHES,
    events=EVENTS,
    start=start,
    apply=apply,
    check=check,
    due=due,
    standings=standings,
    scoreboard=scoreboard,
    layouts=LAYOUTS,
    phrases=PHRASES,
    heard=heard,
    commands=COMMANDS,
    benches=BENCHES,
)
