"""From probabilities to a grid: turns, windows, counts, checked against the plain way of working them out."""

from itertools import product

import numpy as np
import pytest
from drawn import FOUR
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.decode import (
    best_window,
    counted_symbols,
    face_log_probs,
    off_turn,
    tile_mass,
    turn_log_odds,
)
from vision.letters import BLANK_CLASS, CLASSES, SYMBOL_CLASS, letter_class

pytestmark = pytest.mark.pixels


def looks(*classes: int, p: float = 0.9) -> np.ndarray:
    """Log-probabilities of cells that show these classes with probability p, the rest spread evenly."""
    logs = np.full((len(classes), CLASSES), np.log((1 - p) / (CLASSES - 1)))
    logs[range(len(classes)), classes] = np.log(p)
    return logs


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_turn_is_the_one_that_most_cells_vote_for(turn: int) -> None:
    cells = looks(*(letter_class(letter, turn) for letter in "ABCDEF"), letter_class("G", turn + 1))
    odds = turn_log_odds(cells)
    assert odds.argmax() == turn
    assert np.exp(odds).sum() == pytest.approx(1)


def test_cells_without_letters_say_nothing_about_the_turn() -> None:
    odds = turn_log_odds(looks(SYMBOL_CLASS, BLANK_CLASS, SYMBOL_CLASS + 3))
    assert np.exp(odds) == pytest.approx([0.25] * 4, abs=0.01)


def test_a_letter_in_another_turn_is_off_and_still_the_letter() -> None:
    cells = looks(letter_class("E", 0), letter_class("E", 2))
    assert off_turn(cells, 0) == pytest.approx([0.08, 0.97], abs=0.06)
    faces = face_log_probs(cells, 0, FOUR)
    assert [FOUR.letters[i] for i in faces.argmax(1)] == ["E", "E"]


def test_faces_are_only_those_of_the_layout() -> None:
    faces = face_log_probs(looks(letter_class("Q", 0), SYMBOL_CLASS + 4), 0, FOUR)
    assert faces.shape == (2, len(FOUR.letters) + len(FOUR.symbols) + 2)
    assert np.exp(faces).sum(1) == pytest.approx([1, 1])
    assert np.exp(faces).max() < 0.2


@pytest.mark.parametrize("place", [(0, 0), (1, 1), (2, 0), (1, 2)])
def test_the_window_is_where_the_tiles_are(place: tuple[int, int]) -> None:
    top, left = place
    field = looks(*[BLANK_CLASS] * 36).reshape(6, 6, CLASSES)
    field[top : top + 4, left : left + 4] = looks(letter_class("A", 0))[0]
    window = best_window(field, 4, 4)
    assert (window.top, window.left) == place
    assert window.mass == pytest.approx(tile_mass(field)[top : top + 4, left : left + 4].sum())


weights = st.lists(st.integers(1, 9), min_size=3, max_size=3)


@settings(max_examples=40, deadline=None)  # the plain way tries a thousand cases
@given(st.lists(st.tuples(weights, st.integers(0, 10)), min_size=1, max_size=5), st.integers(2, 3))
def test_counted_symbols_are_the_exact_share_of_all_ways_to_deal_them(
    cells: list[tuple[list[int], int]], most: int
) -> None:
    own = np.array([np.array(w) / sum(w) for w, _ in cells])
    present = np.array([there / 10 for _, there in cells])
    want = np.zeros_like(own)
    for ways in product(range(4), repeat=len(cells)):
        if all(ways.count(symbol) <= most for symbol in range(3)):
            chances = [own[i, s] * present[i] if s < 3 else 1 - present[i] for i, s in enumerate(ways)]
            for i, symbol in enumerate(ways):
                if symbol < 3:
                    want[i, symbol] += np.prod(chances)
    possible = want.sum(1) > 0
    want = want[possible] / want[possible].sum(1, keepdims=True)
    assert counted_symbols(np.log(own), present, most)[possible] == pytest.approx(want, abs=1e-4)


def test_sure_symbols_leave_the_rest_for_the_others() -> None:
    own = np.log(np.array([[0.9999, 0.0001]] * 2 + [[0.6, 0.4]]))
    dealt = counted_symbols(own, np.ones(3), 2)
    assert dealt[2] == pytest.approx([0, 1], abs=1e-6)


def test_more_of_a_symbol_than_there_may_be_is_no_longer_sure() -> None:
    own = np.log(np.array([[0.9999, 0.0001]] * 3))
    assert (counted_symbols(own, np.ones(3), 2).max(1) < 0.7).all()


def test_without_a_count_each_cell_stands_for_itself() -> None:
    own = np.array([[0.7, 0.3], [0.7, 0.3]])
    assert counted_symbols(np.log(own), np.ones(2), None) == pytest.approx(own)
