"""Evenings in a real browser: what is tapped, what appears by itself, and a table that is gone."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import waitress
from fake_sight import laid
from world import GRID, OTHER, World

from companion.journal import Journal
from companion.lexicon import Lexicon

pytest.importorskip("playwright.sync_api", reason="browsers are driven in one installation only")
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
KIOSK = {"width": 800, "height": 480}
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is not installed")]


class Served:
    """The pages of a world behind the real web server; `stop` lets every browser lose it."""

    def __init__(self, world: World, port: int = 0) -> None:
        self.server = waitress.create_server(world.app, host="127.0.0.1", port=port, threads=12)
        self.port = int(self.server.effective_port)
        self.address = f"http://localhost:{self.port}"
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close everything from within the server's own loop, which ends with it; the second time nothing."""
        if self._thread.is_alive():
            self.server.trigger.pull_trigger(self._close)
            self._thread.join(10)

    def _close(self) -> None:
        for each in list(self.server._map.values()):
            each.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield opened
        opened.close()


@pytest.fixture
def world(tmp_path: Path, journal: Journal, words: Lexicon) -> World:
    return World.made(tmp_path / "data", journal, words)


@pytest.fixture
def served(world: World) -> Iterator[Served]:
    serving = Served(world)
    yield serving
    serving.stop()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A kiosk's browser; a message in its console fails the test."""
    context = browser.new_context(viewport=KIOSK, base_url=served.address)  # type: ignore[arg-type]
    opened, complaints = context.new_page(), []
    opened.set_default_timeout(PATIENCE_MS)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda said: complaints.append(said.text) if "Security" in said.text else None)
    yield opened
    context.close()
    assert complaints == []


def test_a_round_from_the_start_page_to_the_awards(world: World, page: Page) -> None:
    page.goto("/")
    page.locator("input[name=player]").nth(0).fill("Ann")
    page.locator("input[name=player]").nth(1).fill("Ben <b>")
    page.get_by_role("button", name="Open the match").click()
    page.get_by_role("button", name="Begin the round").click()
    expect(page.locator("#clock")).to_have_text("5:00")
    world.clock.passes(300)
    world.table.tick()
    expect(page.get_by_text("grid not read yet").first).to_be_visible()
    world.sight.sees(laid(GRID, doubt="r1c1"))
    page.locator("#take-1").click()
    page.locator("#cell-1-r1c1").click()
    page.locator("#picker .likely button", has_text="F").click()
    expect(page.locator("#cell-1-r1c1 .letter")).to_have_text("F")
    page.locator("#cell-1-r1c1").click()
    page.locator("#picker .keys button[value=A]").click()
    expect(page.locator("#cell-1-r1c1 .letter")).to_have_text("A")
    expect(page.locator("#cell-1-r1c1.corrected")).to_be_visible()
    page.get_by_role("button", name="r4c1 is a wild").click()
    expect(page.get_by_role("button", name="r4c1 is a wild")).to_be_hidden()
    page.locator("#claim-1-row4-KEF").click()
    expect(page.get_by_text("3 letters, claimed")).to_be_visible()
    page.get_by_role("button", name="Ann: looks right").click()
    world.sight.sees(laid(OTHER))
    page.get_by_role("button", name="Ben <b>: looks right").click()
    expect(page.get_by_text("takes the Victor")).to_be_visible()
    expect(page.get_by_role("button", name="Begin the round")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_grid_is_typed_and_its_symbols_tapped_without_a_camera(world: World, page: Page) -> None:
    world.reviews("Ann", "Ben")
    page.goto("/table?seat=2")
    page.locator("#open-type").click()
    page.locator("#letters-2").fill("tand bang lpay ekef")
    for at, symbol in enumerate("sqcccoqsocqsqsoo"):
        for _ in range("csqo".index(symbol) + 1):
            page.locator("#type-grid .taps .tile").nth(at).click()
    page.get_by_role("button", name="This is the grid").click()
    expect(page.locator("#cell-2-r1c1 .letter")).to_have_text("T")
    assert world.last.fields["grid"] == OTHER


def test_what_others_do_appears_by_itself_but_not_under_an_open_picker(world: World, page: Page) -> None:
    world.reviews("Ann", "Ben")
    page.goto("/table?seat=1")
    page.locator("#cell-1-r1c1").click()
    world.table.commit("corrected", {"seat": 1, "cell": "r1c2", "face": "Z"})
    expect(page.locator("#picker")).to_be_visible()
    expect(page.locator("#cell-1-r1c2 .letter")).to_have_text("R")
    page.keyboard.press("Escape")
    expect(page.locator("#cell-1-r1c2 .letter")).to_have_text("Z")


def test_a_refusal_is_shown_and_the_page_stays(world: World, page: Page) -> None:
    world.reviews("Ann", "Ben")
    page.goto("/table?seat=1")
    page.locator("#claim-word-1").fill("KEF")
    page.get_by_role("button", name="Claim", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("KEF does not stand in Row 1")
    expect(page.locator("#cell-1-r1c1")).to_be_visible()


def test_a_lost_table_is_told_and_the_page_comes_back_by_itself(
    world: World, page: Page, served: Served
) -> None:
    world.reviews("Ann", "Ben")
    page.goto("/table?seat=1")
    served.stop()
    expect(page.locator("#lost")).to_be_visible()
    world.table.commit("corrected", {"seat": 1, "cell": "r1c1", "face": "Z"})
    again = Served(world, served.port)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#cell-1-r1c1 .letter")).to_have_text("Z")
    again.stop()


def test_tiles_of_the_drawn_table_are_dragged_moved_by_keys_turned_and_flipped(
    world: World, page: Page
) -> None:
    page.goto("/drawn")
    slots = page.locator(".board:not(.tray) .slot")
    page.locator(".board .tile").nth(0).focus()
    with page.expect_response("**/drawn"):
        page.keyboard.press("ArrowRight")
    assert world.sight.orders[-1].grid.startswith("RATD/")
    with page.expect_response("**/drawn"):
        page.locator("#flip").click()
    assert world.sight.orders[-1].grid.startswith("R*TD/")
    with page.expect_response("**/drawn"):
        page.locator("#turn").click()
    assert [str(cell) for cell in dict(world.sight.orders[-1].look)["upturned"]] == ["r1c2"]
    with page.expect_response("**/drawn"):
        slots.nth(0).locator(".tile").drag_to(page.locator(".tray .slot").nth(0))
    assert world.sight.orders[-1].grid.startswith(".*TD/")
