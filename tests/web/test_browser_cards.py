"""Evening 13 in a real browser, and the timer, its clocks and its buzzers ready within two taps."""

import re
from dataclasses import replace

import pytest
from browsers import KIOSK, PHONE, SCREEN, fits, sized
from fake_sight import laid
from playwright.sync_api import Page, expect
from world import World

from companion.decks import kept_deck
from companion.games import game_named
from companion.presses import NS_PER_MS, Press

ABOVE_THE_KEYS = """() => {
    const bottom = document.querySelector("footer").getBoundingClientRect().top;
    const shown = [...document.querySelectorAll("section.middle li, section.middle button")];
    return shown.every((each) => each.getBoundingClientRect().bottom <= bottom);
}"""
PAIR = ("letter", "value")
pytestmark = pytest.mark.slow


@pytest.fixture
def world(whole_world: World) -> World:
    return whole_world


def places(page: Page, letter: str, cell: str, word: str) -> None:
    page.locator(f"#card-{letter}").click()
    page.locator(f"a#at-{cell}").click()
    page.locator("#word-across").fill(word)
    page.locator("#place").click()


def test_evening_13_the_printed_words_a_refusal_a_hint_and_stuck(world: World, page: Page) -> None:
    world.table.open(game_named("worder"), "evening", ["Ann", "Ben"], {})
    page.goto("/table")
    page.locator("#up-L").click()
    page.get_by_role("button", name="All words must use L").click()
    places(page, "T", "r1c1", "talent")
    expect(page.get_by_text("T at r1c1: TALENT")).to_be_visible()
    places(page, "S", "r1c2", "test")
    expect(page.locator("#notice")).to_contain_text("TEST has no L")
    page.locator("#word-across").fill("lights")
    page.keyboard.press("Enter")
    expect(page.get_by_text("S at r1c2: LIGHTS")).to_be_visible()
    page.goto("/table?letter=N&cell=r2c2")
    expect(page.get_by_text("S, N → a word with both in this order and an L in it")).to_be_visible()
    page.goto("/table?letter=N&cell=r3c3")
    expect(page.locator("#place")).to_have_count(0)
    page.goto("/table?letter=N")
    page.locator("#hint").click()
    expect(page.get_by_text("Hint: there is a word in the list for N anywhere")).to_be_visible()
    page.locator("#stuck").click()
    expect(page.get_by_text("longest row 2 × longest column 1 = 2, - 2 for L = 0")).to_be_visible()
    fits(page, PHONE, SCREEN)


def test_the_first_match_asks_for_the_printed_numbers_and_offers_what_the_camera_sees(
    world: World, page: Page
) -> None:
    world.table.open(game_named("worder"), "evening", ["Ann"], {})
    world.sight.sees(replace(laid("TSL/NMC/RHD"), values=((2, 1, 4), (2, 4, 3), (1, None, 3))))
    page.goto("/table")
    expect(page.get_by_text("values of a house deck").first).to_be_visible()
    expect(page.locator(".pair.seen")).to_have_count(8)
    shown = [page.locator(f"#{what}-{number}").input_value() for number in range(1, 10) for what in PAIR]
    assert "".join(shown) == "C3D3H5L4M4N2R1S1T2"
    page.locator("#value-1").fill("7")
    page.locator("#printed").click()
    expect(page.locator("#printed")).to_have_count(0)
    expect(page.get_by_text("printed values filled in").first).to_be_visible()
    assert kept_deck(world.table.journal.path.parent, game_named("worder"))["C"] == 7
    page.locator("#open-menu").click()
    page.locator("#undo").click()
    expect(page.locator("#printed")).to_be_visible()
    page.locator("#up-L").click()
    page.get_by_role("button", name="All words must use L").click()
    expect(page.get_by_role("heading", name="All words must use L")).to_be_visible()
    expect(page.locator("#printed")).to_be_hidden()
    page.get_by_text("Fill in the printed values").click()
    expect(page.locator("#printed")).to_be_visible()


def test_cards_are_placed_by_arrow_keys_and_enter(world: World, page: Page) -> None:
    world.table.open(game_named("worder"), "evening", ["Ann"], {})
    world.table.commit("turned", {"letter": "L"})
    world.table.commit("chosen", {"method": "cannot"})
    page.goto("/table")
    page.locator("#card-T").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#card-S")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#card-S.chosen")).to_be_visible()
    page.locator("#card-S").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#at-r1c1")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#word-across").fill("test")
    page.keyboard.press("Enter")
    expect(page.get_by_text("S at r1c1: TEST")).to_be_visible()


def test_a_timer_runs_after_two_taps_and_rings(world: World, page: Page) -> None:
    page.goto("/")
    page.locator("#quick-timer-2").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#clock")).to_have_attribute("data-remaining-ms", "180000")
    expect(page.locator("#clock")).to_have_text(re.compile("3:00|2:5."))
    page.get_by_role("button", name="+30 s").click()
    expect(page.locator("#clock")).to_have_attribute("data-remaining-ms", "210000")
    expect(page.locator("#clock")).to_have_text(re.compile("3:30|3:2."))
    world.clock.passes(200)
    world.table.tick()
    world.clock.passes(10)
    world.table.tick()
    expect(page.locator(".clock.up")).to_have_text("Time is up")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_clocks_open_by_one_tap_and_each_turn_gives_its_seconds(world: World, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Clocks, two seats").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".whose")).to_have_text("Seat 1")
    world.clock.passes(60)
    page.get_by_role("button", name="Seat 1 has done").click()
    expect(page.locator(".whose")).to_have_text("Seat 2")
    expect(page.locator("ul.clocks li").first.locator("b")).to_have_text("9:00")
    page.keyboard.press("+")
    expect(page.locator("#clock")).to_have_attribute("data-remaining-ms", "630000")
    page.keyboard.press("r")
    expect(page.locator("ul.clocks li").first.locator("b")).to_have_text("10:00")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#clock")).to_have_attribute("data-remaining-ms", "600000")
    pages_fit(page, "/table", "/tv")


def test_buzzers_open_by_one_tap_the_line_is_told_and_the_next_one_answers(world: World, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Quiz buzzer").click()
    page.get_by_role("button", name="Buzz 4").click()
    expect(page.get_by_text("Seat 4 pressed too early")).to_be_visible()
    page.get_by_role("button", name="Open the buzzers").click()
    expect(page.locator(".answers")).to_have_text("Press now!")
    for seat, after_ms in ((2, 10), (3, 4.5), (1, 200)):
        world.table.press(Press(world.clock.now_ns + round(after_ms * NS_PER_MS), "buzz", seat))
    expect(page.locator(".answers")).to_have_text("Seat 3")
    expect(page.locator("ul.line li").nth(1)).to_have_text("2. Seat 2, +5.5 ms")
    pages_fit(page, "/table", "/tv")
    page.goto("/table")
    page.get_by_role("button", name="Wrong").click()
    expect(page.locator(".answers")).to_have_text("Seat 2")
    page.get_by_role("button", name="Right").click()
    expect(page.locator("ul.clocks li").nth(1).locator("b")).to_have_text("1")
    expect(page.locator(".answers")).to_have_text("Wait")


def pages_fit(page: Page, *paths: str) -> None:
    """No page is wider than its screen, and on the kiosk nothing lies below it."""
    for path in paths:
        page.goto(path)
        fits(page, KIOSK, PHONE, SCREEN)
        if path == "/table":
            sized(page, KIOSK)
            assert page.evaluate(ABOVE_THE_KEYS), path
