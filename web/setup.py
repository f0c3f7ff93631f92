"""The set-up page: what the camera measures, and boards that are learned, chosen and forgotten."""

from flask import Flask, abort, make_response, request
from werkzeug.wrappers import Response

from companion.errors import UnreadableError
from companion.games import GAMES
from companion.layout import Layout
from companion.table import Table
from web.access import may_act
from web.actions import done
from web.checks import checks
from web.pages import kept
from web.sight import lens_of
from web.stream import version
from web.visit import for_host, role
from web.words import _

HERE = "/setup"


def add_setup(app: Flask, table: Table) -> None:
    """Routes of the set-up page."""

    @app.get(HERE)
    def setup_page() -> Response:
        live, seen, trouble = version(table), table.sight.seen, table.sight.trouble
        return kept(
            "setup.html",
            live=live,
            may_host=may_act(role(), None),
            looked=table.setup.layout,
            choices=choices(),
            checks=checks(seen, trouble, lens_of(table)),
        )

    @app.post(f"{HERE}/look")
    @for_host
    def look() -> Response:
        name = request.form.get("layout", "")
        named = {layout.name: layout for _title, layout in choices()}
        if name and name not in named:
            raise UnreadableError(_("nothing is called %r: choose what is listed") % name[:20])
        table.setup.look_for(named.get(name))
        return done(HERE)

    _add_boards(app, table)


def _add_boards(app: Flask, table: Table) -> None:
    @app.post(f"{HERE}/learn")
    @for_host
    def learn() -> Response:
        table.setup.learn()
        return done(HERE)

    @app.get(f"{HERE}/learnt.jpg")
    @for_host
    def learnt() -> Response:
        """The picture from which a board was learned, with its lines; it is kept nowhere."""
        if table.setup.learnt is None:
            abort(404)
        answer = make_response(table.setup.learnt.picture_jpeg)
        answer.headers["Content-Type"], answer.headers["Cache-Control"] = "image/jpeg", "no-store"
        return answer

    @app.post(f"{HERE}/keep")
    @for_host
    def keep() -> Response:
        table.setup.keep(request.form.get("name", "").strip())
        return done(HERE)

    @app.post(f"{HERE}/drop")
    @for_host
    def drop() -> Response:
        table.setup.drop()
        return done(HERE)

    @app.post(f"{HERE}/forget")
    @for_host
    def forget() -> Response:
        table.setup.forget(request.form.get("name", ""))
        return done(HERE)

    @app.post(f"{HERE}/choose")
    @for_host
    def choose() -> Response:
        table.setup.choose(request.form.get("side", 0, type=int), request.form.get("name", ""))
        return done(HERE)


def choices() -> list[tuple[str, Layout]]:
    """Everything that can lie there, each with what it is called."""
    known = {layout.name: layout for game in GAMES for layout in game.layouts.values()}
    titles = {name: ", ".join(game.title for game in GAMES if name in game.layouts) for name in known}
    return [
        (_("%(game)s: %(what)s") % {"game": titles[name], "what": _what(layout)}, layout)
        for name, layout in known.items()
    ]


def _what(layout: Layout) -> str:
    sides = {"rows": layout.rows, "cols": layout.cols}
    match layout.kind:
        case "board":
            return _("board of %(rows)d by %(cols)d squares") % sides
        case "cards":
            return _("cards")
        case "rack":
            return _("row of tiles")
        case _:
            return _("%(rows)d rows of %(cols)d tiles") % sides
