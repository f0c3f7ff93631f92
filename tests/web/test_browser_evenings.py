"""Evenings of the family's list in real browsers, those that a whole match does not hold."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsers import KIOSK, PHONE, SCREEN, Served, context_of
from fake_sight import RunningClock, laid
from playwright.sync_api import Browser, Page, Route, expect
from world import GRID, KEY, OTHER, SECRET, World

from companion.journal import Journal
from companion.lexicon import Lexicon
from companion.reading import Reading
from web.access import seat_token

MISREAD = GRID.replace("ARTD", "ERTD")
ENDS_AT = """() => new Promise((done) => {
  const left = () => Number(document.querySelector("#clock").dateTime.slice(2, -1));
  const told = () => done(Date.now() + 1000 * left());
  new MutationObserver(told).observe(document.body, { attributeFilter: ["datetime"], subtree: true });
})"""
MOST_APART_MS, LOOKS = 100, 10

pytestmark = pytest.mark.slow
Opens = Callable[..., Page]


@pytest.fixture
def world(tmp_path: Path, journal: Journal, words: Lexicon) -> World:
    return World.made(tmp_path / "data", journal, words, clock=RunningClock())


@pytest.fixture
def opens(browser: Browser, served: Served) -> Iterator[Opens]:
    """Further browsers: `opens("/tv", SCREEN)`; from elsewhere unless they are said to be at the table."""
    contexts = []

    def opening(path: str, size: tuple[int, int] = PHONE, here: bool = False) -> Page:
        contexts.append(context_of(browser, served.address, size, elsewhere=not here))
        page = contexts[-1].new_page()
        page.goto(path)
        return page

    yield opening
    for context in contexts:
        context.close()


def phone_at(opens: Opens, seat: int) -> Page:
    """The phone of a seat, its code scanned."""
    phone = opens(f"/join/{seat_token(SECRET, 'evening', seat)}")
    phone.get_by_role("link", name="To my grid").click()
    return phone


def totals(page: Page) -> list[str]:
    return page.locator(".seat .points").all_inner_texts()


def test_evening_5_a_misread_cell_is_put_right_in_two_taps_and_stays_so(world: World, opens: Opens) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.table.commit("bell", {})
    world.sight.sees(laid(MISREAD, 1, doubt="r1c1"), laid(OTHER, 2))
    host, phone = opens("/table?seat=1", KIOSK, here=True), phone_at(opens, 1)
    before = totals(host)
    phone.locator("#cell-1-r1c1").click()
    phone.locator("#picker .likely button", has_text="F").click()
    for page in (phone, host):
        expect(page.locator("#cell-1-r1c1")).to_have_attribute("data-face", "F")
    host.locator("#again").click()
    expect(host.locator("#cell-1-r1c1.corrected")).to_be_visible()
    expect(host.locator("#cell-1-r1c1")).to_have_attribute("data-face", "F")
    assert totals(host)[1] == before[1]
    host.goto("/history/evening")
    line = host.locator("ol.told li", has_text="row 1, column 1 shows F").first
    expect(line).to_contain_text("seat 1, 2026-01-02 19:30")


def test_evening_6_nothing_is_scored_under_a_hand_and_by_itself_when_it_is_gone(
    world: World, opens: Opens
) -> None:
    world.opens("Ann")
    world.table.commit("begun", {})
    world.sight.is_covered()
    world.table.commit("bell", {})
    host = opens("/table", KIOSK, here=True)
    expect(host.get_by_text("keep hands away")).to_be_visible()
    expect(host.locator(".lines")).to_have_count(0)
    world.sight.sees(laid(GRID, 1))
    expect(host.locator(".lines caption")).to_have_text("Ann: 34 points")
    world.sight.sees(laid(GRID.replace("BANG", "BA.G").replace("coqs", "co.s", 1), 1))
    expect(host.locator("#differs")).to_contain_text("row 2, column 3 showed N, now nothing")
    expect(host.locator(".lines caption")).to_have_text("Ann: 34 points")
    world.sight.sees(laid(GRID, 1))
    expect(host.locator("#differs")).to_have_count(0)


def test_a_picture_chosen_while_news_came_is_the_picture_that_is_sent(
    world: World, opens: Opens, tmp_path: Path
) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.table.commit("bell", {})
    picture = tmp_path / "grid.jpg"
    picture.write_bytes(b"my grid")
    world.sight.uploads[b"my grid"] = Reading("any", (laid(GRID),))
    phone = phone_at(opens, 1)
    with phone.expect_file_chooser() as choosing:
        phone.locator("input[type=file]").click()
    version = phone.locator("#live").get_attribute("data-version") or ""
    world.sight.sees(laid(OTHER, 2))
    expect(phone.locator("#live")).not_to_have_attribute("data-version", version)
    choosing.value.set_files(picture)
    phone.get_by_role("button", name="Send the picture").click()
    expect(phone.locator("#cell-1-r1c1")).to_have_attribute("data-face", "A")


def test_a_refused_picture_is_told_beside_its_form_and_the_phone_goes_on(
    world: World, opens: Opens, tmp_path: Path
) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.table.commit("bell", {})
    bad, good = tmp_path / "bad.jpg", tmp_path / "good.jpg"
    bad.write_bytes(b"a dog")
    good.write_bytes(b"my grid")
    world.sight.uploads[b"my grid"] = Reading("any", (laid(GRID),))
    phone = phone_at(opens, 1)
    phone.locator("input[type=file]").set_input_files(bad)
    phone.get_by_role("button", name="Send the picture").click()
    expect(phone.locator(".upload .refused")).to_contain_text("No picture that can be read")
    expect(phone.locator("#notice")).to_be_empty()
    phone.locator("input[type=file]").focus()
    world.table.commit("renamed", {"seat": 1, "name": "Anna"})
    expect(phone.get_by_role("heading", name="Anna")).to_be_visible()
    expect(phone.locator(".upload .refused")).to_contain_text("No picture that can be read")
    phone.locator("input[type=file]").set_input_files(good)
    phone.get_by_role("button", name="Send the picture").click()
    expect(phone.locator("#cell-1-r1c1")).to_have_attribute("data-face", "A")


def test_news_while_a_picture_is_read_leave_its_progress_and_its_grid(
    world: World, opens: Opens, tmp_path: Path
) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.table.commit("bell", {})
    picture = tmp_path / "grid.jpg"
    picture.write_bytes(b"my grid")
    world.sight.uploads[b"my grid"] = Reading("any", (laid(GRID),))
    phone, held = phone_at(opens, 1), list[Route]()
    phone.route("**/picture/1", lambda route: held.append(route))
    phone.locator("input[type=file]").set_input_files(picture)
    with phone.expect_request("**/picture/1"):
        phone.get_by_role("button", name="Send the picture").click()
    expect(phone.get_by_text("The picture is sent and read")).to_be_visible()
    world.table.commit("renamed", {"seat": 1, "name": "Anna"})
    with phone.expect_response("**/picture/1"):
        held[0].continue_()
    expect(phone.locator("#cell-1-r1c1")).to_have_attribute("data-face", "A")
    expect(phone.get_by_role("heading", name="Anna")).to_be_visible()


def test_evening_7_three_browsers_agree_on_the_clock_and_the_hosts_phone_keeps_its_role(
    world: World, opens: Opens
) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    phone = opens("/host")
    phone.locator("input[name=key]").fill(KEY)
    phone.get_by_role("button", name="Become a host").click()
    phone.get_by_role("link", name="To the table").click()
    pages = (phone, opens("/table", KIOSK, here=True), opens("/tv", SCREEN))
    assert agree(pages)
    phone.get_by_role("button", name="Pause").click()
    for page in pages:
        expect(page.get_by_text("somebody is at the door")).to_be_visible()
    left = [page.locator("#clock").get_attribute("data-remaining-ms") for page in pages]
    world.clock.passes(90)
    phone.reload()
    expect(phone.get_by_text("somebody is at the door")).to_be_visible()
    assert phone.locator("#clock").get_attribute("data-remaining-ms") == left[0]
    assert len(set(left)) == 1
    phone.get_by_role("button", name="Go on").click()
    for page in pages:
        expect(page.locator("#clock")).to_have_attribute("data-running", "yes")
    assert agree(pages)


def agree(pages: tuple[Page, ...]) -> bool:
    """Whether the clocks will ring together: a busy machine may disturb one look, not each of them."""
    return any(apart_ms(pages) <= MOST_APART_MS for _ in range(LOOKS))


def apart_ms(pages: tuple[Page, ...]) -> float:
    """How far apart the moments are at which the pages' clocks will ring."""
    for page in pages:
        expect(page.locator("#clock")).to_have_class(re.compile(r"\bset\b"))
    ends = [float(page.evaluate(ENDS_AT)) for page in pages]
    return max(ends) - min(ends)


def test_evening_9_who_comes_late_leaves_is_renamed_or_has_no_phone(world: World, opens: Opens) -> None:
    world.opens("Ann", "Ann")
    world.table.commit("begun", {})
    host, first = opens("/table", KIOSK, here=True), phone_at(opens, 1)
    in_menu(host, lambda: sits_down(host, "Late 🐢"))
    expect(host.locator("#seat-3")).to_contain_text("plays from the next round on")
    host.get_by_role("button", name="Ring the bell").click()
    world.sight.sees(laid(GRID, 1))
    expect(first.locator("#cell-1-r1c1")).to_have_attribute("data-face", "A")
    first.get_by_role("button", name="looks right").click()
    expect(host.locator("#seat-1")).to_contain_text("looks right")
    types(host, 2)
    host.get_by_role("button", name="Ann: looks right").click()
    expect(host.get_by_text("takes the Victor")).to_be_visible()
    in_menu(host, lambda: renames(host, 2, "Anna"))
    expect(host.locator("#seat-2")).to_contain_text("Anna")
    expect(host.locator("#seat-1")).to_contain_text("Ann")
    in_menu(
        host,
        lambda: (
            host.locator("#menu .row", has_text="Leaves").nth(0).get_by_role("button", name="Leaves").click()
        ),
    )
    expect(host.locator("#seat-1")).to_contain_text("has left")
    host.get_by_role("button", name="Begin the round").click()
    host.get_by_role("button", name="Ring the bell").click()
    expect(host.get_by_text("grid not read yet")).to_have_count(2)
    assert world.table.scoreboard().awaits == (2, 3)


def in_menu(host: Page, doing: Callable[[], object]) -> None:
    """Do something with the players in the menu, which closes with it."""
    host.locator("#open-menu").click()
    host.locator("#menu summary", has_text="Players").click()
    doing()
    expect(host.locator("#menu")).to_be_hidden()


def sits_down(host: Page, name: str) -> None:
    host.get_by_label("New player").fill(name)
    host.get_by_role("button", name="Sits down").click()


def renames(host: Page, seat: int, name: str) -> None:
    field = host.get_by_label(f"Name of seat {seat}")
    field.fill(name)
    field.press("Enter")


def types(host: Page, seat: int) -> None:
    """The grid of somebody without a phone is typed at the table."""
    host.locator(f"#seat-{seat}").click()
    expect(host.locator("#live")).to_have_attribute("hx-get", f"/table?seat={seat}")
    host.locator("#open-type").click()
    letters, symbols = OTHER.split()
    host.locator(f"#letters-{seat}").fill(letters.replace("/", "\n"))
    for at, symbol in enumerate(symbols.replace("/", "")):
        for _ in range("csqo".index(symbol) + 1):
            host.locator("#type-grid .taps .tile").nth(at).click()
    host.get_by_role("button", name="This is the grid").click()
    expect(host.locator(f"#cell-{seat}-r1c1")).to_have_attribute("data-face", "T")


def test_two_browsers_correct_one_cell_and_both_show_the_later_word(world: World, opens: Opens) -> None:
    world.reviews("Ann", "Ben")
    pages = (opens("/table?seat=1", KIOSK, here=True), phone_at(opens, 1))
    for page in pages:
        page.locator("#cell-1-r1c1").click()
    for page, letter in zip(pages, "ZF", strict=True):
        page.locator(f"#picker .keys button[value={letter}]").click()
        expect(page.locator("#cell-1-r1c1")).to_have_attribute("data-face", letter)
    for page in pages:
        expect(page.locator("#cell-1-r1c1")).to_have_attribute("data-face", "F")
    pages[0].goto("/history/evening")
    told = pages[0].locator("ol.told li", has_text="row 1, column 1").all_inner_texts()
    assert [("host," in line, "seat 1," in line) for line in told] == [(False, True), (True, False)]
