"""The plain lines of `companion play`, and the events they stand for."""

from companion.errors import UnreadableError
from companion.games.record import Event
from companion.games.word_club.events import (
    Accepted,
    Challenged,
    Exchanged,
    Hinted,
    Oriented,
    Passed,
    Placed,
    Racked,
    Resigned,
)
from companion.games.word_club.squares import Move
from companion.games.word_club.state import State

PHRASES = {
    "CATS D5>": "the player whose turn it is places CATS from D5 across (v: down); blanks in lower case",
    "pass": "the turn is passed",
    "exchange QZ_": "these tiles are exchanged (at a real table: exchange 3, or exchange alone)",
    "hint": "words that the rack can spell, for whose turn it is; recorded as assistance",
    "resign Ann sure": "Ann gives up, and is sure",
    "challenge Ben": "Ben challenges the last play",
    "accept": "nobody does",
    "rack Ann QZ_": "what Ann has left when the match has ended at a real table",
    "turned 90": "the board lies turned by so many degrees in the camera's picture",
}


def heard(state: State, line: str) -> Event:
    """The event that a line stands for; UnreadableError says how to write it."""
    words = line.split()
    match words:
        case ["pass"]:
            return Passed(state.turn)
        case ["exchange"]:
            return Exchanged(state.turn, "", None)
        case ["exchange", number] if number.isascii() and number.isdecimal() and len(number) < 3:
            return Exchanged(state.turn, "", int(number))
        case ["exchange", *tiles] if tiles:
            return Exchanged(state.turn, "".join(tiles))
        case ["hint"]:
            return Hinted(state.turn)
        case ["resign", *name, "sure"] if name:
            return Resigned(_seat(state, name), "yes")
        case ["resign", *name] if name:
            return Resigned(_seat(state, name))
        case ["challenge", *name] if name:
            return Challenged(_seat(state, name))
        case ["accept"]:
            return Accepted()
        case ["rack", *name, tiles] if name:
            return Racked(_seat(state, name), tiles)
        case ["turned", degrees] if degrees.isascii() and degrees.isdecimal() and len(degrees) < 4:
            return Oriented(int(degrees))
        case [_, _] | [_, _, ">" | "v"]:
            return Placed(state.turn, str(Move.parse(line)))
    verb = words[0] if words else ""
    forms = [phrase for phrase in PHRASES if phrase.split()[0] == verb]
    how = f"write it as {' or '.join(forms)}" if forms else "type help for what can be said"
    raise UnreadableError(f"{line[:40]!r} says nothing here: {how}")


def _seat(state: State, said: list[str]) -> int:
    """The seat of a player, by number or by name."""
    wanted = " ".join(said)
    known = {str(player.number): player.number for player in state.players}
    named = [player.number for player in state.players if player.name.casefold() == wanted.casefold()]
    if wanted in known or len(named) == 1:
        return known.get(wanted) or named[0]
    seats = ", ".join(f"{player.number} {player.name}" for player in state.players)
    reason = f"{len(named)} players are called" if named else "nobody is called"
    raise UnreadableError(f"{reason} {wanted[:40]!r}: give the number of the seat ({seats})")
