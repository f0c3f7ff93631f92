"""`companion doctor`: what this machine has for the table, what is missing, and the map of the pins."""

import platform
from typing import Any

import click

from companion.commands.settle import config_option, settled
from companion.commands.telling import DONE, NO, as_json, example, tell_json
from companion.errors import CompanionError
from companion.settings import Settings
from companion.wiring import wired


@click.command(epilog=example("companion doctor --json"))
@config_option
@as_json
def doctor(config: str | None, as_json: bool) -> int:
    """Look at buttons and sound, say what is missing and what to do, and print the map of the pins.

    What only is nicer to have, such as sound, is a remark; without the buttons asked for the answer is no.
    Pins are opened for a moment where they are set to gpio: stop the appliance first.
    """
    settings = settled(config)
    found = examined(settings)
    if as_json:
        tell_json(found)
    else:
        click.echo("\n".join(lines_of(found)))
    return NO if found["problems"] else DONE


def examined(settings: Settings) -> dict[str, Any]:
    """What was found, as JSON can hold it."""
    from hardware.sound import card_trouble

    wiring = wired(settings.text("wiring"))
    buttons, problem = _buttons(settings)
    sound = card_trouble()
    return {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "pins": settings.text("pins"),
        "buttons": buttons,
        "sound": sound or "a sound card",
        "problems": [problem] if problem else [],
        "remarks": [f"no sound: {sound}; every sound is a lamp and a word, too"] if sound else [],
        "wiring": [
            {"wire": each.name, "gpio": each.pin, "place": each.place, "line": each.as_line()}
            for each in wiring.wires
        ],
    }


def _buttons(settings: Settings) -> tuple[str, str]:
    """What panel there is, and why there is none."""
    from hardware.panel import Panel
    from hardware.pins import drawn_pins, real_pins

    if settings.text("pins") == "none":
        return "none are used", ""
    try:
        pins = real_pins() if settings.text("pins") == "gpio" else drawn_pins()
        panel = Panel(wired(settings.text("wiring")), pins, lambda press: None)
        panel.open()
    except ImportError as error:
        return "none", f"the pins need {error.name}: apt install python3-lgpio, or start with --pins mock"
    except CompanionError as error:
        return "none", str(error)
    title = panel.title
    panel.close()
    return title, ""


def lines_of(found: dict[str, Any]) -> list[str]:
    """The same for people."""
    named = [f"{name}: {found[name]}" for name in ("machine", "buttons", "sound")]
    problems = [f"! {problem}" for problem in (*found["problems"], *found["remarks"])]
    return [*named, *problems, "wiring:", *(f"  {wire['line']}" for wire in found["wiring"])]
