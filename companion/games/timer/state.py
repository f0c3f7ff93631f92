"""What happened at the timer, as facts; remaining times and lines of presses are computed from them."""

from dataclasses import dataclass, replace

from companion.games.timer.rules import CLOCKS, QUIZ
from companion.presses import Timeline


@dataclass(frozen=True, slots=True)
class House:
    """What was chosen at the opening; times in milliseconds."""

    kind: str
    length_ms: int
    hard: bool
    increment_ms: int
    delay_ms: int
    overtime_ms: int
    early: str


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's clock: what is left of its time, and whether it ran out of all of it."""

    left_ms: int
    out: bool = False


@dataclass(frozen=True, slots=True)
class Running:
    """What runs: since when on the match's clock, what was added, the seat whose clock it is (None: all)."""

    since_ms: int
    added_ms: int = 0
    seat: int | None = None
    rung: bool = False


@dataclass(frozen=True, slots=True)
class Buzz:
    """A press: ranked by when it had happened for sure; `early` while the question was not open yet."""

    seat: int
    at_ns: int
    give_ns: int
    early: bool

    @property
    def sure_ns(self) -> int:
        return self.at_ns + self.give_ns


@dataclass(frozen=True, slots=True)
class Question:
    """A question: whether it is open, every press, and who has answered wrongly."""

    armed: bool = False
    armed_ns: int | None = None
    presses: tuple[Buzz, ...] = ()
    wrong: tuple[int, ...] = ()

    def is_early(self, buzz: Buzz) -> bool:
        """Whether a press came before the question was open, by the key's own time where there is one."""
        if self.armed_ns is not None:
            return buzz.at_ns < self.armed_ns
        return buzz.early

    def line(self, early: str) -> tuple[Buzz, ...]:
        """The presses in the order in which they answer, one a seat, whatever order they came in.

        By the house's `early` rule who pressed too early may press again (`ignored`), comes after all others
        (`last`) or is out for this question (`out`).
        """
        late = {buzz.seat for buzz in self.presses if self.is_early(buzz)}
        ranked = sorted(self.presses, key=lambda buzz: (buzz.sure_ns, buzz.seat))
        first: dict[int, Buzz] = {}
        for buzz in ranked:
            if not (early != "last" and self.is_early(buzz)):
                first.setdefault(buzz.seat, buzz)
        standing = [buzz for buzz in first.values() if not (early == "out" and buzz.seat in late)]
        if early == "last":
            standing.sort(key=lambda buzz: (buzz.seat in late, buzz.sure_ns, buzz.seat))
        return tuple(standing)

    def waiting(self, early: str) -> tuple[Buzz, ...]:
        """Who may answer, the first of the line first; nobody before the question is open."""
        if not self.armed:
            return ()
        return tuple(buzz for buzz in self.line(early) if buzz.seat not in self.wrong)


@dataclass(frozen=True, slots=True)
class State:
    """`rounds` were ended, the last one by its time if `up`; `clocks` are by seat.

    `points` of the quiz are by seat, too; `question` is asked now; `cue` is what the last event sounds like;
    `timeline` holds the times of presses.
    """

    names: tuple[str, ...]
    house: House
    rounds: int = 0
    up: bool = False
    running: Running | None = None
    clocks: tuple[SeatClock, ...] = ()
    question: Question = Question()
    points: tuple[tuple[int, int], ...] = ()
    cue: str = ""
    timeline: Timeline = Timeline()

    @property
    def is_quiz(self) -> bool:
        return self.house.kind == QUIZ

    @property
    def has_clocks(self) -> bool:
        return self.house.kind == CLOCKS

    def name(self, seat: int) -> str:
        return self.names[seat - 1] if 1 <= seat <= len(self.names) else f"Seat {seat}"

    def clock(self, seat: int) -> SeatClock:
        return self.clocks[seat - 1]

    def with_clock(self, seat: int, clock: SeatClock) -> "State":
        return replace(self, clocks=(*self.clocks[: seat - 1], clock, *self.clocks[seat:]))

    @property
    def runs_out_ms(self) -> int | None:
        """Where the match's clock stands when the time is up; None when nothing runs or it was told."""
        run = self.running
        if run is None or run.rung:
            return None
        if run.seat is None:
            return run.since_ms + run.added_ms + self.house.length_ms
        return run.since_ms + run.added_ms + self._turn_ms(run.seat)

    def _turn_ms(self, seat: int) -> int:
        """How long the seat's turn may last: the delay, what is left, or else the overtime of a turn."""
        return self.house.delay_ms + self.clock(seat).left_ms + self.house.overtime_ms

    def left_after(self, run: Running, at_ms: int) -> int:
        """What the seat whose clock runs has left of its time when the match's clock stands at `at_ms`."""
        assert run.seat is not None
        passed = at_ms - run.since_ms  # less than nothing when the match's clock was given time
        used = min(0, passed) if passed < self.house.delay_ms else passed - self.house.delay_ms
        return max(0, self.clock(run.seat).left_ms + run.added_ms - used)

    def next_seat(self, seat: int) -> int | None:
        """The next seat clockwise whose time is not used up; None when there is none."""
        count = len(self.names)
        after = [(seat + step - 1) % count + 1 for step in range(1, count + 1)]
        return next((each for each in after if not self.clock(each).out), None)
