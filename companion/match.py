"""A match that is played: corrections that erase nothing, and the only writer of its entries."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from companion.errors import RuleError, UnreadableError
from companion.fold import (
    AMEND,
    CLOSED,
    OPENED,
    RULE,
    STRIKE,
    Folded,
    allowed_by,
    before,
    fold,
    target_of,
    text_of,
)
from companion.games.record import Event, Game, Opened, chosen
from companion.grid import LONGEST_SIDE
from companion.house import standing
from companion.journal import Entry, Journal, Stamp, as_stored
from companion.lexicon import Lexicon
from companion.timing import PAUSED, RESUMED, SET, TIMED, clocked

Proposal = tuple[str, Mapping[str, Any]]


class Match:
    """A match that is played: the only writer of its entries, one at a time, and what follows from them.

    `view` is a frozen value that may be read from any thread; listeners are told each new number.
    """

    def __init__(self, journal: Journal, view: Folded, lexicon: Lexicon, stamp: Callable[[], Stamp]) -> None:
        self.view = view
        self.listeners: list[Callable[[int], None]] = []
        self._journal, self._lexicon, self._stamp = journal, lexicon, stamp
        self._lock = threading.Lock()

    @property
    def lexicon(self) -> Lexicon:
        """The list as this match sees it now, with its rulings."""
        return self.view.lexicon(self._lexicon)

    def commit(self, event: Event, who: str = "table", why: str = "", stamp: Stamp | None = None) -> Entry:
        """Record that something happened; RuleError when it cannot, JournalError when it was not stored.

        `stamp` is when it was due or pressed, where that is not now.
        """
        return self._append(lambda view: _settled(view, event, self._lexicon), who, why, stamp)

    def pause(self, cause: str, at_ms: int, who: str = "table", why: str = "") -> Entry:
        """Record that the running clock is held at `at_ms` for a cause; RuleError when it is already."""
        return self._append(lambda _: (PAUSED, {"cause": cause, "at_ms": at_ms}), who, why)

    def resume(self, cause: str, who: str = "table", why: str = "") -> Entry:
        """Record that a cause has ended; the clock runs on when it was the last one."""
        return self._append(lambda _: (RESUMED, {"cause": cause}), who, why)

    def set_clock(self, kind: str, fields: Mapping[str, int], who: str = "table", why: str = "") -> Entry:
        """Record that the running clock was given time, begun anew or skipped (a kind in timing.SET)."""
        return self._append(lambda _: (kind, fields), who, why)

    def strike(self, of: int, who: str = "table", why: str = "") -> Entry:
        """Record that an entry did not happen; a strike of a strike brings it back."""
        return self._append(lambda _: (STRIKE, {"of": of}), who, why)

    def amend(self, of: int, event: Event, who: str = "table", why: str = "") -> Entry:
        """Record that an entry happened differently: same kind, other fields."""
        return self._append(lambda view: _amend(view, of, event, self._lexicon), who, why)

    def rule(self, word: str, allowed: bool, who: str = "table", why: str = "") -> Entry:
        """Record the table's ruling on a word, for this match only; UnreadableError on one too long."""
        if len(word) > LONGEST_SIDE:
            raise UnreadableError(
                f"no word for a ruling: {word[:20]!r}; write at most {LONGEST_SIDE} letters"
            )
        return self._append(lambda _: (RULE, {"word": word, "allowed": allowed}), who, why)

    def close(self, who: str = "table", why: str = "") -> Entry:
        """Close the match and store its result for the history."""
        return self._append(lambda view: _closing(view, self._lexicon), who, why)

    def undo(self, who: str = "table", why: str = "undo") -> Entry:
        """Strike the last entry that still counts, whatever it was; RuleError if only the opening is left."""
        return self._append(_undoing, who, why)

    def redo(self, who: str = "table", why: str = "redo") -> Entry:
        """Bring back what was struck last and is still out; RuleError when nothing is."""
        return self._append(_redoing, who, why)

    def _append(
        self, propose: Callable[[Folded], Proposal], who: str, why: str, stamp: Stamp | None = None
    ) -> Entry:
        """Record what follows from the match as it stands once it is this caller's turn."""
        with self._lock:
            kind, fields = propose(self.view)
            plain = as_stored({"fields": fields, "who": who, "why": why})
            entry = Entry(len(self.view.entries) + 1, kind, plain["fields"], who, why, stamp or self._stamp())
            view = offered(self.view, entry, self._lexicon)
            self._journal.append(view.name, entry)
            self.view = view
        for listener in self.listeners:
            listener(entry.seq)
        return entry


def _amend(view: Folded, of: int, event: Event, lexicon: Lexicon) -> Proposal:
    kind = view.entries[of - 1].kind if 1 <= of <= len(view.entries) else event.kind
    if kind != event.kind:
        raise RuleError(f"entry {of} is {kind}, not {event.kind}: strike it, then say what happened")
    if 1 < of <= len(view.entries):
        settled = view.game.settle(before(view, of).state, event, view.lexicon(lexicon))
        event = settled if settled.kind == kind else event
    return AMEND, {"of": of, "fields": event.fields()}


def _settled(view: Folded, event: Event, lexicon: Lexicon) -> Proposal:
    """A new event as it is recorded, once the game has asked the list about it."""
    known = event if view.closed is not None else view.game.settle(view.state, event, view.lexicon(lexicon))
    return known.kind, known.fields()


def _closing(view: Folded, lexicon: Lexicon) -> Proposal:
    return CLOSED, view.standings(lexicon).as_json()


def _undoing(view: Folded) -> Proposal:
    for entry in reversed(view.entries[1:]):
        passed_over = entry.kind in (STRIKE, PAUSED, RESUMED) or _clock_after(view, entry)
        if entry.seq not in view.struck and not passed_over:
            return STRIKE, {"of": entry.seq}
    raise RuleError("nothing is left to undo")


def _redoing(view: Folded) -> Proposal:
    """The strike of the last strike that counts and is not itself a bringing back."""
    for entry in reversed(view.entries):
        if entry.kind == STRIKE and entry.seq not in view.struck and _struck_by(view, entry).kind != STRIKE:
            return STRIKE, {"of": entry.seq}
    raise RuleError("nothing was undone")


def _struck_by(view: Folded, strike: Entry) -> Entry:
    return view.entries[target_of(strike) - 1]


def offered(view: Folded, entry: Entry, lexicon: Lexicon) -> Folded:
    """The match with one more entry, applied and checked at the gate; RuleError when it is refused."""
    pinned = view.lexicon(lexicon)
    if view.closed is not None and entry.kind != STRIKE:
        raise RuleError("the match is closed: strike its closing first")
    match entry.kind:
        case "strike":
            _can_be_struck(view, entry)
            return fold(view.name, (*view.entries, entry))
        case "amend":
            return _amended(view, entry, pinned)
        case "rule":
            if view.opened.switches.get("rulings") == "off":
                raise RuleError("this match counts what its list holds: it was opened without rulings")
            lexicon.ruled({text_of(entry, "word"): allowed_by(entry)})
            return fold(view.name, (*view.entries, entry))
        case "closed":
            return replace(view, entries=(*view.entries, entry), closed=entry.fields)
        case kind if kind in TIMED:
            return replace(view, entries=(*view.entries, entry), clock=clocked(view.clock, entry))
        case kind:
            event = view.game.event(kind, entry.fields)
            state = view.game.apply(view.state, event)
            view.game.check(view.state, event, pinned)
            clock = clocked(view.clock, entry)
            return replace(view, entries=(*view.entries, entry), state=state, clock=clock)


def _can_be_struck(view: Folded, entry: Entry) -> None:
    struck = _struck_by(view, entry)
    if struck.seq in view.struck:
        raise RuleError(f"entry {struck.seq} is struck already")
    setting = _struck_by(view, struck) if struck.kind == STRIKE else struck
    if later := _clock_after(view, setting):
        raise RuleError(f"that is of the past: entry {later} says where the clock stood after it")
    if struck.kind == STRIKE and _struck_by(view, struck).kind == CLOSED:
        raise RuleError("a closing is not brought back: close the match again, so that its result is of now")


def _clock_after(view: Folded, setting: Entry) -> int | None:
    """The entry that says where the clock stood after one that set it by hand; None when it still can be
    taken back, or is of another kind."""
    if setting.kind not in SET:
        return None
    later = (entry for entry in view.entries[setting.seq :] if entry.seq not in view.struck)
    return next((entry.seq for entry in later if entry.kind in TIMED or "at_ms" in entry.fields), None)


def _amended(view: Folded, entry: Entry, pinned: Lexicon) -> Folded:
    """The match with an entry recorded differently: asked at the gate as of then; the rest must follow."""
    of = target_of(entry)
    if of in view.struck:
        raise RuleError(f"entry {of} is struck: bring it back first")
    after = fold(view.name, (*view.entries, entry))
    event = view.game.event(view.entries[of - 1].kind, entry.fields["fields"])
    view.game.check(before(view, of).state, event, pinned)
    return after


def opened_now(
    journal: Journal,
    name: str,
    game: Game[Any],
    names: Sequence[str],
    lexicon: Lexicon,
    stamp: Callable[[], Stamp],
    rules: str = "",
    switches: Mapping[str, str] | None = None,
    seed: str = "",
    deck: Mapping[str, int] | None = None,
) -> Match:
    """Open a new match: rules, switches, list, deck and the seed of its draws are pinned for its life.

    So are the words on which the house has ruled, unless the switch `rulings` keeps them out.
    """
    pinned = chosen(game.switches, switches or {})
    listed = lexicon.name, lexicon.version, lexicon.sha256
    house = () if pinned.get("rulings") == "off" else standing(journal)
    opened = Opened(game.name, rules or game.rules[0], tuple(names), pinned, *listed, seed, deck or {}, house)
    entry = Entry(1, OPENED, as_stored(asdict(opened)), stamp=stamp())
    view = fold(name, (entry,))
    journal.append(name, entry)
    return Match(journal, view, lexicon, stamp)


def resumed(journal: Journal, name: str, lexicon: Lexicon, stamp: Callable[[], Stamp]) -> Match:
    """A stored match, to go on with or to look at; UnreadableError when there is none of that name."""
    entries = journal.read(name)
    if not entries:
        raise UnreadableError(
            f"no match is named {name!r}: {', '.join(journal.matches()[:5]) or 'none is stored yet'}"
        )
    return Match(journal, fold(name, entries), lexicon, stamp)
