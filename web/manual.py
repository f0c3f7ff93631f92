"""Help pages that are made from the code: what lamps and sounds mean, and how the panel is wired."""

from flask import Flask
from werkzeug.wrappers import Response as AnyResponse

from companion.signalling import Signalling
from companion.signals import CUES, TIMBRES, seat_cue
from companion.wiring import wired
from web.header import ROW_PX, header, parts
from web.pages import kept

MAPS = ("8 seats", "10 seats")


def add_manual(app: Flask, signs: Signalling | None) -> None:
    """Routes of the help pages that are made from tables of the code."""

    @app.get("/help/lamps")
    def lamps() -> AnyResponse:
        seats = [seat_cue(seat) for seat in range(1, len(TIMBRES) + 1)]
        return kept("lamps.html", cues=CUES.values(), seats=seats)

    @app.get("/help/wiring")
    def wiring() -> AnyResponse:
        own = signs.panel.wiring if signs and signs.panel else wired(MAPS[0])
        maps = {name: wired(name) for name in MAPS if wired(name) != own}
        drawn = {"": (header(own), parts(own), own)}
        drawn |= {name: (header(each), parts(each), each) for name, each in maps.items()}
        return kept("wiring.html", drawn=drawn, row_px=ROW_PX)
