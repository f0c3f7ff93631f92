"""The raw edges of the last presses, in a small file beside the matches: for disputes and for the doctor."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

NAME = "last-presses.json"
NS_PER_MS = 1_000_000


class RawEdge(Protocol):
    """One edge as a panel keeps it: its wire, the pin's own time stamp, whether the contact is closed."""

    @property
    def name(self) -> str: ...
    @property
    def tick_ns(self) -> int: ...
    @property
    def closed(self) -> bool: ...


def save(folder: Path, runs: Iterable[Sequence[RawEdge]]) -> None:
    """Keep the edges of each press, the last press last; OSError when the disk takes nothing more."""
    plain = [
        {"wire": run[0].name, "edges": [[edge.tick_ns, edge.closed] for edge in run]} for run in runs if run
    ]
    fresh = (folder / NAME).with_suffix(".new")
    fresh.write_text(json.dumps(plain))
    fresh.replace(folder / NAME)


def sentences(runs: Sequence[Sequence[RawEdge]]) -> list[str]:
    """The presses in words, the last one first: which wire, how long after the one before, how it bounced."""
    told: list[str] = []
    before_ns = 0
    for run in sorted((run for run in runs if run), key=lambda run: run[0].tick_ns):
        begun_ns, span_ms = run[0].tick_ns, (run[-1].tick_ns - run[0].tick_ns) / NS_PER_MS
        after = f", {(begun_ns - before_ns) / NS_PER_MS:.1f} ms after the one before" if before_ns else ""
        told.append(f"{run[0].name}{after}; edges: {len(run)} in {span_ms:.1f} ms")
        before_ns = begun_ns
    return told[::-1]


class KeptEdge(NamedTuple):
    """An edge as it was kept: its wire, the pin's own time stamp, whether the contact was closed."""

    name: str
    tick_ns: int
    closed: bool


def kept_runs(folder: Path) -> list[tuple[KeptEdge, ...]]:
    """The edges of each press that were kept last; what cannot be read is left out."""
    return [run for each in load(folder) if (run := _run(each))]


def _run(kept: Any) -> tuple[KeptEdge, ...]:
    try:
        return tuple(KeptEdge(str(kept["wire"]), int(tick_ns), bool(on)) for tick_ns, on in kept["edges"])
    except (TypeError, ValueError, KeyError):
        return ()


def load(folder: Path) -> list[Any]:
    """What was kept last; nothing when nothing was, or it cannot be read."""
    try:
        kept = json.loads((folder / NAME).read_text())
    except (OSError, ValueError):
        return []
    return kept if isinstance(kept, list) else []
