"""What an entry lets be heard, by the names of the appliance's cues."""

from companion.games.record import Event
from companion.games.wordos.answers import Owned, Ruled, Said, Silent
from companion.games.wordos.events import Claimed, Done, Pressed
from companion.games.wordos.state import State


def cues_of(before: State, event: Event, after: State) -> tuple[str, ...]:
    """A verdict, and a tie that has just come up; a press is heard as every game's."""
    match event:
        case Pressed() | Done() | Claimed() | Owned():
            return _tie(before, after)
        case Said(accepted=verdict) | Ruled(verdict=verdict):
            return ("valid" if verdict == "yes" else "invalid", *_tie(before, after))
        case Silent():
            return ("invalid",)
    return ()


def _tie(before: State, after: State) -> tuple[str, ...]:
    seats = after.to_break
    return ("tie",) if seats and seats != before.to_break else ()
