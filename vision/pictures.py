"""From the bytes of a picture file to a frame, with limits; what cannot be taken is refused in a sentence."""

from struct import error as StructError
from struct import unpack_from

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import UnreadableError

LARGEST_BYTES = 20_000_000
LARGEST_PIXELS = 50_000_000
SMALLEST_SIDE_PX = 64
HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")
JPEG_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def decode_picture(packed: bytes) -> NDArray[np.uint8]:
    """The frame in a JPEG, PNG or WebP file, uint8 BGR (height, width, 3), turned as its EXIF says.

    Raises UnreadableError: empty, too large, HEIC, of another kind, cut short or damaged, too small.
    """
    if not packed:
        raise UnreadableError("the file is empty: take the picture again")
    if len(packed) > LARGEST_BYTES:
        raise UnreadableError(
            f"the file has {len(packed) // 10**6} MB, at most 20 can be taken: make it smaller"
        )
    width, height = _size(packed)
    if width * height > LARGEST_PIXELS:
        raise UnreadableError(
            f"the picture has {width} x {height} pixels, at most 50 million can be taken: make it smaller"
        )
    frame = _decoded(packed)
    if min(frame.shape[:2]) < SMALLEST_SIDE_PX:
        raise UnreadableError(
            f"the picture has only {width} x {height} pixels: take one with {SMALLEST_SIDE_PX} or more a side"
        )
    return frame


def _decoded(packed: bytes) -> NDArray[np.uint8]:
    try:
        frame = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as fault:
        raise UnreadableError("the picture is damaged: take or send it again") from fault
    if frame is None:
        raise UnreadableError("the picture is damaged: take or send it again")
    return np.asarray(frame, np.uint8)


def _size(packed: bytes) -> tuple[int, int]:
    """Width and height from a file's head, before anything is unpacked."""
    try:
        if packed.startswith(b"\xff\xd8"):
            return _jpeg_size(packed)
        if packed.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png_size(packed)
        if packed.startswith(b"RIFF") and packed[8:12] == b"WEBP":
            return _webp_size(packed)
    except (StructError, IndexError) as fault:
        raise UnreadableError("the picture is cut short: send the whole file again") from fault
    if packed[4:8] == b"ftyp" and packed[8:12] in HEIC_BRANDS:
        raise UnreadableError(
            "this is a HEIC picture, which cannot be read: on an iPhone set Settings > Camera > Formats to "
            "Most Compatible, on other phones switch off high-efficiency pictures in the camera's settings"
        )
    raise UnreadableError("this is no picture that can be read: give a JPEG, PNG or WebP file")


def _jpeg_size(packed: bytes) -> tuple[int, int]:
    """The size in a JPEG's frame header; the picture's end must be there, else decoders make up gray rows."""
    at, size = 2, (0, 0)
    while True:
        if packed[at] != 0xFF:
            raise UnreadableError("the picture is damaged: take or send it again")
        kind = packed[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind in JPEG_FRAMES:
            height, width = unpack_from(">HH", packed, at + 5)
            size = (width, height)
        if kind == 0xDA:
            break
        at += 2 + unpack_from(">H", packed, at + 2)[0]
    if packed.rfind(b"\xff\xd9") < at:
        raise UnreadableError("the picture is cut short: send the whole file again")
    return size


def _png_size(packed: bytes) -> tuple[int, int]:
    if b"IEND" not in packed[-64:]:
        raise UnreadableError("the picture is cut short: send the whole file again")
    width, height = unpack_from(">II", packed, 16)
    return width, height


def _webp_size(packed: bytes) -> tuple[int, int]:
    if len(packed) < 8 + unpack_from("<I", packed, 4)[0]:
        raise UnreadableError("the picture is cut short: send the whole file again")
    match packed[12:16]:
        case b"VP8X":
            return 1 + _three(packed, 24), 1 + _three(packed, 27)
        case b"VP8L":
            bits = unpack_from("<I", packed, 21)[0]
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case _:
            width, height = unpack_from("<HH", packed, 26)
            return width & 0x3FFF, height & 0x3FFF


def _three(packed: bytes, at: int) -> int:
    return packed[at] | packed[at + 1] << 8 | packed[at + 2] << 16
