"""Setting the table up: what the eye looks for while no match is played, and boards that are learned."""

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.boards import Boards
from companion.errors import RuleError
from companion.eye import Learnt, Watch
from companion.layout import Layout

if TYPE_CHECKING:
    from companion.table import Table

LOOKS_NS = 15 * 60 * 1_000_000_000
PI_LENS_DEG = 66


@dataclass(frozen=True, slots=True)
class Looked:
    """What is looked for though no match is played, and until when (monotonic)."""

    layout: Layout
    until_ns: int


class SettingUp:
    """The set-up of one table; it may be asked from any thread.

    `lens_deg` is how wide the camera sees; `learnt` is a board that was learned and waits for its name;
    `boards` are those that are kept.
    """

    def __init__(self, table: "Table") -> None:
        self.lens_deg = PI_LENS_DEG
        self.looked: Looked | None = None
        self.learnt: Learnt | None = None
        self.boards = Boards(table.journal.path.parent)
        self._table, self._lock = table, threading.Lock()

    def watch(self) -> Watch:
        """What the eye is to read now: what the match needs; without a match, what is being set up."""
        layout = self.layout
        board = self.boards.chosen_file(layout.rows) if layout and layout.kind == "board" else ""
        return Watch(layout, board)

    @property
    def layout(self) -> Layout | None:
        match = self._table.match
        if match is not None:
            return match.view.game.layout(match.view.state)
        return self.looked.layout if self.looked else None

    def look_for(self, layout: Layout | None) -> None:
        """Look for this for a quarter of an hour, or for nothing; RuleError while a match is played."""
        if self._table.match is not None:
            raise RuleError("the camera reads for the match that is played: put it aside first")
        until_ns = self._table.now.tick_ns + LOOKS_NS
        self.looked, self.learnt = Looked(layout, until_ns) if layout else None, None
        self._told()

    def tick(self, now_ns: int) -> None:
        """Look no longer than a quarter of an hour: somebody may have walked away."""
        if self.looked is not None and now_ns >= self.looked.until_ns:
            self.looked, self.learnt = None, None
            self._told()

    def learn(self) -> None:
        """Learn the board that lies empty before the eye; it waits for its name.

        Raises RuleError when no board is looked for, UnreadableError saying why it cannot be learned.
        """
        layout = self.layout
        if layout is None or layout.kind != "board":
            raise RuleError("no board is looked for now: choose one to be set up first")
        with self._lock:
            self.learnt = None
            self.learnt = self._table.sight.learn(layout)
        self._told()

    def keep(self, name: str) -> None:
        """Keep the board that was learned under a name; from now on it is the one that lies there."""
        with self._lock:
            if self.learnt is None:
                raise RuleError("no board waits for a name: show it empty and let it be learned first")
            self.boards.keep(name, self.learnt.packed)
            self.boards.choose(self.learnt.side, name)
            self.learnt = None
        self._told()

    def drop(self) -> None:
        """Let go of the board that was learned and waits for a name."""
        self.learnt = None
        self._told()

    def forget(self, name: str) -> None:
        """Remove a board that was kept; UnreadableError when there is none."""
        self.boards.forget(name)
        self._told()

    def choose(self, side: int, name: str) -> None:
        """The board of so many squares a side that lies there from now on, "" for none that is known."""
        self.boards.choose(side, name)
        self._told()

    def state(self) -> object:
        """What pages show of it, to compare."""
        chosen = [(board, self.boards.chosen(board.side)) for board in self.boards.known()]
        return self.looked, self.learnt and self.learnt.number, chosen

    def _told(self) -> None:
        self._table.watch()
        self._table.tell()
