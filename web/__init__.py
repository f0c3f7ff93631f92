"""The pages: what the table shows, and what can be done there."""

import io
from typing import IO

from flask import Flask, Request, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.drawn import DrawnTable
from companion.errors import CompanionError, JournalError, RuleError
from companion.signalling import Signalling
from companion.signals import PATTERNS
from companion.table import Table
from web.access import AccessError, KeyGate, Outside, TooManyTriesError, host_key
from web.actions import add_actions
from web.drawing import add_drawing
from web.everybody import Everybody
from web.judging import add_judging
from web.manual import add_manual
from web.own import add_own
from web.pages import add_pages
from web.past import add_past
from web.pressing import add_pressing
from web.seats import add_seats
from web.setup import add_setup
from web.stream import add_stream
from web.visit import csrf_token, guard, role
from web.words import _

LARGEST_PICTURE = 20 * 1024 * 1024

__all__ = ["LARGEST_PICTURE", "Outside", "create_app"]


class Posted(Request):
    """A request whose files stay in memory: a picture that is sent never touches the disk."""

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return io.BytesIO()


def create_app(
    table: Table, outside: Outside, drawn: DrawnTable | None = None, signs: Signalling | None = None
) -> Flask:
    """The web application of one table; `drawn` is the drawn table when that is what the camera sees,
    `signs` what joins the table with buttons, lamps and sound."""
    app = Flask(__name__)
    app.request_class = Posted
    app.config.update(
        SECRET_KEY=outside.secret,
        MAX_CONTENT_LENGTH=LARGEST_PICTURE,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_REFRESH_EACH_REQUEST=False,  # a late answer must not bring back the cookie of before
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(
        lambda: {
            "_": _,
            "csrf": csrf_token,
            "role": role(),
            "table": table,
            "drawn": drawn,
            "seat_now": None,
            "signs": signs,
            "patterns": PATTERNS,
        }
    )
    guard(app, table, outside)
    add_pages(app, table, outside)
    add_seats(app, table, outside, KeyGate(host_key(outside.secret), outside.now_s))
    add_actions(app, table)
    add_own(app, table)
    add_past(app, table)
    add_manual(app, signs)
    add_judging(app, table)
    add_setup(app, table)
    add_pressing(app, table, signs)
    add_stream(app, table, signs)
    if drawn is not None:
        add_drawing(app, table, drawn)
    app.register_error_handler(CompanionError, _refused)
    app.register_error_handler(HTTPException, _failed)
    app.wsgi_app = Everybody(app.wsgi_app, table, outside).answer  # type: ignore[method-assign]
    return app


def _refused(error: CompanionError) -> Response:
    """What could not be done, in the sentence that the error carries; nothing was changed."""
    match error:
        case AccessError():
            status = 403
        case TooManyTriesError():
            status = 429
        case RuleError():
            status = 409
        case JournalError():
            status = 507
        case _:
            status = 400
    answer = _error_page(str(error), status)
    if isinstance(error, TooManyTriesError):
        answer.headers["Retry-After"] = str(error.wait_s)
    return answer


def _failed(error: HTTPException) -> Response:
    """A page for what HTTP itself refuses; no path and no stack is told."""
    sentences = {
        404: _("there is no such page"),
        413: _("the picture is larger than 20 MB: send a smaller one"),
        421: _("this address is not known here: use the address that the table shows"),
        500: _("something went wrong here; it was written down, and nothing of the match is lost"),
    }
    status = error.code or 500
    return _error_page(sentences.get(status, _("this cannot be done this way")), status)


def _error_page(sentence: str, status: int) -> Response:
    shown = sentence[:1].upper() + sentence[1:]
    bare = status == 421
    page = "refused.html" if bare else "error.html"
    return Response(render_template(page, sentence=shown, back=_back(status)), status, mimetype="text/html")


def _back(status: int) -> str:
    """The page that a form stood on; a form that was too large is not read again for it."""
    wanted = request.form.get("next", "/") if request.method == "POST" and status != 413 else "/"
    return wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) else "/"
