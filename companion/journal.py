"""The journal of all matches: an SQLite file to which entries are only ever appended."""

import fcntl
import json
import os
import sqlite3
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import JournalError

FORMAT = 1
APPLICATION_ID = 0x434F4D50
FILE_NAME = "matches.sqlite"
LOCK_NAME = "in-use"
COLUMNS = "seq, kind, fields, who, why, wall, boot, tick_ns"
SCHEMA = f"""
CREATE TABLE entries (
    match TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, fields TEXT NOT NULL,
    who TEXT NOT NULL, why TEXT NOT NULL, wall TEXT NOT NULL, boot TEXT NOT NULL, tick_ns INTEGER NOT NULL,
    PRIMARY KEY (match, seq)
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


class Journal:
    """The file in a data folder; one process at a time may have it open.

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
        rows = [
            (
                match,
                e.seq,
                e.kind,
                json.dumps(e.fields, ensure_ascii=False, sort_keys=True),
                e.who,
                e.why,
                *e.stamp,
            )
            for e in entries
        ]
        with self._lock, _explained(self.path), self._connection as connection:
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def read(self, match: str) -> tuple[Entry, ...]:
        """All entries of a match in order; empty when there is no such match."""
        query = f"SELECT {COLUMNS} FROM entries WHERE match = ? ORDER BY seq"
        with self._lock, _explained(self.path):
            rows = self._connection.execute(query, (match,)).fetchall()
        return tuple(
            Entry(row[0], row[1], json.loads(row[2]), row[3], row[4], Stamp(*row[5:])) for row in rows
        )

    def matches(self) -> tuple[str, ...]:
        """The names of all matches, the one opened last first."""
        query = "SELECT match FROM entries WHERE seq = 1 ORDER BY wall DESC, match"
        with self._lock, _explained(self.path):
            return tuple(row[0] for row in self._connection.execute(query))

    def close(self) -> None:
        with self._lock:
            self._connection.close()
            os.close(self._in_use)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _claim(folder: Path) -> int:
    """A lock on the folder that ends with this process; JournalError names who holds it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise JournalError(
            f"the data folder {folder} cannot be written ({error.strerror}): choose another with --data"
        ) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(handle, 200).decode(errors="replace").strip() or "another process"
        os.close(handle)
        raise JournalError(
            f"the data folder {folder} is in use by {holder}: stop that first, or choose another with --data"
        ) from None
    os.ftruncate(handle, 0)
    os.pwrite(
        handle, f"{' '.join([Path(sys.argv[0]).name, *sys.argv[1:2]])} (process {os.getpid()})\n".encode(), 0
    )
    return handle


def _check(path: Path) -> None:
    """Refuses a file that is not ours, damaged, out of order or newer, without changing a byte of it."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with (
        _explained(path),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection,
    ):
        if _pragma(connection, "application_id") != APPLICATION_ID:
            raise JournalError(f"{path} is no journal of matches: move it elsewhere and start again")
        if _pragma(connection, "user_version") > FORMAT:
            raise JournalError(
                f"{path} was written by a newer Companion: update this one, the file is untouched"
            )
        if _pragma(connection, "quick_check") != "ok" or list(_gaps(connection)):
            raise _damaged(path)


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _gaps(connection: sqlite3.Connection) -> Iterable[str]:
    query = "SELECT match FROM entries GROUP BY match HAVING MIN(seq) != 1 OR MAX(seq) != COUNT(*)"
    return (row[0] for row in connection.execute(query))


def _damaged(path: Path) -> JournalError:
    return JournalError(f"{path} is damaged and was left untouched: move it away and restore a backup of it")


def _connect(path: Path) -> sqlite3.Connection:
    with _explained(path):
        connection = sqlite3.connect(path, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if _pragma(connection, "user_version") == 0:
            connection.executescript(f"BEGIN; {SCHEMA} COMMIT;")
        return connection


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """SQLite's errors in words that say what to do; nothing has been changed when one comes out."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise JournalError(f"{path} refused an entry: {error}; nothing was recorded") from error
    except sqlite3.OperationalError as error:
        full = "full" in str(error)
        advice = "free some space, then do it again" if full else "check the disk, then do it again"
        raise JournalError(f"{path} cannot be used ({error}): nothing was recorded; {advice}") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path) from error
