"""What is shown of a match: seats, the last round's lines with their reasons, and what to do next."""

from companion.games.record import Opened
from companion.games.wordoku.explain import points_in_words, score_sentences
from companion.games.wordoku.rules import ROUNDS, SYMBOLS, counted
from companion.games.wordoku.score import miscounts
from companion.games.wordoku.standings import Result, finished, lay_score, result, standings, winner_sentence
from companion.games.wordoku.state import MOST_SEATS, Round, State, pile
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
    if len(finished(state)) == ROUNDS:
        blocks = (*blocks, Block("The match", (winner_sentence(table),)))
    return Scoreboard(_headline(state), rows, blocks, _prompts(state), _notices(state))


def _headline(state: State) -> str:
    number = len(state.rounds)
    if played := state.open_round:
        doing = "the grids are looked through" if played.rung else "tiles are laid"
        return f"Round {number} of {ROUNDS}: {doing}"
    if number == ROUNDS:
        return f"All {ROUNDS} rounds are played"
    return f"Round {number + 1} of {ROUNDS} can begin"


def _tokens(victors: int, bests: int) -> str:
    parts = [f"{victors} Victor"] * bool(victors) + [f"{bests} Personal Best"] * bool(bests)
    return " and ".join(parts)


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
    if not state.rounds:
        return ()
    blocks = []
    for seat, lay in state.rounds[-1].lays:
        scored = lay_score(state, lay, lexicon)
        lines = (*lay.grid.faces, *score_sentences(scored), *scored.questions, *miscounts(lay.grid))
        blocks.append(Block(f"{state.names[seat]}, {points_in_words(scored.total)}", lines))
    return tuple(blocks)


def _award_blocks(known: Result) -> tuple[Block, ...]:
    return tuple(Block(f"Round {number}", (each.sentence,)) for number, each in enumerate(known.awarded, 1))


def _prompts(state: State) -> tuple[Prompt, ...]:
    played = state.open_round
    if played is None:
        return (Prompt("Begin the round", "begun"),) if len(state.rounds) < ROUNDS else ()
    if not played.rung:
        return (Prompt("Ring the bell", "bell"),)
    read = [seat for seat in state.waiting(played) if played.lay(seat)]
    return tuple(Prompt(f"{state.names[seat]}: looks right", "confirmed", (("seat", seat),)) for seat in read)


def _notices(state: State) -> tuple[str, ...]:
    if not state.rounds:
        return _before_start(state)
    return _swap_notices(state, state.rounds[-1])


def _before_start(state: State) -> tuple[str, ...]:
    """What must be said at the start: whether swaps are possible at all (WK-11)."""
    left = pile(state.rules, Round(state.here, 0), state.rules.symbols[0])
    if left == 0:
        return (f"All {len(state.here)} hands use up every tile, so no swap is possible (WK-11).",)
    if len(state.here) == MOST_SEATS:
        return (f"With {MOST_SEATS} players the pile holds {left} of each symbol: one swap each (WK-11).",)
    return ()


def _swap_notices(state: State, played: Round) -> tuple[str, ...]:
    twice = sorted({pair for pair in played.swaps if played.swaps.count(pair) > 1})
    return tuple(
        f"{state.names[seat]} has swapped {counted(played.swaps.count((seat, symbol)), symbol)} this round; "
        f"one {SYMBOLS[symbol]} a round is allowed (WK-11)."
        for seat, symbol in twice
    )


def opening_notice(opened: Opened) -> str:
    """The house rules of a match in one line, shown on every screen of it."""
    return ", ".join([opened.rules, *(f"{name} {value}" for name, value in opened.switches.items())])
