"""The one loop of panel, lamps and sound: presses go to the table, what the table does is shown and heard."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.desk import Shown, State
from companion.fold import Folded, fold
from companion.journal import Entry
from companion.parts import Buttons, Lights, Voice
from companion.presses import Press
from companion.rollcall import RollCall
from companion.scoreboard import Scoreboard
from companion.signals import CUES, Cue, Moment, cues_between, lights
from companion.table import CLOCK, Table
from companion.wiring import Wire

TURN_S = 0.004
LOOK_EVERY_NS = 50_000_000
SHINE_EVERY_NS = 40_000_000
NS_PER_MS = 1_000_000
KEPT_CUES = 50
CALL_MS = 20_000
PRESSED = "pressed ("  # how the reason of an entry begins that a press made (keys.py)
log = logging.getLogger(__name__)


class Given(NamedTuple):
    """A cue that was given: its number, the cue, and whether it was heard or only seen."""

    number: int
    cue: Cue
    heard: bool


class Signalling:
    """What joins the table with its panel, lamps and voice; each of them may be missing.

    `given` holds the last cues; `off` names those that are not wanted. `turn` does everything once and is
    called by one thread. While a roll call asks for button after button, no press goes to the table.
    """

    def __init__(
        self,
        table: Table,
        now_ns: Callable[[], int],
        panel: Buttons | None = None,
        lamps: Lights | None = None,
        voice: Voice | None = None,
        problems: tuple[str, ...] = (),
        off: frozenset[str] = frozenset(),
    ) -> None:
        self.table, self.panel, self.lamps, self.voice = table, panel, lamps, voice
        self.given: deque[Given] = deque(maxlen=KEPT_CUES)
        self._now_ns, self._problems, self._off = now_ns, problems, off
        self._board: tuple[tuple[str, int], Scoreboard] | None = None
        self._before = Moment()
        self._before = self._moment()
        self._giving = threading.Lock()
        self._number, self._looked_ns, self._shone_ns, self._called_ns = 0, 0, 0, 0
        if panel is not None:
            panel.tell(self.press, self.heard)

    @property
    def troubles(self) -> tuple[str, ...]:
        """Each part that is missing or does not work, once, in a sentence."""
        said = [*self._problems]
        said += ["the buttons are tried one by one: presses do not count meanwhile"] * self.calls
        if self.panel is not None:
            said += [*self.panel.lacking, *([self.panel.trouble] if self.panel.trouble else [])]
            said += [
                f"the button {wire.name} is held down or stuck" for wire in self.panel.stuck(self._now_ns())
            ]
        if self.voice is not None and self.voice.trouble:
            said.append(f"no sound: {self.voice.trouble}; every sound is also a lamp and a word")
        return tuple(said)

    @property
    def calls(self) -> bool:
        """Whether a roll call waits for a button."""
        return self.table.calling is not None and bool(self.table.calling.asks)

    def called(self, call: RollCall | None) -> None:
        """Begin, go on with or end (None) a roll call."""
        self.table.calling, self._called_ns = call, self._now_ns()
        self.table.tell()

    def press(self, press: Press) -> None:
        """Hand a press to the table; what it could not do is seen and heard at once."""
        if self.calls:
            return
        self.table.press(press)
        if self.table.notice:
            self._give(CUES["invalid"], self._now_ns() // NS_PER_MS)

    def heard(self, wire: Wire) -> None:
        """Let a button's own lamp answer at its contact, long before it is known who was first."""
        if self.calls and self.table.calling is not None:
            self.called(self.table.calling.heard(wire.name))
        if wire.seat and self.lamps is not None and self.panel is not None:
            now_ms = self._now_ns() // NS_PER_MS
            self.lamps.heard(wire.seat, now_ms)
            self.panel.shine(self.lamps.levels(range(wire.seat, wire.seat + 1), now_ms))

    def run(self, ending: threading.Event) -> None:
        """Take turns until it ends."""
        while not ending.is_set():
            try:
                self.turn(self._now_ns(), TURN_S)
            except Exception:  # nothing that goes wrong in showing may make the buttons deaf
                log.exception("a turn of the panel failed; the next one follows")
            if self.panel is None:
                ending.wait(TURN_S * 10)

    def turn(self, now_ns: int, wait_s: float = 0) -> None:
        """Presses to the table, cues to lamps and voice, patterns to lamps."""
        if self.panel is not None:
            self.panel.turn(now_ns, wait_s)
        if now_ns - self._looked_ns >= LOOK_EVERY_NS:
            self._looked_ns = now_ns
            self._look(now_ns // NS_PER_MS)
        if self.lamps is not None and self.panel is not None and now_ns - self._shone_ns >= SHINE_EVERY_NS:
            self._shone_ns = now_ns
            self.panel.shine(self.lamps.levels(range(1, 11), now_ns // NS_PER_MS))

    def after(self, number: int) -> list[Given]:
        """The cues that were given after that number."""
        return [each for each in tuple(self.given) if each.number > number]

    def _look(self, now_ms: int) -> None:
        if self.calls and self.table.calling and now_ms - self._called_ns // NS_PER_MS >= CALL_MS:
            self.called(self.table.calling.passed_over())
        before, self._before = self._before, self._moment()
        for cue in cues_between(before, self._before, self._off):
            self._give(cue, now_ms)
        if self.panel is not None:
            self.panel.be_patient(self.table.tells_long_presses)
        if self.lamps is not None:
            self.lamps.patterns = lights(self._drawn(), bool(self._before.causes))

    def _give(self, cue: Cue, now_ms: int) -> None:
        with self._giving:  # presses of phones come by threads of their own
            self._number += 1
            heard = self.voice is not None and self.voice.say(cue)
            if self.lamps is not None:
                self.lamps.flash(cue.light, now_ms, cue.seat)
            self.given.append(Given(self._number, cue, heard))
        self.table.tell()

    def _moment(self) -> Moment:
        match, ruled = self.table.match, _ruled(self.table.desk.state)
        if match is None or match.view.closed is not None:
            return Moment(ruled=ruled)
        view, left_ms = match.view, self.table.remaining_ms
        fresh = view.entries[self._before.entries :] if self._before.match == view.name else ()
        cues, pressed = self._cues_of(view, fresh), _pressed(fresh)
        rung = any(entry.who == CLOCK for entry in fresh)
        return Moment(view.name, len(view.entries), left_ms, view.clock.causes, cues, pressed, rung, ruled)

    def _cues_of(self, view: Folded, fresh: Sequence[Entry]) -> tuple[str, ...]:
        """What each of these entries of the game lets be heard; corrections and pauses say nothing."""
        kinds = {event.kind for event in view.game.events}
        boards = [self._board_after(view, entry) for entry in fresh if entry.kind in kinds]
        return tuple(cue for board in boards if board for cue in board.cues)

    def _board_after(self, view: Folded, entry: Entry) -> Scoreboard | None:
        if entry.seq == len(view.entries):
            return self._drawn()
        then = fold(view.name, view.entries[: entry.seq])
        board: Scoreboard = then.game.scoreboard(then.state, then.lexicon(self.table.lexicon))
        return board

    def _drawn(self) -> Scoreboard | None:
        """The board, drawn anew only after a new entry."""
        match = self.table.match
        if match is None:
            return None
        known = (match.view.name, len(match.view.entries))
        if self._board is None or self._board[0] != known:
            self._board = known, self.table.scoreboard()
        return self._board[1]


def _ruled(state: State) -> tuple[int, bool] | None:
    """The ruling that is shown now."""
    return (state.until_ns, state.ruling.valid) if isinstance(state, Shown) else None


def _pressed(fresh: Sequence[Entry]) -> tuple[int, ...]:
    """The seats whose presses made these entries, each once."""
    return tuple(dict.fromkeys(seat for entry in fresh if (seat := _seat_of(entry))))


def _seat_of(entry: Entry) -> int:
    seat = entry.who.removeprefix("seat ")
    return int(seat) if entry.why.startswith(PRESSED) and seat.isdecimal() else 0
