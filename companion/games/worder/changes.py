"""How a match begins and what each event makes of it: pure and strict (WR-1 to WR-5)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.record import Event, Opened
from companion.games.worder.events import Chosen, Hinted, Placed, Stuck, Turned, Valued
from companion.games.worder.rules import CANNOT, HOUSE_DECK, MOST_SEATS, MUST, deck_text, parsed_deck
from companion.games.worder.spread import is_joined
from companion.games.worder.state import Card, Need, Play, State, needs_of
from companion.games.worder.words import misfit
from companion.grid import Cell
from companion.lexicon import as_word

LONGEST_NAME = 40


def start(opened: Opened) -> State:
    """The state of a match just opened; RuleError when seats or deck do not fit (WR-1, WR-7)."""
    if not 1 <= len(opened.names) <= MOST_SEATS:
        raise RuleError(f"{len(opened.names)} players cannot play: 1 to {MOST_SEATS}", "WR-7")
    names = tuple(" ".join(name.split()) for name in opened.names)
    for name in names:
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise RuleError(f"a name has 1 to {LONGEST_NAME} signs, {name[:20]!r} does not fit")
    deck = parsed_deck(deck_text(opened.deck) if opened.deck else HOUSE_DECK)
    turns, no_repeats = opened.switches["play"] == "turns", opened.switches["no_repeats"] == "on"
    return State(names, turns and len(names) > 1, no_repeats, deck, bool(opened.deck))


def apply(state: State, event: Event) -> State:
    """The state after an event; RuleError when it cannot follow here."""
    return replace(_after(state, event), cue="valid" if isinstance(event, Placed) else "")


def _after(state: State, event: Event) -> State:
    match event:
        case Valued(deck):
            return _valued(state, parsed_deck(deck))
        case Turned(letter):
            return _turned(state, as_word(letter))
        case Chosen(method):
            return _chosen(state, method)
        case Placed():
            return _placed(state, event)
        case Stuck(letter):
            play = _with_card(state, as_word(letter))
            return _last(state, replace(play, removed=as_word(letter)))
        case Hinted(letter, cell):
            return _hinted(state, as_word(letter), cell)
        case _:
            raise RuleError(f"nothing is known of an entry {event.kind!r} in this game")


def _valued(state: State, deck: dict[str, int]) -> State:
    """Values may be put right at any time; a card that was played stays in the deck."""
    played = {letter for play in state.plays for letter in (play.letter, *play.spread.values())}
    if gone := sorted(played - set(deck)):
        raise RuleError(f"the card {gone[0]} was played in this match: it stays in the deck", "WR-1")
    return replace(state, deck=deck, filled_in=True)


def _turned(state: State, letter: str) -> State:
    play = state.play
    if play and not state.is_over(play):
        raise RuleError(f"the restriction {play.letter} is turned up already", "WR-1")
    if letter not in state.deck:
        raise RuleError(f"{letter[:10]!r} is no card of this deck: {', '.join(state.deck)}", "WR-1")
    return replace(state, plays=(*state.plays, Play(letter)))


def _chosen(state: State, method: str) -> State:
    play = state.play
    if play is None or state.is_over(play):
        raise RuleError("turn up the restriction first", "WR-1")
    if play.method:
        raise RuleError(f"{play.method!r} was chosen before the first card and stays", "WR-1")
    if method not in (MUST, CANNOT):
        raise RuleError(f"choose {MUST!r} or {CANNOT!r}, not {method[:20]!r}", "WR-1")
    return _last(state, replace(play, method=method))


def _last(state: State, play: Play) -> State:
    return replace(state, plays=(*state.plays[:-1], play))


def _running(state: State) -> Play:
    play = state.play
    if play is None or state.is_over(play):
        raise RuleError("no game is played: turn up a restriction", "WR-1")
    if not play.method:
        raise RuleError(f"choose first whether words must or cannot use {play.letter}", "WR-1")
    return play


def _with_card(state: State, letter: str) -> Play:
    """The running game, in which this card can still be placed."""
    play = _running(state)
    if letter == play.letter:
        raise RuleError(f"{letter} is the restriction, which is never placed", "WR-1")
    if letter not in state.deck:
        raise RuleError(f"{letter[:10]!r} is no card of this deck: {', '.join(state.deck)}", "WR-1")
    if letter not in state.left(play):
        raise RuleError(f"{letter} is placed already: each card is there once", "WR-1")
    return play


def _place(play: Play, name: str) -> Cell:
    cell = Cell.parse(name)
    if cell in play.spread:
        raise RuleError(f"{cell} is taken by {play.spread[cell]}", "WR-2")
    if not play.cards and cell != (0, 0):
        raise RuleError("the first card lies at the top left, r1c1", "WR-2")
    if not is_joined(play.spread, cell):
        raise RuleError(f"{cell} is neither right of nor below a placed card", "WR-2")
    return cell


def _placed(state: State, event: Placed) -> State:
    letter = as_word(event.letter)
    play = _with_card(state, letter)
    cell = _place(play, event.cell)
    _at_turn(state, event.seat)
    if event.accepted not in ("yes", "no"):
        raise RuleError(f"'accepted' is yes or no, not {event.accepted[:20]!r}")
    needs, said = needs_of(play, letter, cell), [as_word(event.across), as_word(event.down)]
    words = _words(play, needs, said, event.accepted == "yes")
    if state.no_repeats and (twice := [word for word in words.values() if word in play.said]):
        raise RuleError(f"{twice[0]} was said before, and no word may be repeated", "WR-7")
    card = Card(
        letter, cell, words.get("across", ""), words.get("down", ""), event.accepted == "yes", event.seat
    )
    return _last(state, replace(play, cards=(*play.cards, card)))


def _at_turn(state: State, seat: int | None) -> None:
    if seat is None:
        return
    if not 1 <= seat <= len(state.names):
        raise RuleError(f"nobody sits at seat {seat}")
    if state.turn not in (None, seat):
        raise RuleError(f"it is the turn of {state.names[(state.turn or 1) - 1]}", "WR-7")


def _words(play: Play, needs: tuple[Need, ...], said: list[str], accepted: bool) -> dict[str, str]:
    """The word for each run that needs one; a single word serves every run (WR-3)."""
    given = dict(zip(("across", "down"), said, strict=True))
    single = next(iter(word for word in said if word), "")
    words: dict[str, str] = {}
    for need in needs:
        word = given[need.name] or single
        if not word and not accepted:
            raise RuleError(f"a word is needed: {need.sentence}", "WR-3")
        if word and (reason := misfit(word, need.run, play.restriction)):
            raise RuleError(*reason)
        words |= {need.name: word} if word else {}
    return words


def _hinted(state: State, letter: str, cell: str) -> State:
    play = _with_card(state, letter)
    where = str(_place(play, cell)) if cell else ""
    return _last(state, replace(play, hints=(*play.hints, (letter, where))))
