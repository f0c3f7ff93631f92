"""What each event before the first GO makes of a match: the call, letters, hands (WS-2, 3, 5, 10)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.wordos.round import Round
from companion.games.wordos.rules import LONGEST, LONGEST_CAPTION, SHORTEST
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.grid import LETTERS
from companion.lexicon import as_word


def put(values: tuple[str, ...], seat: int, value: str) -> tuple[str, ...]:
    """The values of all seats with that of one seat changed."""
    return (*values[: seat - 1], value, *values[seat:])


def put_number(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[: seat - 1], value, *values[seat:])


def one_letter(text: str) -> str:
    """A single letter A to Z; RuleError for anything else."""
    letter = as_word(text)
    if len(letter) != 1 or letter not in LETTERS:
        raise RuleError(f"{text[:10]!r} is no letter card: there are A to Z")
    return letter


def seated(state: State, seat: int) -> int:
    """The seat, if somebody sits there; RuleError else."""
    if not 1 <= seat <= len(state.names):
        raise RuleError(f"nobody sits at seat {seat}: there are 1 to {len(state.names)}")
    if seat in state.gone:
        raise RuleError(f"{state.name(seat)} has left")
    return seat


def taking_part(state: State, round_: Round, seat: int) -> int:
    """The seat, if it plays in this round; RuleError else."""
    if seated(state, seat) not in round_.seats:
        raise RuleError(f"{state.name(seat)} plays from the next round on")
    return seat


def current(state: State) -> Round:
    """The round that is played; RuleError before the first call."""
    if state.round is None:
        raise RuleError("no category is read yet: the caller begins", "WS-3")
    return state.round


def by_caller(state: State, round_: Round, seat: int | None) -> None:
    """RuleError when another than the caller says what only the caller says."""
    if seat is not None and seated(state, seat) != round_.caller:
        raise RuleError(f"{state.name(round_.caller)} is the caller of this round", "WS-10")


def called(state: State, caption: str, seat: int | None) -> State:
    """A new round, all letters shuffled back; the caller moves clockwise (WS-10)."""
    if state.stage not in (Stage.CALL, Stage.OVER):
        raise RuleError(f"round {len(state.rounds)} is not over: {state.stage}", "WS-10")
    if state.winners:
        names = " and ".join(map(state.name, state.winners))
        raise RuleError(f"{names} won with {state.total(state.winners[0])}: the match is over", "WS-10")
    if state.tied:
        raise RuleError("the tiebreaker for the match comes first", "WS-10")
    said = " ".join(caption.split())
    if len(said) > LONGEST_CAPTION or not said.isprintable():
        raise RuleError(f"a category has at most {LONGEST_CAPTION} signs that can be printed")
    if seat is not None and seated(state, seat) != state.next_caller:
        raise RuleError(f"{state.name(state.next_caller)} is the next caller", "WS-10")
    if state.lacking:
        raise RuleError(state.lacking, "WS-1")
    none, count = len(state.names) * ("",), len(state.names)
    fresh = Round(
        len(state.rounds) + 1, state.next_caller, said, state.house, none, count * (0,), none, state.here
    )
    return replace(state, rounds=(*state.rounds, fresh))


def _own_letters(state: State) -> Round:
    """The round, while own letters are flipped and switched: before the first GO of `own` (WS-3)."""
    round_ = current(state)
    if not state.house.is_own:
        raise RuleError("in this mode an answer may begin with any letter", "WS-2")
    if round_.turn is not None or round_.finishes or round_.stage is Stage.OVER:
        raise RuleError("own letters are flipped and switched before the first GO", "WS-3")
    return round_


def turned(state: State, seat: int, letter: str) -> State:
    round_ = _own_letters(state)
    if have := round_.letters[taking_part(state, round_, seat) - 1]:
        raise RuleError(f"{state.name(seat)} has flipped {have} already: there is one switch", "WS-3")
    return state.with_round(replace(round_, letters=put(round_.letters, seat, one_letter(letter))))


def switched(state: State, seat: int, letter: str) -> State:
    round_ = _own_letters(state)
    if not round_.letters[taking_part(state, round_, seat) - 1]:
        raise RuleError(f"{state.name(seat)} has no letter to switch yet", "WS-3")
    if seat in round_.switched:
        raise RuleError(f"{state.name(seat)} has switched already: once in a round", "WS-3")
    fresh, hands = put(round_.letters, seat, one_letter(letter)), put_number(round_.hands, seat, 0)
    return state.with_round(replace(round_, letters=fresh, hands=hands, switched=(*round_.switched, seat)))


def thought(state: State, seat: int, letters: int) -> State:
    """The number of letters of an answer is the number of cards in hand (WS-3)."""
    round_ = _own_letters(state)
    if not round_.letters[taking_part(state, round_, seat) - 1]:
        raise RuleError(f"{state.name(seat)} flips a letter first", "WS-3")
    if round_.hands[seat - 1]:
        raise RuleError(f"{state.name(seat)} holds {round_.hands[seat - 1]} cards: change the answer", "WS-5")
    return state.with_round(replace(round_, hands=put_number(round_.hands, seat, _size(letters, "WS-3"))))


def _size(letters: int, rule: str) -> int:
    if not SHORTEST <= letters <= LONGEST:
        raise RuleError(f"an answer has {SHORTEST} to {LONGEST} letters, not {letters}", rule)
    return letters


def decided(state: State, letters: int, seat: int | None) -> State:
    """One number of cards for everybody, the same through the round (WS-2)."""
    round_ = current(state)
    if state.house.is_own:
        raise RuleError("in this mode everybody holds as many cards as the own answer has letters", "WS-3")
    by_caller(state, round_, seat)
    if round_.agreed:
        raise RuleError(f"{round_.agreed} cards are decided and stay through the round", "WS-2")
    size = _size(letters, "WS-2")
    if size * len(round_.seats) > round_.decks:
        raise RuleError(f"the decks have too few cards for {size} each", "WS-2")
    hands = tuple(size if at in round_.seats else 0 for at in range(1, len(round_.hands) + 1))
    return state.with_round(replace(round_, hands=hands))


def changed(state: State, seat: int, letters: int) -> State:
    """An answer changes at any time, in `own` to one of as many letters or more (WS-5)."""
    round_ = current(state)
    if not state.house.is_own:
        raise RuleError("in this mode the hand stays as it is, whatever the answer", "WS-5")
    if seated(state, seat) not in round_.playing or not (have := round_.hands[seat - 1]):
        raise RuleError(f"{state.name(seat)} has no answer to change now", "WS-5")
    if letters < have:
        raise RuleError(f"{state.name(seat)} holds {have} cards and never takes fewer", "WS-5")
    if letters - have > round_.decks:
        raise RuleError(f"the decks hold only {round_.decks} cards", "WS-5")
    return state.with_round(replace(round_, hands=put_number(round_.hands, seat, _size(letters, "WS-5"))))
