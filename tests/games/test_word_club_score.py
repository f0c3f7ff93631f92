"""The shared board's moves and their scores; WC numbers are those of the rulings."""

import random

import pytest
from club import EMPTY, WORDS, board
from evening import Run, answered
from hypothesis import given
from hypothesis import strategies as st
from slow_club import all_plays, is_legal, play_score

from companion.errors import RuleError, UnreadableError
from companion.games.word_club.finder import moves
from companion.games.word_club.placement import placed
from companion.games.word_club.private import hints, spells
from companion.games.word_club.rules import BY_VERSION, PREMIUM, UNIFORM, VERSIONS
from companion.games.word_club.score import scored
from companion.games.word_club.squares import EMPTY_BOARD, Board, Move, Square
from companion.lexicon import Lexicon

CAT = board(r5="...CAT...")
squares = st.builds(Square, st.integers(0, 8), st.integers(0, 8))
letters = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@given(st.builds(Move, st.text(letters, min_size=1, max_size=9), squares, st.booleans()))
def test_every_move_comes_back_from_its_text(move: Move) -> None:
    assert Move.parse(str(move)) == move


@given(st.dictionaries(squares, letters, max_size=20))
def test_every_board_comes_back_from_its_text(tiles: dict[Square, str]) -> None:
    board_now = EMPTY_BOARD.with_(tiles)
    assert Board.parse(str(board_now)) == board_now
    assert dict(board_now) == tiles


@pytest.mark.parametrize(
    "text",
    [
        "CATS",
        "CATS D5",
        "CATS J5>",
        "CATS D0>",
        "CATS D5^",
        "C4TS D5>",
        "CATS  ",
        "ſATS D5>",
        "CATS D5 over",
        "ABCDEFGHIJ A1>",
        ">",
    ],
)
def test_what_is_no_move_is_told_how_to_write_one(text: str) -> None:
    with pytest.raises(UnreadableError, match="as in CATS D5>"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("CAT", "9 rows of 9"),
        (EMPTY + "/.........", "9 rows of 9"),
        (board(r1="CAT......").replace("C", "*"), "is no letter"),
        (board(r1="_AT......"), "'_' on A1 is no letter"),
        (EMPTY + " " + EMPTY, "one field"),
    ],
)
def test_what_is_no_board_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        Board.parse(text)


def test_both_rules_are_tables_as_printed() -> None:  # WC-1
    assert [len(BY_VERSION[version].tiles) for version in VERSIONS] == [32, 93]
    assert UNIFORM.premiums == {}
    assert {str(at): kind for at, kind in PREMIUM.premiums.items()} == {
        "C3": "2W", "G3": "2W", "C7": "2W", "G7": "2W", "E1": "3L", "A5": "3L", "I5": "3L", "E9": "3L",
    }  # fmt: skip
    assert PREMIUM.remark == "candidate, not yet balanced"
    assert PREMIUM.counts["_"] == 2
    assert "_" not in UNIFORM.counts
    assert (PREMIUM.sum_of("QZ"), PREMIUM.sum_of("JX"), PREMIUM.sum_of("K_"), PREMIUM.sum_of("q")) == (
        18,
        14,
        5,
        0,
    )


def total(lies: str, move: str, rules: str = "1.0") -> int:
    return scored(placed(Board.parse(lies), Move.parse(move)), BY_VERSION[rules]).total


def test_the_printed_example_scores_as_printed() -> None:  # WC-16
    assert total(EMPTY, "CAT D5>") == 3
    assert total(CAT, "CATS D5>") == 4
    assert total(board(r5="...CATS.."), "CART D5v") == 4
    assert total(EMPTY, "HOUSE A5>", "1.1") == 16
    assert total(EMPTY, "HOUSE E1v", "1.1") == 16


SCORES = [
    ("both words of a tile count, old letters too", CAT, "SEA G4v", "1.0", 3 + 4),
    ("single letters score nothing", CAT, "TA F5v", "1.0", 2),
    ("no bonus for seven tiles", EMPTY, "ABACUSE B5>", "1.0", 7),
    ("a blank is worth nothing on 3L", EMPTY, "hOUSE A5>", "1.1", 4),
    ("a blank still doubles on 2W", board(r5="..E......"), "sEA C4v", "1.1", 2),
    ("a blank on 2W doubles the word", board(r4="..A......", r5="..T......"), "tAT C3v", "1.1", 4),
    ("two 2W make four", board(r3="...E....."), "TESTS C3>", "1.1", 20),
    ("two new 2W make x4", board(r3="...EST..."), "rESTe C3>", "1.1", 12),
    ("a used premium counts no more", board(r3="..CAT...."), "CATS C3>", "1.1", 3 + 1 + 1 + 1),
    ("a premium counts in both words", board(r1="....T....", r2="...AT...."), "CAT C2>", "1.1", 3 + 1 + 1),
]


@pytest.mark.parametrize(
    ("lies", "move", "rules", "points"), [row[1:] for row in SCORES], ids=[r[0] for r in SCORES]
)
def test_scores_by_the_book(lies: str, move: str, rules: str, points: int) -> None:  # WC-5 WC-6
    after = placed(Board.parse(lies), Move.parse(move)).board
    assert total(lies, move, rules) == play_score(lies, str(after), rules)
    assert total(lies, move, rules) == points


def test_the_preview_spells_out_every_sum() -> None:  # WC-14
    score = scored(placed(Board.parse(EMPTY), Move.parse("HOUsE A5>")), PREMIUM)
    assert score.sentences == ("HOUSE: H 4×3 + O 1 + U 1 + S (blank) 0 + E 1 = 15",)
    two = scored(placed(Board.parse(board(r3="...EST...")), Move.parse("RESTE C3>")), PREMIUM)
    three = scored(placed(Board.parse(CAT), Move.parse("SEA G4v")), UNIFORM)
    assert three.sentences[-1] == "together 3 + 4 = 7"
    assert two.sentences[0] == "RESTE: (R 1 + E 1 + S 1 + T 1 + E 1) ×4 = 20"


REFUSALS = [
    (EMPTY, "CAT A1>", "the first word covers the centre, E5 (WC-3)"),
    (EMPTY, "A E5>", "a word has two letters at least"),
    (CAT, "CAT G5>", "the run is longer than CAT: T lies on F5"),
    (CAT, "CATS D6>", None),
    (CAT, "DOG A1>", "shares no edge with the tiles on the board (WC-3)"),
    (CAT, "AT G6v", "shares no edge"),
    (CAT, "CAR D5>", "F5 holds T, not R: nothing that lies is overwritten or moved (WC-3)"),
    (CAT, "CAT D5>", "CAT lies there already: no new tile (WC-3)"),
    (CAT, "cATS D5>", "the C on D5 is no blank: write it in upper case (WC-3)"),
    (board(r5="...cAT..."), "CATS D5>", "the C on D5 is a blank: write it in lower case (WC-3)"),
    (CAT, "ATS E5>", "the run is longer than ATS: C lies on D5, name the whole word (WC-3)"),
    (CAT, "CATSUP D5>", None),
    (CAT, "CATSUPS D5>", "runs off the board (WC-3)"),
    (EMPTY, "ABCDEFGH A5>", "8 new tiles are more than a rack of 7 holds (WC-1)"),
]


@pytest.mark.parametrize(("lies", "move", "reason"), REFUSALS, ids=[f"{row[1]} {row[2]}" for row in REFUSALS])
def test_placements_that_the_board_refuses(lies: str, move: str, reason: str | None) -> None:  # WC-3
    if reason is None:
        assert placed(Board.parse(lies), Move.parse(move)).tiles
        return
    with pytest.raises(RuleError) as refused:
        placed(Board.parse(lies), Move.parse(move))
    assert reason in str(refused.value)


def test_one_tile_may_be_named_by_either_of_its_words() -> None:  # WC-3
    lies = Board.parse(board(r4="......E..", r5="...CAT..."))
    across, down = placed(lies, Move.parse("CATS D5>")), placed(lies, Move.parse("ES G4v"))
    assert across.board == down.board
    assert scored(across, UNIFORM).total == scored(down, UNIFORM).total == 4 + 2


def test_the_command_answers_as_its_contract_says(run: Run) -> None:  # WC-4 WC-16
    house = answered(run("score", "word-club", EMPTY, "HOUSE E1v", "--rules", "1.1", "--json"))
    assert house == {"total": 16, "words": [{"word": "HOUSE", "points": 16}]}
    failing = answered(run("score", "word-club", CAT, "CATZX D5>", "--json"), 1)
    assert failing == {"refused": "not in the list", "failing": ["CATZX"]}
    both = answered(run("score", "word-club", CAT, "XQZ G4v", "--json"), 1)
    assert both["failing"] == ["XQZ", "CATQ"]
    far = answered(run("score", "word-club", CAT, "DOG A1>", "--json"), 1)
    assert (far["rule"], "WC-3" in far["refused"]) == ("WC-3", True)
    lacks = answered(run("score", "word-club", CAT, "CATS D5>", "--rack", "ABE_", "--json"), 1)
    assert lacks["rule"] == "WC-1"
    assert answered(run("score", "word-club", CAT, "CATs D5>", "--rack", "abe_", "--json"))["total"] == 3
    assert run("score", "word-club", CAT, "CATS").code == 2
    assert run("score", "word-club", "CAT", "CATS D5>").code == 2
    assert run("score", "word-club", CAT, "CATS D5>", "--rack", "ABCDEFGH").code == 2
    assert run("score", "word-club", CAT, "CATS D5>", "--rack", "A1").code == 2


def test_letters_beyond_the_set_are_a_warning(run: Run) -> None:  # WC-1
    ran = run("score", "word-club", EMPTY, "QUIz C5>")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "companion: 1 Q lie there, the set of rules 1.0 has 0",
        "companion: 1 U lie there, the set of rules 1.0 has 0",
        "companion: 1 blanks lie there, the set of rules 1.0 has 0",
    ]


def test_the_candidate_is_labelled_where_it_is_chosen(run: Run) -> None:  # WC-1
    for command in (("score", "word-club"), ("play", "word-club")):
        assert "1.1: candidate, not yet balanced" in " ".join(run(*command, "--help").out.split())


@pytest.mark.parametrize("seed", range(6))
def test_the_finder_finds_exactly_what_the_slow_reference_finds(seed: int) -> None:  # WC-3 WC-4 WC-5
    dice = random.Random(seed)
    listed = set(WORDS)
    lies = Board()
    for _ in range(5):
        rack = "".join(dice.choices("AABCDEEGHIOORSSTTU", k=7))
        found = moves(lies, rack, PREMIUM, WORDS)
        boards = {str(placed(lies, each.move).board) for each in found}
        assert boards == all_plays(str(lies), rack, listed)
        for each in found:
            assert each.points == play_score(str(lies), str(placed(lies, each.move).board), "1.1")
        assert [each.points for each in found] == sorted((each.points for each in found), reverse=True)
        if found:
            lies = placed(lies, dice.choice(found).move).board


def test_a_blank_finds_all_that_any_letter_would(words: Lexicon) -> None:  # WC-6
    lies = Board.parse(board(r5="..HOUSE.."))
    with_blank = moves(lies, "QZ_", PREMIUM, words)
    as_letters = {
        (str(each.move).upper())
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for each in moves(lies, f"QZ{letter}", PREMIUM, words)
    }
    assert {str(each.move).upper() for each in with_blank} == as_letters
    short = {word for word in words if len(word) <= 9}
    for each in with_blank:
        after = str(placed(lies, each.move).board)
        assert each.points == play_score(str(lies), after, "1.1")
        assert is_legal(str(lies), after, short)


@given(st.text("ABC_", max_size=7), st.text("ABC", min_size=1, max_size=7))
def test_a_rack_spells_a_word_when_blanks_stand_for_what_lacks(rack: str, word: str) -> None:  # WC-12
    left = list(rack)
    for letter in word:
        wanted = letter if letter in left else "_"
        if wanted not in left:
            assert not spells(rack, word)
            return
        left.remove(wanted)
    assert spells(rack, word)


def test_hints_are_words_that_the_rack_alone_spells(words: Lexicon) -> None:  # WC-12
    for rack in ("CATSXQZ", "QQQ", "AE_"):
        for word in hints(rack, "1.1", words):
            left = list(rack)
            for letter in word:
                left.remove(letter if letter in left else "_")
            assert words.is_familiar(word)
            assert not words.is_rude(word)
    assert hints("CATQ", "1.0", WORDS) == ["CAT", "AT", "TA"]
    assert hints("ZX_", "1.1", WORDS) == ["ZA"]
