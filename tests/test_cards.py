"""Letter cards on a table: drawn ones in, rows of letters out."""

import cv2
import numpy as np
import pytest

from companion.grid import LETTERS
from companion.layout import Layout
from companion.reading import Reading
from vision.faces import demo_face
from vision.reader import Memory, read

pytestmark = pytest.mark.pixels

CARDS = Layout("cards", 8, 8, kind="cards")
WIDE, HIGH = 63, 88
TABLE_BGR, PAPER_BGR, EDGE_BGR = (60, 95, 50), (235, 240, 242), (150, 150, 160)


def card(letter: str, spin_deg: float) -> np.ndarray:
    """One card on a transparent ground, uint8 BGRA, 126 x 176 within 220 x 220 pixels."""
    picture = np.zeros((220, 220, 4), np.uint8)
    corner = ((220 - 2 * WIDE) // 2, (220 - 2 * HIGH) // 2)
    other = (corner[0] + 2 * WIDE, corner[1] + 2 * HIGH)
    cv2.rectangle(picture, corner, other, (*PAPER_BGR, 255), -1)
    cv2.rectangle(picture, corner, other, (*EDGE_BGR, 255), 1)
    inked = demo_face().letters[LETTERS.index(letter)] > 128
    picture[46:174, 46:174, :3][inked] = (30, 30, 30)
    turn = cv2.getRotationMatrix2D((110, 110), -spin_deg, 1)
    return cv2.warpAffine(picture, turn, (220, 220))


def table(rows: list[str], turn: int = 0, seed: int = 1, spread: float = 3.0) -> np.ndarray:
    """A picture of cards laid by hand in these rows, `.` for no card; turned clockwise by quarters."""
    rng = np.random.default_rng(seed)
    frame = np.full((1000, 1400, 3), TABLE_BGR, np.uint8)
    for row, letters in enumerate(rows):
        for col, letter in enumerate(letters):
            if letter == ".":
                continue
            x, y = (350 + col * 138 + rng.integers(-4, 5), 250 + row * 190 + rng.integers(-4, 5))
            drawn = card(letter, float(rng.normal(0, spread / 2)))
            part = frame[y : y + 220, x : x + 220]
            covers = drawn[..., 3:] > 128
            part[:] = np.where(covers, drawn[..., :3], part)
    noisy = frame + rng.normal(0, 3, frame.shape)
    soft = cv2.GaussianBlur(np.clip(noisy, 0, 255).astype(np.uint8), (3, 3), 0)
    return np.ascontiguousarray(np.rot90(soft, -turn))


def reading_of(frame: np.ndarray) -> Reading:
    return read(frame, CARDS, Memory())[0]


@pytest.mark.parametrize(
    "rows",
    [["TALE"], ["M.", "TD", "K."], ["GSO", ".IV"], ["W..", "TRJ"], ["Q"], ["ABCD", "E.F.", "G.H."]],
    ids="/".join,
)
@pytest.mark.parametrize("turn", range(4))
def test_cards_are_read_in_rows_whichever_way_they_lie(rows: list[str], turn: int) -> None:
    [grid] = reading_of(table(rows, turn)).grids
    assert list(grid.grid.faces) == rows
    assert (grid.turn_deg, grid.doubts) == (90 * turn, ())


@pytest.mark.parametrize("seed", range(5))
def test_cards_laid_askew_keep_their_places(seed: int) -> None:
    [grid] = reading_of(table(["TRAY", "O..E", "N..S"], seed=seed, spread=7.0)).grids
    assert list(grid.grid.faces) == ["TRAY", "O..E", "N..S"]


def test_the_corners_of_a_card_lie_where_it_lies() -> None:
    [grid] = reading_of(table(["TA"], spread=0.0)).grids
    first = np.array(grid.cells[0].quad_px)
    assert np.linalg.norm(first[1] - first[0]) == pytest.approx(2 * WIDE, rel=0.06)
    assert np.linalg.norm(first[3] - first[0]) == pytest.approx(2 * HIGH, rel=0.06)


@pytest.mark.parametrize("frame", [table([]), np.full((480, 640, 3), 120, np.uint8)], ids=["table", "gray"])
def test_where_no_cards_lie_it_is_said_with_what_to_do(frame: np.ndarray) -> None:
    reading = reading_of(frame)
    assert reading.grids == ()
    assert "cards" in (reading.problem or "")


def test_the_back_of_a_card_is_no_letter() -> None:
    frame = table(["TA"])
    x, y = 350 + 2 * 138 + 47, 250 + 22
    cv2.rectangle(frame, (x, y), (x + 126, y + 176), (120, 60, 40), -1)
    [grid] = reading_of(frame).grids
    assert list(grid.grid.faces) == ["TA"]


def test_a_card_between_the_rows_is_asked_to_be_moved() -> None:
    frame = table(["TA"])
    x, y = 350 + 2 * 138 - 20, 250 + 95
    drawn = card("K", 0.0)
    part = frame[y : y + 220, x : x + 220]
    part[:] = np.where(drawn[..., 3:] > 128, drawn[..., :3], part)
    reading = reading_of(frame)
    assert reading.grids == ()
    assert "a card lies between the rows" in (reading.problem or "")
