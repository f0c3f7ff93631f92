"""What of buttons, lamps and sound is missing is named once on the page and by the doctor; the rest works."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from evening import Run
from world import SECRET, World

from companion.fitting import signalling
from companion.settings import settle
from companion.signalling import Signalling
from companion.timing import PAUSED
from hardware.pins import Pins, drawn_pins
from web import Outside, create_app

MISSING = {
    "a button's pin": (6, "seat3 on GPIO 6 (pin 31 of the header) cannot be opened (GPIO busy)"),
    "a lamp's pin": (13, "lamp1 on GPIO 13 (pin 33 of the header) cannot be opened (GPIO busy)"),
    "the piezo's pin": (12, "piezo on GPIO 12 (pin 32 of the header) cannot be opened (GPIO busy)"),
}
SILENT = "no sound card was found"


def held(*numbers: int) -> Callable[[], Pins]:
    """Pins of a header, some of which another program holds."""

    def opened() -> Any:
        factory = drawn_pins().opened()
        free = factory.pin

        def pin(number: int) -> Any:
            if number in numbers:
                raise OSError("GPIO busy")
            return free(number)

        factory.pin = pin
        return factory

    return lambda: replace(drawn_pins(), opened=opened, door="pin", title="40-pin header")


@pytest.fixture
def gpio(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Buttons at a Pi's header, of which another program holds these pins; no sound card."""

    def having(*numbers: int) -> None:
        monkeypatch.setenv("COMPANION_PINS", "gpio")
        monkeypatch.setattr("hardware.pins.real_pins", held(*numbers))
        monkeypatch.setattr("companion.fitting.real_pins", held(*numbers))
        monkeypatch.setattr("hardware.sound.card_trouble", lambda: SILENT)
        monkeypatch.setattr("companion.fitting.card_trouble", lambda: SILENT)

    return having


def served(world: World) -> tuple[World, Signalling]:
    """The appliance as its settings fit it out, and its pages."""
    signs = signalling(settle(None, os.environ, {}), world.table)
    outside = Outside(SECRET, "0.0.0.0", "kitchen", lambda: "", world.clock.now_s)
    return replace(world, app=create_app(world.table, outside, None, signs)), signs


def presses(signs: Signalling, name: str) -> None:
    assert signs.panel is not None
    signs.panel.push(name)
    signs.turn(2**62)


@pytest.mark.parametrize("what", MISSING)
def test_one_missing_wire_is_named_once_everywhere_and_the_rest_works(
    what: str, gpio: Callable[..., None], world: World, run: Run
) -> None:
    number, told = MISSING[what]
    gpio(number)
    world, signs = served(world)
    for path in ("/", "/panel"):
        assert world.host().get(path).text.lower().count(told.lower()) == 1
    done = run("doctor")
    assert (done.code, done.out.count(told)) == (1, 1)
    world.opens()
    for name in ("start", "start"):
        presses(signs, name)
        world.clock.passes(1)
    assert world.last.kind == PAUSED
    assert signs.panel is not None
    signs.panel.shine({f"lamp{seat}": 1.0 for seat in range(1, 9)})
    signs.panel.close()


def test_every_pin_held_by_another_program_leaves_keys_and_pages(
    gpio: Callable[..., None], world: World, run: Run
) -> None:
    gpio(*range(28))
    world, signs = served(world)
    told = "seat1 on GPIO 4 (pin 7 of the header) cannot be opened (GPIO busy)"
    for path in ("/", "/panel"):
        assert world.host().get(path).text.lower().count(told.lower()) == 1
    assert run("doctor").out.count(told) == 1
    assert signs.panel is None
    world.opens()
    assert world.host().post("/press/table", {"key": "start"}).status_code == 303
    assert world.last.kind == "begun"


def test_without_a_sound_card_the_piezo_sounds_and_without_both_it_is_said_once(
    gpio: Callable[..., None], world: World, run: Run
) -> None:
    gpio()
    quiet, signs = served(world)
    assert signs.panel is not None
    assert signs.voice is not None
    assert (signs.voice.trouble, SILENT in quiet.host().get("/").text) == ("", False)
    signs.panel.close()
    gpio(12)
    silent, signs = served(world)
    for path in ("/", "/panel"):
        assert silent.host().get(path).text.count(SILENT) == 1
    assert run("doctor").out.count(f"! no sound: {SILENT}") == 1
    signs.turn(2**62)
    assert signs.panel is not None
    signs.panel.close()
