"""Evening 10 in a real browser: the shared board on one device, by mouse, by keys and by drag."""

from contextlib import closing
from dataclasses import replace

import pytest
from browsers import KIOSK, PHONE, SCREEN, Served, context_of, fits, sized
from playwright.sync_api import Browser, Page, expect
from test_club_pages import deal, lies, state_of
from world import SECRET, World

from companion.games import game_named
from web.access import seat_token

pytestmark = pytest.mark.slow


@pytest.fixture
def world(whole_world: World) -> World:
    return whole_world


def opens(world: World, *names: str, rules: str = "1.0", **switches: str) -> None:
    world.table.open(game_named("word-club"), "evening", names or ("Ann", "Ben"), switches, rules)


def bag_of(world: World, number: int) -> None:
    """Only so many tiles in the bag; the journal knows nothing of it."""
    assert world.table.match is not None
    view, state = world.table.match.view, state_of(world)
    world.table.match.view = replace(view, state=replace(state, bag=state.bag[:number]))


def lays(page: Page, word: str, *squares: str) -> None:
    """Choose a tile, tap a square, letter by letter; a small letter is a blank."""
    for letter, at in zip(word, squares, strict=True):
        wanted = "blank" if letter.islower() else f"{letter} "
        page.locator(f'#rack .held:not(:disabled)[aria-label^="{wanted}"]').first.click()
        page.locator(f"#at-{at}").click()
        if letter.islower():
            page.locator(f'#blank [data-letter="{letter.upper()}"]').click()


def rack_of(page: Page) -> str:
    """The letters of the rack as it is shown."""
    return "".join(text[0] for text in page.locator("#rack .lies").all_inner_texts())


def shows(page: Page, name: str) -> None:
    expect(page.locator("#cover h2")).to_have_text(name)
    page.locator("#uncover").click()
    expect(page.locator("#rack .held").first).to_be_visible()


def places(page: Page, word: str, *squares: str) -> None:
    lays(page, word, *squares)
    page.locator("#place").click()


def points(page: Page, seat: int, number: int) -> None:
    expect(page.locator(f".chips .seat-{seat} .points")).to_have_text(str(number))


def test_evening_10_the_printed_match(world: World, page: Page) -> None:  # WC-16 WC-14 WC-13
    opens(world)
    deal(world, "CATEEBD", "SARTEEI")
    page.goto("/table")
    expect(page.locator("#cover")).to_contain_text("Pass the device to")
    assert "CATEEBD" not in page.content()
    shows(page, "Ann")
    lays(page, "CAT", "D5", "E5", "F5")
    expect(page.locator("#preview")).to_have_text("CAT: C 1 + A 1 + T 1 = 3")
    page.locator("#place").click()
    expect(page.locator("#cover h2")).to_have_text("Ben")
    assert page.locator("#rack .held").count() == 0
    points(page, 1, 3)
    shows(page, "Ben")
    places(page, "S", "G5")
    points(page, 2, 4)
    deal(world, "ARTEEBD", "EEIIIGL")
    shows(page, "Ann")
    places(page, "ART", "D6", "D7", "D8")
    points(page, 1, 7)


def test_evening_10_house_scores_16_and_a_blank_on_3l_nothing(world: World, page: Page) -> None:  # WC-16 WC-6
    opens(world, rules="1.1")
    deal(world, "HOUSEAA", "AEIOUNN")
    page.goto("/table")
    shows(page, "Ann")
    lays(page, "HOUSE", "A5", "B5", "C5", "D5", "E5")
    expect(page.locator("#preview")).to_have_text("HOUSE: H 4×3 + O 1 + U 1 + S 1 + E 1 = 16")
    page.locator("#recall").click()
    expect(page.locator("#board .laid")).to_have_count(0)
    deal(world, "_OUSEAA", "AEIOUNN")
    page.locator("#hide-rack").click()
    shows(page, "Ann")
    lays(page, "hOUSE", "A5", "B5", "C5", "D5", "E5")
    expect(page.locator("#preview")).to_have_text("HOUSE: H (blank) 0×3 + O 1 + U 1 + S 1 + E 1 = 4")
    page.locator("#place").click()
    points(page, 1, 4)
    assert str(state_of(world).board).count("hOUSE") == 1


def test_evening_10_two_double_words_make_four(world: World, page: Page) -> None:  # WC-6
    opens(world, rules="1.1")
    deal(world, "EONEEEE", "TESTSAA")
    page.goto("/table")
    shows(page, "Ann")
    places(page, "EON", "E3", "E4", "E5")
    expect(page.locator("#cover h2")).to_have_text("Ben")
    deal(world, "AAAAIII", "RSTSAAA")
    shows(page, "Ben")
    lays(page, "RSTS", "C3", "D3", "F3", "G3")
    expect(page.locator("#preview")).to_contain_text("×4")


def test_a_refused_move_names_every_word_and_the_tiles_stay(world: World, page: Page) -> None:  # WC-4
    opens(world)
    deal(world, "CATEEBD", "SARTEEI")
    page.goto("/table")
    shows(page, "Ann")
    lays(page, "TAC", "D5", "E5", "F5")
    page.locator("#place").click()
    expect(page.locator("#notice")).to_contain_text("TAC is not in the list")
    expect(page.locator("#board .laid")).to_have_count(3)
    page.locator("#at-F5").click()
    expect(page.locator("#board .laid")).to_have_count(2)
    assert world.entries == 1


def test_exchange_with_seven_and_with_six_in_the_bag(world: World, page: Page) -> None:  # WC-7
    opens(world)
    bag_of(world, 7)
    page.goto("/table")
    shows(page, "Ann")
    page.locator("#open-exchange").click()
    page.locator("#going .held").first.click()
    page.locator("#do-exchange").click()
    expect(page.locator("#cover h2")).to_have_text("Ben")
    assert world.last.kind == "exchanged"
    assert len(world.last.fields["tiles"]) == 1
    bag_of(world, 6)
    page.goto("/table")
    shows(page, "Ben")
    expect(page.locator("#open-exchange")).to_be_disabled()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scoreless_turns_end_the_match_line_by_line(world: World, page: Page, seats: int) -> None:  # WC-9
    names = ["Ann", "Ben", "Cid", "Dora"][:seats]
    opens(world, *names)
    for turn in range(3 * seats - 1):
        world.table.commit("passed", {"seat": turn % seats + 1})
    page.goto("/table")
    shows(page, names[-1])
    page.locator("#pass").click()
    expect(page.locator("#adjustments p")).to_have_count(seats)
    expect(page.locator("h1")).to_contain_text("share the win")
    points(page, 1, -7)


def test_going_out_and_the_replay_tile_by_tile(world: World, page: Page) -> None:  # WC-8 WC-13
    opens(world)
    deal(world, "CAT", "SEA")
    bag_of(world, 0)
    page.goto("/table")
    shows(page, "Ann")
    places(page, "CAT", "D5", "E5", "F5")
    expect(page.locator("#adjustments")).to_contain_text("Ann went out and gains what the others lose: +3")
    points(page, 1, 6)
    page.locator("#end").click()
    page.locator("#from-start").click()
    expect(page.locator("#replay .fresh")).to_have_count(1)
    for laid in (2, 3):
        page.locator("#next-tile").click()
        expect(page.locator("#replay .fresh")).to_have_count(laid)
    page.locator("#possible").click()
    expect(page.locator("#replay")).to_contain_text("What was possible: ACT C5> (3)", timeout=120_000)
    page.goto("/history/evening")
    expect(page.locator("#replay")).to_contain_text("Turn 1 of 1")


@pytest.mark.parametrize(("seats", "left"), [(2, 1), (4, 3)])
def test_resigning_asks_first(world: World, page: Page, seats: int, left: int) -> None:  # WC-10
    opens(world, *["Ann", "Ben", "Cid", "Dora"][:seats])
    page.goto("/table")
    shows(page, "Ann")
    page.locator("#open-resign").click()
    page.get_by_role("button", name="No, play on").click()
    assert world.entries == 1
    page.locator("#open-resign").click()
    page.locator("#do-resign").click()
    if seats == 2:
        expect(page.locator("h1")).to_have_text("All others have resigned: Ben wins")
    else:
        expect(page.locator("#cover h2")).to_have_text("Ben")
    assert len(state_of(world).here) == left


def test_a_hint_is_shown_to_its_player_and_recorded(world: World, page: Page) -> None:  # WC-12
    opens(world)
    deal(world, "CATEEBD", "SARTEEI")
    page.goto("/table")
    shows(page, "Ann")
    page.locator("#hint").click()
    expect(page.locator("#hints li").first).to_be_visible()
    expect(page.locator(".chips .seat-1")).to_contain_text("1 hint (assistance)")
    expect(page.locator("#cover")).to_be_hidden()


def test_a_word_is_placed_by_arrow_keys_and_enter(world: World, page: Page) -> None:  # WC-14
    opens(world)
    deal(world, "CATEEBD", "SARTEEI")
    page.goto("/table")
    page.locator("#uncover").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tile-0")).to_be_focused()
    keys = page.keyboard
    for steps in ([], ["ArrowRight"], ["ArrowRight"]):
        keys.press("Enter")
        expect(page.locator("#board .square:focus")).to_have_count(1)
        for step in steps:
            keys.press(step)
        keys.press("Enter")
        expect(page.locator("#rack .held:focus")).to_have_count(1)
    expect(page.locator("#preview")).to_contain_text("CAT")
    page.locator("#place").focus()
    keys.press("Enter")
    expect(page.locator("#cover h2")).to_have_text("Ben")
    assert world.last.fields["move"] == "CAT E5>"


def test_a_tile_is_dragged_to_the_board_and_back(world: World, page: Page) -> None:  # WC-14
    opens(world)
    deal(world, "CATEEBD", "SARTEEI")
    page.goto("/table")
    shows(page, "Ann")
    page.locator("#tile-2").drag_to(page.locator("#at-E5"))
    expect(page.locator("#at-E5 .laid")).to_have_count(1)
    page.locator("#at-E5").drag_to(page.locator("#at-E6"))
    expect(page.locator("#at-E6 .laid")).to_have_count(1)
    expect(page.locator("#at-E5 .laid")).to_have_count(0)
    page.locator("#at-E6").drag_to(page.locator("#rack"))
    expect(page.locator("#board .laid")).to_have_count(0)
    page.locator("#shuffle").click()
    assert sorted(rack_of(page)) == sorted(state_of(world).player(1).rack)


def test_laid_tiles_stay_when_something_happens_elsewhere(world: World, page: Page) -> None:
    opens(world)
    deal(world, "CATEEBD", "SARTEEI")
    page.goto("/table")
    shows(page, "Ann")
    lays(page, "CA", "D5", "E5")
    before = page.locator("#live").get_attribute("data-version")
    world.sight.fails("the camera was pulled out")
    expect(page.locator("#live")).not_to_have_attribute("data-version", str(before))
    expect(page.locator("#board .laid")).to_have_count(2)
    expect(page.locator("#cover")).to_be_hidden()


def test_each_phone_shows_its_own_rack_only(world: World, served: Served, browser: Browser) -> None:  # WC-13
    opens(world)
    deal(world, "CATEEBD", "SARTEEI")
    with closing(context_of(browser, served.address, PHONE, elsewhere=True)) as context:
        phone = context.new_page()
        phone.goto(f"/join/{seat_token(SECRET, 'evening', 2)}")
        phone.goto("/seat/2")
        expect(phone.locator("#cover")).to_have_count(0)
        phone.locator("#show-rack").click()
        expect(phone.locator("#rack .held")).to_have_count(7)
        assert rack_of(phone) == "SARTEEI"
        expect(phone.locator("#place")).to_have_count(0)
        world.table.commit("placed", {"seat": 1, "move": "CAT D5>"})
        expect(phone.locator("#place")).to_be_visible()
        expect(phone.locator("#rack .held")).to_have_count(7)
        places(phone, "S", "G5")
        expect(phone.locator(".chips .seat-2 .points")).to_have_text("4")


def test_at_a_real_table_the_camera_proposes(world: World, page: Page) -> None:  # WC-15
    opens(world, play="table")
    lies(world, "5 ...CAT...")
    page.goto("/table")
    expect(page.locator("#seen")).to_contain_text("The camera sees CAT D5>")
    page.locator("#proposed").click()
    points(page, 1, 3)
    page.locator("#move").fill("CATS D5 across")
    page.keyboard.press("Enter")
    points(page, 2, 4)


def test_nothing_is_wider_than_the_page(world: World, page: Page) -> None:
    opens(world, "Ann", "Ben", "Cid", "Dora", rules="1.1", challenge="double")
    page.goto("/table")
    shows(page, "Ann")
    fits(page, KIOSK, PHONE, SCREEN)
    for size in (KIOSK, SCREEN):
        sized(page, size)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        box = page.locator("#at-I9").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
