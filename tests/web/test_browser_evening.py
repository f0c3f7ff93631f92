"""One evening of six seats, each with a phone and photographs of its own, on the real appliance."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from browsers import KIOSK, PHONE, SCREEN, Appliance, complaints_of, context_of
from playwright.sync_api import Browser, Page, expect

from companion.games.wordoku.score import score
from companion.games.wordoku.sheet import Says
from companion.grid import Cell, Grid, Tile
from companion.lexicon import Lexicon
from web.access import seat_token

SCENES = Path(__file__).parents[1] / "scenes"
TRUTH: dict[str, str] = json.loads((SCENES / "truth.json").read_text())
NAMES = ("Ann", "Bén", "Cid <b>", "Dörte", "Eve 🐝", "Finn")

pytestmark = pytest.mark.slow


def scene_of(seat: int, played: int) -> str:
    """Which photograph a seat sends in a round: each seat another one, and another one in every round."""
    return list(TRUTH)[(seat + 2 * played) % len(TRUTH)]


@dataclass
class Evening:
    """The appliance, the host's kiosk, the big screen and a phone for each seat."""

    appliance: Appliance
    host: Page
    screen: Page
    phones: dict[int, Page] = field(default_factory=dict)

    def state(self) -> dict[str, Any]:
        """What the table tells, without the sounds of the last moments and the mark of what is shown: best
        grids that were found are searched anew after a start."""
        told: dict[str, Any] = self.host.request.get("/api/v1/state").json()
        del told["cues"], told["version"]
        return told

    def rings(self) -> None:
        self.host.get_by_role("button", name="Begin the round").click()
        self.host.get_by_role("button", name="Ring the bell").click()
        expect(self.host.get_by_text("grid not read yet").first).to_be_visible()

    def sends(self, seat: int, played: int) -> Grid:
        """A seat's phone photographs its grid; what the page then shows is what lies there."""
        phone, name = self.phones[seat], scene_of(seat, played)
        phone.locator("input[type=file]").set_input_files(SCENES / name)
        phone.get_by_role("button", name="Send the picture").click()
        truth = Grid.parse(TRUTH[name])
        cells = phone.locator(f"[id^=cell-{seat}-]")
        expect(cells).to_have_count(truth.height * truth.width)
        shown = cells.evaluate_all("(all) => all.map(({ dataset: d }) => [d.cell, d.face, d.symbol])")
        assert shown == [
            [str(cell), tile.face if tile else ".", tile.symbol if tile else ""] for cell, tile in truth
        ]
        return truth

    def corrects(self, seat: int, cell: str, letter: str) -> None:
        phone = self.phones[seat]
        phone.locator(f"#cell-{seat}-{cell}").click()
        phone.locator(f"#picker .keys button[value={letter}]").click()
        expect(phone.locator(f"#cell-{seat}-{cell} .letter")).to_have_text(letter)

    def confirms(self, seat: int, points: int) -> None:
        """A seat says of every symbol side that it is a wild, sees its points, and says it looks right."""
        phone = self.phones[seat]
        sides = phone.get_by_role("button", name="is a wild")
        for left in range(sides.count(), 0, -1):
            sides.first.click()
            expect(sides).to_have_count(left - 1)
        expect(phone.locator(".lines caption")).to_have_text(f"{NAMES[seat - 1]}: {points} points")
        phone.get_by_role("button", name="looks right").click()
        expect(phone.get_by_role("button", name="looks right")).to_have_count(0)

    def loses_power(self) -> None:
        """kill -9, then started anew; every page tells that the table is gone and comes back by itself."""
        pages = (self.host, self.screen, *self.phones.values())
        self.appliance.kill()
        for page in pages:
            expect(page.locator("#lost")).to_be_visible()
        self.appliance.start()
        for page in pages:
            expect(page.locator("#lost")).to_be_hidden()


@pytest.fixture
def evening(tmp_path: Path, browser: Browser) -> Iterator[Evening]:
    with Appliance(tmp_path / "evening") as appliance, ExitStack() as contexts:

        def opened(size: tuple[int, int], elsewhere: bool = True) -> Page:
            context = context_of(browser, appliance.address, size, elsewhere)
            return contexts.enter_context(closing(context)).new_page()

        begun = Evening(appliance, opened(KIOSK, elsewhere=False), opened(SCREEN))
        complaints = complaints_of(begun.host)
        _opens(begun)
        for seat in range(1, len(NAMES) + 1):
            begun.phones[seat] = _joined(begun, opened(PHONE), seat)
        yield begun
    assert complaints == []


def _opens(evening: Evening) -> None:
    evening.host.goto("/")
    for seat, name in enumerate(NAMES):
        evening.host.locator("input[name=player]").nth(seat).fill(name)
    evening.host.get_by_role("button", name="Open the match").click()
    expect(evening.host.get_by_role("button", name="Begin the round")).to_be_visible()
    evening.screen.goto("/tv")


def _joined(evening: Evening, phone: Page, seat: int) -> Page:
    """A phone that has scanned the code of its seat and opened the seat's page."""
    link = evening.host.locator("#menu a[href^='/history/']").get_attribute("href")
    assert link is not None
    phone.goto(f"/join/{seat_token(evening.appliance.secret, link.removeprefix('/history/'), seat)}")
    phone.get_by_role("link", name="To my grid").click()
    expect(phone.get_by_role("heading", name=NAMES[seat - 1])).to_be_visible()
    return phone


def laid_with(grid: Grid, cell: str, letter: str) -> Grid:
    """A grid with another letter on one tile."""
    tile = grid[Cell.parse(cell)]
    assert tile is not None
    return grid.replaced(Cell.parse(cell), Tile(letter, tile.symbol))


def plays_plainly(evening: Evening, seats: Iterator[int] | range, played: int, words: Lexicon) -> None:
    for seat in seats:
        grid = evening.sends(seat, played)
        evening.confirms(seat, score(grid, words).total)


def test_evening_8_six_phones_three_rounds_and_two_power_cuts(evening: Evening, words: Lexicon) -> None:
    host = evening.host
    _first_round_loses_power_while_tiles_are_laid(evening, words)
    _second_round_loses_power_while_grids_are_looked_through(evening, words)
    evening.rings()
    plays_plainly(evening, range(1, 7), 2, words)
    for page in (host, evening.screen, evening.phones[4]):
        expect(page.get_by_text("wins with").first).to_be_visible()


def _first_round_loses_power_while_tiles_are_laid(evening: Evening, words: Lexicon) -> None:
    host = evening.host
    host.get_by_role("button", name="Begin the round").click()
    expect(host.locator("#clock")).to_be_visible()
    before = evening.state()
    evening.loses_power()
    for page in (host, evening.screen, *evening.phones.values()):
        expect(page.get_by_text("the power was gone")).to_be_visible()
    after = evening.state()
    assert (after["phase"], after["clock"]["causes"]) == ("held", ["power"])
    assert after["scoreboard"] == before["scoreboard"]
    host.get_by_role("button", name="Go on").click()
    host.get_by_role("button", name="Ring the bell").click()
    claimed = next(seat for seat in evening.phones if "012" in scene_of(seat, 0))
    plays_plainly(evening, (seat for seat in range(1, 7) if seat != claimed), 0, words)
    grid, phone = evening.sends(claimed, 0), evening.phones[claimed]
    phone.locator(f"#claim-word-{claimed}").fill("sawn")
    phone.get_by_role("button", name="Claim", exact=True).click()
    expect(phone.get_by_text("4 letters, claimed")).to_be_visible()
    evening.confirms(claimed, score(grid, words, Says(claims=(("row1", "SAWN"),))).total)
    expect(phone.locator(".award")).to_contain_text("takes the Victor with")


def _second_round_loses_power_while_grids_are_looked_through(evening: Evening, words: Lexicon) -> None:
    evening.rings()
    laid = {seat: evening.sends(seat, 1) for seat in (1, 2, 3)}
    evening.corrects(1, "r2c1", "H")
    evening.confirms(2, score(laid[2], words).total)
    before = evening.state()
    evening.loses_power()
    after = evening.state()
    assert after == before
    expect(evening.phones[1].locator("#cell-1-r2c1.corrected")).to_be_visible()
    evening.corrects(3, "r3c1", "W")
    evening.confirms(1, score(laid_with(laid[1], "r2c1", "H"), words).total)
    evening.confirms(3, score(laid_with(laid[3], "r3c1", "W"), words).total)
    plays_plainly(evening, range(4, 7), 1, words)
    expect(evening.host.locator(".award").first).to_contain_text("takes the Victor")
