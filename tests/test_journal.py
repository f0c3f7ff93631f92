"""The journal: only ever appended to, by one process, durable, refused whole when it is not as written."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from evening import FIXED
from hypothesis import given, settings
from hypothesis import strategies as st
from stored import COPIED_AS, child, entry, filled, killed_after_one, raw

from companion.errors import JournalError, UnreadableError
from companion.journal import FILE_NAME, Entry, Journal


def test_what_was_appended_is_read_back_in_order(journal: Journal) -> None:
    entries = tuple(entry(seq, why=f"because {seq}") for seq in range(1, 6))
    journal.append("one", entries[0])
    journal.append("one", *entries[1:])
    journal.append("two", entries[0])
    assert journal.read("one") == entries
    assert journal.read("two") == entries[:1]
    assert journal.read("three") == ()
    assert set(journal.matches()) == {"one", "two"}


def test_the_match_opened_last_comes_first(journal: Journal) -> None:
    for name, wall in [
        ("early", "2026-01-01T10:00:00"),
        ("late", "2026-01-03T10:00:00"),
        ("mid", "2026-01-02T10:00:00"),
    ]:
        journal.append(name, Entry(1, "opened", stamp=FIXED._replace(wall=wall)))
    assert journal.matches() == ("late", "mid", "early")


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.integers() | st.text(max_size=5) | st.none() | st.lists(st.booleans()),
        max_size=4,
    )
)
@settings(max_examples=30, deadline=None)
def test_any_fields_that_can_be_stored_come_back(
    tmp_path_factory: pytest.TempPathFactory, fields: dict[str, object]
) -> None:
    with Journal(tmp_path_factory.mktemp("data")) as journal:
        try:
            journal.append("one", Entry(1, "opened", fields))
        except UnreadableError:
            assert journal.read("one") == ()
        else:
            assert journal.read("one") == (Entry(1, "opened", fields),)


@pytest.mark.parametrize("value", [float("nan"), "\udc80", float("inf")], ids=repr)
def test_what_json_cannot_hold_is_refused_before_it_is_written(journal: Journal, value: object) -> None:
    with pytest.raises(UnreadableError, match="cannot be stored"):
        journal.append("one", entry(1), Entry(2, "begun", {"at": value}))
    assert journal.read("one") == ()


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE entries SET why = 'nothing happened'", "an entry is never changed"),
        ("UPDATE entries SET seq = seq + 100", "an entry is never changed"),
        ("DELETE FROM entries", "an entry is never removed"),
        ("DELETE FROM entries WHERE seq = 40", "an entry is never removed"),
        (
            COPIED_AS.format(42),
            "gap",
        ),
        (
            COPIED_AS.format(0),
            "gap",
        ),
        ("REPLACE INTO entries SELECT * FROM entries WHERE seq = 3", "gap"),
    ],
)
def test_even_another_program_cannot_rewrite_an_entry(tmp_path: Path, statement: str, complaint: str) -> None:
    path = filled(tmp_path)
    with closing(sqlite3.connect(path)) as other, pytest.raises(sqlite3.IntegrityError, match=complaint):
        other.execute(statement)
    with Journal(tmp_path) as journal:
        assert journal.read("one") == tuple(entry(seq) for seq in range(1, 41))


@pytest.mark.parametrize("seq", [1, 2, 4, 0, -1])
def test_a_number_that_is_not_the_next_is_refused_with_all_that_came_with_it(
    journal: Journal, seq: int
) -> None:
    journal.append("one", entry(1), entry(2))
    with pytest.raises(JournalError, match=r"refused an entry.*nothing was recorded"):
        journal.append("one", entry(3), entry(seq if seq != 4 else 5))
    assert [each.seq for each in journal.read("one")] == [1, 2]
    journal.append("one", entry(3))
    assert [each.seq for each in journal.read("one")] == [1, 2, 3]


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(journal: Journal) -> None:
    assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_first_start_that_was_cut_off_does_not_stand_in_the_way(tmp_path: Path) -> None:
    raw(tmp_path / FILE_NAME, "PRAGMA journal_mode = WAL", "CREATE TABLE t (x)", "DROP TABLE t")
    with Journal(tmp_path) as journal:
        journal.append("one", entry(1))
    (tmp_path / FILE_NAME).rename(tmp_path / "elsewhere")
    (tmp_path / FILE_NAME).touch()
    with Journal(tmp_path) as journal:
        assert journal.matches() == ()


def test_a_folder_that_cannot_be_written_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(JournalError, match=f"{folder} cannot be written .*choose another with --data"):
            Journal(folder)
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path)


def test_the_second_process_is_refused_and_told_who_holds_the_folder(tmp_path: Path) -> None:
    first = child(tmp_path, "journal = Journal(folder)\nprint('open', flush=True)\nsys.stdin.read()\n")
    assert first.stdout is not None
    assert first.stdout.readline() == "open\n"
    try:
        with pytest.raises(JournalError, match=f"in use by .*process {first.pid}.*stop that first"):
            Journal(tmp_path)
    finally:
        first.kill()
        first.communicate()
    with Journal(tmp_path) as journal:
        journal.append("one", entry(1))


def test_one_process_does_not_open_a_folder_twice_and_closing_twice_is_harmless(tmp_path: Path) -> None:
    first = Journal(tmp_path)
    held = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(JournalError, match="is in use by"):
        Journal(tmp_path)
    assert len(list(Path("/proc/self/fd").iterdir())) == held
    first.close()
    first.close()
    Journal(tmp_path).close()


def test_a_full_disk_leaves_nothing_half_written_and_says_so(journal: Journal) -> None:
    journal.append("one", entry(1))
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    large = [entry(seq, why="x" * 3000) for seq in range(2, 12)]
    with pytest.raises(JournalError, match=r"full.*nothing was recorded; free some space, then do it again"):
        journal.append("one", *large)
    assert journal.read("one") == (entry(1),)
    journal._connection.execute("PRAGMA max_page_count = 100000")
    journal.append("one", *large)
    assert journal.read("one") == (entry(1), *large)


FILLING_UP = """
import resource
journal = Journal(folder)
journal.append("one", Entry(1, "opened"))
size = max(path.stat().st_size for path in folder.iterdir())
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 6000, resource.RLIM_INFINITY))
seq = 2
try:
    while True:
        journal.append("one", Entry(seq, "begun", {"note": "x" * 3000}))
        seq += 1
except JournalError as error:
    print(error)
print(seq, len(journal.read("one")))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append("one", Entry(seq, "begun"))
print(len(journal.read("one")))
journal.close()
"""


def test_a_write_that_the_system_refuses_leaves_nothing_and_works_once_there_is_room(tmp_path: Path) -> None:
    out, err = child(tmp_path, FILLING_UP).communicate(timeout=60)
    assert err == ""
    said, counted, after = out.splitlines()
    assert "nothing was recorded" in said
    seq, held = map(int, counted.split())
    assert held == seq - 1
    assert int(after) == seq
    with Journal(tmp_path) as journal:
        assert len(journal.read("one")) == seq


COMMITTING = """
journal = Journal(folder)
seq = len(journal.read("one"))
while True:
    seq += 1
    journal.append("one", Entry(seq, "begun", {"note": "x" * (seq * 37 % 900)}))
    print(seq, flush=True)
"""


@pytest.mark.slow
def test_killed_at_any_moment_the_journal_holds_all_that_was_acknowledged(tmp_path: Path) -> None:
    for lines in (1, 7, 40, 3, 300):
        committing = child(tmp_path, COMMITTING)
        assert committing.stdout is not None
        for _ in range(lines):
            committing.stdout.readline()
        committing.kill()
        rest, _ = committing.communicate()
        acknowledged = int(rest.splitlines()[-1]) if rest.endswith("\n") else 0
        with Journal(tmp_path) as journal:
            numbers = [each.seq for each in journal.read("one")]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= max(acknowledged, lines)


def test_a_journal_is_read_after_a_kill_without_its_index_file(tmp_path: Path) -> None:
    killed_after_one(tmp_path)
    assert (tmp_path / f"{FILE_NAME}-wal").stat().st_size > 0
    (tmp_path / f"{FILE_NAME}-shm").unlink()
    with Journal(tmp_path) as journal:
        assert journal.read("one") == (Entry(1, "opened"),)
