"""Printed mats: the PDF is turned back into a picture, and what the eye finds there is measured."""

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest
from evening import Run

from companion.games import layouts
from companion.layout import Mat
from vision.markers import find_markers, marker_corners_mm, mat_planes
from vision.optics import Camera
from vision.reader import Memory, read

pdfium = pytest.importorskip("pypdfium2", reason="pages are drawn with pypdfium2, which only .venv has")

PX_MM = 6.0
SIZES_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MATS = {name: layout.mat for name, layout in layouts().items() if layout.mat}
EVERY = list(itertools.product(MATS, SIZES_MM, (1, 6)))


def pages(path: Path) -> list[np.ndarray]:
    """Every page of a PDF as a gray picture, PX_MM pixels a millimetre."""
    with pdfium.PdfDocument(path) as document:
        pictures = [page.render(scale=PX_MM * 25.4 / 72, grayscale=True).to_numpy() for page in document]
        return [picture[..., 0] if picture.ndim == 3 else picture.copy() for picture in pictures]


def words_on(path: Path) -> list[str]:
    with pdfium.PdfDocument(path) as document:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def printed(run: Run, path: Path, *options: str) -> Path:
    done = run("print", "mat", "--out", str(path), *options)
    assert (done.code, done.err) == (0, ""), done
    return path


@pytest.fixture
def page(run: Run, tmp_path: Path, request: pytest.FixtureRequest) -> tuple[np.ndarray, Mat, int]:
    """A page as a picture, the mat that it should show, and its seat."""
    layout, paper, seat = request.param
    path = printed(run, tmp_path / "mat.pdf", "--layout", layout, "--paper", paper, "--seat", str(seat))
    (picture,) = pages(path)
    assert picture.shape[::-1] == pytest.approx([side * PX_MM for side in SIZES_MM[paper]], abs=1)
    return picture, MATS[layout], seat


def area_px(picture: np.ndarray) -> np.ndarray:
    """The top left of the play area in pixels, by the marker in its corner."""
    found = find_markers(picture)
    return np.asarray(found[min(found)][0])


@pytest.mark.parametrize("page", EVERY, indirect=True)
def test_each_marker_is_found_at_its_place_to_0_3_mm(
    page: tuple[np.ndarray, Mat, int],
) -> None:
    picture, mat, seat = page
    found = find_markers(picture)
    first = 4 * (seat - 1)
    assert sorted(found) == list(range(first, first + 4))
    corners_mm = (np.stack([found[first + number] for number in range(4)]) + 0.5) / PX_MM
    left = (picture.shape[1] / PX_MM - mat.side_mm) / 2
    places = marker_corners_mm(mat) + np.array([left, corners_mm[0, 0, 1]])
    assert np.abs(corners_mm - places).max() < 0.3


@pytest.mark.parametrize("page", EVERY, indirect=True)
def test_the_field_is_between_wood_and_ink_and_the_markers_stand_on_white(
    page: tuple[np.ndarray, Mat, int],
) -> None:
    picture, mat, _ = page
    left, top = np.round(area_px(picture)).astype(int)
    side, marker, module = (round(mm * PX_MM) for mm in (mat.side_mm, mat.marker_mm, mat.marker_mm / 6))
    area = picture[top : top + side, left : left + side]
    assert 90 < np.median(area) < 150
    assert np.ptp(area[side // 2 - 48 : side // 2 + 48, 2:20]) == 0
    around = picture[top - module : top + marker + module, left - module : left + marker + module].copy()
    around[module - 2 : -module + 2, module - 2 : -module + 2] = 255
    assert around.min() == 255


@pytest.mark.parametrize("turn_deg", [0, 75, 180])
@pytest.mark.parametrize("page", EVERY, indirect=True)
def test_a_camera_above_the_table_sees_whose_mat_it_is(
    page: tuple[np.ndarray, Mat, int], turn_deg: int
) -> None:
    picture, mat, seat = page
    camera = Camera(height_mm=560.0, tilt_deg=20.0)
    middle = area_px(picture) + mat.side_mm * PX_MM / 2
    lay = cv2.getRotationMatrix2D(tuple(middle.tolist()), turn_deg, 1 / PX_MM)
    lay[:, 2] -= middle
    view = camera.plane() @ np.vstack([lay, (0, 0, 1)])
    seen = cv2.warpPerspective(picture, view, camera.size, flags=cv2.INTER_AREA, borderValue=70)
    markers = find_markers(seen)
    assert len(markers) == 4
    plane = mat_planes(markers, mat)[seat]
    corners = cv2.perspectiveTransform(
        area_px(picture) + PX_MM * marker_corners_mm(mat).reshape(1, -1, 2), view
    )
    found = cv2.perspectiveTransform(marker_corners_mm(mat).reshape(1, -1, 2), plane)
    assert np.abs(corners - found).max() < 1.5


@pytest.mark.parametrize("page", EVERY, indirect=True)
def test_the_ruler_is_as_long_as_it_says(page: tuple[np.ndarray, Mat, int]) -> None:
    picture, _, _ = page
    below = picture[int(-40 * PX_MM) :] < 128
    across = below[below.sum(1).argmax()]
    ends = np.flatnonzero(across)
    assert ends[-1] - ends[0] == pytest.approx(100 * PX_MM, abs=0.3 * PX_MM)
    assert across[ends[0] : ends[-1]].all()


@pytest.mark.parametrize("page", EVERY, indirect=True)
def test_nothing_is_printed_where_a_printer_cannot_reach(page: tuple[np.ndarray, Mat, int]) -> None:
    picture, _, _ = page
    edge = int(10 * PX_MM)
    inner = picture.copy()
    inner[edge:-edge, edge:-edge] = 255
    assert inner.min() == 255


def test_a_page_names_its_seat_in_words_and_what_the_ruler_is_for(run: Run, tmp_path: Path) -> None:
    told = words_on(printed(run, tmp_path / "mats.pdf", "--seats", "1-6"))
    numbers = ["one", "two", "three", "four", "five", "six"]
    assert [text.split(" 4 rows")[0] for text in told] == [f"Seat {number}" for number in numbers]
    assert all("This is 100 mm" in text and "print at 100 %, not fitted to the page" in text for text in told)


def test_without_options_it_is_seat_one_on_a4_and_the_first_layout(run: Run, tmp_path: Path) -> None:
    plain = printed(run, tmp_path / "plain.pdf").read_bytes()
    first = ("--layout", next(iter(MATS)), "--paper", "a4", "--seat", "1")
    assert printed(run, tmp_path / "said.pdf", *first).read_bytes() == plain


@pytest.mark.parametrize(
    "seat", ["0", "7", "-1", "1-7", "4-2", "2-", "-", "", "one", "1.5", "²", "1-2-3", "9" * 5000]
)
def test_a_seat_that_there_is_not_gets_one_line(seat: str, run: Run, tmp_path: Path) -> None:
    refused = run("print", "mat", "--out", str(tmp_path / "mat.pdf"), f"--seat={seat}")
    assert refused.code == 2
    assert "1 to 6" in refused.complaint
    assert list(tmp_path.iterdir()) == []


def test_a_layout_that_there_is_not_gets_one_line_with_those_there_are(run: Run, tmp_path: Path) -> None:
    refused = run("print", "mat", "--out", str(tmp_path / "mat.pdf"), "--layout", "tarot")
    assert refused.code == 2
    assert all(name in refused.complaint for name in ("tarot", *MATS))


def test_a_file_that_cannot_be_written_gets_one_line(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "mat.pdf", Path("/dev/full")):
        refused = run("print", "mat", "--out", str(path))
        assert refused.code == 2
        assert f"{path} cannot be written" in refused.complaint
    assert list(tmp_path.iterdir()) == []


def sheet(run: Run, path: Path, *what: str) -> list[np.ndarray]:
    """The pages of something else that is printed."""
    done = run("print", *what, "--out", str(path))
    assert (done.code, done.err) == (0, ""), done
    return pages(path)


def test_a_printed_board_is_found_by_the_eye_and_is_empty(run: Run, tmp_path: Path) -> None:
    [page] = sheet(run, tmp_path / "board.pdf", "board")
    frame = cv2.cvtColor(cv2.resize(page, None, fx=0.8, fy=0.8), cv2.COLOR_GRAY2BGR)
    layout = next(each for each in layouts().values() if each.kind == "board")
    reading, _ = read(np.asarray(frame, np.uint8), layout, Memory())
    [grid] = reading.grids
    assert set("".join(grid.grid.faces)) == {"."}


def test_a_printed_board_has_no_text_on_its_squares_and_says_its_colours_below(
    run: Run, tmp_path: Path
) -> None:
    sheet(run, tmp_path / "board.pdf", "board")
    [said] = words_on(tmp_path / "board.pdf")
    assert said.count("2W") == said.count("3L") == 1
    assert "The triangle is the top" in said


def test_tiles_are_printed_as_often_as_the_set_has_them(run: Run, tmp_path: Path) -> None:
    sheet(run, tmp_path / "tiles.pdf", "tiles")
    letters = [mark for page in words_on(tmp_path / "tiles.pdf") for mark in page if mark.isalpha()]
    assert (letters.count("E"), letters.count("Q"), len(letters)) == (10, 1, 91)


@pytest.mark.parametrize(("game", "count"), [("wordos", 260), ("worder", 9)])
def test_cards_are_printed_for_the_game_that_was_named(
    run: Run, tmp_path: Path, game: str, count: int
) -> None:
    sheet(run, tmp_path / "cards.pdf", "cards", "--game", game)
    letters = [mark for page in words_on(tmp_path / "cards.pdf") for mark in page if mark.isalpha()]
    assert len(letters) == count


def test_a_game_without_cards_is_named_with_those_that_have_some(run: Run, tmp_path: Path) -> None:
    done = run("print", "cards", "--game", "chess", "--out", str(tmp_path / "cards.pdf"))
    assert done.code == 2
    assert "'chess' has none to print: use one of wordos, worder" in done.err
