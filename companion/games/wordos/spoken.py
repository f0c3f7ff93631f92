"""The plain lines of `companion play`, and the events they stand for."""

from collections.abc import Callable, Mapping

from companion.errors import UnreadableError
from companion.games.record import Event
from companion.games.wordos.answers import (
    Assembled,
    Cleared,
    Fanned,
    Flipped,
    Owned,
    Ranked,
    Revealed,
    Ruled,
    Said,
    Silent,
    Voted,
)
from companion.games.wordos.events import (
    Called,
    Changed,
    Claimed,
    Decided,
    Discarded,
    Done,
    Drew,
    Go,
    Lie,
    Others,
    Pressed,
    Reshuffled,
    Switched,
    Thought,
    Turned,
)
from companion.games.wordos.players import Joined, Left, Renamed
from companion.games.wordos.state import State
from companion.lexicon import as_word

PHRASES = {
    "call things in a kitchen": "the caller reads a category (or just: call)",
    "letter 1 K": "seat 1 flips its own letter",
    "switch 1 B": "seat 1 switches it, once in a round",
    "hand 1 6": "seat 1 has thought of an answer of six letters and holds six cards",
    "decide 7": "judged: everybody holds seven cards",
    "change 1 8": "seat 1 changes the answer to one of eight letters",
    "go": "the caller shouts GO",
    "discard 1 E": "seat 1 lays an E face up",
    "lie 5000": "all discards lie, at so many microseconds (or just: lie)",
    "press 1 5000": "seat 1 presses, at so many microseconds",
    "phone 1 5000 20000": "the same on a phone, so many microseconds uncertain",
    "claim 1 E": "the letter that seat 1 shouted",
    "draw 1": "seat 1 picks up a card from the decks",
    "others": "everybody else picks up a card",
    "reshuffle": "what lies under the tops is shuffled back",
    "flip T 2": "a letter for the tiebreaker, by seat 2 (or just: flip)",
    "say TIGER": "the word of who is first in the tiebreaker, accepted",
    "wrong TIGER": "the same, not accepted",
    "silent": "no word came in three seconds",
    "done 1 5000": "seat 1 presses DONE, at so many microseconds",
    "reveal 1 KITCHEN SINK": "seat 1 shows its answer",
    "vote 2 for 1": "seat 2 finds the answer of seat 1 sufficient (or: against)",
    "accept 1": "the table does",
    "reject 1": "the table does not",
    "clear": "judged: unused cards are back on the decks",
    "assemble": "all answers lie face down before the judge",
    "fan KITCHEN": "the judge fans the next answer open",
    "rank 3 1 2": "the judge's choice: the piles for 8, 6 and 4 points",
    "own 2 3": "pile 3 was the answer of seat 2",
    "join 5 Eve": "Eve sits down at seat 5, or comes back to it",
    "leave 2": "seat 2 leaves",
    "rename 2 Bennie": "seat 2 is called Bennie",
}


PLAIN: Mapping[str, Callable[[], Event]] = {
    "go": Go, "lie": Lie, "reshuffle": Reshuffled, "silent": Silent, "others": Others,
    "clear": Cleared, "assemble": Assembled,
}  # fmt: skip
LETTERED: Mapping[str, Callable[[int, str], Event]] = {
    "letter": Turned,
    "switch": Switched,
    "discard": Discarded,
    "claim": Claimed,
}


def heard(state: State, line: str) -> Event:
    """The event that a line stands for; UnreadableError says how to write it."""
    verb, _, rest = line.partition(" ")
    found = _told(verb, rest.split(), rest.strip()) or _numbered(verb, rest.split(), rest.strip())
    if found is None:
        forms = [phrase for phrase in PHRASES if phrase.split()[0] == verb]
        how = f"write it as {' or '.join(forms)}" if forms else "type help for what can be said"
        raise UnreadableError(f"{line[:40]!r} says nothing here: {how}")
    return found


def _told(verb: str, words: list[str], rest: str) -> Event | None:
    """What the whole table says."""
    match verb, words:
        case "call", _:
            return Called(rest)
        case "go" | "lie" | "others" | "reshuffle" | "silent" | "clear" | "assemble", []:
            return PLAIN[verb]()
        case "lie", [at]:
            return Lie(None, 1000 * _number(at))
        case "decide", [letters]:
            return Decided(_number(letters))
        case "flip", [letter, seat]:
            return Flipped(as_word(letter), _number(seat))
        case "flip", [] | [_]:
            return Flipped(as_word(rest))
        case "say" | "wrong", _:
            return Said(rest, "yes" if verb == "say" else "no")
        case "fan", _:
            return Fanned(rest)
        case "rank", [first, second, third]:
            return Ranked(_number(first), _number(second), _number(third))
    return None


def _numbered(verb: str, words: list[str], rest: str) -> Event | None:
    """What a seat says or what is said of it."""
    match verb, words:
        case "letter" | "switch" | "discard" | "claim", [seat, letter]:
            return LETTERED[verb](_number(seat), as_word(letter))
        case "hand" | "change", [seat, letters]:
            return (Thought if verb == "hand" else Changed)(_number(seat), _number(letters))
        case "press" | "done", [seat, at]:
            return (Pressed if verb == "press" else Done)(_number(seat), 1000 * _number(at))
        case "phone", [seat, at, give]:
            return Pressed(_number(seat), 1000 * _number(at), 1000 * _number(give), "phone")
        case "draw", [seat]:
            return Drew(_number(seat))
        case "reveal", [seat, *_]:
            return Revealed(_number(seat), rest.partition(" ")[2].strip())
        case "vote", [seat, ("for" | "against") as side, of]:
            return Voted(_number(seat), _number(of), "yes" if side == "for" else "no")
        case "accept" | "reject", [of]:
            return Ruled(_number(of), "yes" if verb == "accept" else "no")
        case "leave", [seat]:
            return Left(_number(seat))
        case "join", [seat, *_]:
            return Joined(rest.partition(" ")[2], _number(seat))
        case "rename", [seat, *_]:
            return Renamed(_number(seat), rest.partition(" ")[2])
        case "own", [seat, pile]:
            return Owned(_number(seat), _number(pile))
    return None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise UnreadableError(f"{text[:20]!r} is no number")
    return int(text)
