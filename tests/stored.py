"""Journals on the disk as tests need them: filled, changed by others, left by a killed process."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from evening import FIXED

from companion.journal import FILE_NAME, Entry, Journal

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


def killed_after_one(folder: Path, then: str = "") -> None:
    """A process that was killed when it had written one entry, which so far stands in the log only."""
    script = "journal = Journal(folder)\njournal.append('one', Entry(1, 'opened'))\n"
    killed = child(folder, script + then + "print(1, flush=True)\nsys.stdin.read()\n")
    assert killed.stdout is not None
    killed.stdout.readline()
    killed.kill()
    killed.communicate()
