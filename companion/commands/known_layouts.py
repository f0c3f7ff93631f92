"""All layouts that can be read: each game's folder says its own."""

import importlib
import importlib.util
import pkgutil

import companion.games
from companion.layout import Layout


def known_layouts() -> dict[str, Layout]:
    """Layouts by name, from the `layouts` module of every game's folder that has one."""
    found: dict[str, Layout] = {}
    for game in pkgutil.iter_modules(companion.games.__path__):
        if game.ispkg and importlib.util.find_spec(f"companion.games.{game.name}.layouts"):
            found |= importlib.import_module(f"companion.games.{game.name}.layouts").layouts()
    return found
