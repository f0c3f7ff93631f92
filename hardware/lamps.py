"""How bright a lamp is at a moment of its pattern: arithmetic; the panel lights what it says."""

import math
from collections.abc import Mapping

HEARD_MS = 150
FLASH_MS = 900


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
        self._heard: dict[int, int] = {}

    def flash(self, pattern: str, now_ms: int) -> None:
        """Show a cue with all lamps for a moment."""
        self._flash, self._flash_until_ms = pattern, now_ms + FLASH_MS

    def heard(self, seat: int, now_ms: int) -> None:
        """Let a lamp say that its button was heard."""
        self._heard[seat] = now_ms + HEARD_MS

    def levels(self, seats: range, now_ms: int) -> dict[str, float]:
        """How bright each lamp is now, by the name of its wire."""
        return {f"lamp{seat}": self._level(seat, now_ms) for seat in seats}

    def _level(self, seat: int, now_ms: int) -> float:
        if self._heard.get(seat, 0) > now_ms:
            return float(level(self.patterns.get(seat, "off"), now_ms) < 0.5)
        pattern = self._flash if now_ms < self._flash_until_ms else self.patterns.get(seat, "off")
        return level(pattern, now_ms)
