"""Evening 18, on the pages: without colours symbols, seats and lamps can still be told apart."""

from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest
from browsers import KIOSK, Served, context_of
from evening import GAME
from numpy.typing import NDArray
from playwright.sync_api import Browser, Locator, Page
from world import World

SIDE_PX, CLEAR, LEAST_SHARE = 32, 40, 0.02

pytestmark = pytest.mark.slow


def looks(of: Locator) -> NDArray[np.float32]:
    """Each element as a small picture, its first colour taken for the paper behind it."""
    pictures = []
    for number in range(of.count()):
        packed = of.nth(number).screenshot(animations="disabled")
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        pictures.append(cv2.resize(picture, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA))
    return np.array(pictures, np.float32)


def alike(pictures: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Pairs that differ clearly in less than a fiftieth of their pixels."""
    return [
        (one, other)
        for one, other in combinations(range(len(pictures)), 2)
        if (np.abs(pictures[one] - pictures[other]).max(axis=2) > CLEAR).mean() < LEAST_SHARE
    ]


@pytest.fixture(params=["achromatopsia", "deuteranopia"])
def seen(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Any:
    """A page as somebody sees it who tells no colours, or not red from green."""
    context = context_of(browser, served.address, KIOSK)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": request.param})
    yield page, request.param
    context.close()


def test_evening_18_seats_and_lamps_are_told_apart(seen: tuple[Page, str]) -> None:
    page, kind = seen
    page.goto("/help/lamps")
    marks, lamps = looks(page.locator(".mark")), looks(page.locator(".lamps .lamp"))
    assert (len(marks), len(lamps)) == (10, 6)
    if kind == "achromatopsia":  # the sight that is tried is truly without colours
        assert np.ptp(marks, axis=3).max() < 12
    assert alike(marks) == []
    assert alike(lamps) == []


def test_evening_18_symbols_are_told_apart_and_named(world: World, seen: tuple[Page, str]) -> None:
    world.table.open(GAME, "evening", ["Ann", "Ben"], {"size": "expert"})
    world.table.commit("begun", {})
    world.table.commit("bell", {})
    page, _ = seen
    page.goto("/table?seat=1")
    page.locator("#open-type").click()
    keys = page.locator("#type-grid .key > span")
    symbols = looks(keys.locator("svg"))
    assert len(symbols) == 5
    assert alike(symbols) == []
    assert len({keys.nth(number).inner_text() for number in range(5)}) == 5
