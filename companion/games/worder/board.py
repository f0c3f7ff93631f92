"""What is shown of a match: the cards, the words, the score with its reason, and what can be done now."""

from collections.abc import Iterator

from companion.games.record import Standing, Standings
from companion.games.worder.rules import CANNOT, MUST
from companion.games.worder.spread import open_cells, rows_of
from companion.games.worder.state import Card, Play, State, needs_of
from companion.games.worder.words import any_word
from companion.grid import Cell
from companion.lexicon import Lexicon
from companion.scoreboard import Block, Prompt, Scoreboard, SeatRow


def standings(state: State, lexicon: Lexicon) -> Standings:
    """Everybody plays together: each seat has the games' scores, and the best of them as points (WR-7)."""
    rounds = tuple(state.score(play).total for play in state.plays if state.is_over(play))
    hints = sum(len(play.hints) for play in state.plays)
    seats = tuple(
        Standing(seat, name, max(rounds, default=0), rounds, {}, False, hints)
        for seat, name in enumerate(state.names, 1)
    )
    return Standings(seats, tuple(seat.seat for seat in seats) if rounds else ())


def scoreboard(state: State, lexicon: Lexicon) -> Scoreboard:
    """The match as a person would look at it now."""
    table = standings(state, lexicon)
    rows = tuple(SeatRow(s.seat, s.name, s.points, _status(state, s.seat)) for s in table.seats)
    blocks = tuple(_play_block(state, number, play, lexicon) for number, play in enumerate(state.plays, 1))
    return Scoreboard(
        _headline(state), _house(state), rows, blocks, tuple(_prompts(state)), tuple(_notices(state)),
        lamps=((state.turn, "turn"),) if state.turn else (), cues=(state.cue,) if state.cue else (),
    )  # fmt: skip


def _headline(state: State) -> str:
    play = state.play
    if play is None:
        return "Turn up a card: the restriction"
    if not play.method:
        return f"{play.letter} is turned up: must all words use it, or cannot they?"
    if state.is_over(play):
        return f"The game is over: {state.score(play).total} points"
    return f"{_rule(play)}; {_cards(len(state.left(play)))} to place"


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _rule(play: Play) -> str:
    return f"All words must use {play.letter}" if play.method == MUST else f"No word may use {play.letter}"


def _house(state: State) -> str:
    how = "cards in turns" if state.turns else "played together"
    values = "printed values filled in" if state.filled_in else "values of a house deck"
    return f"{how}; {values}{'; no word twice' if state.no_repeats else ''}"


def _status(state: State, seat: int) -> str:
    if state.turn is None:
        return "plays along"
    return "places the next card" if state.turn == seat else "waits"


def _play_block(state: State, number: int, play: Play, lexicon: Lexicon) -> Block:
    lines = [*rows_of(play.spread)] if play.cards else []
    lines += [_card_line(card) for card in play.cards]
    asked = [hint for hint in play.hints[-1:] if play is state.running and _still_asked(state, play, *hint)]
    lines += [_hint_line(state, play, *hint, lexicon) for hint in asked]
    lines += [f"{play.removed} is removed: no word was found"] if play.removed else []
    lines += [score_sentence(state, play)] if play.method else []
    return Block(f"Game {number}, restriction {play.letter}{state.deck[play.letter]}", tuple(lines))


def _card_line(card: Card) -> str:
    words = " and ".join(word for word in dict.fromkeys((card.across, card.down)) if word)
    accepted = " (accepted by the table)" if card.accepted else ""
    return f"{card.letter} at {card.cell}: {words or 'a word'}{accepted}"


def score_sentence(state: State, play: Play) -> str:
    """How the score is made up (WR-6)."""
    score, value = state.score(play), state.deck[play.letter]
    sign = "-" if play.method == MUST else "+"
    return (
        f"longest row {score.row} × longest column {score.column} = {score.product}, "
        f"{sign} {value} for {play.letter} = {score.total}"
    )


def _still_asked(state: State, play: Play, letter: str, cell: str) -> bool:
    """Whether what was asked last can still be done."""
    return letter in state.left(play) and (not cell or Cell.parse(cell) not in play.spread)


def _hint_line(state: State, play: Play, letter: str, cell: str, lexicon: Lexicon) -> str:
    where = f"at {cell}" if cell else "anywhere"
    found = hint(state, play, letter, cell, lexicon)
    return f"Hint: there is {'a word' if found else 'no word'} in the list for {letter} {where}"


def hint(state: State, play: Play, letter: str, cell: str, lexicon: Lexicon) -> bool:
    """Whether every run of a card can have a word, in one cell or in any open one (WR-7)."""
    cells = [Cell.parse(cell)] if cell else open_cells(play.spread)
    used = play.said if state.no_repeats else ()
    return any(
        all(
            any_word(lexicon, need.run, play.restriction, state.deck, used)
            for need in needs_of(play, letter, place)
        )
        for place in cells
        if place not in play.spread
    )


def _prompts(state: State) -> Iterator[Prompt]:
    play = state.play
    if play is None or state.is_over(play):
        for letter in state.deck:
            yield Prompt(f"{letter} is turned up", "turned", (("letter", letter),))
    elif not play.method:
        yield Prompt(f"All words must use {play.letter}", "chosen", (("method", MUST),))
        yield Prompt(f"No word may use {play.letter}", "chosen", (("method", CANNOT),))
    else:
        for letter in state.left(play):
            yield Prompt(f"Stuck with {letter}", "stuck", (("letter", letter),))


def _notices(state: State) -> Iterator[str]:
    if not state.filled_in:
        yield "These values are of a house deck: the numbers printed on your cards are filled in once."
    best = max((state.score(play).total for play in state.plays if state.is_over(play)), default=None)
    if best is not None and len(state.plays) > 1:
        yield f"The best game of this match: {best} points."
