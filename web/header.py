"""The 40-pin header as the help page draws it: what is on each pin, and what to buy for it."""

from typing import NamedTuple

from companion.wiring import HEADER, Wiring

POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
ROW_PX = 26


class Pin(NamedTuple):
    """One pin of the header: its number, what is on it, and its kind: button, lamp, piezo, power, ground, or
    free; `y_px` is where its row is drawn."""

    number: int
    text: str
    kind: str
    y_px: int


class Part(NamedTuple):
    """Something to buy: how many, what, and what for."""

    number: int
    what: str
    why: str


def header(wiring: Wiring) -> list[tuple[Pin, Pin]]:
    """The rows of the header from the top: the pin on the left and the one on the right."""
    pins = {number: _pin(number, wiring) for number in range(1, 41)}
    return [(pins[number], pins[number + 1]) for number in range(1, 41, 2)]


def _pin(number: int, wiring: Wiring) -> Pin:
    y_px = (number - 1) // 2 * ROW_PX + ROW_PX
    if number in POWER:
        return Pin(number, POWER[number], "power", y_px)
    if number in GROUND:
        return Pin(number, "ground", "ground", y_px)
    gpio = next(gpio for gpio, place in HEADER.items() if place == number)
    wire = next((wire for wire in wiring.wires if wire.pin == gpio), None)
    if wire is None:
        return Pin(number, f"GPIO {gpio}", "free", y_px)
    return Pin(number, f"{wire.name}, GPIO {gpio}", wire.kind, y_px)


def parts(wiring: Wiring) -> list[Part]:
    """What to buy for a wiring, counted from it."""
    buttons, lamps = len(wiring.buttons), len(wiring.lamps)
    wanted = [
        Part(buttons, "push buttons that close when pressed", "one for each seat and each key of the table"),
        Part(buttons, "resistors of 1 kΩ", "in each button's lead, at the header: they protect the pin"),
        Part(buttons, "resistors of 4.7 kΩ", "from pin to 3.3 V, only for leads longer than a metre"),
        Part(lamps, "light-emitting diodes, or buttons with a lamp of 3 V in them", "one for each seat"),
        Part(lamps, "resistors of 330 Ω", "in each lamp's lead, at the header"),
        Part(1 if wiring.piezo else 0, "passive piezo", "for sounds where there is no sound card"),
        Part(1, "40-wire header cable", "with screw terminals at its end, or soldered"),
    ]
    return [part for part in wanted if part.number]
