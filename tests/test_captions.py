"""The printed text of category cards: read once while they lie, offered only when sure, never needed."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from evening import Run

from companion.layout import Layout
from companion.reading import Caption, Reading
from vision import captions, tesseract
from vision.reader import Memory, read
from vision.tesseract import Word

pytestmark = pytest.mark.pixels

SCENES = Path(__file__).parent / "scenes"
WANTED = Layout("cards", 8, 8, kind="cards", captions=True)
UNWANTED = Layout("cards", 8, 8, kind="cards")


def picture(name: str) -> np.ndarray:
    return np.asarray(cv2.imread(str(SCENES / f"category_{name}.jpg")), np.uint8)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tesseract is there, and waited for however busy the machine is."""
    if tesseract.tesseract_version() is None:
        pytest.skip("tesseract is not installed")
    monkeypatch.setattr(tesseract, "PAGE_PATIENCE_S", 120)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hide", "Something you would hide"),
        ("instruments", "Musical instruments"),
        ("stripes", "ANIMALS WITH STRIPES"),
    ],
)
def test_a_category_card_is_read_whichever_way_it_lies(name: str, text: str) -> None:  # WS-3
    caption = read(picture(name), WANTED, Memory())[0].caption
    assert caption is not None
    assert (caption.text, caption.p > 0.85) == (text, True)
    corners = np.array(caption.quad_px)
    assert np.linalg.norm(corners[1] - corners[2]) > np.linalg.norm(corners[0] - corners[1])


@pytest.mark.usefixtures("patient")
def test_where_no_category_card_lies_nothing_is_offered() -> None:
    assert read(picture("none"), WANTED, Memory())[0].caption is None


@pytest.mark.usefixtures("patient")
def test_a_card_that_is_too_blurred_is_not_guessed() -> None:
    blurred = np.asarray(cv2.GaussianBlur(picture("instruments"), (0, 0), 3.5), np.uint8)
    assert read(blurred, WANTED, Memory())[0].caption is None


class Reader:
    """A Tesseract that says the next of these each time it is asked, of the card in one way round: first in
    the one size, then in the other."""

    def __init__(self, *says: list[str] | None) -> None:
        self.says = iter(says)

    def __call__(self, page: np.ndarray) -> list[Word] | None:
        rows = np.flatnonzero((page < 150).any(1))
        parts = np.split(rows, np.flatnonzero(np.diff(rows) > captions.GAP_PX) + 1)
        texts = next(self.says)
        if texts is None:
            return None
        assert len(parts) == 4
        return [
            Word(word, float(part.mean()), 0.3 if text.startswith("?") else 0.96)
            for part, text in zip((parts[0], parts[2]), (texts * 2)[:2], strict=True)
            for word in text.lstrip("?").split()
        ]


def said(monkeypatch: pytest.MonkeyPatch, *says: list[str] | None, frames: int = 1) -> list[Caption | None]:
    """What is offered in picture after picture when Tesseract says these."""
    monkeypatch.setattr(captions, "read_words", Reader(*says))
    memory, found = Memory(), []
    for _ in range(frames):
        reading, memory = read(picture("instruments"), WANTED, memory)
        found.append(reading.caption)
    return found


def test_a_card_that_lies_as_it_lay_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = said(monkeypatch, ["Rivers", "Rivers"], ["Lakes", "Lakes"], frames=2)
    assert first is not None
    assert (first.text, first) == ("Rivers", second)


@pytest.mark.parametrize(
    "texts", [["Rivers", "Rovers"], ["?Rivers"], ["Ri"], ["R|vers"], ["1234"], [""]], ids=str
)
def test_what_is_not_sure_or_no_text_is_never_offered(
    monkeypatch: pytest.MonkeyPatch, texts: list[str]
) -> None:
    assert said(monkeypatch, texts) == [None]


def test_a_slow_tesseract_is_asked_again_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    late = said(monkeypatch, None, None, ["Rivers", "Rivers"], frames=3)
    assert [caption.text if caption else "" for caption in late] == ["", "", "Rivers"]
    assert said(monkeypatch, None, None, None, ["Rivers", "Rivers"], frames=4) == [None] * 4


def test_without_pytesseract_there_is_no_caption_and_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pytesseract", None)
    reading, _ = read(picture("stripes"), WANTED, Memory())
    assert reading.caption is None
    assert [grid.grid.faces for grid in reading.grids] == [("V",)]


def test_a_caption_is_read_only_where_it_is_wanted_and_while_nothing_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(captions, "read_words", Reader())
    assert read(picture("instruments"), UNWANTED, Memory())[0].caption is None
    _, memory = read(picture("none"), UNWANTED, Memory())
    moved, _ = read(picture("instruments"), WANTED, memory)
    assert (moved.moved, moved.caption) == (True, None)


def test_a_reading_with_a_caption_comes_back_from_its_json() -> None:
    card = ((1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0))
    reading = Reading("cards", caption=Caption("Famous rivers", 0.95, card))
    assert Reading.from_json(reading.to_json()) == reading


@pytest.mark.usefixtures("patient")
def test_the_command_tells_the_text_of_a_card(run: Run) -> None:
    told = run("read", "--layout", "cards", str(SCENES / "category_stripes.jpg"))
    assert "a card says “ANIMALS WITH STRIPES”" in told.out
    assert (
        '"text": "ANIMALS WITH STRIPES"'
        in run("read", "--layout", "cards", "--json", str(SCENES / "category_stripes.jpg")).out
    )
