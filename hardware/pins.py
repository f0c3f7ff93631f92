"""Pins of this machine, or drawn ones: what a panel opens on them. gpiozero is known to this file only."""

import logging
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import reload
from typing import Any, NamedTuple

from companion.wiring import Wire

PIEZO_OCTAVES = 4  # above and below 440 Hz: wider than every tone of a cue
log = logging.getLogger(__name__)


class Edge(NamedTuple):
    """One edge of one button: its wire's name, the pin's own time stamp, whether the contact is closed."""

    name: str
    tick_ns: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Pins:
    """What opens pins and tells whether they are still heard: real ones, or drawn ones.

    `faults` are the errors by which these pins say that something cannot be done with them.
    """

    opened: Callable[[], Any]
    alive: Callable[[], bool]
    revive: Callable[[], object]
    door: str
    title: str
    faults: tuple[type[Exception], ...]


def real_pins() -> Pins:
    """The header of this machine; lgpio's one thread hears every pin, and dies of one exception."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # where lgpio makes a file of its own on import
    import lgpio
    from gpiozero import GPIOZeroError
    from gpiozero.pins.lgpio import LGPIOFactory

    def thread_alive() -> bool:
        return bool(lgpio._notify_thread.is_alive())

    faults = (lgpio.error, GPIOZeroError, OSError)
    return Pins(LGPIOFactory, thread_alive, lambda: reload(lgpio), "pin", "40-pin header", faults)


def drawn_pins() -> Pins:
    """Pins that are only drawn: pressed on the screen, their lamps shown there."""
    from gpiozero import GPIOZeroError
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    faults = (GPIOZeroError, OSError)
    return Pins(lambda: MockFactory(pin_class=MockPWMPin), lambda: True, lambda: None, "key", "drawn", faults)


def button(wire: Wire, keep: Callable[[Edge], None], factory: Any) -> Any:
    """A button whose callback does nothing but keep the edge with the pin's own time stamp."""
    return _button_class()(wire, keep, factory)


def lamp(wire: Wire, factory: Any) -> Any:
    """A lamp that can be dimmed."""
    from gpiozero import PWMOutputDevice

    return PWMOutputDevice(wire.pin, active_high=wire.high, pin_factory=factory)


def piezo(wire: Wire, factory: Any) -> Any:
    """A piezo that sounds at a pitch."""
    from gpiozero import TonalBuzzer

    return TonalBuzzer(wire.pin, octaves=PIEZO_OCTAVES, pin_factory=factory)


def sound(device: Any, hz: int) -> None:
    """Let a piezo sound at a pitch in hertz; 0 is silence."""
    from gpiozero.tones import Tone

    device.play(Tone.from_frequency(hz) if hz else None)


def _button_class() -> Any:
    from gpiozero import InputDevice

    class RaceButton(InputDevice):  # type: ignore[misc]
        def __init__(self, wire: Wire, keep: Callable[[Edge], None], factory: Any) -> None:
            super().__init__(wire.pin, pull_up=not wire.high, pin_factory=factory)
            self._name, self._high, self._keep = wire.name, wire.high, keep
            self.pin.edges = "both"
            self.pin.when_changed = self._changed

        def _changed(self, ticks: float, state: int) -> None:
            try:
                self._keep(Edge(self._name, round(ticks * 1e9), bool(state) == self._high))
            except Exception:  # one exception here would make every button deaf
                log.exception("an edge of %s was lost", self._name)

    return RaceButton
