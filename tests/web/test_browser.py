"""Evenings in a real browser: what is tapped, what appears by itself, and a table that is gone."""

import re

import pytest
from browsers import Served
from fake_sight import laid
from playwright.sync_api import Page, Response, expect
from world import GRID, OTHER, World

pytestmark = pytest.mark.slow


@pytest.fixture
def world(whole_world: World) -> World:
    return whole_world


def test_a_round_from_the_start_page_to_the_awards(world: World, page: Page) -> None:
    page.goto("/")
    page.locator("input[name=player]").nth(0).fill("Ann")
    page.locator("input[name=player]").nth(1).fill("Ben <b>")
    page.get_by_role("button", name="Open the match").click()
    page.get_by_role("button", name="Begin the round").click()
    expect(page.locator("#clock")).to_have_attribute("data-remaining-ms", "300000")
    expect(page.locator("#clock")).to_have_text(re.compile("5:00|4:5."))
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
    served.start()
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#cell-1-r1c1 .letter")).to_have_text("Z")


def sent(response: Response) -> bool:
    """Whether what lies on the drawn table was told to the appliance."""
    return response.request.method == "POST" and response.url.endswith("/drawn")


def test_tiles_of_the_drawn_table_are_dragged_moved_by_keys_turned_and_flipped(
    world: World, page: Page
) -> None:
    page.goto("/drawn")
    slots = page.locator(".board:not(.tray) .slot")
    page.locator(".board .tile").nth(0).focus()
    with page.expect_response(sent):
        page.keyboard.press("ArrowRight")
    assert world.sight.orders[-1].grid.startswith("RATD/")
    with page.expect_response(sent):
        page.locator("#flip").click()
    assert world.sight.orders[-1].grid.startswith("R*TD/")
    with page.expect_response(sent):
        page.locator("#turn").click()
    assert [str(cell) for cell in dict(world.sight.orders[-1].look)["upturned"]] == ["r1c2"]
    with page.expect_response(sent):
        slots.nth(0).locator(".tile").drag_to(page.locator(".tray .slot").nth(0))
    assert world.sight.orders[-1].grid.startswith(".*TD/")


def test_names_that_are_being_typed_are_not_lost_when_the_camera_is_found(world: World, page: Page) -> None:
    page.goto("/")
    page.locator("input[name=player]").nth(0).fill("Ann")
    page.get_by_role("link", name="Help").focus()
    with page.expect_response("**/preview.jpg?*"):
        world.sight.sees(taken_ns=1_000_000_000)
    expect(page.locator("input[name=player]").nth(0)).to_have_value("Ann")
    page.get_by_role("button", name="Open the match").click()
    expect(page.locator("#seat-1")).to_contain_text("Ann")


def test_a_menu_opened_while_an_answer_is_on_its_way_stays_open(world: World, page: Page) -> None:
    world.reviews("Ann", "Ben")
    page.goto("/table?seat=1")
    opens = "() => document.querySelector('#menu').showModal()"
    page.evaluate(f"document.addEventListener('htmx:beforeRequest', {opens}, {{once: true}})")
    with page.expect_response("**/table?seat=1"):
        world.table.commit("corrected", {"seat": 1, "cell": "r1c2", "face": "Z"})
    expect(page.locator("#menu")).to_be_visible()
    expect(page.locator("#cell-1-r1c2 .letter")).to_have_text("R")
    page.keyboard.press("Escape")
    expect(page.locator("#cell-1-r1c2 .letter")).to_have_text("Z")


def test_what_is_sent_while_an_answer_is_on_its_way_counts_and_news_go_on(world: World, page: Page) -> None:
    world.reviews("Ann", "Ben")
    page.goto("/table?seat=1")
    sends = "() => document.querySelector('[id^=do-confirmed-1]').click()"
    page.evaluate(f"document.addEventListener('htmx:beforeRequest', {sends}, {{once: true}})")
    world.table.commit("corrected", {"seat": 1, "cell": "r1c2", "face": "Z"})
    expect(page.locator("#seat-1")).to_contain_text("looks right")
    world.table.commit("renamed", {"seat": 2, "name": "Benno"})
    expect(page.locator("#seat-2")).to_contain_text("Benno")
