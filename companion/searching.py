"""What is searched after a round, by a child process of lowest priority, while nothing else is to be done.

It is started when a game has tasks, no clock runs and the eye has been told to rest; it is ended at once when
one of these changes. What it found by then stays. Nothing of it is journalled: it follows from the match.
"""

import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from companion.errors import CompanionError
from companion.eye import Watch
from companion.games import game_named
from companion.match import Match
from companion.table import Table

SECONDS_A_TASK = 8.0
LOWEST_PRIORITY = 19
log = logging.getLogger(__name__)


class Job(NamedTuple):
    """All that a search needs to know: the match it is for, its tasks by seat, the list and its rulings."""

    match: str
    game: str
    tasks: tuple[tuple[int, str], ...]
    list_sha256: str
    rulings: tuple[tuple[str, bool], ...]


class Searching:
    """The main process's end; `turn` is called by one thread, several times a second.

    `child` is the child's main function; tests give another.
    """

    def __init__(self, table: Table, child: Callable[[Connection, Job], None]) -> None:
        self._table, self._child = table, child
        self._job: Job | None = None
        self._looked: tuple[Match, int] | None = None
        self._wanted: Job | None = None
        self._process: Any = None
        self._pipe: Connection | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def turn(self, wait_s: float = 0) -> None:
        """Begin what is to be searched, end what is not any more, hear what was found or is within a wait."""
        job = self._now_wanted()
        if job != self._job:
            self._end()
            self._job = job
            if self._table.found:
                self._table.found = {}
                self._table.tell()
            if job is not None:
                self._begin(job)
        elif self._process is not None:
            self._hear(wait_s)

    def close(self) -> None:
        """End the child and wait until it is gone."""
        self._end()

    def _now_wanted(self) -> Job | None:
        """The job for now; None while a clock runs or stands, for another list, or a game without tasks."""
        match = self._table.match
        if match is None or self._table.remaining_ms is not None:
            return None
        if match.view.opened.list_sha256 != self._table.lexicon.sha256:
            return None
        looked = match, len(match.view.entries)
        if looked != self._looked:
            self._looked, self._wanted = looked, _job(match)
        return self._wanted

    def _begin(self, job: Job) -> None:
        self._table.sight.order(Watch(None))
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=self._child, args=(theirs, job), name="search", daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours

    def _hear(self, wait_s: float) -> None:
        assert self._pipe is not None
        try:
            while self._pipe.poll(wait_s):
                seat, answer = self._pipe.recv()
                self._keep(seat, answer)
                wait_s = 0
        except (EOFError, OSError):
            self._end()

    def _keep(self, seat: int, answer: str) -> None:
        """Draw what was found as the rules score it; what they score otherwise is logged, and not shown."""
        match = self._table.match
        if match is None or match.view.game.search is None:
            return
        try:
            view = match.view.game.search.view(match.view.state, seat, answer, match.lexicon)
        except CompanionError:
            log.exception("what was found is not shown")
            return
        self._table.found = {**self._table.found, seat: view}
        self._table.tell()

    def _end(self) -> None:
        """The child is gone, and the eye may read again what the match needs."""
        if self._process is None:
            return
        self._process.kill()
        self._process.join()
        self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe = None, None
        match = self._table.match
        self._table.sight.order(Watch(match.view.game.layout(match.view.state) if match else None))


def for_seconds(seconds: float) -> Callable[[], bool]:
    """Whether there is still time, from now on, and the process that asked is still there."""
    ends_s, asked_by = time.monotonic() + seconds, os.getppid()
    return lambda: time.monotonic() < ends_s and os.getppid() == asked_by


def _job(match: Match) -> Job | None:
    view = match.view
    tasks = view.game.search.tasks(view.state) if view.game.search else {}
    if not tasks:
        return None
    rulings = tuple(sorted(match.lexicon.overrides.items()))
    return Job(view.name, view.game.name, tuple(tasks.items()), view.opened.list_sha256, rulings)


def search(pipe: Connection, job: Job) -> None:
    """The child's main function: the tasks one after the other, for some seconds each.

    A list that is not the match's own finds nothing. It ends by itself when the table is gone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.setpriority(os.PRIO_PROCESS, 0, LOWEST_PRIORITY)
    from companion import lexicon

    listed, wanted = lexicon.load().ruled(dict(job.rulings)), game_named(job.game).search
    if listed.sha256 != job.list_sha256 or wanted is None:
        return
    try:
        for seat, task in job.tasks:
            for answer in wanted.answers(task, listed, for_seconds(SECONDS_A_TASK)):
                pipe.send((seat, answer))
    except BrokenPipeError:
        log.info("nobody listens to the search any more")
