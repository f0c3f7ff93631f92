"""What can happen at the timer; no kind and no field is ever renamed. `at_ms` is where the clock stood."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.record import Event


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """A round begins; with a clock for each seat, that of `seat` runs first."""

    kind: ClassVar[str] = "begun"
    says: ClassVar[str] = "the time runs"
    at_ms: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Added(Event):
    """The round, or the seat whose clock runs, gets half a minute more."""

    kind: ClassVar[str] = "added"
    says: ClassVar[str] = "30 seconds more"


@dataclass(frozen=True, slots=True)
class Reset(Event):
    """The time stands at its beginning again; the round did not count."""

    kind: ClassVar[str] = "reset"
    says: ClassVar[str] = "the time is set back"


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The round is over before its time."""

    kind: ClassVar[str] = "ended"
    says: ClassVar[str] = "the round is over"


@dataclass(frozen=True, slots=True)
class Rang(Event):
    """The time is up: of the round, or of the seat whose clock ran; it comes by itself."""

    kind: ClassVar[str] = "rang"
    says: ClassVar[str] = "the time is up"
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat has done its turn: its clock stops and that of the next seat runs."""

    kind: ClassVar[str] = "passed"
    says: ClassVar[str] = "{who} has done the turn"
    seat: int
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Armed(Event):
    """The question is open: from now on a press counts; `at_ns` of `boot` is the time of the key, if one
    said it."""

    kind: ClassVar[str] = "armed"
    says: ClassVar[str] = "the buzzers are open"
    at_ns: int | None = None
    boot: str = ""


@dataclass(frozen=True, slots=True)
class Buzzed(Event):
    """A seat pressed, at a time of `boot` stamped there; it lies within `give_ns` either way."""

    kind: ClassVar[str] = "buzzed"
    says: ClassVar[str] = "seat {seat} buzzes"
    seat: int
    at_ns: int
    give_ns: int = 0
    boot: str = ""


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The first in the line has answered: `right` is yes or no; then the next in the line may."""

    kind: ClassVar[str] = "answered"
    says: ClassVar[str] = "the answer was right: {right}"
    right: str


EVENTS: tuple[type[Event], ...] = (Begun, Added, Reset, Ended, Rang, Passed, Armed, Buzzed, Answered)
