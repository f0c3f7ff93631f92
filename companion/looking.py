"""The eye's child process: camera.frame() -> reader.read() -> pipe, until the main process is gone."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CameraError, UnreadableError
from companion.eye import (
    EMPTY_TABLE,
    PREVIEW_PX,
    READ_NS,
    UPLOAD_NS,
    Busy,
    Draw,
    Hold,
    Learn,
    Learnt,
    Seen,
    Trouble,
    Upload,
    Uploaded,
    Watch,
    agrees,
)
from companion.grid import Grid
from companion.layout import Layout
from companion.reading import Reading
from hardware.camera import Camera, DrawnCamera, FolderCamera, Frame, WebCamera
from hardware.picamera import PiCamera
from vision.draw import Look, draw
from vision.draw_board import Board, draw_board
from vision.learned import draw_lines, learn_board, load_learned, pack_learned
from vision.optics import Camera as Lens
from vision.overlay import draw_overlay
from vision.pictures import decode_picture
from vision.reader import Memory, read

PERIOD_S = 0.2
RETRY_S = 2.0
PREVIEW_QUALITY = 70
DRAWN_FROM_MM = 300.0
BOARD_PX, BOARD_FROM_MM = (1600, 1200), 40.0


def look(pipe: Connection, camera: str) -> None:
    """The child's main function: look through the camera so named, answer commands, end with the pipe."""
    cv2.setNumThreads(1)
    Looking(pipe, camera).run()


class Looking:
    """What the child holds: the camera when it is open, the layout it reads, and the reader's memory."""

    def __init__(self, pipe: Connection, camera: str) -> None:
        self.pipe, self.spec = pipe, camera
        self.camera: Camera | None = None
        self.layout: Layout | None = None
        self.scene = Draw(EMPTY_TABLE)
        self.memory, self.lacking = Memory(), ""
        self.before: Reading | None = None

    def run(self) -> None:
        wait_s = 0.0
        while self._obey(wait_s):
            begun = time.monotonic()
            try:
                self._look_once()
                wait_s = max(0.0, PERIOD_S - (time.monotonic() - begun))
            except (CameraError, UnreadableError) as error:
                self._lose_camera()
                self.pipe.send(Trouble(str(error)))
                wait_s = RETRY_S

    def _obey(self, wait_s: float) -> bool:
        """Carry out what has been ordered, waiting so long for more; False once nobody is there to order."""
        try:
            while self.pipe.poll(wait_s):
                self._carry_out(self.pipe.recv())
                wait_s = 0.0
        except (EOFError, ConnectionResetError):
            self._lose_camera()
            return False
        return True

    def _carry_out(self, command: Watch | Draw | Upload | Learn | Hold) -> None:
        match command:
            case Watch(layout, board):
                self.layout, self.before = layout, None
                self._take_board(board)
            case Draw():
                self.scene = command
            case Upload():
                self.pipe.send(Busy(UPLOAD_NS))
                self.pipe.send(read_upload(command, self._known(command.layout)))
            case Learn():
                self.pipe.send(Busy(UPLOAD_NS))
                self.pipe.send(self._learn(command))
            case Hold():
                if self.camera:
                    self.camera.lock()

    def _take_board(self, board: str) -> None:
        """Read with this learned board from now on; that one cannot be had is told with every reading."""
        learned, self.lacking = None, ""
        if board and self.layout is not None:
            try:
                learned = load_learned(Path(board), self.layout)
            except UnreadableError as error:
                self.lacking = str(error)
        self.memory = replace(self.memory, learned=learned, board=None)

    def _known(self, layout: Layout) -> Memory:
        """What a sent picture is read with: the learned board, if it is of that kind."""
        return Memory(learned=self.memory.learned if layout == self.layout else None)

    def _learn(self, order: Learn) -> Learnt:
        try:
            frame_bgr = self._frame().bgr
            packed = pack_learned(learn_board(frame_bgr, order.layout))
            picture = preview(draw_lines(frame_bgr, order.layout), None)
        except (CameraError, UnreadableError) as error:
            return Learnt(order.number, order.layout.rows, b"", b"", str(error))
        return Learnt(order.number, order.layout.rows, packed, picture, "")

    def _frame(self) -> Frame:
        """The next picture; CameraError when there is none."""
        if self.spec == "none":
            raise CameraError("no camera is used: grids are typed or sent from a phone")
        if self.camera is None:
            self.camera = open_camera(self.spec, lambda: drawn(self.scene))
        return self.camera.frame()

    def _look_once(self) -> None:
        frame = self._frame()
        reading, steady = self._read(frame)
        name = self.camera.name if self.camera else ""
        shown = preview(frame.bgr, reading)
        self.pipe.send(Seen(reading, steady, frame.taken_ns, shown, name, frame.bgr.shape[1]))

    def _read(self, frame: Frame) -> tuple[Reading | None, bool]:
        if self.layout is None:
            return None, False
        self.pipe.send(Busy(READ_NS))
        reading, self.memory = read(frame.bgr, self.layout, self.memory)
        if self.lacking:
            reading = replace(reading, notes=(*reading.notes, self.lacking))
        steady, self.before = agrees(self.before, reading), reading
        return reading, steady

    def _lose_camera(self) -> None:
        if self.camera is not None:
            self.camera.close()
        self.camera = None


def open_camera(spec: str, draw_table: Callable[[], NDArray[np.uint8]]) -> Camera:
    """The camera that a spec names; CameraError says why it cannot be opened."""
    match spec.partition(":"):
        case "drawn", _, _:
            return DrawnCamera(draw_table)
        case "folder", _, folder:
            return FolderCamera(Path(folder), decode_picture)
        case "web", _, number:
            return WebCamera(int(number))
        case "pi", _, _:
            return PiCamera()
        case _:
            raise CameraError(f"no camera is called {spec!r}: use drawn, folder:DIR, web:0, pi or none")


@lru_cache(maxsize=4)
def drawn(scene: Draw) -> NDArray[np.uint8]:
    """The picture of a drawn table, uint8 BGR; the same table gives the same picture."""
    grid = Grid.parse(scene.grid)
    if scene.on_board:
        lens = Lens(size=BOARD_PX, height_mm=BOARD_FROM_MM * grid.height)
        looks: dict[str, Any] = {"camera": lens, "gap_mm": 1.3, **dict(scene.look)}
        return draw_board(grid, Board(grid.height), Look(**looks)).frame_bgr
    looks = {"camera": Lens(height_mm=DRAWN_FROM_MM), **dict(scene.look)}
    return draw(grid, Look(**looks), mat=scene.mat).frame_bgr


def read_upload(upload: Upload, memory: Memory) -> Uploaded:
    """The answer to a picture that somebody sent."""
    try:
        reading, _ = read(decode_picture(upload.packed), upload.layout, memory)
    except UnreadableError as error:
        return Uploaded(upload.number, None, str(error))
    return Uploaded(upload.number, reading, "")


def preview(frame_bgr: NDArray[np.uint8], reading: Reading | None) -> bytes:
    """A small JPEG of a frame, with what was read drawn over it."""
    shown = frame_bgr if reading is None else draw_overlay(frame_bgr, reading)
    scale = min(1.0, PREVIEW_PX / shown.shape[1])
    small = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, PREVIEW_QUALITY])
    return packed.tobytes()
