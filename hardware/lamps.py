"""How bright a lamp is at a moment of its pattern: arithmetic; the panel lights what it says."""

import math
from collections.abc import Mapping

HEARD_MS = 150
FLASH_MS = 900
OWN_MS = 300


def level(pattern: str, ms: int) -> float:
    """The brightness, 0 to 1, of a pattern after so many milliseconds."""
    match pattern:
        case "turn":
            return round(0.5 - 0.45 * math.cos(2 * math.pi * (ms % 3000) / 3000), 2)
        case "armed":
            return 1.0
        case "queued":
            return float(ms % 1200 < 120 or 240 <= ms % 1200 < 360)
        case "tie":
            return float(ms % 200 < 100)
        case "paused":
            return float(ms % 2000 < 1000)
        case _:
            return 0.0


class Lamps:
    """What each seat's lamp shows: its pattern, a flash of all for a cue, and its own press at once."""

    def __init__(self) -> None:
        self.patterns: Mapping[int, str] = {}
        self._flash, self._flash_until_ms = "", 0
        self._own: dict[int, tuple[str, int]] = {}
        self._heard: dict[int, int] = {}

    def flash(self, pattern: str, now_ms: int, seat: int | None = None) -> None:
        """Show a cue for a moment, with the lamp of its seat or with all of them."""
        if seat is None:
            self._flash, self._flash_until_ms = pattern, now_ms + FLASH_MS
        else:
            self._own[seat] = pattern, now_ms + OWN_MS

    def heard(self, seat: int, now_ms: int) -> None:
        """Let a lamp say that its button was heard."""
        self._heard[seat] = now_ms + HEARD_MS

    def levels(self, seats: range, now_ms: int) -> dict[str, float]:
        """How bright each lamp is now, by the name of its wire."""
        return {f"lamp{seat}": self._level(seat, now_ms) for seat in seats}

    def _level(self, seat: int, now_ms: int) -> float:
        if self._heard.get(seat, 0) > now_ms:
            return float(level(self.patterns.get(seat, "off"), now_ms) < 0.5)
        own, until_ms = self._own.get(seat, ("", 0))
        if now_ms < self._flash_until_ms:
            return level(self._flash, now_ms)
        return level(own if now_ms < until_ms else self.patterns.get(seat, "off"), now_ms)
