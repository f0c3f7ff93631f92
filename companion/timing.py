"""What is recorded of a match's running clock: pauses by their causes, time given, begun anew or skipped."""

from companion.clock import Clock, Tick
from companion.errors import RuleError, UnreadableError
from companion.journal import Entry

PAUSED, RESUMED = "paused", "resumed"
ADDED, RESTARTED, SKIPPED = "time_added", "time_restarted", "time_skipped"
SET = {ADDED, RESTARTED, SKIPPED}
TIMED = {PAUSED, RESUMED, *SET}
CAUSES = ("host", "doorbell", "dispute", "camera", "power")
MORE_MS = 30_000
MOST_MS = 24 * 60 * 60 * 1000


def tick_of(entry: Entry) -> Tick:
    """When an entry was made, as far as that can be compared."""
    return Tick(entry.stamp.boot, entry.stamp.tick_ns)


def clocked(clock: Clock, entry: Entry) -> Clock:
    """The running clock after an entry: a pause begins or ends, or the entry says where the clock stands.

    Raises RuleError for a pause that cannot begin or end, UnreadableError for fields that say nothing.
    """
    match entry.kind:
        case "paused":
            if cause_of(entry) in clock.causes:
                raise RuleError(f"the clock is held for {cause_of(entry)} already")
            return clock.paused(cause_of(entry), _whole(entry, "at_ms"), tick_of(entry))
        case "resumed":
            if cause_of(entry) not in clock.causes:
                raise RuleError(f"the clock is not held for {cause_of(entry)}")
            return clock.resumed(cause_of(entry), tick_of(entry))
        case "time_added":
            more_ms = _whole(entry, "more_ms")
            if not 0 < more_ms <= MOST_MS:
                raise UnreadableError(f"a clock is given up to a day more, not {more_ms} ms")
            return clock.set_to(_whole(entry, "at_ms") - more_ms, tick_of(entry))
        case "time_restarted" | "time_skipped":
            return clock.set_to(_whole(entry, "to_ms"), tick_of(entry))
        case _:
            at_ms = entry.fields.get("at_ms")
            return clock.set_to(at_ms, tick_of(entry)) if type(at_ms) is int else clock


def cause_of(entry: Entry) -> str:
    """What a pause is for; UnreadableError when it is none of the causes."""
    cause = entry.fields.get("cause")
    if not isinstance(cause, str):
        raise UnreadableError("it needs the text 'cause'")
    if cause not in CAUSES:
        raise UnreadableError(f"a pause has a cause, {' or '.join(CAUSES)}, not {cause[:20]!r}")
    return cause


def _whole(entry: Entry, name: str) -> int:
    value = entry.fields.get(name)
    if type(value) is not int or abs(value) > 366 * MOST_MS:
        raise UnreadableError(f"it needs {name!r}, milliseconds on the match's clock")
    return value
