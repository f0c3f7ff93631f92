"""A match of the shared board as the tests speak to it: plain lines, and racks dealt by hand."""

from dataclasses import replace
from typing import Any

from companion.games.record import Event, Opened, chosen
from companion.games.word_club import GAME
from companion.games.word_club.bag import without
from companion.games.word_club.state import State
from companion.journal import Entry, Stamp
from companion.lexicon import Lexicon

LISTED = (
    "CAT CATS CART ART HOUSE AT TA AS QUIZ ZA TREE TREES RES SEA EAT TEA RAT STAR ARTS IT TIN ON NO GO DOG "
    "DOGS REACT ABACUS LOLLS BE DE ED ER RE TEST"
)
WORDS = Lexicon.of(dict.fromkeys(LISTED.split(), 35), name="small")
STAMP = Stamp("2026-01-02T19:30:00+01:00", "a-boot", 7)
EMPTY = "/".join(["........."] * 9)


def board(**rows: str) -> str:
    """A board's text form from some of its rows: board(r5="...CAT...")."""
    return "/".join(rows.get(f"r{number}", ".........") for number in range(1, 10))


class Club:
    """A match at the table."""

    def __init__(self, *names: str, rules: str = "1.0", seed: str = "seed", **switches: str) -> None:
        pinned = chosen(GAME.switches, switches)
        self.state: State = GAME.start(
            Opened(GAME.name, rules, names or ("Ann", "Ben"), pinned, "", "", "", seed)
        )

    def deal(self, *racks: str, bag: int | None = None) -> "Club":
        """These racks, the rest in the bag in alphabetical order, of it only so many tiles."""
        rest = self.state.rules.tiles
        lying = "".join("_" if face.islower() else face for face in self.state.board.tiles)
        for tiles in (*racks, lying):
            rest = without(rest, tiles)
        players = tuple(
            replace(player, rack=rack) for player, rack in zip(self.state.players, racks, strict=True)
        )
        aside = "" if bag is None else rest[bag:]
        players = (*players[:-1], replace(players[-1], aside=aside))
        self.state = replace(self.state, players=players, bag=rest[:bag])
        return self

    def says(self, *lines: str) -> "Club":
        for line in lines:
            self.takes(GAME.heard(self.state, line))
        return self

    def takes(self, offered: Event) -> None:
        event = GAME.settle(self.state, offered, WORDS)
        after = GAME.apply(self.state, event)
        GAME.check(self.state, event, WORDS)
        self.state = after

    @property
    def points(self) -> list[int]:
        return [seat.points for seat in GAME.standings(self.state, WORDS).seats]

    @property
    def winners(self) -> tuple[int, ...]:
        return GAME.standings(self.state, WORDS).winners

    def board(self) -> str:
        return "\n".join(GAME.scoreboard(self.state, WORDS).as_lines())


def all_tiles(state: State) -> str:
    """Every tile of the match wherever it is, in order; blanks as such."""
    lying = "".join("_" if face.islower() else face for face in state.board.tiles)
    return "".join(sorted(lying + state.bag + "".join(state.racks) + state.aside))


class Remembered:
    """A journal in memory: hundreds of matches need no disk."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}

    def append(self, match: str, *entries: Entry) -> None:
        self.entries.setdefault(match, []).extend(entries)

    def read(self, match: str) -> tuple[Entry, ...]:
        return tuple(self.entries.get(match, ()))


def remembered() -> Any:
    return Remembered()
