"""The cards and the house switches, as tables (WR-1, WR-7)."""

import re
from collections.abc import Mapping

from companion.errors import RuleError
from companion.games.record import Pieces, Switch

VERSIONS = ("1.0",)
MOST_SEATS = 8
CARDS = 9
HIGHEST_VALUE = 9
MUST, CANNOT = "must", "cannot"
HOUSE_DECK = "T1 S1 L2 N2 M4 C3 R1 H5 D3"
SWITCHES = (
    Switch("play", ("together", "turns"), "everybody finds words together, or one seat a card (WR-7)"),
    Switch("no_repeats", ("off", "on"), "the same word may not be said twice (WR-7)"),
)


def parsed_deck(text: str) -> dict[str, int]:
    """The cards' letters and printed values from a text like `T1 S1 L2`; RuleError when it is no deck.

    A blank may stand between letter and value.
    """
    joined = re.sub(r"(?<!\S)([A-Za-z])\s+(?=\d)", r"\1", text)
    pairs = [(pair[:1].upper(), pair[1:]) for pair in joined.split()]
    wrong = [f"{letter}{value}" for letter, value in pairs if not _fits(letter, value)]
    if wrong:
        raise RuleError(f"{wrong[0][:10]!r} is no card: write letter and value, 1 to 9, as in T1", "WR-1")
    if len(pairs) != CARDS or len(dict(pairs)) != CARDS:
        raise RuleError(f"a deck is {CARDS} cards of {CARDS} letters, each there once", "WR-1")
    return {letter: int(value) for letter, value in pairs}


def _fits(letter: str, value: str) -> bool:
    return "A" <= letter <= "Z" and len(value) == 1 and value in "123456789"


def deck_text(deck: Mapping[str, int]) -> str:
    """The text form of a deck, which `parsed_deck` takes back."""
    return " ".join(f"{letter}{value}" for letter, value in deck.items())


def house_pieces() -> Pieces:
    """The nine cards with the values of the house deck."""
    deck = parsed_deck(HOUSE_DECK)
    return Pieces("cards", "house deck", dict.fromkeys(deck, 1), deck)
