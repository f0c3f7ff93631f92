"""A press of a button: who, which key, and when it began. Values and pure functions; no pin is known here."""

from dataclasses import dataclass

DOORS = ("pin", "key", "phone")


@dataclass(frozen=True, slots=True)
class Press:
    """A press by the time of its first contact.

    `at_ns` are monotonic nanoseconds; `key` is "buzz", "start", "ok", "undo" or "dispute"; `seat` is None
    for a key of the whole table; `door` is how it came: "pin", "key" (keyboard or kiosk) or "phone";
    the true time lies within `give_ns` either way of `at_ns` (0 at a pin, WS-11).
    """

    at_ns: int
    key: str
    seat: int | None = None
    door: str = "pin"
    give_ns: int = 0


QUIET_NS = 25_000_000


@dataclass(frozen=True, slots=True)
class Edge:
    """A change on a button's wire: when (monotonic nanoseconds), and whether it closed the contact."""

    at_ns: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Contact:
    """A button's wire as of its last edge: whether it still counts as pressed.

    The first edge of any kind is the contact while the button counts as released, however short the tap; it
    is released again only after QUIET_NS without an edge at open level, so that no bounce counts as a press.
    """

    last: Edge | None = None

    def after(self, edge: Edge) -> tuple["Contact", bool]:
        """The wire after an edge, and whether that edge began a press; edges come in the order of time."""
        last = self.last
        begins = last is None or (not last.closed and edge.at_ns - last.at_ns >= QUIET_NS)
        return Contact(edge), begins
