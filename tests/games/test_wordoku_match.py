"""A match from the first round to the winner, rule by rule; WK numbers are those of the rulings."""

import pytest

from companion import lexicon
from companion.errors import CompanionError, RuleError
from companion.games.record import Opened, Standings, chosen
from companion.games.wordoku import GAME
from companion.games.wordoku.rules import SWITCHES
from companion.games.wordoku.standings import result, winner_sentence
from companion.games.wordoku.state import State, pile
from companion.lexicon import Lexicon

LATIN = "csqo/sqoc/qocs/ocsq"
EXPERT = "csqod/sqodc/qodcs/odcsq/dcsqo"
# Grids of so many points under WORDS: every line of a Latin square of symbols is balanced.
WORDS = Lexicon.of(dict.fromkeys(("AB", "ABC", "ABCD", "EF", "GH"), 35) | {"XYZ": 80})
GRIDS = {
    0: "ZZZZ/ZZZZ/ZZZZ/ZZZZ",
    4: "ABZZ/ZZZZ/ZZZZ/ZZZZ",
    6: "ABCZ/ZZZZ/ZZZZ/ZZZZ",
    8: "ABCD/ZZZZ/ZZZZ/ZZZZ",
    10: "ABCZ/ABZZ/ZZZZ/ZZZZ",
    12: "ABCZ/ABCZ/ZZZZ/ZZZZ",
    16: "ABCD/ABCD/ZZZZ/ZZZZ",
}


class Table:
    """A match at the table, in the words of the table."""

    def __init__(self, *names: str, lexicon: Lexicon = WORDS, **switches: str) -> None:
        opened = Opened("", "1.0", names, chosen(SWITCHES, switches), "", "", "")
        self.lexicon, self.state = lexicon, GAME.start(opened)

    def say(self, *lines: str) -> "Table":
        for line in lines:
            event = GAME.heard(self.state, line)
            after: State = GAME.apply(self.state, event)
            GAME.check(self.state, event, self.lexicon)
            self.state = after
        return self

    def play(self, **grids: str) -> "Table":
        """One whole round in which everybody named lays a grid that looks right."""
        self.say("begin", "bell")
        for name, grid in grids.items():
            self.say(f"grid {name} {grid} {LATIN}", f"ok {name}")
        return self

    def play_points(self, **points: int) -> "Table":
        return self.play(**{name: GRIDS[number] for name, number in points.items()})

    @property
    def standings(self) -> Standings:
        return GAME.standings(self.state, self.lexicon)

    def tokens(self) -> dict[str, tuple[int, int]]:
        return {seat.name: (seat.awards["victor"], seat.awards["best"]) for seat in self.standings.seats}

    def sentence(self, number: int = -1) -> str:
        return result(self.state, self.lexicon).awarded[number].sentence

    def winners(self) -> list[str]:
        return [seat.name for seat in self.standings.seats if seat.seat in self.standings.winners]

    def board(self) -> str:
        return "\n".join(GAME.scoreboard(self.state, self.lexicon).as_lines())


@pytest.mark.parametrize(
    ("names", "size", "fits"),
    [
        (1, "standard", True),
        (6, "standard", True),
        (6, "expert", True),
        (0, "standard", False),
        (7, "expert", False),
    ],
)
def test_one_to_six_players_sit_down(names: int, size: str, fits: bool) -> None:  # WK-1
    seats = [f"P{number}" for number in range(names)]
    if fits:
        assert len(Table(*seats, size=size).state.seats) == names
    else:
        with pytest.raises(RuleError, match="WK-1"):
            Table(*seats, size=size)


def test_the_bell_is_due_five_or_ten_minutes_after_the_round_began() -> None:  # WK-1
    for size, ms in ("standard", 300_000), ("expert", 600_000):
        table = Table("Ann", size=size)
        assert GAME.due(table.state) is None
        table.state = GAME.apply(table.state, GAME.event("begun", {"at_ms": 7_000}))
        due = GAME.due(table.state)
        assert due is not None
        assert (due.at_ms, due.event.kind) == (ms + 7_000, "bell")
        assert GAME.due(table.say("bell").state) is None


REFUSALS = [
    (["bell"], "no round is running"),
    (["begin", "begin"], "round 1 is not over yet"),
    (["begin", f"grid Ann {GRIDS[0]} {LATIN}"], "it has not rung (WK-10)"),
    (["begin", "bell", "bell"], "no round is running"),
    (["begin", "bell", "swap Ann star"], "no round is running (WK-11)"),
    (["swap Ann star"], "no round is running (WK-11)"),
    (["begin", "swap Ann diamond"], "'d' is no symbol of this game"),
    (["begin", "bell", "ok Ann"], "seat 1 has no grid yet"),
    (["begin", "bell", f"grid Ann ABCDE/ABCDE/ABCDE/ABCDE/ABCDE {EXPERT}"], "4 rows of 4 (WK-1)"),
    (["begin", "bell", f"grid Ann {GRIDS[0]} csqo/csqo/csqo/csqd"], "diamond at r4c4"),
    (["begin", "bell", f"grid Ann {GRIDS[0]} {LATIN}", "ok Ann", "ok Ann"], "looks right already"),
    (
        ["begin", "bell", f"grid Ann {GRIDS[0]} {LATIN}", "ok Ann", f"grid Ann {GRIDS[8]} {LATIN}"],
        "correct single cells instead",
    ),
    (
        ["begin", "bell", f"grid Ann {GRIDS[8]} {LATIN}", "claim Ann row1 ABC"],
        "shorter than a word of 4 letters",
    ),
    (["begin", "bell", f"grid Ann {GRIDS[8]} {LATIN}", "claim Ann row9 ABC"], "no line is named 'row9'"),
    (["begin", "bell", f"grid Ann {GRIDS[8]} {LATIN}", "wild Ann r1c1 E"], "no wild lies at r1c1 (WK-7)"),
    (["begin", "bell", f"grid Ann *BCD/ZZZZ/ZZZZ/ZZZZ {LATIN}", "wild Ann r1c1 EE"], "one letter A to Z"),
    (["leave Ann", "leave Ann"], "nobody sits at seat 1"),
    (["join Cid", "join Dan", "join Eve", "join Fay", "join Gus"], "all 6 seats are taken (WK-1)"),
    (["rename Ann " + "x" * 41], "1 to 40 signs"),
    (["hello"], "says nothing here"),
    (["leave Zoe"], "nobody is called 'Zoe': give the number of the seat (1 Ann, 2 Ben)"),
    (["begin", "join Cid", "swap Cid star"], "plays from the next round on"),
    (["begin", "bell", "filler Ann r1c1"], "seat 1 has no grid yet"),
]


@pytest.mark.parametrize(("lines", "reason"), REFUSALS, ids=[reason for _, reason in REFUSALS])
def test_what_cannot_follow_is_refused_and_changes_nothing(lines: list[str], reason: str) -> None:
    table = Table("Ann", "Ben").say(*lines[:-1])
    before = table.state
    with pytest.raises(CompanionError) as refused:
        table.say(lines[-1])
    assert reason in str(refused.value)
    assert table.state == before


def test_three_rounds_are_played_and_no_fourth() -> None:  # WK-1
    table = Table("Ann").play_points(Ann=4).play_points(Ann=6).play_points(Ann=8)
    with pytest.raises(RuleError, match="all 3 rounds are played"):
        table.say("begin")


def test_the_highest_score_takes_the_victor() -> None:  # WK-12
    table = Table("Ann", "Ben", "Cid").play_points(Ann=8, Ben=12, Cid=4)
    assert table.tokens() == {"Ann": (0, 0), "Ben": (1, 0), "Cid": (0, 0)}
    assert table.sentence() == "Ben takes the Victor with 12 points."


def test_a_tie_goes_to_the_fewest_wild_tiles_whether_or_not_they_make_a_word() -> None:  # WK-12
    table = Table("Ann", "Ben").play(Ann="ABCD/ZZZZ/ZZZZ/ZZZ*", Ben="ABCD/ZZZZ/ZZZZ/ZZZZ")
    assert table.sentence() == "Ann and Ben tie at 8; Ben takes the Victor with the fewest wild tiles (0)."


def test_a_filler_is_no_wild_in_a_tie() -> None:  # WK-12
    table = Table("Ann", "Ben").play(Ann="ABCD/ZZZZ/ZZZZ/ZZZ#", Ben="ABCD/ZZZZ/ZZZZ/ZZZ*")
    assert table.sentence() == "Ann and Ben tie at 8; Ann takes the Victor with the fewest wild tiles (0)."


def test_then_to_the_most_balanced_words_without_a_wild_in_them() -> None:  # WK-12
    table = Table("Ann", "Ben").play(Ann="ABCD/ZZZZ/ZZZZ/ZZZZ", Ben="ABZZ/EFZZ/ZZZZ/ZZZZ")
    assert table.sentence() == (
        "Ann and Ben tie at 8; Ben takes the Victor with the most balanced words without a wild (2)."
    )


def test_a_wild_in_the_line_but_not_in_the_word_leaves_the_word_pure() -> None:  # WK-12
    table = Table("Ann", "Ben").play(Ann="ABZ*/EFZZ/ZZZZ/ZZZZ", Ben="ABCD/ZZZZ/ZZZZ/ZZZ*")
    assert table.sentence().startswith("Ann and Ben tie at 8; Ann takes the Victor with the most balanced")


def test_those_still_level_each_take_a_personal_best_and_nobody_the_victor() -> None:  # WK-12
    table = Table("Ann", "Ben", "Cid").play_points(Ann=8, Ben=8, Cid=4)
    assert table.tokens() == {"Ann": (0, 1), "Ben": (0, 1), "Cid": (0, 0)}
    assert table.sentence() == (
        "Ann and Ben tie at 8; nothing parts Ann and Ben, "
        "so each takes a Personal Best and nobody the Victor."
    )


def test_each_step_of_a_tie_is_only_among_those_still_tied() -> None:  # WK-12
    """Cid has the most pure words but fell out at the wilds."""
    table = Table("Ann", "Ben", "Cid").play(
        Ann="ABCD/ZZZZ/ZZZZ/ZZZZ", Ben="ABCD/ZZZZ/ZZZZ/ZZZZ", Cid="ABZZ/EFZZ/ZZZZ/ZZZ*"
    )
    assert table.sentence() == (
        "Ann, Ben and Cid tie at 8; nothing parts Ann and Ben, "
        "so each takes a Personal Best and nobody the Victor."
    )


def test_beating_all_own_earlier_rounds_takes_a_personal_best_on_top() -> None:  # WK-13
    table = Table("Ann", "Ben").play_points(Ann=8, Ben=6).play_points(Ann=12, Ben=6)
    assert table.tokens() == {"Ann": (2, 1), "Ben": (0, 0)}  # equalling is not beating
    table.play_points(Ann=10, Ben=8)
    assert table.tokens() == {"Ann": (3, 1), "Ben": (0, 1)}


def test_a_tie_token_and_an_improvement_in_the_same_round_are_two() -> None:  # WK-12, WK-13
    table = Table("Ann", "Ben").play_points(Ann=4, Ben=4).play_points(Ann=8, Ben=8)
    assert table.tokens() == {"Ann": (0, 3), "Ben": (0, 3)}
    assert table.sentence().endswith("Ann and Ben beat their own bests and each take a Personal Best.")


def test_a_late_joiners_first_round_is_a_baseline_but_can_win_the_victor() -> None:  # WK-13
    table = Table("Ann", "Ben").play_points(Ann=8, Ben=6).say("join Cid").play_points(Ann=6, Ben=6, Cid=12)
    assert table.tokens()["Cid"] == (1, 0)
    assert [seat.rounds for seat in table.standings.seats] == [(8, 6), (6, 6), (None, 12)]


def test_who_joins_while_a_round_runs_plays_from_the_next_one_on() -> None:
    table = Table("Ann", "Ben").say("begin", "join Cid", "bell")
    table.say(f"grid Ann {GRIDS[4]} {LATIN}", f"grid Ben {GRIDS[6]} {LATIN}", "ok Ann", "ok Ben")
    assert table.state.open_round is None
    assert "Cid: 0 points; plays from" not in table.board()
    assert table.say("begin").state.rounds[-1].seats == (1, 2, 3)


def test_practising_alone_brings_bests_but_no_victor() -> None:  # WK-13
    table = Table("Ann").play_points(Ann=4).play_points(Ann=8)
    assert table.tokens() == {"Ann": (0, 1)}
    assert table.sentence(0) == "No token this round."
    assert table.sentence(1) == "Ann beats the own best and takes a Personal Best."


def test_who_leaves_holds_up_nobody_and_keeps_the_tokens() -> None:
    table = Table("Ann", "Ben").play_points(Ann=12, Ben=4).say("begin", "bell")
    table.say(f"grid Ben {GRIDS[4]} {LATIN}", "ok Ben", "leave Ann")
    assert table.state.open_round is None
    assert table.tokens() == {"Ann": (1, 0), "Ben": (1, 0)}  # the Victor of a round that the other one left
    assert table.winners() == ["Ann"]  # by the best round
    assert table.standings.seats[0].resigned


def test_leaving_after_the_last_round_changes_nothing() -> None:
    table = Table("Ann").play_points(Ann=4).play_points(Ann=6).play_points(Ann=8).say("leave Ann")
    assert table.winners() == ["Ann"]


def test_a_round_that_nobody_finished_keeps_its_number() -> None:
    table = Table("Ann", "Ben").say("begin", "leave Ann", "leave Ben", "bell", "join Ann", "join Ben")
    table.play_points(Ann=8, Ben=4)
    assert "Round 1\n  No token this round.\nRound 2\n  Ann takes the Victor" in table.board()


def test_who_leaves_and_comes_back_has_the_same_seat() -> None:
    table = Table("Ann", "Ben").play_points(Ann=8, Ben=4).say("leave Ann", "join Ann")
    assert [(seat.number, seat.name, seat.here) for seat in table.state.seats] == [
        (1, "Ann", True),
        (2, "Ben", True),
    ]


def test_leaving_in_mid_round_and_coming_back_does_not_open_the_round_again() -> None:
    table = Table("Ann", "Ben").say(
        "begin", "bell", f"grid Ben {GRIDS[4]} {LATIN}", "ok Ben", "leave Ann", "join Ann"
    )
    assert table.state.open_round is None
    assert table.say("begin").state.rounds[-1].seats == (1, 2)


@pytest.mark.parametrize(
    ("rounds", "winners"),
    [
        ([(8, 4), (8, 4), (8, 4)], ["Ann"]),
        ([(8, 4), (4, 6), (4, 6)], ["Ben"]),  # Ben: two Victors and a Personal Best
        ([(4, 6), (8, 10), (12, 16)], ["Ben"]),
        ([(12, 4), (4, 12), (0, 0)], ["Ben"]),
        ([(8, 8), (4, 4), (0, 0)], ["Ann", "Ben"]),  # level in tokens and best round: shared
    ],
)
def test_most_tokens_win_then_the_best_round_then_it_is_shared(
    rounds: list[tuple[int, int]], winners: list[str]
) -> None:  # WK-14
    table = Table("Ann", "Ben")
    for ann, ben in rounds:
        table.play_points(Ann=ann, Ben=ben)
    assert table.winners() == winners


def test_equal_tokens_are_settled_by_the_best_single_round_and_said_so() -> None:  # WK-14
    table = Table("Ann", "Ben").play_points(Ann=16, Ben=4).play_points(Ann=4, Ben=4)
    table = (
        Table("Ann", "Ben").play_points(Ann=16, Ben=12).play_points(Ann=8, Ben=12).play_points(Ann=0, Ben=0)
    )
    assert table.tokens() == {"Ann": (1, 1), "Ben": (1, 1)}
    assert (
        winner_sentence(table.standings)
        == "Ann wins with 2 tokens, tied with Ben and ahead by the best round (16)."
    )


def test_one_swap_of_each_symbol_is_right_and_a_second_one_warns() -> None:  # WK-11
    table = Table("Ann", "Ben").say("begin", "swap Ann star", "swap Ann circle", "swap Ben star")
    assert "swapped" not in table.board()
    assert (
        "Ann has swapped 2 stars this round; one star is allowed (WK-11)."
        in table.say("swap Ann stars").board()
    )


def test_swaps_start_afresh_each_round() -> None:  # WK-11
    table = Table("Ann").say(
        "begin", "swap Ann star", "bell", f"grid Ann {GRIDS[4]} {LATIN}", "ok Ann", "begin"
    )
    assert "swapped" not in table.say("swap Ann star").board()


def test_a_swapped_tile_is_out_of_the_pile_until_the_round_ends() -> None:  # WK-11
    table = Table("Ann", "Ben").say("begin", "swap Ann star")
    assert pile(table.state.size, table.state.rounds[-1], "s") == 30 - 8 - 1
    assert pile(table.state.size, table.state.rounds[-1], "c") == 30 - 8


def test_six_players_have_one_swap_of_each_symbol_and_then_the_pile_is_empty() -> None:  # WK-11
    table = Table(*"ABCDEF")
    assert "one swap each" in table.board()
    table.say("begin", *(f"swap {name} star" for name in "ABCDEF"))
    with pytest.raises(RuleError, match=r"no star is left in the pile.*WK-11"):
        table.say("swap A star")


def test_six_experts_use_every_tile_so_no_swap_is_possible_and_the_start_says_so() -> None:  # WK-11
    table = Table(*"ABCDEF", size="expert")
    assert "no swap is possible (WK-11)" in table.board()
    with pytest.raises(RuleError, match="no diamond is left in the pile"):
        table.say("begin", "swap A diamond")


def test_a_face_up_symbol_is_wild_until_it_is_said_to_fill_a_hole() -> None:  # WK-8, WK-10
    table = Table("Ann", "Ben").say("begin", "bell", f"grid Ann A*CZ/ZZZZ/ZZZZ/ZZZZ {LATIN}")
    assert "Total: 4 points." in table.board()
    assert "ABC, 3 letters, the wild B counts 0, balanced" in table.board()
    table.say("filler Ann r1c2")
    assert "Total: 0 points." in table.board()


def test_two_of_one_symbol_are_asked_about_on_the_board() -> None:  # WK-8
    table = Table("Ann").say("begin", "bell", "grid Ann *BCD/ZZZZ/ZZZZ/ZZZ* csqo/sqoc/qocs/ocsc")
    assert "2 clovers symbol side up at r1c1, r4c4: one at most is wild" in table.board()


def test_a_corrected_cell_holds_for_a_new_reading_until_another_tile_is_read_there() -> None:
    table = Table("Ann").say("begin", "bell", f"grid Ann ABCZ/ZZZZ/ZZZZ/ZZZZ {LATIN}", "cell Ann r1c4 D")
    assert "Ann, 8 points" in table.board()
    table.say(f"grid Ann ABCZ/EZZZ/ZZZZ/ZZZZ {LATIN}")
    assert "ABCD" in table.board()  # the same misreading: the correction holds
    table.say(f"grid Ann ABCX/EZZZ/ZZZZ/ZZZZ {LATIN}")
    assert "ABCX" in table.board()  # another tile lies there


@pytest.mark.parametrize(
    ("said", "row", "symbols"),
    [
        ("cell Ann r1c1 X", "XBCD", "csqo"),
        ("cell Ann r1c1 X star", "XBCD", "ssqo"),
        ("cell Ann r1c1 x red", "XBCD", "qsqo"),
        ("cell Ann R1C1 .", ".BCD", ".sqo"),
        ("cell Ann r1c1 *", "*BCD", "csqo"),
        ("filler Ann r1c2", "A#CD", "csqo"),
    ],
)
def test_one_cell_can_be_corrected_in_every_way(said: str, row: str, symbols: str) -> None:
    table = Table("Ann").say("begin", "bell", f"grid Ann ABCD/ZZZZ/ZZZZ/ZZZZ {LATIN}", said)
    lay = table.state.rounds[0].lay(1)
    assert lay is not None
    assert (lay.grid.faces[0], lay.grid.symbols[0]) == (row, symbols)


def test_two_symbols_taken_for_each_other_change_places_at_once_and_back() -> None:
    table = Table("Ann").say("begin", "bell", f"grid Ann ABCD/ZZZZ/ZZZZ/ZZZZ {LATIN}")
    table.say("cell Ann r1c1 X", "exchange Ann red blue")
    lay = table.state.rounds[0].lay(1)
    assert lay is not None
    assert (lay.grid.faces[0], lay.grid.symbols) == ("XBCD", ("csoq", "soqc", "oqcs", "qcso"))
    again = table.say("exchange Ann square circle").state.rounds[0].lay(1)
    assert again is not None
    assert (again.grid.faces[0], "/".join(again.grid.symbols)) == ("XBCD", LATIN)
    with pytest.raises(RuleError, match="two symbols of this game change places"):
        table.say("exchange Ann red red")


def test_what_was_empty_needs_a_symbol_to_become_a_tile() -> None:
    table = Table("Ann").say("begin", "bell", "grid Ann .BCD/ZZZZ/ZZZZ/ZZZZ .sqo/sqoc/qocs/ocsq")
    with pytest.raises(RuleError, match="no tile was read at r1c1: say its symbol, too"):
        table.say("cell Ann r1c1 A")
    assert "Ann, 8 points" in table.say("cell Ann r1c1 A clover").board()


def test_an_earlier_round_can_still_be_corrected_and_claimed_in() -> None:
    table = Table("Ann", "Ben").play(Ann="ABCZ/XYZZ/ZZZZ/ZZZZ", Ben=GRIDS[8]).say("begin")
    for fields in {"cell": "r1c4", "face": "D"}, {"cell": "r2c4", "face": "E"}:
        table.state = GAME.apply(table.state, GAME.event("corrected", {"seat": 1, "round": 1, **fields}))
    claim = GAME.event("claimed", {"seat": 1, "line": "row2", "word": "XYZ", "round": 1})
    GAME.check(table.state, claim, WORDS)
    table.state = GAME.apply(table.state, claim)
    assert table.standings.seats[0].rounds == (14,)


def test_what_lapses_in_an_earlier_round_is_said_on_the_board() -> None:
    table = Table("Ann", "Ben").say(
        "begin", "bell", f"grid Ann XYZC/ZZZZ/ZZZZ/ZZZZ {LATIN}", "claim Ann row1 XYZ"
    )
    table.say("ok Ann", f"grid Ben {GRIDS[4]} {LATIN}", "ok Ben", "begin")
    changed = GAME.event("corrected", {"seat": 1, "cell": "r1c1", "face": "A", "round": 1})
    table.state = GAME.apply(table.state, changed)
    assert "! Round 1, Ann: XYZ does not stand in Row 1 (WK-5)" in table.board()


def test_the_switches_of_a_match_stand_on_its_board() -> None:
    board = Table("Ann", size="expert", find="all", equal="claimed", declared="on").board()
    assert (
        "expert, 10 minutes a round; every listed word is found; only claimed words score; a wild's letter"
        in board
    )


@pytest.mark.parametrize(
    ("line", "seat"),
    [("ok Ann", None), ("ok 1", 1), ("ok Ann Lee", 2), ("ok ann lee", 2), ("ok Al", 3), ("ok Ann X", None)],
)
def test_names_of_several_words_are_understood(line: str, seat: int | None) -> None:
    table = Table("Ann B", "Ann Lee", "Al")
    if seat is None:
        with pytest.raises(CompanionError):
            GAME.heard(table.state, line)
    else:
        assert GAME.heard(table.state, line).fields() == {"seat": seat}


@pytest.mark.parametrize("name", ["Zoë", "李", "👨‍👩‍👧", "O'Brien <b>"])
def test_names_may_hold_any_printable_sign(name: str) -> None:
    assert Table(name).state.names == {1: name}


@pytest.mark.parametrize("name", ["", "  ", "7", "a\nb\x07", "x" * 41, "\u202eabc"])
def test_names_that_cannot_be_shown_or_told_from_seats_are_refused(name: str) -> None:
    with pytest.raises(RuleError, match="a name has 1 to 40 signs"):
        Table(name)


def test_striking_a_joiner_gives_the_seat_to_nobody_else() -> None:
    table = Table("Ann").say("join Cid", "join Dan")
    assert GAME.event("joined", {"name": "Dan", "seat": 3}) == GAME.heard(Table("A", "C").state, "join Dan")
    with pytest.raises(RuleError, match="seat 3 is not free: the next one is 2"):
        GAME.apply(Table("Ann").state, GAME.event("joined", {"name": "Dan", "seat": 3}))
    assert table.state.names == {1: "Ann", 2: "Cid", 3: "Dan"}


def test_with_the_switch_a_wild_must_be_declared_before_the_grid_looks_right() -> None:  # WK-7
    lines = ["begin", "bell", f"grid Ann AB*Z/ZZZZ/ZZZZ/ZZZZ {LATIN}"]
    assert Table("Ann").say(*lines, "ok Ann").state.open_round is None
    strict = Table("Ann", declared="on").say(*lines)
    with pytest.raises(RuleError, match="wild at r1c3 must be said"):
        strict.say("ok Ann")
    assert strict.say("wild Ann r1c3 C", "ok Ann").state.open_round is None


def test_with_the_switch_a_doubtful_symbol_side_is_asked_about_first() -> None:  # WK-7, WK-8
    table = Table("Ann", declared="on").say(
        "begin", "bell", "grid Ann *AT*/ZZZZ/ZZZZ/ZZZZ csqc/sqoc/qocs/ocsq"
    )
    with pytest.raises(RuleError, match=r"2 clovers symbol side up at r1c1, r1c4: one at most is wild"):
        table.say("ok Ann")
    table.say("filler Ann r1c4", "wild Ann r1c1 C", "ok Ann")


def test_a_claim_survives_a_new_reading_and_lapses_by_name_where_it_no_longer_stands() -> None:  # WK-6
    table = Table("Ann").say("begin", "bell", f"grid Ann XYZC/ZZZZ/ZZZZ/ZZZZ {LATIN}", "claim Ann row1 XYZ")
    assert "XYZ, 3 letters, claimed" in table.say(f"grid Ann XYZD/ZZZZ/ZZZZ/ZZZZ {LATIN}").board()
    assert "XYZ does not stand in Row 1 (WK-5)" in table.say(f"grid Ann XYCZ/ZZZZ/ZZZZ/ZZZZ {LATIN}").board()


def test_a_second_claim_for_a_line_takes_the_place_of_the_first() -> None:  # WK-6
    table = Table("Ann", lexicon=lexicon.load()).say(
        "begin", "bell", "grid Ann ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
    )
    table.say("claim Ann row4 KEF", "claim Ann row4 EKE")
    assert "Row 4: EKE, 3 letters, claimed, the wild E counts 0" in table.board()


def test_two_players_of_one_name_are_told_apart_by_their_seats() -> None:
    table = Table("Ann", "Ann").say("begin", "bell")
    with pytest.raises(CompanionError, match="2 players are called 'Ann': give the number of the seat"):
        table.say(f"grid Ann {GRIDS[4]} {LATIN}")
    table.say(f"grid 1 {GRIDS[4]} {LATIN}", f"grid 2 {GRIDS[8]} {LATIN}", "ok 1", "ok 2")
    assert table.standings.winners == (2,)


@pytest.mark.parametrize(("phrase", "meaning"), GAME.phrases.items())
def test_every_phrase_of_the_help_is_understood_and_explained(phrase: str, meaning: str) -> None:
    table = Table("Ann", "Cid").say("begin", "bell", f"grid Ann ABCD/ZZZZ/ZZZZ/*ZZZ {LATIN}")
    assert GAME.heard(table.state, phrase).kind in {event.kind for event in GAME.events}
    assert meaning
