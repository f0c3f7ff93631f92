"""A thread that goes before all others of this machine, where that is allowed: the one that hears presses."""

import os

LOWEST_REAL_TIME = 1


def hurry(thread_id: int = 0) -> bool:
    """Let a thread (0: the one that asks) run as soon as it is woken, however busy other programs are.

    Whether it was allowed; without it everything works, only later. Its children are not urgent.
    """
    if not hasattr(os, "sched_setscheduler"):
        return False
    try:
        policy = os.SCHED_RR | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(thread_id, policy, os.sched_param(LOWEST_REAL_TIME))
    except OSError:
        return False
    return True
