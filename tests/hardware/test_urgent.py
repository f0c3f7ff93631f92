"""A thread that hurries where that is allowed, and goes on as it was where it is not."""

import os
import threading

import pytest

from hardware.urgent import hurry


def test_a_thread_that_is_allowed_to_hurries_and_no_other_does() -> None:
    found: list[tuple[bool, int]] = []

    def run() -> None:
        found.append((hurry(), os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    allowed, policy = found[0]
    assert policy == (os.SCHED_RR if allowed else os.SCHED_OTHER)
    assert os.sched_getscheduler(0) == os.SCHED_OTHER


def test_without_the_right_to_it_nothing_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*asked: object) -> None:
        raise PermissionError(1, "not allowed")

    monkeypatch.setattr(os, "sched_setscheduler", refused)
    assert not hurry()
    monkeypatch.delattr(os, "sched_setscheduler")
    assert not hurry()
