"""axe-core looks at every page and phase, at three sizes."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from browsers import KIOSK, PHONE, SCREEN, Served, context_of, sized
from fake_sight import laid
from playwright.sync_api import Browser, Page, expect
from test_boards import png
from test_club_pages import deal
from world import GRID, OTHER, PLAIN, World

from companion.eye import Learnt
from companion.games import game_named, layouts
from companion.grid import Cell

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text()
SIZES = (KIOSK, PHONE, SCREEN)
SHOWN = """[...document.body.querySelectorAll("*")]
  .map((each) => Number(each.checkVisibility({ visibilityProperty: true }))).join("")"""
BY_PLACE = ["color-contrast", "scrollable-region-focusable", "link-in-text-block"]

pytestmark = pytest.mark.slow


class Inspector:
    """A page that is looked at by axe wherever it goes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    def looks(self, where: str) -> None:
        """Look at what is shown now, at every size; what is wrong is noted with its place. Where another size
        shows the same elements, only what their places and backgrounds decide is looked at again."""
        known: list[str] = []
        for width, height in SIZES:
            sized(self.page, (width, height))
            shown = str(self.page.evaluate(SHOWN))
            asked = {"resultTypes": ["violations"]} | ({"runOnly": BY_PLACE} if shown in known else {})
            known.append(shown)
            for wrong in self.page.evaluate("(asked) => axe.run(asked)", asked)["violations"]:
                places = ", ".join(str(node["html"])[:120] for node in wrong["nodes"][:3])
                self.found.append(f"{where} at {width}x{height}: {wrong['id']}: {places}")

    def visits(self, *paths: str) -> None:
        for path in paths:
            self.page.goto(path)
            self.looks(path)


@pytest.fixture
def inspector(browser: Browser, served: Served) -> Iterator[Inspector]:
    """At the table's own device; whatever axe found in the test fails it."""
    with closing(context_of(browser, served.address, KIOSK)) as context:
        context.add_init_script(AXE)
        inspecting = Inspector(context.new_page())
        yield inspecting
    assert not inspecting.found, "\n".join(inspecting.found)


def test_evening_17_every_page_without_a_match(inspector: Inspector) -> None:
    inspector.visits(
        "/",
        "/tv",
        "/drawn",
        "/history",
        "/help",
        "/help/lamps",
        "/help/wiring",
        "/about",
        "/panel",
        "/setup",
        "/host",
        "/nowhere",
    )


def test_the_set_up_with_boards_and_with_one_that_waits_for_its_name(
    world: World, inspector: Inspector
) -> None:
    setup = world.table.setup
    setup.look_for(layouts()["board-9x9"])
    world.sight.sees(laid(GRID))
    world.sight.learns = Learnt(1, 9, png(81), png(9), "")
    for name in ("green", "red"):
        setup.learn()
        setup.keep(name)
    inspector.visits("/setup")
    setup.learn()
    inspector.visits("/setup")


def test_a_table_that_waits_because_of_a_hand(world: World, inspector: Inspector) -> None:
    world.opens("Ann", "Ben")
    for kind in ("begun", "bell"):
        world.table.commit(kind, {})
    hidden = replace(laid(GRID), covered=(Cell(3, 3),), obstructed=True)
    world.sight.sees(hidden, steady=False)
    inspector.visits("/table")


def test_evening_17_every_page_beside_the_table(world: World, inspector: Inspector) -> None:
    world.reviews("Ann", "Ben <b>", "Cid")
    world.table.commit("corrected", {"seat": 1, "cell": "r1c1", "face": "Z"})
    assert world.table.match is not None
    world.table.match.undo("host")
    inspector.visits("/", "/tv", "/drawn", "/history", "/history/evening", "/phones", "/join/wrong")


def test_evening_17_the_table_in_each_phase(world: World, inspector: Inspector) -> None:
    world.opens("Ann", "Ben")
    inspector.visits("/table")
    world.table.commit("begun", {})
    inspector.visits("/table", "/tv", "/panel", "/seat/1")
    world.table.pause("doorbell")
    inspector.visits("/table", "/tv", "/panel", "/seat/1")
    world.table.resume("doorbell")
    world.table.commit("bell", {})
    inspector.visits("/table", "/seat/2")
    world.sight.sees(laid(GRID, 1, doubt="r1c1"), laid(OTHER, 2))
    inspector.visits("/table?seat=1", "/tv", "/seat/1")
    world.table.commit("confirmed", {"seat": 1})
    world.table.commit("confirmed", {"seat": 2})
    inspector.visits("/table", "/table?seat=1", "/tv", "/seat/1")
    world.table.found = {grid.seat: grid for grid in world.table.scoreboard().grids}
    inspector.visits("/table?seat=1", "/seat/1")
    assert world.table.match is not None
    world.table.match.close()
    inspector.visits("/table", "/seat/1")


def test_evening_17_what_opens_over_the_table(world: World, inspector: Inspector) -> None:
    world.reviews("Ann", "Ben", grid=PLAIN)
    page = inspector.page
    inspector.visits("/table?seat=1")
    page.locator("#cell-1-r1c1").click()
    inspector.looks("picker")
    page.keyboard.press("Escape")
    page.locator("#open-menu").click()
    inspector.looks("menu")
    inspector.visits("/table?seat=2")
    page.locator("#open-type").click()
    page.locator("#letters-2").fill("tand bang lpay ekef")
    inspector.looks("typing")
    page.keyboard.press("Escape")
    page.locator("#open-send").click()
    inspector.looks("sending")


def test_evening_17_what_is_told_in_bands(world: World, served: Served, inspector: Inspector) -> None:
    world.reviews("Ann", "Ben")
    page = inspector.page
    inspector.visits("/table?seat=1")
    page.locator("#claim-word-1").fill("KEF")
    page.get_by_role("button", name="Claim", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("does not stand")
    inspector.looks("a refusal")
    served.stop()
    expect(page.locator("#lost")).to_be_visible()
    inspector.looks("a table that is lost")


def test_evening_17_the_shared_board_in_each_phase(world: World, inspector: Inspector) -> None:
    world.table.open(game_named("word-club"), "board", ["Ann", "Ben"], {"challenge": "single"}, "1.1")
    deal(world, "CATEEBD", "SARTEEI")
    page = inspector.page
    inspector.visits("/tv", "/table")
    page.locator("#uncover").click()
    expect(page.locator("#rack .held").first).to_be_visible()
    page.locator("#tile-0").click()
    page.locator("#at-E5").click()
    inspector.looks("a tile is laid")
    for opener in ("#open-exchange", "#open-resign"):
        page.locator(opener).click()
        inspector.looks(opener)
        page.keyboard.press("Escape")
    for seat in (1, 2) * 3:
        world.table.commit("passed", {"seat": seat})
    inspector.visits("/table")
    world.table.match.close("host")  # type: ignore[union-attr]
    inspector.visits("/table", "/history/board")
    world.table.open(game_named("word-club"), "real", ["Ann", "Ben"], {"play": "table"}, "1.1")
    inspector.visits("/table")


def test_evening_17_pages_of_games_that_have_their_own(world: World, inspector: Inspector) -> None:
    for name, names in (("worder", ["Ann"]), ("timer", [])):
        world.table.open(game_named(name), f"match-{name}", names, {})
        inspector.visits("/table", "/tv")
        if name == "timer":
            world.table.commit("begun", {})
        else:
            world.table.commit("turned", {"letter": "L"})
            world.table.commit("chosen", {"method": "must"})
            world.table.commit("placed", {"letter": "T", "cell": "r1c1", "accepted": "yes"})
        inspector.visits("/table", "/table?letter=S&cell=r1c2", "/tv")


def test_evening_17_clocks_of_seats_and_a_quiz(world: World, inspector: Inspector) -> None:
    timer = game_named("timer")
    world.table.open(timer, "clocks", ["Ann", "Ben"], {"kind": "clocks"})
    world.table.commit("begun", {})
    inspector.visits("/table", "/tv")
    world.table.open(timer, "quiz", ["Ann", "Ben", "Cid"], {"kind": "quiz"})
    for kind, fields in (("buzzed", {"seat": 1, "at_ns": 5}), ("armed", {"at_ns": 9})):
        world.table.commit(kind, fields)
    world.table.commit("buzzed", {"seat": 2, "at_ns": 99})
    inspector.visits("/table", "/tv")


def test_evening_17_the_table_and_the_seats_of_shouts_and_votes(world: World, inspector: Inspector) -> None:
    game = game_named("wordos")
    world.table.open(game, "evening", ["Ann", "Ben", "Cid"], {})
    says = partial(heard_by, world)
    inspector.visits("/table", "/seat/1")
    says("call things in a kitchen", "letter 1 S")
    inspector.visits("/table", "/seat/1", "/seat/2")
    says("hand 1 5", "letter 2 T", "hand 2 5", "letter 3 K", "hand 3 5", "go", "discard 1 R")
    inspector.visits("/table", "/seat/1", "/seat/2")
    says("lie", "press 2 5", "press 3 6")
    inspector.visits("/table", "/seat/2", "/tv")
    says("claim 2 R", "claim 3 R")
    inspector.visits("/table", "/seat/1")
    says("flip T", "press 2 9")
    inspector.visits("/table", "/seat/2")
    says("say", "others")
    inspector.visits("/table", "/seat/1")
    says("done 2 9000", "reveal 2", "done 1 9100")
    inspector.visits("/table", "/seat/1", "/seat/2", "/tv")


def test_evening_17_the_table_and_the_seats_before_a_judge(world: World, inspector: Inspector) -> None:
    world.table.open(game_named("wordos"), "evening", ["Ann", "Ben", "Cid", "Dan"], {"mode": "judged"})
    says = partial(heard_by, world)
    says("call")
    inspector.visits("/table", "/seat/1")
    says("decide 5", "done 1 5", "done 2 100000", "done 3 200000")
    inspector.visits("/table", "/seat/1", "/seat/4")
    says("clear", "assemble", "fan AMEN")
    inspector.visits("/table", "/seat/4")
    says("fan", "fan")
    inspector.visits("/table", "/seat/4")
    says("rank 1 2 3")
    inspector.visits("/table", "/seat/1")


def heard_by(world: World, *lines: str) -> None:
    """What is said at the table, in plain lines of its game."""
    for line in lines:
        assert world.table.match
        event = world.table.match.view.game.heard(world.table.match.view.state, line)
        world.table.commit(event.kind, event.fields())
