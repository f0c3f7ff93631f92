"""What only one seat may see: its rack, a hint it took, why its play was refused; and the preview."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.word_club.events import Exchanged, Placed
from companion.games.word_club.gate import refusal
from companion.games.word_club.rules import BLANK, BY_VERSION
from companion.games.word_club.score import scored
from companion.games.word_club.squares import Move
from companion.games.word_club.state import State
from companion.games.word_club.turns import play_of
from companion.lexicon import Lexicon

MOST_HINTS = 10


def private(state: State, seat: int, lexicon: Lexicon) -> Mapping[str, Any]:
    """The rack of a seat, with its hint and its last refusal while it has the turn; nothing at a real table,
    where racks are not known (WC-13)."""
    if state.is_table or seat not in state.here or state.ending is not None:
        return {}
    seen: dict[str, Any] = {"rack": state.player(seat).rack}
    if seat == state.turn and state.hinted:
        seen["hints"] = hints(state.player(seat).rack, state.rules.version, lexicon)
    if seat == state.turn and state.tried:
        seen["refused"] = f"{refusal(state.tried)}; try {len(state.failed)} of {state.tries}"
    return seen


@lru_cache(maxsize=64)
def hints(rack: str, version: str, lexicon: Lexicon) -> list[str]:
    """Words that the rack alone can spell, familiar ones, the most valuable first (WC-12)."""
    rules, found = BY_VERSION[version], []
    for word in lexicon:
        if len(word) <= len(rack) and lexicon.is_familiar(word) and spells(rack, word):
            held = (rules.value(letter) * min(word.count(letter), rack.count(letter)) for letter in set(word))
            found.append((-sum(held), -len(word), word))
    return [word for _, _, word in sorted(found) if not lexicon.is_rude(word)][:MOST_HINTS]


def spells(rack: str, word: str) -> bool:
    """Whether the tiles of a rack make a word; a blank is any letter."""
    blanks = rack.count(BLANK)
    for letter in set(word):
        blanks -= max(0, word.count(letter) - rack.count(letter))
        if blanks < 0:
            return False
    return True


def preview(state: State, event: Event, lexicon: Lexicon) -> tuple[str, ...]:
    """How an offered play would score, word by word; it does not say whether the list knows them (WC-14).

    Raises RuleError where board, rack or turn refuse the event.
    """
    match event:
        case Placed(seat, move):
            return scored(play_of(state, seat, Move.parse(move)), state.rules).sentences
        case Exchanged(seat, tiles, number):
            return (f"exchange {number or len(tiles)} tiles; it scores nothing and ends the turn",)
        case _:
            raise RuleError("only a play has a preview")
