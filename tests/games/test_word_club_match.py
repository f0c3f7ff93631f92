"""Matches on the shared board; WC numbers are those of the rulings."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from club import STAMP, WORDS, Club, all_tiles, remembered
from evening import Run
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError, RuleError
from companion.fold import given_away
from companion.games.record import Opened, chosen
from companion.games.word_club import GAME
from companion.games.word_club.bag import lacking, shuffled, without
from companion.games.word_club.events import Challenged, Placed, Racked, Tried
from companion.games.word_club.squares import Board, square
from companion.games.word_club.standings import adjustments
from companion.journal import Journal, Stamp
from companion.lexicon import Lexicon, load
from companion.match import opened_now, resumed


def test_each_draws_seven_tiles_and_the_seed_alone_decides() -> None:  # WC-1
    for rules, bag in (("1.0", 32 - 21), ("1.1", 93 - 21)):
        first, again, other = (Club("A", "B", "C", rules=rules, seed=seed) for seed in ("x", "x", "y"))
        assert first.state == again.state
        assert first.state.bag != other.state.bag
        assert {len(player.rack) for player in first.state.players} == {7}
        assert len(first.state.bag) == bag
        assert all_tiles(first.state) == "".join(sorted(first.state.rules.tiles))


@given(st.text("ABC_", max_size=40), st.text(max_size=8))
def test_a_shuffle_keeps_every_tile(tiles: str, seed: str) -> None:
    assert sorted(shuffled(tiles, seed)) == sorted(tiles)
    assert shuffled(tiles, seed) == shuffled("".join(sorted(tiles)), seed)


@given(st.text("ABC_", max_size=12), st.text("ABC_", max_size=6))
def test_taking_tiles_away_leaves_the_others(tiles: str, taken: str) -> None:
    if lacking(tiles, taken):
        with pytest.raises(ValueError, match="not in list"):
            without(tiles, taken)
    else:
        assert sorted(without(tiles, taken) + taken) == sorted(tiles)


def test_a_shuffle_is_fair_enough() -> None:
    firsts = [shuffled("ABCD", str(number))[0] for number in range(2000)]
    assert all(400 < firsts.count(tile) < 600 for tile in "ABCD")


def test_the_printed_match() -> None:  # WC-16 WC-7
    club = Club().deal("CATEEBD", "SARTEEI", bag=18).says("CAT D5>", "CATS D5>")
    assert club.points == [3, 4]
    assert [len(player.rack) for player in club.state.players] == [7, 7]
    club = club.deal("ARTEEEI", "BDEGLLN")
    assert club.says("CART D5v").points == [3 + 4, 4]


def test_a_move_draws_up_to_seven_or_until_the_bag_is_empty() -> None:  # WC-7
    club = Club().deal("CATEEBD", "SARTEEI", bag=2).says("CAT D5>")
    assert (len(club.state.player(1).rack), club.state.bag) == (6, "")


def club_at(*lines: str) -> Club:
    return Club().deal("CATEEBD", "SARTEEI").says(*lines)


REFUSALS: list[tuple[str, Callable[[], Club], str, str]] = [
    ("not your turn", lambda: club_at("CAT D5>"), "resign Ann", "say that this is sure (WC-10)"),
    ("not on the rack", lambda: club_at("CAT D5>", "pass"), "CATS D5>", "S is not on Ann's rack (WC-1)"),
    ("first word beside the centre", lambda: club_at(), "CAT A1>", "covers the centre, E5 (WC-3)"),
    ("all failing words are named", lambda: club_at("CAT D5>"), "RES G4v", "CATE is not in the list"),
    ("nothing to challenge", lambda: club_at(), "challenge Ben", "nothing is challenged (WC-4)"),
    ("nothing to accept", lambda: club_at(), "accept", "no play can be challenged now (WC-4)"),
    ("a strange tile", lambda: club_at(), "exchange Z", "Z is not on Ann's rack"),
    ("no letter is exchanged", lambda: club_at(), "exchange 3", "say which tiles are exchanged (WC-7)"),
    ("eight tiles are exchanged", lambda: club_at(), "exchange CATEEBDD", "1 to 7 tiles are exchanged"),
    ("two hints in a turn", lambda: club_at("hint"), "hint", "has the hint of this turn already (WC-12)"),
    ("a rack is told on the device", lambda: club_at(), "rack Ann CAT", "nothing has to be told (WC-15)"),
    ("no camera looks", lambda: club_at(), "turned 90", "no camera looks at it (WC-15)"),
    ("a blank that is not there", lambda: club_at(), "cAT D5>", "a blank is not on Ann's rack (WC-1)"),
    ("nonsense", lambda: club_at(), "dance", "type help"),
    ("half a resignation", lambda: club_at(), "resign", "write it as resign Ann sure"),
    ("a stranger", lambda: club_at(), "resign Zoe sure", "nobody is called 'Zoe'"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "line", "reason"), [r[1:] for r in REFUSALS], ids=[r[0] for r in REFUSALS]
)
def test_what_cannot_follow_is_refused_and_changes_nothing(  # WC-1 WC-3 WC-4 WC-7 WC-10 WC-12 WC-15
    before: Callable[[], Club], line: str, reason: str
) -> None:
    club = before()
    state = club.state
    with pytest.raises(CompanionError) as refused:
        club.says(line)
    assert reason in str(refused.value)
    assert club.state == state


def test_a_turn_is_its_owners_alone() -> None:  # WC-7
    club = club_at("CAT D5>")
    for offered in (Placed(1, "CATS D5>"), Tried(1)):
        with pytest.raises(RuleError, match="it is Ben's turn, not Ann's"):
            club.takes(offered)


def test_every_failing_word_is_named_and_nothing_happens() -> None:  # WC-4
    club = Club().deal("CATEEBD", "AIRNGSL", bag=10).says("CAT D5>")
    before = club.state
    with pytest.raises(
        RuleError, match=r"RIG, CATI are not in the list: the whole move is refused.*\(WC-4\)"
    ):
        club.says("RIG G4v")
    assert club.state == before
    assert club.says("CATS D5>").points == [3, 4]


def test_after_a_few_refused_plays_the_turn_is_lost() -> None:  # WC-4 WC-9
    club = Club(tries="2").deal("CATEEBD", "SARTEEI").says("TAC D5>")
    assert (club.state.turn, club.state.tried, club.state.quiet) == (1, ("TAC",), ())
    assert GAME.private(club.state, 1, WORDS)["refused"] == "TAC is not in the list; try 1 of 2"
    assert "refused" not in GAME.private(club.state, 2, WORDS)
    assert club.says("BET D5>").state.turn == 2
    assert club.state.quiet == (1,)
    assert club.state.tried == ()
    with pytest.raises(RuleError, match="refused plays are not counted"):
        club_at().takes(Tried(1, ("TAC",)))


def test_a_blank_keeps_its_letter_and_is_worth_nothing() -> None:  # WC-6
    club = Club(rules="1.1").deal("HO_SEAA", "TSZQAEI").says("HOuSE A5>")
    assert club.points == [4 * 3 + 1 + 1 + 1, 0]
    with pytest.raises(RuleError, match="the U on C5 is a blank: write it in lower case"):
        club.says("HOUSES A5>")
    assert club.state.board[square("C5")] == "u"


def test_an_exchange_draws_first_and_shuffles_the_old_tiles_in() -> None:  # WC-7
    club = Club().deal("CATEEBD", "SARTEEI", bag=7)
    before = club.state
    after = club.says("exchange EEB").state
    assert sorted(after.player(1).rack) == sorted("CATD" + before.bag[:3])
    assert sorted(after.bag) == sorted(before.bag[3:] + "EEB")
    assert (after.turn, after.quiet, club.points) == (2, (1,), [0, 0])
    assert all_tiles(after) == all_tiles(before)
    club = Club().deal("CATEEBD", "SARTEEI", bag=6)
    with pytest.raises(RuleError, match=r"the bag holds 6 tiles: an exchange needs 7 or more \(WC-7\)"):
        club.says("exchange E")


def test_going_out_takes_the_others_tiles_in_points() -> None:  # WC-8
    club = Club(rules="1.1").deal("CAT", "QZE", bag=0).says("CAT D5>")
    assert club.points == [5 + 19, -19]
    assert club.winners == (1,)
    assert [each.sentence for each in adjustments(club.state)] == [
        "Ben loses the own rack: E 1 + Q 9 + Z 9 = -19",
        "Ann went out and gains what the others lose: +19",
    ]
    with pytest.raises(RuleError, match="the match is over"):
        club.says("pass")


def test_with_tiles_in_the_bag_an_empty_rack_is_no_end() -> None:  # WC-8
    club = Club().deal("CAT", "SRE", bag=5).says("CAT D5>")
    assert club.state.ending is None
    assert len(club.state.player(1).rack) == 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_scoreless_turns_of_everybody_end_the_match(seats: int) -> None:  # WC-9
    club = Club(*"ABCD"[:seats], rules="1.1")
    club.says(*["pass"] * (3 * seats - 1))
    assert club.state.ending is None
    club.says("exchange " + club.state.player(club.state.turn).rack)
    assert club.state.ending
    racks = [club.state.rules.sum_of(player.rack) for player in club.state.players]
    assert club.points == [-worth for worth in racks]
    assert all_tiles(club.state) == "".join(sorted(club.state.rules.tiles))


def test_an_accepted_placement_resets_the_count_and_a_refused_one_is_no_turn() -> None:  # WC-9
    club = Club().deal("CATEEBD", "SARTEEI").says(*["pass"] * 4)
    with pytest.raises(RuleError, match="not in the list"):
        club.says("TAC D5>")
    assert len(club.state.quiet) == 4
    club.says("CAT D5>", *["pass"] * 5)
    assert club.state.ending is None
    assert club.says("pass").state.ending


def test_of_two_the_one_who_resigns_loses_even_ahead() -> None:  # WC-10
    club = Club().deal("CATEEBD", "SARTEEI").says("CAT D5>", "resign Ann sure")
    assert (club.points, club.winners) == ([3, 0], (2,))
    assert adjustments(club.state) == ()
    assert "Ben wins" in club.board()


def test_of_four_who_resigns_leaves_and_the_last_one_standing_wins() -> None:  # WC-10 WC-9
    club = Club(*"ABCD", rules="1.1").says("pass", "pass", "resign C sure")
    assert (club.state.turn, club.state.here) == (4, (1, 2, 4))
    assert len(club.state.player(3).aside) == 7
    assert all_tiles(club.state) == "".join(sorted(club.state.rules.tiles))
    club.says("pass", "pass", "pass", "pass", "pass", "pass")
    assert club.state.ending is None
    assert len(club.state.quiet) == 8
    assert club.says("pass").state.ending
    club = Club(*"ABCD").says("resign A sure", "resign B sure", "resign D sure")
    assert club.winners == (3,)
    assert club.points == [0, 0, 0, 0]


def test_a_resignation_may_be_what_ends_the_count() -> None:  # WC-9 WC-10
    club = Club(*"ABC").says(*["pass"] * 8)
    assert club.state.turn == 3
    assert club.says("resign C sure").state.ending
    assert club.winners == (1, 2)


def test_who_resigned_cannot_win_with_the_most_points() -> None:  # WC-10 WC-11
    club = Club(*"ABC").deal("CATEEBD", "SARTEEI", "OOLLNNR").says("CAT D5>", "resign A sure", *["pass"] * 6)
    assert club.points[0] == 3
    assert club.winners == (2, 3)


def test_equal_highest_scores_share() -> None:  # WC-11
    club = Club().says(*["pass"] * 6)
    assert club.points == [-7, -7]
    assert club.winners == (1, 2)
    assert "share the win" in club.board()


def test_hints_are_recorded_as_assistance() -> None:  # WC-12
    club = Club().deal("CATEEBD", "SARTEEI").says("hint")
    assert "CAT" in GAME.private(club.state, 1, WORDS)["hints"]
    assert "hints" not in GAME.private(club.state, 2, WORDS)
    assert [seat.assistance for seat in GAME.standings(club.state, WORDS).seats] == [1, 0]
    assert "1 hint (assistance)" in club.board()
    assert "hints" not in GAME.private(club.says("pass").state, 1, WORDS)


def challenged(how: str, *names: str) -> Club:
    """XAT is laid by the first, with challenge play on."""
    return Club(*names, challenge=how, seed="c")


def test_in_challenge_play_a_wrong_play_stays_until_it_is_challenged() -> None:  # WC-4 WC-9
    club = challenged("single").deal("CATEEBD", "SARTEEI").says("TAC D5>")
    rack = club.state.player(1).rack
    assert (club.points, len(rack), club.state.turn) == ([3, 0], 4, 2)
    club.says("challenge Ben")
    assert club.points == [0, 0]
    assert club.state.board == Board()
    assert sorted(club.state.player(1).rack) == sorted("CATEEBD")
    assert (club.state.turn, club.state.quiet) == (2, (1,))
    assert "came off: not in the list TAC" in club.board()


def test_unchallenged_it_stands_and_its_player_draws() -> None:  # WC-4
    club = challenged("single").deal("CATEEBD", "SARTEEI").says("TAC D5>", "accept")
    assert (len(club.state.player(1).rack), club.points) == (7, [3, 0])
    with pytest.raises(RuleError, match="only the last play can be challenged"):
        club.says("challenge Ben")
    club = challenged("single").deal("CATEEBD", "SARTEEI").says("TAC D5>", "pass")
    assert len(club.state.player(1).rack) == 7


@pytest.mark.parametrize(
    ("how", "points", "turn"),
    [("single", [3, 0], 2), ("double", [3, 0], 1), ("minus5", [3, -5], 2), ("minus10", [3, -10], 2)],
)
def test_what_a_wrong_challenge_costs(how: str, points: list[int], turn: int) -> None:  # WC-4
    club = challenged(how).deal("CATEEBD", "SARTEEI").says("CAT D5>", "challenge Ben")
    assert (club.points, club.state.turn) == (points, turn)
    assert len(club.state.player(1).rack) == 7
    assert club.state.quiet == ((2,) if how == "double" else ())


def test_with_three_a_wrong_challenge_costs_the_challengers_next_turn() -> None:  # WC-4
    club = challenged("double", *"ABC").deal("CATEEBD", "SARTEEI", "OOLLNNR").says("CAT D5>", "challenge C")
    assert (club.state.turn, club.state.owes) == (2, {3})
    assert club.says("pass").state.turn == 1
    assert club.state.quiet == (2, 3)


def test_the_last_tile_waits_for_a_challenge_before_the_match_ends() -> None:  # WC-4 WC-8
    club = challenged("single").deal("TAC", "EES", bag=0).says("TAC D5>")
    assert club.state.ending is None
    with pytest.raises(RuleError, match="challenge that play, or accept it"):
        club.says("pass")
    with pytest.raises(RuleError, match="challenge that play, or accept it"):
        club.says("resign Ben sure")
    off = Club.__new__(Club)
    off.state = club.state
    assert off.says("challenge Ben").state.ending is None
    assert club.says("accept").state.ending
    assert club.points == [6, -3]


def test_a_challenge_learns_from_the_list_and_cannot_lie() -> None:  # WC-4
    club = challenged("single").deal("CATEEBD", "SARTEEI").says("TAC D5>")
    with pytest.raises(RuleError, match="the list says otherwise"):
        GAME.check(club.state, Challenged(2, ()), WORDS)
    with pytest.raises(RuleError, match="the list says otherwise"):
        GAME.check(club.state, Challenged(2, ("AT",)), WORDS)
    with pytest.raises(RuleError, match="cannot challenge the own play"):
        club.says("challenge Ann")


def test_a_challenge_that_is_amended_asks_the_list_again() -> None:  # WC-4
    switches = {"play": "table", "challenge": "minus5"}
    match = opened_now(remembered(), "m", GAME, ["Ann", "Ben", "Cid"], WORDS, stamp_now, "1.0", switches)
    for line in ("CAT D5>", "challenge Ben"):
        match.commit(GAME.heard(match.view.state, line))
    match.amend(3, Challenged(3))
    assert [seat.points for seat in match.view.standings(WORDS).seats] == [3, 0, -5]


def test_lamps_say_whose_turn_it_is_and_who_can_challenge() -> None:  # WC-4
    club = challenged("single", *"ABC").deal("CATEEBD", "SARTEEI", "OOLLNNR")
    assert GAME.scoreboard(club.state, WORDS).lamps == ((1, "turn"),)
    assert GAME.scoreboard(club.state, WORDS).prompts == ()
    club.says("TAC D5>")
    assert GAME.scoreboard(club.state, WORDS).lamps == ((2, "turn"), (3, "armed"))


def test_at_a_real_table_only_the_number_of_tiles_is_known() -> None:  # WC-15
    club = Club(play="table").says("CAT D5>", "exchange 3")
    assert [player.rack for player in club.state.players] == ["???????", "???????"]
    assert club.state.bag == "?" * 15
    assert GAME.private(club.state, 1, WORDS) == {}
    with pytest.raises(RuleError, match="their letters stay hidden"):
        club.says("exchange ABC")
    with pytest.raises(RuleError, match="nobody here knows what they can spell"):
        club.says("hint")


def test_closing_racks_are_told_and_then_the_points_follow() -> None:  # WC-15 WC-9
    club = Club(play="table", rules="1.1").says("HOuSE A5>", *["pass"] * 6)
    assert club.state.waits_for == (1, 2)
    assert "What has Ann left? Show or type the 7 tiles." in club.board()
    with pytest.raises(RuleError, match="Ben has 7 tiles left, not 3"):
        club.says("rack Ben QZE")
    with pytest.raises(RuleError, match="'1' is no tile"):
        club.says("rack Ben QZEAAA1")
    club.says("rack Ben QZEAAA_", "rack Ann EEEEEEE")
    assert club.points == [15 - 7, -22]
    assert club.state.waits_for == ()
    club.says("rack Ann AEEEEEE")
    assert club.points == [15 - 7, -22]


def test_what_does_not_add_up_is_told_by_letter() -> None:  # WC-15
    club = Club(play="table", rules="1.1").says("QUIZ E5>")
    assert "More tiles" not in club.board()
    club.says("ZA H5v", *["pass"] * 6, "rack Ann ZEEEEEE")
    assert "! More tiles of Z lie here than the set has: look again." in club.board()


def test_a_missing_tile_is_told_when_all_should_be_seen() -> None:  # WC-15
    state = Club(play="table").state
    ended = Club.__new__(Club)
    players = (replace(state.player(1), rack="???"), replace(state.player(2), rack="??"))
    ended.state = replace(state, players=players, bag="")
    ended.says("CAT D5>", "rack Ben BD")
    assert "Board, bag and racks do not add up to the set: A, E, G" in ended.board()


def test_a_match_is_opened_for_two_to_four_with_names() -> None:  # WC-1
    for names in (["A"], list("ABCDE"), ["A", ""], ["A", "x" * 41], ["A", "\x07"]):
        with pytest.raises(RuleError):
            GAME.start(Opened("", "1.0", tuple(names), chosen(GAME.switches, {}), "", "", ""))


def test_rulings_count_only_where_the_match_was_opened_with_them() -> None:  # WC-4
    for rulings, fits in (("off", False), ("on", True)):
        match = opened_now(
            remembered(), "m", GAME, ["A", "B"], WORDS, stamp_now, switches={"rulings": rulings}
        )
        if fits:
            match.rule("TAC", True)
            assert "TAC" in match.lexicon
        else:
            with pytest.raises(RuleError, match="opened without rulings"):
                match.rule("TAC", True)


def test_a_match_whose_list_is_missing_is_looked_at_and_never_continued() -> None:  # WC-2
    journal, other = remembered(), Lexicon.of({"ZZZ": 10})
    match = opened_now(journal, "m", GAME, ["A", "B"], WORDS, stamp_now, seed="s")
    match.commit(GAME.heard(match.view.state, "pass"))
    again = resumed(journal, "m", other, stamp_now)
    assert again.view.state == match.view.state
    before = again.view
    for offered in ("pass", "resign A sure", "AT D5>", "hint"):
        with pytest.raises(RuleError, match="it can be looked at, not continued or scored"):
            again.commit(GAME.heard(again.view.state, offered))
    for change in (again.undo, again.close):
        with pytest.raises(RuleError, match="it can be looked at, not continued or scored"):
            change()
    assert again.view is before


def test_an_open_match_is_not_exported_nor_one_that_cannot_be_read_here(
    run: Run, tmp_path: Path
) -> None:  # WC-13
    with Journal(tmp_path / "data") as journal:
        match = opened_now(journal, "open", GAME, ["A", "B"], load(), stamp_now, seed="s3cret")
    refused = run("export", "open")
    assert (refused.code, refused.out) == (1, "")
    assert "still hides what is drawn: close it" in refused.err
    assert "s3cret" not in run("export", "open", "--as", "csv").out
    newer = replace(match.view.entries[0], fields={**match.view.entries[0].fields, "rules": "9.9"})
    with pytest.raises(RuleError, match="still hides what is drawn"):
        given_away("newer", (newer,))
    with Journal(tmp_path / "data") as journal:
        resumed(journal, "open", load(), stamp_now).close()
    assert "s3cret" in run("export", "open").out


def test_the_full_list_is_used_and_named_with_a_word_of_warning(words: Lexicon) -> None:  # WC-17
    rare = next(word for word in words if words.tier(word) == 80 and len(word) == 5)
    letters = "".join(sorted(rare))
    match = opened_now(remembered(), "m", GAME, ["A", "B"], words, stamp_now, "1.1", {"play": "table"})
    match.commit(GAME.heard(match.view.state, f"{rare} C5>"))
    assert sorted(match.view.state.board.tiles) == sorted(letters)
    house = GAME.scoreboard(match.view.state, words).house
    assert f"{words.name} {words.version}, {len(words):,} words, {words.sha256[:8]}" in house
    assert "a rare word may be refused" in house
    assert sum(len(word) == 2 for word in words) == 127


def test_closing_racks_of_the_right_kind_only() -> None:  # WC-15
    club = Club(play="table")
    with pytest.raises(RuleError, match="told when the match has ended"):
        club.takes(Racked(1, "EEEEEEE"))
    club.says("resign Ann sure")
    with pytest.raises(RuleError, match="told when the match has ended"):
        club.takes(Racked(2, "EEEEEEE"))


def stamp_now() -> Stamp:
    return STAMP
