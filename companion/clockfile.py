"""Where a running clock stands, in a small file of its own: the only thing kept outside the journal."""

import json
import os
from pathlib import Path

NAME = "clock.json"


class ClockFile:
    """One row, rewritten and synced; after a power cut it is the old one or the new one, never half."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def save(self, match: str, at_ms: int) -> None:
        """Keep where the clock of a match stands; OSError when the disk takes nothing more."""
        fresh = self._path.with_suffix(".new")
        with fresh.open("w") as file:
            json.dump({"match": match, "at_ms": at_ms}, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)

    def load(self, match: str) -> int | None:
        """Where the clock of that match stood when it was kept last; None when nothing of it was kept."""
        try:
            kept = json.loads(self._path.read_text())
            return int(kept["at_ms"]) if kept["match"] == match else None
        except (OSError, ValueError, KeyError, TypeError):
            return None
