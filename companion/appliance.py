"""All parts wired together: journal, word list, eye, table and pages."""

import errno
import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import waitress
from waitress.server import MultiSocketServer

from companion import lexicon
from companion.clockfile import ClockFile
from companion.drawn import DrawnTable, dealt
from companion.errors import CompanionError, JournalError, SettingError
from companion.eye import Eye, see
from companion.fitting import keep_presses, signalling
from companion.games import layouts
from companion.journal import Journal
from companion.logfile import written_down
from companion.searching import Searching, search
from companion.settings import Settings
from companion.signalling import Signalling
from companion.stamps import stamp_now
from companion.table import Table
from hardware.urgent import hurry
from web import Outside, create_app

SECRET_NAME = "web-secret"
SECRET_BYTES = 32
LARGEST_BODY = 21 * 1024 * 1024
TICK_S = 0.1
log = logging.getLogger(__name__)


def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve the pages until stopped; `tell` is told the address once it answers.

    Raises JournalError when the data folder cannot be used, SettingError when the port is taken.
    """
    with Journal(settings.data) as journal, written_down(settings.data):
        eye = Eye(see, settings.text("camera"))
        table = Table(journal, lexicon.load(), eye, ClockFile(settings.data), stamp_now)
        table.desk.confirms = settings.text("confirm") == "on"
        table.setup.lens_deg = settings.number("lens")
        drawn = _drawn_table(eye) if settings.text("camera") == "drawn" else None
        signs = signalling(settings, table)
        server = _listening(settings, create_app(table, _outside(settings), drawn, signs))
        table.go_on_with_last()
        with _running(eye, table, signs, Searching(table, search)):
            tell(f"the table is at {_addresses(settings.text('host'), server)}, Ctrl-C ends it")
            server.run()


@contextmanager
def _running(eye: Eye, table: Table, signs: Signalling, searching: Searching) -> Iterator[None]:
    """The eye looks, the clock ticks, buttons are heard and grids searched until this ends."""
    ending = threading.Event()
    ticking = threading.Thread(
        target=_tick, args=(table, signs, searching, ending), name="clock", daemon=True
    )
    hearing = threading.Thread(target=_hear, args=(signs, ending), name="panel", daemon=True)
    eye.start()
    for thread in (ticking, hearing):
        thread.start()
    try:
        yield
    finally:
        ending.set()
        ticking.join()
        hearing.join()
        searching.close()
        eye.close()


def _hear(signs: Signalling, ending: threading.Event) -> None:
    """Buttons, before everything else that this machine does."""
    if not hurry():
        log.info("buttons are heard without real-time priority: see LimitRTPRIO in the service's unit")
    signs.run(ending)


def _tick(table: Table, signs: Signalling, searching: Searching, ending: threading.Event) -> None:
    """What is due, ten times a second; a full disk or a refused entry is logged and tried again."""
    kept = 0
    while not ending.wait(TICK_S):
        try:
            table.tick()
            kept = keep_presses(table, signs, kept)
            searching.turn()
        except (CompanionError, OSError):
            log.exception("what was due could not be done; it is tried again")


def _drawn_table(eye: Eye) -> DrawnTable:
    """A drawn table on which tiles lie from the start."""
    table = DrawnTable(eye)
    table.lay(dealt(next(iter(layouts().values())), Random()))
    return table


def _outside(settings: Settings) -> Outside:
    host = settings.text("host")
    return Outside(
        _secret(settings.data), host, socket.gethostname(), lambda: _reached_at(host), time.monotonic
    )


def _secret(folder: Path) -> bytes:
    """What cookies are signed with, made once and kept beside the matches for the owner only."""
    path = folder / SECRET_NAME
    with suppress(FileNotFoundError):
        kept = path.read_bytes()
        if len(kept) == SECRET_BYTES:
            return kept
    fresh = secrets.token_bytes(SECRET_BYTES)
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(fresh)
    except OSError as error:
        raise JournalError(
            f"{path} cannot be written ({error.strerror}): choose another with --data"
        ) from None
    return fresh


def _reached_at(host: str) -> str:
    """The address by which other devices reach this one, empty when they do not; nothing is sent for it."""
    if host in ("127.0.0.1", "::1", "localhost"):
        return ""
    if host not in ("0.0.0.0", "::"):
        return host
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""


def _addresses(host: str, server: Any) -> str:
    """Where the pages are: here, and for other devices where they reach this one."""
    listens = (
        server.effective_listen if isinstance(server, MultiSocketServer) else [(host, server.effective_port)]
    )
    port, everywhere = listens[0][1], host in ("0.0.0.0", "::")
    here = f"http://{'127.0.0.1' if everywhere else f'[{host}]' if ':' in host else host}:{port}"
    reached = _reached_at(host) if everywhere else ""
    return f"{here}, for phones at http://{reached}:{port}" if reached else here


def _listening(settings: Settings, app: object) -> Any:
    host, port = settings.text("host"), settings.number("port")
    try:
        return waitress.create_server(
            app,
            host=host,
            port=port,
            threads=96,
            connection_limit=400,
            max_request_body_size=LARGEST_BODY,
            clear_untrusted_proxy_headers=False,  # whoever comes through a proxy on this machine is no host
        )
    except OSError as error:
        taken = "another program uses it" if error.errno == errno.EADDRINUSE else error.strerror
        raise SettingError(
            f"port {port} on {host} cannot be opened ({taken}): choose another with --port or --host"
        ) from None
    except ValueError:
        raise SettingError(
            f"host {host!r} is no address of this machine: choose another with --host"
        ) from None
