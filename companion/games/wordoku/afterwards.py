"""After a round: the best grid that can be found for each player's own tiles, searched by another process."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from companion.errors import RuleError, UnreadableError
from companion.games.wordoku.best import bests, searched
from companion.games.wordoku.grids import drawn_grid
from companion.games.wordoku.hands import UNKNOWN, Hand, hand_of
from companion.games.wordoku.score import score
from companion.games.wordoku.sheet import House, Says
from companion.games.wordoku.state import State
from companion.grid import WILD, Cell, Grid
from companion.lexicon import Lexicon
from companion.scoreboard import GridView


def tasks(state: State) -> Mapping[int, str]:
    """The hand of each seat with how words count, once every grid of the round was said to be right.

    A grid that is no whole hand (a wrong count, two unknown letters of a symbol) is left out.
    """
    if state.open_round is not None or not state.rounds:
        return {}
    hands = {seat: hand_of(lay.grid) for seat, lay in state.rounds[-1].lays if lay.confirmed}
    house = asdict(searched(state.house))
    return {
        seat: json.dumps({"hand": hand, **house}, sort_keys=True)
        for seat, hand in hands.items()
        if _is_hand(hand)
    }


def _is_hand(text: str) -> bool:
    try:
        Hand.parse(text)
    except UnreadableError:
        return False
    return True


def answers(task: str, lexicon: Lexicon, more: Callable[[], bool]) -> Iterator[str]:
    """Better and better grids for a task, with the letters of their wilds and what they are worth."""
    asked: dict[str, Any] = json.loads(task)
    hand, house = Hand.parse(asked["hand"]), House(asked["find"], asked["equal"])
    for best in bests(hand, lexicon, house, more, seed=task):
        wilds = {str(cell): letter for cell, letter in best.says.wilds}
        yield json.dumps({"grid": str(best.grid), "wilds": wilds, "total": best.score.total})


def view(state: State, seat: int, answer: str, lexicon: Lexicon) -> GridView:
    """An answer as the rules score it; RuleError when it is worth something else or is of other tiles."""
    found: dict[str, Any] = json.loads(answer)
    grid = Grid.parse(found["grid"])
    lay = state.rounds[-1].lay(seat)
    if lay is None or not _same_tiles(grid, lay.grid):
        raise RuleError(f"a grid was found that is not of the tiles of seat {seat}: {grid}")
    wilds = tuple((Cell.parse(cell), letter) for cell, letter in found["wilds"].items())
    says = Says(wilds, chosen=tuple(cell for cell, _ in wilds))
    scored = score(grid, lexicon, says, searched(state.house))
    if scored.total != found["total"]:
        raise RuleError(f"the search reckons {found['total']}, the rules {scored.total}: {grid}")
    return drawn_grid(seat, state.names[seat], len(state.rounds), scored)


def _same_tiles(found: Grid, laid: Grid) -> bool:
    """Whether a grid is of these tiles: letters that are missing lie as wilds of their symbols (WK-8)."""
    have, lies = (Counter(hand_of(grid).split()) for grid in (laid, found))
    gone, fresh = list((have - lies).elements()), list((lies - have).elements())
    wilds = [tile.symbol for _, tile in found if tile and tile.face == WILD]
    turned = all(tile[0] == UNKNOWN for tile in fresh)
    return (
        turned
        and Counter(t[1] for t in gone) == Counter(t[1] for t in fresh)
        and len(wilds) == len(set(wilds))
    )
