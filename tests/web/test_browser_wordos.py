"""Evenings 11 and 12 in real browsers: keys on the screen, mock pins where milliseconds matter, phones."""

from collections.abc import Callable, Iterator

import pytest
from browsers import KIOSK, PHONE, SCREEN, Served, context_of, fits, sized
from playwright.sync_api import Browser, Locator, Page, expect
from world import SECRET, World

from companion.games import game_named
from companion.presses import NS_PER_MS, Press
from web.access import seat_token

pytestmark = pytest.mark.slow
GAME = game_named("wordos")
NAMES = ("Ann", "Ben", "Cid", "Dan")
Phone = Callable[[int], Page]


@pytest.fixture
def phone(world: World, browser: Browser, served: Served) -> Iterator[Phone]:
    """The phone of a seat: `phone(2)`."""
    contexts = []

    def opening(seat: int) -> Page:
        contexts.append(context_of(browser, served.address, PHONE, elsewhere=True))
        page = contexts[-1].new_page()
        page.goto(f"/join/{seat_token(SECRET, 'evening', seat)}")
        page.goto(f"/seat/{seat}")
        return page

    yield opening
    for context in contexts:
        context.close()


def opens(world: World, **switches: str) -> None:
    world.table.open(GAME, "evening", NAMES, switches)


def says(world: World, *lines: str) -> None:
    """What is said at the table while nobody looks at the page."""
    for line in lines:
        assert world.table.match
        event = GAME.heard(world.table.match.view.state, line)
        world.table.commit(event.kind, event.fields())


def pins(world: World, *presses: tuple[int, float]) -> None:
    """Buttons are pressed: seat, and milliseconds after now."""
    for seat, after_ms in presses:
        world.table.press(Press(world.clock.now_ns + round(after_ms * NS_PER_MS), "buzz", seat))
    world.clock.passes(5)


def deals(world: World, hand: int = 5) -> None:
    says(world, "call things in a kitchen")
    for seat, letter in enumerate("SMTK", 1):
        says(world, f"letter {seat} {letter}", f"hand {seat} {hand}")


def goes(page: Page, letters: str) -> None:
    """GO on the screen: everybody's discard is tapped, then all lie."""
    page.locator("#do-go--").click()
    for seat, letter in enumerate(letters, 1):
        page.locator(f"#discarded-{seat}-{letter}").click()
    page.locator("#do-lie--").click()
    expect(page.get_by_role("heading", name="Shout now")).to_be_visible()


def test_evening_11_letters_and_hands_are_tapped_and_go_comes_when_all_hold_their_cards(
    world: World, page: Page
) -> None:
    opens(world)
    page.goto("/table")
    page.locator("#caption").fill("things in a kitchen")
    page.locator("#call").click()
    for seat, letter in enumerate("SMTK", 1):
        page.locator(f"#turned-{seat}-{letter}").click()
        if seat == 2:
            page.get_by_text("Switch the letter").click()
            page.locator("#switched-2-P").click()
            expect(page.get_by_text("Ben: an answer with P")).to_be_visible()
        page.locator(f"#thought-{seat}-6").click()
    expect(page.locator("#seat-2")).to_contain_text("P, 6 cards")
    page.keyboard.press("Escape")
    page.locator("#do-go--").click()
    expect(page.get_by_role("heading", name="GO 1: everybody discards")).to_be_visible()


def test_evening_11_two_cards_5_ms_apart_stand_the_same_card_is_a_tie_and_200_ms_is_none(
    world: World, page: Page
) -> None:
    opens(world)
    deals(world)
    page.goto("/table")
    goes(page, "QEOX")
    pins(world, (3, 5), (1, 10))
    page.locator("#claimed-3-E").click()
    page.locator("#claimed-1-O").click()
    expect(page.get_by_text("1. Cid, first: takes the E of Ben")).to_be_visible()
    expect(page.get_by_text("2. Ann, +5.0 ms: takes the O of Cid")).to_be_visible()
    page.locator("#do-others--").click()
    goes(page, "RUYV")
    pins(world, (3, 0), (2, 5), (4, 205))
    page.locator("#claimed-3-R").click()
    page.locator("#claimed-2-R").click()
    page.locator("#claimed-4-R").click()
    expect(page.get_by_role("heading", name="A tie: Cid and Ben")).to_be_visible()
    expect(page.get_by_text("3. Dan, +205 ms: the R is gone")).to_be_visible()
    page.locator("#flipped-table-T").click()
    expect(page.locator(".tie-letter")).to_have_text("T")
    pins(world, (2, 0), (3, 3))
    page.locator("#tie-word").fill("lion")
    page.locator("#tie-yes").click()
    expect(page.locator("#notice")).to_contain_text("does not begin with T")
    page.locator("#tie-word").fill("tiger")
    page.locator("#tie-yes").click()
    expect(page.get_by_text("2. Ben, +5.0 ms: takes the R of Ann")).to_be_visible()


def test_evening_11_who_is_silent_for_three_seconds_loses_the_turn_and_a_new_letter_comes_by_itself(
    world: World, page: Page
) -> None:
    opens(world)
    deals(world)
    says(world, "go", "discard 1 R", "lie")
    pins(world, (2, 0), (3, 5))
    says(world, "claim 2 R", "claim 3 R")
    page.goto("/table")
    page.locator("#flipped-table-T").click()
    expect(page.locator(".tie-letter")).to_have_text("T")
    pins(world, (2, 0))
    expect(page.get_by_text("1. Ben, first, says a word now")).to_be_visible()
    world.table.tick()
    expect(page.get_by_text("Ben had a turn")).to_be_visible()
    world.clock.passes(11)
    world.table.tick()
    expect(page.get_by_text("Ben had a turn")).to_be_hidden()
    assert world.table.match
    assert world.table.match.view.state.draws == 1


def test_evening_11_a_press_on_the_screen_serves_a_stuck_button_and_an_early_one_is_told(
    world: World, page: Page
) -> None:
    opens(world)
    deals(world)
    page.goto("/table")
    page.locator("#do-go--").click()
    expect(page.locator("#do-lie--")).to_be_visible()
    page.locator("#key-buzz-2").click()
    expect(page.get_by_text("Ben pressed too early")).to_be_visible()
    page.locator("#discarded-1-R").click()
    page.locator("#do-lie--").click()
    expect(page.get_by_role("heading", name="Shout now")).to_be_visible()
    page.locator("#key-buzz-2").click()
    page.locator("#claimed-2-R").click()
    expect(page.get_by_text("1. Ben, first, on a screen: takes the R of Ann")).to_be_visible()


def test_evening_11_three_are_done_in_one_go_one_is_rejected_by_phones_and_the_next_moves_up(
    world: World, page: Page, phone: Phone
) -> None:
    opens(world)
    deals(world, hand=6)
    page.goto("/table")
    pins(world, (1, 0), (2, 84), (4, 300))
    expect(page.get_by_text("2. Ben, +84 ms")).to_be_visible()
    expect(page.get_by_text("3. Dan, +300 ms: no place is left")).to_be_visible()
    page.locator("#answer-1").fill("Sieves")
    page.locator("#reveal-1").click()
    ben = phone(2)
    ben.locator("#answer-2").fill("my mug")
    ben.locator("#reveal-2").click()
    expect(ben.locator(".refused, #notice")).to_contain_text(["takes 5 letters, Ben holds 6"])
    ben.locator("#answer-2").fill("my mugs")
    ben.locator("#reveal-2").click()
    ann, cid = phone(1), phone(3)
    ann.locator("#vote-1-2-no").click()
    expect(ann.locator("#vote-1-2-no")).to_have_attribute("aria-pressed", "true")
    cid.locator("#vote-3-2-no").click()
    expect(cid.locator("#vote-3-2-no")).to_have_count(0)
    expect(page.locator("#seat-2")).to_contain_text("rejected, out of the round")
    expect(ben.locator("#vote-2-2-no")).to_have_count(0)
    page.locator("#reveal-4").click()
    page.get_by_role("button", name="Ann: sufficient").click()
    expect(page.get_by_role("button", name="Ann: sufficient")).to_have_count(0)
    page.get_by_role("button", name="Dan: sufficient").click()
    expect(page.get_by_role("heading", name="Round 1 is over; Ben reads a category")).to_be_visible()
    assert page.locator(".seat .points").all_inner_texts() == ["6", "0", "0", "6"]


def test_evening_12_the_last_one_judges_and_nobody_learns_whose_is_whose_before_the_choice(
    world: World, page: Page, phone: Phone
) -> None:
    opens(world, mode="judged")
    page.goto("/table")
    page.locator("#call").click()
    page.locator("#decided-table-7").click()
    expect(page.locator("#do-go--")).to_be_visible()
    pins(world, (2, 0), (1, 100), (3, 200))
    expect(page.get_by_text("Dan, close your eyes!")).to_be_visible()
    page.locator("#do-cleared--").click()
    page.locator("#do-assembled--").click()
    judge, ann = phone(4), phone(1)
    for answer in ("yes dear", "amen", "run"):
        judge.locator("#fan-answer").fill(answer)
        judge.locator("#fan").click()
        for looking in (page, judge, ann):
            expect(looking.get_by_text(f": {answer}")).to_be_visible()
            told = looking.locator(".told-of").filter(has_text="pile").all_inner_texts()
            assert not any(name in line for line in told for name in NAMES)
    expect(ann.get_by_role("button", name="was mine")).to_have_count(0)
    for name, pile in (("first", "3"), ("second", "1"), ("third", "2")):
        judge.locator(f"#rank-{name}").select_option(pile)
    judge.locator("#rank").click()
    ann.locator("#own-3").click()
    page.locator("#own-1-2").click()
    expect(page.locator("#own-1-2")).to_have_count(0)
    page.locator("#own-2-3").click()
    expect(page.get_by_role("heading", name="Round 1 is over; Ben reads a category")).to_be_visible()
    assert page.locator(".seat .points").all_inner_texts() == ["8", "6", "4", "0"]


def test_evening_12_two_reach_30_in_one_round_and_the_higher_one_wins(world: World, page: Page) -> None:
    opens(world, mode="judged")
    for first, second in ((1, 2), (2, 1), (1, 2), (2, 1)):
        says(world, "call", "decide 5", "done 1 5", "done 2 100000", "done 3 200000", "clear", "assemble",
             "fan", "fan", "fan", "rank 1 2 3", f"own {first} 1", f"own {second} 2", "own 3 3")  # fmt: skip
    says(world, "call", "decide 5", "done 1 5", "done 2 100000", "done 3 200000", "clear", "assemble")
    says(world, "fan", "fan", "fan", "rank 1 2 3", "own 2 1", "own 1 2")
    page.goto("/table")
    page.locator("#own-3-3").click()
    expect(page.get_by_role("heading", name="Ben won with 36 points")).to_be_visible()
    expect(page.locator("#call")).to_have_count(0)
    page.locator("#end").click()
    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()


def test_one_leaves_another_sits_down_and_the_round_goes_on(world: World, page: Page) -> None:
    opens(world)
    deals(world)
    says(world, "go", "discard 1 R", "discard 2 E", "discard 3 O", "discard 4 X", "lie")
    page.goto("/table")
    in_the_menu(page, lambda row: row.filter(has_text="Rename").nth(3).get_by_role("button", name="Leaves"))
    expect(page.locator("#seat-4")).to_contain_text("has left")
    page.locator("#open-menu").click()
    page.locator("#menu summary", has_text="Players").click()
    page.get_by_label("New player").fill("Zoe")
    page.get_by_role("button", name="Sits down").click()
    expect(page.locator("#seat-5")).to_contain_text("plays from the next round on")
    page.locator("#do-others--").click()
    expect(page.locator("#do-go--")).to_be_visible()
    says(world, "done 1 9000000", "reveal 1", "accept 1", "done 2 9900000", "reveal 2", "accept 2")
    page.locator("#call").click()
    expect(page.locator(".whose a")).to_have_text(["Ann", "Ben", "Cid", "Zoe"])


def in_the_menu(page: Page, wanted: Callable[[Locator], Locator]) -> None:
    page.locator("#open-menu").click()
    page.locator("#menu summary", has_text="Players").click()
    wanted(page.locator("#menu .row")).click()
    expect(page.locator("#menu")).to_be_hidden()


def test_a_whole_go_by_keyboard_alone(world: World, page: Page) -> None:
    opens(world)
    deals(world)
    page.goto("/table")
    for wanted in ("GO 1: everybody discards", "Shout now"):
        page.keyboard.press("Space")
        expect(page.get_by_role("heading", name=wanted)).to_be_visible()
    for seat in "134":
        page.keyboard.press(seat)
    expect(page.get_by_text("3. Dan")).to_be_visible()
    page.locator("#discarded-1-R").focus()
    page.keyboard.press("Enter")
    page.locator("#discarded-2-E").focus()
    page.keyboard.press("Enter")
    page.locator("#claimed-1-E").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("1. Ann, first, on a screen: takes the E of Ben so far")).to_be_visible()


def test_every_phase_fits_its_screen(world: World, page: Page) -> None:
    world.table.open(
        GAME, "evening", ("Ann", "Ben", "Cid", "Dan", "Eve", "Maximilian-Alexander", "G", "H", "I", "J"), {}
    )
    fit(page)
    says(world, "call things in a kitchen")
    fit(page)
    for seat, letter in enumerate("SMTKABCDEF", 1):
        says(world, f"letter {seat} {letter}", f"hand {seat} 12")
    says(world, "go")
    fit(page)
    says(world, *(f"discard {seat} {letter}" for seat, letter in enumerate("RBCDEFGHIJ", 1)), "lie")
    pins(world, *((seat, 30 * seat) for seat in range(2, 11)))
    fit(page)
    says(world, *(f"claim {seat} R" for seat in range(2, 11)))
    fit(page)
    says(world, "flip T")
    fit(page)


WHOLE = {"/table": (KIOSK, SCREEN), "/tv": (SCREEN,)}


def fit(page: Page) -> None:
    for path in ("/table", "/seat/3", "/tv"):
        page.goto(path)
        fits(page, KIOSK, PHONE, SCREEN)
        for size in WHOLE.get(path, ()):
            sized(page, size)
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (path, size)
