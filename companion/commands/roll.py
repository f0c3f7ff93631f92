"""`companion doctor --press-each`: every button is asked for in turn, to find swapped and stuck ones."""

from collections.abc import Callable

from companion.parts import Buttons
from companion.rollcall import RollCall
from companion.wiring import Wire

TURN_S = 0.02


def call_roll(
    panel: Buttons, say: Callable[[str], None], now_ns: Callable[[], int], patience_s: float
) -> tuple[str, ...]:
    """Ask for each button and wait for it; what is wrong, in sentences."""
    call = RollCall(panel.wiring, tuple(wire.name for wire in panel.closed))
    came: list[str] = []

    def heard(wire: Wire) -> None:
        came.append(wire.name)

    panel.tell(lambda press: None, heard)
    places = {wire.name: wire.place for wire in panel.wiring.buttons}
    while call.asks:
        say(f"press {call.asks}, {places[call.asks]}")
        end_ns = now_ns() + round(patience_s * 1e9)
        while not came and now_ns() < end_ns:
            panel.turn(now_ns(), TURN_S)
        call = call.heard(came[0]) if came and came[0] not in call.held else call.passed_over()
        came.clear()
    return call.findings
