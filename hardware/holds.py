"""Presses that mean something by how long they last: a key of two meanings, a seat's button held down."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.presses import LONG_NS
from companion.wiring import Wire
from hardware.contact import Contact


class Told(NamedTuple):
    """A press that a hold has made: its key, its seat, and its time in nanoseconds."""

    key: str
    seat: int | None
    at_ns: int


class _Down(NamedTuple):
    """A button that went down, and whether nothing was said of it yet."""

    wire: Wire
    at_ns: int
    waits: bool


class Holds:
    """Buttons that went down and are watched: with `shared` the undo key, held, is a dispute.

    While `patient` is set a seat's button is either a buzz or a hold, told once it is known which.
    """

    def __init__(self, shared: bool) -> None:
        self.patient = False
        self._shared = shared
        self._down: list[_Down] = []

    def began(self, wire: Wire, tick_ns: int) -> bool:
        """Watch a button that went down; whether its press waits until it is known how long it lasts."""
        waits = self.patient if wire.seat else self._shared and wire.key == "undo"
        if waits or wire.seat:
            self._down.append(_Down(wire, tick_ns, waits))
        return waits

    def told(self, now_ns: int, contacts: Mapping[str, Contact]) -> list[Told]:
        """The presses that are known by now; each button is told once."""
        watched, self._down, found = self._down, [], list[Told]()
        for down in watched:
            contact = contacts[down.wire.name].quiet(now_ns)
            still = contact.down_ns == down.at_ns
            if still and contact.held_ns(now_ns) < LONG_NS:
                self._down.append(down)
            elif told := _told(down, still):
                found.append(told)
        return found


def _told(down: _Down, held: bool) -> Told | None:
    """Undo that was let go is undo, held it is a dispute; a seat's button says that it is held, and that it
    was let go only where its buzz has waited for that."""
    seat = down.wire.seat
    if seat and held:
        return Told("hold", seat, down.at_ns + LONG_NS)
    if seat:
        return Told("buzz", seat, down.at_ns) if down.waits else None
    return Told("dispute" if held else "undo", None, down.at_ns)
