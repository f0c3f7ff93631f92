"""The big screen is the same for everybody: made once after each change, and given to all before all else.

A page that costs a whole visit costs fifty times as much when fifty screens ask for it after a press.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.table import Table
from web.access import Outside, is_known_host
from web.fresh import Fresh

PATH = "/tv"
OF_A_VISITOR = ("HTTP_COOKIE", "HTTP_IF_NONE_MATCH", "REMOTE_ADDR")
OF_A_BODY = ("Content-Type", "Content-Length")

Environ = dict[str, Any]
Start = Callable[..., Any]
Wsgi = Callable[[Environ, Start], Iterable[bytes]]


class Made(NamedTuple):
    """An answer as it was made: its status line, its headers, its body."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def etag(self) -> str:
        return next((value for name, value in self.headers if name == "ETag"), "")


class Everybody:
    """What stands before the pages: `answer` gives the big screen as a stranger sees it, or passes on."""

    def __init__(self, pages: Wsgi, table: Table, outside: Outside) -> None:
        self._pages, self._fresh, self._outside = pages, Fresh(table), outside

    def answer(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        if not self._is_meant(environ):
            return self._pages(environ, start_response)
        made = self._fresh.once(PATH, lambda: _made(self._pages, environ))
        if made.etag and made.etag in environ.get("HTTP_IF_NONE_MATCH", ""):
            start_response("304 Not Modified", [each for each in made.headers if each[0] not in OF_A_BODY])
            return []
        start_response(made.status, list(made.headers))
        return [made.body]

    def _is_meant(self, environ: Environ) -> bool:
        plain = environ["REQUEST_METHOD"] == "GET" and not environ.get("QUERY_STRING")
        return (
            plain
            and environ["PATH_INFO"] == PATH
            and is_known_host(environ.get("HTTP_HOST", ""), self._outside)
        )


def _made(pages: Wsgi, environ: Environ) -> Made:
    """The answer to somebody of whom nothing is known: no cookie, no address."""
    began: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        began.append((status, headers))

    parts = pages({name: value for name, value in environ.items() if name not in OF_A_VISITOR}, start)
    body = b"".join(parts)
    if callable(close := getattr(parts, "close", None)):
        close()
    return Made(*began[-1], body)
