"""A table with its pages, for every test of the pages, and the browsers that show them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening import SMALL
from world import World

from companion.journal import Journal
from companion.lexicon import Lexicon

if TYPE_CHECKING:
    from browsers import Served
    from playwright.sync_api import Browser, Page

# Browsers are driven in one of the two installations only.
collect_ignore_glob = [] if find_spec("playwright") else ["test_browser*.py"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run side by side those with a browser follow one another: two would wait for each other."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture
def world(tmp_path: Path, journal: Journal) -> World:
    """A table without a match, its camera just starting."""
    return World.made(tmp_path / "data", journal, SMALL)


@pytest.fixture
def whole_world(tmp_path: Path, journal: Journal, words: Lexicon) -> World:
    """The same with the whole word list."""
    return World.made(tmp_path / "data", journal, words)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from browsers import CHROMIUM, SWITCHES
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists():
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield opened
        opened.close()


@pytest.fixture
def served(world: World) -> Iterator[Served]:
    from browsers import Served

    serving = Served(world)
    yield serving
    serving.stop()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A kiosk's browser; a message in its console fails the test."""
    from browsers import KIOSK, complaints_of, context_of

    context = context_of(browser, served.address, KIOSK)
    opened = context.new_page()
    complaints = complaints_of(opened)
    yield opened
    context.close()
    assert complaints == []
