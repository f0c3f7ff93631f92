"""How a match begins and what each event makes of it: pure and strict (WC-1 to WC-10, WC-15)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.record import Event, Opened
from companion.games.word_club.bag import shuffled
from companion.games.word_club.challenges import accept, challenge, lose_try
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
    Tried,
)
from companion.games.word_club.rules import BY_VERSION, FEWEST_SEATS, MOST_SEATS, OFF, RACK, TABLE, UNKNOWN
from companion.games.word_club.squares import Move
from companion.games.word_club.state import Player, State
from companion.games.word_club.turns import exchange, pass_turn, place, resign, take_hint, tell_rack

LONGEST_NAME = 40
TURNS_DEG = (0, 90, 180, 270)


def start(opened: Opened) -> State:
    """The state of a match just opened: the bag shuffled by its seed, seven tiles for each (WC-1)."""
    if not FEWEST_SEATS <= len(opened.names) <= MOST_SEATS:
        raise RuleError(f"{len(opened.names)} players cannot play: {FEWEST_SEATS} to {MOST_SEATS}", "WC-1")
    rules, is_table = BY_VERSION[opened.rules], opened.switches["play"] == TABLE
    tries = opened.switches["tries"]
    order = UNKNOWN * len(rules.tiles) if is_table else shuffled(rules.tiles, opened.seed)
    players = tuple(
        Player(seat, _name(name), order[(seat - 1) * RACK : seat * RACK])
        for seat, name in enumerate(opened.names, 1)
    )
    return State(
        rules=rules,
        is_table=is_table,
        tries=0 if tries == OFF else int(tries),
        challenge=opened.switches["challenge"],
        seed=opened.seed,
        players=players,
        bag=order[len(players) * RACK :],
    )


def _name(name: str) -> str:
    plain = " ".join(name.split())
    if not 1 <= len(plain) <= LONGEST_NAME or not plain.isprintable():
        raise RuleError(f"a name has 1 to {LONGEST_NAME} signs, {plain[:20]!r} does not fit")
    return plain


def apply(state: State, event: Event) -> State:
    """The state after an event; RuleError when it cannot follow here."""
    return replace(_after(state, event), cue=_cue(state, event))


def _cue(before: State, event: Event) -> str:
    """Words that the list was asked about are heard as valid or not, a play that may be challenged is not."""
    match event:
        case Placed():
            return "valid" if before.checks else ""
        case Tried():
            return "invalid"
        case Challenged(failing=failing):
            return "invalid" if failing else "valid"
    return ""


def _after(state: State, event: Event) -> State:
    match event:
        case Placed(seat, move):
            return place(state, seat, Move.parse(move))
        case Exchanged(seat, tiles, number):
            return exchange(state, seat, tiles, number)
        case Passed(seat):
            return pass_turn(state, seat)
        case Resigned(seat, sure):
            return resign(state, seat, sure == "yes")
        case Hinted(seat):
            return take_hint(state, seat)
        case Tried(seat, failing):
            return lose_try(state, seat, failing)
        case Challenged(seat, failing):
            return challenge(state, seat, failing)
        case Accepted():
            return accept(state)
        case Racked(seat, tiles):
            return tell_rack(state, seat, tiles)
        case Oriented(turn_deg):
            return _oriented(state, turn_deg)
        case _:
            raise RuleError(f"nothing is known of an entry {event.kind!r} in this game")


def _oriented(state: State, turn_deg: int) -> State:
    if not state.is_table:
        raise RuleError("the board is on this device: no camera looks at it", "WC-15")
    if turn_deg not in TURNS_DEG:
        raise RuleError(f"a board lies turned by 0, 90, 180 or 270 degrees, not by {turn_deg}", "WC-15")
    return replace(state, turn_deg=turn_deg)
