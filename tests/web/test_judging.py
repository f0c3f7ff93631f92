"""The referee's pages: one verdict, what stays hidden, the clock held, words of the house, the look-up."""

import csv
import io
from pathlib import Path

import pytest
from evening import GAME
from fake_sight import TestClock
from world import World

from companion.desk import SHOWN_NS, Asked, Shown
from companion.games import game_named
from companion.journal import RULINGS, Journal
from companion.lexicon import Lexicon
from companion.presses import LONG_NS, Press
from companion.table import Table

BARRED = Lexicon.of(
    {"CAT": 35, "KEF": 70, "NASTY": 35, "CATS": 35, "RUDE": 35}, slurs=["NASTY"], rude=["RUDE"]
)


@pytest.fixture
def barred_world(tmp_path: Path, journal: Journal) -> World:
    return World.made(tmp_path / "data", journal, BARRED)


def buzz(table: Table, seat: int) -> None:
    table.press(Press(table.now.tick_ns, "buzz", seat))


def causes(world: World) -> frozenset[str]:
    return world.table.clock.causes


def test_a_play_gets_one_verdict_and_which_word_failed_is_told_only_when_asked(world: World) -> None:
    host = world.host()
    assert host.post("/judge", {"words": " art zzq  bang "}).location == "/judge"
    shown = host.get("/judge").text
    assert "NOT VALID" in shown
    assert "ART ZZQ BANG" in shown
    assert "not in the list" not in shown
    host.post("/judge/clear")
    after = host.get("/judge").text
    assert "The last ruling: not valid" in after
    assert "ZZQ" not in after
    told = host.get("/judge?which=1").text
    assert "ZZQ: not in the list" in told
    assert "ZZQ" not in world.viewer().get("/judge?which=1").text
    assert world.table.lexicon.sha256[:12] in shown


def test_a_slur_is_refused_and_stands_on_no_page(barred_world: World) -> None:
    host = barred_world.host()
    host.post("/judge", {"words": "cat nasty"})
    pages = [host.get("/judge").text]
    host.post("/judge/clear")
    pages += [host.get(path).text for path in ("/judge?which=1", "/lookup?word=nasty", "/judge/rulings.csv")]
    assert "NOT VALID" in pages[0]
    assert "refused at every table" in pages[0]
    assert "a slur" in pages[1]
    assert "demeans people" in pages[2]
    assert all("nasty" not in page.lower() for page in pages)
    assert "CAT" not in pages[0]


@pytest.mark.parametrize("words", ["", "   ", "cat " * 9, "X" * 161])
def test_what_no_play_can_have_made_is_refused_and_not_logged(words: str, world: World) -> None:
    assert world.host().post("/judge", {"words": words}).status_code == 400
    assert world.table.journal.read(RULINGS) == ()


def test_the_running_clock_is_held_from_the_first_letter_until_the_ruling_is_cleared(world: World) -> None:
    host = world.host()
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.clock.passes(60)
    host.post("/judge/hold")
    host.post("/judge/hold")
    assert causes(world) == {"dispute"}
    world.clock.passes(30)
    host.post("/judge", {"words": "ART"})
    world.clock.passes(9)
    world.table.tick()
    assert isinstance(world.table.desk.state, Shown)
    assert causes(world) == {"dispute"}
    world.clock.passes(1)
    world.table.tick()
    assert not isinstance(world.table.desk.state, Shown)
    assert causes(world) == frozenset()
    assert world.table.remaining_ms == 240_000


def test_a_dispute_that_was_there_before_is_not_ended_by_the_referee(world: World) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.table.pause("dispute")
    world.host().post("/judge", {"words": "ART"})
    world.host().post("/judge/clear")
    assert causes(world) == {"dispute"}


def test_a_dispute_that_its_own_key_has_ended_meanwhile_is_no_trouble(world: World) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.host().post("/judge/hold")
    world.table.resume("dispute")
    assert world.host().post("/judge/clear").status_code == 303
    assert causes(world) == frozenset()


@pytest.mark.parametrize("when", ["no match", "open", "held by the doorbell"])
def test_words_are_ruled_on_whatever_the_clock_does(when: str, world: World) -> None:
    if when != "no match":
        world.opens("Ann", "Ben")
    if when == "held by the doorbell":
        world.table.commit("begun", {})
        world.table.pause("doorbell")
    host = world.host()
    host.post("/judge/hold")
    host.post("/judge", {"words": "ART"})
    assert ">VALID<" in host.get("/judge").text
    host.post("/judge/clear")
    assert causes(world) == ({"doorbell"} if when == "held by the doorbell" else frozenset())


def test_both_players_confirm_with_their_buttons_when_that_is_switched_on(world: World) -> None:
    world.opens("Ann", "Ben", "Cid")
    world.table.desk.confirms = True
    host = world.host()
    host.post("/judge", {"words": "art bang"})
    asked = host.get("/judge").text
    assert "Are these the words?" in asked
    assert "ART BANG" in asked
    assert "VALID" not in asked
    for _ in range(2):
        buzz(world.table, 1)
    assert "1 of 2 have pressed" in host.get("/judge").text
    world.table.press(Press(world.table.now.tick_ns, "ok"))
    assert "wait for both players" in world.table.notice
    buzz(world.table, 3)
    assert ">VALID<" in host.get("/judge").text
    buzz(world.table, 2)
    assert ">VALID<" not in host.get("/judge").text


def test_a_slur_is_refused_at_once_and_never_waits_on_the_screen_for_both(barred_world: World) -> None:
    barred_world.table.open(GAME, "evening", ["Ann", "Ben"], {})
    barred_world.table.desk.confirms = True
    barred_world.host().post("/judge", {"words": "cat nasty"})
    assert isinstance(barred_world.table.desk.state, Shown)
    assert "nasty" not in barred_world.host().get("/judge").text.lower()


def test_undo_takes_the_words_back_before_both_have_confirmed(world: World) -> None:
    world.opens("Ann", "Ben")
    world.table.desk.confirms = True
    world.host().post("/judge", {"words": "art"})
    assert isinstance(world.table.desk.state, Asked)
    world.table.press(Press(world.table.now.tick_ns, "undo"))
    assert not isinstance(world.table.desk.state, Asked)
    assert world.table.journal.read(RULINGS) == ()


def test_nobody_has_to_confirm_where_nobody_sits(world: World) -> None:
    world.table.desk.confirms = True
    world.host().post("/judge", {"words": "art"})
    assert isinstance(world.table.desk.state, Shown)


def test_a_finger_that_stays_on_its_button_neither_refuses_nor_clears_what_it_has_confirmed(
    world: World,
) -> None:
    world.opens("Ann", "Ben")
    world.table.desk.confirms = True
    world.host().post("/judge", {"words": "art"})
    for seat in (1, 2):
        pressed_ns = world.table.now.tick_ns
        buzz(world.table, seat)
        world.clock.passes(0.6)
        world.table.press(Press(pressed_ns + LONG_NS, "hold", seat))
        assert world.table.notice == ""
    assert isinstance(world.table.desk.state, Shown)
    world.clock.passes(1)
    world.table.press(Press(world.table.now.tick_ns, "hold", 1))
    assert not isinstance(world.table.desk.state, Shown)


def test_presses_go_to_the_game_again_when_nothing_is_shown(world: World) -> None:
    world.opens("Ann", "Ben")
    world.host().post("/judge", {"words": "art"})
    world.table.press(Press(world.table.now.tick_ns, "start"))
    assert world.last.kind == "opened"
    world.table.press(Press(world.table.now.tick_ns, "start"))
    assert world.last.kind == "begun"


def test_every_ruling_is_exported_with_the_match_and_what_the_house_said(world: World) -> None:
    host = world.host()
    host.post("/house", {"word": "zzq", "verdict": "allowed", "why": "atlas", "name": "Ann", "scope": "good"})
    world.opens("Ann", "Ben")
    for words in ("zzq", "art xxq"):
        host.post("/judge", {"words": words})
        host.post("/judge/clear")
    answer = host.get("/judge/rulings.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["match"], row["words"], row["verdict"], row["who asked"]) for row in rows] == [
        ("evening", "ZZQ", "valid", "host"),
        ("evening", "ART XXQ", "not valid", "host"),
    ]
    assert rows[0]["house"] == "ZZQ allowed by Ann: atlas"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "The house: allowed by Ann" not in host.get("/judge").text


def test_a_word_is_ruled_on_for_this_match_with_reason_and_name(world: World) -> None:
    host = world.host()
    world.opens("Ann", "Ben")
    said = {"word": "zzq", "verdict": "allowed", "why": "we looked it up", "name": "Ben", "scope": "match"}
    assert host.post("/house", said).status_code == 303
    assert (world.last.kind, world.last.who, world.last.why) == ("rule", "Ben", "we looked it up")
    assert "allowed by Ben for this match: we looked it up" in host.get("/house").text
    assert host.get("/house.csv").text.count("\n") == 1
    host.post("/judge", {"words": "zzq"})
    host.post("/judge/clear")
    assert "The house: allowed by Ben for this match" in host.get("/judge?which=1").text
    assert host.post("/house", {**said, "name": "B\nC"}).status_code == 400


def test_a_word_said_for_good_is_taken_back_and_all_of_it_stays_in_the_export(world: World) -> None:
    host = world.host()
    host.post("/house", {"word": "art", "verdict": "refused", "scope": "good"})
    assert "refused by host" in host.get("/house").text
    host.post("/judge", {"words": "art"})
    assert "NOT VALID" in host.get("/judge").text
    host.post("/judge/clear")
    host.post("/house", {"word": "art", "verdict": "withdrawn"})
    assert "refused by host" not in host.get("/house").text
    host.post("/judge", {"words": "art"})
    assert ">VALID<" in host.get("/judge").text
    assert host.get("/house.csv").text.count("ART") == 2


def test_the_look_up_tells_meaning_and_near_words_outside_a_match_only(barred_world: World) -> None:
    host = barred_world.host()
    page = host.get("/lookup?word=cat").text
    assert "feline mammal" in page
    assert 'href="/lookup?word=CATS"' in page
    assert "Rud" not in host.get("/lookup?word=rudy").text
    assert "no definition on file" in host.get("/lookup?word=kef").text
    barred_world.table.open(GAME, "evening", ["Ann"], {})
    for visitor in (host, barred_world.viewer()):
        closed = visitor.get("/lookup?word=cat")
        assert closed.status_code == 409
        assert "feline" not in closed.text
        assert "CATS" not in closed.text
    assert barred_world.table.match is not None
    barred_world.table.match.close()
    assert "feline" in host.get("/lookup?word=cat").text


@pytest.mark.parametrize("path", ["/judge", "/judge?which=1", "/lookup", "/lookup?word=cat", "/house"])
def test_the_referees_pages_are_whole_and_strict_and_kept_by_their_etag(world: World, path: str) -> None:
    host = world.host()
    host.get("/host")
    host.post("/judge", {"words": "art <b>"})
    if path == "/judge?which=1":
        host.post("/judge/clear")
    answer = host.get(path)
    assert answer.status_code == 200
    assert "<b>" not in answer.text
    assert "style=" not in answer.text
    again = host.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_pages_learn_of_every_change_at_the_desk(world: World) -> None:
    host, seen = world.host(), []
    seen.append(host.get("/api/v1/state").json["version"])
    host.post("/judge", {"words": "art"})
    seen.append(host.get("/api/v1/state").json["version"])
    world.clock.passes(SHOWN_NS / 1e9)
    world.table.tick()
    assert host.get("/api/v1/state").json["version"] == seen[0] != seen[1]


def test_a_game_without_a_clock_is_not_held(world: World) -> None:
    world.table.open(game_named("worder"), "cards", ["Ann"], {})
    world.host().post("/judge/hold")
    assert causes(world) == frozenset()
    assert isinstance(world.clock, TestClock)
