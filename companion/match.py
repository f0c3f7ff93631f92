"""A match: the fold of its entries, corrections that erase nothing, and the only writer."""

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from companion.errors import CompanionError, RuleError, UnreadableError
from companion.games import game_named
from companion.games.record import Event, Game, Opened, Standing, Standings, chosen
from companion.journal import Entry, Journal, Stamp, as_stored
from companion.lexicon import Lexicon

OPENED, CLOSED, STRIKE, AMEND, RULE = "opened", "closed", "strike", "amend", "rule"
SHARED = {OPENED, CLOSED, STRIKE, AMEND, RULE}
Proposal = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Folded:
    """All that follows from a match's entries; `struck` holds the numbers of entries that do not count."""

    name: str
    game: Game[Any]
    opened: Opened
    entries: tuple[Entry, ...]
    state: Any
    rulings: Mapping[str, bool]
    struck: frozenset[int]
    closed: Mapping[str, Any] | None

    def lexicon(self, lexicon: Lexicon) -> Lexicon:
        """The list as this match sees it; RuleError when it is not the list the match is pinned to (WC-2)."""
        if lexicon.sha256 != self.opened.list_sha256:
            raise RuleError(
                f"this match is pinned to the list {self.opened.list_name} {self.opened.list_version}, "
                "which is not here: it can be looked at, not continued or scored"
            )
        return lexicon.ruled(self.rulings)

    def standings(self, lexicon: Lexicon) -> Standings:
        """The standings now; of a closed match whose list is not here, the result stored at the close."""
        if self.closed is not None and lexicon.sha256 != self.opened.list_sha256:
            return stored(self.closed)
        standings: Standings = self.game.standings(self.state, self.lexicon(lexicon))
        return standings


class Unfolded(NamedTuple):
    """A stored match that cannot be looked at here, and why."""

    name: str
    problem: str


def stored(closed: Mapping[str, Any]) -> Standings:
    """The result that a closing entry holds; UnreadableError when it holds none."""
    try:
        seats = tuple(map(_standing, closed["standings"]))
        winners = tuple(map(_whole, closed["winners"]))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UnreadableError(f"the closing entry holds no result: {error!r}") from None
    return Standings(seats, winners)


def _standing(values: Mapping[str, Any]) -> Standing:
    known = {**values, "rounds": tuple(None if each is None else _whole(each) for each in values["rounds"])}
    for name in ("seat", "points", "assistance"):
        _whole(known[name])
    if not isinstance(known["name"], str) or type(known["resigned"]) is not bool:
        raise ValueError("a seat has a name, and has left or not")
    return Standing(**{**known, "awards": {str(name): _whole(n) for name, n in known["awards"].items()}})


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number")
    return value


def fold(name: str, entries: Sequence[Entry]) -> Folded:
    """All that follows from entries, in order; an error names the entry that does not fit."""
    if not entries or entries[0].kind != OPENED:
        raise UnreadableError(f"match {name} does not begin with how it was opened")
    struck, amended = _corrections(entries)
    with _named(entries[0]):
        game, opened = _opened(entries[0])
        state = game.start(opened)
    rulings: dict[str, bool] = {}
    closed: Mapping[str, Any] | None = None
    for entry in entries[1:]:
        if entry.seq in struck:
            continue
        with _named(entry):
            if closed is not None:
                raise RuleError("the match is closed: strike its closing first")
            match entry.kind:
                case "opened":
                    raise RuleError("a match is opened once")
                case "strike" | "amend":
                    pass
                case "rule":
                    rulings[_word(entry)] = _allowed(entry)
                case "closed":
                    stored(entry.fields)
                    closed = entry.fields
                case kind:
                    state = game.apply(state, game.event(kind, amended.get(entry.seq, entry.fields)))
    return Folded(name, game, opened, tuple(entries), state, rulings, frozenset(struck), closed)


def looked_at(name: str, entries: Sequence[Entry]) -> Folded | Unfolded:
    """The match that entries make, or why they make none here (they may be from a newer version)."""
    try:
        return fold(name, entries)
    except CompanionError as error:
        return Unfolded(name, str(error))


class _named:
    """Errors inside it name the entry they came from."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    def __enter__(self) -> None:
        return

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, CompanionError):
            kind = RuleError if isinstance(error, RuleError) else UnreadableError
            raise kind(f"entry {self.entry.seq} ({self.entry.kind}): {error}") from error
        if isinstance(error, RecursionError):
            raise UnreadableError(
                f"entry {self.entry.seq} ({self.entry.kind}) is nested too deeply"
            ) from None


def _opened(entry: Entry) -> tuple[Game[Any], Opened]:
    known = {"game", "rules", "names", "switches", "list_name", "list_version", "list_sha256"}
    if set(entry.fields) != known:
        raise UnreadableError(f"it needs the fields {', '.join(sorted(known))}")
    for name in ("rules", "list_name", "list_version", "list_sha256"):
        _text(entry, name)
    names, switches = entry.fields["names"], entry.fields["switches"]
    if not (isinstance(names, Sequence) and all(isinstance(name, str) for name in names)):
        raise UnreadableError("its 'names' are no list of texts")
    if not isinstance(switches, Mapping):
        raise UnreadableError("its 'switches' are no names with their choices")
    game = game_named(_text(entry, "game"))
    opened = Opened(**{**entry.fields, "names": tuple(names)})
    if opened.rules not in game.rules:
        raise UnreadableError(
            f"{game.title} has no rules {opened.rules!r} here: it may be from a newer version"
        )
    return game, replace(opened, switches=chosen(game.switches, opened.switches))


def _text(entry: Entry, name: str) -> str:
    value = entry.fields.get(name)
    if not isinstance(value, str):
        raise UnreadableError(f"it needs the text {name!r}")
    return value


def _word(entry: Entry) -> str:
    word = _text(entry, "word")
    if not re.fullmatch("[A-Z]{2,}", word):
        raise UnreadableError(f"a ruling is on two or more of A to Z in upper case, not {word[:20]!r}")
    return word


def _allowed(entry: Entry) -> bool:
    allowed = entry.fields.get("allowed")
    if not isinstance(allowed, bool):
        raise UnreadableError("it needs 'allowed', true or false")
    return allowed


def _instead(entry: Entry) -> Mapping[str, Any]:
    """The fields that an amend puts in the place of others."""
    fields = entry.fields.get("fields")
    if not isinstance(fields, Mapping):
        raise UnreadableError(f"entry {entry.seq} ({entry.kind}) needs the fields that are to stand instead")
    return fields


def _target(entry: Entry) -> int:
    of = entry.fields.get("of")
    if type(of) is not int or not 1 <= of < entry.seq:
        raise UnreadableError(
            f"entry {entry.seq} ({entry.kind}) corrects entry {of!r}, which does not come before it"
        )
    return of


def _corrections(entries: Sequence[Entry]) -> tuple[set[int], dict[int, Mapping[str, Any]]]:
    """The entries that do not count, and the fields that stand in for others; the last word holds.

    Read backwards, so that a strike of a strike has already taken it out when its turn comes.
    """
    struck: set[int] = set()
    amended: dict[int, Mapping[str, Any]] = {}
    kinds = {entry.seq: entry.kind for entry in entries}
    for entry in reversed(entries):
        if entry.seq in struck or entry.kind not in (STRIKE, AMEND):
            continue
        of = _target(entry)
        if kinds.get(of) == OPENED or (entry.kind == AMEND and kinds.get(of) in SHARED):
            raise RuleError(f"entry {of} ({kinds.get(of)}) cannot be corrected by a {entry.kind}")
        if entry.kind == STRIKE:
            struck.add(of)
        else:
            amended.setdefault(of, _instead(entry))
    return struck, amended


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

    def commit(self, event: Event, who: str = "table", why: str = "") -> Entry:
        """Record that something happened; RuleError when it cannot, JournalError when it was not stored."""
        return self._append(lambda _: (event.kind, event.fields()), who, why)

    def strike(self, of: int, who: str = "table", why: str = "") -> Entry:
        """Record that an entry did not happen; a strike of a strike brings it back."""
        return self._append(lambda _: (STRIKE, {"of": of}), who, why)

    def amend(self, of: int, event: Event, who: str = "table", why: str = "") -> Entry:
        """Record that an entry happened differently: same kind, other fields."""
        return self._append(lambda view: _amend(view, of, event), who, why)

    def rule(self, word: str, allowed: bool, who: str = "table", why: str = "") -> Entry:
        """Record the table's ruling on a word, for this match only."""
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

    def _append(self, propose: Callable[[Folded], Proposal], who: str, why: str) -> Entry:
        """Record what follows from the match as it stands once it is this caller's turn."""
        with self._lock:
            kind, fields = propose(self.view)
            plain = as_stored({"fields": fields, "who": who, "why": why})
            entry = Entry(len(self.view.entries) + 1, kind, plain["fields"], who, why, self._stamp())
            view = offered(self.view, entry, self._lexicon)
            self._journal.append(view.name, entry)
            self.view = view
        for listener in self.listeners:
            listener(entry.seq)
        return entry


def _amend(view: Folded, of: int, event: Event) -> Proposal:
    kind = view.entries[of - 1].kind if 1 <= of <= len(view.entries) else event.kind
    if kind != event.kind:
        raise RuleError(f"entry {of} is {kind}, not {event.kind}: strike it, then say what happened")
    return AMEND, {"of": of, "fields": event.fields()}


def _closing(view: Folded, lexicon: Lexicon) -> Proposal:
    result = view.standings(lexicon).as_json()
    return CLOSED, {"standings": result["seats"], "winners": result["winners"]}


def _undoing(view: Folded) -> Proposal:
    for entry in reversed(view.entries[1:]):
        if entry.seq not in view.struck and entry.kind != STRIKE:
            return STRIKE, {"of": entry.seq}
    raise RuleError("nothing is left to undo")


def _redoing(view: Folded) -> Proposal:
    """The strike of the last strike that counts and is not itself a bringing back."""
    for entry in reversed(view.entries):
        if entry.kind == STRIKE and entry.seq not in view.struck and _struck_by(view, entry).kind != STRIKE:
            return STRIKE, {"of": entry.seq}
    raise RuleError("nothing was undone")


def _struck_by(view: Folded, strike: Entry) -> Entry:
    return view.entries[_target(strike) - 1]


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
            lexicon.ruled({_text(entry, "word"): _allowed(entry)})
            return fold(view.name, (*view.entries, entry))
        case "closed":
            return replace(view, entries=(*view.entries, entry), closed=entry.fields)
        case kind:
            event = view.game.event(kind, entry.fields)
            state = view.game.apply(view.state, event)
            view.game.check(view.state, event, pinned)
            return replace(view, entries=(*view.entries, entry), state=state)


def _can_be_struck(view: Folded, entry: Entry) -> None:
    struck = _struck_by(view, entry)
    if struck.seq in view.struck:
        raise RuleError(f"entry {struck.seq} is struck already")
    if struck.kind == STRIKE and _struck_by(view, struck).kind == CLOSED:
        raise RuleError("a closing is not brought back: close the match again, so that its result is of now")


def _amended(view: Folded, entry: Entry, pinned: Lexicon) -> Folded:
    """The match with an entry recorded differently: asked at the gate as of then; the rest must follow."""
    of = _target(entry)
    if of in view.struck:
        raise RuleError(f"entry {of} is struck: bring it back first")
    after = fold(view.name, (*view.entries, entry))
    before = fold(view.name, _up_to(view, of))
    view.game.check(before.state, view.game.event(view.entries[of - 1].kind, entry.fields["fields"]), pinned)
    return after


def _up_to(view: Folded, of: int) -> list[Entry]:
    """The entries before one, with all corrections made since that reach back among them."""
    _, amended = _corrections(view.entries)
    return [
        replace(e, fields=amended.get(e.seq, e.fields))
        for e in view.entries[: of - 1]
        if e.kind not in (STRIKE, AMEND) and e.seq not in view.struck
    ]


def opened_now(
    journal: Journal,
    name: str,
    game: Game[Any],
    names: Sequence[str],
    lexicon: Lexicon,
    stamp: Callable[[], Stamp],
    rules: str = "",
    switches: Mapping[str, str] | None = None,
) -> Match:
    """Open a new match: rules, switches and list are pinned for its life."""
    pinned = chosen(game.switches, switches or {})
    listed = lexicon.name, lexicon.version, lexicon.sha256
    opened = Opened(game.name, rules or game.rules[0], tuple(names), pinned, *listed)
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
