"""What can happen in a match; no kind and no field is ever renamed."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.record import Event


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A person sits down at a seat, a new one or the own one left before; plays from the next round on."""

    kind: ClassVar[str] = "joined"
    says: ClassVar[str] = "{name} sits down at seat {seat}"
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Left(Event):
    kind: ClassVar[str] = "left"
    says: ClassVar[str] = "{who} leaves"
    seat: int


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    kind: ClassVar[str] = "renamed"
    says: ClassVar[str] = "seat {seat} is called {name}"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """A round begins: `at_ms` on the match's running clock, None where no clock runs."""

    kind: ClassVar[str] = "begun"
    says: ClassVar[str] = "the round begins"
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A tile of one symbol was swapped; told on honour (WK-11)."""

    kind: ClassVar[str] = "swapped"
    says: ClassVar[str] = "{who} swaps a tile"
    seat: int
    symbol: str


@dataclass(frozen=True, slots=True)
class Bell(Event):
    kind: ClassVar[str] = "bell"
    says: ClassVar[str] = "the bell"


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A seat's grid as it lay at the bell, in text form; `source` says who read it.

    `doubts` are what the reader was not sure of: the cell (r1c1), about what, the best guess, others.

    Laid again, it takes the place of the first; what was said of it stays as far as it still fits.
    """

    kind: ClassVar[str] = "laid"
    says: ClassVar[str] = "{who} lays {grid}"
    seat: int
    grid: str
    source: str = "typed"
    doubts: tuple[tuple[str, str, str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One cell was read wrongly: it shows `face` (`*` is the wild of its symbol, `#` only fills a hole, `.`
    is empty) on a tile of that symbol; an empty `symbol` keeps the one read. `round` None is the last one.

    It holds for later readings until another tile is read in that cell.
    """

    kind: ClassVar[str] = "corrected"
    says: ClassVar[str] = "{who}: {place} shows {face}"
    seat: int
    cell: str
    face: str
    symbol: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """Two symbols were taken for each other all over a seat's grid; every tile of one is one of the other."""

    kind: ClassVar[str] = "exchanged"
    says: ClassVar[str] = "{who}: two symbols were taken for each other"
    seat: int
    one: str
    other: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A seat says the letter of one of its wilds; the cell is named as in r4c1 (WK-7)."""

    kind: ClassVar[str] = "declared"
    says: ClassVar[str] = "{who}: the wild in {place} is {letter}"
    seat: int
    cell: str
    letter: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat claims a word for a line, as in row4 or column1 (WK-6)."""

    kind: ClassVar[str] = "claimed"
    says: ClassVar[str] = "{who} claims {word}"
    seat: int
    line: str
    word: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Confirmed(Event):
    """A seat says that its grid looks right."""

    kind: ClassVar[str] = "confirmed"
    says: ClassVar[str] = "{who}: it looks right"
    seat: int


EVENTS: tuple[type[Event], ...] = (
    Joined, Left, Renamed, Begun, Swapped, Bell, Laid, Corrected, Exchanged, Declared, Claimed, Confirmed,
)  # fmt: skip
