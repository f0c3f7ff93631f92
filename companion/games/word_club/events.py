"""What can happen in a match; no kind and no field is ever renamed."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.record import Event


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Tiles were placed: the move's text form, as in `CATS D5>` (WC-3)."""

    kind: ClassVar[str] = "placed"
    says: ClassVar[str] = "{who} places {move}"
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """Tiles were exchanged: which ones, or, at a real table, only how many (None: not even that) (WC-7)."""

    kind: ClassVar[str] = "exchanged"
    says: ClassVar[str] = "{who} exchanges tiles"
    secret: ClassVar[frozenset[str]] = frozenset({"tiles"})
    seat: int
    tiles: str = ""
    number: int | None = 0


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A turn was passed (WC-7)."""

    kind: ClassVar[str] = "passed"
    says: ClassVar[str] = "{who} passes"
    seat: int


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """Somebody gave up, and said that they are sure (WC-10)."""

    kind: ClassVar[str] = "resigned"
    says: ClassVar[str] = "{who} resigns"
    seat: int
    sure: str = "no"


@dataclass(frozen=True, slots=True)
class Hinted(Event):
    """A hint was taken: words that the rack alone can spell (WC-12)."""

    kind: ClassVar[str] = "hinted"
    says: ClassVar[str] = "{who} takes a hint (assistance)"
    seat: int


@dataclass(frozen=True, slots=True)
class Tried(Event):
    """A play was refused, and counts as one of a few tries; which words failed (WC-4, switch `tries`)."""

    kind: ClassVar[str] = "tried"
    says: ClassVar[str] = "a play of {who} is refused"
    secret: ClassVar[frozenset[str]] = frozenset({"failing"})
    seat: int
    failing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """The last play was challenged: which of its words failed, None until the list is asked (WC-4)."""

    kind: ClassVar[str] = "challenged"
    says: ClassVar[str] = "{who} challenges the last play"
    seat: int
    failing: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """Nobody challenges the last play (WC-4)."""

    kind: ClassVar[str] = "accepted"
    says: ClassVar[str] = "the last play is accepted"


@dataclass(frozen=True, slots=True)
class Racked(Event):
    """What was left on a rack at the end, read or typed; `_` is a blank (WC-15)."""

    kind: ClassVar[str] = "racked"
    says: ClassVar[str] = "{who} has left: {tiles}"
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class Oriented(Event):
    """Which way the board lies in the camera's picture, in degrees clockwise (WC-15)."""

    kind: ClassVar[str] = "oriented"
    says: ClassVar[str] = "the board lies turned by {turn_deg}°"
    turn_deg: int


EVENTS: tuple[type[Event], ...] = (
    Placed, Exchanged, Passed, Resigned, Hinted, Tried, Challenged, Accepted, Racked, Oriented,
)  # fmt: skip
