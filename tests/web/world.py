"""The world of the page tests: a table, its visitors, and what they can ask."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evening import GAME
from fake_sight import FakeSight, TestClock, table_with
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.drawn import DrawnTable
from companion.grid import Grid
from companion.journal import Journal
from companion.lexicon import Lexicon
from companion.table import Table
from web import Outside, create_app
from web.access import host_key, seat_token

SECRET = b"s" * 32
GRID = "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
PLAIN = "ARTD/BANG/LPAY/EKEF sqcc/coqs/ocqs/qsoo"
OTHER = "TAND/BANG/LPAY/EKEF sqcc/coqs/ocqs/qsoo"
KEY = host_key(SECRET)


class Visitor:
    """A browser somewhere in the house, with its own cookies."""

    def __init__(self, app: Flask, address: str = "192.168.1.50") -> None:
        self.client: FlaskClient = app.test_client()
        self.asked = {"environ_base": {"REMOTE_ADDR": address}, "base_url": "http://192.168.1.5:8000"}

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.client.get(path, **{**self.asked, **more})

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        token = re.search(r'name="csrf" value="([^"]+)"', self.get("/host").text)
        assert token
        given = {"csrf": token[1], **(data or {})}
        return self.client.post(path, data=given, **{**self.asked, **more})


@dataclass
class World:
    """Everything a test can reach for."""

    table: Table
    sight: FakeSight
    clock: TestClock
    app: Flask

    @classmethod
    def made(
        cls,
        folder: Path,
        journal: Journal,
        lexicon: Lexicon,
        address: str = "192.168.1.5",
        clock: TestClock | None = None,
    ) -> "World":
        sight, clock = FakeSight(), clock or TestClock()
        table = table_with(folder, journal, lexicon, sight, clock)
        drawn = DrawnTable(sight)
        drawn.lay(Grid.parse(GRID))
        outside = Outside(SECRET, "0.0.0.0", "kitchen", lambda: address, clock.now_s)
        return cls(table, sight, clock, create_app(table, outside, drawn))

    def viewer(self) -> Visitor:
        return Visitor(self.app)

    def host(self) -> Visitor:
        return Visitor(self.app, "127.0.0.1")

    def at_seat(self, seat: int) -> Visitor:
        assert self.table.match is not None
        visitor = self.viewer()
        answer = visitor.get(f"/join/{seat_token(SECRET, self.table.match.view.name, seat)}")
        assert answer.status_code == 200
        return visitor

    def opens(self, *names: str) -> None:
        self.table.open(GAME, "evening", names or ("Ann", "Ben"), {})

    def reviews(self, *names: str, grid: str = GRID) -> None:
        """A match whose first bell has rung, with this grid laid before seat 1."""
        self.opens(*names)
        self.table.commit("begun", {})
        self.table.commit("bell", {})
        self.table.commit("laid", {"seat": 1, "grid": grid})

    @property
    def entries(self) -> int:
        return len(self.table.match.view.entries) if self.table.match else 0

    @property
    def last(self) -> Any:
        assert self.table.match is not None
        return self.table.match.view.entries[-1]
