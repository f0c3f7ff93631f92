"""The panel, lamps and sound of this machine, as the settings say; what is missing is named."""

import time

from companion import pressfile
from companion.errors import CompanionError, PanelError
from companion.settings import Settings, hours_of, left_out, named
from companion.signalling import Signalling
from companion.table import Table
from companion.wiring import wired
from hardware.lamps import Lamps
from hardware.panel import Panel
from hardware.pins import drawn_pins, real_pins
from hardware.sound import Sound, card_trouble, hummed, play


def signalling(settings: Settings, table: Table) -> Signalling:
    """Panel, lamps and sound as the settings say; what cannot be had is named, and the rest works."""
    problems, panel = tuple[str, ...](), None
    try:
        panel = _panel(settings)
    except CompanionError as error:
        problems = (str(error),)
    off = left_out(settings.text("cues"))
    return Signalling(table, time.monotonic_ns, panel, Lamps(), _sound(settings, panel), problems, off)


def _sound(settings: Settings, panel: Panel | None) -> Sound:
    """Sounds by the card where there is one, else by a piezo that is wired, else none: then it says why."""
    silent = card_trouble()
    by_piezo = bool(silent) and panel is not None and panel.hums
    sound = Sound(
        settings.number("volume"),
        named(settings.text("mute")),
        (lambda: "") if by_piezo else (lambda: silent),
        hummed(panel.hum) if by_piezo and panel is not None else play,
        hours_of(settings.text("night")),
    )
    sound.start()
    return sound


def _panel(settings: Settings) -> Panel | None:
    """The buttons, open; PanelError names the pin that cannot be had."""
    if settings.text("pins") == "none":
        return None
    try:
        pins = real_pins() if settings.text("pins") == "gpio" else drawn_pins()
    except ImportError as error:
        raise PanelError(
            f"the pins need {error.name}: apt install python3-lgpio, or start with --pins mock"
        ) from None
    panel = Panel(wired(settings.text("wiring")), pins)
    panel.open()
    return panel


def keep_presses(table: Table, signs: Signalling, kept: int) -> int:
    """Write down the edges of the last presses when there are new ones; the tick of the last one kept."""
    runs = signs.panel.runs if signs.panel else ()
    last = runs[-1][0].tick_ns if runs and runs[-1] else kept
    if last != kept:
        pressfile.save(table.journal.path.parent, runs)
    return last
