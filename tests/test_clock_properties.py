"""No second lost or won, whatever pauses nest and however often the machine is restarted."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import NS_PER_MS, Clock, Tick
from companion.timing import CAUSES


@dataclass
class Evening:
    """A clock, and the plain sum that it must always show."""

    clock: Clock = Clock()
    boot: int = 1
    tick_ms: int = 0
    ran_ms: int = 0
    held: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.clock = self.clock.set_to(0, self.now)

    @property
    def now(self) -> Tick:
        return Tick(f"boot {self.boot}", self.tick_ms * NS_PER_MS)

    def passes(self, ms: int) -> None:
        self.tick_ms += ms
        self.ran_ms += 0 if self.held else ms

    def presses(self, cause: str) -> None:
        """Begin the pause of a cause, or end it if it lasts."""
        if cause in self.held:
            self.clock = self.clock.resumed(cause, self.now)
        else:
            self.clock = self.clock.paused(cause, self.clock.position_ms(self.now), self.now)
        self.held ^= {cause}

    def is_restarted(self, ticks_ms: int) -> None:
        """The power fails and comes back: another boot whose ticks begin anywhere; the clock is held."""
        stood_ms = self.clock.position_ms(self.now)
        self.boot, self.tick_ms = self.boot + 1, ticks_ms
        self.clock = self.clock.paused("power", stood_ms, self.now)
        self.held |= {"power"}


steps = st.lists(
    st.one_of(
        st.tuples(st.just("passes"), st.integers(0, 90_000_000)),
        st.tuples(st.just("presses"), st.sampled_from(CAUSES)),
        st.tuples(st.just("is_restarted"), st.integers(0, 10**9)),
    ),
    max_size=40,
)


@given(steps)
def test_the_clock_shows_exactly_the_time_that_nobody_held_it(happened: list[tuple[object, ...]]) -> None:
    evening = Evening()
    for name, *values in happened:
        getattr(evening, str(name))(*values)
        assert evening.clock.position_ms(evening.now) == evening.ran_ms
        assert evening.clock.causes == evening.held


@given(st.lists(st.sampled_from(CAUSES), max_size=30))
def test_causes_nest_and_each_ends_only_by_itself(pressed: list[str]) -> None:
    evening = Evening()
    for cause in pressed:
        before = set(evening.held)
        evening.presses(cause)
        assert evening.clock.causes ^ before == {cause}
        assert (evening.clock.due_tick_ns(10**9) is None) == bool(evening.held)
