"""Crops, the letter network and the ink network: shapes, geometry, and that they know what they should."""

import cv2
import numpy as np
import pytest
from drawn import FIVE, FULL_FIVE, drawn

from companion.grid import LETTERS, Grid
from vision.letters import (
    BLANK_CLASS,
    CLASSES,
    CROP_PX,
    SYMBOL_CLASS,
    SYMBOLS,
    cut,
    cut_crops,
    letter_class,
    piece_maps,
    read_crops,
)
from vision.symbols import ink_crops, read_inks, symbol_columns

pytestmark = pytest.mark.pixels
SQUARE = np.array([[(10, 20), (60, 20), (60, 70), (10, 70)]], np.float32)


def test_pieces_are_cut_row_by_row_and_are_black_outside_of_the_picture() -> None:
    picture = np.arange(100, dtype=np.uint8)[None] + 50 * np.ones((80, 1), np.uint8)
    (piece,) = cut(picture, SQUARE, 1.0, 5)
    assert piece[2].tolist() == [pytest.approx(50 + at - 0.5, abs=1) for at in (15, 25, 35, 45, 55)]
    (turned,) = cut(picture, np.roll(SQUARE, -1, axis=1), 1.0, 5)
    assert (turned == np.rot90(piece)).all()
    (half_out,) = cut(picture, SQUARE - (35, 0), 1.0, 5)
    assert (half_out[:, 0] == 0).all()
    assert (half_out[:, -1] > 0).all()
    colour = np.dstack([picture, picture + 1, picture + 2])
    assert (cut(colour, SQUARE, 0.5, 5)[0, 2, 2] == piece[2, 2] + np.arange(3)).all()


def test_piece_maps_follow_a_perspective() -> None:
    quad = np.array([[(0, 0), (100, 10), (90, 80), (5, 70)]], np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    plane = cv2.getPerspectiveTransform(unit, quad[0])
    want = cv2.perspectiveTransform(np.array([[(0.25, 0.75)]]), plane)[0, 0]
    got = cv2.perspectiveTransform(np.array([[(0.0, 1.0)]]), piece_maps(quad, 1.0, 2)[0])[0, 0]
    assert got == pytest.approx(want, abs=1e-3)


def test_crops_have_mean_0_and_spread_1_whatever_the_light() -> None:
    gray = np.tile(np.arange(0, 200, dtype=np.uint8), (200, 1))
    for picture in (gray, gray // 3 + 20):
        crop = cut_crops(np.ascontiguousarray(picture), SQUARE, 0.9)
        assert crop.shape == (1, CROP_PX, CROP_PX)
        assert (crop.mean(), crop.std()) == (pytest.approx(0, abs=1e-3), pytest.approx(1, abs=0.5))


def test_no_quads_give_no_crops_and_no_probabilities() -> None:
    none = np.zeros((0, 4, 2), np.float32)
    crops = cut_crops(np.zeros((9, 9), np.uint8), none, 1.0)
    assert read_crops(crops).shape == (0, CLASSES)
    assert ink_crops(np.zeros((9, 9, 3), np.uint8), none).shape == (0, 3, 24, 24)


@pytest.mark.parametrize("scale", [0.6, 1.0, 3.0])
def test_letters_symbols_and_holes_are_known_at_any_size(scale: float) -> None:
    text = "AB.DE/FGHIJ/KLM*O/P.RST/UVWX* csqod/sqodc/qodcs/odcsq/dcsqo"
    grid = Grid.parse(text.replace("csqod/sqodc/qodcs/odcsq", "cs.od/sqodc/qodcs/o.csq"))
    drawing = drawn(str(grid))
    gray = cv2.cvtColor(drawing.frame_bgr, cv2.COLOR_BGR2GRAY)
    gray = np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    cells = [(cell, tile) for cell, tile in grid if tile]
    quads = np.array([drawing.quads_px[cell] for cell, _ in cells], np.float32) * scale
    logs = read_crops(cut_crops(gray, quads, 0.95))
    assert np.exp(logs).sum(1) == pytest.approx(np.ones(len(cells)))
    for (_, tile), seen in zip(cells, logs, strict=True):
        if tile.face == "*":
            assert seen.argmax() == SYMBOL_CLASS + SYMBOLS.index(tile.symbol)
        else:
            sums = seen[:SYMBOL_CLASS].reshape(-1, 4).max(1)
            assert LETTERS[int(sums.argmax())] == tile.face


def test_a_batch_says_the_same_as_its_parts() -> None:
    crops = np.random.default_rng(2).standard_normal((30, CROP_PX, CROP_PX), np.float32)
    assert np.vstack([read_crops(crops[:7]), read_crops(crops[7:])]) == pytest.approx(
        read_crops(crops), abs=1e-3
    )


def test_classes_are_letters_in_four_turns_then_symbols_blank_and_junk() -> None:
    assert (letter_class("A", 0), letter_class("B", 5), letter_class("Z", 3)) == (0, 5, 103)
    assert (SYMBOL_CLASS, BLANK_CLASS, CLASSES) == (104, 109, 111)


def test_more_tiles_than_opencv_maps_at_once_are_cut_as_few_are() -> None:
    gray = np.random.default_rng(3).integers(0, 256, (60, 60), np.uint8)
    quads = np.array([[(9, 9), (40, 12), (38, 42), (8, 40)]], np.float32)
    many = cut_crops(gray, np.repeat(quads, 2300, axis=0), 0.9)
    assert many.shape == (2300, 32, 32)
    assert np.array_equal(many, np.repeat(cut_crops(gray, quads, 0.9), 2300, axis=0))


def test_inks_tell_the_symbol_under_warm_and_cool_lamps() -> None:
    from vision.optics import Light

    grid = Grid.parse(FULL_FIVE)
    for cast in ((1.0, 1.0, 1.0), (0.75, 1.0, 1.1), (1.1, 1.0, 0.92)):
        drawing = drawn(FULL_FIVE, light=Light(cast_bgr=cast))
        quads = np.array([drawing.quads_px[cell] for cell, _ in grid], np.float32)
        seen = read_inks(ink_crops(drawing.frame_bgr, quads)).argmax(1)
        right = [SYMBOLS[s] == tile.symbol for s, (_, tile) in zip(seen, grid, strict=True) if tile]
        assert sum(right) >= 23


def test_a_layouts_symbols_stand_in_its_own_order() -> None:
    assert symbol_columns(FIVE.symbols) == [0, 1, 2, 3, 4]
    assert symbol_columns("qc") == [2, 0]
