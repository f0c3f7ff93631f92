"""Picture files: what can be taken becomes a frame, everything else is refused in one sentence."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from struct import pack

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import UnreadableError
from vision.pictures import decode_picture

pytestmark = pytest.mark.pixels
SCENES = Path(__file__).parent / "scenes"
HALVES = np.zeros((80, 120, 3), np.uint8)
HALVES[:, 60:] = (0, 0, 255)


def packed(picture: np.ndarray, kind: str = ".jpg") -> bytes:
    return bytes(cv2.imencode(kind, picture)[1])


def with_exif_turn(jpeg: bytes, turn: int) -> bytes:
    """The JPEG with an EXIF orientation."""
    tiff = (
        b"MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01"
        + pack(">HH", turn, 0)
        + bytes(4)
    )
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + pack(">H", len(body) + 2) + body + jpeg[2:]


def png_of_size(width: int, height: int) -> bytes:
    """A small PNG whose head claims a size."""
    whole = packed(np.zeros((64, 64, 3), np.uint8), ".png")
    return whole[:16] + pack(">II", width, height) + whole[24:]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("JPEG", lambda: packed(HALVES)),
        ("PNG", lambda: packed(HALVES, ".png")),
        ("WebP", lambda: packed(HALVES, ".webp")),
        ("16 bit", lambda: packed(HALVES.astype(np.uint16) * 257, ".png")),
        ("alpha", lambda: packed(np.dstack([HALVES, np.full((80, 120), 255, np.uint8)]), ".png")),
        ("with a trailer", lambda: packed(HALVES) + b"made by a phone" * 40),
    ],
)
def test_pictures_of_usual_kinds_become_bgr_frames(name: str, file: Callable[[], bytes]) -> None:
    frame = decode_picture(file())
    assert (frame.shape, frame.dtype) == ((80, 120, 3), np.uint8)
    assert frame[40, 100].tolist() == pytest.approx([0, 0, 255], abs=6)
    assert frame[40, 20].tolist() == pytest.approx([0, 0, 0], abs=6)


def test_gray_and_cmyk_pictures_become_bgr_frames_too() -> None:
    assert decode_picture(packed(HALVES[..., 2])).shape == (80, 120, 3)
    cmyk = decode_picture((SCENES / "cmyk.jpg").read_bytes())
    assert cmyk.shape == (96, 96, 3)
    assert cmyk[48, 48, 2] > 150 > cmyk[48, 48, 0]


def test_a_picture_is_turned_as_its_exif_says() -> None:
    turned = decode_picture(with_exif_turn(packed(HALVES), 6))
    assert turned.shape == (120, 80, 3)
    assert turned[100, 40, 2] > 200 > turned[20, 40, 2]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"", "the file is empty"),
        (b"A" * 20_000_001, "20 MB, at most 20 can be taken"),
        (b"dear camera, please read this", "no picture that can be read: give a JPEG, PNG or WebP"),
        (b"GIF89a" + bytes(100), "no picture that can be read"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(64), "HEIC picture.*Most Compatible"),
        (packed(HALVES)[:-300], "cut short"),
        (packed(HALVES)[:3], "cut short"),
        (packed(HALVES, ".png")[:-30], "cut short"),
        (packed(HALVES, ".webp")[:-30], "cut short"),
        (packed(np.zeros((1, 1, 3), np.uint8), ".png"), "only 1 x 1 pixels"),
        (png_of_size(20000, 20000), "20000 x 20000 pixels, at most 50 million"),
        (png_of_size(300, 200), "damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else len(value),
)
def test_what_cannot_be_taken_is_refused_with_what_to_do(file: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableError, match=sentence):
        decode_picture(file)


@settings(max_examples=60, deadline=None)  # one picture is cheap, a busy machine is not
@given(st.binary(max_size=300), st.integers(0, 400), st.sampled_from([".jpg", ".png", ".webp"]))
def test_damaged_files_never_raise_anything_else(noise: bytes, at: int, kind: str) -> None:
    whole = packed(HALVES, kind)
    with suppress(UnreadableError):
        frame = decode_picture(whole[:at] + noise + whole[at + len(noise) :])
        assert (frame.ndim, frame.dtype) == (3, np.uint8)
