"""The drawn table: tiles are dealt, moved, turned and flipped on a page, and the camera sees them."""

from random import Random

from flask import Flask, request
from werkzeug.wrappers import Response

from companion.drawn import DrawnTable, dealt
from companion.games import layouts
from companion.grid import Cell, Grid
from companion.layout import Layout
from companion.table import Table
from web.access import may_act
from web.actions import done, typed_grid
from web.pages import kept, shown
from web.stream import version
from web.visit import for_host, role


def add_drawing(app: Flask, table: Table, drawn: DrawnTable) -> None:
    """Routes of the drawn table."""

    @app.get("/drawn")
    def drawn_page() -> Response:
        nothing = {"board": None, "live": version(table), "may_host": may_act(role(), None)}
        known = shown(table, None) if table.match else nothing
        laid = {"grid_drawn": drawn.grid, "upturned": drawn.upturned, "wanted": layout_now(table).kind}
        return kept("drawn.html", **known, **laid)

    @app.post("/drawn")
    @for_host
    def lay() -> Response:
        grid = Grid.parse(typed_grid(request.form.get("letters", ""), request.form.get("symbols", "")))
        named = request.form.get("upturned", "").split()
        drawn.lay(grid, frozenset(map(Cell.parse, named)))
        return done("/drawn")

    @app.post("/drawn/deal")
    @for_host
    def deal() -> Response:
        drawn.lay(dealt(layout_now(table), Random()))
        return done("/drawn")


def layout_now(table: Table) -> Layout:
    """What is laid in the match or where the camera is set up, or the first layout there is."""
    wanted = table.setup.layout
    return wanted if wanted and wanted.kind in ("grid", "board") else next(iter(layouts().values()))
