"""What can happen once cards are taken: answers and their rulings, tiebreakers, the judge's choice.

No kind and no field is ever renamed; where `seat` may be None the table says it.
"""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.record import Event


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A done answer is shown to all; its text may stay untyped (WS-9)."""

    kind: ClassVar[str] = "revealed"
    says: ClassVar[str] = "{who} reveals {answer}"
    seat: int
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Voted(Event):
    """A player says whether the answer of seat `of` is sufficient: `verdict` is yes or no (WS-9)."""

    kind: ClassVar[str] = "voted"
    says: ClassVar[str] = "{who} on the answer of seat {of}: {verdict}"
    seat: int
    of: int
    verdict: str


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The others have agreed whether the answer of seat `of` is sufficient: yes or no (WS-9)."""

    kind: ClassVar[str] = "ruled"
    says: ClassVar[str] = "the table on the answer of seat {of}: {verdict}"
    of: int
    verdict: str


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """Somebody not involved flips a letter for a tiebreaker; without one the appliance draws (WS-7)."""

    kind: ClassVar[str] = "flipped"
    says: ClassVar[str] = "a letter is flipped for the tiebreaker: {letter}"
    letter: str = ""
    seat: int | None = None
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Who is first in the tiebreaker has said a word; `accepted` is yes or no, the word may stay untyped."""

    kind: ClassVar[str] = "said"
    says: ClassVar[str] = "a word in the tiebreaker: {word}, accepted: {accepted}"
    word: str = ""
    accepted: str = "yes"
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Silent(Event):
    """Who was to say a word was silent for three seconds: the next one is asked (WS-7)."""

    kind: ClassVar[str] = "silent"
    says: ClassVar[str] = "no word came in three seconds"
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """The judge's eyes are closed, and unused cards are back on the decks (WS-12)."""

    kind: ClassVar[str] = "cleared"
    says: ClassVar[str] = "unused cards are back on the decks"


@dataclass(frozen=True, slots=True)
class Assembled(Event):
    """All answers lie face down in a row before the judge, top card first (WS-12)."""

    kind: ClassVar[str] = "assembled"
    says: ClassVar[str] = "all answers lie face down before the judge"


@dataclass(frozen=True, slots=True)
class Fanned(Event):
    """The judge fans the next answer open, in drawn order; nobody says whose it is (WS-12)."""

    kind: ClassVar[str] = "fanned"
    says: ClassVar[str] = "an answer is fanned open: {answer}"
    answer: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked(Event):
    """The judge's choice: the numbers of three piles, for 8, 6 and 4 points (WS-2)."""

    kind: ClassVar[str] = "ranked"
    says: ClassVar[str] = "the judge chooses the piles {first}, {second} and {third}"
    first: int
    second: int
    third: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Owned(Event):
    """A chosen answer was this seat's; it is said only after the choice (WS-12)."""

    kind: ClassVar[str] = "owned"
    says: ClassVar[str] = "pile {pile} was the answer of {who}"
    seat: int
    pile: int
