"""A match as facts: board, bag and racks, whose turn it is, every turn that was taken."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.word_club.bag import shuffled
from companion.games.word_club.finder import Found, best_moves
from companion.games.word_club.placement import placed
from companion.games.word_club.rules import OFF, PENALTIES, UNKNOWN, Rules
from companion.games.word_club.score import scored
from companion.games.word_club.seen import Seen, shown
from companion.games.word_club.squares import EMPTY_BOARD, Board, Move, Square
from companion.lexicon import Lexicon
from companion.reading import Reading

OUT, QUIET, RESIGNED = "out", "quiet", "resigned"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table; of a rack at a real table only the number of tiles is known (`?` each).

    `aside` are the tiles of somebody who has left (WC-10).
    """

    number: int
    name: str
    rack: str
    hints: int = 0
    here: bool = True
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was taken: `what` in words, its points, the board and every rack before it.

    `move` is the text form of a play, empty for anything else; `off` says that the play came off again.
    """

    seat: int
    what: str
    points: int
    before: Board
    racks: tuple[str, ...]
    move: str = ""
    off: bool = False

    @property
    def tiles(self) -> Mapping[Square, str]:
        """The tiles that were placed, in the order of the word."""
        return placed(self.before, Move.parse(self.move)).tiles if self.move else {}

    @property
    def board(self) -> Board:
        """The board after it."""
        return self.before if self.off else self.before.with_(self.tiles)

    def first_tiles(self, count: int) -> Mapping[Square, str]:
        """The first so many of its tiles."""
        return dict(list(self.tiles.items())[:count])


class Pending(NamedTuple):
    """The last play, while it can still be challenged: whose, and its rack before the play."""

    seat: int
    rack: str


class Ending(NamedTuple):
    """How the match ended: somebody went `out`, all were `quiet`, or all but one `resigned`; who it was."""

    how: str
    seat: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The match; `bag` in drawing order (`?` each at a real table), `quiet` the seats of the turns without
    a placement since the last accepted one, `owes` those who lose their next turn to a wrong challenge,
    `cue` what the last event sounds like."""

    rules: Rules
    is_table: bool
    tries: int
    challenge: str
    seed: str
    players: tuple[Player, ...]
    bag: str
    board: Board = EMPTY_BOARD
    turn: int = 1
    turns: tuple[Turn, ...] = ()
    quiet: tuple[int, ...] = ()
    owes: frozenset[int] = frozenset()
    failed: tuple[tuple[str, ...], ...] = ()
    hinted: bool = False
    exchanges: int = 0
    pending: Pending | None = None
    ending: Ending | None = None
    turn_deg: int | None = None
    cue: str = ""

    def player(self, seat: int) -> Player:
        """The player at a seat that there is."""
        return self.players[seat - 1]

    def with_player(self, player: Player) -> "State":
        before, after = self.players[: player.number - 1], self.players[player.number :]
        return replace(self, players=(*before, player, *after))

    @property
    def here(self) -> tuple[int, ...]:
        """The seats that have not resigned."""
        return tuple(player.number for player in self.players if player.here)

    @property
    def racks(self) -> tuple[str, ...]:
        return tuple(player.rack for player in self.players)

    @property
    def checks(self) -> bool:
        """Whether the list is asked about every play, not only about a challenged one (WC-4)."""
        return self.challenge == OFF

    @property
    def penalty(self) -> int:
        return PENALTIES.get(self.challenge, 0)

    @property
    def tried(self) -> tuple[str, ...]:
        """The words that failed in the last refused play of this turn."""
        return self.failed[-1] if self.failed else ()

    @property
    def is_out(self) -> bool:
        """Whether whoever played last has no tile left and none can be drawn: only a challenge may follow."""
        return self.pending is not None and not self.bag and not self.player(self.pending.seat).rack

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats whose closing rack is not known yet (WC-15)."""
        if self.ending is None or self.ending.how == RESIGNED:
            return ()
        return tuple(seat for seat in self.here if UNKNOWN in self.player(seat).rack)

    @property
    def aside(self) -> str:
        return "".join(player.aside for player in self.players)

    def seen(self, reading: Reading | None) -> Seen | None:
        """What a reading shows beside the match, at a real table while it is played."""
        if reading is None or not self.is_table or self.ending is not None:
            return None
        return shown(self.board, self.turn_deg, reading)

    def sums(self, move: str) -> tuple[str, ...]:
        """How every word of a move that the board allows is made up."""
        return scored(placed(self.board, Move.parse(move)), self.rules).sentences

    def possible(self, turn: Turn, lexicon: Lexicon) -> tuple[Found, ...]:
        """The best that the rack of a turn allowed, for after the match; nothing where it is not known."""
        rack = turn.racks[turn.seat - 1]
        if UNKNOWN in rack:
            return ()
        return best_moves(turn.before, rack, self.rules.version, lexicon)

    def reshuffled(self, tiles: str) -> str:
        """Tiles in the order of the bag's next shuffle; what is not known stays so."""
        return tiles if self.is_table else shuffled(tiles, f"{self.seed}/exchange {self.exchanges}")
