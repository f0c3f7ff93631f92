"""Figures of the panel: rounds of ten presses whose edges come in any order, under busy processes."""

import subprocess
import sys
import threading
import time
from random import Random

from companion.presses import TIE_MS, Press, race
from companion.wiring import Wire, wired
from hardware.lamps import Lamps
from hardware.panel import Panel
from hardware.pins import Edge, drawn_pins
from hardware.urgent import hurry

ROUNDS, SEATS, BUSY = 1_000, 10, 2
NS_PER_MS = 1_000_000
GIVE_UP_NS = 2_000 * NS_PER_MS


def press_times_ms() -> dict[str, list[float]]:
    """`press.wrong-orders` (one 0 or 1 a round), `press.heard-lamp` (delivery of each edge until its own lamp
    is lit) and `press.ruling` (delivery until the order of all ten is known), on drawn pins, milliseconds."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        return _hurried()
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _hurried() -> dict[str, list[float]]:
    """The rounds in a thread that hurries as the appliance's own does, where that is allowed."""
    found: dict[str, list[float]] = {}

    def run() -> None:
        hurry()
        found.update(_rounds(Random(7)))

    hearing = threading.Thread(target=run)
    hearing.start()
    hearing.join()
    return found


def _rounds(chance: Random) -> dict[str, list[float]]:
    sent: list[Press] = []
    heard: list[int] = []

    lamps = Lamps()

    def hear(wire: Wire) -> None:
        if wire.seat:
            now_ms = time.monotonic_ns() // NS_PER_MS
            lamps.heard(wire.seat, now_ms)
            panel.shine(lamps.levels(range(wire.seat, wire.seat + 1), now_ms))
            heard.append(time.monotonic_ns())

    panel = Panel(wired("10 seats"), drawn_pins(), sent.append, hear)
    panel.open()
    figures: dict[str, list[float]] = {"wrong-orders": [], "heard-lamp": [], "ruling": []}
    for _ in range(ROUNDS):
        sent.clear()
        heard.clear()
        first_ns = time.monotonic_ns()
        order = _push_ten(panel, chance, first_ns)
        while len(sent) < SEATS and time.monotonic_ns() - first_ns < GIVE_UP_NS:
            panel.turn(time.monotonic_ns(), 0.001)
        ruled = [placed.press.seat for placed in race(sent, tie_ms=TIE_MS)]
        figures["ruling"].append((time.monotonic_ns() - first_ns) / NS_PER_MS)
        figures["heard-lamp"] += [(at_ns - first_ns) / NS_PER_MS for at_ns in heard]
        figures["wrong-orders"].append(float(ruled != order))
        _let_go(panel)
    panel.close()
    return figures


def _push_ten(panel: Panel, chance: Random, now_ns: int) -> list[int]:
    """Ten presses up to 5 ms apart whose edges arrive shuffled; the seats in the true order."""
    seats = list(range(1, SEATS + 1))
    chance.shuffle(seats)
    ticks = sorted(chance.sample(range(1, 5 * NS_PER_MS), SEATS))
    begun_ns = now_ns - 5 * NS_PER_MS
    edges = [Edge(f"seat{seat}", begun_ns + tick, True) for seat, tick in zip(seats, ticks, strict=True)]
    for edge in chance.sample(edges, SEATS):
        panel.take_in(edge)
    return seats


def _let_go(panel: Panel) -> None:
    """Every button is open again and has been quiet for long enough."""
    now_ns = time.monotonic_ns()
    for seat in range(1, SEATS + 1):
        panel.take_in(Edge(f"seat{seat}", now_ns, False))
    panel.turn(now_ns)
    time.sleep(0.035)
