"""The gate: the list only advises in this game; what demeans people is refused at every table."""

import re

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.wordos.answers import Fanned, Revealed, Said
from companion.games.wordos.events import Called
from companion.games.wordos.state import State
from companion.lexicon import Lexicon


def words_of(text: str) -> list[str]:
    """The words of an answer that a list could know: runs of letters A to Z, in upper case."""
    return re.findall("[A-Z]{2,}", text.upper())


def check(state: State, event: Event, lexicon: Lexicon) -> None:
    """Raises RuleError when a text that was typed holds a slur; `state` is the match before the event."""
    match event:
        case Called(caption=text) | Revealed(answer=text) | Fanned(answer=text) | Said(word=text):
            for word in words_of(text):
                if lexicon.is_slur(word):
                    raise RuleError(f"{word} demeans people and is refused at every table")
