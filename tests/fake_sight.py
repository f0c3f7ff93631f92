"""An eye that sees what a test chooses."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.clockfile import ClockFile
from companion.errors import UnreadableError
from companion.eye import Learnt, Seen, Trouble
from companion.grid import Cell, Grid
from companion.journal import Journal, Stamp
from companion.layout import Layout
from companion.lexicon import Lexicon
from companion.reading import Caption, Doubt, GridReading, Reading
from companion.table import Table

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
JPEG = b"\xff\xd8 a picture"


class FakeSight:
    """The eye as the table knows it; `sees` makes it see grids, `uploads` holds what sent pictures show,
    `learns` the board that is learned."""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.trouble = "the camera is starting"
        self.listeners: list[Callable[[Seen | Trouble], None]] = []
        self.orders: list[Any] = []
        self.uploads: dict[bytes, Reading] = {}
        self.learns: Learnt | None = None

    def order(self, command: Any) -> None:
        self.orders.append(command)

    def read_upload(self, packed: bytes, layout: Layout) -> Reading:
        if packed not in self.uploads:
            raise UnreadableError("no picture that can be read")
        return self.uploads[packed]

    def learn(self, layout: Layout) -> Learnt:
        if self.learns is None:
            raise UnreadableError("no board is in this picture")
        return self.learns

    def sees(
        self, *grids: GridReading, taken_ns: int = 1, steady: bool = True, caption: Caption | None = None
    ) -> None:
        reading = Reading("any", grids, caption=caption)
        self.seen, self.trouble = Seen(reading, steady, taken_ns, JPEG, "fake camera"), ""
        self._tell(self.seen)

    def is_covered(self) -> None:
        """A hand over the table: nothing is to be taken."""
        self.seen, self.trouble = Seen(Reading("any", (), obstructed=True), False, 1, JPEG, "fake camera"), ""
        self._tell(self.seen)

    def fails(self, reason: str) -> None:
        self.trouble = reason
        self._tell(Trouble(reason))

    def _tell(self, report: Seen | Trouble) -> None:
        for listener in self.listeners:
            listener(report)


def laid(text: str, seat: int | None = None, doubt: str = "") -> GridReading:
    """A grid as the reader gives it; `doubt` names a cell whose letter may be an F or a P, too."""
    doubts = (Doubt(Cell.parse(doubt), "letter", "E", 0.6, ("F", "P")),) if doubt else ()
    return GridReading(Grid.parse(text), 0, CORNERS, seat=seat, doubts=doubts)


class TestClock:
    """A monotonic clock that only moves when it is told to."""

    __test__ = False

    def __init__(self) -> None:
        self.now_ns = 1_000_000_000

    def stamp(self) -> Stamp:
        return Stamp("2026-01-02T19:30:00+01:00", "a-boot", self.now_ns)

    def now_s(self) -> float:
        return self.now_ns / 1e9

    def passes(self, seconds: float) -> None:
        self.now_ns += round(seconds * 1e9)


class RunningClock(TestClock):
    """A clock that runs by itself and can be pushed on."""

    __test__ = False

    def stamp(self) -> Stamp:
        return super().stamp()._replace(tick_ns=self.now_ns + time.monotonic_ns())


def table_with(folder: Path, journal: Journal, lexicon: Lexicon, sight: FakeSight, clock: TestClock) -> Table:
    return Table(journal, lexicon, sight, ClockFile(folder), clock.stamp)
