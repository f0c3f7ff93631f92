"""The buttons: an edge at a pin becomes a press, stamped at the pin, never by arrival (WS-6)."""

import logging
import queue
import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.errors import PanelError
from companion.presses import Contact, Edge, Press

GATHER_S = 0.01
SECOND_NS = 1_000_000_000
log = logging.getLogger(__name__)


class Wire(NamedTuple):
    """A button between a pin (GPIO number) and ground: the key it is, and whose."""

    gpio: int
    key: str
    seat: int | None = None


WIRES = (
    *(Wire(gpio, "buzz", seat) for seat, gpio in enumerate((4, 5, 6, 7, 8, 9, 10, 11), 1)),
    Wire(26, "start"),
    Wire(27, "ok"),
    Wire(13, "undo"),
    Wire(19, "dispute"),
)


class Panel:
    """The buttons of a table; `hear` is called with every press, from the panel's own thread."""

    def __init__(self, wires: Iterable[Wire], factory: Any, hear: Callable[[Press], None]) -> None:
        from gpiozero import InputDevice
        from gpiozero.exc import GPIOZeroError

        self.wires, self._hear = tuple(wires), hear
        self._edges: queue.SimpleQueue[tuple[Wire, Edge] | None] = queue.SimpleQueue()
        self._contacts: dict[Wire, Contact] = {}
        self._devices: list[Any] = []
        self._callbacks: list[Callable[[float, int], None]] = []
        self._thread = threading.Thread(target=self._listen, name="panel", daemon=True)
        for wire in self.wires:
            try:
                device = InputDevice(wire.gpio, pull_up=True, pin_factory=factory)
            except GPIOZeroError as error:
                self._close_devices()
                raise PanelError(f"GPIO {wire.gpio} ({name_of(wire)}) cannot be used: {error}") from None
            self._devices.append(device)
            self._watch(device, wire)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Give the pins back and end the thread."""
        self._close_devices()
        self._edges.put(None)
        self._thread.join()

    def tap(self, name: str) -> None:
        """Press and release a button on the pins of a drawn panel; PanelError for an unknown one."""
        device = dict(zip(map(name_of, self.wires), self._devices, strict=True)).get(name)
        if device is None:
            raise PanelError(f"no button is called {name!r}: there are {', '.join(map(name_of, self.wires))}")
        device.pin.drive_low()
        device.pin.drive_high()

    def _watch(self, device: Any, wire: Wire) -> None:
        """Take edges from a pin; what runs in the pin's own thread only puts them away."""

        def put_away(ticks_s: float, level: int) -> None:
            self._edges.put((wire, Edge(round(ticks_s * SECOND_NS), not level)))

        self._callbacks.append(put_away)  # the pin itself keeps only a weak reference
        device.pin.edges = "both"
        device.pin.when_changed = put_away

    def _listen(self) -> None:
        """Gather edges for a moment and take them by their times, whatever order they came in."""
        while (first := self._edges.get()) is not None:
            threading.Event().wait(GATHER_S)
            gathered = [first]
            while not self._edges.empty():
                if (later := self._edges.get()) is None:
                    return
                gathered.append(later)
            for wire, edge in sorted(gathered, key=lambda each: each[1].at_ns):
                self._take(wire, edge)

    def _take(self, wire: Wire, edge: Edge) -> None:
        self._contacts[wire], begins = self._contacts.get(wire, Contact()).after(edge)
        if begins:
            self._hear(Press(edge.at_ns, wire.key, wire.seat))

    def _close_devices(self) -> None:
        for device in self._devices:
            device.close()
        self._devices.clear()


def name_of(wire: Wire) -> str:
    """What a button is called: its key, or its seat."""
    return wire.key if wire.seat is None else f"seat-{wire.seat}"


def open_panel(pins: str, hear: Callable[[Press], None]) -> Panel:
    """The panel on real pins ("gpio") or on drawn ones ("mock"); PanelError says why it cannot be opened."""
    if pins == "mock":
        from gpiozero.pins.mock import MockFactory

        return Panel(WIRES, MockFactory(), hear)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        factory = LGPIOFactory()
    except (ImportError, OSError) as error:
        raise PanelError(f"there are no pins here ({error}): start with --pins mock or none") from None
    return Panel(WIRES, factory, hear)
