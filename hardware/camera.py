"""Cameras by one contract: a frame and when it was taken, a size, a name, and errors that say what to do."""

import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CameraError, UnreadableError

Frame_bgr = NDArray[np.uint8]
PICTURE_ENDINGS = {".jpg", ".jpeg", ".png", ".webp"}
TRIES = 5


class Frame(NamedTuple):
    """One picture: uint8 BGR (height, width, 3), and when it was taken on the monotonic clock."""

    bgr: Frame_bgr
    taken_ns: int


class Camera(Protocol):
    """What every camera can be asked; `size_px` is (width, height)."""

    @property
    def name(self) -> str: ...

    @property
    def size_px(self) -> tuple[int, int]: ...

    def frame(self, not_before_ns: int = 0) -> Frame:
        """A frame taken at or after that monotonic time; CameraError when there is none."""

    def lock(self) -> None:
        """Hold focus, exposure and white balance as they are, for a match."""

    def close(self) -> None: ...


class FolderCamera:
    """Pictures from a folder, in the order of their names, over and over; `decode` turns a file into a frame.

    Raises CameraError when the folder holds no picture, UnreadableError naming a file that is none.
    """

    def __init__(
        self,
        folder: Path,
        decode: Callable[[bytes], Frame_bgr],
        now_ns: Callable[[], int] = time.monotonic_ns,
    ):
        if not folder.is_dir():
            raise CameraError(f"there is no folder {folder}: choose another with --camera folder:DIR")
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURE_ENDINGS)
        if not paths:
            raise CameraError(f"the folder {folder} holds no picture (JPEG, PNG or WebP): put some in")
        self.name = f"pictures of {folder}"
        self._paths: Iterator[Path] | None = cycle(paths)
        self._decode, self._now_ns = decode, now_ns
        self.size_px = _size(self._picture(paths[0]))

    def frame(self, not_before_ns: int = 0) -> Frame:
        if self._paths is None:
            raise _closed(self.name)
        bgr = self._picture(next(self._paths))
        self.size_px = _size(bgr)
        return Frame(bgr, max(self._now_ns(), not_before_ns))

    def lock(self) -> None:
        """Pictures have nothing to hold."""

    def close(self) -> None:
        self._paths = None

    def _picture(self, path: Path) -> Frame_bgr:
        try:
            return self._decode(path.read_bytes())
        except OSError as error:
            raise CameraError(f"{path} cannot be read: {error.strerror}") from None
        except UnreadableError as error:
            raise CameraError(f"{path}: {error}") from error


class DrawnCamera:
    """A camera over a drawn table: `draw` gives the picture of what lies there now."""

    name = "drawn table"

    def __init__(self, draw: Callable[[], Frame_bgr], now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._draw: Callable[[], Frame_bgr] | None = draw
        self._now_ns = now_ns
        self.size_px = _size(draw())

    def frame(self, not_before_ns: int = 0) -> Frame:
        if self._draw is None:
            raise _closed(self.name)
        return Frame(self._draw(), max(self._now_ns(), not_before_ns))

    def lock(self) -> None:
        """A drawn table has nothing to hold."""

    def close(self) -> None:
        self._draw = None


class WebCamera:
    """A camera on USB, by its number (0 = /dev/video0), through Video4Linux.

    Its frames carry the time at which they were fetched: a driver's queue may make them a little older, so
    that for `not_before_ns` those already waiting are thrown away.
    """

    def __init__(
        self,
        number: int,
        size_px: tuple[int, int] = (1280, 960),
        now_ns: Callable[[], int] = time.monotonic_ns,
    ):
        self.name = f"camera /dev/video{number}"
        self._now_ns = now_ns
        self._device: cv2.VideoCapture | None = cv2.VideoCapture(number, cv2.CAP_V4L2)
        if not self._device.isOpened():
            raise CameraError(f"{self.name} cannot be opened: plug it in, and end other programs that use it")
        self._device.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        self._device.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
        self._device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self.size_px = _size(self.frame().bgr)

    def frame(self, not_before_ns: int = 0) -> Frame:
        if self._device is None:
            raise _closed(self.name)
        for _ in range(TRIES):
            begun_ns = self._now_ns()
            there, bgr = self._device.read()
            if not there or bgr is None:
                raise CameraError(f"{self.name} gives no picture: unplug it and plug it in again")
            if begun_ns >= not_before_ns:
                return Frame(np.asarray(bgr, np.uint8), self._now_ns())
        raise CameraError(f"{self.name} gives only old pictures: unplug it and plug it in again")

    def lock(self) -> None:
        """Exposure and focus by hand, at their present values, where the camera has them."""
        if self._device is not None:
            self._device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            self._device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)
            self._device.set(cv2.CAP_PROP_AUTO_WB, 0)

    def close(self) -> None:
        if self._device is not None:
            self._device.release()
        self._device = None


def _size(bgr: Frame_bgr) -> tuple[int, int]:
    return bgr.shape[1], bgr.shape[0]


def _closed(name: str) -> CameraError:
    return CameraError(f"the {name} is closed: open it again")
