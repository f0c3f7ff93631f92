"""The little language of the tests: a match that hears plain lines, and commands that were run."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.journal import Entry, Journal, Stamp
from companion.lexicon import Lexicon
from companion.match import Match

GAME = GAMES[0]
GRID = "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
WORDS = "ART BANG PAY EKE ABLE RAP NAE KEF EF ABLY LAY ALE AB KA PA TAN DAY RAN AN TEA"
SMALL = Lexicon.of(dict.fromkeys(WORDS.split(), 35) | {"KEF": 70}, name="small")
GOLDEN = Path(__file__).parent / "golden" / "evening.jsonl"
FIXED = Stamp("2026-01-02T19:30:00+01:00", "a-boot", 7)


@dataclass(frozen=True)
class Ran:
    """What a command did: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line on standard error of a command that printed nothing else."""
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("companion: ")
        return self.err.removeprefix("companion: ").rstrip("\n")


Run = Callable[..., Ran]


def in_child(*arguments: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Ran:
    """Run a command in a process of its own, with real pipes."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=180,
        env={**os.environ, **(env or {})},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def answered(ran: Ran, code: int = 0) -> dict[str, Any]:
    """The one JSON object that a command printed, with nothing else on standard output."""
    assert (ran.code, ran.out.count("\n")) == (code, 1), ran
    values: dict[str, Any] = json.loads(ran.out)
    return values


class Table:
    """A match that understands plain lines: `table.says("begin", "bell")` gives the last entry."""

    def __init__(self, journal: Journal, match: Match) -> None:
        self.journal, self.match = journal, match

    def says(self, *lines: str) -> Entry:
        for line in lines:
            entry = self.match.commit(GAME.heard(self.match.view.state, line))
        return entry

    def amends(self, of: int, line: str) -> Entry:
        return self.match.amend(of, GAME.heard(self.match.view.state, line))

    @property
    def points(self) -> list[int]:
        return [seat.points for seat in self.match.view.standings(SMALL).seats]
