"""Both versions of the rules and the house switches, as tables (WC-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.games.record import Pieces, PrintedBoard, Switch
from companion.games.word_club.squares import SIDE, Square, square

RACK, MOST_SEATS, FEWEST_SEATS = 7, 4, 2
FEWEST_TO_EXCHANGE = 7
QUIET_ROUNDS = 3
BLANK, UNKNOWN = "_", "?"
DOUBLE_WORD, TRIPLE_LETTER = "2W", "3L"
CANDIDATE = "candidate, not yet balanced"
DEVICE, TABLE = "device", "table"
OFF, SINGLE, DOUBLE = "off", "single", "double"
PENALTIES = {SINGLE: 0, DOUBLE: 0, "minus5": 5, "minus10": 10}
SWITCHES = (
    Switch(
        "play", (DEVICE, TABLE), "on this device with hidden racks, or a real board with real tiles (WC-15)"
    ),
    Switch("tries", (OFF, "1", "2", "3", "5"), "after so many refused plays the turn is lost (WC-4)"),
    Switch(
        "challenge", (OFF, *PENALTIES), "words are checked only when challenged; a wrong one costs (WC-4)"
    ),
    Switch("rulings", (OFF, "on"), "the table may let a word count that the list lacks"),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """One version: how many tiles of each letter (`_` is a blank), what each is worth, premium squares."""

    version: str
    counts: Mapping[str, int]
    values: Mapping[str, int]
    premiums: Mapping[Square, str] = field(default_factory=dict)
    remark: str = ""

    @property
    def tiles(self) -> str:
        """The whole set in alphabetical order, blanks last."""
        return "".join(tile * number for tile, number in self.counts.items())

    def value(self, tile: str) -> int:
        """What a tile is worth; a blank nothing, whatever letter it stands for (WC-6)."""
        return self.values.get(tile, 0)

    def sum_of(self, tiles: str) -> int:
        return sum(map(self.value, tiles))


def _counted(text: str) -> Mapping[str, int]:
    """Tiles with their numbers from a text like `A5 B1`."""
    return MappingProxyType({pair[0]: int(pair[1:]) for pair in text.split()})


def _worth(text: str) -> Mapping[str, int]:
    """Letters with their values from a text like `AEIO=1 DG=2`."""
    groups = (group.split("=") for group in text.split())
    return MappingProxyType({letter: int(value) for letters, value in groups for letter in letters})


def _squares(kind: str, names: str) -> dict[Square, str]:
    return {square(name): kind for name in names.split()}


UNIFORM = Rules(
    "1.0",
    _counted("A5 B1 C1 D1 E5 G1 I1 L2 N2 O2 R4 S3 T4"),
    _worth("ABCDEFGHIJKLMNOPQRSTUVWXYZ=1"),
)
PREMIUM = Rules(
    "1.1",
    _counted("A8 B2 C2 D4 E10 F2 G2 H3 I6 J1 K1 L4 M2 N6 O6 P2 Q1 R5 S5 T7 U4 V2 W2 X1 Y2 Z1 _2"),
    _worth("AEILNORSTU=1 DG=2 BCMP=3 FHVWY=4 K=5 JX=7 QZ=9"),
    MappingProxyType(_squares(DOUBLE_WORD, "C3 G3 C7 G7") | _squares(TRIPLE_LETTER, "E1 A5 I5 E9")),
    CANDIDATE,
)
COLOURS = {DOUBLE_WORD: (0.72, 0.25, 0.30), TRIPLE_LETTER: (0.25, 0.48, 0.72)}
PRINTED_BOARD = PrintedBoard(SIDE, {(at.row, at.col): kind for at, kind in PREMIUM.premiums.items()}, COLOURS)
PIECES = Pieces("tiles", f"rules {PREMIUM.version}", PREMIUM.counts, PREMIUM.values)
BY_VERSION = {rules.version: rules for rules in (UNIFORM, PREMIUM)}
VERSIONS = tuple(BY_VERSION)
REMARKS = {rules.version: rules.remark for rules in BY_VERSION.values() if rules.remark}
