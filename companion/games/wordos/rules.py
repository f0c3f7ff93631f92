"""The letter deck, places, points and house switches, as tables (WS-1, WS-2)."""

from hashlib import sha256

from companion.games.record import Pieces, Switch

VERSIONS = ("1.0",)
OWN, JUDGED = "own", "judged"
FEWEST = {OWN: 3, JUDGED: 4}
MOST_SEATS = 10
PLACES = {3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 5}
RANKS = (8, 6, 4)
SHORTEST, LONGEST = 3, 40
LONGEST_CAPTION = 80
TO_WIN = 30
TURN_MS, LETTER_MS, LOCK_MS = 3_000, 10_000, 250
UNSEEN = "?"
DECK = {
    "A": 14, "B": 8, "C": 10, "D": 11, "E": 18, "F": 9, "G": 8, "H": 12, "I": 14, "J": 6, "K": 6, "L": 11,
    "M": 10, "N": 13, "O": 14, "P": 9, "Q": 5, "R": 12, "S": 13, "T": 15, "U": 10, "V": 6, "W": 8, "X": 5,
    "Y": 8, "Z": 5,
}  # fmt: skip
PIECES = Pieces("cards", "letter deck of 260", DECK)
SWITCHES = (
    Switch("mode", (OWN, JUDGED), "To Each Their Own, 3 to 10 players, or You've Been Judged, 4 to 10"),
    Switch("strict", ("fits", "spelled"), "an answer has to fit the category, or to be spelled right, too"),
    Switch(
        "tie_ms", ("30", "0", "10", "20", "50", "100"), "presses so close are a tie, in milliseconds (WS-6)"
    ),
    Switch("early", ("told", "locked"), "who presses too early is told, or locked for 250 ms, too (WS-8)"),
    Switch("tie3", ("off", "on"), "words in a tiebreaker have three letters or more (WS-7)"),
    Switch(
        "level", ("shared", "tiebreaker"), "several with the same 30 or more share, or a tiebreaker (WS-10)"
    ),
)


def clockwise(seat: int, seats: tuple[int, ...]) -> int:
    """The seat that follows another one round the table."""
    return next((each for each in seats if each > seat), seats[0] if seats else seat or 1)


def drawn_letter(seed: str, number: int) -> str:
    """The letter of the appliance's draw with that number, by the printed distribution (WS-7)."""
    cards = "".join(letter * count for letter, count in DECK.items())
    return cards[_number(f"{seed} letter {number}") % len(cards)]


def drawn_order(seed: str, round_: int, count: int) -> tuple[int, ...]:
    """In which order `count` piles in a row, numbered from 1, come to the judge (WS-12)."""
    return tuple(sorted(range(1, count + 1), key=lambda pile: _number(f"{seed} round {round_} pile {pile}")))


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8])
