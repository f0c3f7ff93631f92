"""What the table does now, and what was chosen at the opening."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.wordos.rules import OWN


class Stage(StrEnum):
    """What the table does now."""

    CALL = "a category is to be read"
    LETTERS = "letters are turned up and hands drawn"
    DISCARD = "everybody discards a card"
    TAKE = "everybody takes a card"
    REST = "all hold their cards"
    ANSWERS = "answers are shown and ruled"
    JUDGING = "the judge's eyes are closed"
    READING = "the judge fans the answers open"
    OWNERS = "the chosen answers find their owners"
    OVER = "the round is over"


@dataclass(frozen=True, slots=True)
class House:
    """What was chosen at the opening; times in milliseconds."""

    mode: str
    spelled: bool
    tie_ms: int
    locked: bool
    tie3: bool
    breaks: bool

    @property
    def is_own(self) -> bool:
        return self.mode == OWN
