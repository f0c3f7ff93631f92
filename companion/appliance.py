"""All parts wired together: journal, word list and pages."""

import errno
from collections.abc import Callable
from typing import Any

import waitress
from waitress.server import MultiSocketServer

from companion import lexicon
from companion.errors import SettingError
from companion.fold import Folded, Unfolded, looked_at
from companion.journal import Journal
from companion.settings import Settings
from web import create_app


def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve the pages until stopped; `tell` is told the address once it answers.

    Raises JournalError when the data folder cannot be used, SettingError when the port is taken.
    """
    with Journal(settings.data) as journal:

        def matches() -> list[Folded | Unfolded]:
            return [looked_at(name, journal.read(name)) for name in journal.matches()]

        server = _listening(settings, create_app(matches, lexicon.load()))
        tell(f"the table is at {_address(settings.text('host'), server)}, Ctrl-C ends it")
        server.run()


def _address(host: str, server: Any) -> str:
    """Where the pages are; a name such as localhost may have several addresses, the first one is told."""
    listens = (
        server.effective_listen if isinstance(server, MultiSocketServer) else [(host, server.effective_port)]
    )
    return f"http://{f'[{host}]' if ':' in host else host}:{listens[0][1]}"


def _listening(settings: Settings, app: object) -> Any:
    host, port = settings.text("host"), settings.number("port")
    try:
        return waitress.create_server(app, host=host, port=port, threads=96, connection_limit=400)
    except OSError as error:
        taken = "another program uses it" if error.errno == errno.EADDRINUSE else error.strerror
        raise SettingError(
            f"port {port} on {host} cannot be opened ({taken}): choose another with --port or --host"
        ) from None
    except ValueError:
        raise SettingError(
            f"host {host!r} is no address of this machine: choose another with --host"
        ) from None
