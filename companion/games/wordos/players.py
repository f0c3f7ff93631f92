"""Who comes, goes or is called otherwise in the middle of a match (ours: the book is silent)."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.record import Event


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A player sits down at the next seat, or comes back to the one that was left; plays from the next
    round on."""

    kind: ClassVar[str] = "joined"
    says: ClassVar[str] = "{name} sits down at seat {seat}"
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player leaves: the cards are set aside, the points stay."""

    kind: ClassVar[str] = "left"
    says: ClassVar[str] = "{who} leaves"
    seat: int


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    """A player is called otherwise."""

    kind: ClassVar[str] = "renamed"
    says: ClassVar[str] = "seat {seat} is called {name}"
    seat: int
    name: str
