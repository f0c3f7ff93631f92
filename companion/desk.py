"""The referee's desk: words that are asked, the ruling that is shown, the clock that is held meanwhile."""

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion import rulings
from companion.errors import RuleError
from companion.house import standing
from companion.lexicon import HouseWord, Lexicon, as_word
from companion.presses import LONG_NS, Press
from companion.referee import Ruling, check_count, rule

if TYPE_CHECKING:
    from companion.table import Table

SHOWN_NS = 10_000_000_000
CAUSE = "dispute"
BOTH = 2


@dataclass(frozen=True, slots=True)
class Free:
    """Nothing is asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Words that wait until `needed` seats have said by their buttons that these are the words."""

    words: tuple[str, ...]
    who: str
    needed: int
    confirmed: frozenset[int] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Shown:
    """A ruling that is on the screen until `until_ns`, or until somebody touches a key."""

    ruling: Ruling
    until_ns: int


State = Free | Asked | Shown


class Desk:
    """The desk of one table; it may be asked from any thread.

    `state` is a frozen value, `last` the ruling that was made last; `confirms` says whether two seats press
    their buttons before a ruling is shown. The desk ends only a pause that it began itself.
    """

    def __init__(self, table: "Table") -> None:
        self.confirms = False
        self.state: State = Free()
        self.last: Ruling | None = None
        self._table, self._lock, self._holds = table, threading.RLock(), False

    def house_words(self) -> dict[str, HouseWord]:
        """The words on which the house has ruled, as the match that is played sees them."""
        match = self._table.match
        if match is not None:
            return match.view.house_words
        return {each.word: each for each in standing(self._table.journal)}

    def lexicon(self) -> Lexicon:
        """The list by which is ruled now."""
        match = self._table.match
        if match is not None:
            return match.lexicon
        ruled = {each.word: each.allowed for each in self.house_words().values()}
        return self._table.lexicon.ruled(ruled)

    def hold(self) -> None:
        """Hold the running clock while words are typed; nothing when it is held for a dispute already."""
        with self._lock:
            table = self._table
            running = table.match is not None and table.match.view.closed is None
            if running and table.remaining_ms is not None and CAUSE not in table.clock.causes:
                table.pause(CAUSE, "referee")
                self._holds = True

    def ask(self, text: str, who: str) -> None:
        """Rule on words with spaces between, or wait for both players; a slur is refused at once.

        Raises UnreadableError for no words or too many, JournalError when the ruling could not be written.
        """
        words = tuple(check_count(text.split()))
        with self._lock:
            self.hold()
            seats = self._seats()
            demeans = any(self._table.lexicon.is_slur(as_word(word)) for word in words)
            if self.confirms and seats and not demeans:
                self.state = Asked(words, who, min(BOTH, seats))
            else:
                self._rule(words, who)
        self._table.tell()

    def hears(self, press: Press) -> bool:
        """Whether a press was meant for the desk: it confirms the words, or clears what is shown."""
        with self._lock:
            match self.state:
                case Free():
                    return False
                case Shown() as shown:
                    if not _is_older(press, shown):
                        self.clear()
                case Asked() as asked:
                    self._confirmed(asked, press)
        self._table.tell()
        return True

    def clear(self) -> None:
        """Take the words or the ruling off the screen; the clock goes on if the desk held it."""
        with self._lock:
            self.state = Free()
            if self._holds and CAUSE in self._table.clock.causes:
                self._table.resume(CAUSE, "referee")
            self._holds = False
        self._table.tell()

    def tick(self, now_ns: int) -> None:
        """Clear a ruling that has been shown long enough, whoever shows it."""
        state = self.state
        if isinstance(state, Shown) and now_ns >= state.until_ns:
            self.clear()

    def _seats(self) -> int:
        """How many sit at the table: only they can confirm."""
        match = self._table.match
        return len(self._table.scoreboard().seats) if match and match.view.closed is None else 0

    def _confirmed(self, asked: Asked, press: Press) -> None:
        if press.key == "undo":
            self.clear()
        elif press.seat is None:
            raise RuleError("words wait for both players' buttons; undo takes them back")
        else:
            both = asked.confirmed | {press.seat}
            self.state = Asked(asked.words, asked.who, asked.needed, both)
            if len(both) >= asked.needed:
                self._rule(asked.words, asked.who)

    def _rule(self, words: tuple[str, ...], who: str) -> None:
        """Rule, write it into the log, show it; nothing is shown that could not be written."""
        table, now = self._table, self._table.stamp()
        lexicon, match = self.lexicon(), table.match
        ruling = rule(words, lexicon, house=self.house_words())
        name = match.view.name if match else ""
        rulings.log(table.journal, ruling, lexicon, "all", name, who, now)
        self.last, self.state = ruling, Shown(ruling, now.tick_ns + SHOWN_NS)


def _is_older(press: Press, shown: Shown) -> bool:
    """Whether a button is still held down since before a ruling was shown."""
    return press.key == "hold" and press.at_ns - LONG_NS <= shown.until_ns - SHOWN_NS
