"""Evening 14 and what belongs to it, in a real browser and by keyboard alone."""

from collections.abc import Callable
from contextlib import closing

import pytest
from browsers import KIOSK, Served, context_of
from playwright.sync_api import Browser, Page, Route, expect
from test_browser_axe import Inspector, inspector
from world import World

__all__ = ["inspector"]

pytestmark = pytest.mark.slow


@pytest.fixture
def world(whole_world: World) -> World:
    return whole_world


@pytest.fixture
def types(page: Page) -> Callable[[str], None]:
    """Type into whatever has the focus, as hands on a keyboard do."""

    def typing(text: str) -> None:
        expect(page.locator("#words")).to_be_focused()
        page.keyboard.type(text)
        page.keyboard.press("Enter")

    return typing


def test_evening_14_a_referee_rules_by_keyboard_alone(
    world: World, page: Page, types: Callable[[str], None]
) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    page.goto("/judge")
    expect(page.locator("#words")).to_be_focused()
    page.keyboard.type("k")
    expect(page.locator("#words")).to_have_value("k")
    page.wait_for_function("fetch('/api/v1/clock').then(a => a.json()).then(c => !c.running)")
    types("ef quixotic zzq")
    verdict = page.locator("#verdict")
    expect(verdict.get_by_role("heading", name="NOT VALID")).to_be_visible()
    expect(verdict).to_contain_text("KEF QUIXOTIC ZZQ")
    expect(verdict).to_contain_text(world.table.lexicon.sha256[:12])
    assert verdict.bounding_box() == {"x": 0, "y": 0, "width": KIOSK[0], "height": KIOSK[1]}
    page.keyboard.press("x")
    expect(verdict).to_have_count(0)
    expect(page.locator("#words")).to_have_value("")
    page.wait_for_function("fetch('/api/v1/clock').then(a => a.json()).then(c => c.running)")
    assert "ZZQ" not in page.content()
    types("kef quixotic")
    expect(verdict.get_by_role("heading", name="VALID", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(verdict).to_have_count(0)
    expect(page.locator("#words")).to_be_focused()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "which":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#told-words")).to_contain_text("KEF: valid")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Every ruling as a table").press("Enter")
    rows = loading.value.path().read_text().splitlines()
    assert [row.split(",")[2:4] for row in rows[1:]] == [
        ["KEF QUIXOTIC ZZQ", "not valid"],
        ["KEF QUIXOTIC", "valid"],
    ]


def test_a_ruling_goes_after_ten_seconds_by_itself_and_on_every_screen(
    world: World, page: Page, browser: Browser, served: Served, types: Callable[[str], None]
) -> None:
    page.goto("/judge")
    with closing(context_of(browser, served.address, KIOSK, elsewhere=True)) as other:
        beside = other.new_page()
        beside.goto("/judge")
        types("kef")
        for screen in (page, beside):
            expect(screen.locator("#verdict h1")).to_have_text("VALID")
        world.clock.passes(10)
        world.table.tick()
        for screen in (page, beside):
            expect(screen.locator("#verdict")).to_have_count(0)
        expect(page.locator("#words")).to_be_focused()


def test_both_players_confirm_on_the_keyboard(world: World, page: Page, types: Callable[[str], None]) -> None:
    world.opens("Ann", "Ben")
    world.table.desk.confirms = True
    page.goto("/judge")
    types("kef")
    expect(page.locator("#asked")).to_have_text("KEF")
    page.keyboard.press("1")
    expect(page.locator(".pressed")).to_contain_text("✓ 1 Ann")
    page.keyboard.press("2")
    expect(page.locator("#verdict h1")).to_have_text("VALID")
    page.keyboard.press("Shift")
    expect(page.locator("#words")).to_be_focused()


def test_escape_empties_the_field_and_lets_the_clock_go_on(world: World, page: Page) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    page.goto("/judge")
    page.locator("#words").press("k")
    page.wait_for_function("fetch('/api/v1/clock').then(a => a.json()).then(c => !c.running)")
    page.locator("#words").press("Escape")
    page.wait_for_function("fetch('/api/v1/clock').then(a => a.json()).then(c => c.running)")
    expect(page.locator("#words")).to_have_value("")


def test_a_clock_that_is_held_late_is_let_go_all_the_same(world: World, page: Page) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    page.goto("/judge")
    held: list[Route] = []
    page.route("**/judge/hold", lambda route: held.append(route))
    with page.expect_request("**/judge/hold"):
        page.locator("#words").press("k")
    page.locator("#words").press("Escape")
    with page.expect_request("**/judge/clear"):
        held.pop().continue_()
    page.wait_for_function("fetch('/api/v1/clock').then(a => a.json()).then(c => c.running)")


def test_evening_17_the_referees_pages_at_every_size(world: World, inspector: Inspector) -> None:
    host = world.host()
    inspector.visits("/judge", "/lookup", "/lookup?word=cat", "/lookup?word=zzq", "/house")
    host.post("/house", {"word": "zzq", "verdict": "allowed", "why": "atlas", "name": "Ann"})
    for words in ("kef quixotic", "kef xxq", "china zzq"):
        host.post("/judge", {"words": words})
        inspector.visits("/judge")
        host.post("/judge/clear")
    inspector.visits("/judge", "/judge?which=1", "/house")
    world.opens("Ann", "Ben")
    world.table.desk.confirms = True
    host.post("/judge", {"words": "kef"})
    inspector.visits("/judge", "/lookup", "/house")
