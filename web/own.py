"""What only one seat may see, and what a move would bring before it is made."""

from flask import Flask, Response, jsonify, request

from companion.errors import RuleError, UnreadableError
from companion.table import Table
from web.access import AccessError, Seated
from web.actions import event_type, fields_from, playing
from web.visit import allow, role
from web.words import _


def add_own(app: Flask, table: Table) -> None:
    """Routes that answer one seat alone; nothing of them is kept anywhere."""

    @app.get("/own/<int:seat>")
    def own(seat: int) -> Response:
        """A seat's own is told to the person at that seat; on the table's own screen to whose turn it is."""
        allow(seat)
        match = playing(table)
        view = match.view
        if not isinstance(role(), Seated) and view.game.to_move(view.state) != seat:
            raise AccessError(_("on this screen only the player whose turn it is can look at what is hidden"))
        told = view.game.private(view.state, seat, match.lexicon) if view.closed is None else {}
        return _unkept(jsonify(dict(told)))

    @app.post("/try/<kind>")
    def try_event(kind: str) -> Response:
        match = playing(table)
        values = fields_from(request.form, event_type(match, kind))
        seat = values.get("seat")
        allow(seat if isinstance(seat, int) else None)
        view = match.view
        try:
            lines = view.game.preview(view.state, view.game.event(kind, values), match.lexicon)
        except (RuleError, UnreadableError) as error:
            return _unkept(jsonify({"refused": str(error)}))
        return _unkept(jsonify({"lines": list(lines)}))


def _unkept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
