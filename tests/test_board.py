"""Boards: drawn ones, and photographs where they are to be had, in; squares and doubts out."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from companion.eye import Draw
from companion.grid import Cell, Grid, Tile
from companion.layout import Layout
from companion.looking import drawn as picture_of
from companion.reading import GridReading, Reading
from vision.board import asked_of_free
from vision.draw import Look
from vision.draw_board import Board, draw_board
from vision.find_board import find_board
from vision.lines import Printed, laid_on_lines
from vision.optics import Camera
from vision.reader import OWN_LAYOUTS, Memory, read
from vision.squares import look_as_before

pytestmark = pytest.mark.pixels

BOARD_9 = Layout("board-9x9", 9, 9, kind="board")
BOARD_15 = OWN_LAYOUTS["board-15x15"]
FROM_ABOVE = Camera(size=(1280, 960), height_mm=480, field_deg=52, tilt_deg=6)
PRINTED = Board(
    9,
    premiums={Cell(r, c): ((60, 50, 200), "2W") for r in (2, 6) for c in (2, 6)}
    | {Cell(r, c): ((190, 110, 50), "3L") for r, c in ((0, 4), (4, 0), (4, 8), (8, 4))},
)
WORDS = Grid.parse(
    "........./...CAT.../...A...../...R...../...T...P./....QUITE/.......S./.......T./........."
)


def drawn(grid: Grid, turn_deg: int = 0, board: Board = PRINTED, **look: object) -> np.ndarray:
    """A picture of the board with these tiles."""
    shown = replace(Look(camera=FROM_ABOVE, turn_deg=turn_deg, spin_deg=4, gap_mm=1.3, seed=3), **look)  # type: ignore[arg-type]
    return draw_board(grid, board, shown).frame_bgr


def test_a_board_that_was_pushed_is_told_for_some_pictures() -> None:
    memory, notes = Memory(), []
    for aim_mm in ((0.0, 0.0), (0.0, 0.0), (40.0, 10.0), (40.0, 10.0)):
        frame = drawn(WORDS, camera=replace(FROM_ABOVE, aim_mm=aim_mm))
        reading, memory = read(frame, BOARD_9, memory)
        notes.append("bumped" in reading.notes)
    assert notes == [False, False, True, True]


def reading_of(frame: np.ndarray, layout: Layout = BOARD_9) -> Reading:
    return read(frame, layout, Memory())[0]


def grid_of(reading: Reading) -> GridReading:
    assert reading.grids, reading.problem
    return reading.grids[0]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_words_on_a_board_are_read_whichever_side_it_lies_to(turn: int) -> None:
    seen = grid_of(reading_of(drawn(WORDS, turn)))
    assert str(seen.grid) == str(WORDS)
    assert seen.turn_deg == turn


@pytest.mark.parametrize("tone_off", [0.0, 0.5])
@pytest.mark.parametrize("light", [0.8, 0.5])
def test_a_remembered_board_in_other_light_is_read_as_it_would_be_anew(light: float, tone_off: float) -> None:
    frame = drawn(WORDS)
    _, memory = read(frame, BOARD_9, Memory())
    assert memory.board
    assert memory.board.squares.tone is not None
    squares = memory.board.squares._replace(tone=memory.board.squares.tone + np.float32(tone_off))
    remembered = replace(memory, board=memory.board._replace(squares=squares))
    darker = (frame * light).astype(np.uint8)
    again = grid_of(read(darker, BOARD_9, remembered)[0])
    anew = grid_of(reading_of(darker))
    assert (str(again.grid), again.doubts) == (str(anew.grid), anew.doubts)
    assert str(again.grid) == str(WORDS)


def test_premium_squares_and_their_texts_are_no_tiles() -> None:
    empty = Grid(tuple(tuple(None for _ in range(9)) for _ in range(9)))
    seen = grid_of(reading_of(drawn(empty)))
    assert set("".join(seen.grid.faces)) == {"."}
    assert not seen.doubts


def test_a_tile_without_a_letter_is_a_blank_and_not_an_empty_square() -> None:
    laid = WORDS.replaced(Cell(5, 6), Tile("_"))
    seen = grid_of(reading_of(drawn(laid)))
    assert seen.grid.faces[5] == "....QU_TE"


def test_a_board_that_runs_out_of_the_picture_is_refused_by_name() -> None:
    frame = drawn(WORDS)
    reading = reading_of(np.ascontiguousarray(frame[:, 480:]))
    assert not reading.grids
    assert reading.problem


def test_a_board_too_far_away_to_read_its_letters_is_refused_with_what_to_do() -> None:
    frame = drawn(WORDS)
    assert [
        reading_of(cv2.resize(frame, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)).problem
        for size in (0.3, 0.2)
    ] == [None, "the board's squares are too small in the picture to read letters: bring the camera closer"]


def test_a_board_is_found_though_tiles_or_its_frame_hide_an_outer_line() -> None:
    picture = np.full((480, 480), 190, np.uint8)
    begin, step_px = 60, 40
    for line in range(10):
        at = begin + line * step_px
        picture[at : at + 2, begin : begin + 9 * step_px] = 90
        if line < 9:
            picture[begin : begin + 9 * step_px, at : at + 2] = 90
    found = find_board(picture, 9)
    assert found is not None
    corners = cv2.perspectiveTransform(np.array([[(0.0, 0.0), (9, 9)]]), found.plane)[0]
    assert sorted(corners.ravel()) == pytest.approx([begin, begin, 420, 420], abs=4)


@pytest.mark.parametrize(
    ("ends", "rim", "is_board"),
    [(0.3, 0.0, True), (0.1, 0.4, True), (0.1, 0.2, False), (0.0, -0.1, False)],
)
def test_where_an_outer_line_hardly_shows_the_others_must_end_there(
    ends: float, rim: float, is_board: bool
) -> None:
    assert Printed(np.eye(3), 0.6, 0.05, ends, rim).is_board is is_board


def test_a_table_without_a_board_has_none() -> None:
    rng = default_rng(1)
    frame = rng.normal(120, 12, (960, 1280, 3)).clip(0, 255).astype(np.uint8)
    reading = reading_of(frame)
    assert not reading.grids
    assert reading.problem == "no board found: its 9 by 9 squares must be wholly in the picture"


def test_squares_under_a_hand_are_never_answered_as_seen() -> None:
    look = Look(camera=FROM_ABOVE, spin_deg=4, gap_mm=1.3, seed=3)
    covered = draw_board(WORDS, PRINTED, look, under=Cell(1, 4), cover="hand")
    reading = reading_of(covered.frame_bgr)
    answered = reading.grids[0] if reading.grids and not reading.obstructed else None
    asked = {doubt.cell for doubt in answered.doubts} | set(answered.covered) if answered else set()
    assert answered is None or Cell(1, 4) in asked


def test_the_lattice_lies_on_the_printed_lines() -> None:
    scene = draw_board(WORDS, PRINTED, Look(camera=FROM_ABOVE, spin_deg=7, gap_mm=1.3, seed=5))
    gray = cv2.cvtColor(scene.frame_bgr, cv2.COLOR_BGR2GRAY)
    printed = find_board(np.asarray(gray, np.uint8), 9)
    assert printed is not None
    corners = cv2.perspectiveTransform(np.array([[(0.0, 0), (9, 0), (9, 9), (0, 9)]]), printed.plane)[0]
    step = np.linalg.norm(scene.squares_px[0] - scene.squares_px[1]) / 9
    off = min(np.abs(np.roll(corners, turn, axis=0) - scene.squares_px).max() for turn in range(4))
    assert off < 0.12 * step


@pytest.mark.parametrize("step", [(0, 40), (40, 0)], ids=["lines across", "lines down"])
def test_lines_that_run_one_way_only_are_no_board(step: tuple[int, int]) -> None:
    across, down = step
    gray = np.full((600, 600), 180, np.uint8)
    for at in range(100, 501, 40):
        cv2.line(
            gray,
            (at if across else 60, at if down else 60),
            (at if across else 540, at if down else 540),
            60,
            2,
        )
    guess = np.array([[40.0, 0, 100], [0, 40.0, 100], [0, 0, 1]])
    found = laid_on_lines(gray, guess, 9)
    assert found is None or not found.is_board


def test_the_drawn_camera_shows_a_board_that_the_reader_reads() -> None:
    scene = Draw(str(WORDS), look=(("seed", 3),), on_board=True)
    assert str(grid_of(reading_of(picture_of(scene))).grid) == str(WORDS)


def test_a_board_whose_lines_hardly_show_is_found_by_its_patch() -> None:
    faint = np.clip(0.06 * drawn(WORDS).astype(float) + 150, 0, 255).astype(np.uint8)
    gray = np.asarray(cv2.cvtColor(faint, cv2.COLOR_BGR2GRAY), np.uint8)
    assert find_board(gray, 9) is None
    assert str(grid_of(reading_of(faint)).grid) == str(WORDS)


def test_squares_look_as_before_until_the_board_is_pushed() -> None:
    frame = drawn(WORDS)
    _, memory = read(frame, BOARD_9, Memory())
    assert memory.board
    before = memory.board
    noisy = (frame + default_rng(1).normal(0, 1.5, frame.shape)).clip(0, 255).astype(np.uint8)
    x, y = cv2.perspectiveTransform(np.array([[(8.5, 8.5)]]), before.plane)[0, 0].astype(int)
    laid = frame.copy()
    laid[y - 20 : y + 20, x - 20 : x + 20] = 230
    pushed = np.roll(frame, 20, axis=1)
    seen = [look_as_before(each, before.plane, 9, before.squares) for each in (noisy, laid, pushed)]
    assert seen == [True, True, False]


@pytest.mark.parametrize("face", ["B", "P", "E"])
@pytest.mark.parametrize("noise", [1.5, 5.0])
def test_a_tile_exchanged_for_one_with_another_letter_is_noticed(face: str, noise: float) -> None:
    def noisy(grid: Grid, seed: int) -> np.ndarray:
        frame = drawn(grid)
        return (frame + default_rng(seed).normal(0, noise, frame.shape)).clip(0, 255).astype(np.uint8)

    _, memory = read(noisy(WORDS, 1), BOARD_9, Memory())
    still, memory = read(noisy(WORDS, 2), BOARD_9, memory)
    assert memory.board
    assert not memory.board.squares.changed.any()
    assert str(grid_of(still).grid) == str(WORDS)
    other = WORDS.replaced(Cell(3, 3), Tile(face))
    reading, memory = read(noisy(other, 3), BOARD_9, memory)
    assert memory.board
    assert memory.board.squares.changed.sum() == 1
    assert str(grid_of(reading).grid) == str(other)


def test_a_board_that_lies_still_is_answered_anew_for_another_layout() -> None:
    frame = drawn(WORDS)
    seen, memory = read(frame, BOARD_9, Memory())
    without_q = replace(BOARD_9, letters=BOARD_9.letters.replace("Q", ""))
    other, _ = read(frame, without_q, memory)
    assert grid_of(seen).grid[Cell(5, 4)] == Tile("Q")
    assert grid_of(other).grid[Cell(5, 4)] != Tile("Q")


def test_a_pale_picture_does_not_hide_that_a_tile_was_laid() -> None:
    def faint(grid: Grid) -> np.ndarray:
        return np.clip(0.06 * drawn(grid).astype(float) + 150, 0, 255).astype(np.uint8)

    _, memory = read(faint(WORDS.replaced(Cell(1, 3), None)), BOARD_9, Memory())
    assert str(grid_of(read(faint(WORDS), BOARD_9, memory)[0]).grid) == str(WORDS)


@pytest.mark.parametrize(
    ("free", "beside", "asked"),
    [
        (0.98, (), False),
        (0.98, (5,), True),
        (0.995, (5,), False),
        (0.995, (5, 7), True),
        (0.995, (1, 11), True),
        (0.995, (5, 11), False),
        (0.99995, (1, 5, 7, 11), False),
    ],
)
def test_the_more_tiles_lie_about_a_square_the_surer_it_must_be_free(
    free: float, beside: tuple[int, ...], asked: bool
) -> None:
    shares = np.tile([1.0, 0.0, 0.0], (25, 1))
    shares[6] = [free, 1 - free, 0.0]
    shares[list(beside)] = [0.0, 1.0, 0.0]
    assert bool(free < asked_of_free(shares, 5)[6]) is asked


SCENES = Path(__file__).parent / "scenes"


@pytest.mark.parametrize("name", ["dev_026_board9", "dev_030_board9"])
def test_squares_of_a_rendered_board_are_read_rightly_or_asked_about(name: str) -> None:
    truth = Grid.parse(json.loads((SCENES / "boards.json").read_text())[f"{name}.jpg"])
    frame = cv2.imread(str(SCENES / f"{name}.jpg"))
    assert frame is not None
    seen = grid_of(reading_of(np.asarray(frame, np.uint8)))
    wrong = {cell for cell, tile in truth if seen.grid[cell] != tile}
    assert len(wrong) <= 1
    assert wrong <= {doubt.cell for doubt in seen.doubts}


PHOTOS = Path(__file__).parents[2] / "shared" / "photos"


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs of other people's boards are not here")
def test_other_peoples_boards_are_never_read_wrongly_without_a_question() -> None:
    for photo in json.loads((PHOTOS / "truth.json").read_text())["photos"][::3]:
        if len(photo.get("rows") or ()) != 15:
            continue
        reading = reading_of(cv2.imread(str(PHOTOS / photo["file"])), BOARD_15)
        for grid in reading.grids:
            asked = {doubt.cell for doubt in grid.doubts} | set(grid.covered)
            wrong = {
                Cell(r, c)
                for r, row in enumerate(grid.grid.faces)
                for c, face in enumerate(row)
                if face != photo["rows"][r][c]
            }
            assert not wrong - asked, photo["file"]
