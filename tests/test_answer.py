"""What the cells of a grid say together: letters, questions and what something lies over."""

import numpy as np
import pytest
from drawn import FOUR

from companion.grid import Cell
from vision.answer import answer_grid
from vision.letters import BLANK_CLASS, CLASSES, letter_class
from vision.settle import Looks

LETTERS = "ABCDEFGHKLMPRSTU"


def looks_with(letter_share: float) -> Looks:
    """Sixteen cells of a plain letter each, the last of which shows its letter only so far, else nothing."""
    logs = np.full((16, CLASSES), -16.0)
    for at, letter in enumerate(LETTERS):
        logs[at, letter_class(letter, 0)] = -1e-4
    logs[15, letter_class("U", 0)] = np.log(letter_share)
    logs[15, BLANK_CLASS] = np.log(1 - letter_share)
    row, col = np.divmod(np.arange(16), 4)
    corner = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    quads = 40.0 * (np.column_stack([col, row])[:, None] + corner)
    return Looks(quads, logs, logs)


@pytest.mark.parametrize(("letter_share", "covered"), [(0.3, ()), (0.001, (Cell(3, 3),))])
def test_a_lone_cell_that_half_shows_a_letter_is_asked_about_and_not_called_covered(
    letter_share: float, covered: tuple[Cell, ...]
) -> None:
    like_table = np.zeros(16, bool)
    answer = answer_grid(looks_with(letter_share), np.full((16, 4), np.log(0.25)), like_table, FOUR)
    assert answer.covered == covered
    assert (Cell(3, 3), "presence") in [(doubt.cell, doubt.about) for doubt in answer.doubts]
