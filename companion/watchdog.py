"""When a child process is given up and when it is started again: arithmetic only, it never asks the time."""

from dataclasses import dataclass, replace

SECOND_NS = 1_000_000_000
SILENT_NS = 5 * SECOND_NS
LONGEST_WAIT_NS = 30 * SECOND_NS
WELL_NS = 60 * SECOND_NS


@dataclass(frozen=True, slots=True)
class Health:
    """How a child fares: when it was started, until when it may be silent, its failures in a row, when it may
    be started again, and why it last failed."""

    started_ns: int = 0
    silent_until_ns: int = 0
    failures: int = 0
    resume_ns: int = 0
    reason: str = ""

    def started(self, now_ns: int) -> "Health":
        """A child was started."""
        return replace(self, started_ns=now_ns, silent_until_ns=now_ns + 3 * SILENT_NS)

    def heard(self, now_ns: int, busy_ns: int = 0) -> "Health":
        """The child spoke, perhaps of how long it will be busy; a minute's good work clears its name."""
        well = now_ns - self.started_ns > WELL_NS
        allowed = now_ns + max(busy_ns, SILENT_NS)
        return replace(self, silent_until_ns=allowed, failures=0 if well else self.failures)

    def failed(self, now_ns: int, reason: str) -> "Health":
        """The child ended or was given up; each failure in a row doubles the wait before the next start."""
        wait_ns = min(SECOND_NS * 2**self.failures, LONGEST_WAIT_NS)
        return replace(self, failures=self.failures + 1, resume_ns=now_ns + wait_ns, reason=reason)

    def is_silent(self, now_ns: int) -> bool:
        """Whether it should be given up; right after the start it has longer, for its imports."""
        return now_ns > self.silent_until_ns

    def may_start(self, now_ns: int) -> bool:
        return now_ns >= self.resume_ns
