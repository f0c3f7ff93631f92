"""Markers of the printed mats: drawn by one OpenCV, found by the other."""

import cv2
import numpy as np
import pytest
from drawn import FOUR, FULL, drawn

from companion.layout import Mat
from vision.markers import draw_marker, find_markers, lies_on, marker_corners_mm, mat_planes, seen_mats

pytestmark = pytest.mark.pixels


def page(*markers: int) -> np.ndarray:
    """A white page with markers of 60 px side by side, the first at (40, 40)."""
    paper = np.full((160, 40 + 100 * max(1, len(markers))), 255, np.uint8)
    for place, marker in enumerate(markers):
        paper[40:100, 40 + 100 * place : 100 + 100 * place] = draw_marker(marker, 60)
    return paper


def test_a_marker_is_found_with_its_corners_clockwise_from_its_top_left() -> None:
    found = find_markers(page(7))
    assert list(found) == [7]
    assert found[7] == pytest.approx(np.array([(40, 40), (99, 40), (99, 99), (40, 99)]), abs=1.5)


@pytest.mark.parametrize("marker", [0, 23, 49])
def test_a_marker_drawn_at_a_pixel_a_module_is_the_same_marker(marker: int) -> None:
    assert (draw_marker(marker, 6) == draw_marker(marker, 60)[5::10, 5::10]).all()


def test_a_marker_seen_twice_is_left_out() -> None:
    assert list(find_markers(page(7, 7, 9))) == [9]


def test_nothing_is_found_where_nothing_is() -> None:
    assert find_markers(page()) == {}


def test_a_mats_markers_lie_inside_its_corners() -> None:
    corners = marker_corners_mm(Mat(150.0))
    assert corners[:, 0].tolist() == [[0, 0], [130, 0], [130, 130], [0, 130]]
    assert corners[2, 2].tolist() == [150, 150]


def test_two_markers_of_a_seat_give_its_plane_and_one_does_not() -> None:
    mat = Mat(150.0)
    quads = marker_corners_mm(mat) * 2 + 30
    assert list(mat_planes({4: quads[0], 6: quads[2], 9: quads[1]}, mat)) == [2]
    plane = mat_planes({4: quads[0], 6: quads[2]}, mat)[2]
    assert cv2.perspectiveTransform(np.array([[(75.0, 75.0)]]), plane)[0, 0] == pytest.approx([180, 180])


@pytest.mark.parametrize("height", [330.0, 600.0])
def test_the_seat_is_that_of_the_mat_under_the_grid(height: float) -> None:
    from vision.optics import Camera

    drawing = drawn(FULL, FOUR.mat, seat=4, camera=Camera(height_mm=height))
    gray = np.asarray(cv2.cvtColor(drawing.frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    assert FOUR.mat
    mats = seen_mats(gray, FOUR.mat, tile_px=60.0 if height < 400 else 30.0)
    assert list(mats) == [4]
    assert lies_on(np.array(drawing.grid_quad_px).mean(0), mats[4])
    assert not lies_on(np.array((5.0, 5.0)), mats[4])
