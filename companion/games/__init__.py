"""The games, each one record of functions."""

from typing import Any

from companion.errors import UnreadableError
from companion.games.record import Game
from companion.games.wordoku import GAME as WORDOKU

GAMES: tuple[Game[Any], ...] = (WORDOKU,)


def game_named(name: str) -> Game[Any]:
    """The game of that name; UnreadableError lists those there are."""
    for game in GAMES:
        if game.name == name:
            return game
    raise UnreadableError(f"no game is named {name!r}: there is {', '.join(game.name for game in GAMES)}")
