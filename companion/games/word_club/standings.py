"""Points, adjustments at the end, and who wins (WC-8 to WC-11)."""

from collections import Counter
from typing import NamedTuple

from companion.games.record import Standing, Standings
from companion.games.word_club.rules import BLANK, UNKNOWN
from companion.games.word_club.state import OUT, QUIET, RESIGNED, Player, State
from companion.grid import LETTERS
from companion.lexicon import Lexicon


class Adjustment(NamedTuple):
    """What the end adds to a score or takes from it, and why."""

    seat: int
    points: int
    sentence: str


def adjustments(state: State) -> tuple[Adjustment, ...]:
    """A line for each active player once the match has ended by going out or by passes; a rack that is not
    known yet counts nothing (WC-8, WC-9)."""
    if state.ending is None or state.ending.how not in (OUT, QUIET):
        return ()
    out = state.ending.seat
    lost = tuple(_loss(state, state.player(seat)) for seat in state.here if seat != out)
    if state.ending.how != OUT:
        return lost
    gain = -sum(each.points for each in lost)
    name = state.player(out).name
    return (*lost, Adjustment(out, gain, f"{name} went out and gains what the others lose: {gain:+d}"))


def _loss(state: State, player: Player) -> Adjustment:
    known = player.rack.replace(UNKNOWN, "")
    lost = state.rules.sum_of(known)
    if UNKNOWN in player.rack:
        return Adjustment(
            player.number, 0, f"{player.name} has {len(player.rack)} left on the rack: which ones?"
        )
    if not known:
        return Adjustment(player.number, 0, f"{player.name} has no tile left")
    tiles = " + ".join(f"{_named(tile)} {state.rules.value(tile)}" for tile in sorted(known))
    return Adjustment(player.number, -lost, f"{player.name} loses the own rack: {tiles} = {-lost}")


def _named(tile: str) -> str:
    return "blank" if tile == BLANK else tile


def standings(state: State, lexicon: Lexicon) -> Standings:
    """Every seat's points, turn by turn; the adjustments of the end are the last of its rounds."""
    ends = {each.seat: each.points for each in adjustments(state)}
    seats = tuple(_standing(state, player, ends) for player in state.players)
    return Standings(seats, _winners(state, seats))


def _standing(state: State, player: Player, ends: dict[int, int]) -> Standing:
    rounds = [turn.points for turn in state.turns if turn.seat == player.number]
    if player.number in ends:
        rounds.append(ends[player.number])
    return Standing(player.number, player.name, sum(rounds), tuple(rounds), {}, not player.here, player.hints)


def _winners(state: State, seats: tuple[Standing, ...]) -> tuple[int, ...]:
    """The last one standing, else the highest score of those who have not resigned; equal ones share."""
    if state.ending is not None and state.ending.how == RESIGNED:
        return (state.ending.seat,)
    if not state.turns:
        return ()
    best = max(seat.points for seat in seats if not seat.resigned)
    return tuple(seat.seat for seat in seats if not seat.resigned and seat.points == best)


def surplus(state: State) -> str:
    """The tiles that lie on board and racks more often than the set has them (WC-15)."""
    lying = "".join(BLANK if face.islower() else face for face in state.board.tiles)
    racks = "".join(state.racks).replace(UNKNOWN, "")
    return "".join(sorted((Counter(lying + racks) - Counter(state.rules.counts)).elements()))


def missing(state: State) -> str:
    """When every tile should be seen: those that lie nowhere (WC-15)."""
    lying = "".join(BLANK if face.islower() else face for face in state.board.tiles)
    seen = lying + "".join(state.racks) + state.bag + state.aside
    if UNKNOWN in seen:
        return ""
    return "".join(tile for tile in LETTERS + BLANK if Counter(state.rules.counts)[tile] > seen.count(tile))
