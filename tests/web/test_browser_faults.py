"""What goes wrong at a real table: a camera that is gone, input that is too much; nothing is lost."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from browsers import KIOSK, Appliance, context_of
from playwright.sync_api import Browser, Page, expect

SCENES = Path(__file__).parents[1] / "scenes"
ENOUGH = "x" * 10_000

pytestmark = pytest.mark.slow


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder that the appliance takes for its camera."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    shutil.copy(SCENES / "dev_000_wordoku4.jpg", folder)
    return folder


@pytest.fixture
def kiosk(tmp_path: Path, pictures: Path, browser: Browser) -> Iterator[Page]:
    """The page of a real appliance that looks at the folder, a match of two just opened."""
    with (
        Appliance(tmp_path / "evening", f"folder:{pictures}") as appliance,
        closing(context_of(browser, appliance.address, KIOSK)) as context,
    ):
        page = context.new_page()
        page.goto("/")
        for seat, name in enumerate(("Ann", "Ben")):
            page.locator("input[name=player]").nth(seat).fill(name)
        page.get_by_role("button", name="Open the match").click()
        yield page


def test_a_camera_that_is_gone_in_mid_round_is_named_and_comes_back_by_itself(
    kiosk: Page, pictures: Path
) -> None:
    kiosk.get_by_role("button", name="Begin the round").click()
    trouble = kiosk.get_by_text("No camera:")
    expect(kiosk.locator("#clock")).to_be_visible()
    expect(trouble).to_have_count(0)
    away = pictures.rename(pictures.with_name("away"))
    expect(trouble).to_be_visible()
    expect(trouble).to_contain_text("pictures")
    expect(kiosk.locator("#clock")).to_have_attribute("data-running", "yes")
    shown = kiosk.locator("#clock").inner_text()
    expect(kiosk.locator("#clock")).not_to_have_text(shown)
    kiosk.get_by_role("button", name="Ring the bell").click()
    expect(kiosk.get_by_role("heading", name="The grid of Ann")).to_be_visible()
    _types_for_ben(kiosk)
    expect(trouble).to_be_visible()
    away.rename(pictures)
    expect(kiosk.locator("#cell-1-r1c1")).to_have_attribute("data-face", "D")
    expect(trouble).to_have_count(0)


def _types_for_ben(kiosk: Page) -> None:
    kiosk.locator("#seat-2").click()
    kiosk.get_by_role("heading", name="The grid of Ben").wait_for()
    kiosk.locator("#open-type").click()
    kiosk.locator("#letters-2").fill("tand bang lpay ekef")
    kiosk.locator("#symbols-2").fill("sqcc coqs ocqs qsoo")
    kiosk.get_by_role("button", name="This is the grid").click()
    expect(kiosk.locator("#cell-2-r1c1")).to_have_attribute("data-face", "T")
    kiosk.get_by_role("button", name="Ben: looks right").click()


def test_too_much_of_everything_is_refused_in_a_sentence_and_the_page_stays(kiosk: Page) -> None:
    for form, button in (
        ("/act/joined", "Sits down"),
        ("/act/renamed", "Rename"),
        ("/rule", "Counts at this table"),
    ):
        kiosk.locator("#open-menu").click()
        kiosk.locator("#menu details").first.evaluate("(players) => { players.open = true; }")
        field = kiosk.locator(f"#menu form[action='{form}'] input:not([type=hidden])").first
        field.evaluate("(field, much) => { field.removeAttribute('maxlength'); field.value = much; }", ENOUGH)
        kiosk.locator(f"#menu form[action='{form}'] button", has_text=button).first.click()
        expect(kiosk.locator("#notice")).to_contain_text("Not done:")
        expect(kiosk.locator("#seat-1")).to_contain_text("Ann")
        assert kiosk.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def drawn(tmp_path: Path, browser: Browser) -> Iterator[Page]:
    """The drawn table of a real appliance without a Pi; no match is open."""
    with (
        Appliance(tmp_path / "evening", "drawn") as appliance,
        closing(context_of(browser, appliance.address, KIOSK)) as context,
    ):
        page = context.new_page()
        page.goto("/drawn")
        yield page


def test_buttons_on_the_page_are_pins_that_begin_and_hold_a_round(drawn: Page) -> None:
    drawn.locator("#key-dispute-table").click()
    expect(drawn.locator("#told")).to_contain_text("No match is played now")
    drawn.goto("/")
    drawn.locator("input[name=player]").first.fill("Ann")
    drawn.get_by_role("button", name="Open the match").click()
    expect(drawn.get_by_role("button", name="Begin the round")).to_be_visible()
    drawn.goto("/drawn")
    drawn.locator("#key-start-table").click()
    expect(drawn.locator("#clock")).to_have_attribute("data-running", "yes")
    drawn.locator("#key-dispute-table").click()
    expect(drawn.locator("#clock")).to_have_attribute("data-running", "no")
    drawn.locator("#key-start-table").click()
    expect(drawn.locator("#told")).to_contain_text("ends on the page")
    drawn.locator("#key-dispute-table").click()
    expect(drawn.locator("#clock")).to_have_attribute("data-running", "yes")
