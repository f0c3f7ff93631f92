"""Fingers in the guest: a process of its own that pulls simulated pins at the times it is told.

A line on standard input is a JSON list of [wait_ns, pin, closed]; the answer is the list of monotonic
nanoseconds at which each was done, in the order in which they were done.
"""

import json
import os
import sys
import time
from pathlib import Path

DOWN, UP = b"pull-down", b"pull-up"


def pulled(steps: list[tuple[int, int, bool]], pins: dict[int, int], base: Path) -> list[int]:
    """Do each step after its wait; when each began."""
    begun_ns, times = time.monotonic_ns(), []
    for wait_ns, pin, closed in steps:
        if pin not in pins:
            pins[pin] = os.open(base / f"sim_gpio{pin}" / "pull", os.O_WRONLY)
        while time.monotonic_ns() - begun_ns < wait_ns:
            pass  # a sleep would be longer than the gaps that are tried
        times.append(time.monotonic_ns())
        os.pwrite(pins[pin], DOWN if closed else UP, 0)
    return times


if __name__ == "__main__":
    opened: dict[int, int] = {}
    for line in sys.stdin:
        sys.stdout.write(json.dumps(pulled(json.loads(line), opened, Path(sys.argv[1]))) + "\n")
        sys.stdout.flush()
