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
class Prompt:
    """Something that can be done now: a label, and the kind and fields of the entry it would make."""

    label: str
    kind: str
    fields: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A match as a person would look at it; `house` names the rules and switches it is played by."""

    headline: str
    house: str = ""
    seats: tuple[SeatRow, ...] = ()
    blocks: tuple[Block, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    notices: tuple[str, ...] = ()

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
