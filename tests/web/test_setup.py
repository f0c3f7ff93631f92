"""The set-up page: each point measured, named, with what helps; boards learned, chosen, forgotten."""

import re
from dataclasses import replace

import pytest
from fake_sight import JPEG, laid
from test_boards import png
from world import GRID, World

from companion.eye import Learnt, Seen, Watch
from companion.games import layouts
from companion.grid import Cell, Grid
from companion.reading import CellReading, GridReading, Quad, Reading
from companion.settingup import LOOKS_NS
from web.checks import Check, checks
from web.sight import Lens

CORNERS: Quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
NAMED = "the drawn camera"


def grid(side_px: float = 30.0, covered: tuple[Cell, ...] = ()) -> GridReading:
    square: Quad = ((0.0, 0.0), (side_px, 0.0), (side_px, side_px), (0.0, side_px))
    cells = (CellReading(1.0, (), 1.0, (), square),) * 16
    return GridReading(Grid.parse(GRID), 0, CORNERS, cells=cells, covered=covered)


def points(reading: Reading | None, steady: bool = True) -> dict[str, Check]:
    found = checks(Seen(reading, steady, 1, JPEG, NAMED), "", Lens(2304))
    return {check.name: check for check in found}


GOOD = Reading("any", (grid(),), light=0.6, sharpness=0.3)


def test_a_good_picture_is_good_in_every_point() -> None:
    found = points(GOOD)
    assert {check.good for check in found.values()} == {True}
    assert list(found) == [
        "Camera", "Light", "Glare", "Focus", "Camera and table", "In the picture", "Size of tiles",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("note", "name", "says"),
    [
        ("dark", "Light", "switch a lamp on"),
        ("glare", "Glare", "move the lamp aside"),
        ("blurred", "Focus", "focus it"),
        ("slanting", "Reading", "straight above"),
        ("bumped", "Camera and table", "was pushed"),
    ],
)
def test_each_fault_is_named_with_its_remedy_and_only_that_one(note: str, name: str, says: str) -> None:
    found = points(replace(GOOD, notes=(note,)))
    bad = [check for check in found.values() if check.good is False]
    assert [check.name for check in bad] == [name]
    assert says in bad[0].sentence


def test_the_focus_cannot_be_told_in_the_dark() -> None:
    assert points(replace(GOOD, notes=("dark", "blurred")))["Focus"].good is None


def test_what_lies_over_a_grid_is_told_with_its_corner() -> None:
    found = points(replace(GOOD, grids=(grid(covered=(Cell(3, 3),)),)))
    assert "bottom right" in found["Clear table"].sentence
    assert found["Clear table"].good is False


def test_a_problem_and_a_board_that_is_lacking_are_told() -> None:
    found = points(Reading("any", problem="no grid found: lay the tiles", notes=("green is gone",)))
    assert found["In the picture"] == Check("In the picture", False, "No grid found: lay the tiles.")
    assert found["Reading"].sentence == "green is gone"


@pytest.mark.parametrize(
    ("side_px", "good", "says"),
    [
        (27.0, True, "27 px wide in the picture: good. The camera is about 131 cm away."),
        (21.0, True, "just enough. Hang the camera about 35 cm lower."),
        (13.0, False, "only 13 px wide: hang the camera about 140 cm lower."),
    ],
)
def test_the_size_of_a_tile_is_told_in_pixels_and_the_way_down_in_centimetres(
    side_px: float, good: bool, says: str
) -> None:
    found = points(replace(GOOD, grids=(grid(side_px),)))["Size of tiles"]
    assert found.good is good
    assert says in found.sentence


def test_without_a_camera_its_trouble_is_the_only_point() -> None:
    assert checks(None, "the camera is gone", Lens()) == [Check("Camera", False, "the camera is gone")]


def orders(world: World) -> list[Watch]:
    return [order for order in world.sight.orders if isinstance(order, Watch)]


def test_what_lies_there_is_looked_for_without_a_match_for_a_quarter_of_an_hour(world: World) -> None:
    host = world.host()
    host.post("/setup/look", {"layout": "board-9x9"})
    assert orders(world)[-1] == Watch(layouts()["board-9x9"])
    assert "Learn this board" in host.get("/setup").text
    world.clock.passes(LOOKS_NS / 1e9)
    world.table.tick()
    assert orders(world)[-1] == Watch(None)
    assert "Learn this board" not in host.get("/setup").text


def test_the_page_changes_when_a_tile_measures_another_size(world: World) -> None:
    world.host().post("/setup/look", {"layout": "wordoku-4x4"})
    told = []
    for side_px in (21.0, 24.0):
        world.sight.sees(grid(side_px))
        told.append(re.search('data-version="(.+?)"', world.host().get("/setup").text))
    assert told[0] is not None
    assert told[1] is not None
    assert told[0][1] != told[1][1]


def test_a_match_decides_what_is_read_and_ends_the_set_up(world: World) -> None:
    world.host().post("/setup/look", {"layout": "board-9x9"})
    world.opens()
    assert orders(world)[-1] == Watch(layouts()["wordoku-4x4"])
    refused = world.host().post("/setup/look", {"layout": "board-9x9"})
    assert (refused.status_code, "put it aside first" in refused.text) == (409, True)
    assert "reads for the match" in world.host().get("/setup").text


def test_what_is_not_listed_is_refused(world: World) -> None:
    answer = world.host().post("/setup/look", {"layout": "chess"})
    assert (answer.status_code, "choose what is listed" in answer.text) == (400, True)


def test_who_looks_on_sees_the_points_and_changes_nothing(world: World) -> None:
    world.sight.sees(laid(GRID))
    text = world.viewer().get("/setup").text
    assert "fake camera" in text
    assert "/setup/look" not in text
    for path in ("look", "learn", "keep", "drop", "forget", "choose"):
        assert world.viewer().post(f"/setup/{path}", {}).status_code == 403
    assert world.viewer().get("/setup/learnt.jpg").status_code == 403


@pytest.fixture
def learning(world: World) -> World:
    """A board of nine squares a side is set up and lies empty before the eye."""
    world.host().post("/setup/look", {"layout": "board-9x9"})
    world.sight.sees(laid(GRID))
    world.sight.learns = Learnt(1, 9, png(81), b"\xff\xd8 lines", "")
    return world


def test_a_learned_board_waits_for_its_name_and_lies_there_from_then_on(learning: World) -> None:
    host, kept = learning.host(), learning.table.setup.boards
    host.post("/setup/learn")
    assert "Do the pink lines" in host.get("/setup").text
    picture = host.get("/setup/learnt.jpg")
    assert (picture.data, picture.headers["Cache-Control"]) == (b"\xff\xd8 lines", "no-store")
    assert kept.known() == []
    host.post("/setup/keep", {"name": "green"})
    assert kept.chosen(9) == "green"
    assert orders(learning)[-1] == Watch(layouts()["board-9x9"], kept.chosen_file(9))
    assert host.get("/setup/learnt.jpg").status_code == 404
    assert "lies here" in host.get("/setup").text


def test_a_match_on_such_a_board_is_read_with_it(learning: World) -> None:
    host = learning.host()
    host.post("/setup/learn")
    host.post("/setup/keep", {"name": "green"})
    fields = {"game": "word-club", "player": ["Ann", "Ben"], "play": "table"}
    assert host.post("/open", fields).status_code == 303
    assert orders(learning)[-1].board == learning.table.setup.boards.chosen_file(9)


def test_a_bad_name_is_refused_and_the_board_waits_still(learning: World) -> None:
    host = learning.host()
    host.post("/setup/learn")
    assert host.post("/setup/keep", {"name": "../green"}).status_code == 400
    assert host.post("/setup/keep", {"name": ""}).status_code == 400
    assert "Do the pink lines" in host.get("/setup").text
    host.post("/setup/drop")
    assert "Do the pink lines" not in host.get("/setup").text
    assert host.post("/setup/keep", {"name": "green"}).status_code == 409


def test_a_board_is_unchosen_chosen_and_forgotten(learning: World) -> None:
    host, kept = learning.host(), learning.table.setup.boards
    host.post("/setup/learn")
    host.post("/setup/keep", {"name": "green"})
    host.post("/setup/choose", {"side": "9"})
    assert (kept.chosen(9), orders(learning)[-1].board) == ("", "")
    host.post("/setup/choose", {"side": "9", "name": "green"})
    assert kept.chosen(9) == "green"
    host.post("/setup/forget", {"name": "green"})
    assert (kept.known(), orders(learning)[-1].board) == ([], "")


def test_why_a_board_cannot_be_learned_is_told(learning: World) -> None:
    learning.sight.learns = None
    answer = learning.host().post("/setup/learn")
    assert (answer.status_code, "No board is in this picture" in answer.text) == (400, True)
    learning.host().post("/setup/look", {"layout": "wordoku-4x4"})
    assert learning.host().post("/setup/learn").status_code == 409
