"""What is shown of a match: seats, the last round's lines with their reasons, and what to do next."""

from collections.abc import Iterator

from companion.games.wordoku.doubtful import miscounts
from companion.games.wordoku.explain import points_in_words, score_sentences
from companion.games.wordoku.gate import undeclared
from companion.games.wordoku.grids import grid_views
from companion.games.wordoku.rules import MOST_SEATS, ROUNDS, SYMBOLS, counted
from companion.games.wordoku.standings import (
    Result,
    full_score,
    lay_score,
    result,
    standings,
    winner_sentence,
)
from companion.games.wordoku.state import Lay, Round, State, pile
from companion.grid import FILLER, WILD
from companion.lexicon import Lexicon
from companion.scoreboard import Block, Prompt, Scoreboard, SeatRow


def scoreboard(state: State, lexicon: Lexicon) -> Scoreboard:
    """The match as a person would look at it now."""
    known = result(state, lexicon)
    table = standings(state, lexicon)
    rows = tuple(
        SeatRow(
            s.seat, s.name, s.points, _status(state, s.seat), _tokens(s.awards["victor"], s.awards["best"])
        )
        for s in table.seats
    )
    blocks = (*_lay_blocks(state, lexicon), *_award_blocks(known))
    if len(known.rounds) == ROUNDS:
        blocks = (*blocks, Block("The match", (winner_sentence(table),)))
    notices = (*_swap_notices(state), *_lapse_notices(state, lexicon))
    grids = tuple(grid_views(state, lexicon))
    return Scoreboard(
        _headline(state), _house(state), rows, blocks, tuple(_prompts(state)), notices, grids, _awaits(state),
        cues=(state.cue,) if state.cue else (),
    )  # fmt: skip


def _awaits(state: State) -> tuple[int, ...]:
    """The seats whose grid is not read yet, once the bell has rung (WK-10)."""
    played = state.open_round
    if played is None or not played.rung:
        return ()
    return tuple(seat for seat in state.waiting(played) if played.lay(seat) is None)


def _headline(state: State) -> str:
    number = len(state.rounds)
    if played := state.open_round:
        doing = "the grids are looked through" if played.rung else "tiles are laid"
        return f"Round {number} of {ROUNDS}: {doing}"
    if number == ROUNDS:
        return f"All {ROUNDS} rounds are played"
    return f"Round {number + 1} of {ROUNDS} can begin"


def _house(state: State) -> str:
    """The rules and switches of this match, which stand on every screen of it."""
    found = "every listed word is found" if state.house.find == "all" else "familiar words are found"
    equal = {
        "best": "of equally long words that worth most counts",
        "leftmost": "of equally long words the first counts",
        "claimed": "only claimed words score",
    }[state.house.equal]
    declared = "; a wild's letter must be said" if state.declared else ""
    return f"{state.size.name}, {state.size.minutes} minutes a round; {found}; {equal}{declared}"


def _tokens(victors: int, bests: int) -> str:
    victor = [f"{victors} Victor{'s' * (victors > 1)}"] * bool(victors)
    best = [f"{bests} Personal Best{'s' * (bests > 1)}"] * bool(bests)
    return " and ".join(victor + best)


def _status(state: State, seat: int) -> str:
    played = state.open_round
    if seat not in state.here:
        return "has left"
    if played is None:
        return "ready"
    if seat not in played.seats:
        return "plays from the next round on"
    if not played.rung:
        return "lays tiles"
    lay = played.lay(seat)
    if lay is None:
        return "grid not read yet"
    return "looks right" if lay.confirmed else "does it look right?"


def _lay_blocks(state: State, lexicon: Lexicon) -> tuple[Block, ...]:
    """The last round's grids, each with every line's word and reason."""
    lays = state.rounds[-1].lays if state.rounds else ()
    return tuple(_lay_block(state, seat, lay, lexicon) for seat, lay in lays)


def _lay_block(state: State, seat: int, lay: Lay, lexicon: Lexicon) -> Block:
    scored = lay_score(state, lay, lexicon)
    full = None if state.house.find == "all" else full_score(state, lay, lexicon)
    lines = (*lay.grid.faces, *score_sentences(scored, full), *scored.questions, *miscounts(lay.grid))
    return Block(f"{state.names[seat]}, {points_in_words(scored.total)}", lines)


def _award_blocks(known: Result) -> tuple[Block, ...]:
    return tuple(Block(f"Round {each.number}", (each.sentence,)) for each in known.awarded)


def _prompts(state: State) -> Iterator[Prompt]:
    """What can be done now by one tap."""
    played = state.open_round
    if played is None:
        if len(state.rounds) < ROUNDS:
            yield Prompt("Begin the round", "begun")
        return
    if not played.rung:
        yield Prompt("Ring the bell", "bell")
    for seat in state.waiting(played):
        if lay := played.lay(seat):
            yield from _side_prompts(state.names[seat], seat, lay)
            yield Prompt(f"{state.names[seat]}: looks right", "confirmed", (("seat", seat),), seat)


def _side_prompts(name: str, seat: int, lay: Lay) -> Iterator[Prompt]:
    """For each symbol side up of which nothing was said: it is the wild, or it only fills a hole (WK-10)."""
    known = {*lay.says.chosen, *dict(lay.says.wilds)}
    for cell, tile in lay.grid:
        if tile and tile.face == WILD and cell not in known:
            where = (("seat", seat), ("cell", str(cell)))
            yield Prompt(f"{name}: {cell} is a wild", "corrected", (*where, ("face", WILD)), seat)
            yield Prompt(f"{name}: {cell} only fills a hole", "corrected", (*where, ("face", FILLER)), seat)


def _swap_notices(state: State) -> Iterator[str]:
    """Whether swaps are possible at all, said before a round; a symbol swapped twice, said in it (WK-11)."""
    if state.open_round is None and len(state.rounds) < ROUNDS:
        left = pile(state.size, Round(state.here), state.size.symbols[0])
        if left == 0:
            yield f"All {len(state.here)} hands use up every tile, so no swap is possible (WK-11)."
        elif len(state.here) == MOST_SEATS:
            yield f"With {MOST_SEATS} players the pile holds {left} of each symbol: one swap each (WK-11)."
    swaps = state.rounds[-1].swaps if state.rounds else ()
    for seat, symbol in sorted({pair for pair in swaps if swaps.count(pair) > 1}):
        tiles = counted(swaps.count((seat, symbol)), symbol)
        yield f"{state.names[seat]} has swapped {tiles} this round; one {SYMBOLS[symbol]} is allowed (WK-11)."


def _lapse_notices(state: State, lexicon: Lexicon) -> Iterator[str]:
    """What no longer fits after a correction, in any round: claims, letters said, letters not said."""
    for number, played in enumerate(state.rounds, 1):
        for seat, lay in played.lays:
            scored = lay_score(state, lay, lexicon)
            missing = undeclared(lay, scored) if state.declared and lay.confirmed else ()
            for reason in (*scored.lapsed, *missing):
                yield f"Round {number}, {state.names[seat]}: {reason}"
