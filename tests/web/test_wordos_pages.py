"""What pages and forms let through: times, votes, the judge's secrets."""

import json

import pytest
from fake_sight import laid
from world import SECRET, Visitor, World

from companion.games import game_named
from companion.presses import NS_PER_MS, Press
from companion.reading import Caption
from companion.scoreboard import Scoreboard
from companion.signalling import Signalling
from web import Outside, create_app
from web.stream import version

GAME = game_named("wordos")
NAMES = ("Ann", "Ben", "Cid", "Dan")


def says(world: World, *lines: str) -> None:
    for line in lines:
        assert world.table.match
        event = GAME.heard(world.table.match.view.state, line)
        world.table.commit(event.kind, event.fields())


@pytest.fixture
def own(world: World) -> World:
    """Four players hold five cards each, GO was said and all discards lie."""
    world.table.open(GAME, "evening", NAMES, {})
    says(world, "call")
    for seat, letter in enumerate("SMTK", 1):
        says(world, f"letter {seat} {letter}", f"hand {seat} 5")
    says(world, "go", "discard 1 R", "discard 2 E", "discard 3 O", "discard 4 X", "lie")
    return world


@pytest.fixture
def judged(world: World) -> World:
    """Dan judges; Ann, Ben and Cid have laid their answers face down."""
    world.table.open(GAME, "evening", NAMES, {"mode": "judged"})
    says(world, "call", "decide 7", "done 1 5", "done 2 100000", "done 3 200000", "clear", "assemble")
    return world


def test_no_form_says_when_a_button_was_pressed(own: World) -> None:  # WS-11
    before = own.entries
    forged = {"seat": "2", "at_ns": "1", "give_ns": "0", "door": "pin"}
    for kind in ("pressed", "done"):
        assert own.at_seat(2).post(f"/act/{kind}", forged).status_code == 400
    assert own.entries == before


def test_no_form_sets_the_clock_of_a_tiebreaker(own: World) -> None:  # WS-7
    says(own, "press 2 5", "press 3 6", "claim 2 R", "claim 3 R")
    stood_ms = own.table.position_ms
    answer = own.at_seat(1).post("/act/flipped", {"seat": "1", "letter": "T", "at_ms": "999999"})
    assert answer.status_code == 303
    assert own.last.fields["at_ms"] == stood_ms


def test_who_is_tied_rules_nothing_and_flips_no_letter(own: World) -> None:  # WS-7
    says(own, "press 2 5", "press 3 6", "claim 2 R", "claim 3 R")
    assert own.at_seat(2).post("/act/flipped", {"seat": "2", "letter": "T"}).status_code == 409
    assert own.at_seat(2).post("/act/flipped", {"letter": "T"}).status_code == 403
    says(own, "flip T", "press 2 9")
    assert own.at_seat(2).post("/act/said", {"accepted": "yes"}).status_code == 403


def test_nobody_claims_draws_or_votes_for_another_seat_or_on_the_own_answer(own: World) -> None:  # WS-9
    ann = own.at_seat(1)
    for kind, fields in (
        ("claimed", {"seat": "2", "letter": "R"}), ("drew", {"seat": "2"}), ("others", {}),
        ("ruled", {"of": "1", "verdict": "yes"}), ("go", {"seat": "2"}),
    ):  # fmt: skip
        assert ann.post(f"/act/{kind}", fields).status_code == 403
    says(own, "others", "done 1 9000", "reveal 1")
    assert ann.post("/act/voted", {"seat": "1", "of": "1", "verdict": "yes"}).status_code == 409
    assert own.at_seat(2).post("/act/voted", {"seat": "2", "of": "1", "verdict": "yes"}).status_code == 303


def test_only_the_caller_s_phone_says_go_and_only_the_judge_s_chooses(own: World) -> None:  # WS-4, WS-10
    says(own, "others")
    assert own.at_seat(2).post("/act/go", {"seat": "2"}).status_code == 409
    assert own.at_seat(1).post("/act/go", {"seat": "1"}).status_code == 303


def test_no_page_log_or_api_tells_whose_answer_is_whose_before_the_choice(judged: World) -> None:  # WS-12
    says(judged, "fan YES DEAR", "fan AMEN", "fan RUN")
    assert judged.table.match
    told = [
        *(
            judged.at_seat(seat).get(f"/seat/{seat}").text.partition("YES DEAR")[2][:200]
            for seat in (1, 2, 3, 4)
        ),
        *(json.dumps(entry.fields) for entry in judged.table.match.view.entries if entry.kind == "fanned"),
        judged.viewer().get("/table").text.partition("YES DEAR")[2][:200],
        *(
            str(block["lines"])
            for block in state_of(judged)["blocks"]
            if block["heading"] == "Before the judge"
        ),
    ]
    assert len(told) >= 9
    assert not any(name in each for each in told for name in NAMES)
    assert judged.at_seat(1).post("/act/owned", {"seat": "1", "pile": "1"}).status_code == 409
    assert (
        judged.at_seat(1)
        .post("/act/ranked", {"seat": "1", "first": "1", "second": "2", "third": "3"})
        .status_code
        == 409
    )
    chosen = judged.at_seat(4).post("/act/ranked", {"seat": "4", "first": "1", "second": "2", "third": "3"})
    assert chosen.status_code == 303
    assert judged.at_seat(1).post("/act/owned", {"seat": "1", "pile": "1"}).status_code == 303


def state_of(world: World) -> dict[str, list[dict[str, str]]]:
    answer = world.viewer().get("/api/v1/state").json
    assert answer
    found: dict[str, list[dict[str, str]]] = answer["scoreboard"]
    return found


def test_lamps_tell_what_each_button_means_now(own: World) -> None:  # WS-8
    own.table.press(Press(own.clock.now_ns, "buzz", 2))
    answer = own.viewer().get("/api/v1/state").json
    assert answer
    assert answer["lamps"] == {"1": "armed", "2": "queued", "3": "armed", "4": "armed"}


def test_a_button_that_is_held_down_is_named_and_its_seat_presses_on_the_screen(own: World) -> None:  # WS-8
    stuck = Signalling(own.table, lambda: 0, problems=("the button seat2 is held down or stuck",))
    app = create_app(
        own.table, Outside(SECRET, "0.0.0.0", "kitchen", lambda: "", own.clock.now_s), None, stuck
    )
    host = Visitor(app, "127.0.0.1")
    assert "The button seat2 is held down or stuck: press on the screen instead." in host.get("/table").text
    host.post("/press/2")
    assert (own.last.kind, own.last.fields["seat"], own.last.fields["door"]) == ("pressed", 2, "key")


def test_a_press_that_means_nothing_is_told_on_the_page(own: World) -> None:  # WS-8
    says(own, "claim 2 R")
    own.clock.passes(1)
    own.table.press(Press(own.clock.now_ns, "buzz", 2))
    assert "Seat 2 pressed: its button counts for nothing now." in own.host().get("/table").text


def test_the_start_key_goes_round_go_all_lie_everybody_else_draws(own: World) -> None:  # WS-4
    kinds = []
    for _ in range(4):
        own.clock.passes(1)
        own.table.press(Press(own.clock.now_ns, "start"))
        kinds.append(own.last.kind)
    assert kinds == ["others", "go", "lie", "others"]


def test_a_match_left_in_a_tiebreaker_comes_back_paused(own: World) -> None:  # WS-7
    says(own, "press 2 5", "press 3 6", "claim 2 R", "claim 3 R")
    own.table.commit("flipped", {"letter": "T"})
    own.clock.passes(4)
    own.table.go_on("evening")
    assert own.table.clock.causes == {"power"}
    assert own.table.remaining_ms == 10_000
    own.clock.passes(60)
    own.table.tick()
    assert own.table.remaining_ms == 10_000


def test_a_late_press_from_before_the_others_changes_the_ruling_by_its_own_time(own: World) -> None:  # WS-6
    now_ns = own.clock.now_ns
    own.table.press(Press(now_ns + 200 * NS_PER_MS, "buzz", 2))
    own.table.press(Press(now_ns + 100 * NS_PER_MS, "buzz", 3))
    says(own, "claim 2 R", "claim 3 R")
    page = own.host().get("/table").text
    assert "1. Cid, first: takes the R of Ann" in page
    assert "2. Ben, +100 ms: the R is gone" in page


def test_the_picture_of_an_answer_is_proposed_and_shown_only_by_a_tap(own: World) -> None:  # WS-9
    says(own, "others", "done 1 9000")
    own.sight.sees(laid("SALTY"))
    assert 'value="SALTY"' in own.host().get("/table").text
    assert own.last.kind == "done"


def test_the_category_that_the_camera_reads_is_taken_by_one_press_or_changed_first(
    world: World,
) -> None:  # WS-3
    world.table.open(GAME, "evening", NAMES, {})
    card = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    before = version(world.table)
    world.sight.sees(caption=Caption("Famous rivers", 0.96, card), steady=False)
    assert version(world.table) != before
    offered = 'id="caption" maxlength="80" autocomplete="off" value="Famous rivers"'
    assert offered in world.host().get("/table").text
    assert offered in world.at_seat(1).get("/seat/1").text
    assert "The camera reads this" not in world.at_seat(2).get("/seat/2").text
    assert world.last.kind == "opened"
    world.at_seat(1).post("/act/called", {"seat": "1", "caption": "Famous rivers"})
    assert world.last.fields["caption"] == "Famous rivers"


@pytest.mark.parametrize("path", ["/table", "/seat/1", "/tv", "/panel"])
def test_what_happens_while_a_page_is_drawn_is_news_to_it(
    own: World, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    drawn = own.table.scoreboard

    def slowly() -> Scoreboard:
        board = drawn()
        says(own, "change 4 6")
        return board

    monkeypatch.setattr(own.table, "scoreboard", slowly)
    page = own.host().get(path).text
    assert "data-version=" in page
    assert f'data-version="{version(own.table)}"' not in page


def test_an_answer_that_changes_nothing_of_a_visit_leaves_its_cookie_alone(own: World) -> None:
    ann = own.at_seat(1)
    assert "Set-Cookie" in ann.get("/seat/1").headers
    for path in ("/seat/1", "/api/v1/state", "/api/v1/time", "/api/v1/clock"):
        assert "Set-Cookie" not in ann.get(path).headers
    assert ann.post("/act/drew", {"seat": "1"}).status_code == 303


def test_a_match_is_not_exported_while_the_draws_to_come_can_be_told_from_it(own: World) -> None:  # WS-12
    assert own.table.match
    seed = own.table.match.view.opened.seed
    exported = own.host().get("/history/evening/jsonl")
    assert exported.status_code == 409
    assert "still hides what is drawn" in exported.text
    for path in ("/history/evening", "/history/evening/csv", "/history/evening/sheet", "/api/v1/state"):
        assert seed not in own.host().get(path).text
    own.table.match.close()
    assert seed in own.host().get("/history/evening/jsonl").text


def test_a_press_is_recorded_with_the_boot_of_its_clock(own: World) -> None:  # WS-6
    own.table.press(Press(own.clock.now_ns, "buzz", 2))
    assert (own.last.kind, own.last.fields["boot"]) == ("pressed", own.clock.stamp().boot)
