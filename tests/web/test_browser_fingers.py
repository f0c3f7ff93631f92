"""Fingers that are quicker than the network: no tap is lost, nothing typed or opened is taken away."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from world import World

pytestmark = pytest.mark.slow
LOOKS = 1000


@pytest.fixture
def world(whole_world: World) -> World:
    whole_world.reviews("Ann", "Ben")
    return whole_world


@pytest.fixture
def held(page: Page) -> list[Route]:
    """What the page sends and asks for, held back on its way."""
    routes: list[Route] = []
    page.goto("/table?seat=1")
    page.route("**/act/*", lambda route: routes.append(route))
    page.route("**/table?seat=2", lambda route: routes.append(route))
    return routes


@pytest.fixture
def wild(page: Page, held: list[Route]) -> Locator:
    """A button whose press is on its way."""
    button = page.get_by_role("button", name="r4c1 is a wild")
    with page.expect_request("**/act/*"):
        button.click()
    held.append(last(page, held))
    return button


def last(page: Page, held: list[Route]) -> Route:
    """What was held back last; it may be told of a moment after it was sent."""
    for _ in range(LOOKS):
        if held:
            return held.pop()
        page.evaluate("1")
    pytest.fail("nothing was held back")


def arrives(page: Page, route: Route) -> None:
    """Let one of them go on, until its answer is there."""
    page.evaluate(
        """() => { window.arrived = new Promise((done) => {
             document.addEventListener("htmx:beforeOnLoad", () => setTimeout(done), { once: true });
           }); }"""
    )
    route.continue_()
    page.evaluate("() => window.arrived")


def test_a_button_stays_under_the_finger_until_its_click_has_come(
    page: Page, held: list[Route], wild: Locator
) -> None:
    page.locator("#claim-1-row4-KEF").hover()
    page.mouse.down()
    arrives(page, last(page, held))
    expect(wild).to_be_visible()
    with page.expect_request("**/act/*"):
        page.mouse.up()
    last(page, held).continue_()
    expect(page.get_by_text("3 letters, claimed")).to_be_visible()
    expect(wild).to_have_count(0)


def test_what_is_pressed_and_let_go_elsewhere_keeps_nothing_back(
    page: Page, held: list[Route], wild: Locator
) -> None:
    page.locator("#claim-1-row4-KEF").hover()
    page.mouse.down()
    arrives(page, last(page, held))
    page.locator("#seat-1").hover()
    page.mouse.up()
    expect(wild).to_have_count(0)
    assert held == []


def test_the_player_that_was_tapped_last_is_shown_whatever_is_answered_before(
    page: Page, held: list[Route], wild: Locator
) -> None:
    sent = held.pop()
    with page.expect_request("**/table?seat=2"):
        page.locator("#seat-2").click()
    asked = last(page, held)
    arrives(page, sent)
    expect(wild).to_be_visible()
    arrives(page, asked)
    expect(page.locator("#seat-2")).to_have_attribute("aria-current", "true")


def test_a_picker_that_was_opened_meanwhile_stays_open_and_the_answer_is_shown_afterwards(
    page: Page, held: list[Route], wild: Locator
) -> None:
    page.locator("#cell-1-r1c1").click()
    arrives(page, last(page, held))
    expect(page.locator("#picker")).to_be_visible()
    page.keyboard.press("Escape")
    expect(wild).to_have_count(0)


def test_what_was_typed_and_chosen_and_not_yet_sent_stays_when_news_come(world: World, page: Page) -> None:
    page.goto("/table?seat=1")
    page.locator("#claim-word-1").fill("KEF")
    page.locator("#claim-line-1").select_option("row4")
    page.locator("#claim-line-1").focus()
    world.table.commit("renamed", {"seat": 2, "name": "Benno"})
    expect(page.locator("#seat-2")).to_contain_text("Benno")
    expect(page.locator("#claim-word-1")).to_have_value("KEF")
    page.get_by_role("button", name="Claim", exact=True).click()
    expect(page.get_by_text("3 letters, claimed")).to_be_visible()
    expect(page.locator("#claim-word-1")).to_have_value("")


def test_a_field_that_was_tapped_still_takes_the_letters_when_news_come_before_the_first(page: Page) -> None:
    page.goto("/")
    field = page.locator("input[name=player]").first
    field.click()
    with page.expect_response(lambda answer: "hx-request" in answer.request.headers):
        page.evaluate("htmx.trigger('#live', 'news')")
    expect(field).to_be_focused()
    page.keyboard.type("Ann")
    expect(field).to_have_value("Ann")
