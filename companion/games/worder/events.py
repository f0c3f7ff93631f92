"""What can happen in a match; no kind and no field is ever renamed."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.record import Event


@dataclass(frozen=True, slots=True)
class Valued(Event):
    """The printed values of the nine cards were filled in, as in `T1 S1 L2`."""

    kind: ClassVar[str] = "valued"
    deck: str


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A card was turned up: the restriction of a new game (WR-1)."""

    kind: ClassVar[str] = "turned"
    letter: str


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """All words `must` use the restriction's letter, or `cannot` (WR-1)."""

    kind: ClassVar[str] = "chosen"
    method: str


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A card was placed, with a word for the run across and one for the run down.

    One word alone serves every run (WR-3). `accepted`: the table heard the words and takes them; then they
    may be left out. `seat` is who placed it, None when the table did.
    """

    kind: ClassVar[str] = "placed"
    letter: str
    cell: str
    across: str = ""
    down: str = ""
    accepted: str = "no"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Stuck(Event):
    """No word is found for this card: it is removed and the game ends (WR-5)."""

    kind: ClassVar[str] = "stuck"
    letter: str


@dataclass(frozen=True, slots=True)
class Hinted(Event):
    """Somebody asked whether there is any word for this card, in one cell or anywhere (WR-7)."""

    kind: ClassVar[str] = "hinted"
    letter: str
    cell: str = ""


EVENTS: tuple[type[Event], ...] = (Valued, Turned, Chosen, Placed, Stuck, Hinted)
