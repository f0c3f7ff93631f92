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
