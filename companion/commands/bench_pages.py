"""Figures of the running appliance: how soon it is ready, how soon every page has what changed."""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import waitress

from companion import lexicon
from companion.clockfile import ClockFile
from companion.eye import Seen
from companion.games import GAMES
from companion.games.record import Game
from companion.journal import Journal
from companion.presses import Press
from companion.stamps import stamp_now
from companion.table import Table
from web import Outside, create_app

STARTS, PAGES, CHANGES = 5, 20, 20
PRESSES, PRESS_PAGES = 40, 50
STEP_S = 0.02


def start_times_ms() -> list[float]:
    """From the command to the first page that is answered, the drawn camera included; a process each."""
    return [_start_ms() for _ in range(STARTS)]


def _start_ms() -> float:
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        command = [sys.executable, "-m", "companion", "run", "--port", "0", "--data", folder]
        running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            assert running.stderr is not None
            address = running.stderr.readline().partition("http://")[2].partition(",")[0]
            _get(address, "/")
            return (time.perf_counter() - begun) * 1000
        finally:
            running.terminate()
            running.communicate()


def _get(address: str, path: str) -> bytes:
    """What a page answers; the table answers as soon as it has said its address."""
    connection = HTTPConnection(address, timeout=10)
    connection.request("GET", path)
    body = connection.getresponse().read()
    connection.close()
    return body


class Blind:
    """An eye that sees nothing: the pages are what is measured."""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.trouble = ""
        self.listeners: list[Any] = []

    def order(self, command: Any) -> None:
        """Nothing is to be done."""

    def read_upload(self, packed: bytes, layout: Any) -> Any:
        """No picture is ever sent here."""
        raise AssertionError("no picture is sent in a measurement")

    def learn(self, layout: Any) -> Any:
        """No board is ever learned here."""
        raise AssertionError("no board is learned in a measurement")


class Listener(threading.Thread):
    """A page: hears of each change and fetches the state; `had` collects when it had what."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address, self.had = address, list[float]()
        self.ready = threading.Event()

    def run(self) -> None:
        connection = HTTPConnection(self.address, timeout=30)
        connection.request("GET", "/api/v1/events")
        stream = connection.getresponse()
        self.ready.set()
        while line := stream.readline():
            if line.startswith(b"event: page"):
                _get(self.address, "/api/v1/state")
                self.had.append(time.perf_counter())


@contextmanager
def served(names: list[str], game: Game[Any], switches: dict[str, str]) -> Iterator[tuple[Table, str]]:
    """A table with a match just opened behind the real web server, and its address."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
        table = Table(journal, lexicon.load(), Blind(), ClockFile(Path(folder)), stamp_now)
        table.open(game, "bench", names, switches)
        outside = Outside(b"x" * 32, "127.0.0.1", "localhost", lambda: "", time.monotonic)
        server = waitress.create_server(
            create_app(table, outside), port=0, host="127.0.0.1", threads=96, connection_limit=400
        )
        threading.Thread(target=server.run, daemon=True).start()
        yield table, f"127.0.0.1:{server.effective_port}"
        server.close()


def press_page_times_ms() -> list[float]:
    """From the ruling on a press until each of 50 pages, in a process of their own, has what it made of the
    match; one figure for each press and page."""
    woken = next(game for game in GAMES if "buzz" in game.wakes)
    with served([], woken, dict(woken.wakes["buzz"].switches)) as (table, address), pages_of(address) as had:
        times = []
        for number in range(PRESSES):
            table.press(Press(time.monotonic_ns(), "buzz", number % 10 + 1))
            ruled_ns = time.monotonic_ns()
            times += [(next(had) - ruled_ns) / 1e6 for _ in range(PRESS_PAGES)]
        return times


@contextmanager
def pages_of(address: str) -> Iterator[Iterator[int]]:
    """Pages that listen there, all of them ready; gives when one after the other had what was new."""
    command = [sys.executable, "-m", "companion.commands.listening", address, str(PRESS_PAGES)]
    listening = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert listening.stdout is not None
    had = (int(line) for line in listening.stdout)
    try:
        for _ in range(PRESS_PAGES):
            next(had)  # each page fetches once as it begins to listen
        yield had
    finally:
        listening.kill()
        listening.communicate()


def change_times_ms() -> Iterator[float]:
    """From an entry to the moment at which the last of 20 pages has fetched what it made of the match."""
    with served(["Ann", "Ben"], GAMES[0], {}) as (table, address):
        pages = [Listener(address) for _ in range(PAGES)]
        for page in pages:
            page.start()
            page.ready.wait(10)
        _until_all_had(pages, 1)
        for number in range(CHANGES):
            begun = time.perf_counter()
            table.commit("renamed", {"seat": 1, "name": f"Ann {'x' * (number + 1)}"})
            _until_all_had(pages, number + 2)
            yield (max(page.had[-1] for page in pages) - begun) * 1000


def _until_all_had(pages: list[Listener], count: int) -> None:
    """Wait until every page has had so many changes; ten seconds at most."""
    waited = threading.Event()
    for _ in range(int(10 / STEP_S)):
        if all(len(page.had) >= count for page in pages):
            return
        waited.wait(STEP_S)
    raise TimeoutError("a page did not hear of a change within ten seconds")
