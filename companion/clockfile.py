"""Where a running clock stands, in a small file of its own: the only thing kept outside the journal."""

import json
import os
from pathlib import Path

NAME = "clock.json"


class ClockFile:
    """One row, rewritten and synced; after a power cut it is the old one or the new one, never half."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def save(self, match: str, at_ms: int, entries: int) -> None:
        """Keep where the clock of a match with so many entries stands; OSError when the disk takes nothing
        more."""
        fresh = self._path.with_suffix(".new")
        with fresh.open("w") as file:
            json.dump({"match": match, "at_ms": at_ms, "entries": entries}, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)

    def load(self, match: str, since: int = 0) -> int | None:
        """Where the clock of that match stood when it was kept last; None when nothing of it was kept since
        it had that entry."""
        try:
            kept = json.loads(self._path.read_text())
            fits = kept["match"] == match and int(kept.get("entries", 0)) >= since
            return int(kept["at_ms"]) if fits else None
        except (OSError, ValueError, KeyError, TypeError):
            return None
