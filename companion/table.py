"""The table: the match that is played, what the eye sees of it, and what is due. Every page asks it."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from secrets import token_hex
from typing import Any

from companion import keys
from companion.clock import Clock, Tick
from companion.clockfile import ClockFile
from companion.decks import keeping, kept_deck
from companion.desk import Desk
from companion.errors import RuleError, UnreadableError
from companion.eye import Seen, Trouble, Watch
from companion.fold import Folded, Unfolded, looked_at
from companion.games.record import Game
from companion.journal import Entry, Journal, Stamp
from companion.lexicon import Lexicon
from companion.match import Match, opened_now, resumed
from companion.parts import Sight
from companion.presses import Press
from companion.reading import Reading
from companion.rollcall import RollCall
from companion.scoreboard import GridView, Scoreboard
from companion.settingup import SettingUp
from companion.timing import SET

SAVE_EVERY_NS = 1_000_000_000
CLOCK = "clock"  # who made an entry that came by itself when it was due
log = logging.getLogger(__name__)


class Table:
    """References, and what joins them; it may be asked from any thread.

    `changes` rises with everything a page could show; `wait` sleeps until it does. `stamp` tells the time;
    `calling` is the roll call of its buttons, if there is one: then their presses do not count; `desk` is
    where a referee rules on words, `setup` where the camera is set up; `found` is the best grid found after a
    round, by seat; `notice` is what was told last of something that could not be done, until something is.
    """

    def __init__(
        self,
        journal: Journal,
        lexicon: Lexicon,
        sight: Sight,
        clock_file: ClockFile,
        stamp: Callable[[], Stamp],
    ) -> None:
        self.journal, self.lexicon, self.sight, self.stamp = journal, lexicon, sight, stamp
        self.match: Match | None = None
        self.changes, self.notice = 0, ""
        self.calling: RollCall | None = None
        self._pressing = threading.Lock()
        self._clock_file, self._saved_ns = clock_file, 0
        self._watching: Watch | None = None
        self._news = threading.Condition()
        self.desk, self.setup = Desk(self), SettingUp(self)
        self.found: Mapping[int, GridView] = {}
        sight.listeners.append(self._seen)

    def matches(self) -> list[Folded | Unfolded]:
        """Every stored match, the one opened last first."""
        return [looked_at(name, self.journal.read(name)) for name in self.journal.matches()]

    def open(
        self, game: Game[Any], name: str, players: Sequence[str], switches: Mapping[str, str], rules: str = ""
    ) -> None:
        """Open a new match; the one that was played is kept and can be gone on with."""
        pinned, seed = (self.journal, name, game, players, self.lexicon, self.stamp), token_hex(16)
        deck = kept_deck(self.journal.path.parent, game)
        self._play(opened_now(*pinned, rules=rules, switches=switches, seed=seed, deck=deck))

    def fresh_name(self) -> str:
        """A name for a new match: the day, and a number when it is not the first one of that day."""
        day, known = self.stamp().wall[:10] or "match", set(self.journal.matches())
        numbered = (f"{day}-{number}" for number in range(2, len(known) + 3))
        return day if day not in known else next(name for name in numbered if name not in known)

    def go_on(self, name: str) -> None:
        """Go on with a stored match where it stood; if its clock ran when it was left, it is held.

        RuleError when the list it is pinned to is not here: then it can only be looked at.
        """
        match = resumed(self.journal, name, self.lexicon, self.stamp)
        match.view.lexicon(self.lexicon)
        clock, due = match.view.clock, match.view.game.due(match.view.state)
        if match.view.closed is None and due is not None and not clock.causes:
            kept_ms = self._clock_file.load(name, last_set(match.view.entries))
            stood_ms = clock.at_ms if kept_ms is None else max(clock.at_ms, kept_ms)
            match.pause("power", min(stood_ms, due.at_ms), why="the clock ran when the match was left")
        self._play(match)

    def go_on_with_last(self) -> None:
        """After a start: go on with the match opened last, unless it is closed or cannot be read here."""
        last = next(iter(self.matches()), None)
        pinned = isinstance(last, Folded) and last.opened.list_sha256 == self.lexicon.sha256
        if isinstance(last, Folded) and last.closed is None and pinned:
            self.go_on(last.name)

    def put_aside(self) -> None:
        """Nobody plays for now; the match is kept, its clock held."""
        match = self.playing()
        if match.view.closed is None and self._running(match):
            match.pause("host", self.position_ms, why="put aside")
        self.match = None
        self.watch()
        self.tell()

    def commit(self, kind: str, fields: Mapping[str, Any], who: str = "host", why: str = "") -> Entry:
        """Record an event of the match; a field `at_ms` left open becomes where the clock stands."""
        match = self.playing()
        event = match.view.game.event(kind, fields)
        if "at_ms" in event.fields() and fields.get("at_ms") is None:
            event = match.view.game.event(kind, {**fields, "at_ms": self.position_ms})
        entry = match.commit(event, who, why)
        if kind != "laid":
            self.take_reading()
        return entry

    def pause(self, cause: str, who: str = "host") -> None:
        self.playing().pause(cause, self.position_ms, who)

    def resume(self, cause: str, who: str = "host") -> None:
        self.playing().resume(cause, who)

    def press(self, press: Press) -> None:
        """Do what a press asks for; nothing is ever raised into the thread of a pin.

        What cannot be done now stands in `notice` until the next press or entry; what went wrong is logged.
        """
        with self._pressing:
            before = self.notice
            try:
                keys.obey(self, replace(press, boot=press.boot or self.now.boot))
                self.notice = ""
            except RuleError as error:
                self.notice = str(error)
            except Exception:
                log.exception("a press could not be taken: %r", press)
                self.notice = "a press could not be taken; it was written down, and everything else goes on"
            changed = self.notice != before
        if changed:  # what was recorded has told of itself
            self.tell()

    def take_reading(self, seat: int | None = None, who: str = "eye", grid: str = "") -> int:
        """Lay what the eye sees before a seat, or before the seats of its mats; how many grids were laid.

        `grid` names one of several by its text form. RuleError when a seat is named and nothing can be taken
        for it now.
        """
        seen = self.sight.seen
        if self.sight.trouble or seen is None or seen.reading is None or not seen.steady:
            if seat is not None:
                raise RuleError(self.sight.trouble or "the table is not still: wait a moment, then try again")
            return 0
        reading = only(seen.reading, grid) if grid else seen.reading
        taken = self._lay(self.playing().view, reading, seat, who, seen.camera)
        if seat is not None and not taken:
            raise RuleError(reading.problem or "no grid is seen: show it to the camera")
        return taken

    def _lay(self, view: Folded, reading: Reading, seat: int | None, who: str, camera: str) -> int:
        events = view.game.on_reading(view.state, reading, seat)
        for event in events:
            self.playing().commit(event, who, camera)
        return len(events)

    def read_upload(self, packed: bytes, seat: int, who: str) -> None:
        """Lay what a sent picture shows before a seat; UnreadableError says why it shows nothing."""
        match = self.playing()
        layout = match.view.game.layout(match.view.state)
        if layout is None:
            raise RuleError("no picture is needed now")
        reading = self.sight.read_upload(packed, layout)
        events = match.view.game.on_reading(match.view.state, reading, seat)
        if not events:
            something = "something lies over the tiles" if reading.obstructed else "no grid was found"
            raise UnreadableError(reading.problem or f"{something}: take the picture again")
        match.commit(events[0], who, "a picture that was sent")

    @property
    def tells_long_presses(self) -> bool:
        """Whether a seat's button that is held means another thing than one that is let go."""
        match = self.match
        return match is not None and match.view.closed is None and match.view.game.long_presses

    @property
    def now(self) -> Tick:
        stamp = self.stamp()
        return Tick(stamp.boot, stamp.tick_ns)

    @property
    def clock(self) -> Clock:
        return self.match.view.clock if self.match else Clock()

    @property
    def position_ms(self) -> int:
        return self.clock.position_ms(self.now)

    @property
    def remaining_ms(self) -> int | None:
        """How long until what is due, None when nothing is."""
        due = self.match.view.game.due(self.match.view.state) if self.match else None
        return max(0, due.at_ms - self.position_ms) if due else None

    def scoreboard(self) -> Scoreboard:
        match = self.playing()
        board: Scoreboard = match.view.game.scoreboard(match.view.state, match.lexicon)
        return board

    def tick(self) -> None:
        """Do what is due, and keep where the clock stands; called several times a second."""
        self.desk.tick(self.now.tick_ns)
        self.setup.tick(self.now.tick_ns)
        match = self.match
        if match is None or match.view.closed is not None:
            return
        due = match.view.game.due(match.view.state)
        due_ns = match.view.clock.due_tick_ns(due.at_ms) if due else None
        now = self.stamp()
        if due and due_ns is not None and now.tick_ns >= due_ns:
            match.commit(due.event, CLOCK, stamp=now._replace(tick_ns=due_ns))
            self.take_reading()
        elif due_ns is not None and now.tick_ns - self._saved_ns >= SAVE_EVERY_NS:
            self._saved_ns = now.tick_ns
            self._clock_file.save(match.view.name, self.position_ms, len(match.view.entries))

    def wait(self, seen: int, timeout_s: float) -> int:
        """Sleep until `changes` is another than `seen`, or so long; the number then."""
        with self._news:
            self._news.wait_for(lambda: self.changes != seen, timeout_s)
            return self.changes

    def _play(self, match: Match) -> None:
        match.listeners += [keeping(self.journal.path.parent, match), lambda _: self._entered()]
        self.match, self.notice = match, ""
        self._watching = None
        self.watch()
        self.tell()

    def watch(self) -> None:
        """Ask the eye for what is to be read now, when that is something else than before."""
        watch = self.setup.watch()
        if watch != self._watching:
            self._watching = watch
            self.sight.order(watch)

    def playing(self) -> Match:
        """The match that is played; RuleError when none is."""
        if self.match is None:
            raise RuleError("no match is played now: open one first")
        return self.match

    def _running(self, match: Match) -> bool:
        return not match.view.clock.causes and match.view.game.due(match.view.state) is not None

    def _seen(self, report: Seen | Trouble) -> None:
        """A report of the eye; what a bell left unread is laid as soon as it is seen well."""
        match self.match:
            case Match() as match if match.view.closed is None and isinstance(report, Seen) and report.steady:
                try:
                    self.take_reading()
                except RuleError as error:
                    log.info("a reading was not laid: %s", error)
        self.tell()

    def _entered(self) -> None:
        self.notice, self._saved_ns = "", 0
        self.watch()
        self.tell()

    def tell(self) -> None:
        """Wake whoever waits for news."""
        with self._news:
            self.changes += 1
            self._news.notify_all()


def last_set(entries: Sequence[Entry]) -> int:
    """The number of the entry that set the clock by hand last; 0 without one."""
    return max((entry.seq for entry in entries if entry.kind in SET), default=0)


def only(reading: Reading, text: str) -> Reading:
    """The reading with one of its grids alone; RuleError when that grid is not seen any more."""
    chosen = tuple(each for each in reading.grids if str(each.grid) == text)
    if not chosen:
        raise RuleError("that grid is not seen any more: look at the picture and choose again")
    return replace(reading, grids=chosen[:1])
