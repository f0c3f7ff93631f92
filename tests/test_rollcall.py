"""The roll call of the buttons: swapped wires, stuck keys and loose wires are named with their pins."""

import pytest

from companion.rollcall import RollCall
from companion.wiring import wired

FOUR = wired("8 seats, " + ", ".join(f"seat{n}=none" for n in range(3, 9)) + ", undo=none, dispute=none")
SEAT_1, SEAT_2 = "seat1 on GPIO 4 (pin 7 of the header)", "seat2 on GPIO 5 (pin 29 of the header)"


@pytest.mark.parametrize(
    ("came", "found"),
    [
        (("seat1", "seat2", "start", "ok"), ()),
        (("seat2", "seat1", "start", "ok"), (f"the wires of {SEAT_1} and {SEAT_2} are swapped",)),
        (("seat1", "", "start", "ok"), (f"{SEAT_2} was not heard: is its wire loose?",)),
        (
            ("seat2", "seat2", "start", "ok"),
            (f"seat1 was asked for and {SEAT_2} came: another button, or its wire",),
        ),
        (("seat1",), ()),
    ],
)
def test_what_came_instead_of_what_was_asked_for(came: tuple[str, ...], found: tuple[str, ...]) -> None:
    call = RollCall(FOUR)
    for name in came:
        call = call.heard(name) if name else call.passed_over()
    assert call.findings == found


def test_buttons_are_asked_for_one_after_the_other_until_none_is_left() -> None:
    call, asked = RollCall(FOUR), []
    while call.asks:
        asked.append(call.asks)
        call = call.heard(call.asks)
    assert asked == ["seat1", "seat2", "start", "ok"]
    assert call.heard("seat1") == call


def test_a_button_that_is_down_from_the_start_is_named_and_never_asked_for() -> None:
    call = RollCall(FOUR, held=("seat1",))
    assert "seat1" not in call.names
    assert call.heard("seat1") == call
    assert call.findings == (
        f"{SEAT_1} is closed without being pressed: stuck, or wired the other way round",
    )
