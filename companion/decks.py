"""The values printed on a game's cards, which a family fills in once: a deck file (TOML) for each game."""

import logging
import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.errors import UnreadableError
from companion.games.record import Game
from companion.match import Match

log = logging.getLogger(__name__)


def deck_file(folder: Path, game: str) -> Path:
    """Where the deck of a game lies in the data folder."""
    return folder / "decks" / f"{game}.toml"


def kept_deck(folder: Path, game: Game[Any]) -> Mapping[str, int]:
    """The letters and values of a game's deck file, nothing when there is none.

    Raises UnreadableError naming the file when it holds anything else.
    """
    path = deck_file(folder, game.name)
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8")).get("values", {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UnreadableError(
            f"the deck file {path} cannot be read ({error}): put it right or away"
        ) from None
    if not isinstance(values, dict) or any(type(value) is not int for value in values.values()):
        raise UnreadableError(f"the deck file {path} needs letters and whole numbers, as in T = 1")
    return values


def keeping(folder: Path, match: Match) -> Callable[[int], None]:
    """A listener that writes the deck file whenever values were filled in in this match.

    When that is undone, the file is as it was when the match was opened. A disk that takes nothing is
    logged: the match itself holds the values anyway.
    """
    told = match.view.game.deck(match.view.state)

    def listen(_: int) -> None:
        nonlocal told
        game = match.view.game
        try:
            deck, kept = game.deck(match.view.state), kept_deck(folder, game)
            if deck and deck != kept:
                _save(deck_file(folder, game.name), game.title, deck)
            elif not deck and told and told == kept:
                deck_file(folder, game.name).unlink()
            told = deck
        except (OSError, UnreadableError):
            log.exception("the deck file was not written")

    return listen


def _save(path: Path, title: str, deck: Mapping[str, int]) -> None:
    """The old file or the new one, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"# {title}: the letter of each card and the number printed on it.", "[values]"]
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write("\n".join([*lines, *(f"{letter} = {value}" for letter, value in deck.items())]) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
