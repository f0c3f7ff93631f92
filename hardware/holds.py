"""Presses that mean something by how long they last: a key of two meanings, a seat's button held down."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.wiring import Wire
from hardware.contact import LONG_NS, Contact


class Told(NamedTuple):
    """A press that a hold has made: its key, its seat, and its time in nanoseconds."""

    key: str
    seat: int | None
    at_ns: int


class Holds:
    """Buttons that went down and are watched: with `shared` the undo key, held, is a dispute."""

    def __init__(self, shared: bool) -> None:
        self._shared = shared
        self._down: list[tuple[Wire, int]] = []

    def began(self, wire: Wire, tick_ns: int) -> bool:
        """Watch a button that went down; whether its press waits until it is known how long it lasts."""
        waits = self._shared and wire.key == "undo"
        if waits or wire.seat:
            self._down.append((wire, tick_ns))
        return waits

    def told(self, now_ns: int, contacts: Mapping[str, Contact]) -> list[Told]:
        """The presses that are known by now; each button is told once."""
        watched, self._down, found = self._down, [], list[Told]()
        for wire, down_ns in watched:
            contact = contacts[wire.name].quiet(now_ns)
            still = contact.down_ns == down_ns
            if still and contact.held_ns(now_ns) < LONG_NS:
                self._down.append((wire, down_ns))
            elif told := _told(wire, down_ns, still):
                found.append(told)
        return found


def _told(wire: Wire, down_ns: int, held: bool) -> Told | None:
    """Undo that was let go is undo, held it is a dispute; a seat's button that is held says so."""
    if wire.seat:
        return Told("hold", wire.seat, down_ns + LONG_NS) if held else None
    return Told("dispute" if held else "undo", None, down_ns)
