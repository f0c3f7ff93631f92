"""The journal of all matches: an SQLite file to which entries are only ever appended."""

import fcntl
import hashlib
import json
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import JournalError, UnreadableError

FORMAT = 1
APPLICATION_ID = 0x434F4D50
FILE_NAME = "matches.sqlite"
LOCK_NAME = "in-use"
HOUSE_WORDS, RULINGS = "(house words)", "(rulings)"
BOOKS = (HOUSE_WORDS, RULINGS)
COLUMNS = "match, seq, kind, fields, who, why, wall, boot, tick_ns"
OUT_OF_REACH = (
    "SQLITE_CANTOPEN",
    "SQLITE_IOERR",
    "SQLITE_FULL",
    "SQLITE_BUSY",
    "SQLITE_READONLY",
    "SQLITE_NOMEM",
)
INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SCHEMA = f"""
CREATE TABLE entries (
    match TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, fields TEXT NOT NULL,
    who TEXT NOT NULL, why TEXT NOT NULL, wall TEXT NOT NULL, boot TEXT NOT NULL, tick_ns INTEGER NOT NULL,
    proof TEXT NOT NULL, PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entries_last BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;
CREATE TRIGGER entries_in_order BEFORE INSERT ON entries
    WHEN NEW.seq != (SELECT COALESCE(MAX(seq), 0) + 1 FROM entries WHERE match = NEW.match)
    BEGIN SELECT RAISE(ABORT, 'entries follow each other without a gap'); END;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
"""


class Stamp(NamedTuple):
    """When an entry was made: `wall` is a label for people, only `tick_ns` within one `boot` is compared."""

    wall: str = ""
    boot: str = ""
    tick_ns: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match: a cause, never a consequence; `fields` is what JSON can hold."""

    seq: int
    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    who: str = "table"
    why: str = ""
    stamp: Stamp = Stamp()


def as_stored(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields as they will be read back (tuples become lists); UnreadableError when they cannot be stored."""
    try:
        text = json.dumps(fields, allow_nan=False, ensure_ascii=False)
        text.encode()
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"an entry holds what cannot be stored ({error}): write it otherwise") from None
    stored: dict[str, Any] = json.loads(text)
    return stored


class Journal:
    """The file in a data folder; one process at a time may have it open.

    Beside the matches it keeps books: the words on which the house has ruled, and every ruling of a referee.
    Raises JournalError when the folder is in use or not writable, or the file is damaged or newer.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._lock = threading.Lock()
        self._in_use = _claim(folder)
        try:
            _check(self.path)
            self._connection = _connect(self.path)
        except BaseException:
            os.close(self._in_use)
            raise

    def append(self, match: str, *entries: Entry) -> None:
        """Write entries durably, all or none; JournalError says why when that fails."""
        with self._lock, _explained(self.path), self._connection as connection:
            rows = _proven([_row(match, entry) for entry in entries], _last_proof(connection, match))
            connection.executemany(INSERT, rows)

    def note(
        self, book: str, kind: str, fields: Mapping[str, Any], who: str, why: str, stamp: Stamp
    ) -> Entry:
        """Write the next entry of a book durably; JournalError says why when that fails."""
        query = "SELECT COALESCE(MAX(seq), 0) + 1 FROM entries WHERE match = ?"
        with self._lock, _explained(self.path), self._connection as connection:
            seq = connection.execute(query, (book,)).fetchone()[0]
            entry = Entry(seq, kind, fields, who, why, stamp)
            row = _proven([_row(book, entry)], _last_proof(connection, book))
            connection.executemany(INSERT, row)
        return entry

    def read(self, match: str) -> tuple[Entry, ...]:
        """All entries of a match in order; empty when there is no such match."""
        if not match.isprintable():
            return ()
        query = f"SELECT {COLUMNS} FROM entries WHERE match = ? ORDER BY seq"
        with self._lock, _explained(self.path):
            rows = self._connection.execute(query, (match,)).fetchall()
        return tuple(
            Entry(seq, kind, json.loads(fields), who, why, Stamp(*stamp))
            for _, seq, kind, fields, who, why, *stamp in rows
        )

    def matches(self) -> tuple[str, ...]:
        """The names of all matches, the one opened last first."""
        query = "SELECT match FROM entries WHERE seq = 1 AND match NOT IN (?, ?) ORDER BY wall DESC, match"
        with self._lock, _explained(self.path):
            return tuple(row[0] for row in self._connection.execute(query, BOOKS))

    def close(self) -> None:
        """Let go of file and folder; the second time it does nothing."""
        with self._lock:
            self._connection.close()
            if self._in_use >= 0:
                os.close(self._in_use)
            self._in_use = -1

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _row(match: str, entry: Entry) -> tuple[Any, ...]:
    fields = json.dumps(as_stored(entry.fields), ensure_ascii=False, sort_keys=True)
    return match, entry.seq, entry.kind, fields, entry.who, entry.why, *entry.stamp


def _proof(before: str, row: Sequence[Any]) -> str:
    """A hash over an entry and the proof of the one before it, so that no byte can change unnoticed."""
    return hashlib.sha256(json.dumps([before, *row]).encode()).hexdigest()


def _proven(rows: Sequence[tuple[Any, ...]], before: str) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        before = _proof(before, row)
        yield (*row, before)


def _last_proof(connection: sqlite3.Connection, match: str) -> str:
    query = "SELECT proof FROM entries WHERE match = ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (match,)).fetchone()
    return str(row[0]) if row else ""


def _claim(folder: Path) -> int:
    """A lock on the folder that ends with this process; JournalError names who holds it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise _not_writable(folder, error) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:2]])
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{command} (process {os.getpid()})\n".encode(errors="replace"), 0)
    except BlockingIOError:
        holder = os.read(handle, 200).decode(errors="replace").strip() or "another process"
        os.close(handle)
        raise JournalError(
            f"the data folder {folder} is in use by {holder}: stop that first, or choose another with --data"
        ) from None
    except OSError as error:
        os.close(handle)
        raise _not_writable(folder, error) from None
    return handle


def _not_writable(folder: Path, error: OSError) -> JournalError:
    return JournalError(
        f"the data folder {folder} cannot be written ({error.strerror}): choose another with --data"
    )


def _check(path: Path) -> None:
    """Refuses a file that is not ours, damaged, out of order or newer, without changing a byte of it."""
    if not path.exists() or path.stat().st_size == 0:
        _check_log(path)
        return
    with (
        _explained(path),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection,
    ):
        if _pragma(connection, "application_id") != APPLICATION_ID:
            if _is_bare(connection):
                return
            raise JournalError(f"{path} is no journal of matches: move it elsewhere and start again")
        if _pragma(connection, "user_version") > FORMAT:
            raise JournalError(
                f"{path} was written by a newer Companion: update this one, the file is untouched"
            )
        if _pragma(connection, "integrity_check") != "ok" or not (
            _guarded(connection) and _whole(connection)
        ):
            raise _damaged(path)


def _check_log(path: Path) -> None:
    """SQLite throws away a log without its file: it may hold the last entries, so that is asked first."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise JournalError(
            f"{log} belongs to a journal that is not beside it: put {path.name} back, or move both away"
        )


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _is_bare(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever made in it: its first start was cut off, so it may begin anew."""
    made = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
    return bool(made == 0 and _pragma(connection, "application_id") == 0)


def _guarded(connection: sqlite3.Connection) -> bool:
    """Whether table and triggers are the ones that a new journal gets."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(SCHEMA)
        return _schema(connection) == _schema(fresh)


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(connection.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"))


def _whole(connection: sqlite3.Connection) -> bool:
    """Whether every match counts from 1 without a gap and every entry is as it was written."""
    last, proof = ("", 0), ""
    for *row, claimed in connection.execute(f"SELECT {COLUMNS}, proof FROM entries ORDER BY match, seq"):
        match, seq = row[:2]
        if match != last[0]:
            last, proof = (match, 0), ""
        proof = _proof(proof, row)
        if seq != last[1] + 1 or proof != claimed:
            return False
        last = (match, seq)
    return True


def _damaged(path: Path) -> JournalError:
    return JournalError(
        f"{path} is damaged and was left untouched: move it and any -wal file away, then restore a backup"
    )


def _connect(path: Path) -> sqlite3.Connection:
    with _explained(path):
        connection = sqlite3.connect(path, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            if _pragma(connection, "user_version") == 0:
                connection.executescript(f"BEGIN; {SCHEMA} COMMIT;")
        except BaseException:
            connection.close()
            raise
        return connection


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """SQLite's errors in words that say what to do; nothing has been changed when one comes out."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise JournalError(f"{path} refused an entry: {error}; nothing was recorded") from error
    except sqlite3.ProgrammingError:
        raise
    except UnicodeDecodeError as error:
        raise _damaged(path) from error
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if not name.startswith(OUT_OF_REACH):
            raise _damaged(path) from error
        advice = "free some space" if name.startswith("SQLITE_FULL") else "check the disk"
        raise JournalError(
            f"{path} cannot be used ({error}): nothing was recorded; {advice}, then do it again"
        ) from error
