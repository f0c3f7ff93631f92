"""The record of functions that a game is, and the values that every game shares."""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.errors import UnreadableError
from companion.layout import Layout
from companion.lexicon import HouseWord, Lexicon
from companion.presses import Press
from companion.reading import Reading
from companion.scoreboard import GridView, Scoreboard

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a match: a kind that is never renamed, and fields that JSON can hold.

    `says` tells it in the history: a sentence with the fields by name, as in "{who} claims {word}"; `{who}`
    is the player at the seat, `{place}` the cell in words. Empty: the kind and its fields as they stand.
    `secret` names fields that nobody but their own seat may see while the match is open: no page tells them.
    """

    kind: ClassVar[str]
    says: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = frozenset()

    def fields(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Switch:
    """A named choice made when a match is opened and pinned in it; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Opened:
    """How a match was opened: all that is pinned for its life.

    `seed` is what the appliance's own draws follow from; nobody sees it before the match is closed (WC-13).
    `deck` holds the letters of printed cards with their values, where the family has filled them in; `house`
    the words that the house allowed or refused then.
    """

    game: str
    rules: str
    names: tuple[str, ...]
    switches: Mapping[str, str]
    list_name: str
    list_version: str
    list_sha256: str
    seed: str = ""
    deck: Mapping[str, int] = field(default_factory=dict)
    house: tuple[HouseWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Quick:
    """A match that opens by one tap on the start page: what it is called, who plays, and its switches."""

    label: str
    switches: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board to print: its side in squares, the kind of each premium square by (row, column) from 0, and the
    colour of each kind, red green blue from 0 to 1."""

    side: int
    premiums: Mapping[tuple[int, int], str]
    colours: Mapping[str, tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Tiles or cards to print: how often the set has each letter (`_` is a blank), and the values on them."""

    kind: Literal["tiles", "cards"]
    title: str
    counts: Mapping[str, int]
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Due:
    """The next event that comes by itself, and when: milliseconds on the match's running clock.

    `begun_ms` is where the clock stood when this time began to run; None when it cannot begin anew.
    """

    at_ms: int
    event: Event
    begun_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's result so far; `rounds` holds None for a round the seat took no part in."""

    seat: int
    name: str
    points: int
    rounds: tuple[int | None, ...] = ()
    awards: Mapping[str, int] = field(default_factory=dict)
    resigned: bool = False
    assistance: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """Every seat's result, in seat order, and the seats that lead (or have won)."""

    seats: tuple[Standing, ...]
    winners: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """The keys that the command line promises, and that a closing entry stores."""
        return {"standings": [asdict(seat) for seat in self.seats], "winners": list(self.winners)}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game's command: `--name`, with choices or free text; `many` may be repeated."""

    name: str
    help: str
    choices: tuple[str, ...] = ()
    default: str | None = None
    many: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: JSON for programs, lines for people, warnings, and whether it is a "yes"."""

    values: Mapping[str, Any]
    lines: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Command:
    """A game's part of the command line: `companion VERB GAME ARGUMENT... [OPTION]...`.

    `answer` gets the arguments and options by name, and as `now_ns` a clock to ask, in nanoseconds.
    """

    verb: str
    help: str
    example: str
    arguments: tuple[str, ...]
    options: tuple[Option, ...]
    answer: Callable[[Lexicon, Mapping[str, Any]], Answer]


@dataclass(frozen=True, slots=True)
class Judging:
    """What a game asks of a word beyond the list: options of `companion judge`, and why a word does not do.

    `misfit` is asked only when one of the options was given; None says that the word does.
    """

    options: tuple[Option, ...]
    misfit: Callable[[str, Mapping[str, Any]], str | None]


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched after a round, in a process of its own while nothing else is to be done.

    `tasks` gives a text for each seat, none while it is not the time. `answers` yields better and better
    answers as texts while `more()` holds; it is asked in the other process. `view` draws an answer as the
    rules score it, and raises RuleError when that is not what the answer says.
    """

    tasks: Callable[[Any], Mapping[int, str]]
    answers: Callable[[str, Lexicon, Callable[[], bool]], Iterator[str]]
    view: Callable[[Any, int, str, Lexicon], GridView]


@dataclass(frozen=True, slots=True)
class Trial:
    """Something that `companion bench` tries on several cases for a while each, and how well it went."""

    figure: str
    unit: str
    cases: tuple[str, ...]
    result: Callable[[str, Lexicon, Callable[[], bool]], int]


def _no_deck(state: object) -> Mapping[str, int]:
    return {}


def _nothing(state: object, press: Press) -> tuple[Event, ...]:
    return ()


def _nothing_seen(state: object, press: Press, reading: Reading | None) -> tuple[Event, ...]:
    return ()


def _as_it_is(state: object, event: Event, lexicon: Lexicon) -> Event:
    return event


def _no_secret(state: object, seat: int, lexicon: Lexicon) -> Mapping[str, Any]:
    return {}


def _nobody(state: object) -> int | None:
    return None


def _no_preview(state: object, event: Event, lexicon: Lexicon) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A game as a row of functions (architecture.md, "A game is one record of functions").

    `start` and `apply` are pure and strict and raise RuleError; `check` is the gate for new events only.
    `layout` is what the eye is to read now, `on_reading` the events that a reading makes, for the seat named
    or for those that its mats name. `heard` turns a plain line of `companion play` into an event; `benches`
    are what `companion bench` times. `on_press` gives the events that a press makes. `deck` are the values of
    printed cards that were filled in, kept for later matches. `on_press_seen` gives the events that a press
    makes of what lies still before the eye (None: nothing does), asked when `on_press` gave none;
    `long_presses` says that a seat's button means another thing when it is held: then a press is told when it
    is let go. `wakes` names, by the key of a press, the match that it opens when none is played. `search` is
    what is searched after a round, `trials` are what `companion bench` tries for a while. `tagline` says in a
    sentence what is played, `quick` what opens by one tap.

    `settle` is asked once, before a new event is recorded: what the event becomes when the list knows more
    than who sent it. `private` is what only one seat may see, `to_move` the seat that may look at it on the
    table's own screen, `preview` what an event would bring, in lines. `draws`: the appliance itself draws.
    `remarks` are said of a rules version wherever it can be chosen. `printed_board` and `pieces` are what a
    family may print.
    """

    name: str
    title: str
    seats: range
    rules: tuple[str, ...]
    switches: tuple[Switch, ...]
    events: tuple[type[Event], ...]
    start: Callable[[Opened], S]
    apply: Callable[[S, Event], S]
    check: Callable[[S, Event, Lexicon], None]
    due: Callable[[S], Due | None]
    standings: Callable[[S, Lexicon], Standings]
    scoreboard: Callable[[S, Lexicon], Scoreboard]
    layouts: Mapping[str, Layout]
    layout: Callable[[S], Layout | None]
    on_reading: Callable[[S, Reading, int | None], tuple[Event, ...]]
    phrases: Mapping[str, str]
    heard: Callable[[S, str], Event]
    commands: tuple[Command, ...]
    benches: Mapping[str, Callable[[Lexicon], object]]
    on_press: Callable[[S, Press], tuple[Event, ...]] = _nothing
    on_press_seen: Callable[[S, Press, Reading | None], tuple[Event, ...]] = _nothing_seen
    long_presses: bool = False
    wakes: Mapping[str, Quick] = field(default_factory=dict)
    judging: Judging | None = None
    deck: Callable[[S], Mapping[str, int]] = _no_deck
    search: Search | None = None
    trials: tuple[Trial, ...] = ()
    tagline: str = ""
    quick: tuple[Quick, ...] = ()
    settle: Callable[[S, Event, Lexicon], Event] = _as_it_is
    private: Callable[[S, int, Lexicon], Mapping[str, Any]] = _no_secret
    draws: bool = False
    to_move: Callable[[S], int | None] = _nobody
    preview: Callable[[S, Event, Lexicon], tuple[str, ...]] = _no_preview
    remarks: Mapping[str, str] = field(default_factory=dict)
    printed_board: PrintedBoard | None = None
    pieces: Pieces | None = None

    @property
    def has_secrets(self) -> bool:
        """Whether a match hides something until it is closed: then its entries are not given away before."""
        return self.draws or self.private is not _no_secret

    def secret_of(self, kind: str) -> frozenset[str]:
        """The fields of an entry that no history tells."""
        return next((event.secret for event in self.events if event.kind == kind), frozenset())

    @property
    def has_buttons(self) -> bool:
        """Whether a press at a seat means anything in this game."""
        return self.on_press is not _nothing or self.on_press_seen is not _nothing_seen

    def event(self, kind: str, values: Mapping[str, Any]) -> Event:
        """The event of that kind with those fields.

        Raises UnreadableError for a kind or field this game does not know, or a value of another type.
        """
        known = {event.kind: event for event in self.events}
        if kind not in known:
            raise UnreadableError(
                f"{self.title} knows no entry of the kind {kind!r}: it may be from a newer version"
            )
        return build(known[kind], values)


def build(event: type[Event], values: Mapping[str, Any]) -> Event:
    """An event from JSON values, each checked against the type of its field."""
    hints = _hints(event)
    if unknown := sorted(set(values) - set(hints)):
        raise UnreadableError(
            f"an entry {event.kind!r} has no field {unknown[0]!r}: it may be from a newer version"
        )
    ready = {name: _frozen(value) for name, value in values.items()}
    for name, value in ready.items():
        if not _fits(value, hints[name]):
            raise UnreadableError(f"the field {name!r} of an entry {event.kind!r} cannot be {value!r}")
    try:
        return event(**ready)
    except TypeError:
        missing = sorted(set(hints) - set(values))
        raise UnreadableError(f"an entry {event.kind!r} lacks a field: {', '.join(missing)}") from None


def _field_types(event: type[Event]) -> dict[str, Any]:
    hints = get_type_hints(event)
    return {each.name: hints[each.name] for each in fields(event)}


_hints = cast("Callable[[type[Event]], dict[str, Any]]", cache(_field_types))


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list | tuple) else value


def _fits(value: Any, hint: Any) -> bool:
    if isinstance(hint, types.UnionType) or get_origin(hint) is Union:
        return any(_fits(value, each) for each in get_args(hint))
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if not isinstance(value, tuple):
            return False
        if inner[-1] is Ellipsis:
            return all(_fits(each, inner[0]) for each in value)
        return len(value) == len(inner) and all(map(_fits, value, inner))
    return type(value) is hint or (hint is float and type(value) is int)


def chosen(switches: Iterable[Switch], asked: Mapping[str, str]) -> dict[str, str]:
    """Every switch with the choice asked for or its default; UnreadableError for an unknown one."""
    known = {switch.name: switch for switch in switches}
    for name, value in asked.items():
        if name not in known:
            raise UnreadableError(f"no switch is named {name!r}: there are {', '.join(known)}")
        if value not in known[name].choices:
            raise UnreadableError(f"{name} cannot be {value!r}: choose {' or '.join(known[name].choices)}")
    return {name: asked.get(name, switch.choices[0]) for name, switch in known.items()}
