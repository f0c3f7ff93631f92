"""Home, the table, the big screen, help: pages that show what the table knows."""

from collections.abc import Sequence
from typing import Any

from flask import Flask, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CompanionError
from companion.fold import Folded, Unfolded
from companion.games import GAMES
from companion.games.record import Game, Quick, chosen
from companion.scoreboard import GridView, Scoreboard
from companion.signals import lights
from companion.table import Table
from web.access import Host, Outside, host_key, may_act
from web.actions import clean
from web.bests import bests
from web.difference import differences
from web.notices import notices
from web.pictures import qr_svg
from web.sight import covered_sentences, lens_of, told
from web.stream import clock_of, phase_of, version
from web.visit import role


def add_pages(app: Flask, table: Table, outside: Outside) -> None:
    """Routes of the pages that everybody may see."""

    @app.get("/")
    def home() -> AnyResponse:
        key = host_key(outside.secret) if isinstance(role(), Host) else ""
        stored = table.matches()
        matches = listed(table, stored)
        known = {"games": GAMES, "matches": matches, "lasts": last_used(stored), "key": key}
        known["bests"] = bests(matches)
        return kept("home.html", **found(table, outside), **known)

    @app.get("/table")
    def play() -> AnyResponse:
        if table.match is None:
            return redirect("/", 303)
        wanted = request.args.get("seat", type=int)
        own = f"{table.match.view.game.name}.html"
        return kept(own, "table.html", **shown(table, wanted))

    @app.get("/tv")
    def screen() -> AnyResponse:
        if table.match is None:
            return kept("tv.html", board=None, live=version(table))
        return kept(f"{table.match.view.game.name}_tv.html", "tv.html", **shown(table, None))

    @app.get("/help")
    def help_page() -> AnyResponse:
        return kept("help.html")

    @app.get("/about")
    def about() -> AnyResponse:
        return kept("about.html", notices=notices(), lexicon=table.lexicon)


def kept(*templates: str, **values: Any) -> AnyResponse:
    """A page, of the first template that is there, with its ETag; 304 when the browser has it already."""
    page = make_response(render_template(list(templates), **values))
    page.add_etag()
    return page.make_conditional(request)


def found(table: Table, outside: Outside) -> dict[str, Any]:
    """What a start has found: camera or its trouble, and where other devices find the pages."""
    seen, address = table.sight.seen, address_of(outside)
    camera = seen.camera if seen and not table.sight.trouble else ""
    return {
        "camera": camera,
        "trouble": table.sight.trouble,
        "address": address,
        "qr": qr_svg(address) if address else "",
        "live": version(table),
    }


def address_of(outside: Outside) -> str:
    """The address to type on another device, with the port that this page was asked on; empty: none."""
    reached = outside.reached_at()
    port = request.host.rpartition(":")[2]
    return f"http://{reached}{f':{port}' if port.isdecimal() else ''}" if reached else ""


def shown(table: Table, wanted: int | None) -> dict[str, Any]:
    """The match that is played as the table's pages show it, with one seat in the middle."""
    assert table.match is not None
    live = version(table)  # before all else: what happens meanwhile must be news to the page
    board, view = table.scoreboard(), table.match.view
    seat = wanted if wanted in {row.seat for row in board.seats} else next_seat(board)
    grid = next((grid for grid in board.grids if grid.seat == seat), None)
    have, seen = role(), table.sight.seen
    reading = seen.reading if seen and not table.sight.trouble else None
    still = reading if seen and seen.steady else None
    return {
        "board": board, "view": view, "seat_now": seat, "grid": grid, "clock": clock_of(table),
        "best": table.found.get(seat),
        "phase": phase_of(table), "may_host": may_act(have, None), "may_seat": lambda n: may_act(have, n),
        "clean": len(clean(table)) if view.closed is None else 0, "live": live,
        "waiting": waiting(board),
        "differs": differences(grid, still) if grid and grid.open_ and still else [],
        "news": board.blocks[len(board.grids) :][::-1],
        "layout": view.game.layout(view.state), "reading": reading,
        "steady": seen.steady if seen else False, "sight_told": told(reading, lens_of(table)),
        "sight_covered": bool(reading and covered_sentences(reading)),
        "kinds": {event.kind for event in view.game.events},
        "lamps": lights(board, phase_of(table) == "held") if view.game.has_buttons else {},
    }  # fmt: skip


def waiting(board: Scoreboard) -> list[int]:
    """Seats whose grid is missing or not said to be right, in seat order."""
    return sorted({*board.awaits, *(grid.seat for grid in board.grids if grid.open_)})


def next_seat(board: Scoreboard) -> int:
    """The seat to look at: the first with a grid to look through, else without one; 0 for none."""
    laid: list[GridView] = [grid for grid in board.grids if grid.open_]
    return next(iter((*(grid.seat for grid in laid), *board.awaits)), 0)


def listed(table: Table, stored: Sequence[Folded | Unfolded] | None = None) -> list[dict[str, object]]:
    """Every stored match with its result so far, the one opened last first."""
    playing, matches = table.match.view.name if table.match else "", stored or table.matches()
    return [summary(match, table) | {"playing": match.name == playing} for match in matches]


def last_used(stored: Sequence[Folded | Unfolded]) -> dict[str, Quick]:
    """For each game that opens by one tap, how it was opened last, if no tap of its own opens it so."""
    lasts: dict[str, Quick] = {}
    for match in stored:
        if isinstance(match, Folded) and match.game.quick and match.game.name not in lasts:
            lasts[match.game.name] = _as_quick(match)
    return {
        game.name: lasts[game.name]
        for game in GAMES
        if game.name in lasts and not any(_same(game, quick, lasts[game.name]) for quick in game.quick)
    }


def _as_quick(match: Folded) -> Quick:
    """The opening of a match as one tap, called by the choices that are not the usual ones."""
    usual = chosen(match.game.switches, {})
    other = {name: value for name, value in match.opened.switches.items() if value != usual[name]}
    return Quick(", ".join(f"{name} {value}" for name, value in other.items()), other, match.opened.names)


def _same(game: Game[Any], one: Quick, other: Quick) -> bool:
    switches = [chosen(game.switches, quick.switches) for quick in (one, other)]
    return switches[0] == switches[1] and tuple(one.names) == tuple(other.names)


def summary(match: Folded | Unfolded, table: Table) -> dict[str, object]:
    """A match in short: title, seats with points, or why there are none."""
    if isinstance(match, Unfolded):
        return {"name": match.name, "title": "Match", "problem": match.problem}
    known = {"name": match.name, "title": match.game.title, "closed": match.closed is not None}
    try:
        standings = match.standings(table.lexicon)
    except CompanionError as error:
        return known | {"problem": str(error)}
    return known | {"seats": standings.seats, "winners": standings.winners}
