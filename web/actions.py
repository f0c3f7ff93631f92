"""What can be done at the table: each post becomes an entry of the match, or a sentence that says why not."""

from dataclasses import fields
from typing import Any

from flask import Flask, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.errors import RuleError, UnreadableError
from companion.games import game_named
from companion.games.record import Event
from companion.lexicon import as_word
from companion.match import Match
from companion.table import Table
from companion.timekeeping import add_time, restart, skip
from web.access import who
from web.visit import allow, for_host
from web.words import _

CHANGES = {"more": add_time, "restart": restart, "skip": skip}
RAISED = ("word", "letter", "face")
TIMES = ("_ms", "_ns", "boot")
MOST_NAMES = 12


def add_actions(app: Flask, table: Table) -> None:
    """Routes that change the match that is played, and those that begin and end one."""
    _add_matches(app, table)
    _add_events(app, table)
    _add_clock(app, table)
    _add_corrections(app, table)


def done(default: str = "/table") -> Response:
    """Back to the page that the form stood on."""
    wanted = request.form.get("next", default)
    local = wanted.startswith("/") and not wanted.startswith(("//", "/\\"))
    return redirect(wanted if local else default, 303)


def playing(table: Table) -> Match:
    if table.match is None:
        raise RuleError(_("no match is played now: open one first"))
    return table.match


def _add_matches(app: Flask, table: Table) -> None:
    @app.post("/open")
    @for_host
    def open_match() -> Response:
        game = game_named(request.form.get("game", ""))
        given = [*request.form.getlist("player"), *request.form.getlist("seated")]
        names = [name for name in given[:MOST_NAMES] if name.strip()]
        switches = {s.name: request.form[s.name] for s in game.switches if s.name in request.form}
        table.open(game, table.fresh_name(), names, switches, request.form.get("rules", ""))
        return done()

    @app.post("/go-on")
    @for_host
    def go_on() -> Response:
        table.go_on(request.form.get("match", ""))
        return done()

    @app.post("/aside")
    @for_host
    def aside() -> Response:
        table.put_aside()
        return done("/")

    @app.post("/close")
    @for_host
    def close() -> Response:
        playing(table).close("host")
        return done()


def _add_events(app: Flask, table: Table) -> None:
    @app.post("/act/<kind>")
    def act(kind: str) -> Response:
        event = event_type(playing(table), kind)
        values = fields_from(request.form, event)
        seat = values.get("seat")
        role = allow(seat if isinstance(seat, int) else None)
        table.commit(kind, values, who(role))
        return done()

    @app.post("/accept")
    @for_host
    def accept() -> Response:
        for kind, values in clean(table):
            table.commit(kind, values, "host")
        return done()

    @app.post("/take/<int:seat>")
    def take(seat: int) -> Response:
        table.take_reading(seat, who(allow(seat)), request.form.get("grid", ""))
        return done()

    @app.post("/picture/<int:seat>")
    def picture(seat: int) -> Response:
        role, sent = allow(seat), request.files.get("picture")
        packed = sent.read() if sent else b""
        if not packed:
            raise UnreadableError(_("no picture was sent: take one first"))
        table.read_upload(packed, seat, who(role))
        return done()


def clean(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """The entries that accept every grid of which nothing is asked: its one prompt is that it looks right."""
    board = table.scoreboard()
    sure = [g.seat for g in board.grids if g.open_ and not any(cell.asks for row in g.rows for cell in row)]
    prompts = {seat: [prompt for prompt in board.prompts if prompt.seat == seat] for seat in sure}
    return [(each[0].kind, dict(each[0].fields)) for each in prompts.values() if len(each) == 1]


def event_type(match: Match, kind: str) -> type[Event]:
    known = {event.kind: event for event in match.view.game.events}
    if kind not in known:
        raise UnreadableError(_("this page asked for what this game does not know: load it again"))
    return known[kind]


def fields_from(form: MultiDict[str, str], event: type[Event]) -> dict[str, Any]:
    """The fields of an event from a form: numbers as such, words in upper case, empty ones left out.

    Several inputs of one name make one text.

    Times are never taken from a form: when something was is stamped here or at the button (WS-11).
    """
    wanted = [f.name for f in fields(event) if not f.name.endswith(TIMES)]
    numbers = {f.name for f in fields(event) if f.type in (int, int | None)}
    told = {name: form.get(name, "") if name in numbers else " ".join(form.getlist(name)) for name in wanted}
    given = {name: text for name, text in told.items() if text.strip()}
    values: dict[str, Any] = {n: _number(n, t) if n in numbers else t for n, t in given.items()}
    values |= {name: as_word(values[name]) for name in RAISED if name in values}
    if "letters" in form and "grid" in wanted:
        values["grid"] = typed_grid(form["letters"], form.get("symbols", ""))
    elif "face_now" in form and "face" not in values:
        values["face"] = form["face_now"]
    return values


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UnreadableError(_("%s must be a number") % name)
    return int(text)


def typed_grid(letters: str, symbols: str) -> str:
    """A grid's text form from rows of letters and rows of symbols as people type them."""
    rows = "/".join(as_word(letters.replace("/", " ")).split())
    inks = "/".join(symbols.replace("/", " ").lower().split())
    return f"{rows} {inks}".strip()


def _add_clock(app: Flask, table: Table) -> None:
    @app.post("/pause/<cause>")
    @for_host
    def pause(cause: str) -> Response:
        table.pause(cause)
        return done()

    @app.post("/resume/<cause>")
    @for_host
    def resume(cause: str) -> Response:
        table.resume(cause)
        return done()

    @app.post("/clock/<change>")
    @for_host
    def change_clock(change: str) -> Response:
        if change not in CHANGES:
            raise UnreadableError(_("this page asked for what this clock does not know: load it again"))
        CHANGES[change](table)
        return done()


def _add_corrections(app: Flask, table: Table) -> None:
    @app.post("/undo")
    @for_host
    def undo() -> Response:
        playing(table).undo("host")
        return done()

    @app.post("/redo")
    @for_host
    def redo() -> Response:
        playing(table).redo("host")
        return done()

    @app.post("/strike/<int:seq>")
    @for_host
    def strike(seq: int) -> Response:
        playing(table).strike(seq, "host")
        return done()

    @app.post("/rule")
    @for_host
    def rule() -> Response:
        word, allowed = as_word(request.form.get("word", "")), request.form.get("allowed") == "yes"
        playing(table).rule(word, allowed, "host")
        return done()
