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

    def __init__(
        self, *names: str, rules: str = "standard", lexicon: Lexicon = WORDS, **switches: str
    ) -> None:
        opened = Opened("", rules, names, chosen(SWITCHES, switches), "", "", "")
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
    ("names", "rules", "fits"),
    [
        (1, "standard", True),
        (6, "standard", True),
        (6, "expert", True),
        (0, "standard", False),
        (7, "expert", False),
    ],
)
def test_one_to_six_players_sit_down(names: int, rules: str, fits: bool) -> None:  # WK-1
    seats = [f"P{number}" for number in range(names)]
    if fits:
        assert len(Table(*seats, rules=rules).state.seats) == names
    else:
        with pytest.raises(RuleError, match="WK-1"):
            Table(*seats, rules=rules)


def test_the_bell_is_due_five_or_ten_minutes_after_the_round_began() -> None:  # WK-1
    for rules, ms in ("standard", 300_000), ("expert", 600_000):
        table = Table("Ann", rules=rules)
        assert GAME.due(table.state) is None
        due = GAME.due(table.say("begin").state)
        assert due is not None
        assert (due.at_ms, due.event.kind) == (ms, "bell")
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
        "correct that entry",
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
    (["rename Ann " + "x" * 41], "1 to 40 printable characters"),
    (["hello"], "says nothing here"),
    (["leave Zoe"], "nobody is called 'Zoe': give the number of the seat (1 Ann, 2 Ben)"),
    (["begin", "join Cid", "swap Cid star"], "plays from the next round on"),
    (["begin", "bell", "filler Ann r1c1"], "no tile of seat 1 lies at r1c1"),
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


def test_who_leaves_holds_up_nobody_keeps_the_tokens_and_cannot_win() -> None:
    table = Table("Ann", "Ben").play_points(Ann=12, Ben=4).say("begin", "bell")
    table.say(f"grid Ben {GRIDS[4]} {LATIN}", "ok Ben", "leave Ann")
    assert table.state.open_round is None
    assert table.tokens() == {"Ann": (1, 0), "Ben": (0, 0)}
    assert table.winners() == ["Ben"]
    assert table.standings.seats[0].resigned


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
        "Ann has swapped 2 stars this round; one star a round is allowed (WK-11)."
        in table.say("swap Ann stars").board()
    )


def test_swaps_start_afresh_each_round() -> None:  # WK-11
    table = Table("Ann").say(
        "begin", "swap Ann star", "bell", f"grid Ann {GRIDS[4]} {LATIN}", "ok Ann", "begin"
    )
    assert "swapped" not in table.say("swap Ann star").board()


def test_a_swapped_tile_is_out_of_the_pile_until_the_round_ends() -> None:  # WK-11
    table = Table("Ann", "Ben").say("begin", "swap Ann star")
    assert pile(table.state.rules, table.state.rounds[-1], "s") == 30 - 8 - 1
    assert pile(table.state.rules, table.state.rounds[-1], "c") == 30 - 8


def test_six_players_have_one_swap_of_each_symbol_and_then_the_pile_is_empty() -> None:  # WK-11
    table = Table(*"ABCDEF")
    assert "one swap each" in table.board()
    table.say("begin", *(f"swap {name} star" for name in "ABCDEF"))
    with pytest.raises(RuleError, match=r"no star is left in the pile.*WK-11"):
        table.say("swap A star")


def test_six_experts_use_every_tile_so_no_swap_is_possible_and_the_start_says_so() -> None:  # WK-11
    table = Table(*"ABCDEF", rules="expert")
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


def test_with_the_switch_a_wild_must_be_declared_before_the_grid_looks_right() -> None:  # WK-7
    lines = ["begin", "bell", f"grid Ann AB*Z/ZZZZ/ZZZZ/ZZZZ {LATIN}"]
    assert Table("Ann").say(*lines, "ok Ann").state.open_round is None
    strict = Table("Ann", declared="on").say(*lines)
    with pytest.raises(RuleError, match="wild at r1c3 must be said"):
        strict.say("ok Ann")
    assert strict.say("wild Ann r1c3 C", "ok Ann").state.open_round is None


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
