"""What can happen in a match until a seat is done, as facts; no kind and no field is ever renamed.

`at_ns` are monotonic nanoseconds of `boot`, stamped where it was pressed, `at_ms` is where the match's clock
stood.
Where `seat` may be None the table says it; else it is whose device did.
"""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.record import Event
from companion.games.wordos.answers import (
    Assembled,
    Cleared,
    Fanned,
    Flipped,
    Owned,
    Ranked,
    Revealed,
    Ruled,
    Said,
    Silent,
    Voted,
)
from companion.games.wordos.players import Joined, Left, Renamed


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The caller reads a category: a round begins; the caption may stay untyped (WS-3, WS-10)."""

    kind: ClassVar[str] = "called"
    says: ClassVar[str] = "the category is read: {caption}"
    caption: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A player flips the own letter card (WS-3)."""

    kind: ClassVar[str] = "turned"
    says: ClassVar[str] = "{who} flips {letter}"
    seat: int
    letter: str


@dataclass(frozen=True, slots=True)
class Switched(Event):
    """A player thinks of nothing and flips another letter: the one switch of the round (WS-3)."""

    kind: ClassVar[str] = "switched"
    says: ClassVar[str] = "{who} switches to {letter}"
    seat: int
    letter: str


@dataclass(frozen=True, slots=True)
class Thought(Event):
    """A player has thought of an answer of so many letters and picked up the rest of them (WS-3)."""

    kind: ClassVar[str] = "thought"
    says: ClassVar[str] = "{who} holds {letters} letters"
    seat: int
    letters: int


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """The caller has decided how many letters everybody holds in this round (WS-2)."""

    kind: ClassVar[str] = "decided"
    says: ClassVar[str] = "everybody holds {letters} letters"
    letters: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """A player changes the answer to one of as many letters or more, and picks up the extra cards (WS-5)."""

    kind: ClassVar[str] = "changed"
    says: ClassVar[str] = "{who} changes the answer to {letters} letters"
    seat: int
    letters: int


@dataclass(frozen=True, slots=True)
class Go(Event):
    """The caller shouts GO: everybody still playing discards (WS-4)."""

    kind: ClassVar[str] = "go"
    says: ClassVar[str] = "GO"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """The letter that a player laid face up on the own pile (WS-4)."""

    kind: ClassVar[str] = "discarded"
    says: ClassVar[str] = "{who} discards {letter}"
    seat: int
    letter: str


@dataclass(frozen=True, slots=True)
class Lie(Event):
    """All discards lie: from now on a press counts as a shout (WS-6, WS-8)."""

    kind: ClassVar[str] = "lie"
    says: ClassVar[str] = "all discards lie: the buttons count"
    seat: int | None = None
    at_ns: int | None = None
    boot: str = ""


@dataclass(frozen=True, slots=True)
class Pressed(Event):
    """A seat presses: a shout for a letter, or in a tiebreaker for the word (WS-6, WS-7)."""

    kind: ClassVar[str] = "pressed"
    says: ClassVar[str] = "{who} presses"
    seat: int
    at_ns: int
    give_ns: int = 0
    door: str = "pin"
    at_ms: int | None = None
    boot: str = ""


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """The letter that a seat shouted for (WS-5, WS-6)."""

    kind: ClassVar[str] = "claimed"
    says: ClassVar[str] = "{who} claims {letter}"
    seat: int
    letter: str


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player picks up a card from the decks instead of stealing one (WS-4)."""

    kind: ClassVar[str] = "drew"
    says: ClassVar[str] = "{who} picks up a card"
    seat: int


@dataclass(frozen=True, slots=True)
class Others(Event):
    """Everybody who has not taken a card in this GO picks one up from the decks (WS-4)."""

    kind: ClassVar[str] = "others"
    says: ClassVar[str] = "everybody else picks up a card"


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The decks are empty: all cards under the tops of the piles are shuffled back (WS-4)."""

    kind: ClassVar[str] = "reshuffled"
    says: ClassVar[str] = "the cards under the tops are shuffled back"


@dataclass(frozen=True, slots=True)
class Done(Event):
    """A seat presses DONE: its answer is complete (WS-2, WS-9)."""

    kind: ClassVar[str] = "done"
    says: ClassVar[str] = "{who} is done"
    seat: int
    at_ns: int
    give_ns: int = 0
    door: str = "pin"
    boot: str = ""


EVENTS: tuple[type[Event], ...] = (
    Called, Turned, Switched, Thought, Decided, Changed, Go, Discarded, Lie, Pressed, Claimed, Drew,
    Others, Reshuffled, Done, Revealed, Voted, Ruled, Flipped, Said, Silent, Cleared, Assembled, Fanned,
    Ranked, Owned, Joined, Left, Renamed,
)  # fmt: skip
