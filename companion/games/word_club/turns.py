"""What a player can do in a turn: place, exchange, pass, resign, take a hint; and the closing racks."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.word_club.bag import lacking, without
from companion.games.word_club.flow import (
    ended_if_quiet,
    following,
    lost_turn,
    mover,
    passed_on,
    seated,
    settled,
    stands,
    took,
)
from companion.games.word_club.placement import Placement, placed
from companion.games.word_club.rules import BLANK, FEWEST_TO_EXCHANGE, RACK, UNKNOWN
from companion.games.word_club.score import scored
from companion.games.word_club.squares import Move
from companion.games.word_club.state import RESIGNED, Ending, Pending, Player, State
from companion.grid import LETTERS
from companion.lexicon import as_word

TILES = LETTERS + BLANK


def as_tiles(said: str) -> str:
    """Tiles as racks hold them, upper case and `_` for a blank; RuleError on anything else."""
    tiles = as_word(said.replace(" ", "").replace(",", ""))
    if wrong := [sign for sign in tiles if sign not in TILES]:
        raise RuleError(f"{wrong[0]!r} is no tile: write A to Z, and _ for a blank", "WC-1")
    return tiles


def play_of(state: State, seat: int, move: Move) -> Placement:
    """What a move of this player would place; RuleError when board, turn or rack do not allow it."""
    mover(state, seat)
    placement = placed(state.board, move)
    rack_after(state, settled(state).player(seat), placement)
    return placement


def rack_after(state: State, player: Player, placement: Placement) -> str:
    """The rack without the tiles of a play, blanks as such; RuleError when it lacks one (WC-1, WC-6)."""
    wanted = "".join(BLANK if letter.islower() else letter for letter in placement.tiles.values())
    if state.is_table:
        if len(wanted) > len(player.rack):
            raise RuleError(f"{player.name} holds {len(player.rack)} tiles, not {len(wanted)}", "WC-1")
        return player.rack[len(wanted) :]
    if missing := lacking(player.rack, wanted):
        raise RuleError(f"{_tile(missing[0])} is not on {player.name}'s rack", "WC-1")
    return without(player.rack, wanted)


def _tile(tile: str) -> str:
    return "a blank" if tile == BLANK else tile


def place(state: State, seat: int, move: Move) -> State:
    """Tiles on the board and their points; the words were looked up at the gate, if at all (WC-3 to WC-6)."""
    placement = play_of(state, seat, move)
    state = settled(state)
    player = state.player(seat)
    points = scored(placement, state.rules).total
    after = took(state, seat, _words(placement), points, str(move))
    rack = rack_after(state, player, placement)
    after = replace(after.with_player(replace(player, rack=rack)), board=placement.board)
    if state.checks:
        return passed_on(stands(after, seat))
    return passed_on(replace(after, pending=Pending(seat, player.rack)))


def _words(placement: Placement) -> str:
    return ", ".join(run.word for run in placement.runs)


def exchange(state: State, seat: int, tiles: str, number: int | None) -> State:
    """Draw first, then return and shuffle; at a real table only the number is known, or not even that: it
    changes no count of tiles (WC-7)."""
    mover(state, seat)
    state = settled(state)
    player, wanted = state.player(seat), as_tiles(tiles)
    untold = number is None and state.is_table
    count = number or len(wanted) or int(untold)
    if state.is_table and wanted:
        raise RuleError(
            "at a real table only the number of tiles is told: their letters stay hidden", "WC-13"
        )
    if not state.is_table and (not wanted or count != len(wanted)):
        raise RuleError("say which tiles are exchanged", "WC-7")
    if not 1 <= count <= RACK or count > len(player.rack):
        raise RuleError(f"1 to {min(RACK, len(player.rack))} tiles are exchanged, not {count}", "WC-7")
    if len(state.bag) < FEWEST_TO_EXCHANGE:
        raise RuleError(
            f"the bag holds {len(state.bag)} tiles: an exchange needs {FEWEST_TO_EXCHANGE} or more", "WC-7"
        )
    returned = wanted or UNKNOWN * count
    if missing := lacking(player.rack, returned):
        raise RuleError(f"{_tile(missing[0])} is not on {player.name}'s rack", "WC-7")
    after = took(state, seat, "exchanged tiles" if untold else f"exchanged {count}")
    rack = without(player.rack, returned) + state.bag[:count]
    bag = after.reshuffled(state.bag[count:] + returned)
    after = replace(after.with_player(replace(player, rack=rack)), bag=bag, exchanges=state.exchanges + 1)
    return passed_on(replace(after, quiet=(*after.quiet, seat)))


def pass_turn(state: State, seat: int) -> State:
    """A turn without drawing (WC-7)."""
    mover(state, seat)
    return lost_turn(settled(state), seat, "passed")


def resign(state: State, seat: int, sure: bool) -> State:
    """Somebody leaves: of two the other wins; of more the rest go on without those tiles (WC-10)."""
    player = seated(state, seat)
    if state.is_out:
        raise RuleError("the last tile is placed: challenge that play, or accept it", "WC-4")
    if not sure:
        raise RuleError(f"{player.name} would leave the match for good: say that this is sure", "WC-10")
    state = settled(state)
    player = state.player(seat)
    gone = replace(player, here=False, rack="", aside=player.rack)
    after = took(state, seat, "resigned").with_player(gone)
    if len(after.here) == 1:
        return replace(after, ending=Ending(RESIGNED, after.here[0]))
    after = ended_if_quiet(replace(after, owes=after.owes - {seat}))
    if seat != state.turn or after.ending is not None:
        return after
    return _turn_after(after, seat)


def _turn_after(state: State, seat: int) -> State:
    """The turn of the seat that follows one who left."""
    if following(state, seat) in state.owes:
        return passed_on(state)
    return replace(state, turn=following(state, seat), failed=(), hinted=False)


def take_hint(state: State, seat: int) -> State:
    """A hint for this turn, which counts as assistance (WC-12)."""
    player = mover(state, seat)
    if state.is_table:
        raise RuleError("the racks lie at the table: nobody here knows what they can spell", "WC-12")
    if state.hinted:
        raise RuleError(f"{player.name} has the hint of this turn already", "WC-12")
    return replace(state.with_player(replace(player, hints=player.hints + 1)), hinted=True)


def tell_rack(state: State, seat: int, tiles: str) -> State:
    """What is left on a rack when the match has ended at a real table (WC-15)."""
    if not state.is_table:
        raise RuleError("the racks are known here: nothing has to be told", "WC-15")
    if state.ending is None or state.ending.how == RESIGNED or seat not in state.here:
        raise RuleError("closing racks are told when the match has ended", "WC-15")
    player, told = state.player(seat), as_tiles(tiles)
    if len(told) != len(player.rack):
        raise RuleError(f"{player.name} has {len(player.rack)} tiles left, not {len(told)}", "WC-15")
    return state.with_player(replace(player, rack=told))
