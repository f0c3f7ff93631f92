"""What an entry lets be heard, by the names of the appliance's cues."""

from companion.games.record import Event
from companion.games.wordos.answers import Ruled, Said, Silent
from companion.games.wordos.events import Done, Pressed
from companion.games.wordos.state import State


def cues_of(before: State, event: Event, after: State) -> tuple[str, ...]:
    """A press, a verdict, and a tie that has just come up."""
    tie = ("tie",) if after.to_break and after.to_break != before.to_break else ()
    match event:
        case Pressed() | Done():
            return ("press", *tie)
        case Said(accepted=verdict) | Ruled(verdict=verdict):
            return ("valid" if verdict == "yes" else "invalid", *tie)
        case Silent():
            return ("invalid", *tie)
    return tie
