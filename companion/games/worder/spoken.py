"""The plain lines of `companion play`, and the events they stand for."""

from companion.errors import UnreadableError
from companion.games.record import Event
from companion.games.worder.events import Chosen, Hinted, Placed, Stuck, Turned, Valued
from companion.games.worder.rules import CANNOT, MUST
from companion.games.worder.state import State
from companion.lexicon import as_word

PHRASES = {
    "values T1 S1 L2 N2 M4 C3 R1 H5 D3": "the numbers printed on the nine cards",
    "up L": "L is turned up: the restriction",
    "must": "all words must use it",
    "cannot": "no word may use it",
    "place S r1c2 LIGHTS": "S lies in that cell, with a word for its runs",
    "place N r2c2 SEND LEND": "the same with one word across and one down",
    "accept S r1c2 LIGHTS": "the table takes the word (or a word it heard, left out here)",
    "stuck S": "no word is found for S: it is removed",
    "any S r1c2": "a hint: is there any word for S there (or anywhere, without a cell)",
}


def heard(state: State, line: str) -> Event:
    """The event that a line stands for; UnreadableError says how to write it."""
    match line.split():
        case ["values", *cards] if cards:
            return Valued(" ".join(cards))
        case ["up", letter]:
            return Turned(as_word(letter))
        case [("must" | "cannot") as method]:
            return Chosen(MUST if method == "must" else CANNOT)
        case [("place" | "accept") as verb, letter, cell, *words] if len(words) <= 2:
            across, down = [*map(as_word, words), "", ""][:2]
            return Placed(as_word(letter), cell.lower(), across, down, "yes" if verb == "accept" else "no")
        case ["stuck", letter]:
            return Stuck(as_word(letter))
        case ["any", letter, *cell] if len(cell) <= 1:
            return Hinted(as_word(letter), "".join(cell).lower())
    first = line.split()[0] if line.split() else ""
    forms = [phrase for phrase in PHRASES if phrase.split()[0] == first]
    how = f"write it as {' or '.join(forms)}" if forms else "type help for what can be said"
    raise UnreadableError(f"{line[:40]!r} says nothing here: {how}")
