"""`companion doctor`: what this machine has for the table, what is missing, and the map of the pins."""

import platform
import time
from pathlib import Path
from typing import Any

import click

from companion import pressfile
from companion.commands.doctor_bundle import write_doctor_bundle
from companion.commands.roll import call_roll
from companion.commands.settle import config_option, settled
from companion.commands.telling import DONE, NO, as_json, example, say, tell_json
from companion.errors import CompanionError
from companion.parts import Buttons
from companion.settings import Settings
from companion.wiring import wired

PATIENCE_S = 15
TOLD_PRESSES = 20


@click.command(epilog=example("companion doctor --json"))
@config_option
@click.option("--bundle", metavar="FILE", type=click.Path(path_type=Path), help="Pack it for a bug report.")
@click.option("--press-each", is_flag=True, help="Ask for every button in turn: finds swapped wires.")
@as_json
def doctor(config: str | None, bundle: Path | None, press_each: bool, as_json: bool) -> int:
    """Look at buttons and sound, say what is missing; print the map of pins and the last presses.

    What only is nicer to have, such as sound, is a remark; without the buttons asked for the answer is no.
    Pins are opened for a moment where they are set to gpio: stop the appliance first. The file of --bundle
    holds settings, versions, the last presses and logs; no picture, no name, no secret.
    """
    settings = settled(config)
    found = examined(settings, press_each)
    if bundle:
        write_doctor_bundle(bundle, settings, found)
    if as_json:
        tell_json(found)
    else:
        click.echo("\n".join(lines_of(found)))
    return NO if found["problems"] else DONE


def examined(settings: Settings, press_each: bool = False) -> dict[str, Any]:
    """What was found, as JSON can hold it."""
    from hardware.sound import card_trouble

    wiring = wired(settings.text("wiring"))
    buttons, problems = _buttons(settings, press_each)
    sound = card_trouble()
    return {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "pins": settings.text("pins"),
        "buttons": buttons,
        "sound": sound or "a sound card",
        "problems": problems,
        "remarks": [f"no sound: {sound}; every sound is a lamp and a word, too"] if sound else [],
        "wiring": [
            {"wire": each.name, "gpio": each.pin, "place": each.place, "line": each.as_line()}
            for each in wiring.wires
        ],
        "presses": pressfile.sentences(pressfile.kept_runs(settings.data)),
    }


def _buttons(settings: Settings, press_each: bool) -> tuple[str, list[str]]:
    """What panel there is, and why there is none, or what is wrong with it."""
    from hardware.panel import Panel
    from hardware.pins import drawn_pins, real_pins

    if settings.text("pins") == "none":
        return "none are used", []
    try:
        pins = real_pins() if settings.text("pins") == "gpio" else drawn_pins()
        panel = Panel(wired(settings.text("wiring")), pins)
        panel.open()
    except ImportError as error:
        return "none", [f"the pins need {error.name}: apt install python3-lgpio, or start with --pins mock"]
    except CompanionError as error:
        return "none", [str(error)]
    try:
        return panel.title, [*panel.lacking, *(_tried(panel) if press_each else [])]
    finally:
        panel.close()


def _tried(panel: Buttons) -> list[str]:
    """What pressing each button has shown; drawn ones are pressed on the page, not here."""
    if panel.is_drawn:
        return ["the buttons are only drawn: press each on the page, or set pins to gpio"]
    return list(call_roll(panel, say, time.monotonic_ns, PATIENCE_S))


def lines_of(found: dict[str, Any]) -> list[str]:
    """The same for people."""
    named = [f"{name}: {found[name]}" for name in ("machine", "buttons", "sound")]
    problems = [f"! {problem}" for problem in (*found["problems"], *found["remarks"])]
    wires = [f"  {wire['line']}" for wire in found["wiring"]]
    presses = [f"  {said}" for said in found["presses"][:TOLD_PRESSES]]
    return [
        *named,
        *problems,
        "wiring:",
        *wires,
        *(["the last presses, newest first:", *presses] if presses else []),
    ]
