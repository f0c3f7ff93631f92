"""A visit: which role the visitor has, and the three checks that stand before everything else."""

import hmac
import secrets
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Flask, Response, abort, current_app, request, session
from werkzeug.wrappers import Response as AnyResponse

from companion.table import Table
from web.access import AccessError, Host, Outside, Role, Seated, Viewer, is_known_host, is_loopback, may_act
from web.words import _

P = ParamSpec("P")
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def guard(app: Flask, table: Table, outside: Outside) -> None:
    """Refuse foreign Host headers and posts without their token; strict headers on every answer."""

    @app.before_request
    def check() -> None:
        if not is_known_host(request.host, outside):
            abort(421)
        if request.method == "POST":
            sent = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
            if not hmac.compare_digest(sent.encode(), session.get("csrf", secrets.token_hex(8)).encode()):
                raise AccessError(_("this page is too old: load it again, then do it once more"))

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers.setdefault("Cache-Control", "no-cache, private")
        return response

    app.config["ROLE"] = lambda: role_now(table)


def is_here() -> bool:
    """Whether the visitor sits at this machine, and does not come through a proxy on it."""
    return is_loopback(request.remote_addr) and not any(name in request.headers for name in FORWARDED)


def role_now(table: Table) -> Role:
    """The visitor's role in the match that is played now."""
    if session.get("host") or is_here():
        return Host()
    match, seat = session.get("seat", ("", 0))
    if table.match is not None and table.match.view.name == match:
        return Seated(int(seat))
    return Viewer()


def role() -> Role:
    asked: Callable[[], Role] = current_app.config["ROLE"]
    return asked()


def csrf_token() -> str:
    """The visitor's own token, made when it is first asked for."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(18)
        session.permanent = True
    return str(session["csrf"])


def allow(seat: int | None = None) -> Role:
    """The visitor's role if it may do what belongs to this seat, or (None) to the host; else AccessError."""
    have = role()
    if not may_act(have, seat):
        whose = _("the host") if seat is None else _("the host or the person at seat %d") % seat
        raise AccessError(_("only %s can do this") % whose)
    return have


def for_host(view: Callable[P, str | AnyResponse]) -> Callable[P, str | AnyResponse]:
    """A view that only the host may ask."""

    @wraps(view)
    def checked(*args: P.args, **kwargs: P.kwargs) -> str | AnyResponse:
        allow()
        return view(*args, **kwargs)

    return checked
