"""Answers that are computed once for everybody who asks, until something changes at the table."""

import threading
from collections.abc import Callable, Hashable
from typing import TypeVar

from companion.table import Table

T = TypeVar("T")
CLOCK_MS = 50


class Fresh:
    """What was made for the table as it is now; a running clock ages it by a twentieth of a second at most.

    Only for what does not depend on who asks beyond its key.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, threading.RLock()
        self._of: tuple[int, int | None] = (-1, None)
        self._kept: dict[Hashable, object] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, made by the first who asks; what it raises is raised and not kept."""
        with self._lock:
            left_ms = self._table.remaining_ms
            now = self._table.changes, None if left_ms is None else left_ms // CLOCK_MS
            if now != self._of:
                self._of, self._kept = now, {}
            if key not in self._kept:
                self._kept[key] = make()
            return self._kept[key]  # type: ignore[return-value]
