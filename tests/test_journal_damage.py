"""A journal that is not as it was written is refused whole, untouched, with what to do."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stored import entry, filled, killed_after_one, raw

from companion.errors import JournalError
from companion.journal import FILE_NAME, Journal, _proof

GUARDS = ("entries_stay", "entries_last", "entries_in_order")


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
    "weaker guards": lambda path: raw(
        path,
        "DROP TRIGGER entries_last",
        "CREATE TRIGGER entries_last BEFORE DELETE ON entries BEGIN SELECT 1; END",
    ),
    "a name that is no text": lambda path: (
        path.write_bytes(path.read_bytes().replace(b"TRIGGER entries_stay", b"TRIGGER entries\xb5stay"))
        and None
    ),
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


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_byte_was_changed_the_journal_is_whole_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = filled(tmp_path_factory.mktemp("data"))
    changed = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(changed)
    try:
        with Journal(path.parent) as journal:
            held = [journal.read(match) for match in ("one", "two")]
    except JournalError:
        assert path.read_bytes() == changed
    else:
        assert held == [tuple(entry(seq) for seq in range(1, 41))] * 2


@pytest.mark.parametrize("change", [lambda path: path.unlink(), lambda path: path.write_bytes(b"")])
def test_a_log_without_its_journal_is_not_thrown_away(tmp_path: Path, change: Callable[[Path], None]) -> None:
    killed_after_one(tmp_path)
    change(tmp_path / FILE_NAME)
    log = (tmp_path / f"{FILE_NAME}-wal").read_bytes()
    with pytest.raises(JournalError, match=f"put {FILE_NAME} back, or move both away"):
        Journal(tmp_path)
    assert (tmp_path / f"{FILE_NAME}-wal").read_bytes() == log


def test_a_gap_is_noticed_even_when_every_proof_fits(tmp_path: Path) -> None:
    path = filled(tmp_path, 2)
    with closing(sqlite3.connect(path)) as connection:
        last = connection.execute("SELECT proof FROM entries WHERE match = 'one' AND seq = 2").fetchone()[0]
    row = ("one", 4, "bell", "{}", "", "", "", "", 0)
    values = ", ".join(map(repr, (*row, _proof(last, row))))
    without_guards(f"INSERT INTO entries VALUES ({values})")(path)
    with pytest.raises(JournalError, match="is damaged"):
        Journal(tmp_path)


def test_a_refused_journal_keeps_its_log_as_well(tmp_path: Path) -> None:
    killed_after_one(tmp_path, "journal._connection.execute('PRAGMA user_version = 2')\n")
    files = {name: tmp_path / name for name in (FILE_NAME, f"{FILE_NAME}-wal")}
    before = {name: path.read_bytes() for name, path in files.items()}
    with pytest.raises(JournalError, match="written by a newer Companion"):
        Journal(tmp_path)
    assert {name: path.read_bytes() for name, path in files.items()} == before
