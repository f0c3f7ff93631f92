"""The figures of reading have the form that the contract promises, and Tesseract's wrapper always answers."""

import numpy as np
import pytest
from drawn import FOUR

from companion.commands.bench_read import Figure, reading_figures
from companion.layout import Layout
from vision import tesseract
from vision.faces import demo_face

pytestmark = pytest.mark.pixels
PAGE = np.full((128, 128), 255, np.uint8)


def letter(index: int) -> np.ndarray:
    return np.asarray(PAGE - demo_face().letters[index], np.uint8)


@pytest.fixture(scope="module")
def figures() -> list[Figure]:
    """All figures of a grid and a board, without Tesseract: seconds of reading that two tests share."""
    board = Layout("nine", 9, 9, kind="board")
    return list(reading_figures({"four": FOUR, "nine": board}, runs=2, against=False))


def test_each_layout_has_a_figure_with_mat_and_one_without(figures: list[Figure]) -> None:
    mat, bare, *_ = figures
    assert (mat["figure"], bare["figure"]) == ("read.four.mat", "read.four.no-mat")
    assert (mat["unit"], mat["runs"], mat["ratio"], mat["against"]) == ("ms", 2, None, None)
    assert 0 < mat["median"] <= mat["p95"]


def test_what_is_remembered_has_figures_against_reading_it_anew(figures: list[Figure]) -> None:
    remembered = figures[2:]
    assert [figure["figure"].removeprefix("read.") for figure in remembered] == [
        "four.still", "four.moved", "nine.cached", "nine.still", "nine.moved",
    ]  # fmt: skip
    assert all(figure["against"] == "the same picture read anew" for figure in remembered)


def test_a_ratio_is_against_tesseract_on_the_same_cells() -> None:
    if tesseract.tesseract_version() is None:
        pytest.skip("Tesseract is not installed")
    figure = next(reading_figures({"four": FOUR}, runs=2))
    assert figure["against"] == "pytesseract --psm 10 over the same 16 tiles"
    assert figure["ratio"]
    assert 0 < figure["ratio"] < 1


def test_tesseract_reads_a_plain_letter() -> None:
    if tesseract.tesseract_version() is None:
        pytest.skip("Tesseract is not installed")
    assert tesseract.read_letter(letter(1)) == "B"
    assert tesseract.read_letter(PAGE) is None


def test_a_tesseract_that_is_missing_or_too_slow_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    import pytesseract

    monkeypatch.setattr(tesseract, "PATIENCE_S", 0.001)
    assert tesseract.read_letter(letter(1)) is None
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "/nowhere/tesseract")
    assert tesseract.read_letter(letter(1)) is None
    assert tesseract.tesseract_version() is None
