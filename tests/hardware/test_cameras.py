"""One contract, held by every camera; the real ones over small fakes with the real signatures."""

import sys
import types
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CameraError, UnreadableError
from hardware import camera as cameras
from hardware.camera import Camera, DrawnCamera, FolderCamera, WebCamera
from hardware.picamera import PiCamera

pytestmark = pytest.mark.pixels
GREEN = np.full((48, 64, 3), (10, 200, 30), np.uint8)


def ticking() -> Callable[[], int]:
    return count(1_000, 1_000).__next__


class FakeCapture:
    """cv2.VideoCapture as far as it is used; `frames` are left, `opened` tells whether it is there."""

    opened, frames = True, 100

    def __init__(self, number: int, backend: int) -> None:
        self.left, self.settings = self.frames, dict[int, float]()

    def isOpened(self) -> bool:
        return self.opened

    def set(self, name: int, value: float) -> bool:
        self.settings[name] = value
        return True

    def read(self) -> tuple[bool, Any]:
        self.left -= 1
        return (True, GREEN.copy()) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.opened = False


class FakeRequest:
    def __init__(self, owner: "FakePicamera2", taken_ns: int) -> None:
        self.owner, self.taken_ns = owner, taken_ns
        owner.held += 1

    def make_array(self, name: str) -> Any:
        assert name == "main"
        if self.owner.given["format"] == "NV12":
            gray = np.full((self.owner.size[1] * 3 // 2, self.owner.size[0]), 128, np.uint8)
            gray[: self.owner.size[1]] = 90
            return gray
        return GREEN.copy()

    def get_metadata(self) -> dict[str, Any]:
        exposure = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.7)}
        return {"SensorTimestamp": self.taken_ns, "LensPosition": 3.25, **exposure}

    def release(self) -> None:
        self.owner.held -= 1


class FakePicamera2:
    """picamera2.Picamera2 as far as it is used: the same names and arguments; it fails like the real one."""

    format, failing, missing = "RGB888", False, False

    def __init__(self, camera_num: int = 0) -> None:
        if self.missing:
            raise IndexError("list index out of range")
        self.size, self.held, self.now_ns = (64, 48), 0, 0
        self.camera_properties = {"Model": "imx708"}
        self.camera_controls = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
        self.given: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.running = False

    def create_video_configuration(
        self, main: Any = None, controls: Any = None, buffer_count: int = 6
    ) -> dict[str, Any]:
        return {"main": dict(main), "controls": controls, "buffer_count": buffer_count}

    def configure(self, config: dict[str, Any]) -> None:
        self.given = {"format": self.format, "size": self.size}

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": self.given}

    def start(self) -> None:
        self.running = True

    def autofocus_cycle(self, wait: Any = None, signal_function: Any = None) -> bool:
        return True

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def capture_request(
        self, wait: Any = None, signal_function: Any = None, flush: Any = None
    ) -> FakeRequest:
        assert isinstance(wait, float), "without wait= the real one hangs for ever"
        if self.failing or not self.running:
            raise TimeoutError("no frame came")
        self.now_ns = max(self.now_ns + 100_000, flush or 0)
        return FakeRequest(self, self.now_ns)

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        self.running = False


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fresh fakes where the real devices would be."""
    monkeypatch.setattr(cameras.cv2, "VideoCapture", type("Capture", (FakeCapture,), {}))
    module: Any = types.ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (FakePicamera2,), {})
    monkeypatch.setitem(sys.modules, "picamera2", module)


@pytest.fixture(params=["folder", "drawn", "web", "pi", "pi-nv12"])
def camera(request: pytest.FixtureRequest, tmp_path: Path, fakes: None) -> Iterator[Camera]:
    for name in "ab":
        (tmp_path / f"{name}.png").write_bytes(cv2.imencode(".png", GREEN)[1].tobytes())
    made: Camera
    match request.param:
        case "folder":
            made = FolderCamera(tmp_path, decoded, ticking())
        case "drawn":
            made = DrawnCamera(GREEN.copy, ticking())
        case "web":
            made = WebCamera(0, now_ns=ticking())
        case kind:
            sys.modules["picamera2"].Picamera2.format = "NV12" if kind == "pi-nv12" else "RGB888"
            made = PiCamera()
    yield made
    made.close()


def decoded(packed: bytes) -> Any:
    frame = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    if frame is None:
        raise UnreadableError("the picture is damaged")
    return frame


def test_a_frame_is_bgr_of_the_cameras_size(camera: Camera) -> None:
    bgr, _ = camera.frame()
    assert (bgr.dtype, bgr.shape) == (np.uint8, (camera.size_px[1], camera.size_px[0], 3))
    assert bgr.flags["C_CONTIGUOUS"]


def test_frames_come_one_after_the_other(camera: Camera) -> None:
    stamps = [camera.frame().taken_ns for _ in range(5)]
    assert stamps == sorted(stamps)


def test_a_frame_is_never_older_than_asked_for(camera: Camera) -> None:
    asked = camera.frame().taken_ns + 2_500
    assert camera.frame(not_before_ns=asked).taken_ns >= asked


def test_a_camera_has_a_name_that_a_person_understands(camera: Camera) -> None:
    assert any(
        word in camera.name for word in ("pictures of", "drawn table", "/dev/video0", "Pi camera imx708")
    )


def test_a_camera_can_be_held_for_a_match_and_goes_on_giving_frames(camera: Camera) -> None:
    camera.lock()
    assert camera.frame().bgr.size


def test_a_closed_camera_says_so(camera: Camera) -> None:
    camera.close()
    with pytest.raises(CameraError, match="closed: open it again"):
        camera.frame()
    camera.close()


def test_a_folder_is_shown_in_the_order_of_names_over_and_over(tmp_path: Path) -> None:
    for name, tone in ("b", 200), ("a", 100):
        (tmp_path / f"{name}.png").write_bytes(
            cv2.imencode(".png", np.full((70, 70, 3), tone, np.uint8))[1].tobytes()
        )
    (tmp_path / "notes.txt").write_text("not a picture")
    camera = FolderCamera(tmp_path, decoded)
    assert [int(camera.frame().bgr[0, 0, 0]) for _ in range(5)] == [100, 200, 100, 200, 100]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        (None, "there is no folder"),
        ({}, "holds no picture"),
        ({"a.txt": b"x"}, "holds no picture"),
        ({"a.png": b"x"}, r"a\.png: the picture is damaged"),
    ],
)
def test_a_folder_without_good_pictures_says_what_to_do(tmp_path: Path, files: Any, says: str) -> None:
    folder = tmp_path / "pictures"
    if files is not None:
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content)
    with pytest.raises(CameraError, match=says):
        FolderCamera(folder, decoded)


def test_a_web_camera_that_is_not_there_says_what_to_do(fakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras.cv2.VideoCapture, "opened", False)
    with pytest.raises(CameraError, match="/dev/video3 cannot be opened: plug it in"):
        WebCamera(3)


def test_a_web_camera_pulled_out_says_what_to_do(fakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras.cv2.VideoCapture, "frames", 2)
    camera = WebCamera(0)
    camera.frame()
    with pytest.raises(CameraError, match="gives no picture: unplug it"):
        camera.frame()


def test_a_web_camera_throws_waiting_frames_away_rather_than_give_an_old_one(fakes: None) -> None:
    camera = WebCamera(0, now_ns=ticking())
    with pytest.raises(CameraError, match="only old pictures"):
        camera.frame(not_before_ns=10**9)


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ({"missing": True}, "does not start .*check its cable"),
        ({"failing": True}, "does not start"),
        ({"format": "XBGR8888"}, "unknown format XBGR8888"),
    ],
)
def test_a_pi_camera_that_does_not_start_says_what_to_do(
    fakes: None, fault: dict[str, Any], says: str
) -> None:
    for name, value in fault.items():
        setattr(sys.modules["picamera2"].Picamera2, name, value)
    with pytest.raises(CameraError, match=says):
        PiCamera()


def test_without_picamera2_the_package_to_install_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        PiCamera()


def test_a_pi_cameras_focus_is_found_once_and_then_fixed_and_exposure_held_for_a_match(fakes: None) -> None:
    camera = PiCamera()
    device = camera._camera
    assert device.controls == {"AfMode": 0, "LensPosition": 3.25}
    camera.lock()
    held = {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 9000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 1.7),
    }
    assert device.controls == {"AfMode": 0, "LensPosition": 3.25, **held}


def test_a_pi_camera_gives_every_request_back_also_after_a_fault(fakes: None) -> None:
    camera = PiCamera()
    device = camera._camera
    camera.frame()
    FakeRequest.make_array, good = (
        (lambda *_: (_ for _ in ()).throw(RuntimeError("gone"))),
        FakeRequest.make_array,
    )
    try:
        with pytest.raises(CameraError, match="gives no picture"):
            camera.frame()
    finally:
        FakeRequest.make_array = good
    assert device.held == 0
