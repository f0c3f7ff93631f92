"""Grids that were found, looked at once more where that may read better."""

import numpy as np
import pytest
from drawn import FOUR, FULL, drawn

from vision import placing
from vision.field import is_clear, look_into, view_of
from vision.fields import find_fields
from vision.placing import placed_fields

pytestmark = pytest.mark.pixels


def test_a_grid_that_reads_unclearly_on_a_mat_is_looked_for_on_that_mat_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame_bgr = drawn(FULL, FOUR.mat, seat=2).frame_bgr
    view = view_of(frame_bgr)
    (field,) = find_fields(view.picture, FOUR)
    slanting = field.lattice.plane @ np.array([[1, 0.25, 0], [0, 1, 0], [0, 0, 1.0]])
    askew = look_into(field.lattice._replace(plane=slanting, outlines_px={}), view.picture, FOUR)
    assert not is_clear(askew, FOUR)

    monkeypatch.setattr(placing, "quick_fields", lambda *seen: [askew])
    (placed,) = placed_fields(frame_bgr, view, FOUR)
    assert placed.seat == 2
    assert is_clear(placed.field, FOUR)


def test_where_mats_show_the_grids_the_whole_picture_is_not_searched_at_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame_bgr = drawn(FULL, FOUR.mat, seat=3).frame_bgr
    monkeypatch.setattr(placing, "quick_fields", lambda *seen: [])
    monkeypatch.setattr(placing, "slow_fields", lambda *seen: pytest.fail("searched at length"))
    (placed,) = placed_fields(frame_bgr, view_of(frame_bgr), FOUR)
    assert placed.seat == 3
    assert is_clear(placed.field, FOUR)
