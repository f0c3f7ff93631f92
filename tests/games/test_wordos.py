"""Both ways of playing, rule by rule; WS numbers are those of the rulings."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError, RuleError
from companion.games import layouts
from companion.games.record import Opened, chosen
from companion.games.wordos import GAME
from companion.games.wordos.contest import Shout, serve
from companion.games.wordos.ending import cards_of
from companion.games.wordos.events import Called, Done, Lie, Pressed
from companion.games.wordos.piles import Claim, outcome
from companion.games.wordos.reading import CARDS, CATEGORY
from companion.games.wordos.rules import DECK, PLACES, drawn_letter, drawn_order
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.grid import Grid
from companion.lexicon import Lexicon
from companion.presses import NS_PER_MS, Press
from companion.reading import Caption, GridReading, Reading

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
WORDS = Lexicon.of(dict.fromkeys(["TIGER", "TOASTER", "KETTLE"], 35), slurs=["LSLUR"])
LETTERS = "STKMCBDPLR"


class Table:
    """A match at the table, in plain lines."""

    def __init__(self, seats: int = 4, **switches: str) -> None:
        pinned = chosen(GAME.switches, switches)
        self.state: State = GAME.start(Opened("", "1.0", NAMES[:seats], pinned, "", "", "", "a seed"))

    def says(self, *lines: str) -> "Table":
        for line in lines:
            self.takes(GAME.heard(self.state, line))
        return self

    def takes(self, event: Any) -> None:
        after = GAME.apply(self.state, event)
        GAME.check(self.state, event, WORDS)
        self.state = after

    def presses(self, seat: int, at_ms: float, give_ms: float = 0, key: str = "buzz") -> bool:
        """A button is pressed; whether it meant something."""
        door = "phone" if give_ms else "pin"
        press = Press(round(at_ms * NS_PER_MS), key, seat or None, door, round(give_ms * NS_PER_MS))
        events = GAME.on_press(self.state, press)
        for event in events:
            self.takes(event)
        return bool(events)

    def deals(self, hand: int = 5) -> "Table":
        """A category is read and everybody holds cards."""
        self.says("call")
        if not self.state.house.is_own:
            return self.says(f"decide {hand}")
        for seat, letter in enumerate(LETTERS[: len(self.state.names)], 1):
            self.says(f"letter {seat} {letter}", f"hand {seat} {hand}")
        return self

    def goes(self, discards: str = "") -> "Table":
        """GO, and every seat's letter in order (`-` for a seat that is out), until all lie."""
        self.says("go")
        for seat, letter in enumerate(discards or LETTERS[::-1][: len(self.state.names)], 1):
            if letter != "-":
                self.says(f"discard {seat} {letter}")
        return self.says("lie")

    def goes_at(self, at_ns: int, boot: str, discards: str = "RXYZ") -> "Table":
        """The same, the start key pressed at a time of a boot."""
        self.says("go", *(f"discard {seat} {letter}" for seat, letter in enumerate(discards, 1)))
        self.takes(Lie(None, at_ns, boot))
        return self

    def draws(self) -> "Table":
        """Who has not taken a card picks one up."""
        assert self.state.round
        return self.says(*(f"draw {seat}" for seat in self.state.round.to_take))

    @property
    def steals(self) -> list[tuple[int, str, int]]:
        assert self.state.round
        return [tuple(steal) for steal in self.state.round.outcome.steals]  # type: ignore[misc]

    @property
    def tied(self) -> list[tuple[str, tuple[int, ...]]]:
        return list(self.state.tied)

    @property
    def totals(self) -> list[int]:
        return [self.state.total(seat) for seat in range(1, len(self.state.names) + 1)]

    def board(self) -> str:
        return "\n".join(GAME.scoreboard(self.state, WORDS).as_lines())


def test_the_deck_is_the_printed_one() -> None:  # WS-7
    assert (sum(DECK.values()), len(DECK), DECK["E"], DECK["X"]) == (260, 26, 18, 5)
    drawn = Counter(drawn_letter("seed", number) for number in range(2600))
    assert all(0.4 * 10 * DECK[letter] < drawn[letter] < 1.8 * 10 * DECK[letter] for letter in DECK)
    assert [drawn_letter("seed", n) for n in range(9)] == [drawn_letter("seed", n) for n in range(9)]
    assert [drawn_letter("seed", n) for n in range(9)] != [drawn_letter("other", n) for n in range(9)]


@pytest.mark.parametrize(
    ("seats", "places"), [(3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5)]
)
def test_as_many_places_score_as_the_table_says_and_then_the_round_is_over(  # WS-1
    seats: int, places: int
) -> None:
    table = Table(seats).deals(hand=6)
    assert PLACES[seats] == places
    for seat in range(1, seats + 1):
        table.says(f"done {seat} {seat * 100_000}")
    for seat in range(1, places + 1):
        assert table.state.stage is Stage.ANSWERS
        table.says(f"reveal {seat}", f"accept {seat}")
    assert table.state.stage is Stage.OVER
    assert table.totals == [6] * places + [0] * (seats - places)


@pytest.mark.parametrize(
    ("mode", "seats", "fits"),
    [("own", 2, False), ("own", 3, True), ("judged", 3, False), ("judged", 4, True), ("own", 10, True)],
)
def test_how_many_can_play(mode: str, seats: int, fits: bool) -> None:  # WS-1
    if fits:
        assert Table(seats, mode=mode).state.names == NAMES[:seats]
        return
    with pytest.raises(RuleError, match=r"players cannot play .* \(WS-1\)"):
        Table(seats, mode=mode)


def test_the_same_card_5_ms_apart_is_a_tie_and_200_ms_apart_the_first_one_s() -> None:  # WS-6
    for apart_ms, tied in ((5, [("R", (2, 3))]), (30, [("R", (2, 3))]), (31, []), (200, [])):
        table = Table().deals().goes("RXYZ")
        table.presses(3, 1000 + apart_ms)
        table.presses(2, 1000)
        table.says("claim 3 R", "claim 2 R")
        assert table.tied == tied
        assert table.steals == ([] if tied else [(2, "R", 1)])


def test_different_cards_never_conflict() -> None:  # WS-6
    table = Table().deals().goes("RXYZ")
    for seat, letter in ((2, "R"), (3, "X"), (4, "Y"), (1, "Z")):
        table.presses(seat, 1000 + seat)
        table.says(f"claim {seat} {letter}")
    assert sorted(table.steals) == [(1, "Z", 4), (2, "R", 1), (3, "X", 2), (4, "Y", 3)]
    assert table.state.stage is Stage.REST


def test_equal_letters_serve_as_many_in_order_and_only_the_last_can_be_tied() -> None:  # WS-6
    table = Table(6).deals().goes("EEXYZQ")
    for seat, at_ms in ((3, 0), (4, 4), (5, 8), (6, 300)):
        table.presses(seat, 1000 + at_ms)
        table.says(f"claim {seat} E")
    assert [seat for seat, _, _ in table.steals] == [3]
    assert table.tied == [("E", (4, 5))]
    assert "4. Fay, +300 ms: the E is gone" in table.board()


def test_nobody_takes_from_the_own_pile_and_all_who_can_are_served() -> None:  # WS-4
    table = Table().deals().goes("EEXY")
    for seat, at_ms in ((3, 0), (1, 100)):
        table.presses(seat, 1000 + at_ms)
        table.says(f"claim {seat} E")
    assert sorted(table.steals) == [(1, "E", 2), (3, "E", 1)]
    with pytest.raises(RuleError, match=r"lies on the own pile of Dan, where it stays \(WS-4\)"):
        table.says("claim 4 Y")


def test_what_lies_under_a_top_is_the_top_as_soon_as_that_is_gone() -> None:  # WS-4
    table = Table().deals().goes("ABCD").draws().goes("EFGH")
    with pytest.raises(RuleError, match=r"A lies on top of no pile: there is E, F, G, H \(WS-4\)"):
        table.says("claim 2 A")
    table.says("claim 3 E", "claim 2 A")
    assert table.steals == [(3, "E", 1), (2, "A", 1)]
    table.says("draw 1", "draw 4", "go", "discard 1 Z")
    assert table.state.round
    assert table.state.round.piles == ("Z", "BF", "CG", "DH")


def test_two_equal_cards_on_one_pile_serve_two() -> None:  # WS-6
    table = Table().deals().goes("EBCD").draws().goes("EFGH")
    for seat, at_ms in ((2, 0), (3, 1)):
        table.presses(seat, 1000 + at_ms)
        table.says(f"claim {seat} E")
    assert table.steals == [(2, "E", 1), (3, "E", 1)]
    assert table.tied == []


def test_a_late_press_that_was_earlier_changes_who_holds_the_card() -> None:  # WS-6
    table = Table().deals().goes("RXYZ")
    table.presses(2, 1000)
    table.presses(3, 1500)
    table.says("claim 2 R", "claim 3 R")
    assert table.steals == [(2, "R", 1)]
    assert table.presses(3, 900)
    assert table.steals == [(3, "R", 1)]
    assert not table.presses(3, 1600)


def test_a_claim_binds_and_a_discard_is_final() -> None:  # WS-5
    table = Table().deals().goes("RXYZ")
    table.says("claim 2 R")
    for line in ("claim 2 X", "draw 2"):
        with pytest.raises(RuleError, match=r"Ben has claimed R, and that binds \(WS-5\)"):
            table.says(line)
    with pytest.raises(RuleError, match=r"has discarded X: it stays \(WS-5\)"):
        table.says("discard 2 A")


def test_who_lost_may_claim_another_top_or_draw() -> None:  # WS-6
    table = Table().deals().goes("RXYZ")
    for seat, at_ms in ((2, 1000), (3, 1100), (4, 1200)):
        table.presses(seat, at_ms)
        table.says(f"claim {seat} R")
    table.presses(3, 2000)
    table.says("claim 3 X", "draw 4", "draw 1")
    assert table.steals == [(2, "R", 1), (3, "X", 2)]
    assert table.state.stage is Stage.REST


def test_a_phone_never_beats_a_wired_button_inside_its_uncertainty() -> None:  # WS-11
    table = Table(tie_ms="10").deals().goes("RXYZ")
    table.presses(2, 1000)
    table.presses(3, 990, give_ms=25)
    table.says("claim 2 R", "claim 3 R")
    assert table.steals == [(2, "R", 1)]
    assert "2. Cid, +15 ms ±25, phone: unofficial" in table.board()
    with pytest.raises(RuleError, match=r"a pin cannot be uncertain by 5 ms \(WS-11\)"):
        table.takes(Pressed(4, 1, 5 * NS_PER_MS, "pin"))


UP_FOR_DAYS_NS = 9 * 10**14


def test_after_a_restart_the_presses_of_the_new_boot_count_as_later_ones() -> None:  # WS-6, WS-8
    table = Table().deals().goes_at(UP_FOR_DAYS_NS, "old")
    table.takes(Pressed(2, UP_FOR_DAYS_NS + 5, boot="old"))
    table.says("claim 2 R")
    for seat, at_ns in ((4, 900), (3, 400)):
        for event in GAME.on_press(table.state, Press(at_ns, "buzz", seat, boot="new")):
            table.takes(event)
    assert table.state.round
    assert [press.seat for press in table.state.round.unnamed] == [3, 4]
    table.says("claim 3 R", "claim 4 X")
    assert table.steals == [(2, "R", 1), (4, "X", 2)]
    assert table.tied == []
    assert "pressed too early" not in table.board()
    assert GAME.on_press(table.state, Press(1_000, "buzz", 2, boot="new")) == ()


def test_done_pressed_before_a_restart_comes_before_done_pressed_after_it() -> None:  # WS-9
    table = Table().deals()
    table.takes(Done(3, UP_FOR_DAYS_NS, boot="old"))
    for seat, at_ns in ((1, 10), (2, 5 * NS_PER_MS)):
        table.takes(Done(seat, at_ns, boot="new"))
    assert table.state.round
    assert table.state.round.done.seats == (3,)
    assert table.state.tied == (("place", (1, 2)),)


def test_a_press_counts_only_once_all_lie_and_an_early_one_is_told() -> None:  # WS-8
    table = Table().deals()
    assert not table.presses(2, 10, key="dispute")
    table.says("go")
    assert table.presses(2, 1000)
    assert "Ben pressed too early" in table.board()
    assert table.presses(0, 1010, key="start")
    assert table.state.round
    assert [press.seat for press in table.state.round.unnamed] == []
    assert table.presses(2, 1020)
    assert table.presses(3, 1005)
    assert [press.seat for press in table.state.round.unnamed] == [2]


def test_the_lock_holds_a_too_early_seat_for_250_ms() -> None:  # WS-8
    for early, counted in (("told", [2]), ("locked", [])):
        table = Table(early=early).deals().says("go", "press 2 900000", "lie 1000000", "press 2 1150000")
        assert table.state.round
        assert [press.seat for press in table.state.round.unnamed] == counted
        table.says("press 2 1150001")
        assert [press.seat for press in table.state.round.unnamed] == [2]


def test_a_press_after_all_lie_counts_even_with_the_time_of_an_early_one() -> None:  # WS-8
    table = Table().deals().says("go", "press 2 900000", "lie", "press 2 900000")
    assert table.state.round
    assert [press.seat for press in table.state.round.unnamed] == [2]


def test_start_says_go_then_all_lie_and_nothing_else() -> None:  # WS-4
    table = Table().deals()
    assert table.presses(0, 1, key="start")
    assert table.state.stage is Stage.DISCARD
    assert table.presses(0, 2, key="start")
    assert table.state.stage is Stage.TAKE
    assert not table.presses(0, 3, key="start")


def test_a_letter_may_be_told_after_all_lie() -> None:  # WS-4
    table = Table().deals().says("go", "lie")
    with pytest.raises(RuleError, match="there is nothing"):
        table.says("claim 1 E")
    table.says("discard 2 E", "claim 1 E")
    assert table.steals == [(1, "E", 2)]


def test_everybody_else_picks_up_a_card_once_all_shouts_are_named() -> None:  # WS-4
    table = Table().deals().goes("RXYZ")
    table.presses(2, 1000)
    with pytest.raises(RuleError, match=r"Ben shouted: name the letter first \(WS-6\)"):
        table.says("others")
    table.says("claim 2 R", "others")
    assert table.state.stage is Stage.REST
    with pytest.raises(RuleError, match=r"a tie comes first \(WS-7\)"):
        tied_table().says("others")


def test_the_cards_under_the_tops_are_shuffled_back_when_the_decks_are_empty() -> None:  # WS-4
    table = Table(10, mode="judged").deals(hand=24)
    assert table.state.round
    assert table.state.round.decks == 20
    with pytest.raises(RuleError, match=r"nothing lies under the tops that could be shuffled back \(WS-4\)"):
        table.says("reshuffle")
    table.goes().draws().goes().draws()
    assert "about 0 cards" in table.board()
    table.goes()
    with pytest.raises(RuleError, match=r"the decks are empty: shuffle back .* \(WS-4\)"):
        table.says("draw 1")
    table.says("claim 2 R", "reshuffle", "draw 1")
    assert table.steals == [(2, "R", 1)]
    assert [len(pile) for pile in table.state.round.piles] == [2, *[1] * 9]


@settings(deadline=None)
@given(st.permutations([(2, 0), (3, 5), (4, 200), (5, 12), (6, 31), (3, 90), (2, 40)]), st.data())
def test_every_arrival_order_of_the_same_presses_gives_the_same_claims(  # WS-6
    order: list[tuple[int, int]], data: Any
) -> None:
    letters = [data.draw(st.sampled_from("EXQ" if seat != 5 else "EX")) for seat in range(2, 7)]
    outcomes = []
    for arrival in (sorted(order), order):
        table = Table(6).deals().goes("EEXXQV")
        for seat, at_ms in arrival:
            table.takes(Pressed(seat, (1000 + at_ms) * NS_PER_MS))
        for seat, letter in enumerate(letters, 2):
            table.says(f"claim {seat} {letter}")
        assert table.state.round
        outcomes.append((table.state.round.outcome, table.state.tied, table.board()))
    assert outcomes[0] == outcomes[1]


@settings(deadline=None)
@given(st.permutations([(1, 0), (2, 20), (3, 29), (4, 61), (5, 62), (6, 200)]))
def test_every_arrival_order_of_done_gives_the_same_places(order: list[tuple[int, int]]) -> None:  # WS-9
    table = Table(6).deals()
    for seat, at_ms in order:
        table.takes(Done(seat, (1000 + at_ms) * NS_PER_MS))
    assert table.state.round
    assert (table.state.round.done.seats, table.state.round.done.tied) == ((1, 2, 3), ())


@given(
    st.lists(st.text("EXQ", max_size=3), min_size=4, max_size=6),
    st.lists(st.tuples(st.integers(0, 80), st.sampled_from("EXQ")), min_size=1, max_size=6),
)
def test_no_card_goes_to_two_and_nobody_gets_the_own_one(  # WS-4, WS-6
    piles: list[str], shouts: list[tuple[int, str]]
) -> None:
    claims = tuple(
        Claim(Shout(seat, Press(at_ms * NS_PER_MS, "buzz", seat)), letter)
        for seat, (at_ms, letter) in enumerate(shouts[: len(piles)], 1)
    )
    found = outcome(tuple(piles), claims, 30, ())
    taken = Counter(steal.pile for steal in found.steals)
    for seat, (before, after) in enumerate(zip(piles, found.piles, strict=True), 1):
        gone = before[len(after) :]
        assert before.startswith(after)
        assert sorted(gone) == sorted(steal.letter for steal in found.steals if steal.pile == seat)
        assert len(gone) == taken[seat]
    assert all(steal.seat != steal.pile for steal in found.steals)
    assert sorted([*found.takers, *found.tied, *found.missed]) == sorted(claim.shout.seat for claim in claims)


def test_a_contest_has_a_tie_only_for_the_last_place() -> None:  # WS-9
    shouts = [Shout(seat, Press(ms * NS_PER_MS, "buzz", seat)) for seat, ms in ((1, 0), (2, 10), (3, 20))]
    for places, seats, tied in ((1, (), (1, 2, 3)), (2, (1,), (2, 3)), (3, (1, 2, 3), ())):
        for order in permutations(shouts):
            served = serve("place", order, lambda have, most=places: len(have) <= most, 30)
            assert (served.seats, served.tied) == (seats, tied)


def tied_table(**switches: str) -> Table:
    """Ben and Cid are tied for Ann's R."""
    table = Table(**switches).deals().goes("RXYZ")
    table.presses(2, 1000)
    table.presses(3, 1005)
    return table.says("claim 2 R", "claim 3 R")


def test_a_tiebreaker_goes_to_the_first_accepted_word() -> None:  # WS-7
    table = tied_table()
    for line, reason in (
        ("flip T 2", r"Ben is in the tiebreaker: another flips the letter \(WS-7\)"),
        ("say TIGER", r"no tiebreaker runs \(WS-7\)"),
    ):
        with pytest.raises(RuleError, match=reason):
            table.says(line)
    table.says("flip T 4")
    assert not table.presses(4, 2000)
    assert table.presses(3, 2100)
    assert table.presses(2, 2050)
    with pytest.raises(RuleError, match=r"'LION' does not begin with T \(WS-7\)"):
        table.says("say lion")
    table.says("wrong tea", "say to")
    assert table.steals == [(3, "R", 1)]
    assert table.tied == []


def test_a_word_said_before_in_the_tie_is_refused_and_the_letter_changes_when_all_had_a_turn() -> (
    None
):  # WS-7
    table = tied_table(tie3="on")
    table.says("flip T")
    table.presses(3, 2100)
    table.presses(2, 2200)
    table.says("wrong TEA")
    with pytest.raises(RuleError, match=r"TEA was said before in this tie \(WS-7\)"):
        table.says("say TEA")
    with pytest.raises(RuleError, match=r"TO has fewer than three letters \(WS-7\)"):
        table.says("say TO")
    table.says("silent")
    assert table.state.round
    assert table.state.round.tie
    assert not table.presses(2, 2300)
    table.takes(GAME.due(table.state).event)  # type: ignore[union-attr]
    assert table.state.round.tie
    assert table.state.draws == 1


def test_the_clock_of_a_tiebreaker_three_seconds_a_turn_and_ten_for_a_letter() -> None:  # WS-7
    table = tied_table()
    table.takes(GAME.event("flipped", {"letter": "T", "at_ms": 60_000}))
    due = GAME.due(table.state)
    assert due
    assert (due.at_ms, due.event.kind) == (70_000, "flipped")
    with pytest.raises(RuleError, match=r"T stays for ten seconds"):
        table.takes(GAME.event("flipped", {"letter": "A", "at_ms": 69_999}))
    table.takes(Pressed(2, 9_000 * NS_PER_MS, at_ms=64_000))
    table.takes(Pressed(3, 9_100 * NS_PER_MS, at_ms=64_100))
    due = GAME.due(table.state)
    assert due
    assert (due.at_ms, due.event.kind) == (67_000, "silent")
    with pytest.raises(RuleError, match=r"Ben has three seconds for a word \(WS-7\)"):
        table.takes(GAME.event("silent", {"at_ms": 66_999}))
    table.takes(due.event)
    due = GAME.due(table.state)
    assert due
    assert (due.at_ms, due.event.kind) == (70_000, "silent")
    table.takes(GAME.event("said", {"accepted": "no", "at_ms": 68_000}))
    due = GAME.due(table.state)
    assert due
    assert (due.at_ms, due.event.kind) == (68_000, "flipped")
    table.takes(due.event)
    assert table.state.round
    assert table.state.round.tie
    assert table.state.round.tie.letter == drawn_letter("a seed", 0)


def test_a_tiebreaker_waits_until_every_shout_is_named() -> None:  # WS-6
    table = Table().deals().goes("RXYZ")
    for seat in (2, 3, 4):
        table.presses(seat, 1000 + seat)
    table.says("claim 2 R", "claim 3 R")
    with pytest.raises(RuleError, match=r"Dan shouted, too: name the letter first \(WS-6\)"):
        table.says("flip T")
    table.says("claim 4 R", "flip T 1")
    assert table.state.round
    assert table.state.round.tie
    assert table.state.round.tie.seats == (2, 3, 4)


def test_a_press_that_came_late_into_a_broken_tie_asks_for_a_new_tiebreaker() -> None:  # WS-7
    table = tied_table().says("flip T")
    table.presses(2, 3000)
    table.says("say TEA", "claim 4 R")
    assert table.steals == [(2, "R", 1)]
    table.takes(Pressed(4, 1002 * NS_PER_MS))
    table.says("claim 4 R")
    assert table.tied == [("R", (2, 4, 3))]


def test_letters_hands_and_the_one_switch() -> None:  # WS-3
    table = Table(3).says("call", "letter 1 S")
    for line, reason in (
        ("letter 1 T", r"Ann has flipped S already: there is one switch \(WS-3\)"),
        ("switch 2 T", r"Ben has no letter to switch yet \(WS-3\)"),
        ("hand 2 5", r"Ben flips a letter first \(WS-3\)"),
        ("hand 1 2", r"3 to 40 letters, not 2 \(WS-3\)"),
        ("letter 2 4", "is no letter card"),
        ("go", r"GO comes when all hold their cards, Ann does not yet \(WS-3\)"),
        ("decide 5", r"as many cards as the own answer has letters \(WS-3\)"),
    ):
        with pytest.raises(RuleError, match=reason):
            table.says(line)
    table.says("hand 1 5", "switch 1 B")
    assert table.state.round
    assert (table.state.round.letters[0], table.state.round.hands[0]) == ("B", 0)
    with pytest.raises(RuleError, match=r"Ann has switched already: once in a round \(WS-3\)"):
        table.says("switch 1 A")
    table.says("hand 1 4", "letter 2 C", "hand 2 4", "letter 3 D", "hand 3 4", "go")
    with pytest.raises(RuleError, match=r"before the first GO \(WS-3\)"):
        table.says("switch 2 A")


CARDS_OF = [
    ("Salt & Pepper!", "SALTPEPPER"),
    ("Crème brûlée", "CREMEBRULEE"),
    ("straße 7", "STRASSE"),
    ("", ""),
]


@pytest.mark.parametrize(("answer", "cards"), CARDS_OF)
def test_spaces_punctuation_and_accents_need_no_card(answer: str, cards: str) -> None:  # WS-3
    assert cards_of(answer) == cards


ANSWERS = [
    ("TEA POT", r"begins with T: Ann flipped S \(WS-3\)"),
    ("SO", r"takes 2 letters: an answer has 3 or more \(WS-3\)"),
    ("SALTY", r"takes 5 letters, Ann holds 6 \(WS-5\)"),
    ("S" * 101, "at most 100 signs"),
    ("LSLUR SO", "begins with L"),
]


@pytest.mark.parametrize(("answer", "reason"), ANSWERS)
def test_an_answer_that_does_not_fit_is_refused(answer: str, reason: str) -> None:
    table = Table(3).deals(hand=6).says("done 1 5")
    with pytest.raises(RuleError, match=reason):
        table.says(f"reveal 1 {answer}")
    table.says("reveal 1 sea sun")
    assert "not in the list: SEA, SUN; that is only advice" in table.board()


def test_the_others_decide_by_more_than_half_and_evenly_it_stands() -> None:  # WS-9
    for votes, points in (
        (("2 for 1", "4 against 1", "3 for 1"), 6),
        (("2 against 1", "3 against 1"), 0),
        (("2 for 1", "3 against 1"), 0),
    ):
        table = Table(4).deals(hand=6).says("done 1 5", "reveal 1")
        table.says(*(f"vote {vote}" for vote in votes))
        assert table.totals[0] == points
    even = Table(3).deals(hand=6).says("done 1 5", "reveal 1", "vote 2 for 1")
    assert even.state.round
    assert even.state.round.verdict(1) is None
    assert even.says("vote 3 against 1").totals[0] == 6
    with pytest.raises(RuleError, match=r"the others decide on the answer of Ann, not its owner \(WS-9\)"):
        Table(3).deals().says("done 1 5", "reveal 1", "vote 1 for 1")


def test_a_rejected_answer_scores_nothing_is_out_and_the_next_place_moves_up() -> None:  # WS-9
    table = Table(4).deals(hand=6)
    table.says("done 1 100", "done 2 100000", "done 3 200000")
    with pytest.raises(RuleError, match=r"no answer of Cid is asked for now \(WS-9\)"):
        table.says("reveal 3")
    table.says("reveal 1", "reveal 2", "reject 2", "reveal 3", "accept 3")
    with pytest.raises(RuleError, match=r"the answer of Ann is shown and ruled first \(WS-9\)"):
        table.says("go")
    assert table.says("accept 1").totals == [6, 0, 6, 0]
    assert table.state.stage is Stage.OVER


def test_who_was_rejected_discards_no_more_and_the_others_go_on() -> None:  # WS-9
    table = Table(3).deals(hand=6).says("done 2 5", "reveal 2", "reject 2", "go")
    assert table.state.round
    assert table.state.round.turn
    assert table.state.round.turn.seats == (1, 3)
    with pytest.raises(RuleError, match=r"Ben takes no part in this GO \(WS-4\)"):
        table.says("discard 2 A")


def test_an_answer_changes_to_no_fewer_letters_and_never_in_judged() -> None:  # WS-5
    table = Table(3).deals(hand=6).says("change 1 8", "done 1 5", "reveal 1 steamers", "accept 1")
    assert table.totals[0] == 8
    for mode, line in (("own", "change 2 5"), ("judged", "change 2 8")):
        with pytest.raises(RuleError, match=r"\(WS-5\)"):
            Table(4, mode=mode).deals(hand=6).says(line)


def judged_table(seats: int = 4) -> Table:
    """Everybody but the last seat is done."""
    table = Table(seats, mode="judged").deals(hand=7)
    return table.says(*(f"done {seat} {seat * 100_000}" for seat in range(1, seats)))


def test_the_last_one_judges_scores_nothing_and_ranks_three_for_8_6_4() -> None:  # WS-2
    table = judged_table(5)
    assert "Eve is the judge: close your eyes" in table.board()
    table.says("clear", "assemble", "fan", "fan", "fan", "fan")
    for line in ("rank 1 1 2", "rank 1 2 5", "rank 0 1 2"):
        with pytest.raises(RuleError, match=r"three different piles of 1 to 4 are chosen \(WS-2\)"):
            table.says(line)
    table.says("rank 4 1 2", "own 2 4", "own 1 1", "own 4 2")
    assert table.totals == [6, 8, 0, 4, 0]
    assert table.state.stage is Stage.OVER


def test_who_is_done_takes_no_more_part_in_a_go() -> None:  # WS-2
    table = Table(4, mode="judged").deals(hand=7).says("done 2 5", "go")
    with pytest.raises(RuleError, match=r"Ben takes no part in this GO \(WS-4\)"):
        table.says("discard 2 A")
    assert not table.presses(2, 500)


def test_when_two_are_left_and_both_press_the_earlier_is_done_and_a_tie_is_broken() -> None:  # WS-2, WS-9
    for apart_us, judge, tied in ((100_000, 4, []), (5_000, None, [("place", (3, 4))])):
        table = judged_table().says(f"done 4 {300_000 + apart_us}")
        assert table.state.round
        assert table.state.round.judge == judge
        assert table.tied == tied


def test_nothing_tells_whose_answer_is_whose_until_the_judge_has_chosen() -> None:  # WS-12
    table = judged_table().says("clear")
    early = [("own 1 1", Stage.JUDGING)]
    table.says("assemble")
    early.append(("own 1 1", Stage.READING))
    for answer in ("RUN", "YES DEAR", "AMEN"):
        with pytest.raises(RuleError, match=r"nobody says whose an answer is before the judge has chosen"):
            table.says("own 1 1")
        with pytest.raises(RuleError, match=r"the judge sees all answers before choosing \(WS-12\)"):
            table.says("rank 1 2 3")
        table.says(f"fan {answer}")
        shown = table.board().partition("Before the judge")[2]
        assert answer in shown
        assert not any(name in shown for name in NAMES)
    lamps = dict(GAME.scoreboard(table.state, WORDS).lamps)
    assert {lamps[seat] for seat in (1, 2, 3)} == {"off"}
    assert GAME.layout(table.state) is None


def test_two_orders_of_answers_differ_by_nothing_that_could_be_told_apart() -> None:  # WS-12
    ordered = {drawn_order("a seed", round_, 9) for round_ in range(20)}
    assert len(ordered) > 15
    assert all(sorted(order) == [*range(1, 10)] for order in ordered)


JUDGED = [
    (("assemble",), r"unused cards leave before the answers lie down \(WS-12\)"),
    (("clear", "clear"), r"back on the decks already \(WS-12\)"),
    (("clear", "fan YES"), r"not now: the judge's eyes are closed \(WS-12\)"),
    (("clear", "assemble", "fan NO"), r"takes 2 letters: 3 to 7 were agreed \(WS-2\)"),
    (("clear", "assemble", "fan", "fan", "fan", "fan"), r"all answers are open: the judge chooses \(WS-12\)"),
    (
        ("clear", "assemble", "fan", "fan", "fan", "rank 1 2 3", "own 4 1"),
        r"Dan judges and has no answer \(WS-2\)",
    ),
    (("clear", "done 4 900000"), r"Dan judges already \(WS-2\)"),
    (("reveal 1",), r"nobody shows an answer but the judge \(WS-12\)"),
]


@pytest.mark.parametrize(("lines", "reason"), JUDGED)
def test_the_judging_goes_one_step_after_the_other(lines: tuple[str, ...], reason: str) -> None:
    table = judged_table().says(*lines[:-1])
    with pytest.raises(RuleError, match=reason):
        table.says(lines[-1])


def play_round(table: Table, hand: int, *placed: int) -> None:
    """A round of `own` in which these are done in order, their answers accepted."""
    table.deals(hand)
    for at, seat in enumerate(placed, 1):
        table.says(f"done {seat} {at * 100_000}")
    for seat in placed:
        table.says(f"reveal {seat}", f"accept {seat}")


def test_the_caller_moves_clockwise_and_30_wins_at_the_end_of_the_round() -> None:  # WS-10
    table = Table(4)
    play_round(table, 15, 1, 2)
    assert (table.totals, table.state.next_caller) == ([15, 15, 0, 0], 2)
    with pytest.raises(RuleError, match=r"Ben is the next caller \(WS-10\)"):
        table.takes(GAME.event("called", {"seat": 3}))
    play_round(table, 16, 3, 2)
    assert table.state.winners == (2,)
    with pytest.raises(RuleError, match=r"Ben won with 31: the match is over \(WS-10\)"):
        table.says("call")


def test_several_with_30_share_or_break_the_tie() -> None:  # WS-10
    for level, winners in (("shared", (1, 2)), ("tiebreaker", ())):
        table = Table(4, level=level)
        play_round(table, 31, 2, 1)
        assert table.state.winners == winners
        assert GAME.standings(table.state, WORDS).winners == (1, 2)
    with pytest.raises(RuleError, match=r"the tiebreaker for the match comes first \(WS-10\)"):
        table.says("call")
    table.says("flip T")
    table.presses(2, 9000)
    assert table.says("say").state.winners == (2,)


def stage_of(table: Table) -> Stage:
    return table.state.stage


def test_who_leaves_takes_no_more_part_and_the_order_closes_up() -> None:  # WS-4, WS-10
    table = Table(5).deals().goes("RXYZQ").says("claim 3 R", "leave 1")
    assert table.state.round
    assert table.state.round.caller == 2
    assert table.state.round.outcome.steals == ((3, "R", 1),)
    assert table.state.round.to_take == (2, 4, 5)
    assert "seat 1  Ann: 0 points; has left" in table.board()
    table.draws().goes("-EEEE")
    assert table.state.round.outcome.piles == ("", "XE", "YE", "ZE", "QE")
    with pytest.raises(RuleError, match="Ann has left"):
        table.says("leave 1")


def test_what_a_leaver_shouted_counts_no_more_and_a_tie_is_the_others_own() -> None:  # WS-6, WS-7
    table = Table(5).deals().goes("RXYZQ")
    for seat in (2, 3, 4):
        table.presses(seat, 1000 + seat)
        table.says(f"claim {seat} R")
    assert table.tied == [("R", (2, 3, 4))]
    table.says("leave 3")
    assert table.tied == [("R", (2, 4))]
    table.says("flip T", "press 2 2000000", "leave 4")
    assert table.tied == []
    assert table.steals == [(2, "R", 1)]
    assert table.state.round
    assert table.state.round.tie is None


def test_who_leaves_with_an_answer_gives_the_place_to_the_next() -> None:  # WS-9
    table = Table(5).deals().says("done 1 5", "done 2 100000", "done 3 200000", "reveal 1", "leave 1")
    assert table.state.round
    assert table.state.round.done.seats == (2, 3)
    table.says("reveal 2", "accept 2", "leave 2")
    assert table.totals[1] == 5
    assert stage_of(table) is Stage.ANSWERS


def test_votes_that_were_cast_stand_when_a_voter_leaves() -> None:  # WS-9
    table = Table(5).deals().says("done 1 5", "reveal 1", "vote 2 for 1", "vote 3 for 1", "vote 4 against 1")
    table.says("leave 2")
    assert table.state.round
    assert table.state.round.verdict(1) is None
    table.says("vote 5 against 1")
    assert table.state.round.verdict(1) is True


@pytest.mark.parametrize(("mode", "seats"), [("own", 3), ("judged", 4)])
def test_with_fewer_than_can_play_the_round_is_called_off_until_somebody_joins(  # WS-1
    mode: str, seats: int
) -> None:
    table = Table(seats, mode=mode).deals().goes()
    table.presses(2, 1000)
    table.says(f"leave {seats}")
    assert stage_of(table) is Stage.OVER
    assert "Round 1 is called off; Ben reads a category" in table.board()
    with pytest.raises(RuleError, match=rf"{seats - 1} players cannot play: it takes {seats}, .*WS-1"):
        table.says("call")
    assert GAME.scoreboard(table.state, WORDS).prompts == ()
    assert f"it takes {seats}, others can sit down." in table.board()
    table.says(f"join {seats + 1} Zoe", "call")
    assert table.state.round
    assert table.state.round.seats == (*range(1, seats), seats + 1)
    assert table.state.round.caller == 2


def test_who_joins_late_plays_from_the_next_round_on() -> None:  # WS-10
    table = Table(3).deals().says("join 4 Zoe")
    assert "seat 4  Zoe: 0 points; plays from the next round on" in table.board()
    for line in ("letter 4 E", "done 4 5", "hand 4 5"):
        with pytest.raises(RuleError):
            table.says(line)
    table.goes("RXY").says("claim 2 R", "draw 1", "draw 3", "done 1 9000000", "reveal 1")
    with pytest.raises(RuleError, match="Zoe plays from the next round on"):
        table.says("vote 4 for 1")
    table.says("accept 1", "call")
    assert table.state.round
    assert (table.state.round.caller, table.state.round.seats) == (2, (1, 2, 3, 4))
    assert [seat.rounds for seat in GAME.standings(table.state, WORDS).seats] == [(5,), (0,), (0,), (None,)]


def test_who_comes_back_has_the_points_of_before_and_who_is_gone_cannot_win() -> None:  # WS-10
    table = Table(4).deals(hand=30)
    table.says("done 1 5", "reveal 1", "accept 1", "done 2 9000000", "reveal 2", "accept 2")
    assert table.state.winners == (1, 2)
    table.says("leave 1")
    assert table.state.winners == (2,)
    assert [seat.resigned for seat in GAME.standings(table.state, WORDS).seats] == [True, False, False, False]
    table.says("join 1 Anna")
    assert (table.state.winners, table.state.name(1), table.totals[0]) == ((1, 2), "Anna", 30)


def test_nobody_leaves_while_answers_lie_before_the_judge() -> None:  # WS-12
    table = Table(5, mode="judged").deals().says(*(f"done {seat} {seat * 100_000}" for seat in (1, 2, 3, 4)))
    for line in ("clear", "assemble", "fan", "fan", "fan", "fan", "rank 1 2 3", "own 1 1", "own 2 2"):
        with pytest.raises(RuleError, match=r"nobody says whose: leave when the round is over \(WS-12\)"):
            table.says("leave 3")
        table.says(line)
    table.says("own 3 3", "leave 3")
    assert table.totals == [8, 6, 4, 0, 0]


def test_of_five_the_last_of_four_judges_when_one_has_left() -> None:  # WS-2
    table = Table(5, mode="judged").deals().says("leave 5", "done 1 5", "done 2 100000", "done 3 200000")
    assert table.state.round
    assert table.state.round.judge == 4
    table.says("clear", "assemble")
    assert sorted(table.state.round.judging.order) == [1, 2, 3]  # type: ignore[union-attr]


def test_a_free_seat_is_taken_by_its_button_between_rounds_only() -> None:
    table = Table(3)
    assert table.presses(4, 1)
    assert table.state.names == (*NAMES[:3], "Seat 4")
    assert not table.presses(6, 2)
    table.says("leave 2")
    assert table.presses(2, 3)
    assert (table.state.gone, table.state.name(2)) == ((), "Ben")
    table.deals()
    assert not table.presses(5, 4)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("join 6 Zoe", "seat 6 is not free: the next one is 5"),
        ("join 2 Zoe", "seat 2 is not free: the next one is 5"),
        ("join 5", "a name has 1 to 40 signs"),
        ("leave 5", "nobody sits at seat 5"),
        ("rename 9 Zoe", "nobody sits at seat 9"),
        ("rename 1 \u202e", "does not fit"),
    ],
)
def test_who_cannot_come_or_go_is_told_why(line: str, reason: str) -> None:
    table = Table()
    before = table.state
    with pytest.raises(RuleError, match=reason):
        table.says(line)
    assert table.state == before
    assert table.says("rename 1  Anna  Maria ").state.name(1) == "Anna Maria"


def test_ten_seats_are_all_there_are() -> None:  # WS-1
    with pytest.raises(RuleError, match=r"all 10 seats are taken \(WS-1\)"):
        Table(10).says("join 11 Zoe")


def test_the_eye_s_layout_is_the_one_all_card_games_share() -> None:
    assert layouts()["cards"] == CARDS


def test_the_eye_proposes_the_cards_of_an_answer_and_enters_nothing() -> None:  # WS-9
    corners = ((0.0, 0.0),) * 4
    reading = Reading("cards", (GridReading(Grid.parse("SEA/SUN"), 0, corners),))  # type: ignore[arg-type]
    table = Table(3).deals(hand=6)
    assert table.state.proposed(reading) == ""
    table.says("done 1 5")
    assert table.state.proposed(reading) == "SEA SUN"
    assert GAME.on_reading(table.state, reading, 1) == ()


def seen_category(text: str) -> Reading:
    corners = ((0.0, 0.0),) * 4
    return Reading("cards", problem="no cards found", caption=Caption(text, 0.95, corners))  # type: ignore[arg-type]


def test_the_text_of_the_category_card_is_offered_to_the_caller_and_enters_nothing() -> None:  # WS-3
    table, reading = Table(3), seen_category("Famous  rivers")
    layout = GAME.layout(table.state)
    assert layout is not None
    assert layout.captions
    assert table.state.read_category(reading) == "Famous rivers"
    assert table.state.read_category(None) == table.state.read_category(Reading("cards")) == ""
    assert GAME.on_reading(table.state, reading, None) == ()


def test_a_category_is_offered_only_between_rounds_and_never_twice() -> None:  # WS-3, WS-10
    table = Table(3)
    table.takes(Called("Famous rivers"))
    assert table.state.read_category(seen_category("Winter sports")) == ""
    for seat, letter in enumerate("STK", 1):
        table.says(f"letter {seat} {letter}", f"hand {seat} 5")
    table.says("done 1 5", "reveal 1", "accept 1")
    assert table.state.read_category(seen_category("FAMOUS RIVERS")) == ""
    assert table.state.read_category(seen_category("Winter sports")) == "Winter sports"


def test_before_the_judge_nothing_is_read_but_the_next_category_is() -> None:  # WS-12
    table = Table(4, mode="judged")
    assert GAME.layout(table.state) == CATEGORY
    table.says("call")
    assert GAME.layout(table.state) is None


MALICIOUS = [
    {"kind": "pressed", "seat": 0, "at_ns": 1},
    {"kind": "pressed", "seat": 99, "at_ns": 1},
    {"kind": "pressed", "seat": 2, "at_ns": -1},
    {"kind": "pressed", "seat": 2, "at_ns": 1, "door": "window"},
    {"kind": "pressed", "seat": 2, "at_ns": 1, "give_ns": -5},
    {"kind": "pressed", "seat": 2, "at_ns": "1"},
    {"kind": "claimed", "seat": 2, "letter": "?"},
    {"kind": "claimed", "seat": 2, "letter": "RX"},
    {"kind": "claimed", "seat": -1, "letter": "R"},
    {"kind": "drew", "seat": 5},
    {"kind": "discarded", "seat": 3, "letter": "R"},
    {"kind": "done", "seat": 2, "at_ns": 1},
    {"kind": "thought", "seat": 1, "letters": 10**9},
    {"kind": "changed", "seat": 1, "letters": 10**9},
    {"kind": "revealed", "seat": 2, "answer": "\x1b[2J"},
    {"kind": "ruled", "of": 2, "verdict": "yes"},
    {"kind": "voted", "seat": 1, "of": 2, "verdict": "maybe"},
    {"kind": "said", "word": "R", "accepted": "yes"},
    {"kind": "silent", "at_ms": -1},
    {"kind": "flipped", "letter": "R"},
    {"kind": "owned", "seat": 1, "pile": 1},
    {"kind": "ranked", "first": 1, "second": 2, "third": 3},
    {"kind": "called", "caption": "x" * 81},
    {"kind": "go", "seat": 3},
    {"kind": "lie", "at_ns": -1},
    {"kind": "bribed", "seat": 1},
]


@pytest.mark.parametrize("fields", MALICIOUS, ids=str)
def test_a_malicious_entry_is_refused_and_changes_nothing(fields: dict[str, Any]) -> None:
    table = Table().deals().goes("RXYZ")
    before = table.state
    given = dict(fields)
    with pytest.raises(CompanionError):
        table.takes(GAME.event(given.pop("kind"), given))
    assert table.state == before


def test_what_demeans_people_is_refused_at_the_gate() -> None:
    with pytest.raises(RuleError, match="demeans people"):
        Table(3).says("call an lslur")


def test_a_line_that_says_nothing_tells_how_to_write_it() -> None:
    for line, told in (
        ("claim 1", "write it as claim 1 E"),
        ("sing", "type help"),
        ("draw x", "is no number"),
    ):
        with pytest.raises(CompanionError, match=told):
            Table().says(line)


def test_the_board_tells_the_margin_of_every_ruling() -> None:  # WS-11
    table = tied_table()
    assert "1. Ben, first: tied for the R with Cid" in table.board()
    assert "2. Cid, +5.0 ms: tied for the R with Ben" in table.board()
    done = Table(3).deals().says("done 1 1000", "done 2 85000")
    assert "2. Ben, +84 ms: no place is left" in done.board()


def test_a_tie_and_a_verdict_are_heard_once() -> None:
    heard = []
    table = Table(3).deals().goes("RXY")
    said = "press 2 5,press 3 6,claim 2 R,claim 3 R,flip T,press 2 9,wrong,press 3 10,say,draw 1,draw 2"
    for line in (*said.split(","), "done 1 50", "reveal 1", "reject 1"):
        heard.append(table.says(line).state.cues)
    assert heard == [
        (), (), (), ("tie",), (), (), ("invalid",), (),
        ("valid",), (), (), (), (), ("invalid",),
    ]  # fmt: skip
