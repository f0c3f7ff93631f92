"""The one place that asks what time it is for an entry."""

import time
from datetime import datetime
from functools import cache
from pathlib import Path

from companion.journal import Stamp


def stamp_now() -> Stamp:
    """Now: the wall clock as a label, and the monotonic clock with the boot it belongs to."""
    return Stamp(datetime.now().astimezone().isoformat(timespec="seconds"), boot_id(), time.monotonic_ns())


@cache
def boot_id() -> str:
    """The kernel's name for this boot; empty where there is none."""
    path = Path("/proc/sys/kernel/random/boot_id")
    return path.read_text().strip() if path.exists() else ""
