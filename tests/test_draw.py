"""The drawn table: the same look draws the same picture, and the truth beside it is where the tiles are."""

import numpy as np
import pytest
from drawn import FOUR, FULL, drawn, look

from companion.grid import Cell, Grid
from vision.draw import any_look, draw
from vision.faces import demo_face, symbol_mask
from vision.optics import Camera, Light

pytestmark = pytest.mark.pixels


def test_the_same_look_draws_the_same_picture_and_another_seed_another() -> None:
    first, again, other = drawn(FULL).frame_bgr, drawn(FULL).frame_bgr, drawn(FULL, seed=4).frame_bgr
    assert first.shape == (960, 1280, 3)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_the_camera_puts_its_aim_in_the_middle_and_up_stays_up() -> None:
    camera = Camera(tilt_deg=20.0, azimuth_deg=70.0, aim_mm=(30.0, -10.0), bend=0.0)
    middle, right, down = camera.project(np.array([(30.0, -10.0, 0), (40.0, -10.0, 0), (30.0, 0.0, 0)]))
    assert middle == pytest.approx([639.5, 479.5])
    assert right[0] > middle[0] + 15
    assert down[1] > middle[1] + 15


def test_a_taller_point_leans_away_from_the_pictures_middle() -> None:
    foot, head = Camera(tilt_deg=0.0).project(np.array([(60.0, 0.0, 0.0), (60.0, 0.0, 6.0)]))
    assert head[0] > foot[0]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_quads_are_in_each_letters_own_upright_order(turn: int) -> None:
    drawing = drawn(FULL, turn_deg=turn, wobble_deg=0.0)
    across = drawing.grid_quad_px[1] - drawing.grid_quad_px[0]
    for quad in drawing.quads_px.values():
        along = quad[1] - quad[0]
        assert along @ across > 0.95 * np.linalg.norm(along) * np.linalg.norm(across)


def test_switches_do_what_they_say() -> None:
    plain = drawn(FULL)
    cell = Cell(2, 1)
    upturned = drawn(FULL, upturned=frozenset({cell})).quads_px[cell]
    assert upturned[0] == pytest.approx(plain.quads_px[cell][2], abs=2)
    shifted = drawn(FULL, shifted=frozenset({cell})).quads_px[cell]
    assert np.linalg.norm(shifted.mean(0) - plain.quads_px[cell].mean(0)) > 8
    hand = drawn(FULL, hand=frozenset({cell})).hand
    x, y = plain.quads_px[cell].mean(0).round().astype(int)
    assert hand is not None
    assert hand[y, x] == 255
    assert plain.hand is None
    assert drawn(FULL, light=Light(veil=0.5)).frame_bgr.mean() > plain.frame_bgr.mean() + 10


def test_an_empty_cell_has_no_tile() -> None:
    drawing = draw(Grid.parse("A./.B c./.s"), look(), mat=FOUR.mat)
    assert sorted(drawing.quads_px) == [Cell(0, 0), Cell(1, 1)]


def test_any_look_is_within_what_homes_have() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        found = any_look(rng)
        assert found.turn_deg in (0, 90, 180, 270)
        assert 0 < found.gap_mm < 3
        assert 0 <= found.light.veil < 0.7


def test_the_demo_face_has_26_different_letters_and_symbols_are_shapes() -> None:
    letters = demo_face().letters
    assert letters.shape == (26, 128, 128)
    assert len({mask.tobytes() for mask in letters}) == 26
    areas = [int((symbol_mask(symbol) > 127).sum()) for symbol in "csqod"]
    assert min(areas) > 500
    with pytest.raises(KeyError):
        symbol_mask("x")
