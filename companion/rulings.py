"""The log of a referee's rulings: a book of the journal, to which is only ever appended."""

from companion.house import table_of
from companion.journal import RULINGS, Entry, Journal, Stamp
from companion.lexicon import Lexicon
from companion.referee import SLUR, Ruling

NOT_REPEATED = "(a slur)"
COLUMNS = ("time", "match", "words", "verdict", "list", "version", "sha256", "house", "who asked")


def log(
    journal: Journal, ruling: Ruling, lexicon: Lexicon, listed: str, match: str, who: str, stamp: Stamp
) -> Entry:
    """Keep a ruling with the list it was made by; JournalError when it could not be written."""
    house = [f"{each.word} {each.house}" for each in ruling.words if each.house]
    fields = {
        "match": match,
        "words": [NOT_REPEATED if each.reason == SLUR else _storable(each.word) for each in ruling.words],
        "verdict": ruling.verdict,
        "list": f"{lexicon.name} ({listed})",
        "version": lexicon.version,
        "sha256": lexicon.sha256,
        "house": house,
    }
    return journal.note(RULINGS, "ruling", fields, who, "", stamp)


def _storable(word: str) -> str:
    """The word with a question mark for each sign that no text file can hold."""
    return word.encode(errors="replace").decode()


def as_csv(journal: Journal) -> str:
    """Every ruling there was, the first line first, as a table."""
    rows = [
        (
            each.stamp.wall,
            each.fields["match"],
            " ".join(each.fields["words"]),
            *(each.fields[name] for name in ("verdict", "list", "version", "sha256")),
            "; ".join(each.fields["house"]),
            each.who,
        )
        for each in journal.read(RULINGS)
    ]
    return table_of(COLUMNS, rows)
