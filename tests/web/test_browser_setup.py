"""The set-up page and the covered corner in a real browser before a real appliance."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from browsers import KIOSK, PHONE, Appliance, complaints_of, context_of
from playwright.sync_api import Browser, Page, expect

from companion.grid import Cell, Grid
from vision.draw import Look
from vision.draw_table import Place, draw_table
from vision.optics import Camera

pytestmark = [pytest.mark.slow, pytest.mark.pixels]

GRID = Grid.parse("ARTD/BANG/LPAY/EKEF sqcc/coqs/ocqs/qsoo")
CORNER = frozenset({Cell(3, 3), Cell(3, 2)})


def shown(browser: Browser, appliance: Appliance) -> Iterator[Page]:
    """A kiosk's browser; a message in its console fails the test."""
    context = context_of(browser, appliance.address, KIOSK)
    page = context.new_page()
    complaints = complaints_of(page)
    yield page
    context.close()
    appliance.kill()
    assert complaints == []


@pytest.fixture
def drawn(tmp_path: Path, browser: Browser) -> Iterator[Page]:
    """The pages of an appliance that looks at a drawn table."""
    yield from shown(browser, Appliance(tmp_path / "evening", "drawn"))


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder with a grid under a hand, and beside it the same table without the hand."""
    look = Look(camera=Camera(size=(1280, 960), height_mm=400), seed=3)
    folder = tmp_path / "camera"
    folder.mkdir()
    for path, under in ((folder / "table.png", CORNER), (tmp_path / "clear.png", frozenset[Cell]())):
        cv2.imwrite(str(path), draw_table((Place(GRID, under=under),), look).frame_bgr)
    return folder


@pytest.fixture
def covered(tmp_path: Path, browser: Browser, pictures: Path) -> Iterator[Page]:
    """The pages of an appliance before whose camera a hand rests on a grid."""
    yield from shown(browser, Appliance(tmp_path / "evening", f"folder:{pictures}"))


def test_a_hand_that_rests_is_waited_for_with_its_corner_and_the_grid_is_taken_without_it(
    covered: Page, pictures: Path
) -> None:
    covered.goto("/")
    covered.locator("input[name=player]").first.fill("Ann")
    covered.get_by_role("button", name="Open the match").first.click()
    covered.get_by_role("button", name="Begin the round").click()
    covered.get_by_role("button", name="Ring the bell").click()
    waits = covered.get_by_text("Waiting for a clear table: something lies over the grid, bottom right.")
    expect(waits).to_be_visible()
    picture = covered.locator("img.covered")
    expect(picture).to_be_visible()
    for width, height in (KIOSK, PHONE):
        covered.set_viewport_size({"width": width, "height": height})
        assert covered.evaluate("document.documentElement.scrollWidth <= innerWidth")
    (pictures.parent / "clear.png").replace(pictures / "table.png")
    expect(waits).to_be_hidden()
    covered.get_by_role("button", name="Ann").click()
    expect(covered.get_by_text("looks right").first).to_be_visible()


def test_a_board_is_learned_named_and_forgotten_while_the_page_measures(drawn: Page) -> None:
    drawn.goto("/setup")
    drawn.locator("#layout").select_option("board-9x9")
    drawn.locator("#look").click()
    expect(drawn.locator("#learn")).to_be_visible()
    drawn.goto("/drawn")
    drawn.locator("#deal").click()
    drawn.goto("/setup")
    expect(drawn.get_by_text("seen whole, and nothing moves")).to_be_visible()
    drawn.locator("#learn").click()
    lines = drawn.locator("img.lines")
    expect(lines).to_be_visible()
    assert lines.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 300
    drawn.locator("#board-name").fill("kitchen")
    drawn.keyboard.press("Enter")
    expect(drawn.get_by_text("lies here", exact=False).first).to_be_visible()
    drawn.locator("#unchoose-kitchen").click()
    drawn.locator("#choose-kitchen").click()
    expect(drawn.locator("#unchoose-kitchen")).to_be_visible()
    drawn.get_by_text("Forget …").click()
    drawn.locator("#forget-kitchen").click()
    expect(drawn.locator(".boards")).to_have_count(0)
