"""The reader on drawn tables and on what is no table: right, or in doubt, or refused; never made up."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn import FIVE, FOUR, FULL, FULL_FIVE, drawn

from companion.grid import Cell, Grid
from companion.layout import Layout
from companion.reading import Reading
from vision.draw import any_look, draw
from vision.optics import Camera, Light
from vision.pictures import decode_picture
from vision.reader import Memory, read

pytestmark = pytest.mark.pixels
SCENES = Path(__file__).parent / "scenes"
HOLES = "AR.D/BANG/LP.Y/*KEF sq.c/coqs/oc.s/qsoo"


def reading_of(frame: np.ndarray, layout: Layout = FOUR) -> Reading:
    return read(np.asarray(frame, np.uint8), layout, Memory())[0]


def silently_wrong(reading: Reading, text: str) -> list[str]:
    """Cells that are neither right nor in doubt."""
    if reading.obstructed:
        return []
    wrong = []
    for grid in reading.grids:
        doubted = {doubt.cell for doubt in grid.doubts}
        wrong += [str(c) for c, tile in Grid.parse(text) if grid.grid[c] != tile and c not in doubted]
    return wrong


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_grid_is_read_upright_however_it_lies(turn: int) -> None:
    reading = reading_of(drawn(FULL, turn_deg=turn, spin_deg=9.0).frame_bgr)
    assert [str(grid.grid) for grid in reading.grids] == [FULL]
    assert (reading.grids[0].turn_deg, reading.grids[0].doubts) == (turn, ())
    assert (reading.problem, reading.obstructed, reading.layout) == (None, False, "four")


@pytest.mark.parametrize(
    ("name", "text", "changes"),
    [
        ("five by five", FULL_FIVE, {}),
        ("holes", HOLES, {}),
        ("tiles pushed together", FULL, {"gap_mm": 0.15, "wobble_mm": 0.1}),
        ("laid carelessly", FULL, {"gap_mm": 2.0, "wobble_mm": 0.8, "wobble_deg": 5.0}),
        ("oblique view", FULL, {"camera": Camera(tilt_deg=22.0)}),
        ("far away", FULL, {"camera": Camera(height_mm=640.0)}),
        ("dim lamp", FULL, {"light": Light(gain=0.35)}),
        ("warm lamp", FULL, {"light": Light(cast_bgr=(0.75, 1.0, 1.12))}),
        ("glare", FULL, {"light": Light(veil=0.5)}),
    ],
)
def test_grids_are_read_under_usual_conditions(name: str, text: str, changes: dict[str, object]) -> None:
    drawing = drawn(text, **changes)
    reading = reading_of(drawing.frame_bgr, FIVE if text == FULL_FIVE else FOUR)
    assert [str(grid.grid) for grid in reading.grids] == [text]
    assert len(reading.grids[0].doubts) <= 1


def test_the_corners_of_grid_and_cells_lie_where_the_tiles_are() -> None:
    drawing = drawn(FULL, turn_deg=90)
    grid = reading_of(drawing.frame_bgr).grids[0]
    assert np.abs(np.array(grid.quad_px) - drawing.grid_quad_px).max() < 12
    for (cell, _), seen in zip(grid.grid, grid.cells, strict=True):
        assert np.abs(np.array(seen.quad_px) - drawing.quads_px[cell]).max() < 12, cell


def test_a_large_picture_gives_corners_in_its_own_pixels() -> None:
    drawing = drawn(FULL)
    large = cv2.resize(drawing.frame_bgr, None, fx=2, fy=2)
    grid = reading_of(large).grids[0]
    assert str(grid.grid) == FULL
    assert np.abs(np.array(grid.quad_px) - 2 * drawing.grid_quad_px).max() < 24


@pytest.mark.parametrize("seat", [1, 3, 6])
def test_a_printed_mat_tells_the_seat(seat: int) -> None:
    reading = reading_of(drawn(FULL, FOUR.mat, seat=seat, turn_deg=180).frame_bgr)
    assert [(str(grid.grid), grid.seat) for grid in reading.grids] == [(FULL, seat)]


OTHERS = ("SNAG/PPHH/PEET/ANTH sqcc/coqs/ocqs/qsoo", "GEES/PENT/EPHK/FEET sqcc/coqs/ocqs/qsoo")


def side_by_side(*pictures: np.ndarray) -> np.ndarray:
    """Pictures of the same table beside and below one another, two in a row."""
    tall = max(picture.shape[0] for picture in pictures)
    wide = max(picture.shape[1] for picture in pictures)
    same = [
        cv2.copyMakeBorder(p, 0, tall - p.shape[0], 0, wide - p.shape[1], cv2.BORDER_REFLECT)
        for p in pictures
    ]
    same += [np.full_like(same[0], 128)] * (len(same) % 2)
    return np.vstack([np.hstack(same[i : i + 2]) for i in range(0, len(same), 2)])


@pytest.mark.parametrize("with_mats", [True, False])
def test_several_grids_are_read_at_once_each_in_its_owners_orientation(with_mats: bool) -> None:
    texts, mat = (FULL, *OTHERS), FOUR.mat if with_mats else None
    seats = (1, 4, 2)
    frames = [
        np.rot90(drawn(text, mat, seat=seat).frame_bgr, turns)
        for turns, (text, seat) in enumerate(zip(texts, seats, strict=True))
    ]
    reading = reading_of(side_by_side(*frames))
    found = {str(grid.grid): (grid.seat, grid.turn_deg) for grid in reading.grids}
    known = seats if with_mats else (None, None, None)
    assert found == dict(zip(texts, zip(known, (0, 270, 180), strict=True), strict=True))


def test_without_a_mat_there_is_no_seat() -> None:
    assert reading_of(drawn(FULL).frame_bgr).grids[0].seat is None


@pytest.mark.parametrize("seed", range(6))
def test_a_tile_upside_down_is_read_as_its_letter_and_asked_about(seed: int) -> None:
    text = "ARTD/BJNG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
    grid = reading_of(drawn(text, seed=seed, upturned=frozenset({Cell(1, 1)})).frame_bgr).grids[0]
    assert Cell(1, 1) in {doubt.cell for doubt in grid.doubts}
    assert str(grid.grid) == text


@pytest.mark.parametrize("cells", [{(0, 0)}, {(1, 1), (1, 2)}, {(3, 3), (2, 3), (3, 2)}, {(0, 3)}])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_hand_covers_is_never_read_silently(cells: set[tuple[int, int]], seed: int) -> None:
    hand = frozenset(Cell(*cell) for cell in cells)
    drawing = drawn(FULL, seed=seed, hand=hand)
    assert silently_wrong(reading_of(drawing.frame_bgr), FULL) == []


@pytest.mark.parametrize("aim", [(95.0, 0.0), (0.0, 75.0), (-100.0, 20.0)])
def test_a_grid_that_runs_out_of_the_picture_is_refused(aim: tuple[float, float]) -> None:
    camera = Camera(height_mm=220.0, aim_mm=aim)
    reading = reading_of(drawn(FULL, camera=camera).frame_bgr)
    assert silently_wrong(reading, FULL) == []
    assert reading.grids == () or reading.obstructed
    assert reading.problem


def chess_board() -> np.ndarray:
    squares = np.indices((8, 8)).sum(0) % 2 * 200 + 30
    board = np.kron(squares, np.ones((60, 60))).astype(np.uint8)
    return cv2.copyMakeBorder(cv2.cvtColor(board, cv2.COLOR_GRAY2BGR), 90, 90, 200, 200, cv2.BORDER_REPLICATE)


def newspaper() -> np.ndarray:
    page = np.full((960, 1280, 3), 225, np.uint8)
    for row in range(24, 960, 22):
        for column in range(20, 1280, 315):
            cv2.putText(
                page, "THE QUICK BROWN FOX JUMPS", (column, row), 0, 0.55, (40, 40, 40), 1, cv2.LINE_AA
            )
    return page


def noise() -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, (960, 1280, 3)).astype(np.uint8)


@pytest.mark.parametrize(
    ("name", "frame"),
    [
        ("nothing on the table", lambda: drawn(".").frame_bgr),
        ("an empty mat", lambda: drawn(".", FOUR.mat).frame_bgr),
        ("six tiles", lambda: drawn("AR/BA/LP sq/co/oc").frame_bgr),
        ("a chess board", chess_board),
        ("a newspaper", newspaper),
        ("noise", noise),
        ("black", lambda: np.zeros((960, 1280, 3), np.uint8)),
        ("white", lambda: np.full((64, 64, 3), 255, np.uint8)),
        ("a thin strip", lambda: np.full((64, 1600, 3), 120, np.uint8)),
        ("things beside an empty table", lambda: picture("dev_hard_007_none.jpg")),
    ],
)
@pytest.mark.parametrize("layout", [FOUR, FIVE], ids=lambda layout: layout.name)
def test_what_is_no_grid_gives_no_grid_and_says_what_to_do(name: str, frame: object, layout: Layout) -> None:
    reading = reading_of(frame(), layout)  # type: ignore[operator]
    assert reading.grids == ()
    assert reading.problem
    assert ":" in reading.problem


def picture(name: str) -> np.ndarray:
    return decode_picture((SCENES / name).read_bytes())


def test_too_dark_a_picture_is_named_so() -> None:
    reading = reading_of(drawn(FULL, light=Light(gain=0.03)).frame_bgr)
    assert "dark" in reading.notes


@pytest.mark.parametrize("text", ["ARTD/BANG/LPAY/*KE. sqcc/coqs/ocqs/qso."])
def test_fifteen_tiles_are_a_grid_with_a_hole(text: str) -> None:
    assert [str(g.grid) for g in reading_of(drawn(text).frame_bgr).grids] == [text]


def test_a_seventeenth_tile_beside_the_grid_changes_nothing() -> None:
    text = "ARTD./BANG./LPAYZ/*KEF. sqcc./coqs./ocqsq/qsoo."
    reading = reading_of(drawn(text).frame_bgr)
    assert silently_wrong(reading, FULL) == []


@pytest.mark.parametrize(
    ("name", "layout", "rows"),
    [
        ("dev_001_wordoku4.jpg", FOUR, "YN.A/ODES/KILL/CMWV"),
        ("dev_003_wordoku4.jpg", FOUR, "GBAH/SEEN/PNUY/EUBX"),
        ("dev_020_wordoku5.jpg", FIVE, "SAE.F/GE*DF/RILED/ARCED/ZJY**"),
    ],
)
def test_rendered_photographs_are_read(name: str, layout: Layout, rows: str) -> None:
    reading = reading_of(picture(name), layout)
    assert ["/".join(grid.grid.faces) for grid in reading.grids] == [rows]


def test_the_weights_still_reach_what_the_model_card_says() -> None:
    """Sixteen tables as homes have them, in a face and on surfaces that training never saw."""
    exact, silent, doubts = 0, 0, 0
    for seed in range(16):
        rng = np.random.default_rng(seed)
        frame = draw(Grid.parse(FULL_FIVE), any_look(rng), mat=FIVE.mat if seed % 2 else None).frame_bgr
        reading = reading_of(frame, FIVE)
        exact += [str(grid.grid) for grid in reading.grids] == [FULL_FIVE]
        silent += len(silently_wrong(reading, FULL_FIVE))
        doubts += sum(len(grid.doubts) for grid in reading.grids)
    assert exact >= 15
    assert silent == 0
    assert doubts <= 16


def test_a_photographed_hand_over_the_grid_obstructs_it() -> None:
    assert reading_of(picture("dev_hard_000_wordoku4_covered.jpg")).obstructed


def test_the_reader_says_when_something_moved() -> None:
    first, second = drawn(FULL).frame_bgr, drawn(FULL, spin_deg=25.0).frame_bgr
    reading, memory = read(first, FOUR, Memory())
    still, memory = read(first, FOUR, memory)
    after, _ = read(second, FOUR, memory)
    assert [reading.moved, still.moved, after.moved] == [False, False, True]


@pytest.mark.parametrize("frame", [np.zeros((9, 9), np.uint8), np.zeros((9, 9, 3), np.float32)])
def test_what_is_no_frame_is_an_error_of_the_program(frame: np.ndarray) -> None:
    with pytest.raises(ValueError, match="a frame is uint8"):
        read(frame, FOUR, Memory())
