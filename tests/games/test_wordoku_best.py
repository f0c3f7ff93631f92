"""The best grid found for a hand (WK-1, WK-4, WK-8): legal, scored by the rules, the same for a seed."""

from collections import Counter
from collections.abc import Callable

import pytest

from companion import lexicon
from companion.errors import UnreadableError
from companion.games.wordoku.best import Best, best_found
from companion.games.wordoku.hands import Hand, draws, latin_square
from companion.games.wordoku.lines import Finding, found_in
from companion.games.wordoku.sheet import House
from companion.grid import LETTERS, WILD
from companion.lexicon import Lexicon

pytestmark = pytest.mark.pixels
HANDS = {
    4: "Ec Ao Ps Aq Xc Co Us Dq Ac Vo Fs Tq Ic Eo Es Aq",
    5: "Ec Zo Es Iq Vd Gc Ho As Rq Td Sc Uo Es Iq Ed Cc Ao Is Lq Ed Oc Do Ys Uq Nd",
}


def times(number: int) -> Callable[[], bool]:
    """A clock that runs out when it has been asked so many times."""
    left = iter(range(number))
    return lambda: next(left, None) is not None


def found(side: int, asked: int = 5, find: str = "all", equal: str = "leftmost") -> Best:
    return best_found(Hand.parse(HANDS[side]), lexicon.load(), House(find, equal), times(asked))


@pytest.mark.parametrize("side", HANDS)
def test_a_grid_found_is_laid_of_the_hands_own_tiles_with_one_wild_a_symbol(side: int) -> None:  # WK-8
    grid = found(side).grid
    tiles = [tile for _, tile in grid if tile]
    wilds = Counter(tile.symbol for tile in tiles if tile.face == WILD)
    held = Counter(HANDS[side].split())
    laid = Counter(tile.face + tile.symbol for tile in tiles if tile.face != WILD)
    assert len(tiles) == side * side
    assert all(number == 1 for number in wilds.values())
    assert laid <= held
    assert Counter(tile[1] for tile in (held - laid).elements()) == wilds


def test_a_grid_found_is_the_same_for_the_same_seed_and_steps() -> None:
    assert found(4, 3) == found(4, 3)


def test_searching_on_never_finds_less() -> None:
    totals = [found(4, asked).score.total for asked in (1, 4, 12)]
    assert totals == sorted(totals)
    assert totals[0] > 0


@pytest.mark.parametrize("asked", [0, 8])
def test_a_tile_of_unknown_letter_is_the_wild_of_its_symbol_and_no_other_is(asked: int) -> None:  # WK-8
    hand = HANDS[4].replace("Ec", "*c").replace("Ps", "*s")
    best = best_found(Hand.parse(hand), lexicon.load(), House("all", "leftmost"), times(asked))
    laid = Counter(tile.face + tile.symbol for _, tile in best.grid if tile)
    wilds = Counter(tile.symbol for _, tile in best.grid if tile and tile.face == WILD)
    assert wilds["c"] == wilds["s"] == 1
    assert max(wilds.values()) == 1
    assert sorted(each for each in laid.elements() if each[1] in "cs") == sorted(
        each for each in hand.split() if each[1] in "cs"
    )


@pytest.mark.parametrize("by_place", [True, False])
def test_no_grid_found_scores_a_word_that_is_never_shown_unasked(by_place: bool) -> None:
    words = {"CUPE": 35, "ERSA": 35, "PAUX": 35, "EVAQ": 35, "TEAD": 35, "AC": 35, "CUP": 35}
    listed = Lexicon.of(words, rude=["TEAD", "CUP"])
    equal = "leftmost" if by_place else "best"
    best = best_found(Hand.parse(HANDS[4]), listed, House("all", equal), times(10))
    scored = {line.found.word for line in best.score.lines if line.found}
    assert scored
    assert not scored & {"TEAD", "CUP"}


@pytest.mark.parametrize("equal", ["best", "leftmost", "claimed"])
@pytest.mark.parametrize("find", ["familiar", "all"])
@pytest.mark.parametrize("side", HANDS)
def test_the_search_reckons_as_the_rules_do_under_every_switch(side: int, find: str, equal: str) -> None:
    best = found(side, 2, find, equal)  # WK-5, WK-6, WK-9: a total that differs from the score's is an error
    assert best.score.total == sum(line.points for line in best.score.lines) > 0


@pytest.mark.parametrize("by_place", [True, False])
@pytest.mark.parametrize("side", HANDS)
def test_every_line_is_worth_in_the_search_what_it_scores(side: int, by_place: bool) -> None:  # WK-4, WK-5
    from companion.games.wordoku.walks import Worths

    words = [word for word in lexicon.load() if len(word) <= side]
    worths, draw, known = Worths.made(side, words, by_place), draws("lines"), set(words)
    finding = Finding(known.__contains__, lambda _: (), by_place)
    for word in [words[next(draw) % len(words)] for _ in range(2000)]:
        padded = "".join(LETTERS[next(draw) % 26] for _ in range(side - len(word)))
        text = word + padded if next(draw) & 256 else padded + word
        text = "".join(letter.lower() if next(draw) >> 9 & 3 == 0 else letter for letter in text)
        signs = [ord(sign.upper()) - ord("A") + 26 * sign.islower() for sign in text]
        code = sum(worths.parts()[place, sign] for place, sign in enumerate(signs))
        scores = found_in(text, True, finding)
        assert worths.of(code) == (scores.points if scores else 0), text


@pytest.mark.parametrize("side", HANDS)
def test_every_line_of_a_grid_found_is_balanced(side: int) -> None:  # WK-4
    assert all(line.balanced for line in found(side).score.lines)


@pytest.mark.parametrize("seed", "abcdefgh")
@pytest.mark.parametrize("side", [4, 5])
def test_a_square_of_symbols_has_each_once_in_every_row_and_column(side: int, seed: str) -> None:
    square = latin_square(side, draws(seed))
    every = set(range(side))
    assert all(set(line) == every for line in (*square, *zip(*square, strict=True)))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("", "16 or 25 tiles, not 0"),
        ("Ec Ao", "16 or 25 tiles, not 2"),
        (HANDS[4].replace("Ec", "Qc"), "no tile of this hand: 'Qc'"),
        (HANDS[4].replace("Ec", "Ed"), "no tile of this hand: 'Ed'"),
        (HANDS[4].replace("Ec", "Eo"), "4 tiles of each symbol, not 3 of c"),
        (HANDS[4].replace("Ec", "*c").replace("Xc", "*c"), "only one tile of c can be unknown"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_what_to_do(hand: str, said: str) -> None:  # WK-1
    with pytest.raises(UnreadableError, match=said):
        Hand.parse(hand)
