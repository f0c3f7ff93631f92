"""What pages hear and ask again: an event stream, the state as JSON, and the camera's picture."""

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.signalling import Signalling
from companion.signals import lights
from companion.table import Table
from web.fresh import Fresh
from web.sight import shown, smallest_px
from web.words import _

MOST_STREAMS = 64
HEARTBEAT_S = 15.0
PICTURE_EVERY_NS = 400_000_000
RETRY_S = 5


def add_stream(
    app: Flask, table: Table, signs: Signalling | None = None, heartbeat_s: float = HEARTBEAT_S
) -> None:
    """Routes that pages listen to."""
    free, fresh = threading.Semaphore(MOST_STREAMS), Fresh(table)

    def known() -> str:
        return fresh.once("version", lambda: version(table))

    @app.get("/api/v1/events")
    def events() -> Response:
        if not free.acquire(blocking=False):
            answer = make_response(_("too many pages listen: this one asks every few seconds"), 503)
            answer.headers["Retry-After"] = str(RETRY_S)
            return answer
        answer = Response(news(table, heartbeat_s, signs, known), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.call_on_close(free.release)
        return answer

    @app.get("/api/v1/state")
    def state() -> AnyResponse:
        text, tag = fresh.once("state", lambda: _packed(table, signs))
        answer = Response(text, mimetype="application/json")
        answer.set_etag(tag)
        return answer.make_conditional(request)

    @app.get("/api/v1/clock")
    def clock() -> Response:
        answer = jsonify(clock_of(table))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/preview.jpg")
    def preview() -> Response:
        seen = table.sight.seen
        if seen is None or table.sight.trouble:
            picture = render_template("no_picture.svg", reason=table.sight.trouble)
            answer = Response(picture, 404, mimetype="image/svg+xml")
        else:
            answer = Response(seen.preview_jpeg, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "no-store"
        return answer


def news(
    table: Table,
    heartbeat_s: float,
    signs: Signalling | None = None,
    known: Callable[[], str] | None = None,
) -> Iterator[str]:
    """An event for each new version of the pages, each cue and picture; a heartbeat when nothing is new.

    `known` tells the version where many listen and one asks for all.
    """
    told, shown_ns, changes = "", 0, table.changes
    number = signs.given[-1].number if signs and signs.given else 0
    while True:
        now, seen = known() if known else version(table), table.sight.seen
        for given in signs.after(number) if signs else ():
            yield f"event: cue\ndata: {_(given.cue.word)}\n\n"
            number = given.number
        taken_ns = seen.taken_ns if seen else 0
        if now != told:
            yield f"event: page\ndata: {now}\n\n"
        if taken_ns - shown_ns >= PICTURE_EVERY_NS or (shown_ns and not taken_ns):
            yield f"event: picture\ndata: {taken_ns}\n\n"
            shown_ns = taken_ns
        told, fresh = now, table.wait(changes, heartbeat_s)
        if fresh == changes:
            yield ": still here\n\n"
        changes = fresh


def version(table: Table) -> str:
    """A short text that is another one whenever a page would show something else, the clock aside."""
    match, seen = table.match, table.sight.seen
    played = (match.view.name, len(match.view.entries)) if match else None
    reading = seen.reading if seen else None
    lies = shown(reading) if reading else None
    sight = (table.sight.trouble, seen.camera if seen else "", lies, seen.steady if seen else False)
    after_bell = reading is not None and seen is not None and seen.steady and table.remaining_ms is None
    lying = [(grid.seat, grid.grid) for grid in reading.grids] if reading and after_bell else []
    setting_up = (table.setup.state(), round(smallest_px(reading)) if reading and not match else 0)
    found = [(seat, grid.points) for seat, grid in table.found.items()]
    known = (played, sight, table.notice, lying, table.calling, table.desk.state, found, setting_up)
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def clock_of(table: Table) -> dict[str, Any]:
    """The round's clock as pages count it down."""
    remaining_ms, causes = table.remaining_ms, sorted(table.clock.causes)
    closed = table.match is not None and table.match.view.closed is not None
    running = remaining_ms is not None and not causes and not closed
    return {"remaining_ms": remaining_ms, "running": running, "causes": causes}


def phase_of(table: Table) -> str:
    """In one word: none, closed, running, held, or open (something is to be done, no clock runs)."""
    match, clock = table.match, clock_of(table)
    if match is None:
        return "none"
    if match.view.closed is not None:
        return "closed"
    if clock["remaining_ms"] is None:
        return "open"
    return "running" if clock["running"] else "held"


def signals_of(table: Table, signs: Signalling | None) -> dict[str, Any]:
    """The pattern of each lamp and the last cues, as displays and tests read them."""
    board = table.scoreboard() if table.match else None
    given = tuple(signs.given)[-10:] if signs else ()
    cues = [{"number": n, "cue": cue.name, "word": cue.word, "heard": heard} for n, cue, heard in given]
    return {"lamps": lights(board, phase_of(table) == "held"), "cues": cues}


def _packed(table: Table, signs: Signalling | None) -> tuple[str, str]:
    """The state as text, and its version."""
    whole = state_of(table) | signals_of(table, signs)
    return json.dumps(whole, ensure_ascii=False), str(whole["version"])


def state_of(table: Table) -> dict[str, Any]:
    """Everything a display needs; the ETag stays the same while only the clock runs."""
    board = asdict(table.scoreboard()) if table.match else None
    whole = {
        "version": version(table),
        "notice": table.notice,
        "phase": phase_of(table),
        "clock": clock_of(table),
        "scoreboard": board,
    }
    plain: dict[str, Any] = json.loads(json.dumps(whole))
    return plain
