"""What went wrong is written down beside the matches, too, in two small files that take turns."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

NAME = "companion.log"
LARGEST = 256 * 1024
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@contextmanager
def written_down(folder: Path) -> Iterator[None]:
    """While this lasts, messages go to the file and warnings to standard error as well."""
    root, told = logging.getLogger(), logging.StreamHandler()
    told.setLevel(logging.WARNING)
    kept = RotatingFileHandler(folder / NAME, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
    kept.setFormatter(logging.Formatter(FORM))
    before = root.level
    root.setLevel(logging.INFO)
    for each in (told, kept):
        root.addHandler(each)
    try:
        yield
    finally:
        root.setLevel(before)
        for each in (told, kept):
            root.removeHandler(each)
            each.close()


def kept_logs(folder: Path) -> list[Path]:
    """The files that were written, the older one last."""
    return [path for path in (folder / NAME, folder / f"{NAME}.1") if path.is_file()]
