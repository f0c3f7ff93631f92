"""What any page or display draws of a match: totals, blocks of lines, prompts and notices."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat's row: points so far, what it waits for or has done, and its tokens in words."""

    seat: int
    name: str
    points: int
    status: str
    tokens: str = ""

    def as_line(self) -> str:
        """The row in one plain line."""
        tokens = f", {self.tokens}" if self.tokens else ""
        return f"  seat {self.seat}  {self.name}: {self.points} points{tokens}; {self.status}"


@dataclass(frozen=True, slots=True)
class Block:
    """A heading with lines of plain sentences under it."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a grid as a page draws it.

    `face` as in a grid's text form, `symbol` one small letter or empty; `letter` is what a wild stands for;
    `asks` is a question about the cell (empty: none), `likely` what it may be instead, likeliest first.
    """

    name: str
    face: str
    symbol: str = ""
    letter: str = ""
    asks: str = ""
    likely: tuple[str, ...] = ()
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class LineView:
    """One row or column of a grid: its word, its points, the reason, and words that could be claimed."""

    name: str
    title: str
    word: str
    points: int
    balanced: bool
    sentence: str
    offers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class GridView:
    """One seat's grid in a round, with every line's score; `open_` until its player says it looks right."""

    seat: int
    name: str
    round: int
    rows: tuple[tuple[CellView, ...], ...]
    lines: tuple[LineView, ...]
    points: int
    remarks: tuple[str, ...] = ()
    open_: bool = True


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that can be done now: a label, the kind and fields of the entry it would make, and the seat
    whose own it is to do (None: the host's)."""

    label: str
    kind: str
    fields: tuple[tuple[str, Any], ...] = ()
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A match as a person would look at it; `house` names the rules and switches it is played by.

    `awaits` are the seats whose grid is to be shown, sent or typed now. `lamps` are the patterns (signals.py)
    of seats where the game says more than whose turn it is, `cues` what its last entry lets be heard.
    """

    headline: str
    house: str = ""
    seats: tuple[SeatRow, ...] = ()
    blocks: tuple[Block, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    notices: tuple[str, ...] = ()
    grids: tuple[GridView, ...] = ()
    awaits: tuple[int, ...] = ()
    lamps: tuple[tuple[int, str], ...] = ()
    cues: tuple[str, ...] = ()

    def changed_lines(self, before: "Scoreboard") -> tuple[str, ...]:
        """What is different from an earlier board, in plain lines; a changed line comes with its heading."""
        earlier = {block.heading.partition(",")[0]: block for block in before.blocks}
        lines = [] if self.headline == before.headline else [self.headline]
        lines += [row.as_line() for row in self.seats if row not in before.seats]
        for block in self.blocks:
            known = earlier.get(block.heading.partition(",")[0])
            fresh = [f"  {text}" for text in block.lines if known is None or text not in known.lines]
            lines += (
                [block.heading, *fresh] if fresh or known is None or known.heading != block.heading else []
            )
        return (*lines, *(f"! {notice}" for notice in self.notices if notice not in before.notices))

    def as_lines(self) -> tuple[str, ...]:
        """The whole board in plain lines, for a terminal."""
        rows = tuple(row.as_line() for row in self.seats)
        blocks = tuple(
            line for block in self.blocks for line in (block.heading, *("  " + text for text in block.lines))
        )
        return (self.headline, f"  {self.house}", *rows, *blocks, *(f"! {notice}" for notice in self.notices))
