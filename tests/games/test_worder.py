"""The letter cards rule by rule; WR numbers are those of the rulings."""

import random
from contextlib import suppress
from typing import Any

import pytest
from evening import Run, answered
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError, RuleError
from companion.games.record import Opened, chosen
from companion.games.worder import GAME
from companion.games.worder.board import hint
from companion.games.worder.rules import HOUSE_DECK, deck_text, parsed_deck
from companion.games.worder.spread import is_joined, longest, open_cells, runs_through
from companion.games.worder.state import State
from companion.games.worder.words import Restriction, any_word, asked_for, holds, misfit
from companion.grid import Cell, Grid
from companion.journal import Entry, Stamp
from companion.lexicon import Lexicon
from companion.match import Match, opened_now, resumed
from companion.reading import GridReading, Reading

DECK = "TSLNMCRHD"
LISTED = "TALENT LIGHTS SALUTES TENT TEST TESTS TOSS TALON SLANT ANIMAL"
WORDS = Lexicon.of(dict.fromkeys(LISTED.split(), 35), slurs=["LSLUR"])


class Table:
    """A match at the table, in plain lines."""

    def __init__(self, *names: str, deck: str = "", **switches: str) -> None:
        values = parsed_deck(deck) if deck else {}
        pinned = chosen(GAME.switches, switches)
        self.state: State = GAME.start(
            Opened("", "1.0", names or ("Ann", "Ben"), pinned, "", "", "", deck=values)
        )

    def says(self, *lines: str) -> "Table":
        for line in lines:
            event = GAME.heard(self.state, line)
            after = GAME.apply(self.state, event)
            GAME.check(self.state, event, WORDS)
            self.state = after
        return self

    @property
    def total(self) -> int:
        assert self.state.play
        return self.state.score(self.state.play).total

    def board(self) -> str:
        return "\n".join(GAME.scoreboard(self.state, WORDS).as_lines())


def test_the_printed_words_serve_as_printed() -> None:  # WR-4
    for second in ("LIGHTS", "SALUTES"):
        for cell in ("r1c2", "r2c1"):
            table = Table().says("up L", "must", "place T r1c1 TALENT", f"place S {cell} {second}")
            assert table.total == 2 - 2


REFUSALS = [
    (["must"], "turn up the restriction first (WR-1)"),
    (["up L", "up T"], "turned up already (WR-1)"),
    (["up Q"], "no card of this deck"),
    (["up L", "place T r1c1 TALENT"], "choose first whether words must or cannot use L (WR-1)"),
    (["up L", "must", "cannot"], "was chosen before the first card and stays (WR-1)"),
    (["up L", "must", "place L r1c1 TALENT"], "the restriction, which is never placed (WR-1)"),
    (["up L", "must", "place T r1c1 TALENT", "place T r1c2 TALENT"], "each card is there once (WR-1)"),
    (["up L", "must", "place T r2c1 TALENT"], "the first card lies at the top left, r1c1 (WR-2)"),
    (
        ["up L", "must", "place T r1c1 TALENT", "place S r2c2 LIGHTS"],
        "neither right of nor below a placed card (WR-2)",
    ),
    (["up L", "must", "place T r1c1 TALENT", "place S r1c1 LIGHTS"], "r1c1 is taken by T (WR-2)"),
    (["up L", "must", "place T r1c1"], "a word is needed: T → a word with a T in it and an L in it (WR-3)"),
    (
        ["up L", "must", "place T r1c1 TALENT", "place S r1c2 SLANT"],
        "does not hold T, S in this order (WR-3)",
    ),
    (["up L", "must", "place T r1c1 TENT"], "TENT has no L, which every word must use (WR-4)"),
    (["up L", "cannot", "place T r1c1 TALENT"], "TALENT has the L, which no word may use (WR-4)"),
    (["up L", "must", "place T r1c1 TOIL"], "TOIL is not in the list"),
    (["up L", "must", "place T r1c1 T'LL"], "no word of two or more letters A to Z (WR-4)"),
    (["up L", "must", "accept S r1c1 LSLUR"], "demeans people"),
    (["up L", "must", "stuck L"], "never placed (WR-1)"),
    (["up L", "must", "stuck T", "place S r1c1 SALUTES"], "no game is played"),
    (["up L", "must", "any S r9c9"], "the first card lies at the top left"),
    (["place"], "write it as place S r1c2 LIGHTS"),
    (["dance"], "type help"),
    (["values T1 S1"], "a deck is 9 cards"),
    (["values T1 S1 L2 N2 M4 C3 R1 H5 T3"], "each there once"),
    (["values T1 S1 L2 N2 M4 C3 R1 H5 D0"], "'D0' is no card"),
    (["up L", "values T1 S1 A2 N2 M4 C3 R1 H5 D3"], "the card L was played in this match"),
]


@pytest.mark.parametrize(("lines", "reason"), REFUSALS, ids=[reason for _, reason in REFUSALS])
def test_what_cannot_follow_is_refused_and_changes_nothing(  # WR-1 WR-2 WR-3 WR-4 WR-5
    lines: list[str], reason: str
) -> None:
    table = Table().says(*lines[:-1])
    before = table.state
    with pytest.raises(CompanionError) as refused:
        table.says(lines[-1])
    assert reason in str(refused.value)
    assert table.state == before


def test_every_connection_needs_a_word_and_one_word_may_serve_both() -> None:  # WR-3
    table = Table().says("up L", "cannot", "place T r1c1 TENT", "place S r1c2 TEST")
    table.says("accept N r2c1 TENTS", "accept M r2c2")
    assert [need.run for need in table.state.needs("C", "r2c3")] == ["NMC"]
    assert [need.run for need in table.state.needs("C", "r1c3")] == ["TSC"]
    table.says("accept C r1c3")
    assert [need.run for need in table.state.needs("D", "r2c3")] == ["NMD", "CD"]
    with pytest.raises(RuleError, match=r"does not hold C, D in this order \(WR-3\)"):
        table.says("accept D r2c3 NUMBED")


@pytest.mark.parametrize(
    ("word", "run", "fits"),
    [
        ("TALENT", "T", True), ("LIGHTS", "TS", True), ("SALUTES", "TS", True), ("SALT", "TS", False),
        ("TEST", "TT", True), ("TALE", "TT", False), ("NORM", "NM", True), ("SUM", "NM", False),
    ],
)  # fmt: skip
def test_a_word_holds_the_run_in_table_order(word: str, run: str, fits: bool) -> None:  # WR-3
    assert holds(word, run) is fits


def test_the_prompt_says_what_the_word_must_be() -> None:  # WR-3
    assert asked_for("TL", Restriction("S", "must")) == "T, L → a word with both in this order and an S in it"
    assert asked_for("T", Restriction("L", "cannot")) == "T → a word with a T in it and no L in it"


def test_stuck_removes_the_card_and_ends_the_game_and_another_can_begin() -> None:  # WR-5
    table = Table().says("up L", "must", "place T r1c1 TALENT", "stuck M")
    assert "M is removed" in table.board()
    assert table.says("up T").state.play.letter == "T"  # type: ignore[union-attr]


def test_a_refused_word_costs_nothing() -> None:  # WR-5
    table = Table().says("up L", "must")
    with pytest.raises(RuleError):
        table.says("place T r1c1 TENT")
    assert table.says("place T r1c1 TALENT").total == 1 - 2


def placed(method: str, *cards: str) -> Table:
    table = Table().says("up L", method)
    return table.says(*(f"accept {card[0]} {card[1:]}" for card in cards))


BEST = ("Tr1c1", "Sr1c2", "Nr1c3", "Mr1c4", "Cr1c5", "Rr2c1", "Hr3c1", "Dr4c1")


@pytest.mark.parametrize(
    ("method", "cards", "total"),
    [
        ("must", (), 0 - 2),
        ("cannot", (), 0 + 2),
        ("must", ("Tr1c1",), 1 - 2),
        ("must", BEST, 20 - 2),
        ("cannot", BEST, 20 + 2),
        ("cannot", ("Tr1c1", "Sr2c1", "Nr3c1", "Mr3c2", "Cr3c3"), 9 + 2),
    ],
)
def test_the_score_is_row_times_column_and_the_restriction(  # WR-6
    method: str, cards: tuple[str, ...], total: int
) -> None:
    table = placed(method, *cards)
    assert table.total == total
    assert f"= {total}" in table.board()


def test_all_eight_placed_end_the_game() -> None:  # WR-5
    table = placed("must", *BEST)
    assert table.state.running is None
    assert "The game is over: 18 points" in table.board()


def joined(cells: set[Cell]) -> bool:
    return all(is_joined(dict.fromkeys(cells, "X"), cell) for cell in cells)


def test_no_eight_cards_make_more_than_twenty() -> None:  # WR-6
    """Every shape of eight cards is grown card by card; shapes, not orders, are counted."""
    shapes: set[frozenset[Cell]] = {frozenset([Cell(0, 0)])}
    for _ in range(7):
        shapes = {shape | {cell} for shape in shapes for cell in open_cells(dict.fromkeys(shape, "X"))}
    products = [row * column for row, column in (longest(dict.fromkeys(shape, "X")) for shape in shapes)]
    assert max(products) == 20


def test_turns_go_round_and_only_the_seat_whose_turn_it_is_places() -> None:  # WR-7
    table = Table("Ann", "Ben", play="turns").says("up L", "must", "place T r1c1 TALENT")
    assert table.state.turn == 2
    event = GAME.event("placed", {"letter": "S", "cell": "r1c2", "across": "LIGHTS", "seat": 1})
    with pytest.raises(RuleError, match=r"it is the turn of Ben \(WR-7\)"):
        GAME.apply(table.state, event)
    assert GAME.apply(table.state, GAME.event("placed", event.fields() | {"seat": 2})).turn == 1


def test_no_word_twice_is_a_switch() -> None:  # WR-7
    lines = ("up L", "cannot", "place T r1c1 TESTS", "place S r1c2 TESTS")
    assert Table().says(*lines).total == 2 + 2
    with pytest.raises(RuleError, match=r"TESTS was said before, and no word may be repeated \(WR-7\)"):
        Table(no_repeats="on").says(*lines)


def test_a_hint_is_answered_and_recorded() -> None:  # WR-7
    table = Table().says("up L", "must", "place T r1c1 TALENT", "any S r1c2", "any C")
    assert [seat.assistance for seat in GAME.standings(table.state, WORDS).seats] == [2, 2]
    assert "there is no word in the list for C anywhere" in table.board()
    assert "a word in the list for S at r1c2" in "".join(
        GAME.scoreboard(
            Table().says("up L", "must", "place T r1c1 TALENT", "any S r1c2").state, WORDS
        ).as_lines()
    )


def test_with_no_word_twice_a_hint_leaves_out_what_was_said() -> None:  # WR-7
    restriction, only = Restriction("L", "cannot"), Lexicon.of({"TENT": 10})
    assert any_word(only, "T", restriction, DECK)
    assert not any_word(only, "T", restriction, DECK, ["TENT"])
    assert any_word(Lexicon.of({"TENT": 10, "TEXT": 10, "TAUNT": 10}), "T", restriction, DECK, ["TENT"])


def test_a_word_said_that_the_list_does_not_hold_leaves_those_it_does() -> None:  # WR-7
    only = Lexicon.of({"TENT": 10})
    assert any_word(only, "T", Restriction("L", "cannot"), DECK, ["TANT"])


@given(
    run=st.permutations(DECK).map("".join).flatmap(lambda deck: st.integers(1, 4).map(lambda n: deck[:n])),
    letter=st.sampled_from(DECK),
    method=st.sampled_from(["must", "cannot"]),
    used=st.sets(st.sampled_from(LISTED.split())),
)
def test_a_hint_says_what_a_walk_through_the_list_says(  # WR-7
    run: str, letter: str, method: str, used: set[str]
) -> None:
    restriction = Restriction(letter, method)
    walked = any(misfit(word, run, restriction) is None for word in WORDS if word not in used)
    assert any_word(WORDS, run, restriction, DECK, used) is walked


@given(st.text(), st.text(), st.text())
def test_malicious_cards_cells_and_words_are_refused_with_a_sentence(
    letter: str, cell: str, word: str
) -> None:
    table = Table().says("up L", "must")
    event = GAME.event("placed", {"letter": letter, "cell": cell, "across": word})
    with pytest.raises(CompanionError):
        GAME.check(GAME.apply(table.state, event), event, WORDS)
    assert table.state.needs(letter, cell) == () or (letter, cell) in [(c, "r1c1") for c in DECK]


def test_values_are_filled_in_once_and_the_score_follows() -> None:
    table = placed("must", "Tr1c1").says("values T1 S1 L7 N2 M4 C3 R1 H5 D3")
    assert table.total == 1 - 7
    assert "house deck" not in table.board()
    assert "house deck" in Table().board()
    assert Table(deck="T1 S1 L7 N2 M4 C3 R1 H5 D3").state.filled_in
    assert deck_text(parsed_deck(HOUSE_DECK)) == HOUSE_DECK


def cards_seen(*rows: str, values: tuple[tuple[int | None, ...], ...]) -> Reading:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return Reading("cards", (GridReading(Grid.parse("/".join(rows)), 0, corners, values=values),))


def offered(table: Table, reading: Reading | None) -> list[str]:
    cards = table.state.offered(reading)
    return [f"{card.letter}{card.value or ''}{'!' if card.seen else ''}" for card in cards]


def test_the_deck_is_offered_with_the_numbers_that_the_eye_sees() -> None:
    table = Table()
    assert offered(table, None) == HOUSE_DECK.split()
    some = cards_seen("TS", "L.", values=((4, None), (9, None)))
    assert offered(table, some) == ["T4!", "S1", "L9!", "N2", "M4", "C3", "R1", "H5", "D3"]
    nine = cards_seen("TSA", "EIO", "NMR", values=((1, 2, 3), (4, 5, 6), (None, 7, 11)))
    assert offered(table, nine) == ["A3!", "E4!", "I5!", "M7!", "N2", "O6!", "R1", "S2!", "T1!"]


@pytest.mark.parametrize("text", ["T 1 S 1 L 2 N 2 M 4 C 3 R 1 H 5 D 3", "  t 1\ts1 L  2 N2 M4 C3 R1 H5 D3"])
def test_a_blank_may_stand_between_letter_and_value(text: str) -> None:
    assert deck_text(parsed_deck(text)) == HOUSE_DECK


@pytest.mark.parametrize("text", ["T  S 1 L 2", "T 1 1 S", "1 T 1 S 2 L", "T 12 S 1", "TS 1"])
def test_letters_without_their_values_are_no_deck(text: str) -> None:
    with pytest.raises(RuleError, match=r"is no card|a deck is 9 cards"):
        parsed_deck(text)


SCORES = [
    ("TSNM/R.../H...", ("--must", "L", "--value", "2"), (4, 3, 12, -2, 10)),
    ("TSNM/R.../H...", ("--cannot", "l", "--value", "2"), (4, 3, 12, 2, 14)),
    (".", ("--must", "L", "--value", "2"), (0, 0, 0, -2, -2)),
    ("TSNMC/R..../H..../D....", ("--must", "L", "--value", "7"), (5, 4, 20, -7, 13)),
]


@pytest.mark.parametrize(("rows", "options", "expected"), SCORES)
def test_score_counts_laid_rows(  # WR-6
    rows: str, options: tuple[str, ...], expected: tuple[int, ...], run: Run
) -> None:
    values = answered(run("score", "worder", rows, *options, "--json"))
    assert tuple(values.values()) == expected
    assert list(values) == ["row", "column", "product", "restriction", "score"]


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ("TT", "WR-1"),
        ("TL", "WR-1"),
        ("T.S", "WR-2"),
        (".T", "WR-2"),
        ("T./.S", "WR-2"),
        ("TSNMCRHDA", "WR-1"),
    ],
)
def test_rows_that_cannot_lie_like_this_are_a_no(rows: str, rule: str, run: Run) -> None:  # WR-1 WR-2
    values = answered(run("score", "worder", rows, "--must", "L", "--value", "2", "--json"), 1)
    assert f"({rule})" in values["refused"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--value", "2"), "say --must L or --cannot L"),
        (("--must", "L", "--cannot", "T", "--value", "2"), "one of the two"),
        (("--must", "LL", "--value", "2"), "the restriction is one letter"),
        (("--must", "L"), "--value ''"),
        (("--must", "L", "--value", "-1"), "give the number on the card"),
    ],
)
def test_options_that_say_nothing_are_bad_input(options: tuple[str, ...], complaint: str, run: Run) -> None:
    ran = run("score", "worder", "TS", *options)
    assert ran.code == 2
    assert complaint in ran.complaint


@pytest.mark.parametrize(
    ("word", "options", "reason"),
    [
        ("TALENT", ("--run", "T", "--must", "L"), None),
        ("SALUTES", ("--run", "TS", "--must", "L"), None),
        ("SALT", ("--run", "TS", "--must", "L"), "SALT does not hold T, S in this order (WR-3)"),
        ("TOSS", ("--run", "TS", "--must", "L"), "TOSS has no L, which every word must use (WR-4)"),
        ("TOLLS", ("--run", "TS", "--cannot", "L"), "TOLLS has the L, which no word may use (WR-4)"),
        ("TLXS", ("--run", "TS", "--must", "L"), "not in the list"),
    ],
)
def test_judge_asks_the_run_as_well(  # WR-3 WR-4
    word: str, options: tuple[str, ...], reason: str | None, run: Run
) -> None:
    values = answered(run("judge", word, *options, "--json"), 0 if reason is None else 1)
    assert values["words"][0]["reason"] == reason
    assert values["verdict"] == ("valid" if reason is None else "not valid")


class Remembered:
    """A journal in memory: two hundred matches need no disk."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}

    def append(self, match: str, *entries: Entry) -> None:
        self.entries.setdefault(match, []).extend(entries)

    def read(self, match: str) -> tuple[Entry, ...]:
        return tuple(self.entries.get(match, ()))


STAMP = Stamp("2026-01-02T19:30:00+01:00", "a-boot", 7)


def random_line(match: Match, dice: random.Random) -> str:
    """Something that may be said now, often right, sometimes not."""
    state = match.view.state
    play = state.play
    if play is None or state.is_over(play):
        return f"up {dice.choice(DECK)}"
    if not play.method:
        return dice.choice(["must", "cannot"])
    letter, cell = dice.choice(DECK), dice.choice(state.open_cells() or ("r1c1",))
    words = dice.choices(LISTED.split(), k=2)
    return dice.choices(
        [
            f"accept {letter} {cell}",
            f"place {letter} {cell} {' '.join(words)}",
            f"any {letter}",
            f"stuck {letter}",
        ],
        weights=[6, 6, 1, 0.5],
    )[0]


def holds_together(match: Match) -> None:
    """What no match may ever break."""
    for play in match.view.state.plays:
        spread = play.spread
        assert len(spread) == len(play.cards) <= 8
        assert play.letter not in spread.values()
        assert len(set(spread.values())) == len(spread)
        assert joined(set(spread))
        score = match.view.state.score(play)
        assert score.product <= 20
        for card in play.cards:
            for word in filter(None, (card.across, card.down)):
                assert (play.letter in word) is (play.method == "must")
    for play in match.view.state.plays:
        before = dict[Cell, str]()
        for card in play.cards:
            before[card.cell] = card.letter
            across, down = runs_through(before, card.cell)
            assert all(holds(w, r) for w, r in ((card.across, across), (card.down, down)) if w)


def corrected(match: Match, dice: random.Random) -> None:
    of = dice.randrange(1, len(match.view.entries) + 1)
    with suppress(CompanionError):
        if dice.random() < 0.5:
            match.strike(of)
        else:
            match.amend(of, GAME.heard(match.view.state, random_line(match, dice)))


def test_two_hundred_random_matches_hold_together_and_replay_alike() -> None:
    journal: Any = Remembered()
    for seed in range(200):
        dice = random.Random(seed)
        switches = {"play": dice.choice(["together", "turns"]), "no_repeats": dice.choice(["off", "on"])}
        match = opened_now(journal, f"m{seed}", GAME, ["Ann", "Ben"], WORDS, lambda: STAMP, switches=switches)
        at = dice.randrange(5, 20)
        for number in range(20):
            before = match.view
            try:
                match.commit(GAME.heard(match.view.state, random_line(match, dice)))
            except CompanionError:
                assert match.view is before
            if number == at:
                corrected(match, dice)
            holds_together(match)
        again = resumed(journal, f"m{seed}", WORDS, lambda: STAMP)
        assert again.view.state == match.view.state
        assert again.view.standings(WORDS) == match.view.standings(WORDS)


def test_a_hint_over_the_whole_list_agrees_with_the_table(words: Lexicon) -> None:  # WR-7
    table = placed("cannot", *BEST[:4])
    assert table.state.play
    assert hint(table.state, table.state.play, "C", "r1c5", words) is any(
        misfit(word, "TSNMC", Restriction("L", "cannot")) is None for word in words
    )
