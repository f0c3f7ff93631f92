"""The pin map: complete, without clashes, and refused by name where it cannot be."""

import pytest

from companion.errors import SettingError
from companion.wiring import HEADER, RESERVED, wired


@pytest.mark.parametrize(("name", "seats", "wires"), [("8 seats", 8, 21), ("10 seats", 10, 24)])
def test_a_map_gives_each_seat_a_button_and_a_lamp_and_leaves_the_bus_free(
    name: str, seats: int, wires: int
) -> None:
    wiring = wired(name)
    assert len(wiring.wires) == wires
    assert {wire.seat for wire in wiring.lamps} == set(range(1, seats + 1))
    assert {wire.seat for wire in wiring.buttons} == {None, *range(1, seats + 1)}
    assert not {wire.pin for wire in wiring.wires} & RESERVED.keys()
    assert wiring.shared == (seats == 10)


def test_no_lamp_glows_before_anybody_drives_its_pin() -> None:
    assert all(wire.pin >= 9 for wire in wired("10 seats").lamps)  # 0 to 8 are pulled up at power-on


def test_the_header_holds_every_gpio_once() -> None:
    assert sorted(HEADER) == list(range(28))
    assert len(set(HEADER.values())) == 28


def test_pins_and_polarity_can_be_changed() -> None:
    wires = {w.name: w for w in wired("8 seats, lamp3=26:low, seat1=15:high, piezo=none").wires}
    assert (wires["lamp3"].pin, wires["lamp3"].high) == (26, False)
    assert wires["seat1"].as_line() == "seat1    GPIO 15 (pin 10 of the header), closes to 3.3 V"
    assert "piezo" not in wires


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("9 seats", "begins with 8 seats or 10 seats"),
        ("", "begins with"),
        ("8 seats, lamp3", "'lamp3' names no wire"),
        ("8 seats, seat11=4", "names no wire"),
        ("8 seats, seat1=x", "seat1 cannot be on 'x'"),
        ("8 seats, seat1=4:up", "seat1 cannot be on"),
        ("8 seats, seat1=2", r"seat1 is on GPIO 2, which is the I2C bus \(data\)"),
        ("8 seats, seat1=28", "seat1 is on GPIO 28: the header has 4 to 27"),
        ("8 seats, seat1=13", "seat1.*lamp1|lamp1 and seat1 are both on GPIO 13"),
    ],
)
def test_a_wiring_that_cannot_be_is_refused_by_name(text: str, told: str) -> None:
    with pytest.raises(SettingError, match=told):
        wired(text)
