"""Presses that come through pages: keys of the kiosk, the keyboard, phones."""

import math
from collections.abc import Sequence

from flask import Flask, Response, jsonify, request
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import RuleError, UnreadableError
from companion.parts import Buttons
from companion.presses import KEYS, NS_PER_MS, SHARED_KEYS, Press, phoned
from companion.pressfile import RawEdge, kept_runs, sentences
from companion.rollcall import RollCall
from companion.signalling import Signalling
from companion.signals import lights
from companion.table import Table
from web.access import Host, may_act
from web.actions import done
from web.pages import kept
from web.stream import clock_of, phase_of, version
from web.visit import allow, for_host, is_here, role
from web.words import _

MOST_SEATS = 10


def add_pressing(app: Flask, table: Table, signs: Signalling | None) -> None:
    """Routes of presses; each is stamped on arrival, before anything else is done with it."""

    @app.get("/panel")
    def panel() -> AnyResponse:
        live, board = version(table), table.scoreboard() if table.match else None
        return kept(
            "panel.html",
            board=board,
            lamps=lights(board, phase_of(table) == "held"),
            clock=clock_of(table),
            live=live,
            may_host=may_act(role(), None),
            may_seat=lambda seat: may_act(role(), seat),
            free=_free_seats(table, signs),
            last=sentences(_runs(table, signs)),
        )

    @app.post("/press/<int:seat>")
    def press_seat(seat: int) -> AnyResponse:
        now_ns = table.now.tick_ns
        allow(seat)
        if not _is_a_seat(table, seat):
            raise RuleError(_("nobody sits at this seat"))
        _hand_on(table, signs, _pressed(now_ns, seat, ("buzz", "hold")))
        return _pressed_on(table)

    @app.post("/press/table")
    def press_table() -> AnyResponse:
        now_ns = table.now.tick_ns
        allow()
        _hand_on(table, signs, _pressed(now_ns, None, SHARED_KEYS))
        return _pressed_on(table)

    @app.get("/api/v1/time")
    def time() -> Response:
        """Two of the four stamps of a clock exchange: when it was asked, when it was answered."""
        heard_ms = table.now.tick_ns / NS_PER_MS
        answer = jsonify({"heard_ms": heard_ms, "said_ms": table.now.tick_ns / NS_PER_MS})
        answer.headers["Cache-Control"] = "no-store"
        return answer

    _add_calls(app, table, signs)


def _add_calls(app: Flask, table: Table, signs: Signalling | None) -> None:
    """Routes of the roll call, which asks for one button after another."""

    @app.post("/panel/call")
    @for_host
    def call() -> AnyResponse:
        panel = _panel(signs)
        held = tuple(wire.name for wire in panel.closed)
        _signs(signs).called(RollCall(panel.wiring, held))
        return done("/panel")

    @app.post("/panel/call/over")
    @for_host
    def call_over() -> AnyResponse:
        if table.calling is not None:
            _signs(signs).called(table.calling.passed_over())
        return done("/panel")

    @app.post("/panel/call/end")
    @for_host
    def call_end() -> AnyResponse:
        _signs(signs).called(None)
        return done("/panel")


def _signs(signs: Signalling | None) -> Signalling:
    if signs is None:
        raise RuleError(_("there are no buttons here"))
    return signs


def _panel(signs: Signalling | None) -> Buttons:
    panel = _signs(signs).panel
    if panel is None:
        raise RuleError(_("there are no buttons here"))
    return panel


def _runs(table: Table, signs: Signalling | None) -> Sequence[Sequence[RawEdge]]:
    """The edges of the last presses; before the first one those that were kept when the table was left."""
    live = signs.panel.runs if signs and signs.panel else ()
    return live or kept_runs(table.journal.path.parent)


def _is_a_seat(table: Table, seat: int) -> bool:
    """Whether a press there can mean anything: somebody sits there, or the host tries its button."""
    if table.match is not None and seat in {row.seat for row in table.scoreboard().seats}:
        return True
    game = table.match.view.game if table.match is not None else None
    return 1 <= seat <= MOST_SEATS and isinstance(role(), Host) and (game is None or seat in game.seats)


def _free_seats(table: Table, signs: Signalling | None) -> list[int]:
    """Wired seats at which nobody sits and somebody could sit down."""
    match, panel = table.match, signs.panel if signs else None
    if match is None or panel is None or "joined" not in {event.kind for event in match.view.game.events}:
        return []
    taken = {row.seat for row in table.scoreboard().seats}
    wired = {wire.seat for wire in panel.wiring.buttons if wire.seat} & set(match.view.game.seats)
    return sorted(wired - taken)


def _hand_on(table: Table, signs: Signalling | None, press: Press) -> None:
    """A press on this screen goes through a drawn button where there is one, every other to the table."""
    panel, name = signs.panel if signs else None, f"seat{press.seat}" if press.seat else press.key
    drawn = panel is not None and panel.is_drawn and name in {wire.name for wire in panel.wiring.buttons}
    if press.door == "key" and press.key != "hold" and panel is not None and drawn:
        panel.push(name)
    elif signs is not None:
        signs.press(press)
    else:
        table.press(press)


def _pressed(now_ns: int, seat: int | None, keys: tuple[str, ...]) -> Press:
    """The press that was posted: here on arrival, from elsewhere by the phone's own stamp."""
    key = request.form.get("key", keys[0])
    if key not in keys:
        raise UnreadableError(_("there is no such key here: %s") % (key[:20] if key not in KEYS else key))
    if is_here():
        return Press(now_ns, key, seat, "key")
    at_ns, give_ns = phoned(now_ns, _ms("at_ms"), _ms("give_ms"))
    return Press(at_ns, key, seat, "phone", give_ns)


def _ms(name: str) -> float | None:
    try:
        given = float(request.form.get(name, ""))
    except ValueError:
        return None
    return given if math.isfinite(given) else None


def _pressed_on(table: Table) -> AnyResponse:
    """To the page again for a form; a script is only told what could not be done."""
    if request.headers.get("Accept", "").startswith("application/json"):
        return jsonify({"notice": table.notice})
    return done()
