"""The gate: the words of a new card are looked up in the match's list (WR-4)."""

from companion.errors import RuleError
from companion.games.record import Event
from companion.games.worder.events import Placed, Turned
from companion.games.worder.state import State
from companion.games.worder.words import made_ready
from companion.lexicon import Lexicon, as_word


def check(state: State, event: Event, lexicon: Lexicon) -> None:
    """Raises RuleError when a word is not in the list, unless the table has accepted it.

    `state` is the match before the event. A slur is refused even then. While the restriction is turned up,
    the list is made ready for questions, so that the first one is answered at once, too (WR-7).
    """
    if isinstance(event, Turned):
        made_ready(lexicon, state.deck)
    if not isinstance(event, Placed):
        return
    for word in filter(None, map(as_word, (event.across, event.down))):
        if lexicon.is_slur(word):
            raise RuleError(f"{word} demeans people and is refused at every table")
        if word not in lexicon and event.accepted != "yes":
            raise RuleError(
                f"{word} is not in the list: try another word, or let the table accept it", "WR-4"
            )
