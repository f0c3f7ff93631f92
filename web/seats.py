"""Seats on phones: a code for each, the page of a seat, and the key that makes a device a host."""

from flask import Flask, redirect, render_template, request, session
from werkzeug.wrappers import Response

from companion.table import Table
from web.access import AccessError, KeyGate, Outside, host_key, may_act, seat_of, seat_token
from web.actions import playing
from web.pages import address_of, kept, shown
from web.pictures import qr_svg
from web.visit import for_host, role
from web.words import _


def add_seats(app: Flask, table: Table, outside: Outside, gate: KeyGate) -> None:
    """Routes of seats and of the host key."""

    @app.get("/phones")
    @for_host
    def phones() -> Response:
        match, address = playing(table), address_of(outside)
        links = [
            (row, f"{address}/join/{seat_token(outside.secret, match.view.name, row.seat)}")
            for row in table.scoreboard().seats
        ]
        codes = [(row, link, qr_svg(link)) for row, link in links] if address else []
        return kept("phones.html", codes=codes, address=address, key=host_key(outside.secret))

    @app.get("/join/<token>")
    def join(token: str) -> str:
        match = playing(table)
        seats = tuple(row.seat for row in table.scoreboard().seats)
        seat = seat_of(token, outside.secret, match.view.name, seats)
        if seat is None:
            raise AccessError(_("this code is of another match: scan the one that the table shows now"))
        session["seat"], session.permanent = [match.view.name, seat], True
        name = next(row.name for row in table.scoreboard().seats if row.seat == seat)
        return render_template("join.html", seat=seat, name=name)

    @app.get("/seat/<int:seat>")
    def seat_page(seat: int) -> Response:
        if table.match is None:
            return redirect("/", 303)
        if seat not in {row.seat for row in table.scoreboard().seats}:
            raise AccessError(_("nobody sits at this seat"))
        if not may_act(role(), seat):
            raise AccessError(_("this page is of another seat: scan the code of your own"))
        return kept(f"{table.match.view.game.name}_seat.html", "seat.html", **shown(table, seat))

    @app.get("/host")
    def host_page() -> Response:
        return kept("host.html", wrong=False)

    @app.post("/host")
    def become_host() -> tuple[str, int] | Response:
        if not gate.fits("".join(request.form.get("key", "").split())):
            return render_template("host.html", wrong=True), 403
        session["host"], session.permanent = True, True
        return redirect("/", 303)
