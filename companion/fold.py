"""What follows from the entries of a match: its fold, with strikes, amendments and rulings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.clock import Clock
from companion.errors import CompanionError, RuleError, UnreadableError
from companion.games import GAMES, game_named
from companion.games.record import Game, Opened, Standing, Standings, chosen
from companion.journal import Entry
from companion.lexicon import HouseWord, Lexicon
from companion.timing import TIMED, clocked, tick_of

OPENED, CLOSED, STRIKE, AMEND, RULE = "opened", "closed", "strike", "amend", "rule"
SHARED = {OPENED, CLOSED, STRIKE, AMEND, RULE, *TIMED}


@dataclass(frozen=True, slots=True)
class Folded:
    """All that follows from a match's entries; `struck` holds the numbers of entries that do not count.

    `clock` is the match's running clock as of its last entry.
    """

    name: str
    game: Game[Any]
    opened: Opened
    entries: tuple[Entry, ...]
    state: Any
    rulings: Mapping[str, bool]
    struck: frozenset[int]
    closed: Mapping[str, Any] | None
    clock: Clock = Clock()

    def lexicon(self, lexicon: Lexicon) -> Lexicon:
        """The list as this match sees it; RuleError when it is not the list the match is pinned to (WC-2)."""
        if lexicon.sha256 != self.opened.list_sha256:
            raise RuleError(
                f"this match is pinned to the list {self.opened.list_name} {self.opened.list_version}, "
                "which is not here: it can be looked at, not continued or scored"
            )
        return lexicon.ruled({each.word: each.allowed for each in self.opened.house} | dict(self.rulings))

    @property
    def house_words(self) -> dict[str, HouseWord]:
        """The words on which the house has ruled: those pinned at the start, over them this match's own."""
        own = [
            HouseWord(_word(each), allowed_by(each), each.who, each.why, standing=False)
            for each in self.entries
            if each.kind == RULE and each.seq not in self.struck
        ]
        return {each.word: each for each in (*self.opened.house, *own)}

    def told(self, entry: Entry) -> Mapping[str, Any]:
        """The fields of an entry that a history may tell: of an open match none that is one seat's own."""
        if self.closed is not None or not self.game.has_secrets:
            return entry.fields
        if entry.kind == AMEND:
            hidden = self.game.secret_of(self.entries[target_of(entry) - 1].kind)
            return {**entry.fields, "fields": _without(_instead(entry), hidden)}
        return _without(entry.fields, self.game.secret_of(entry.kind))

    def standings(self, lexicon: Lexicon) -> Standings:
        """The standings now; of a closed match whose list is not here, the result stored at the close."""
        if self.closed is not None and lexicon.sha256 != self.opened.list_sha256:
            return stored(self.closed)
        standings: Standings = self.game.standings(self.state, self.lexicon(lexicon))
        return standings


def _without(fields: Mapping[str, Any], hidden: frozenset[str]) -> Mapping[str, Any]:
    return {name: value for name, value in fields.items() if name not in hidden}


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
    clock = Clock().set_to(0, tick_of(entries[0]))
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
                case kind if kind in TIMED:
                    clock = clocked(clock, entry)
                case "rule":
                    rulings[_word(entry)] = allowed_by(entry)
                case "closed":
                    stored(entry.fields)
                    closed = entry.fields
                case kind:
                    state = game.apply(state, game.event(kind, amended.get(entry.seq, entry.fields)))
                    clock = clocked(clock, entry)
    return Folded(name, game, opened, tuple(entries), state, rulings, frozenset(struck), closed, clock)


def looked_at(name: str, entries: Sequence[Entry]) -> Folded | Unfolded:
    """The match that entries make, or why they make none here (they may be from a newer version)."""
    try:
        return fold(name, entries)
    except CompanionError as error:
        return Unfolded(name, str(error))


def given_away(name: str, entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries of a match, to be taken along; RuleError while they hold what is still hidden."""
    view = looked_at(name, entries)
    if isinstance(view, Folded):
        hides = view.game.has_secrets and view.closed is None
    else:
        named = {game.name for game in GAMES if game.has_secrets}
        hides = entries[0].fields.get("game") in named and all(each.kind != CLOSED for each in entries)
    if hides:
        raise RuleError(f"match {name} still hides what is drawn: close it, then take it along")
    return entries


@contextmanager
def _named(entry: Entry) -> Iterator[None]:
    """Errors inside it name the entry they came from."""
    try:
        yield
    except CompanionError as error:
        kind = RuleError if isinstance(error, RuleError) else UnreadableError
        raise kind(f"entry {entry.seq} ({entry.kind}): {error}") from error
    except RecursionError:
        raise UnreadableError(f"entry {entry.seq} ({entry.kind}) is nested too deeply") from None


def _opened(entry: Entry) -> tuple[Game[Any], Opened]:
    known = {"game", "rules", "names", "switches", "list_name", "list_version", "list_sha256"}
    if set(entry.fields) - {"seed", "deck", "house"} != known:
        raise UnreadableError(f"it needs the fields {', '.join(sorted(known))}")
    for name in ("rules", "list_name", "list_version", "list_sha256", *(entry.fields.keys() & {"seed"})):
        text_of(entry, name)
    names, switches = entry.fields["names"], entry.fields["switches"]
    if not (isinstance(names, Sequence) and all(isinstance(name, str) for name in names)):
        raise UnreadableError("its 'names' are no list of texts")
    if not isinstance(switches, Mapping):
        raise UnreadableError("its 'switches' are no names with their choices")
    deck = entry.fields.get("deck", {})
    if not isinstance(deck, Mapping) or not all(type(value) is int for value in deck.values()):
        raise UnreadableError("its 'deck' is no letters with whole numbers")
    game = game_named(text_of(entry, "game"))
    house = tuple(map(_house_word, entry.fields.get("house", ())))
    opened = Opened(**{**entry.fields, "names": tuple(names), "house": house})
    if opened.rules not in game.rules:
        raise UnreadableError(
            f"{game.title} has no rules {opened.rules!r} here: it may be from a newer version"
        )
    return game, replace(opened, switches=chosen(game.switches, opened.switches))


def _house_word(values: Any) -> HouseWord:
    """A word that was pinned as the house ruled on it then; UnreadableError when it is none."""
    texts = {"word": str, "who": str, "why": str, "allowed": bool, "standing": bool}
    if not isinstance(values, Mapping) or {name: type(value) for name, value in values.items()} != texts:
        raise UnreadableError("its 'house' holds no words with what was ruled on them")
    if not re.fullmatch("[A-Z]{2,}", values["word"]):
        raise UnreadableError(f"its 'house' holds {values['word'][:20]!r}, which is no word")
    return HouseWord(**values)


def text_of(entry: Entry, name: str) -> str:
    value = entry.fields.get(name)
    if not isinstance(value, str):
        raise UnreadableError(f"it needs the text {name!r}")
    return value


def _word(entry: Entry) -> str:
    word = text_of(entry, "word")
    if not re.fullmatch("[A-Z]{2,}", word):
        raise UnreadableError(f"a ruling is on two or more of A to Z in upper case, not {word[:20]!r}")
    return word


def allowed_by(entry: Entry) -> bool:
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


def target_of(entry: Entry) -> int:
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
        of = target_of(entry)
        if kinds.get(of) == OPENED or (entry.kind == AMEND and kinds.get(of) in SHARED):
            raise RuleError(f"entry {of} ({kinds.get(of)}) cannot be corrected by a {entry.kind}")
        if entry.kind == STRIKE:
            struck.add(of)
        else:
            amended.setdefault(of, _instead(entry))
    return struck, amended


def before(view: Folded, of: int) -> Folded:
    """The match as it stood before one of its entries, with all corrections made since that reach back."""
    _, amended = _corrections(view.entries)
    earlier = [
        replace(entry, fields=amended.get(entry.seq, entry.fields))
        for entry in view.entries[: of - 1]
        if entry.kind not in (STRIKE, AMEND) and entry.seq not in view.struck
    ]
    return fold(view.name, earlier)
