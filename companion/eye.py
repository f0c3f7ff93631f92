"""The eye: a child process that owns camera and reader, and the main process's end of it.

camera.frame() -> reader.read() -> pipe. Frames never cross the pipe; readings, small JPEG previews and
commands do. The main process never imports OpenCV: the child's side is looking.py.
"""

import itertools
import multiprocessing
import queue
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from companion.errors import CameraError, UnreadableError
from companion.layout import Layout, Mat
from companion.reading import Reading
from companion.watchdog import SECOND_NS, Health

EMPTY_TABLE = "..../..../..../...."
UPLOAD_NS = 10 * SECOND_NS
READ_NS = 20 * SECOND_NS  # a rough table without a grid keeps a small Pi busy for seconds
PATIENCE_S = 20.0
HAND_OVER_S = 15.0
LISTEN_S = 0.1
PREVIEW_PX = 640


class Watch(NamedTuple):
    """Read this layout from now on; None shows pictures only. `board` is the file of the learned board that
    lies there, empty for none."""

    layout: Layout | None
    board: str = ""


class Draw(NamedTuple):
    """What lies on the drawn table from now on: a grid in text form, its mat, switches of its look, and
    whether it lies on a printed board."""

    grid: str
    mat: Mat | None = None
    look: tuple[tuple[str, Any], ...] = ()
    on_board: bool = False


class Upload(NamedTuple):
    """Read a picture file that somebody sent; `again` when a child ended while it read this one."""

    number: int
    packed: bytes
    layout: Layout
    again: bool = False


class Learn(NamedTuple):
    """Learn the board that lies empty before the camera now."""

    number: int
    layout: Layout


class Hold(NamedTuple):
    """Hold focus, exposure and white balance for a match."""


class Seen(NamedTuple):
    """What the camera sees: the reading (None while nothing is to be read), whether it came twice in a row
    undisturbed, when the frame was taken (monotonic), a small JPEG with the reading drawn over it, and how
    many pixels wide the frame is (0: not told)."""

    reading: Reading | None
    steady: bool
    taken_ns: int
    preview_jpeg: bytes
    camera: str
    wide_px: int = 0


class Busy(NamedTuple):
    """The child will be silent for at most so long."""

    for_ns: int


class Trouble(NamedTuple):
    """The camera gives no pictures, and why; the child lives and goes on trying."""

    reason: str


class Uploaded(NamedTuple):
    """The answer to an Upload: a reading, or the sentence that says why there is none."""

    number: int
    reading: Reading | None
    problem: str


class Learnt(NamedTuple):
    """The answer to a Learn: squares a side, the learned board as a file, a small JPEG with the lines that
    were found; or the sentence that says why there is none."""

    number: int
    side: int
    packed: bytes
    picture_jpeg: bytes
    problem: str


Report = Seen | Busy | Trouble | Uploaded | Learnt
Answer = Uploaded | Learnt


class Eye:
    """The main process's end: starts and supervises the child, and keeps what it saw last.

    `see` is the child's main function with what it needs to open the camera; tests give another. `seen` and
    `trouble` may be read from any thread; listeners are told of every Seen and Trouble.
    """

    def __init__(
        self, child: Callable[..., None], camera: str, now_ns: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self.seen: Seen | None = None
        self.trouble = "the camera is starting"
        self.listeners: list[Callable[[Seen | Trouble], None]] = []
        self.health = Health()
        self._child, self._camera, self._now_ns = child, camera, now_ns
        self._process: Any = None
        self._pipe: Connection | None = None
        self._standing: dict[type, Watch | Draw | Hold] = {}
        self._untold: list[Watch | Draw | Hold] = []
        self._orders: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._answers: dict[int, queue.SimpleQueue[Any]] = {}
        self._handed: dict[int, Upload] = {}
        self._numbers = itertools.count(1)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._supervise, name="eye", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """End the child and wait until it is gone."""
        self._closing.set()
        self._thread.join()

    def order(self, command: Watch | Draw | Hold) -> None:
        """Tell the child something that holds until told otherwise, also after it was started again."""
        self._standing[type(command)] = command
        self._orders.put(command)

    def read_upload(self, packed: bytes, layout: Layout) -> Reading:
        """The reading of a picture that was sent, within twenty seconds; UnreadableError if there is none.

        A child that is busy or just starting is waited for, and one that ends meanwhile hands on to the next.
        """
        late = "the picture could not be read in twenty seconds: send it again, or type the grid"
        answer: Uploaded = self._ask(lambda number: Upload(number, packed, layout), late)
        if answer.reading is None:
            raise UnreadableError(answer.problem)
        return answer.reading

    def learn(self, layout: Layout) -> Learnt:
        """The board that lies empty before the camera; UnreadableError when none is seen in time."""
        if self.trouble:
            raise UnreadableError(f"no board can be learned: {self.trouble}")
        late = "the camera gave no picture of the board in twenty seconds: try again"
        answer: Learnt = self._ask(lambda number: Learn(number, layout), late)
        if answer.problem:
            raise UnreadableError(answer.problem)
        return answer

    def _ask(self, order: Callable[[int], Upload | Learn], late: str) -> Any:
        """The child's answer to an order with a number; UnreadableError that says this when none comes."""
        number, answers = next(self._numbers), queue.SimpleQueue[Any]()
        self._answers[number] = answers
        self._orders.put(order(number))
        try:
            return answers.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise UnreadableError(late) from None
        finally:
            del self._answers[number]

    def _supervise(self) -> None:
        while not self._closing.is_set():
            now_ns = self._now_ns()
            if self._process is None:
                if self.health.may_start(now_ns):
                    self._start_child(now_ns)
                else:
                    self._closing.wait(LISTEN_S)
            elif not self._process.is_alive():
                self._give_up(f"the eye ended by itself (code {self._process.exitcode})")
            elif self.health.is_silent(now_ns):
                self._give_up("the eye said nothing for too long")
            else:
                self._converse()
        self._end_child()

    def _start_child(self, now_ns: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=self._child, args=(theirs, self._camera), name="eye", daemon=True
        )
        self._process.start()
        theirs.close()
        self.health = self.health.started(now_ns)
        self._untold = list(self._standing.values())

    def _converse(self) -> None:
        """Hand over what is to be told, then listen for a moment; a pipe that broke, be it in the middle of a
        report, shows as an ended child."""
        assert self._pipe is not None
        try:
            while self._untold:
                self._pipe.send(self._untold.pop(0))
            while not self._orders.empty():
                self._hand_over(self._orders.get())
            if self._pipe.poll(LISTEN_S):
                self._hear(self._pipe.recv())
        except (EOFError, OSError):
            self._process.join(1)

    def _hand_over(self, order: Watch | Draw | Hold | Upload | Learn) -> None:
        """Send an order; a picture fills the pipe, so a child that hangs and takes none of it is ended."""
        assert self._pipe is not None
        if not isinstance(order, Upload):
            self._pipe.send(order)
        elif order.number in self._answers:
            self._handed[order.number] = order
            hangs = threading.Timer(HAND_OVER_S, self._process.kill)
            hangs.start()
            try:
                self._pipe.send(order)
            finally:
                hangs.cancel()

    def _hear(self, report: Report) -> None:
        busy_ns = report.for_ns if isinstance(report, Busy) else 0
        self.health = self.health.heard(self._now_ns(), busy_ns)
        match report:
            case Seen():
                self.seen, self.trouble = report, ""
                self._tell(report)
            case Trouble(reason):
                self.trouble = reason
                self._tell(report)
            case Uploaded() | Learnt():
                self._handed.pop(report.number, None)
                self._answer(report)

    def _answer(self, answer: Answer) -> None:
        """Hand an answer to who waits for it; after twenty seconds nobody does."""
        waiting = self._answers.get(answer.number)
        if waiting is not None:
            waiting.put(answer)

    def _tell(self, report: Seen | Trouble) -> None:
        for listener in self.listeners:
            listener(report)

    def _give_up(self, reason: str) -> None:
        self._end_child()
        self._keep_uploads()
        self.trouble = reason
        self.health = self.health.failed(self._now_ns(), reason)
        self._tell(Trouble(reason))

    def _keep_uploads(self) -> None:
        """What the ended child had not answered is for the next one; the picture that it was reading comes
        last, and only once more: it may be what ended it."""
        if not self._handed:
            return
        reading, *rest = self._handed.values()
        self._handed.clear()
        for upload in rest:
            self._orders.put(upload)
        if reading.again:
            self._answer(Uploaded(reading.number, None, "this picture cannot be read: take another one"))
        else:
            self._orders.put(reading._replace(again=True))

    def _end_child(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe = None, None


def see(pipe: Connection, camera: str) -> None:
    """The child's main function, by a reference that imports nothing where the child is started from.

    Ctrl-C in a terminal reaches the child, too; the main process ends it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from companion.looking import look

    look(pipe, camera)


def agrees(before: Reading | None, now: Reading) -> bool:
    """Whether two readings in a row say the same and neither was disturbed, so that the last one counts."""
    return (
        before is not None
        and not (now.moved or now.obstructed or before.obstructed or now.problem)
        and [(grid.grid, grid.seat) for grid in before.grids]
        == [(grid.grid, grid.seat) for grid in now.grids]
    )


def check_camera(spec: str) -> str:
    """The spec itself if it names a camera; CameraError says which there are."""
    kind, _, rest = spec.partition(":")
    fits = {
        "drawn": not rest,
        "pi": not rest,
        "none": not rest,
        "folder": bool(rest),
        "web": rest.isdecimal(),
    }
    if not fits.get(kind, False):
        raise CameraError(f"no camera is called {spec!r}: use drawn, folder:DIR, web:0, pi or none")
    return spec
