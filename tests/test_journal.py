"""The journal: only ever appended to, by one process, durable, refused whole when it is not as written."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from evening import FIXED
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import JournalError, UnreadableError
from companion.journal import FILE_NAME, Entry, Journal

GUARDS = ("entries_stay", "entries_last", "entries_in_order")
COPIED_AS = (
    "INSERT INTO entries SELECT match, {}, kind, fields, who, why, wall, boot, tick_ns, '' FROM entries"
)
STARTED = (
    "from pathlib import Path\nimport sys\nfrom companion.journal import *\nfolder = Path(sys.argv[1])\n"
)


def entry(seq: int, kind: str = "begun", why: str = "") -> Entry:
    return Entry(seq, kind, {"at_ms": seq, "note": "naïve ☃"}, "Ann", why, FIXED)


def filled(folder: Path, entries: int = 40) -> Path:
    """A journal of two matches that was closed."""
    with Journal(folder) as journal:
        for match in ("one", "two"):
            journal.append(match, *(entry(seq) for seq in range(1, entries + 1)))
    return folder / FILE_NAME


def raw(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def child(folder: Path, script: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", STARTED + script, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


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


def flip_in_fields(path: Path) -> None:
    """One letter of one field becomes another: still a sound database, still sound JSON."""
    data = path.read_bytes()
    assert b"at_ms" in data
    path.write_bytes(data.replace(b'"at_ms": 17', b'"at_ms": 71', 1))


def flip_in_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 64] = bytes(byte ^ 0xFF for byte in data[4096 : 4096 + 64])
    path.write_bytes(data)


def flip_to_no_text(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Ann", b"A\xffn", 1))


def cut(path: Path, keep: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])


def without_guards(*statements: str) -> Callable[[Path], None]:
    """Changes made by somebody who takes the triggers away and puts them back."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            triggers = [
                row[0] for row in connection.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
            ]
        raw(path, *(f"DROP TRIGGER {name}" for name in GUARDS), *statements, *triggers)

    return change


SWAP = ("UPDATE entries SET seq = -1 WHERE seq = 3 AND match = 'one'",
        "UPDATE entries SET seq = 3 WHERE seq = 4 AND match = 'one'",
        "UPDATE entries SET seq = 4 WHERE seq = -1 AND match = 'one'")  # fmt: skip
DAMAGES: dict[str, Callable[[Path], None]] = {
    "a letter of a field": flip_in_fields,
    "a page": flip_in_page,
    "no text": flip_to_no_text,
    "cut in half": lambda path: cut(path, 0.5),
    "cut near the end": lambda path: cut(path, 0.9),
    "cut to its first bytes": lambda path: cut(path, 0.002),
    "reordered": without_guards(*SWAP),
    "a gap": without_guards("DELETE FROM entries WHERE seq = 3 AND match = 'two'"),
    "without its first": without_guards("DELETE FROM entries WHERE seq = 1 AND match = 'two'"),
    "another author": without_guards("UPDATE entries SET who = 'Ben' WHERE seq = 5"),
    "moved to another match": without_guards("UPDATE entries SET match = 'six' WHERE match = 'two'"),
    "no guards": lambda path: raw(path, "DROP TRIGGER entries_stay"),
    "no table": lambda path: raw(path, "DROP TABLE entries"),
}
OTHERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "newer": (
        lambda path: raw(path, "PRAGMA user_version = 2"),
        "written by a newer Companion: update this one",
    ),
    "not ours": (
        lambda path: raw(path, "PRAGMA application_id = 77"),
        "is no journal of matches: move it elsewhere",
    ),
    "another database": (
        lambda path: (path.unlink(), raw(path, "CREATE TABLE cats (name)"))[0],
        "is no journal of matches: move it elsewhere",
    ),
    "no database": (
        lambda path: path.write_text("dear diary" * 100) and None,
        "is damaged.*restore a backup",
    ),
    **{
        name: (damage, "is damaged and was left untouched.*restore a backup")
        for name, damage in DAMAGES.items()
    },
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_journal_that_is_not_as_written_is_refused_whole_and_left_untouched(
    tmp_path: Path, name: str
) -> None:
    change, complaint = OTHERS[name]
    path = filled(tmp_path)
    before = path.read_bytes()
    change(path)
    changed = path.read_bytes()
    assert changed != before
    with pytest.raises(JournalError, match=complaint) as refused:
        Journal(tmp_path)
    assert str(path) in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert path.read_bytes() == changed
    path.unlink()
    with Journal(tmp_path) as fresh:
        assert fresh.matches() == ()


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
    with pytest.raises(JournalError, match="is in use by"):
        Journal(tmp_path)
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
        os.kill(committing.pid, signal.SIGKILL)
        rest, _ = committing.communicate(timeout=60)
        acknowledged = int(rest.splitlines()[-1]) if rest.endswith("\n") else 0
        with Journal(tmp_path) as journal:
            numbers = [each.seq for each in journal.read("one")]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= max(acknowledged, lines)


def test_a_journal_is_read_after_a_kill_without_its_index_file(tmp_path: Path) -> None:
    script = "journal = Journal(folder)\njournal.append('one', Entry(1, 'opened'))\n"
    killed = child(tmp_path, script + "print(1, flush=True)\nsys.stdin.read()\n")
    assert killed.stdout is not None
    killed.stdout.readline()
    killed.kill()
    killed.communicate()
    assert (tmp_path / f"{FILE_NAME}-wal").stat().st_size > 0
    (tmp_path / f"{FILE_NAME}-shm").unlink()
    with Journal(tmp_path) as journal:
        assert journal.read("one") == (Entry(1, "opened"),)
