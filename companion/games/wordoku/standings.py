"""Points, tokens and winners: questions asked of the facts and the word list (WK-12 to WK-14)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.record import Standing, Standings
from companion.games.wordoku.awards import Awarded, award, leaders
from companion.games.wordoku.score import Score, score
from companion.games.wordoku.sheet import House, Says
from companion.games.wordoku.state import Lay, Round, State
from companion.grid import Grid
from companion.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Result:
    """All that is known of a match so far: scores and tokens of every finished round."""

    rounds: tuple[Mapping[int, Score], ...]
    awarded: tuple[Awarded, ...]


@lru_cache(maxsize=1024)
def _scored(grid: Grid, says: Says, house: House, lexicon: Lexicon) -> Score:
    return score(grid, lexicon, says, house)


def lay_score(state: State, lay: Lay, lexicon: Lexicon) -> Score:
    """The score of a grid as laid under this match's house rules; remembered for equal questions."""
    return _scored(lay.grid, lay.says, state.house, lexicon)


def full_score(state: State, lay: Lay, lexicon: Lexicon) -> Score:
    """The score of the same grid if every word of the full list were found."""
    return _scored(lay.grid, lay.says, House("all", state.house.equal), lexicon)


def finished(state: State) -> tuple[Round, ...]:
    """The rounds that are over; only the last one can still be open."""
    return state.rounds[:-1] if state.open_round else state.rounds


def result(state: State, lexicon: Lexicon) -> Result:
    """Scores of every finished round and the tokens that follow from them."""
    rounds = tuple(
        {seat: lay_score(state, lay, lexicon) for seat, lay in played.lays if lay.confirmed}
        for played in finished(state)
    )
    names = state.names
    awarded = tuple(award(rounds[:number], names) for number in range(1, len(rounds) + 1))
    return Result(rounds, awarded)


def standings(state: State, lexicon: Lexicon) -> Standings:
    """Every seat's points, rounds and tokens, and who is ahead; who left keeps them (ours)."""
    known = result(state, lexicon)
    seats = tuple(_standing(number, state, known) for number in state.names)
    present = [seat for seat in seats if any(points is not None for points in seat.rounds)]
    ranked = ((seat.seat, sum(seat.awards.values()), _best_round(seat)) for seat in present)
    return Standings(seats, leaders(ranked))


def _standing(seat: int, state: State, known: Result) -> Standing:
    rounds = tuple(scores[seat].total if seat in scores else None for scores in known.rounds)
    victors = sum(each.victor == seat for each in known.awarded)
    bests = sum(each.bests.count(seat) for each in known.awarded)
    points = sum(total or 0 for total in rounds)
    return Standing(
        seat, state.names[seat], points, rounds, {"victor": victors, "best": bests}, seat not in state.here
    )


def _best_round(seat: Standing) -> int:
    return max(total for total in seat.rounds if total is not None)


def winner_sentence(table: Standings) -> str:
    """Who wins the match and by what, in one sentence (WK-14)."""
    won = [seat for seat in table.seats if seat.seat in table.winners]
    if not won:
        return "Nobody has finished a round."
    tokens, best = sum(won[0].awards.values()), _best_round(won[0])
    token_words = f"{tokens} token{'' if tokens == 1 else 's'}"
    if len(won) > 1:
        return (
            f"{', '.join(s.name for s in won)} share the win: {token_words} and a best round of {best} each."
        )
    rivals = [s for s in table.seats if s is not won[0] and sum(s.awards.values()) == tokens]
    reason = (
        f", tied with {', '.join(s.name for s in rivals)} and ahead by the best round ({best})"
        if rivals
        else ""
    )
    return f"{won[0].name} wins with {token_words}{reason}."
