"""The words on which the house has ruled for good: allowed or refused, by whom and why.

They lie in a book of the journal, to which is only ever appended; the last that was said of a word holds. The
word list itself is never touched, and a match keeps the house words it was opened with.
"""

import csv
import io
import re
from collections.abc import Iterable

from companion.errors import RuleError, UnreadableError
from companion.journal import HOUSE_WORDS, Entry, Journal, Stamp
from companion.lexicon import HouseWord, Lexicon

ALLOWED, REFUSED, WITHDRAWN = "allowed", "refused", "withdrawn"
VERDICTS = (ALLOWED, REFUSED, WITHDRAWN)
LONGEST_WORD, LONGEST_TEXT = 15, 200
COLUMNS = ("time", "word", "verdict", "who", "why", "holds")


def standing(journal: Journal) -> tuple[HouseWord, ...]:
    """What holds now, in order of the words."""
    return tuple(
        HouseWord(word, entry.kind == ALLOWED, entry.who, entry.why)
        for word, entry in sorted(_last(journal.read(HOUSE_WORDS)).items())
        if entry.kind != WITHDRAWN
    )


def say(
    journal: Journal, lexicon: Lexicon, word: str, verdict: str, who: str, why: str, stamp: Stamp
) -> Entry:
    """Allow or refuse an upper case word for good, or withdraw what was said of it.

    Raises UnreadableError for what is no word, no verdict or too long a text, RuleError when a slur would be
    allowed or nothing is there to withdraw; then nothing is written.
    """
    check_said(word, verdict, who, why)
    if verdict == WITHDRAWN and word not in {each.word for each in standing(journal)}:
        raise RuleError(f"the house has said nothing of {word}: nothing is to be withdrawn")
    lexicon.ruled({word: verdict == ALLOWED})
    return journal.note(HOUSE_WORDS, verdict, {"word": word}, who, why, stamp)


def check_said(word: str, verdict: str, who: str, why: str) -> None:
    """Raises UnreadableError unless this can be said of a word."""
    if not re.fullmatch(f"[A-Z]{{2,{LONGEST_WORD}}}", word):
        raise UnreadableError(f"no word for the house: {word[:20]!r}; write 2 to {LONGEST_WORD} of A to Z")
    if verdict not in VERDICTS:
        raise UnreadableError(f"a word is {', '.join(VERDICTS)}, not {verdict[:20]!r}")
    for text in (who, why):
        if len(text) > LONGEST_TEXT or not text.isprintable():
            raise UnreadableError(f"a name or a reason has at most {LONGEST_TEXT} printable signs")


def as_csv(journal: Journal) -> str:
    """All that was ever said of words, the first line first, as a table."""
    entries = journal.read(HOUSE_WORDS)
    last = {entry.seq for entry in _last(entries).values()}
    rows = [
        (each.stamp.wall, each.fields["word"], each.kind, each.who, each.why, _yes(each.seq in last))
        for each in entries
    ]
    return table_of(COLUMNS, rows)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def table_of(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV; what a spreadsheet would reckon as a formula stays text."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_plain(str(cell)) for cell in row] for row in rows)
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


def _last(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The last entry of each word."""
    return {entry.fields["word"]: entry for entry in entries}
