"""One grid's score, rule by rule; WK numbers are those of the rulings."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_score import SYMBOLS, best, is_balanced, lines

from companion import lexicon
from companion.errors import RuleError, UnreadableError
from companion.games.wordoku.explain import score_sentences
from companion.games.wordoku.lines import check_grid, imbalance, lines_of
from companion.games.wordoku.score import House, Says, Score, miscounts, score, sheet_of, with_claim
from companion.grid import Cell, Grid
from companion.lexicon import Lexicon

PRINTED = Grid.parse("ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo")
LATIN = "csqo/sqoc/qocs/ocsq"
ENGLISH = lexicon.load()
PRINTED_CLAIMS = (
    ("row1", "ART"), ("row2", "BANG"), ("row3", "PAY"), ("row4", "EKE"),
    ("column1", "ABLE"), ("column2", "RAP"), ("column3", "NAE"),
)  # fmt: skip


def grid(letters: str, symbols: str = LATIN) -> Grid:
    return Grid.parse(f"{letters} {symbols}")


def listed(*words: str, tier: int = 35) -> Lexicon:
    return Lexicon.of(dict.fromkeys(words, tier))


def words_of(scored: Score) -> dict[str, tuple[str | None, int]]:
    return {line.line.name: (line.found and line.found.word, line.points) for line in scored.lines}


def test_the_printed_example_scores_as_printed() -> None:  # WK-15
    scored = score(PRINTED, ENGLISH)
    assert words_of(scored) == {
        "row1": ("ART", 3), "row2": ("BANG", 8), "row3": ("PAY", 6), "row4": ("EKE", 2),
        "column1": ("ABLE", 6), "column2": ("RAP", 6), "column3": ("NAE", 3), "column4": (None, 0),
    }  # fmt: skip
    assert (scored.total, scored.wilds) == (34, ((Cell(3, 0), "E"),))


@pytest.mark.parametrize(
    ("house", "says", "total", "wild"),
    [
        (House(), Says(), 34, "E"),
        (House(), Says(claims=PRINTED_CLAIMS), 34, "E"),
        (House(equal="claimed"), Says(claims=PRINTED_CLAIMS), 34, "E"),
        (House(equal="claimed"), Says(), 0, "A"),
        (House(equal="leftmost"), Says(), 34, "E"),
        (House("all"), Says(), 35, "E"),
        (House("all", "leftmost"), Says(), 35, "Y"),
        (House("all", "leftmost"), Says(wilds=((Cell(3, 0), "E"),)), 34, "E"),
        (House("all"), Says(wilds=((Cell(3, 0), "Y"),)), 35, "Y"),
        (House(), Says(wilds=((Cell(3, 0), "Y"),)), 34, "Y"),
        (House(), Says(claims=(("row4", "KEF"),)), 35, "E"),
        (House(), Says(claims=(("column1", "ABLY"),)), 34, "Y"),
        (House(), Says(claims=(("column1", "ABLY"), ("row4", "KEF"))), 35, "Y"),
    ],
)
def test_the_printed_example_in_every_form(house: House, says: Says, total: int, wild: str) -> None:  # WK-15
    scored = score(PRINTED, ENGLISH, says, house)
    assert (scored.total, scored.wilds, scored.lapsed) == (total, ((Cell(3, 0), wild),), ())


def test_the_breakdown_reads_as_a_person_would_say_it() -> None:  # WK-6, WK-15
    sentences = score_sentences(score(PRINTED, ENGLISH), full_total=35)
    assert sentences[1] == "Row 2: BANG, 4 letters, balanced, so doubled: 8 points."
    assert sentences[3] == (
        "Row 4: EKE, 3 letters, the wild E counts 0, not balanced (2 circles and no clovers): 2 points. "
        "KEF would be 3: claim it."
    )
    assert sentences[7:] == (
        "Column 4: no word, 0 points.",
        "The wild at r4c1 is E.",
        "Total: 34 points.",
        "With every word of the full list found, the same grid is worth 35.",
    )


@pytest.mark.parametrize(
    ("letters", "symbols", "says"),
    [
        ("AB/CD", "cs/sc", "2 rows of 2 cannot be scored"),
        ("ABCD/ABCD/ABCD", "csqo/csqo/csqo", "3 rows of 4 cannot be scored"),
        ("ABCDE/ABCDE/ABCDE/ABCDE", "csqod/csqod/csqod/csqod", "4 rows of 5 cannot be scored"),
        ("ABCD/ABCD/ABCD/ABCD", "csqo/csqo/csqo/csqd", "the diamond at r4c4 belongs to the expert game"),
        ("ABCD/ABCD/ABCD/ABCD", "csqo/csxo/csqo/csqo", "'x' at r2c3 is no symbol"),
        ("AB_D/ABCD/ABCD/ABCD", "csqo/csqo/csqo/csqo", "'_' at r1c3 is no tile of this game"),
        ("ABCD/ABcD/ABCD/ABCD", "csqo/csqo/csqo/csqo", "'c' at r2c3 is no tile of this game"),
    ],
)
def test_what_cannot_be_scored_is_refused_by_place(letters: str, symbols: str, says: str) -> None:  # WK-1
    with pytest.raises(UnreadableError, match=says):
        check_grid(grid(letters, symbols))


def test_a_grid_without_symbols_is_refused() -> None:
    with pytest.raises(UnreadableError, match="tile at r1c1 has no symbol"):
        check_grid(Grid.parse("ABCD/ABCD/ABCD/ABCD"))


@pytest.mark.parametrize(
    ("letters", "symbols", "reports"),
    [
        ("ABCD/ABCD/ABCD/ABCD", "csqo/csqo/csqo/csqo", ()),
        ("ABCD/ABCD/ABCD/ABCD", "csqo/csqo/csqo/csso", ("5 stars, 3 squares: a hand has 4 of each (WK-2)",)),
        ("ABC./ABCD/ABCD/ABCD", "csq./csqo/csqo/csqo", ()),
        (
            "ABC./ABCD/ABCD/ABCD",
            "css./csqo/csqo/csqo",
            ("5 stars, 3 squares, 3 circles: a hand has 4 of each (WK-2)",),
        ),
        (
            "ABQD/ABCD/ABCD/ABCD",
            "csqo/csqo/csqo/csqo",
            ("a Q tile at r1c3: the set has none, only a wild can be Q (WK-7)",),
        ),
    ],
)
def test_a_wrong_count_of_a_symbol_or_a_q_tile_is_reported_and_scored(
    letters: str, symbols: str, reports: tuple[str, ...]
) -> None:  # WK-2
    laid = grid(letters, symbols)
    assert miscounts(laid) == reports
    assert score(laid, ENGLISH).total == sum(line.points for line in score(laid, ENGLISH).lines)


@pytest.mark.parametrize(
    ("row", "words", "word", "points"),
    [
        ("CATX", ("CAT",), "CAT", 3),
        ("XCAT", ("CAT",), "CAT", 3),
        ("TACX", ("CAT",), None, 0),  # backward never counts
        ("CATS", ("CAT", "CATS"), "CATS", 4),
        ("ATAX", ("AT", "TA"), "AT", 2),  # equal length and worth: the leftmost
        ("OXAT", ("OX", "AT"), "OX", 2),
        ("AXBX", ("AB",), None, 0),  # contiguous only
    ],
)
def test_a_line_scores_its_longest_word_left_to_right(
    row: str, words: tuple[str, ...], word: str | None, points: int
) -> None:  # WK-3, WK-4
    scored = score(grid(f"{row}/ZZZZ/ZZZZ/ZZZZ", "cccc/ssss/qqqq/oooo"), listed(*words))
    assert words_of(scored)["row1"] == (word, points)


def test_columns_read_from_top_to_bottom() -> None:  # WK-3
    scored = score(grid("CZZZ/AZZZ/TZZZ/ZZZZ", "cccc/ssss/qqqq/oooo"), listed("CAT", "TAC"))
    assert words_of(scored)["column1"] == ("CAT", 6)  # the column is balanced: clover, star, square, circle


def test_a_diagonal_never_counts() -> None:  # WK-3
    scored = score(grid("CZZZ/ZAZZ/ZZTZ/ZZZZ"), listed("CAT"))
    assert scored.total == 0


def test_the_same_word_in_two_lines_scores_twice() -> None:  # WK-4
    scored = score(grid("CATZ/CATZ/ZZZZ/ZZZZ", "cccc/ssss/qqqq/oooo"), listed("CAT"))
    assert scored.total == 6


def test_length_decides_even_where_a_shorter_word_is_worth_more() -> None:  # WK-5
    laid = grid("O*TH/ZZZZ/ZZZZ/ZZZZ", "cccc/ssss/qqqq/oooo")
    said = Says(wilds=((Cell(0, 1), "A"),))
    assert words_of(score(laid, listed("TH"), said))["row1"] == ("TH", 2)
    assert words_of(score(laid, listed("TH", "OAT"), said))["row1"] == ("OAT", 2)
    assert words_of(score(laid, listed("TH", "OA"), said))["row1"] == ("TH", 2)
    two = grid("**TH/ZZZZ/ZZZZ/ZZZZ", "cscc/ssss/qqqq/oooo")
    both = Says(wilds=((Cell(0, 0), "O"), (Cell(0, 1), "A")))
    assert words_of(score(two, listed("TH", "OAT"), both))["row1"] == ("OAT", 1)


def test_of_equally_long_words_the_one_worth_most_counts_or_the_first_with_the_switch() -> None:  # WK-6
    laid, words = grid("*ATO/ZZZZ/ZZZZ/ZZZZ", "cccc/ssss/qqqq/oooo"), listed("QAT", "ATO")
    assert words_of(score(laid, words))["row1"] == ("ATO", 3)
    fixed = Says(wilds=((Cell(0, 0), "Q"),))
    assert words_of(score(laid, words, fixed, House(equal="leftmost")))["row1"] == ("QAT", 2)


def test_only_familiar_words_are_found_and_any_listed_word_can_be_claimed() -> None:  # WK-6
    words = Lexicon.of({"CAT": 35, "TAW": 80})
    laid = grid("CATA/TAWZ/ZZZZ/ZZZZ", "cccc/ssss/qqqq/oooo")
    assert words_of(score(laid, words))["row2"] == (None, 0)
    assert score(laid, words).lines[1].others == (("TAW", 3),)
    assert words_of(score(laid, words, Says(claims=(("row2", "TAW"),))))["row2"] == ("TAW", 3)


@pytest.mark.parametrize(
    ("line", "word", "reason"),
    [
        ("row4", "EF", "EF is shorter than a word of 3 letters that stands in Row 4 (WK-5)"),
        ("row4", "KEG", "KEG does not stand in Row 4 (WK-5)"),
        ("row1", "TRA", "TRA is not in the list (WK-6)"),
        ("column4", "DGYF", "DGYF is not in the list (WK-6)"),
        ("row1", "RAT", "RAT does not stand in Row 1 (WK-5)"),
    ],
)
def test_a_claim_that_does_not_fit_is_refused_with_the_reason(
    line: str, word: str, reason: str
) -> None:  # WK-5, WK-6
    sheet, _ = sheet_of(PRINTED, ENGLISH, Says(), House())
    with pytest.raises(RuleError, match=re.escape(reason)):
        with_claim(sheet, line, word)
    assert score(PRINTED, ENGLISH, Says(claims=((line, word),))).lapsed == (reason,)


def test_a_claim_fixes_the_wilds_it_covers_for_both_lines() -> None:  # WK-6, WK-7
    scored = score(PRINTED, ENGLISH, Says(claims=(("column1", "ABLY"),)))
    assert scored.wilds == ((Cell(3, 0), "Y"),)
    assert scored.lines[3].text == "yKEF"


def test_a_claim_against_a_letter_already_said_is_refused() -> None:  # WK-7
    says = Says(wilds=((Cell(3, 0), "E"),), claims=(("column1", "ABLY"),))
    assert score(PRINTED, ENGLISH, says).lapsed == ("ABLY does not stand in Column 1 (WK-5)",)


def test_a_wild_is_one_letter_for_row_and_column_worth_nothing_and_keeps_its_symbol() -> None:  # WK-7
    words = listed("CAT", "TO")
    scored = score(grid("CA*Z/ZZOZ/ZZZZ/ZZZZ"), words)
    assert scored.wilds == ((Cell(0, 2), "T"),)
    assert words_of(scored)["row1"] == ("CAT", 4)  # C and A doubled: the wild's square balances the row
    assert words_of(scored)["column3"] == ("TO", 2)


def test_a_wild_may_be_a_q_and_a_useless_one_is_an_a() -> None:  # WK-7
    assert score(grid("*IZZ/ZZZZ/ZZZZ/ZZZZ"), listed("QI")).wilds == ((Cell(0, 0), "Q"),)
    assert score(grid("*ZZZ/ZZZZ/ZZZZ/ZZZZ"), listed("QI")).wilds == ((Cell(0, 0), "A"),)


def test_a_tie_between_letters_goes_to_more_words_in_balanced_lines() -> None:  # WK-7
    """E in the unbalanced row and O in the balanced column are worth the same; the balanced word decides."""
    laid = grid("*TZZ/ZZZZ/ZZZZ/ZZZZ", "ccqo/sqoc/qocs/ocsq")
    words = listed("ET", "OZ")
    scored = score(laid, words, house=House())
    assert imbalance(laid, lines_of(4)[0]) != ""
    assert scored.wilds == ((Cell(0, 0), "O"),)


@pytest.mark.parametrize(
    ("letters", "total"),
    [
        ("*AT*/ZZZZ/ZZZZ/ZZZZ", 2),  # either may be the wild, or none: AT alone is the least
        ("#AT*/ZZZZ/ZZZZ/ZZZZ", 2),
    ],
)
def test_of_two_wilds_of_one_symbol_the_lowest_total_counts_until_it_is_said(
    letters: str, total: int
) -> None:  # WK-8
    laid = grid(letters, "csqc/sqoc/qocs/ocsq")
    words = listed("AT", "CAT", "ATE")
    scored = score(laid, words)
    assert scored.total == total
    assert len(scored.questions) == ("*AT*" in letters)


def test_saying_which_one_is_wild_settles_the_question_by_amending_the_other() -> None:  # WK-8
    words = listed("AT", "CATZ")
    doubtful = grid("*AT*/ZZZZ/ZZZZ/ZZZZ", "csqc/sqoc/qocs/ocsq")
    assert score(doubtful, words, Says(claims=(("row1", "CATZ"),))).lapsed != ()
    assert score(doubtful, words, Says(wilds=((Cell(0, 0), "C"),))).grid[0, 3].face == "#"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("row", "symbols", "reason"),
    [
        ("CATS", "csqo", ""),
        ("CATS", "ccqo", "2 clovers and no stars"),
        ("CAT.", "csq.", "a cell is empty"),
        ("CAT#", "csqo", "a tile only fills a hole"),
        ("CAT*", "csqo", ""),
    ],
)
def test_a_line_is_balanced_when_every_symbol_lies_in_it_once(
    row: str, symbols: str, reason: str
) -> None:  # WK-9, WK-10
    laid = grid(f"{row}/ZZZZ/ZZZZ/ZZZZ", f"{symbols}/sqoc/qocs/ocsq")
    assert imbalance(laid, lines_of(4)[0]) == reason
    points = words_of(score(laid, listed("CAT")))["row1"][1]
    assert points == (6 if reason == "" else 3)


def test_fillers_and_holes_end_words() -> None:  # WK-10
    words = listed("CATS", "CA", "TS")
    for stop, symbol in ("#", "q"), (".", "."):
        laid = grid(f"CA{stop}S/ZZZZ/ZZZZ/ZZZZ", f"cs{symbol}o/sqoc/qocs/ocsq")
        assert words_of(score(laid, words))["row1"] == ("CA", 2)


def test_an_expert_line_takes_words_of_five_letters_and_five_symbols() -> None:  # WK-1, WK-3, WK-9
    laid = grid("CARTS/ZZZZZ/ZZZZZ/ZZZZZ/ZZZZZ", "csqod/sqodc/qodcs/odcsq/dcsqo")
    assert words_of(score(laid, ENGLISH))["row1"] == ("CARTS", 10)


SMALL = Lexicon.of(
    dict.fromkeys(
        ("AT", "CAT", "CATS", "TA", "SAT", "ATE", "EAT", "TEA", "SEA", "SETA", "ACE", "ACES", "CASE"), 35
    )
    | dict.fromkeys(("AS", "ES", "TAE", "EAST", "STAB"), 70)
)


@st.composite
def grids(draw: st.DrawFn, sides: tuple[int, ...] = (4,), wilds: int = 2, letters: str = "ACEST") -> Grid:
    """Grids with up to `wilds` wilds of different symbols, a few fillers and holes, symbols mostly right."""
    side = draw(st.sampled_from(sides))
    symbols = [list(SYMBOLS[side][r:] + SYMBOLS[side][:r]) for r in range(side)]
    for _ in range(draw(st.integers(0, 3))):
        r, c, other = (draw(st.integers(0, side - 1)) for _ in range(3))
        symbols[r][c] = symbols[r][other]
    faces = [[draw(st.sampled_from(letters)) for _ in range(side)] for _ in range(side)]
    used: set[str] = set()
    for _ in range(draw(st.integers(0, wilds))):
        r, c = draw(st.integers(0, side - 1)), draw(st.integers(0, side - 1))
        if symbols[r][c] not in used:
            faces[r][c] = "*"
            used.add(symbols[r][c])
    for stop in draw(st.lists(st.sampled_from("#."), max_size=2)):
        r, c = draw(st.integers(0, side - 1)), draw(st.integers(0, side - 1))
        if faces[r][c] != "*":
            faces[r][c] = stop
            symbols[r][c] = "." if stop == "." else symbols[r][c]
    return Grid.parse("/".join(map("".join, faces)) + " " + "/".join(map("".join, symbols)))


@settings(max_examples=60, deadline=None)
@given(grids(), st.sampled_from(["familiar", "all"]), st.sampled_from(["best", "leftmost"]))
def test_wild_letters_are_the_exact_joint_optimum(laid: Grid, find: str, equal: str) -> None:  # WK-7
    scored = score(laid, SMALL, house=House(find, equal))
    assert (scored.total, "".join(letter for _, letter in scored.wilds)) == best(laid, SMALL, find, equal)


@settings(max_examples=8, deadline=None)
@given(grids(sides=(4, 5), letters="AEIOSTRNLDPCM"), st.sampled_from(["familiar", "all"]))
def test_the_optimum_holds_with_the_whole_list_and_expert_grids(laid: Grid, find: str) -> None:  # WK-7
    scored = score(laid, ENGLISH, house=House(find))
    assert (scored.total, "".join(letter for _, letter in scored.wilds)) == best(laid, ENGLISH, find)


@pytest.mark.slow
@pytest.mark.parametrize("laid", ["***E/CATS/SEAT/TEAS", "*AT*/*EAS/SEAT/CATS", "C**S/EAT*/SETA/ACES"])
def test_three_wilds_in_lines_together_are_exact_too(laid: str) -> None:  # WK-7
    whole = grid(laid)
    scored = score(whole, SMALL)
    assert (scored.total, "".join(letter for _, letter in scored.wilds)) == best(whole, SMALL)


@settings(max_examples=60, deadline=None)
@given(grids(sides=(4, 5), wilds=4))
def test_every_breakdown_adds_up_and_only_names_words_that_stand_there(laid: Grid) -> None:  # WK-4, WK-9
    scored = score(laid, SMALL)
    assert scored.total == sum(line.points for line in scored.lines)
    for line, cells in zip(scored.lines, lines(laid), strict=True):
        assert line.balanced == is_balanced(laid, cells)
        if line.found:
            assert line.found.word in line.text.upper()
            assert line.points == len(line.found.word) * (1 + line.balanced) - len(line.wilds_in_word) * (
                1 + line.balanced
            )
        for word, _ in line.others:
            assert word in line.text.upper()
            assert word in SMALL


@settings(max_examples=30, deadline=None)
@given(grids(wilds=3))
def test_a_claim_of_what_was_found_changes_no_total(laid: Grid) -> None:  # WK-6
    scored = score(laid, SMALL)
    claims = tuple((line.line.name, line.found.word) for line in scored.lines if line.found)
    again = score(laid, SMALL, Says(scored.wilds, claims))
    assert (again.total, again.lapsed) == (scored.total, ())
