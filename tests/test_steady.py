"""Is the picture good enough, and is it the same as before?"""

import numpy as np
import pytest

from vision.steady import measure, most_apart, motion, small_gray

pytestmark = pytest.mark.pixels


def picture(light: int = 150) -> np.ndarray:
    frame = np.full((480, 640), light, np.uint8)
    frame[100:380:20, 100:540] = light // 3
    return frame


@pytest.mark.parametrize(
    ("name", "frame", "notes"),
    [
        ("usual", picture(), ()),
        ("dark", np.full((480, 640), 12, np.uint8), ("dark", "blurred")),
        ("nothing sharp", np.full((480, 640), 150, np.uint8), ("blurred",)),
        ("burnt out", np.where(np.arange(640) < 300, 255, picture()).astype(np.uint8), ("glare",)),
        ("burnt out where it is measured", np.where(np.arange(640) > 150, 250, picture()), ("blurred",)),
        ("a white cloth", np.full((480, 640), 235, np.uint8), ("blurred",)),
    ],
)
def test_what_is_wrong_with_a_picture_is_named(name: str, frame: np.ndarray, notes: tuple[str, ...]) -> None:
    conditions, small = measure(frame)
    assert conditions.notes == notes
    assert 0 <= conditions.sharpness <= 1
    assert 0 <= conditions.light <= 1
    assert small.shape[1] == pytest.approx(160, abs=2)


def test_the_same_picture_has_not_moved_and_a_hand_has() -> None:
    before = small_gray(picture())
    hand = picture()
    hand[200:330, 200:300] = 90
    assert motion(before, before) is False
    assert motion(before, small_gray(hand)) is True


def test_a_change_of_the_whole_light_is_no_motion() -> None:
    assert motion(small_gray(picture(150)), small_gray(np.clip(picture(150) + 25, 0, 255))) is False


def test_the_first_picture_and_one_of_another_size_have_not_moved() -> None:
    assert motion(None, small_gray(picture())) is False
    assert motion(small_gray(picture()), small_gray(picture()[::2, ::2][:30])) is False


@pytest.mark.parametrize("channels", [(), (3,)])
@pytest.mark.parametrize(
    ("at", "seen"), [((6, 6), True), ((2, 11), True), ((0, 6), False), ((13, 13), False)]
)
def test_a_stroke_in_one_place_stands_out_and_the_rim_is_left_aside(
    channels: tuple[int, ...], at: tuple[int, int], *, seen: bool
) -> None:
    before = np.random.default_rng(7).integers(90, 98, (9, 14, 14, *channels)).astype(np.uint8)
    now = np.random.default_rng(8).integers(90, 98, (9, 14, 14, *channels)).astype(np.uint8)
    now[4, at[0], at[1]] = 20
    apart = most_apart(now, before, 2, 2)
    assert apart.shape == (9,)
    assert np.delete(apart, 4).max() < 8
    assert bool(apart[4] > 12) is seen
