"""Word Club on the shared word board, by its whole rule book (rulings WC-1 to WC-17)."""

from companion.games.record import Due, Game
from companion.games.word_club.board import scoreboard
from companion.games.word_club.changes import apply, start
from companion.games.word_club.commands import BENCHES, COMMANDS
from companion.games.word_club.events import EVENTS
from companion.games.word_club.gate import check, settle
from companion.games.word_club.pressing import on_press, on_press_seen
from companion.games.word_club.private import preview, private
from companion.games.word_club.reading import LAYOUTS, layout, on_reading
from companion.games.word_club.rules import (
    FEWEST_SEATS,
    MOST_SEATS,
    PIECES,
    PRINTED_BOARD,
    REMARKS,
    SWITCHES,
    VERSIONS,
)
from companion.games.word_club.spoken import PHRASES, heard
from companion.games.word_club.standings import standings
from companion.games.word_club.state import State


def due(state: State) -> Due | None:
    """Nothing comes by itself: there is no clock in this game."""
    return None


GAME: Game[State] = Game(
    name="word-club",
    title="Word Club",
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
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
    on_press_seen=on_press_seen,
    long_presses=True,
    settle=settle,
    private=private,
    to_move=lambda state: None if state.ending else state.turn,
    preview=preview,
    remarks=REMARKS,
    printed_board=PRINTED_BOARD,
    pieces=PIECES,
    tagline="Two to four players build connected words on one board of nine by nine.",
)
