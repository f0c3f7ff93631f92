"""Which pin of the 40-pin header is wired to what: one table, changed by a setting."""

import re
from dataclasses import dataclass

from companion.errors import SettingError
from companion.presses import SHARED_KEYS

RESERVED = {
    0: "the identity chip of add-on boards",
    1: "the identity chip of add-on boards",
    2: "the I2C bus (data), left free for a display",
    3: "the I2C bus (clock), left free for a display",
}
HIGHEST = 27
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
SEAT_PINS = (4, 5, 6, 7, 8, 9, 10, 11, 14, 15)
LAMP_PINS = (13, 18, 19, 20, 21, 23, 24, 25, 26, 22)  # all of them are low until somebody drives them
KEY_PINS = {"start": 16, "ok": 17, "undo": 27, "dispute": 22}
PIEZO_PIN = 12
MAPS = ("8 seats", "10 seats")
ONE_WIRE = re.compile(r"(seat|lamp)([1-9]|10)|start|ok|undo|dispute|piezo")


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: its name (`seat3`, `lamp3`, `start`, `piezo`), its GPIO number, and what it is when active.

    A button closes to ground unless `high`; a lamp lights when its pin is high unless `high` is False.
    """

    name: str
    pin: int
    high: bool

    @property
    def seat(self) -> int | None:
        number = self.name.removeprefix("seat").removeprefix("lamp")
        return int(number) if number.isdecimal() else None

    @property
    def kind(self) -> str:
        """`button`, `lamp` or `piezo`."""
        return "piezo" if self.name == "piezo" else "lamp" if self.name.startswith("lamp") else "button"

    @property
    def key(self) -> str:
        """The key of a press that it makes, as in `Press.key`."""
        return "buzz" if self.seat else self.name

    @property
    def place(self) -> str:
        """Where it is found: `GPIO 4 (pin 7 of the header)`."""
        return f"GPIO {self.pin} (pin {HEADER[self.pin]} of the header)"

    def as_line(self) -> str:
        acts = {
            "button": f"closes to {'3.3 V' if self.high else 'ground'}",
            "lamp": f"lights when {'high' if self.high else 'low'}",
            "piezo": "sounds",
        }
        return f"{self.name:8} {self.place}, {acts[self.kind]}"


@dataclass(frozen=True, slots=True)
class Wiring:
    """Every wire of the panel, each on a pin of its own; `shared` is whether undo, held, means dispute."""

    wires: tuple[Wire, ...]

    @property
    def buttons(self) -> tuple[Wire, ...]:
        return tuple(wire for wire in self.wires if wire.kind == "button")

    @property
    def lamps(self) -> tuple[Wire, ...]:
        return tuple(wire for wire in self.wires if wire.kind == "lamp")

    @property
    def piezo(self) -> Wire | None:
        return next((wire for wire in self.wires if wire.kind == "piezo"), None)

    @property
    def shared(self) -> bool:
        """Whether undo and dispute share a key: short and long."""
        return not any(wire.name == "dispute" for wire in self.wires)


def wired(text: str) -> Wiring:
    """The wiring that a setting says: `8 seats`, `10 seats, lamp3=26:low, piezo=none, seat1=4:high`.

    SettingError names the wires that clash, a reserved pin, or what cannot be read.
    """
    base, *changes = [part.strip() for part in text.split(",")]
    if base not in MAPS:
        raise SettingError(f"wiring begins with {' or '.join(MAPS)}, not {base[:30]!r}")
    wires = {wire.name: wire for wire in _map(int(base.split()[0]))}
    for change in changes:
        name, sign, where = change.partition("=")
        if not sign or not ONE_WIRE.fullmatch(name):
            raise SettingError(
                f"wiring: {change[:30]!r} names no wire: write seat1=4, lamp1=13:low, start=none"
            )
        wires.pop(name, None)
        if where != "none":
            wires[name] = _wire(name, where)
    return _checked(tuple(wires.values()))


def _map(seats: int) -> list[Wire]:
    keys = [key for key in SHARED_KEYS if key != "dispute" or seats <= 8]
    return [
        *(Wire(f"seat{n}", pin, False) for n, pin in enumerate(SEAT_PINS[:seats], 1)),
        *(Wire(f"lamp{n}", pin, True) for n, pin in enumerate(LAMP_PINS[:seats], 1)),
        *(Wire(key, KEY_PINS[key], False) for key in keys),
        Wire("piezo", PIEZO_PIN, True),
    ]


def _wire(name: str, where: str) -> Wire:
    pin, _, level = where.partition(":")
    if not (pin.isascii() and pin.isdecimal()) or level not in ("", "high", "low"):
        raise SettingError(
            f"wiring: {name} cannot be on {where[:20]!r}: write a GPIO number, then :high or :low"
        )
    lamp = name.startswith("lamp") or name == "piezo"
    return Wire(name, int(pin), level == "high" if level else lamp)


def _checked(wires: tuple[Wire, ...]) -> Wiring:
    taken: dict[int, str] = {}
    for wire in wires:
        if wire.pin in RESERVED:
            raise SettingError(f"wiring: {wire.name} is on GPIO {wire.pin}, which is {RESERVED[wire.pin]}")
        if wire.pin > HIGHEST:
            raise SettingError(f"wiring: {wire.name} is on GPIO {wire.pin}: the header has 4 to {HIGHEST}")
        if wire.pin in taken:
            raise SettingError(f"wiring: {taken[wire.pin]} and {wire.name} are both on GPIO {wire.pin}")
        taken[wire.pin] = wire.name
    return Wiring(wires)
