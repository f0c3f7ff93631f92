"""The buttons of the seats at the shared board: pressed, held, refused by name (WC-4, WC-7, WC-15)."""

from pathlib import Path

import pytest
from club import WORDS, Club, board
from fake_sight import FakeSight, TestClock, laid, table_with

from companion.errors import RuleError
from companion.games.word_club import GAME
from companion.games.word_club.events import Challenged, Exchanged, Placed
from companion.journal import Journal
from companion.presses import Press
from companion.reading import Reading
from companion.signalling import Signalling
from companion.table import Table
from companion.wiring import wired
from hardware.panel import Panel
from hardware.pins import Edge, drawn_pins

MS = 1_000_000


def reading_of(text: str, doubt: str = "") -> Reading:
    return Reading("board-9x9", (laid(text, doubt=doubt),))


CAT = reading_of(board(r5="...CAT..."))
BARE = reading_of(board())


def challenged() -> Club:
    club = Club(*"ABC", challenge="single").deal("CATEEBD", "SARTEEI", "OOLLNNR")
    return club.says("TAC D5>")


def test_a_seat_s_button_is_the_challenge_of_another_s_play() -> None:  # WC-4
    state = challenged().state
    pressed = {seat: GAME.on_press(state, Press(1, "buzz", seat)) for seat in (1, 2, 3)}
    assert pressed == {1: (), 2: (), 3: (Challenged(3),)}


@pytest.mark.parametrize(
    ("key", "reading", "made"),
    [
        ("buzz", CAT, Placed(1, "CAT D5>")),
        ("hold", CAT, Placed(1, "CAT D5>")),  # a finger that rests on the button after a move was laid
        ("hold", BARE, Exchanged(1, number=None)),
        ("hold", None, Exchanged(1, number=None)),  # without a camera, or a hand is over the board
    ],
)
def test_the_button_of_whose_turn_it_is_says_that_the_move_is_laid_and_held_that_tiles_are_exchanged(
    key: str, reading: Reading | None, made: Placed | Exchanged
) -> None:  # WC-7 WC-15
    assert GAME.on_press_seen(Club(play="table").state, Press(1, key, 1), reading) == (made,)


LOW = Club(play="table", rules="1.0")
REFUSED = [
    ("another's turn", Club(play="table"), "hold", 2, BARE, "it is Ann's turn, not Ben's (WC-7)"),
    ("another's turn", Club(play="table"), "buzz", 2, CAT, "it is Ann's turn, not Ben's (WC-7)"),
    ("nobody's seat", Club(play="table"), "hold", 3, BARE, "nobody sits at seat 3: there are 1 to 2 (WC-1)"),
    ("no tile", Club(play="table"), "buzz", 1, BARE, "lay a move, or hold the button to exchange tiles"),
    ("no eye", Club(play="table"), "buzz", 1, None, "not still: wait a moment, or type the move (WC-15)"),
    (
        "a doubt",
        Club(play="table"),
        "buzz",
        1,
        reading_of(board(r5="...CAT..."), "r5c4"),
        "may be E or F or P",
    ),
    ("known racks", Club(), "hold", 1, None, "place or exchange on the screen (WC-15)"),
]


@pytest.mark.parametrize(
    ("what", "club", "key", "seat", "reading", "told"), REFUSED, ids=lambda x: str(x)[:14]
)
def test_a_press_that_cannot_be_is_refused_by_name(
    what: str, club: Club, key: str, seat: int, reading: Reading | None, told: str
) -> None:
    with pytest.raises(RuleError) as refused:
        GAME.on_press_seen(club.state, Press(1, key, seat), reading)
    assert told in str(refused.value)


def test_how_many_tiles_were_exchanged_may_stay_unsaid_only_where_nobody_knows_them() -> None:  # WC-7 WC-15
    club = Club(play="table").says("exchange")
    assert [turn.what for turn in club.state.turns] == ["exchanged tiles"]
    assert ([len(rack) for rack in club.state.racks], len(club.state.bag)) == ([7, 7], 18)
    assert club.state.quiet == (1,)
    with pytest.raises(RuleError, match=r"say which tiles are exchanged \(WC-7\)"):
        Club().says("exchange")
    with pytest.raises(RuleError, match=r"1 to 7 tiles are exchanged, not 0 \(WC-7\)"):
        Club(play="table").says("exchange 0")


class Sitting:
    """Two players at a real board with wired buttons; time passes as the test says."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        self.clock, self.sight = TestClock(), FakeSight()
        self.table: Table = table_with(folder, journal, WORDS, self.sight, self.clock)
        self.panel = Panel(wired("8 seats"), drawn_pins())
        self.signs = Signalling(self.table, lambda: self.clock.now_ns, self.panel)
        self.table.open(GAME, "club", ["Ann", "Ben"], {"play": "table"})
        self.passes(100)

    def passes(self, ms: int) -> None:
        for _ in range(ms // 10):
            self.clock.passes(0.01)
            self.signs.turn(self.clock.now_ns)

    def presses(self, name: str, ms: int) -> None:
        """A finger goes down on a button and up again so much later."""
        self.panel.take_in(Edge(name, self.clock.now_ns, True))
        self.passes(ms)
        self.panel.take_in(Edge(name, self.clock.now_ns, False))
        self.passes(300)

    @property
    def entries(self) -> list[tuple[str, str]]:
        assert self.table.match is not None
        return [(entry.kind, entry.who) for entry in self.table.match.view.entries[1:]]

    @property
    def heard(self) -> list[str]:
        return [given.cue.word for given in self.signs.given]


@pytest.fixture
def sitting(tmp_path: Path, journal: Journal) -> Sitting:
    return Sitting(tmp_path / "data", journal)


def test_an_evening_s_turns_by_the_buttons_alone(sitting: Sitting) -> None:  # WC-7 WC-15
    sitting.sight.sees(laid(board(r5="...CAT...")))
    sitting.presses("seat1", 120)
    sitting.presses("seat2", 900)
    assert sitting.entries == [("placed", "seat 1"), ("exchanged", "seat 2")]
    assert sitting.heard == ["Seat 1 pressed", "It counts", "Seat 2 pressed"]  # nothing was refused
    assert sitting.table.notice == ""


def test_an_exchange_that_cannot_be_is_named_with_a_buzz_and_nothing_happens(
    sitting: Sitting,
) -> None:  # WC-7
    sitting.presses("seat2", 900)
    assert sitting.table.notice == "it is Ann's turn, not Ben's (WC-7)"
    assert (sitting.entries, sitting.heard) == ([], ["It does not count"])


def test_an_exchange_by_a_button_is_taken_back_by_the_undo_key(sitting: Sitting) -> None:
    sitting.presses("seat1", 900)
    sitting.presses("undo", 100)
    assert [kind for kind, _ in sitting.entries] == ["exchanged", "strike"]
    assert sitting.table.match is not None
    assert sitting.table.match.view.state.turn == 1


def test_a_press_is_stamped_when_the_finger_came_down_and_not_when_it_left(sitting: Sitting) -> None:
    sitting.sight.sees(laid(board(r5="...CAT...")))
    down_ns = sitting.clock.now_ns
    sitting.presses("seat1", 400)
    assert sitting.table.match is not None
    assert sitting.table.match.view.entries[-1].stamp.tick_ns == down_ns


def test_a_long_press_that_clears_a_ruling_is_no_exchange(sitting: Sitting) -> None:
    sitting.table.desk.ask("CAT", "referee")
    sitting.presses("seat1", 900)
    assert sitting.entries == []
    assert sitting.table.desk.last is not None
