"""The printed numbers and names, as tables (WK-1, WK-6, WK-7)."""

from dataclasses import dataclass

from companion.games.record import Switch

ROUNDS = 3
TILES_PER_SYMBOL = 30
SYMBOLS = {"c": "clover", "s": "star", "q": "square", "o": "circle", "d": "diamond"}
LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Rules:
    """One version of the game: the side of the grid, its symbols, the length of a round."""

    name: str
    side: int
    symbols: str
    minutes: int

    @property
    def round_ms(self) -> int:
        return self.minutes * 60_000


STANDARD = Rules("standard", 4, "csqo", 5)
EXPERT = Rules("expert", 5, "csqod", 10)
RULES = {rules.name: rules for rules in (STANDARD, EXPERT)}
BY_SIDE = {rules.side: rules for rules in RULES.values()}

SWITCHES = (
    Switch("find", ("familiar", "all"), "which words the appliance finds by itself (WK-6)"),
    Switch("equal", ("best", "leftmost", "claimed"), "which of several equally long words counts (WK-6)"),
    Switch("declared", ("off", "on"), "the letter of a wild must be said at the bell (WK-7)"),
)


def counted(number: int, symbol: str) -> str:
    """A number of tiles of one symbol in words: `1 star`, `no clovers`."""
    name = SYMBOLS[symbol]
    return f"{number or 'no'} {name}{'' if number == 1 else 's'}"
