"""Buttons on the screen in a real browser: pressed and held, by a finger and by keys."""

import pytest
from playwright.sync_api import Page, expect
from world import World

from companion.games import game_named

pytestmark = pytest.mark.slow


def entries(world: World) -> list[str]:
    assert world.table.match is not None
    return [f"{entry.kind} {entry.who}" for entry in world.table.match.view.entries[1:]]


def shows(page: Page, seat: int, words: str) -> None:
    """The lamp of a seat on the page of the panel."""
    expect(page.locator("ul.lamps li").nth(seat - 1)).to_contain_text(words)


def test_a_button_that_is_held_exchanges_and_one_that_is_let_go_says_that_a_move_is_laid(
    world: World, page: Page
) -> None:  # WC-7 WC-15
    world.table.open(game_named("word-club"), "club", ["Ann", "Ben"], {"play": "table"})
    page.goto("/panel")
    shows(page, 1, "breathing")
    page.locator("#key-buzz-1").click()
    expect(page.locator("#told")).to_contain_text("The board is not seen, or not still")
    page.locator("#key-buzz-1").hover()
    with page.expect_response("**/press/1"):
        page.mouse.down()
    page.mouse.up()
    shows(page, 2, "breathing")
    page.keyboard.press("2")
    expect(page.locator("#told")).to_contain_text("The board is not seen, or not still")
    page.keyboard.down("2")
    shows(page, 1, "breathing")
    page.keyboard.up("2")
    assert entries(world) == ["exchanged seat 1", "exchanged seat 2"]


def test_in_a_race_a_press_counts_as_the_finger_comes_down(world: World, page: Page) -> None:  # WS-6
    world.table.open(game_named("timer"), "quiz", [], {"kind": "quiz"})
    world.table.commit("armed", {})
    page.goto("/panel")
    page.locator("#key-buzz-3").hover()
    with page.expect_response("**/press/3"):
        page.mouse.down()
    assert entries(world) == ["armed host", "buzzed seat 3"]
    page.mouse.up()
