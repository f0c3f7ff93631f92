"""What each event of a GO makes of a round: discards, shouts, claims, draws (WS-4 to WS-6, WS-8)."""

from dataclasses import replace

from companion.errors import RuleError
from companion.games.wordos.piles import tops_of
from companion.games.wordos.preparing import by_caller, current, one_letter, put, seated
from companion.games.wordos.round import Round
from companion.games.wordos.rules import UNSEEN
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.games.wordos.turn import Naming, Turn
from companion.presses import DOORS, LOOSEST_NS, NS_PER_MS, Press


def valid_press(seat: int, at_ns: int, give_ns: int, door: str) -> Press:
    """A press as it was stamped; RuleError for a time or a door that cannot be."""
    if at_ns < 0 or give_ns < 0 or door not in DOORS:
        raise RuleError(f"no button makes such a press: at {at_ns} ns ± {give_ns}, by {door[:10]!r}", "WS-11")
    if give_ns > (LOOSEST_NS if door == "phone" else 0):
        raise RuleError(f"a {door} cannot be uncertain by {give_ns / NS_PER_MS:.0f} ms", "WS-11")
    return Press(at_ns, "buzz", seat, door, give_ns)


def undisturbed(round_: Round) -> Round:
    """The round, if no tiebreaker runs in it; RuleError else."""
    if round_.tie is not None:
        raise RuleError("a tiebreaker runs: it comes first", "WS-7")
    return round_


def go(state: State, seat: int | None) -> State:
    """Everybody who still plays discards; what was taken in the GO before is settled (WS-4)."""
    round_ = undisturbed(current(state))
    by_caller(state, round_, seat)
    if round_.stage is Stage.LETTERS:
        raise RuleError(f"GO comes when all hold their cards, {_waiting(state, round_)}", "WS-3")
    if round_.stage is Stage.ANSWERS:
        names = ", ".join(map(state.name, round_.done.seats))
        raise RuleError(f"the answer of {names} is shown and ruled first", "WS-9")
    if round_.stage is Stage.OVER:
        raise RuleError("all places are filled: the round is over", "WS-1")
    if round_.stage is not Stage.REST or round_.done.tied:
        raise RuleError(f"no GO now: {round_.stage}", "WS-4")
    number = round_.turn.number + 1 if round_.turn else 1
    fresh = Turn(number, round_.playing)
    return state.with_round(replace(round_, piles=round_.outcome.piles, turn=fresh, wins=()))


def _waiting(state: State, round_: Round) -> str:
    open_ = [seat for seat in round_.seats if not round_.hands[seat - 1]]
    return f"{state.name(open_[0])} does not yet" if open_ else "a letter is missing"


def _turn(round_: Round) -> Turn:
    if round_.turn is None:
        raise RuleError("no GO was said yet", "WS-4")
    return round_.turn


def discarded(state: State, seat: int, letter: str) -> State:
    """A card on the own pile; its letter may be told later, while it lies there unseen (WS-4)."""
    round_ = current(state)
    turn, face = _turn(round_), one_letter(letter)
    if seated(state, seat) not in turn.seats:
        raise RuleError(f"{state.name(seat)} takes no part in this GO", "WS-4")
    if seat in turn.discarded:
        raise RuleError(f"{state.name(seat)} has discarded {round_.piles[seat - 1][-1:]}: it stays", "WS-5")
    pile = round_.piles[seat - 1].removesuffix(UNSEEN) + face
    turn = replace(turn, discarded=(*turn.discarded, seat))
    return state.with_round(replace(round_, piles=put(round_.piles, seat, pile), turn=turn))


def lie(state: State, seat: int | None, at_ns: int | None) -> State:
    """All discards lie: from now on the buttons count (WS-6, WS-8)."""
    round_ = current(state)
    turn = _turn(round_)
    by_caller(state, round_, seat)
    if turn.lain:
        raise RuleError("all discards lie already", "WS-4")
    if at_ns is not None and at_ns < 0:
        raise RuleError(f"no key is pressed at {at_ns} ns")
    piles = round_.piles
    for each in turn.seats:
        piles = piles if each in turn.discarded else put(piles, each, piles[each - 1] + UNSEEN)
    turn = replace(turn, lain=True, lain_ns=at_ns, unarmed=len(turn.presses))
    return state.with_round(replace(round_, piles=piles, turn=turn))


def shouted(state: State, press: Press) -> State:
    """A press for a letter; one before all discards lie is kept, and does not count (WS-8)."""
    round_, seat = current(state), seated(state, press.seat or 0)
    turn = round_.turn
    if turn is None:
        raise RuleError("a button means nothing before GO", "WS-8")
    if seat not in turn.seats or seat in turn.drew:
        raise RuleError(f"{state.name(seat)} has nothing to shout for now", "WS-8")
    naming, stands = turn.naming(seat), seat in (*round_.outcome.takers, *round_.outcome.tied)
    if naming and stands and press.at_ns > naming.until_ns:
        raise RuleError(f"{state.name(seat)} has claimed {naming.letter}, and that binds", "WS-5")
    return state.with_round(replace(round_, turn=replace(turn, presses=(*turn.presses, press))))


def _taking(state: State, seat: int) -> tuple[Round, Turn]:
    """The round and its GO, while this seat is to take a card."""
    round_ = undisturbed(current(state))
    turn = _turn(round_)
    if not turn.lain:
        raise RuleError("first all discards lie, then cards are taken", "WS-4")
    if seated(state, seat) not in turn.seats:
        raise RuleError(f"{state.name(seat)} takes no part in this GO", "WS-4")
    if seat in turn.drew:
        raise RuleError(f"{state.name(seat)} has picked up a card: one in each GO", "WS-4")
    if seat in (*round_.outcome.takers, *round_.outcome.tied):
        letter = turn.naming(seat)
        raise RuleError(
            f"{state.name(seat)} has claimed {letter.letter if letter else ''}, and that binds", "WS-5"
        )
    return round_, turn


def claimed(state: State, seat: int, letter: str) -> State:
    """The letter that was shouted; it has to lie on top of somebody else's pile (WS-4, WS-6)."""
    round_, turn = _taking(state, seat)
    face = one_letter(letter)
    piles = [pile for shown, pile in round_.outcome.shown if shown == face]
    if not piles:
        tops = ", ".join(sorted({shown for shown, _ in round_.outcome.shown})) or "nothing"
        raise RuleError(f"{face} lies on top of no pile: there is {tops}", "WS-4")
    if set(piles) == {seat}:
        raise RuleError(f"{face} lies on the own pile of {state.name(seat)}, where it stays", "WS-4")
    before, now = turn.naming(seat), tops_of(round_.outcome.piles)
    fresh = any(press.seat == seat for press in round_.unnamed)
    if before and not fresh and face not in (top for pile, top in now.items() if pile != seat):
        raise RuleError(f"{face} is gone: another letter, or a card from the decks", "WS-6")
    after_ns = before.until_ns if before else -1
    until_ns = max([after_ns, *(press.at_ns for press in turn.presses if press.seat == seat)])
    naming = Naming(seat, face, after_ns, until_ns)
    return state.with_round(replace(round_, turn=replace(turn, namings=(*turn.namings, naming))))


def drew(state: State, seat: int) -> State:
    """A card from the decks instead of a steal (WS-4)."""
    round_, turn = _taking(state, seat)
    if round_.decks < 1:
        raise RuleError("the decks are empty: shuffle back what lies under the tops", "WS-4")
    return state.with_round(replace(round_, turn=replace(turn, drew=(*turn.drew, seat))))


def others(state: State) -> State:
    """Who has not taken a card picks one up, once every shout is named and no tie is open (WS-4)."""
    round_ = undisturbed(current(state))
    turn = _turn(round_)
    if not turn.lain or not round_.to_take:
        raise RuleError("nobody is to take a card now", "WS-4")
    if round_.unnamed:
        raise RuleError(f"{state.name(round_.unnamed[0].seat or 1)} shouted: name the letter first", "WS-6")
    if round_.outcome.tied:
        raise RuleError("a tie comes first", "WS-7")
    if round_.decks < len(round_.to_take):
        raise RuleError("the decks have too few cards: shuffle back what lies under the tops", "WS-4")
    turn = replace(turn, drew=(*turn.drew, *round_.to_take))
    return state.with_round(replace(round_, turn=turn))


def reshuffled(state: State) -> State:
    """Decks empty: what lies under the tops goes back (WS-4, ours)."""
    round_ = current(state)
    under = {seat: len(round_.outcome.piles[seat - 1]) - 1 for seat in tops_of(round_.outcome.piles)}
    if not any(under.values()):
        raise RuleError("nothing lies under the tops that could be shuffled back", "WS-4")
    piles = tuple(pile[under.get(seat, 0) :] for seat, pile in enumerate(round_.piles, 1))
    return state.with_round(replace(round_, piles=piles))
