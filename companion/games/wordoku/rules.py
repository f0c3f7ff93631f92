"""The printed numbers and names, as tables (WK-1, WK-6, WK-7)."""

from dataclasses import dataclass

from companion.games.record import Switch

ROUNDS = 3
MOST_SEATS = 6
TILES_PER_SYMBOL = 30
SYMBOLS = {"c": "clover", "s": "star", "q": "square", "o": "circle", "d": "diamond"}
LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Size:
    """Standard or expert: the side of the grid, its symbols, the length of a round."""

    name: str
    side: int
    symbols: str
    minutes: int

    @property
    def round_ms(self) -> int:
        return self.minutes * 60_000


VERSIONS = ("1.0",)
STANDARD = Size("standard", 4, "csqo", 5)
EXPERT = Size("expert", 5, "csqod", 10)
SIZES = {size.name: size for size in (STANDARD, EXPERT)}
BY_SIDE = {size.side: size for size in SIZES.values()}
COLOURS = {"c": "green", "s": "purple", "q": "red", "o": "blue", "d": "black"}

SWITCHES = (
    Switch("size", tuple(SIZES), "4x4 with 16 tiles in 5 minutes, or 5x5 with 25 in 10 (WK-1)"),
    Switch("find", ("familiar", "all"), "which words the appliance finds by itself (WK-6)"),
    Switch("equal", ("best", "leftmost", "claimed"), "which of several equally long words counts (WK-6)"),
    Switch("declared", ("off", "on"), "the letter of a wild must be said at the bell (WK-7)"),
)


def counted(number: int, symbol: str) -> str:
    """A number of tiles of one symbol in words: `1 star`, `no clovers`."""
    name = SYMBOLS[symbol]
    return f"{number or 'no'} {name}{'' if number == 1 else 's'}"
