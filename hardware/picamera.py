"""The Pi's own camera through picamera2, which is imported only when one is opened."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CameraError
from hardware.camera import Frame

WAIT_S = 2.0
SETTLING_FRAMES = 8
FRAMES_PER_S = 10
HELD = ("ExposureTime", "AnalogueGain", "ColourGains")
FAULTS = (RuntimeError, IndexError, OSError, TimeoutError)


class PiCamera:
    """The camera on the ribbon cable: (width, height) in pixels, focus found once and then fixed.

    The configuration is read back, because an unknown format or size is silently changed: RGB888 (which is
    BGR in memory) and NV12 are understood. Raises CameraError when there is no camera or no picture comes.
    """

    def __init__(self, size_px: tuple[int, int] = (2304, 1296)) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                f"picamera2 is not installed ({error}): sudo apt install python3-picamera2"
            ) from None
        try:
            self._camera: Any = Picamera2()
            self._configure(size_px)
            self._camera.start()
            self._focus()
            for _ in range(SETTLING_FRAMES):
                self._camera.capture_request(wait=WAIT_S).release()
        except FAULTS as error:
            raise CameraError(
                f"the Pi's camera does not start ({error}): check its cable, then start again"
            ) from error
        self.name = f"Pi camera {self._camera.camera_properties.get('Model', '')}".strip()

    def _configure(self, size_px: tuple[int, int]) -> None:
        asked = {"size": size_px, "format": "RGB888"}
        config = self._camera.create_video_configuration(
            main=asked, controls={"FrameRate": FRAMES_PER_S}, buffer_count=3
        )
        self._camera.configure(config)
        given = self._camera.camera_configuration()["main"]
        self.size_px: tuple[int, int] = tuple(given["size"])
        self._format = str(given["format"])
        if self._format not in ("RGB888", "NV12"):
            raise RuntimeError(f"it gives pictures in the unknown format {self._format}")

    def _focus(self) -> None:
        """Focus once and stay there: a hand that passes must not pull the focus to itself."""
        if "AfMode" not in self._camera.camera_controls:
            return
        self._camera.autofocus_cycle(wait=WAIT_S * 3)
        found = self._metadata()["LensPosition"]
        self._camera.set_controls({"AfMode": 0, "LensPosition": found})

    def _metadata(self) -> dict[str, Any]:
        request = self._camera.capture_request(wait=WAIT_S)
        try:
            return dict(request.get_metadata())
        finally:
            request.release()

    def frame(self, not_before_ns: int = 0) -> Frame:
        """A frame whose exposure began at or after that time; the sensor's stamps are on the same clock."""
        if self._camera is None:
            raise CameraError("the Pi's camera is closed: open it again")
        try:
            request = self._camera.capture_request(wait=WAIT_S, flush=not_before_ns or None)
            try:
                return Frame(
                    self._bgr(request.make_array("main")), int(request.get_metadata()["SensorTimestamp"])
                )
            finally:
                request.release()
        except FAULTS as error:
            raise CameraError(f"the Pi's camera gives no picture ({error}): check its cable") from error

    def _bgr(self, array: NDArray[np.uint8]) -> NDArray[np.uint8]:
        width, height = self.size_px
        if self._format == "NV12":
            array = np.asarray(cv2.cvtColor(array[: height * 3 // 2], cv2.COLOR_YUV2BGR_NV12), np.uint8)
        return np.ascontiguousarray(array[:height, :width])

    def lock(self) -> None:
        """Hold exposure and white balance at what they are now, so that a reading cannot drift in a match."""
        now = self._metadata()
        held = {name: now[name] for name in HELD if name in now}
        self._camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()
