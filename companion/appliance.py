"""All parts wired together: journal, word list and pages."""

import errno
from collections.abc import Callable

import waitress

from companion import lexicon
from companion.errors import SettingError
from companion.journal import Journal
from companion.match import Folded, fold
from companion.settings import Settings
from web import create_app


def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve the pages until stopped; `tell` is told the address once it answers.

    Raises JournalError when the data folder cannot be used, SettingError when the port is taken.
    """
    with Journal(settings.data) as journal:

        def matches() -> list[Folded]:
            return [fold(name, journal.read(name)) for name in journal.matches()]

        server = _listening(settings, create_app(matches, lexicon.load()))
        tell(f"the table is at http://{settings.text('host')}:{server.effective_port}, Ctrl-C ends it")
        server.run()


def _listening(settings: Settings, app: object) -> waitress.server.BaseWSGIServer:
    host, port = settings.text("host"), settings.number("port")
    try:
        return waitress.create_server(app, host=host, port=port, threads=96, connection_limit=400)
    except OSError as error:
        taken = "another program uses it" if error.errno == errno.EADDRINUSE else error.strerror
        raise SettingError(
            f"port {port} on {host} cannot be opened ({taken}): choose another with --port"
        ) from None
