"""Matches that play themselves, seeded: what may never break holds after every entry.

`pytest --matches 200` plays two hundred of each kind.
"""

import random
from collections.abc import Callable

import pytest
from club import STAMP, all_tiles, remembered
from slow_club import all_words, lying, play_score

from companion.errors import CompanionError, RuleError
from companion.games.record import Event
from companion.games.word_club import GAME
from companion.games.word_club.events import (
    EVENTS,
    Accepted,
    Challenged,
    Exchanged,
    Hinted,
    Passed,
    Placed,
    Racked,
    Resigned,
)
from companion.games.word_club.finder import Found, moves
from companion.games.word_club.rules import VERSIONS
from companion.games.word_club.state import State
from companion.lexicon import Lexicon
from companion.match import Match, opened_now, resumed

Player = Callable[[State, list[Found], random.Random], Event]
MOST_TURNS = 200


@pytest.fixture(scope="module")
def short_words(words: Lexicon) -> Lexicon:
    """Short familiar words: a list that is quick to search."""
    known = {word: 10 for word in words if len(word) <= 5 and (words.tier(word) or 99) <= 35}
    return Lexicon.of(known, name="short")


def greedy(state: State, found: list[Found], dice: random.Random) -> Event:
    """Always what scores most; without a move the whole rack is exchanged, or the turn passed."""
    if found:
        return Placed(state.turn, str(found[0].move))
    return exchanged(state, len(state.player(state.turn).rack))


def careless(state: State, found: list[Found], dice: random.Random) -> Event:
    """Anything that may be done, now and then something rash."""
    seat, throw = state.turn, dice.random()
    others = [each for each in state.here if state.pending and each != state.pending.seat]
    if state.is_out:
        return Accepted() if throw < 0.5 else Challenged(dice.choice(others))
    if others and throw < 0.2:
        return Challenged(dice.choice(others))
    if throw < 0.22:
        return Resigned(dice.choice(state.here), "yes")
    if throw < 0.3 and not (state.hinted or state.is_table):
        return Hinted(seat)
    if throw < 0.4:
        return exchanged(state, dice.randint(1, len(state.player(seat).rack)))
    if throw < 0.5 or not found:
        return Passed(seat)
    return Placed(seat, str(dice.choice(found).move))


def exchanged(state: State, number: int) -> Event:
    held = state.player(state.turn).rack
    drawn = min(7 - len(state.player(state.pending.seat).rack), len(state.bag)) if state.pending else 0
    if len(state.bag) - drawn < 7:
        return Passed(state.turn)
    return Exchanged(state.turn, "", number) if state.is_table else Exchanged(state.turn, held[:number])


RASH = ["", "CAT", "CATS D5>", "ZZZ E5v", "QUIZ A1>", "_", "1234567", "é", "A" * 400, "AT E5>", "cat E5v"]


def malicious(dice: random.Random) -> Event | None:
    """An entry with fields that somebody made up; None where they are of no such type."""
    event = dice.choice(EVENTS)
    wild = [-1, 0, 1, 2, 3, 9, 10**9, None, "yes", ("CAT",), 1.5, *RASH]
    names = list(event.__annotations__)
    values = {name: dice.choice(wild) for name in names if name not in ("kind", "says", "secret")}
    try:
        return GAME.event(event.kind, values)
    except CompanionError:
        return None


def holds_together(match: Match, seen: int) -> int:
    """What no match may ever break; turns that were looked at before are not scored again."""
    state = match.view.state
    if not state.is_table:
        assert all_tiles(state) == "".join(sorted(state.rules.tiles))
    assert len(all_tiles(state)) == len(state.rules.tiles)
    for turn in state.turns[seen:]:
        if turn.move and not turn.off:
            assert turn.points == play_score(str(turn.before), str(turn.board), state.rules.version)
        elif not turn.what.startswith("challenged"):
            assert turn.points == 0
    if state.checks:
        assert all(word.upper() in match.lexicon for word, _ in all_words(lying(str(state.board))))
    if state.ending is None:
        assert len(state.here) > 1
        assert any(state.quiet.count(seat) < 3 for seat in state.here)
        assert state.bag or state.is_out or all(state.player(seat).rack for seat in state.here)
    return max(0, len(state.turns) - 1)


def adds_up(match: Match) -> None:
    """The result from its parts: turns, and what the end took or gave."""
    state, table = match.view.state, match.view.standings(match.lexicon)
    ended = state.ending.how if state.ending else ""
    for seat, player in zip(table.seats, state.players, strict=True):
        own = sum(turn.points for turn in state.turns if turn.seat == player.number)
        lost = state.rules.sum_of(player.rack) if ended in ("out", "quiet") and player.here else 0
        gained = sum(state.rules.sum_of(rack) for rack in state.racks) if ended == "out" else 0
        went_out = state.ending and state.ending.seat == player.number
        assert seat.points == own - lost + (gained if went_out else 0)
    best = max((seat.points for seat in table.seats if not seat.resigned), default=0)
    if ended != "resigned":
        assert set(table.winners) == {s.seat for s in table.seats if not s.resigned and s.points == best}


def unsettled(match: Match, dice: random.Random) -> None:
    """A strike or an amendment somewhere: it fits, or is refused by a rule that names the entry."""
    before, of = match.view, dice.randrange(1, len(match.view.entries) + 1)
    refused: CompanionError | None = None
    try:
        if dice.random() < 0.5:
            match.strike(of)
        else:
            entry = before.entries[of - 1]
            event = malicious(dice) if dice.random() < 0.5 else Passed(dice.randint(1, 2))
            match.amend(of, event if event and event.kind == entry.kind else Placed(1, "AT E5>"))
    except CompanionError as error:
        refused = error
    assert refused is None or match.view is before
    if isinstance(refused, RuleError):
        assert "entry" in str(refused) or refused.rule or "not in the list" in str(refused)


def played(seed: int, rules: str, player: Player, listed: Lexicon) -> Match:
    """A whole match, with something malicious and a correction in its midst."""
    dice = random.Random(f"{seed} {rules}")
    wild = player is careless
    switches = {"challenge": dice.choice(["off", "off", "single", "double", "minus5"]) if wild else "off"}
    switches["tries"] = dice.choice(["off", "2"]) if wild else "off"
    journal, names = remembered(), "ABCD"[: dice.randint(2, 4)]
    match = opened_now(
        journal, "m", GAME, list(names), listed, lambda: STAMP, rules, switches, seed=f"seed {seed}"
    )
    seen, correct_at = 0, dice.randrange(2, 20) if wild else MOST_TURNS
    for number in range(MOST_TURNS):
        state = match.view.state
        if state.ending is not None:
            break
        if wild and (offered := malicious(dice)):
            refused_or_taken(match, offered)
            state = match.view.state
            if state.ending is not None:
                break
        rack = state.player(state.turn).rack
        found = (
            []
            if wild and "_" in rack and dice.random() < 0.8
            else moves(state.board, rack, state.rules, listed)
        )
        match.commit(player(state, found, dice))
        seen = holds_together(match, seen)
        if number == correct_at:
            unsettled(match, dice)
            seen = holds_together(match, 0)
    again = resumed(journal, "m", listed, lambda: STAMP)
    assert again.view.state == match.view.state
    assert match.view.standings(listed) == again.view.standings(listed)
    adds_up(match)
    return match


def refused_or_taken(match: Match, offered: Event) -> None:
    before = match.view
    try:
        match.commit(offered)
    except CompanionError:
        assert match.view is before
        assert before.state == match.view.state


@pytest.mark.slow
@pytest.mark.parametrize("rules", VERSIONS)
def test_greedy_matches_hold_together_to_their_end(
    rules: str, matches: range, words: Lexicon
) -> None:  # WC-4 WC-5 WC-8
    endings = [played(seed, rules, greedy, words).view.state.ending for seed in matches]
    assert all(ending is not None for ending in endings)


@pytest.mark.slow
@pytest.mark.parametrize("rules", VERSIONS)
def test_careless_matches_hold_together_to_their_end(  # WC-4 WC-7 WC-9 WC-10
    rules: str, matches: range, short_words: Lexicon
) -> None:
    endings = [played(seed, rules, careless, short_words).view.state.ending for seed in matches]
    assert any(ending is not None for ending in endings)


def test_a_thousand_made_up_entries_leave_a_match_as_it_was() -> None:
    dice = random.Random(7)
    match = opened_now(
        remembered(), "m", GAME, ["A", "B"], Lexicon.of({"AT": 10}), lambda: STAMP, "1.1", seed="seed"
    )
    for _ in range(1000):
        if offered := malicious(dice):
            refused_or_taken(match, offered)
            holds_together(match, 0)


def test_a_table_match_counts_its_tiles(short_words: Lexicon) -> None:  # WC-15
    journal = remembered()
    match = opened_now(
        journal, "m", GAME, ["A", "B"], short_words, lambda: STAMP, "1.0", {"play": "table"}, seed="s"
    )
    dice = random.Random(3)
    while match.view.state.ending is None:
        state = match.view.state
        found = moves(state.board, "AERSTNO", state.rules, short_words)[:40]
        fitting = [f for f in found if sum(1 for _ in f.move.word) <= len(state.player(state.turn).rack)]
        match.commit(careless(state, fitting, dice))
        holds_together(match, 0)
    for seat in match.view.state.waits_for:
        match.commit(Racked(seat, "E" * len(match.view.state.player(seat).rack)))
    adds_up(match)
