"""What the host does with the running clock: half a minute more, from the start, straight to its end."""

from typing import TYPE_CHECKING

from companion.errors import RuleError
from companion.games.record import Due
from companion.timing import ADDED, MORE_MS, RESTARTED, SKIPPED

if TYPE_CHECKING:
    from companion.table import Table


def add_time(table: "Table", who: str = "host") -> None:
    """Half a minute more for what runs; RuleError when nothing does."""
    match, _ = table.playing(), _running(table)
    match.set_clock(ADDED, {"more_ms": MORE_MS, "at_ms": table.position_ms}, who)


def restart(table: "Table", who: str = "host") -> None:
    """What runs begins anew with its whole time; RuleError when nothing does, or it has no beginning."""
    match, due = table.playing(), _running(table)
    if due.begun_ms is None:
        raise RuleError("this time cannot begin anew: it is too short for that")
    match.set_clock(RESTARTED, {"at_ms": table.position_ms, "to_ms": due.begun_ms}, who)


def skip(table: "Table", who: str = "host") -> None:
    """What runs is over now and what was due happens; RuleError when nothing runs, or the clock is held."""
    match, due = table.playing(), _running(table)
    if causes := match.view.clock.causes:
        raise RuleError(f"the clock is held for {', '.join(sorted(causes))}: let it go on first")
    match.set_clock(SKIPPED, {"at_ms": table.position_ms, "to_ms": due.at_ms}, who)
    table.tick()


def _running(table: "Table") -> Due:
    view = table.playing().view
    due: Due | None = view.game.due(view.state) if view.closed is None else None
    if due is None:
        raise RuleError("no clock runs now: begin the round first")
    return due
