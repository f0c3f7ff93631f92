"""The one loop of panel, lamps and sound: presses go to the table, what the table does is shown and heard."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from companion.parts import Buttons, Lights, Voice
from companion.scoreboard import Scoreboard
from companion.signals import Cue, Moment, cues_between, lights
from companion.table import Table

TURN_S = 0.004
LOOK_EVERY_NS = 50_000_000
SHINE_EVERY_NS = 40_000_000
NS_PER_MS = 1_000_000
KEPT_CUES = 50
log = logging.getLogger(__name__)


class Given(NamedTuple):
    """A cue that was given: its number, the cue, and whether it was heard or only seen."""

    number: int
    cue: Cue
    heard: bool


class Signalling:
    """What joins the table with its panel, lamps and voice; each of them may be missing.

    `given` holds the last cues. `turn` does everything once and is called by one thread.
    """

    def __init__(
        self,
        table: Table,
        now_ns: Callable[[], int],
        panel: Buttons | None = None,
        lamps: Lights | None = None,
        voice: Voice | None = None,
        problems: tuple[str, ...] = (),
    ) -> None:
        self.table, self.panel, self.lamps, self.voice = table, panel, lamps, voice
        self.given: deque[Given] = deque(maxlen=KEPT_CUES)
        self._now_ns, self._problems = now_ns, problems
        self._board: tuple[tuple[str, int], Scoreboard] | None = None
        self._before = self._moment()
        self._number, self._looked_ns, self._shone_ns = 0, 0, 0

    @property
    def troubles(self) -> tuple[str, ...]:
        """Each part that is missing or does not work, once, in a sentence."""
        said = [*self._problems]
        if self.panel is not None:
            said += [self.panel.trouble] if self.panel.trouble else []
            said += [
                f"the button {wire.name} is held down or stuck" for wire in self.panel.stuck(self._now_ns())
            ]
        if self.voice is not None and self.voice.trouble:
            said.append(f"no sound: {self.voice.trouble}; every sound is also a lamp and a word")
        return tuple(said)

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
        before, self._before = self._before, self._moment()
        for cue in cues_between(before, self._before):
            self._give(cue, now_ms)
        if self.lamps is not None:
            self.lamps.patterns = lights(self._drawn(), bool(self._before.causes))

    def _give(self, cue: Cue, now_ms: int) -> None:
        self._number += 1
        heard = self.voice is not None and self.voice.say(cue)
        if self.lamps is not None:
            self.lamps.flash(cue.light, now_ms)
        self.given.append(Given(self._number, cue, heard))
        self.table.tell()

    def _moment(self) -> Moment:
        match = self.table.match
        if match is None or match.view.closed is not None:
            return Moment()
        view, left_ms, board = match.view, self.table.remaining_ms, self._drawn()
        cues = board.cues if board else ()
        return Moment(view.name, len(view.entries), left_ms, view.clock.causes, cues)

    def _drawn(self) -> Scoreboard | None:
        """The board, drawn anew only after a new entry."""
        match = self.table.match
        if match is None:
            return None
        known = (match.view.name, len(match.view.entries))
        if self._board is None or self._board[0] != known:
            self._board = known, self.table.scoreboard()
        return self._board[1]
