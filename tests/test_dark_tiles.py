"""Light letters on dark tiles: read as dark ones on light tiles are, asked about where they are not sure."""

from dataclasses import replace

import numpy as np
import pytest
from drawn import FIVE, FOUR, FULL, FULL_FIVE, drawn
from test_cards import CARDS
from test_cards import table as table_of_cards
from test_reader import silently_wrong

from companion.grid import Cell, Grid, Tile
from companion.layout import Layout
from companion.reading import Reading
from vision.dark_tiles import DarkTiles
from vision.draw import Look, draw
from vision.draw_board import Board, draw_board
from vision.draw_table import Place, draw_table
from vision.negative import complement, negative
from vision.optics import Camera, Light
from vision.reader import OWN_LAYOUTS, Memory, read
from vision.textures import Surface, plain_grain, stone_grain, wood_grain

pytestmark = pytest.mark.pixels

BLACK, BROWN = DarkTiles(), DarkTiles((24, 36, 62), (196, 226, 238))
WHITE_PRINT = DarkTiles(coloured=False)
LETTERS_ONLY = Layout("letters", 4, 4)
PALE = Surface(((222, 226, 228),), plain_grain)
DARK = Surface(((62, 62, 64),), stone_grain)
DARK_WOOD = Surface(((40, 55, 80),), wood_grain)
BOARD_9 = Layout("board-9x9", 9, 9, kind="board")
RACK = OWN_LAYOUTS["rack"]
ABOVE_BOARD = Look(camera=Camera(height_mm=480, field_deg=52, tilt_deg=6), spin_deg=4, gap_mm=1.3, seed=3)
WORDS = Grid.parse(
    "........./...CAT.../...A...../...R...../...T...P./....QUITE/.......S./.......T./........."
)
PREMIUMS = {Cell(r, c): ((60, 50, 200), "2W") for r in (2, 6) for c in (2, 6)}


def reading_of(frame: np.ndarray, layout: Layout = FOUR) -> Reading:
    return read(np.asarray(frame, np.uint8), layout, Memory())[0]


@pytest.mark.parametrize(
    ("name", "text", "layout", "with_mat", "changes"),
    [
        ("four by four", FULL, FOUR, False, {}),
        ("five by five", FULL_FIVE, FIVE, False, {}),
        ("dark brown and cream", FULL, FOUR, False, {"dark": BROWN}),
        ("on its mat, turned", FULL, FOUR, True, {"turn_deg": 90, "spin_deg": 7.0}),
        ("five on a mat", FULL_FIVE, FIVE, True, {"turn_deg": 180}),
        ("on a pale table", FULL, FOUR, False, {"surface": PALE}),
        ("on a dark table", FULL, FOUR, False, {"surface": DARK}),
        ("brown on dark wood", FULL, FOUR, False, {"surface": DARK_WOOD, "dark": BROWN}),
        ("a dim lamp", FULL, FOUR, False, {"light": Light(gain=0.4)}),
        ("a warm lamp", FULL, FOUR, False, {"light": Light(cast_bgr=(0.75, 1.0, 1.12))}),
        ("letters without symbols", "ARTD/BANG/LPAY/SKEF", LETTERS_ONLY, False, {"dark": WHITE_PRINT}),
    ],
)
def test_grids_of_dark_tiles_are_read(
    name: str, text: str, layout: Layout, with_mat: bool, changes: dict[str, object]
) -> None:
    frame = drawn(text, layout.mat if with_mat else None, **{"dark": BLACK, **changes}).frame_bgr
    reading = reading_of(frame, layout)
    assert [str(grid.grid) for grid in reading.grids] == [text]
    assert sum(doubt.about != "symbol" for doubt in reading.grids[0].doubts) <= 1
    assert [grid.seat for grid in reading.grids] == [1 if with_mat else None]


def test_print_of_one_colour_asks_for_symbols_and_not_for_letters() -> None:
    reading = reading_of(drawn(FULL, dark=WHITE_PRINT).frame_bgr)
    assert reading.grids, reading.problem
    [grid] = reading.grids
    assert grid.grid.faces == Grid.parse(FULL).faces
    assert {doubt.about for doubt in grid.doubts} == {"symbol"}
    assert silently_wrong(reading, FULL) == []


@pytest.mark.parametrize(
    ("layout", "surface"), [(FOUR, DARK), (FIVE, PALE), (RACK, DARK_WOOD)], ids=["four", "five", "rack"]
)
def test_nothing_is_made_up_in_the_negative_of_an_empty_table(layout: Layout, surface: Surface) -> None:
    reading = reading_of(drawn(".", surface=surface, clutter=0).frame_bgr, layout)
    assert reading.grids == ()
    assert reading.problem


def test_loose_dark_tiles_and_a_score_sheet_are_no_grid() -> None:
    assert reading_of(drawn(".", dark=BLACK, clutter=5).frame_bgr).grids == ()


def test_a_hand_over_dark_tiles_is_named() -> None:
    corner = frozenset({Cell(3, 2), Cell(3, 3)})
    place = Place(Grid.parse(FULL), under=corner, cover="hand")
    look = Look(camera=Camera(tilt_deg=6.0), seed=3, dark=BLACK)
    drawing = draw_table([place], look)
    reading = reading_of(drawing.frame_bgr)
    hidden = drawing.places[0].hidden()
    assert hidden
    assert not reading.grids or reading.obstructed or hidden <= named(reading)


def named(reading: Reading) -> set[Cell]:
    """The cells that are said to be covered or in doubt."""
    return {cell for grid in reading.grids for cell in (*grid.covered, *(d.cell for d in grid.doubts))}


def test_an_exchanged_dark_tile_is_read_anew_in_the_next_picture() -> None:
    changed = Grid.parse(FULL).replaced(Cell(1, 2), Tile("X", "q"))
    memory, said = Memory(), []
    for text in (FULL, FULL, str(changed), FULL):
        reading, memory = read(drawn(text, dark=BLACK).frame_bgr, FOUR, memory)
        said.append([str(grid.grid) for grid in reading.grids])
    assert said == [[FULL], [FULL], [str(changed)], [FULL]]


def test_dark_tiles_may_follow_light_ones_and_light_ones_dark_ones() -> None:
    memory, said = Memory(), []
    for dark in (None, BLACK, None, None):
        reading, memory = read(drawn(FULL, dark=dark).frame_bgr, FOUR, memory)
        said.append([str(grid.grid) for grid in reading.grids])
    assert said == [[FULL]] * 4


GREEN, CREAM_BOARD, LINE_BGR = (60, 90, 40), (200, 215, 220), (130, 150, 150)


@pytest.mark.parametrize("ground_bgr", [GREEN, CREAM_BOARD])
@pytest.mark.parametrize("dark", [WHITE_PRINT, None], ids=["dark tiles", "light tiles"])
def test_dark_and_light_tiles_on_dark_and_light_boards_are_read(
    ground_bgr: tuple[int, int, int], dark: DarkTiles | None
) -> None:
    board = Board(9, ground_bgr=ground_bgr, line_bgr=LINE_BGR, premiums=PREMIUMS)
    reading = reading_of(draw_board(WORDS, board, replace(ABOVE_BOARD, dark=dark)).frame_bgr, BOARD_9)
    assert reading.grids, reading.problem
    assert silently_wrong(reading, str(WORDS)) == []
    assert [str(grid.grid) for grid in reading.grids] == [str(WORDS)]


@pytest.mark.parametrize("ground_bgr", [GREEN, CREAM_BOARD])
def test_an_empty_board_stays_empty_either_way(ground_bgr: tuple[int, int, int]) -> None:
    board = Board(9, ground_bgr=ground_bgr, line_bgr=LINE_BGR, premiums=PREMIUMS)
    empty = Grid(((None,) * 9,) * 9)
    reading = reading_of(draw_board(empty, board, ABOVE_BOARD).frame_bgr, BOARD_9)
    assert [str(grid.grid) for grid in reading.grids] == [str(empty)]


def test_the_first_dark_tiles_on_a_board_are_seen_when_they_come() -> None:
    board, first = (
        Board(9, premiums=PREMIUMS),
        Grid.parse("/".join([*["........."] * 4, "..CAT....", *["........."] * 4])),
    )
    empty, memory, said = Grid(((None,) * 9,) * 9), Memory(), []
    for grid in (empty, empty, first, first):
        frame = draw_board(grid, board, replace(ABOVE_BOARD, dark=WHITE_PRINT)).frame_bgr
        reading, memory = read(frame, BOARD_9, memory)
        said.append([str(seen.grid) for seen in reading.grids])
    assert said == [[str(empty)], [str(empty)], [str(first)], [str(first)]]


@pytest.mark.parametrize("letters", ["QUARTZE", "CAMEL"])
def test_a_row_of_dark_tiles_is_read_or_asked_about(letters: str) -> None:
    row = Grid((tuple(Tile(letter) for letter in letters),))
    look = Look(camera=Camera(height_mm=330), gap_mm=1.5, wobble_deg=1.0, seed=4, dark=WHITE_PRINT)
    reading = reading_of(draw(row, look).frame_bgr, RACK)
    assert all(grid.doubts or grid.grid.faces == (letters,) for grid in reading.grids)


@pytest.mark.parametrize("rows", [["TS", "N."], ["QUIZ"]])
def test_dark_cards_with_light_letters_are_read(rows: list[str]) -> None:
    reading = reading_of(complement(table_of_cards(rows)), CARDS)
    assert [(grid.grid.faces, grid.doubts) for grid in reading.grids] == [(tuple(rows), ())]


@pytest.mark.parametrize("kind", ["grid", "cards", "rack", "board"])
def test_a_table_searched_in_vain_is_left_alone_until_something_changes(kind: str) -> None:
    layout = Layout(f"some {kind}", 9, 9, kind=kind)  # type: ignore[arg-type]
    empty = np.full((480, 640, 3), 120, np.uint8)
    other = empty.copy()
    other[100:300, 100:300] = 60
    memory, searched = Memory(), []
    for frame in (*[empty] * 8, other):
        before = memory.found_gray
        reading, memory = read(frame, layout, memory)
        searched.append(memory.found_gray is not before)
        assert reading.problem
    assert searched == [True] * 6 + [False] * 2 + [True]


@pytest.mark.parametrize("inverted", [negative, complement])
def test_a_negative_of_a_negative_is_the_picture(inverted: object) -> None:
    frame = np.random.default_rng(1).integers(90, 150, (40, 60, 3)).astype(np.uint8)
    twice = inverted(inverted(frame)).astype(int)  # type: ignore[operator]
    assert np.abs(twice - frame).max() <= 3
    assert inverted(np.full((1, 1, 3), 10, np.uint8)).tolist() == [[[245, 245, 245]]]  # type: ignore[operator]
