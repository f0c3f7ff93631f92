"""The games, each one record of functions."""

from typing import Any

from companion.errors import UnreadableError
from companion.games.record import Game
from companion.games.timer import GAME as TIMER
from companion.games.word_club import GAME as WORD_CLUB
from companion.games.worder import GAME as WORDER
from companion.games.wordoku import GAME as WORDOKU
from companion.games.wordos import GAME as WORDOS
from companion.layout import Layout

GAMES: tuple[Game[Any], ...] = (WORDOKU, WORD_CLUB, WORDOS, WORDER, TIMER)


def layouts() -> dict[str, Layout]:
    """Everything that the eye can be asked to read, by name."""
    return {name: layout for game in GAMES for name, layout in game.layouts.items()}


def game_named(name: str) -> Game[Any]:
    """The game of that name; UnreadableError lists those there are."""
    for game in GAMES:
        if game.name == name:
            return game
    raise UnreadableError(f"no game is named {name!r}: there is {', '.join(game.name for game in GAMES)}")
