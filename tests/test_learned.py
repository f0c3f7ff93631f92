"""Boards that were learned empty: kept, found again in any turn, refused by name where they do not fit."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from evening import Run

from companion.errors import UnreadableError
from companion.grid import Cell, Grid, Tile
from companion.layout import Layout
from vision.draw import Look
from vision.draw_board import Board, draw_board
from vision.learned import learn_board, load_learned, save_learned
from vision.optics import Camera
from vision.reader import Memory, read

pytestmark = pytest.mark.pixels

BOARD_9 = Layout("board-9x9", 9, 9, kind="board")
PRINTED = Board(9, premiums={Cell(r, c): ((60, 50, 200), "2W") for r in (2, 6) for c in (2, 6)})
EMPTY = Grid(((None,) * 9,) * 9)
LAID = Grid.parse("/".join(["........."] * 4 + ["..RE_IST."] + ["........."] * 4))


def shown(grid: Grid, turn_deg: int = 0) -> np.ndarray:
    camera = Camera(size=(1280, 960), height_mm=480, field_deg=52, tilt_deg=6)
    return draw_board(
        grid, PRINTED, Look(camera=camera, turn_deg=turn_deg, spin_deg=4, gap_mm=1.3, seed=3)
    ).frame_bgr


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_learned_board_is_read_whichever_side_it_lies_to(turn: int, tmp_path: Path) -> None:
    save_learned(learn_board(shown(EMPTY), BOARD_9), tmp_path / "boards" / "green.png")
    known = load_learned(tmp_path / "boards" / "green.png", BOARD_9)
    reading, _ = read(shown(LAID, turn), BOARD_9, Memory(learned=known))
    [grid] = reading.grids
    assert str(grid.grid) == str(LAID)


def test_a_board_with_tiles_or_none_at_all_is_not_learned() -> None:
    many = Grid(tuple(tuple(Tile("A") for _ in range(9)) if r < 3 else (None,) * 9 for r in range(9)))
    with pytest.raises(UnreadableError, match="take the picture of it empty"):
        learn_board(shown(many), BOARD_9)
    with pytest.raises(UnreadableError, match="no board of 9 by 9 squares"):
        learn_board(np.full((600, 800, 3), 90, np.uint8), BOARD_9)


def test_a_board_with_other_squares_is_refused(tmp_path: Path) -> None:
    save_learned(learn_board(shown(EMPTY), BOARD_9), tmp_path / "green.png")
    with pytest.raises(UnreadableError, match="was learned with 81 squares"):
        load_learned(tmp_path / "green.png", Layout("board-15x15", 15, 15, kind="board"))


def test_the_command_learns_reads_and_names_what_is_missing(run: Run, tmp_path: Path) -> None:
    pictures = {"empty": shown(EMPTY), "laid": shown(LAID)}
    for name, picture in pictures.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
    read_it = ("read", "--layout", "board-9x9", "--board", "green", str(tmp_path / "laid.png"))
    unknown = run(*read_it)
    assert (unknown.code, "show it empty once with --learn green" in unknown.err) == (2, True)
    learn = ("read", "--layout", "board-9x9", "--learn", "green", str(tmp_path / "empty.png"))
    assert run(*learn).code == 0
    assert "..RE_IST." in run(*read_it).out
    named = run("read", "--layout", "board-9x9", "--learn", "../x", str(tmp_path / "empty.png"))
    assert (named.code, "--learn" in named.err) == (2, True)
