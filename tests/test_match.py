"""A match: what follows from its entries, and corrections that erase nothing."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from evening import FIXED, GAME, GRID, SMALL, Table
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import JournalError, RuleError, UnreadableError
from companion.fold import Folded, fold, stored
from companion.games.record import Event
from companion.journal import Entry, Journal
from companion.lexicon import Lexicon
from companion.match import opened_now, resumed

READ = ("begin", "bell", f"grid Ann {GRID}")
OTHER_LIST = Lexicon.of({"CAT": 35}, name="other")


def kinds(table: Table) -> list[str]:
    return [entry.kind for entry in table.match.view.entries]


def assert_as_stored(table: Table) -> None:
    """What is shown is exactly what follows from what is stored."""
    view = table.match.view
    assert fold(view.name, table.journal.read(view.name)) == view


def assert_refused(table: Table, error: type[Exception], complaint: str, act: object) -> None:
    before, held = table.match.view, table.journal.read("evening")
    with pytest.raises(error, match=complaint):
        act()  # type: ignore[operator]
    assert table.match.view is before
    assert table.journal.read("evening") == held


def test_a_match_is_what_its_entries_say(table: Table) -> None:
    table.says(*READ, "ok Ann", f"grid Ben {GRID}", "ok Ben")
    assert table.points == [34, 34]
    assert kinds(table) == ["opened", "begun", "bell", "laid", "confirmed", "laid", "confirmed"]
    assert_as_stored(table)


def test_what_was_struck_did_not_happen_and_can_be_brought_back(table: Table) -> None:
    table.says(*READ, "ok Ann")
    strike = table.match.strike(5, why="wrong grid")
    assert (strike.seq, strike.fields, strike.why) == (6, {"of": 5}, "wrong grid")
    assert table.match.view.struck == {5}
    table.match.strike(6)
    assert table.match.view.struck == {6}
    table.match.strike(7)
    assert table.match.view.struck == {5, 7}
    assert len(table.match.view.entries) == 8
    assert_as_stored(table)


def test_an_amended_entry_happened_differently_until_the_amend_is_struck(table: Table) -> None:
    table.says(*READ, "ok Ann", f"grid Ben {GRID}", "ok Ben")
    other = GRID.replace("BANG", "BXNG")
    table.amends(4, f"grid Ann {other}")
    assert table.points[0] < 34
    table.amends(4, f"grid Ann {GRID.replace('BANG', 'BANX')}")
    last = table.points
    table.match.strike(9)
    assert table.points[0] < 34
    assert table.points != last
    table.match.strike(8)
    assert table.points == [34, 34]
    assert_as_stored(table)


@pytest.mark.parametrize(
    ("act", "error", "complaint"),
    [
        (lambda t: t.match.strike(1), RuleError, "entry 1 .opened. cannot be corrected by a strike"),
        (lambda t: t.match.strike(2), RuleError, "entry 3 .bell.: no round is running"),
        (lambda t: t.match.strike(3), RuleError, "entry 4 .laid.: grids are read at the bell"),
        (lambda t: t.match.strike(6), UnreadableError, "corrects entry 6, which does not come before it"),
        (lambda t: t.match.strike(0), UnreadableError, "corrects entry 0"),
        (lambda t: t.match.strike(-1), UnreadableError, "corrects entry -1"),
        (lambda t: t.match.strike(10**30), UnreadableError, "which does not come before it"),
        (lambda t: t.amends(1, "bell"), RuleError, "entry 1 is opened, not bell: strike it, then say"),
        (lambda t: t.amends(2, "bell"), RuleError, "entry 2 is begun, not bell: strike it, then say"),
        (lambda t: t.amends(4, "ok Ann"), RuleError, "entry 4 is laid, not confirmed"),
        (lambda t: t.amends(5, "ok Ben"), RuleError, "seat 2 has no grid yet"),
        (lambda t: t.amends(9, "bell"), UnreadableError, "which does not come before it"),
        (lambda t: t.amends(-1, "bell"), UnreadableError, "which does not come before it"),
        (lambda t: t.match.rule("kef", True), UnreadableError, "write two or more of A to Z in upper case"),
        (lambda t: t.match.redo(), RuleError, "nothing was undone"),
        (lambda t: t.says("bell"), RuleError, "no round is running"),
        (lambda t: t.says("ok Ann"), RuleError, "has said that its grid looks right"),
        (lambda t: t.match.strike(5, why="\udc80"), UnreadableError, "holds what cannot be stored"),
    ],
)  # fmt: skip
def test_a_change_that_does_not_fit_is_refused_and_leaves_everything_as_it_was(
    table: Table, act: object, error: type[Exception], complaint: str
) -> None:
    table.says(*READ, "ok Ann")
    assert_refused(table, error, complaint, lambda: act(table))  # type: ignore[operator]


def test_the_gate_is_asked_of_what_is_new_also_when_it_corrects_something(table: Table) -> None:
    table.says(*READ)
    assert_refused(table, RuleError, "ZZZ", lambda: table.says("claim Ann row1 ZZZ"))
    table.says("claim Ann row4 KEF", "ok Ann")
    assert_refused(table, RuleError, "ZZZ", lambda: table.amends(5, "claim Ann row1 ZZZ"))
    table.amends(5, "claim Ann row4 EKE")
    assert_as_stored(table)


def test_a_struck_entry_is_neither_struck_again_nor_amended(table: Table) -> None:
    table.says(*READ)
    table.match.strike(4)
    assert_refused(table, RuleError, "entry 4 is struck already", lambda: table.match.strike(4))
    amend = lambda: table.match.amend(4, GAME.heard(table.match.view.state, f"grid Ann {GRID}"))  # noqa: E731
    assert_refused(table, RuleError, "entry 4 is struck: bring it back first", amend)


def test_undo_and_redo_walk_back_and_forth_one_entry_at_a_time(table: Table) -> None:
    table.says("begin", "swap Ann star", "swap Ben clover")
    seen = [table.match.view.state]
    for _ in range(3):
        table.match.undo()
        seen.append(table.match.view.state)
    assert len(set(map(repr, seen))) == 4
    assert_refused(table, RuleError, "nothing is left to undo", table.match.undo)
    for state in reversed(seen[:-1]):
        table.match.redo()
        assert table.match.view.state == state
    assert_refused(table, RuleError, "nothing was undone", table.match.redo)
    assert_as_stored(table)


def test_undoing_an_amend_brings_the_first_saying_back(table: Table) -> None:
    table.says("rename Ann Anna")
    table.amends(2, "rename Anna Annie")
    assert table.match.view.state.seats[0].name == "Annie"
    table.match.undo()
    assert table.match.view.state.seats[0].name == "Anna"
    table.match.redo()
    assert table.match.view.state.seats[0].name == "Annie"


def test_a_ruling_re_scores_this_match_and_can_be_struck(table: Table) -> None:
    table.says(*READ, "ok Ann", f"grid Ben {GRID}", "ok Ben")
    table.match.rule("BANG", False, who="Ben", why="we never heard of it")
    assert table.points[0] < 34
    assert "BANG" not in table.match.lexicon
    assert "BANG" in SMALL
    table.match.rule("BANG", True)
    assert table.points == [34, 34]
    table.match.strike(9)
    table.match.strike(8)
    assert table.points == [34, 34]
    assert_as_stored(table)


def test_a_slur_cannot_be_allowed_by_any_table(journal: Journal) -> None:
    listed = Lexicon.of({"CAT": 35, "NASTY": 35}, slurs=["NASTY"])
    table = Table(journal, opened_now(journal, "evening", GAME, ["Ann"], listed, lambda: FIXED))
    assert_refused(table, RuleError, "refused at every table", lambda: table.match.rule("NASTY", True))
    table.match.rule("NASTY", False)
    forced = Entry(3, "rule", {"word": "NASTY", "allowed": True})
    with pytest.raises(RuleError, match="refused at every table"):
        fold("evening", (*table.match.view.entries, forced)).standings(listed)


def test_a_closed_match_takes_nothing_but_the_strike_of_its_closing(table: Table) -> None:
    table.says(*READ, "ok Ann", f"grid Ben {GRID}", "ok Ben")
    table.match.close()
    for act in (
        lambda: table.says("begin"),
        table.match.close,
        lambda: table.match.strike(7),
        lambda: table.amends(4, f"grid Ann {GRID}"),
        lambda: table.match.rule("BANG", False),
    ):
        assert_refused(table, RuleError, "the match is closed: strike its closing first", act)
    table.match.strike(8)
    assert table.match.view.closed is None
    for act in (lambda: table.match.strike(9), table.match.redo):
        assert_refused(table, RuleError, "close the match again", act)
    table.says("begin")
    table.match.close()
    assert table.match.view.closed is not None
    assert_as_stored(table)


def test_the_stored_result_is_the_one_that_is_worked_out_afresh(table: Table) -> None:
    table.says(*READ, "ok Ann", f"grid Ben {GRID.replace('BANG', 'BXNG')}", "ok Ben", "join Cid", "leave Ben")
    table.match.close()
    closed = table.match.view.closed
    assert closed is not None
    assert stored(closed) == table.match.view.standings(SMALL)
    assert stored(closed) == table.match.view.standings(OTHER_LIST)


def test_without_its_list_a_match_can_be_looked_at_but_not_gone_on_with(table: Table) -> None:
    table.says(*READ)
    other = resumed(table.journal, "evening", OTHER_LIST, lambda: FIXED)
    assert other.view == table.match.view
    for act in (other.undo, other.close, lambda: other.commit(GAME.heard(other.view.state, "ok Ann"))):
        assert_refused(table, RuleError, "pinned to the list small 1, which is not here", act)
    with pytest.raises(RuleError, match="it can be looked at, not continued or scored"):
        other.view.standings(OTHER_LIST)


def test_a_match_resumed_is_the_match_that_was_left(table: Table) -> None:
    table.says(*READ, "ok Ann")
    again = resumed(table.journal, "evening", SMALL, lambda: FIXED)
    assert again.view == table.match.view
    with pytest.raises(UnreadableError, match="no match is named 'morning': evening"):
        resumed(table.journal, "morning", SMALL, lambda: FIXED)


def test_a_name_that_is_taken_opens_no_second_match(table: Table) -> None:
    with pytest.raises(JournalError, match="nothing was recorded"):
        opened_now(table.journal, "evening", GAME, ["Eve"], SMALL, lambda: FIXED)
    assert_as_stored(table)


def test_a_commit_that_was_not_stored_did_not_happen(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    table.match.listeners.append(heard.append)
    table.says("begin")
    pages = table.journal._connection.execute("PRAGMA page_count").fetchone()[0]
    table.journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    before = table.match.view
    with pytest.raises(JournalError, match="free some space, then do it again"):
        table.match.commit(GAME.heard(before.state, "bell"), why="x" * 50_000)
    assert table.match.view is before
    table.journal._connection.execute("PRAGMA max_page_count = 100000")
    table.says("bell")
    assert heard == [2, 3]
    assert_as_stored(table)


LINES = f"""begin; bell; grid Ann {GRID}; grid 2 {GRID.replace("BANG", "BXNG")}; ok 1; ok 2; swap 1 star;
swap 2 star; join Cid; leave 1; leave 3; rename 1 Anna; wild 1 r4c1 E; claim 1 row4 KEF"""
SPOKEN = st.sampled_from(LINES.replace("\n", " ").split("; "))
NUMBERS = st.integers(0, 14)
ACTS = st.one_of(
    st.tuples(st.just("commit"), SPOKEN),
    st.tuples(st.just("strike"), NUMBERS),
    st.tuples(st.just("amend"), NUMBERS, SPOKEN),
    st.tuples(st.sampled_from(["undo", "redo", "close"])),
    st.tuples(st.just("rule"), st.sampled_from(["BANG", "ZZZ", "kef"]), st.booleans()),
)


def acted(table: Table, act: tuple[object, ...]) -> None:
    match act:
        case ["commit", str(line)]:
            table.says(line)
        case ["strike", int(of)]:
            table.match.strike(of)
        case ["amend", int(of), str(line)]:
            table.amends(of, line)
        case ["rule", str(word), bool(allowed)]:
            table.match.rule(word, allowed)
        case [name]:
            getattr(table.match, str(name))()


@given(st.lists(ACTS, max_size=14))
@settings(max_examples=60, deadline=None)
def test_whatever_is_tried_the_view_is_what_the_journal_says(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[object, ...]]
) -> None:
    with Journal(tmp_path_factory.mktemp("data")) as journal:
        table = Table(journal, opened_now(journal, "evening", GAME, ["Ann", "Ben"], SMALL, lambda: FIXED))
        table.says("begin", "bell")
        for act in acts:
            before = table.match.view
            try:
                acted(table, act)
            except (RuleError, UnreadableError) as refusal:
                said = str(refusal)
                assert table.match.view is before
            else:
                said = "done"
                assert len(table.match.view.entries) == len(before.entries) + 1
            assert len(said.splitlines()) == 1
            assert_as_stored(table)
            table.match.view.standings(SMALL)


def test_several_writers_at_once_leave_entries_without_a_gap(table: Table) -> None:
    heard: list[int] = []
    failures: list[BaseException] = []
    table.match.listeners.append(heard.append)
    start = threading.Barrier(6)

    def write(number: int) -> None:
        start.wait()
        try:
            for turn in range(15):
                table.match.commit(renaming(table.match.view, f"Ann {number} {turn}"))
                if number % 3 == 0:
                    table.match.undo()
        except BaseException as error:  # noqa: BLE001 - a thread's failure is told by the test
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sorted(heard) == list(range(2, 6 * 15 + 2 * 15 + 2))
    assert [entry.seq for entry in table.journal.read("evening")] == list(range(1, len(heard) + 2))
    assert_as_stored(table)


def renaming(view: Folded, name: str) -> Event:
    return view.game.event("renamed", {"seat": 1, "name": name})


def test_entries_are_not_changed_by_what_comes_after_them(table: Table, tmp_path: Path) -> None:
    first = table.says("begin")
    table.amends(2, "begin")
    table.match.strike(2)
    assert table.journal.read("evening")[1] == first
    assert replace(first, why="x") != first
