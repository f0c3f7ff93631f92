"""A match as facts: its rounds, and who has won is computed from them (WS-10)."""

from dataclasses import dataclass, replace

from companion.games.wordos.contest import PLACE
from companion.games.wordos.round import Round
from companion.games.wordos.rules import FEWEST, LONGEST_CAPTION, TO_WIN, clockwise
from companion.games.wordos.stage import House, Stage
from companion.games.wordos.tie import MATCH
from companion.presses import Timeline
from companion.reading import Reading


@dataclass(frozen=True, slots=True)
class State:
    """`draws` is how many letters the appliance has drawn; they follow from `seed`. `gone` are seats whose
    players have left.

    `cues` are what the last entry lets be heard; `timeline` holds the times of its presses.
    """

    names: tuple[str, ...]
    house: House
    seed: str
    rounds: tuple[Round, ...] = ()
    draws: int = 0
    cues: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()
    timeline: Timeline = Timeline()

    @property
    def round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def stage(self) -> Stage:
        return self.rounds[-1].stage if self.rounds else Stage.CALL

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(1, len(self.names) + 1) if seat not in self.gone)

    @property
    def lacking(self) -> str:
        """Why no round can begin with those who are here; empty when one can (WS-1)."""
        fewest, count = FEWEST[self.house.mode], len(self.here)
        if count >= fewest:
            return ""
        players = f"{count} player{'' if count == 1 else 's'}"
        return f"{players} cannot play: it takes {fewest}, others can sit down"

    def name(self, seat: int) -> str:
        return self.names[seat - 1]

    def with_round(self, round_: Round) -> "State":
        return replace(self, rounds=(*self.rounds[:-1], round_))

    @property
    def next_caller(self) -> int:
        """The caller moves clockwise each round (WS-10)."""
        return clockwise(self.rounds[-1].caller if self.rounds else 0, self.here)

    def total(self, seat: int) -> int:
        return sum(round_.points.get(seat, 0) for round_ in self.rounds)

    @property
    def best(self) -> tuple[int, ...]:
        """The seats with 30 points or more that have most, read at the end of a round (WS-10).

        Who has left keeps the points and cannot win (ours).
        """
        if self.stage is not Stage.OVER:
            return ()
        totals = {seat: self.total(seat) for seat in self.here}
        most = max(totals.values(), default=0)
        return tuple(seat for seat, total in totals.items() if total == most >= TO_WIN)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won the match; several share, or a tiebreaker decides (WS-10)."""
        best = self.best
        if len(best) < 2 or not self.house.breaks:
            return best
        broken = [win.winner for win in self.rounds[-1].wins if win.about == MATCH and win.seats == best]
        return tuple(broken[-1:])

    @property
    def tied(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """What waits for a tiebreaker: a letter, a place or the match, and the seats that are in it."""
        round_ = self.round
        if round_ is None:
            return ()
        ties = round_.outcome.ties
        if round_.done.tied:
            ties = (*ties, (PLACE, round_.done.tied))
        return (*ties, (MATCH, self.best)) if self.best and not self.winners else ties

    @property
    def to_break(self) -> tuple[int, ...]:
        """The seats of the tie that is to be broken next, once every shout has its letter (WS-7)."""
        if not self.tied or (self.round and (self.round.unnamed or self.round.tie)):
            return ()
        return self.tied[0][1]

    def read_category(self, reading: Reading | None) -> str:
        """The text of the category card that the eye sees, for the caller to take or change; empty where
        there is none to read, or where it was a category of this match already (WS-3)."""
        if self.stage not in (Stage.CALL, Stage.OVER) or reading is None or reading.caption is None:
            return ""
        text = " ".join(reading.caption.text.split())[:LONGEST_CAPTION]
        before = {round_.caption.casefold() for round_ in self.rounds}
        return "" if text.casefold() in before else text

    def proposed(self, reading: Reading) -> str:
        """The letters of the one answer that the eye sees, row by row; empty while a cell is not sure."""
        if self.stage is not Stage.ANSWERS or len(reading.grids) != 1 or reading.obstructed:
            return ""
        grid = reading.grids[0]
        rows: dict[int, str] = {}
        for cell, tile in grid.grid:
            rows[cell.row] = rows.get(cell.row, "") + (tile.face if tile else "")
        return "" if grid.doubts else " ".join(row for row in rows.values() if row)
