"""The panel: edges of pins to presses, stamped at the pin; lamps and the piezo."""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any

from companion.errors import PanelError
from companion.presses import Gathering, Press
from companion.wiring import Wire, Wiring
from hardware.contact import STUCK_NS, SURE_NS, Contact
from hardware.holds import Holds
from hardware.pins import Edge, Pins, button, lamp, piezo, sound

LOOK_EVERY_NS = 250_000_000
KEPT_PRESSES = 200
LONGEST_RUN = 2_000
WHY = "is another program using it, is this a Raspberry Pi?"
log = logging.getLogger(__name__)


class Panel:
    """Buttons and lamps of one wiring; `turn` is called again and again by one thread and does everything.

    `press` is given each press in the order of their time stamps; `heard` each button at its contact, at
    once, so that its lamp can say so. `trouble` says in a sentence why no button is heard, `lacking` which
    pins could not be had.
    """

    def __init__(
        self,
        wiring: Wiring,
        pins: Pins,
        press: Callable[[Press], None] = lambda press: None,
        heard: Callable[[Wire], None] = lambda wire: None,
    ) -> None:
        self.wiring, self.trouble, self.lacking = wiring, "", tuple[str, ...]()
        self.log: deque[tuple[Edge, ...]] = deque(maxlen=KEPT_PRESSES)
        self._pins, self._press, self._heard = pins, press, heard
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._gathering = Gathering()
        self._wires = {wire.name: wire for wire in wiring.wires}
        self._contacts = {wire.name: Contact() for wire in wiring.buttons}
        self._runs: dict[str, list[Edge]] = {}
        self._holds = Holds(wiring.shared)
        self._looked_ns = 0
        self._closed_ns: dict[str, int] = {}
        self._factory: Any = None
        self._keys: dict[str, Any] = {}
        self._lamps: dict[str, Any] = {}
        self._piezo: Any = None

    def tell(self, press: Callable[[Press], None], heard: Callable[[Wire], None]) -> None:
        """From now on these are given each press, and each button at its contact."""
        self._press, self._heard = press, heard

    @property
    def title(self) -> str:
        """What was found, for the start page."""
        return f"{len(self._keys)} buttons, {len(self._lamps)} lamps ({self._pins.title})"

    @property
    def runs(self) -> tuple[tuple[Edge, ...], ...]:
        """The raw edges of each of the last presses, the last press last."""
        return tuple(self.log)

    @property
    def is_drawn(self) -> bool:
        return self._pins.door == "key"

    @property
    def lit(self) -> Mapping[str, float]:
        """How bright each lamp is now, 0 to 1."""
        return {name: float(lamp.value) for name, lamp in self._lamps.items()}

    def open(self) -> None:
        """Open every pin that can be had; `lacking` names the others, and they are done without.

        PanelError says why there is no button at all; nothing stays open then.
        """
        try:
            self._factory = self._pins.opened()
        except self._pins.faults as error:
            raise PanelError(f"the pins cannot be opened ({error}): {WHY}") from error
        self.lacking = tuple(said for wire in self.wiring.wires if (said := self._refused(wire)))
        if self.lacking and not self._keys:
            self.close()
            raise PanelError(self.lacking[0])
        self.trouble = ""

    def _refused(self, wire: Wire) -> str:
        """Open what a wire leads to; why it cannot be, or nothing."""
        try:
            self._open(wire)
        except self._pins.faults as error:
            return f"{wire.name} on {wire.place} cannot be opened ({error}): {WHY}"
        return ""

    def close(self) -> None:
        """Let go of every pin; pins that are broken are let go of all the same."""
        for device in (*self._keys.values(), *self._lamps.values(), self._piezo, self._factory):
            try:
                if device is not None:
                    device.close()
            except self._pins.faults:
                log.exception("a pin could not be closed")
        self._keys, self._lamps, self._piezo, self._factory = {}, {}, None, None

    def push(self, name: str) -> None:
        """Press a drawn button and let it go, as a finger on the screen does."""
        pin, high = self._keys[name].pin, self._wires[name].high
        (pin.drive_high if high else pin.drive_low)()
        (pin.drive_low if high else pin.drive_high)()

    def be_patient(self, patient: bool) -> None:
        """Whether a seat's button is told as a buzz or a hold only once it is known which of them it is."""
        self._holds.patient = patient

    def take_in(self, edge: Edge) -> None:
        """An edge as a pin delivers it; the next turn takes it."""
        self._edges.put(edge)

    def shine(self, levels: Mapping[str, float]) -> None:
        """Light lamps, 0 to 1; those not named stay as they are, those not wired are passed over."""
        for name, level in levels.items():
            lamp = self._lamps.get(name)
            if lamp is not None and abs(lamp.value - level) > 0.01:
                lamp.value = level

    @property
    def hums(self) -> bool:
        """Whether a piezo is wired that can be heard; a drawn one cannot."""
        return self._piezo is not None and not self.is_drawn

    def hum(self, hz: int) -> None:
        """Let the piezo sound at a pitch, 0 for silence; without one nothing happens."""
        try:
            if self._piezo is not None:
                sound(self._piezo, hz)
        except self._pins.faults:
            log.exception("the piezo does not sound")

    @property
    def closed(self) -> tuple[Wire, ...]:
        """Buttons whose pins read closed now."""
        return tuple(wire for wire in self.wiring.buttons if self._reads_closed(wire.name))

    def turn(self, now_ns: int, wait_s: float = 0) -> None:
        """Take in the edges that have come, send presses on whose moment is over, look after the pins."""
        for edge in self._taken(wait_s):
            self._take(edge)
        ripe, self._gathering = self._gathering.parted(now_ns)
        for press in ripe:
            self._press(press)
        for told in self._holds.told(now_ns, self._contacts):
            self._send(*told)
        if now_ns - self._looked_ns >= LOOK_EVERY_NS:
            self._looked_ns = now_ns
            self._look(now_ns)

    def stuck(self, now_ns: int) -> tuple[Wire, ...]:
        """Buttons that are held down for longer than a hand would (WS-8)."""
        held = {name for name, contact in self._contacts.items() if contact.held_ns(now_ns) >= STUCK_NS}
        return tuple(wire for wire in self.wiring.buttons if wire.name in held)

    def _open(self, wire: Wire) -> None:
        match wire.kind:
            case "button":
                self._keys[wire.name] = button(wire, self.take_in, self._factory)
            case "lamp":
                self._lamps[wire.name] = lamp(wire, self._factory)
            case _:
                self._piezo = piezo(wire, self._factory)

    def _taken(self, wait_s: float) -> list[Edge]:
        edges: list[Edge] = []
        try:
            edges.append(self._edges.get(timeout=wait_s) if wait_s else self._edges.get_nowait())
            while len(edges) < LONGEST_RUN:
                edges.append(self._edges.get_nowait())
        except Empty:
            pass
        return edges

    def _take(self, edge: Edge) -> None:
        contact, pressed = self._contacts[edge.name].after(edge.tick_ns, edge.closed)
        self._contacts[edge.name] = contact
        if not pressed:
            if len(run := self._runs.get(edge.name, [])) < KEPT_PRESSES:
                run.append(edge)
            return
        self._runs[edge.name] = [edge]
        wire = self._wires[edge.name]
        self._heard(wire)
        if not self._holds.began(wire, edge.tick_ns):
            self._send(wire.key, wire.seat, edge.tick_ns)

    def _send(self, key: str, seat: int | None, at_ns: int) -> None:
        self._gathering = self._gathering.with_(Press(at_ns, key, seat, self._pins.door))

    def _look(self, now_ns: int) -> None:
        """Read levels between edges, keep what a press was made of, notice pins that have gone deaf."""
        for name, key in self._keys.items():
            self._contacts[name] = self._read(name, now_ns, bool(key.is_active))
            if self._contacts[name].down_ns is None and name in self._runs:
                self.log.append(tuple(self._runs.pop(name)))
        if not self._pins.alive():
            self._revive()

    def _read(self, name: str, now_ns: int, closed: bool) -> Contact:
        """The button as its level tells; one that was down before anybody listened is found in a second."""
        contact = self._contacts[name].quiet(now_ns).level(now_ns, closed)
        if not closed or contact.down_ns is not None:
            self._closed_ns.pop(name, None)
            return contact
        since_ns = self._closed_ns.setdefault(name, now_ns)
        return contact.found_closed(since_ns) if now_ns - since_ns >= SURE_NS else contact

    def _reads_closed(self, name: str) -> bool:
        key = self._keys.get(name)
        return key is not None and bool(key.is_active)

    def _revive(self) -> None:
        log.error("the thread that hears the pins has ended: the pins are opened again")
        self.close()
        faults: tuple[type[Exception], ...] = (PanelError, *self._pins.faults)
        try:
            self._pins.revive()
            self.open()
        except faults as error:
            self.trouble = f"the buttons are not heard: {error}"
            log.exception("the pins could not be opened again; it is tried again")
