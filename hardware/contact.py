"""The contact rule: which edges of one button are a press. A value and arithmetic; no pin is touched."""

from dataclasses import dataclass, replace

QUIET_NS = 25_000_000
STUCK_NS = 10_000_000_000
SURE_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Contact:
    """One button as its edges tell: `down_ns` is when the press began, None while it counts as released.

    A press is the first edge of any kind while it counts as released; it counts as released again after
    25 ms without an edge at the open level. So bounces, chatter and the release itself are never a press.
    `read_off_ns` is the beginning of a press that was ended by reading the level, not by an edge.
    """

    down_ns: int | None = None
    last_ns: int = 0
    closed: bool = False
    read_off_ns: int | None = None

    def after(self, tick_ns: int, closed: bool) -> tuple["Contact", bool]:
        """The button after an edge to this level, and whether a press began with it.

        An edge that is delivered late, with an earlier tick than one before, changes nothing; a release that
        is delivered after the level was read is the end of that press and no other.
        """
        if self.last_ns and tick_ns < self.last_ns:
            return self, False
        if self.read_off_ns is not None and not closed:
            return Contact(self.read_off_ns, tick_ns), False
        if self.quiet(tick_ns).down_ns is None:
            return Contact(tick_ns, tick_ns, closed), True
        return replace(self, last_ns=tick_ns, closed=closed), False

    def quiet(self, now_ns: int) -> "Contact":
        """The button when no edge came until now."""
        over = not self.closed and now_ns - self.last_ns >= QUIET_NS
        return replace(self, down_ns=None) if over else self

    def level(self, now_ns: int, closed: bool) -> "Contact":
        """The button when its pin is read between edges: an edge that was lost holds it down no longer."""
        if self.down_ns is None or closed or now_ns - self.last_ns < QUIET_NS:
            return self
        return replace(self, closed=False, down_ns=None, read_off_ns=self.down_ns)

    def found_closed(self, since_ns: int) -> "Contact":
        """The button when its pin has read closed for so long that no edge can be on its way: it was down
        before anybody listened, which is no press, and neither is its release."""
        return self if self.down_ns is not None else Contact(since_ns, since_ns, closed=True)

    def held_ns(self, now_ns: int) -> int:
        """For how long it has been held down, 0 when it is not."""
        return now_ns - self.down_ns if self.down_ns is not None and self.closed else 0
