"""What is said when a tile moved after the bell."""

import pytest
from fake_sight import laid
from world import GRID, World

from companion.journal import Journal
from companion.lexicon import Lexicon
from companion.reading import GridReading, Reading
from web.difference import differences

FELL = GRID.replace("BANG", "BA.G").replace("coqs", "co.s", 1)
FLIPPED = GRID.replace("ARTD", "ART*")
ELSE = "SNEG/PPHH/PEET/ENTH sqcc/coqs/ocqs/qsoo"


@pytest.fixture
def world(tmp_path_factory: pytest.TempPathFactory, journal: Journal, words: Lexicon) -> World:
    return World.made(tmp_path_factory.mktemp("data"), journal, words)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ([laid(GRID)], []),
        ([laid(FELL)], ["row 2, column 3 showed N, now nothing"]),
        ([laid(FLIPPED, 1)], ["row 1, column 4 showed D, now its symbol"]),
        ([laid(FELL, doubt="r2c3")], []),
        ([laid(ELSE)], []),
        ([laid(ELSE, 2), laid(FELL, 1)], ["row 2, column 3 showed N, now nothing"]),
        ([laid(FELL, 2)], []),
        ([laid("ART/BAN/LPA sqc/coq/ocq")], []),
        ([], []),
    ],
    ids=["same", "fell", "flipped", "in doubt", "another's", "on mats", "other mat", "other size", "none"],
)
def test_only_what_changed_in_the_seats_own_grid_is_told(
    world: World, seen: list[GridReading], said: list[str]
) -> None:
    world.reviews("Ann", "Ben")
    assert differences(world.table.scoreboard().grids[0], Reading("any", tuple(seen))) == said


def test_what_was_corrected_by_hand_is_no_difference(world: World) -> None:
    world.reviews("Ann", "Ben")
    world.table.commit("corrected", {"seat": 1, "cell": "r1c1", "face": "E"})
    assert differences(world.table.scoreboard().grids[0], Reading("any", (laid(GRID),))) == []
