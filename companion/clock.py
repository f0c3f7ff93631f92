"""The clock of a match: arithmetic on what was recorded and a time that is given; it never asks the time.

A match's running clock counts milliseconds and stands still in a pause. Each pause has a cause, and the clock
runs again when every cause has ended. Only ticks of one boot are compared; wall clocks never are.
"""

from dataclasses import dataclass, replace

NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Tick:
    """A moment on the monotonic clock of one boot."""

    boot: str
    tick_ns: int


@dataclass(frozen=True, slots=True)
class Clock:
    """A running clock: it stood at `at_ms` at the moment `since`; `causes` are what it is paused for."""

    at_ms: int = 0
    since: Tick | None = None
    causes: frozenset[str] = frozenset()

    def position_ms(self, now: Tick) -> int:
        """Where the clock stands now; a tick of another boot tells nothing, so it has not moved since."""
        if self.since is None or self.causes or self.since.boot != now.boot:
            return self.at_ms
        return self.at_ms + max(0, now.tick_ns - self.since.tick_ns) // NS_PER_MS

    def paused(self, cause: str, at_ms: int, now: Tick) -> "Clock":
        """The clock held at `at_ms` for one more cause."""
        return Clock(at_ms, now, self.causes | {cause})

    def resumed(self, cause: str, now: Tick) -> "Clock":
        """The clock after one cause has ended; it runs on from where it stood when no other is left."""
        return replace(self, since=now, causes=self.causes - {cause})

    def set_to(self, at_ms: int, now: Tick) -> "Clock":
        """The clock as an entry says that it stood, running or not as before."""
        return replace(self, at_ms=at_ms, since=now)

    def due_tick_ns(self, at_ms: int) -> int | None:
        """The tick at which the clock reaches `at_ms` if nothing happens; None while it stands still."""
        if self.since is None or self.causes:
            return None
        return self.since.tick_ns + max(0, at_ms - self.at_ms) * NS_PER_MS


def as_minutes(remaining_ms: int) -> str:
    """A remaining time as people read a clock: `4:59`, `0:07`; it shows 0:00 only when nothing is left."""
    seconds = max(0, -(-remaining_ms // 1000))
    return f"{seconds // 60}:{seconds % 60:02d}"
