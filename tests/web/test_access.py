"""Who may do what: names of this host, the host key, tokens, the form token, and every post there is."""

import re

import pytest
from evening import GAME
from world import KEY, SECRET, Visitor, World

from web.access import (
    Host,
    KeyGate,
    Outside,
    Seated,
    TooManyTriesError,
    Viewer,
    is_known_host,
    is_loopback,
    may_act,
    seat_of,
    seat_token,
)

OUTSIDE = Outside(SECRET, "table.example", "kitchen", lambda: "", lambda: 0.0)


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ("localhost", True), ("LOCALHOST:8000", True), ("127.0.0.1:8000", True), ("[::1]:8000", True),
        ("192.168.1.5", True), ("kitchen", True), ("kitchen.local:80", True), ("table.example", True),
        ("evil.example", False), ("localhost.evil.example", False), ("", False),
        ("1.2.3.4.evil.example", False),
    ],
)  # fmt: skip
def test_only_names_of_this_machine_are_answered(header: str, known: bool) -> None:
    assert is_known_host(header, OUTSIDE) is known


def test_a_foreign_host_header_gets_a_bare_page_and_no_cookie(world: World) -> None:
    answer = world.host().get("/", base_url="http://evil.example")
    assert answer.status_code == 421
    assert "Set-Cookie" not in answer.headers
    assert "evil" not in answer.text


@pytest.mark.parametrize(
    ("address", "loopback"), [("127.0.0.1", True), ("::1", True), ("192.168.1.2", False), (None, False)]
)
def test_loopback_is_told_by_the_address(address: str | None, loopback: bool) -> None:
    assert is_loopback(address) is loopback


@pytest.mark.parametrize(
    ("role", "seat", "may"),
    [
        (Host(), None, True), (Host(), 2, True), (Seated(2), 2, True), (Seated(2), 1, False),
        (Seated(2), None, False), (Viewer(), 1, False), (Viewer(), None, False),
    ],
)  # fmt: skip
def test_a_seat_acts_for_itself_and_the_host_for_all(
    role: Host | Seated | Viewer, seat: int, may: bool
) -> None:
    assert may_act(role, seat) is may


def test_a_token_is_of_one_seat_of_one_match() -> None:
    token = seat_token(SECRET, "evening", 2)
    assert seat_of(token, SECRET, "evening", (1, 2, 3)) == 2
    assert seat_of(token, SECRET, "morning", (1, 2, 3)) is None
    assert seat_of(token, b"another" * 5, "evening", (1, 2, 3)) is None
    assert seat_of("ü", SECRET, "evening", (1, 2, 3)) is None


def test_after_five_wrong_keys_each_further_one_waits_longer_even_the_right_one() -> None:
    now_s = 0.0
    gate = KeyGate("123456", lambda: now_s)
    assert [gate.fits("000000") for _ in range(5)] == [False] * 5
    for wait_s in (30, 60, 120):
        with pytest.raises(TooManyTriesError) as refused:
            gate.fits("123456")
        assert refused.value.wait_s in (wait_s, wait_s + 1)
        now_s += wait_s
        assert not gate.fits("000000")
    now_s += 1000
    assert gate.fits("123456")
    assert not gate.fits("000000")


def test_the_key_makes_a_device_a_host_and_too_many_tries_are_told_to_wait(world: World) -> None:
    phone = world.viewer()
    assert phone.post("/open").status_code == 403
    assert [phone.post("/host", {"key": "1"}).status_code for _ in range(5)] == [403] * 5
    slowed = phone.post("/host", {"key": KEY})
    assert (slowed.status_code, slowed.headers["Retry-After"]) == (429, "31")
    world.clock.passes(31)
    assert phone.post("/host", {"key": f" {KEY[:3]} {KEY[3:]}"}).status_code == 303
    assert phone.post("/open", {"game": GAME.name, "player": ["Ann"]}).status_code == 303


def test_a_proxied_loopback_is_no_host(world: World) -> None:
    world.opens()
    answer = world.host().post("/undo", headers={"X-Forwarded-For": "1.2.3.4"})
    assert answer.status_code == 403


def test_the_key_is_shown_to_the_host_only(world: World) -> None:
    shown = f"{KEY[:3]} {KEY[3:]}"
    assert shown in world.host().get("/").text
    assert shown not in world.viewer().get("/").text
    world.opens()
    assert world.viewer().get("/phones").status_code == 403
    assert seat_token(SECRET, "evening", 1) in world.host().get("/phones").text


@pytest.mark.parametrize("sent", [{}, {"csrf": ""}, {"csrf": "guessed"}, {"csrf": "ü"}])
def test_a_post_without_its_token_changes_nothing(world: World, sent: dict[str, str]) -> None:
    world.reviews()
    host, before = world.host(), world.entries
    host.get("/table")
    answer = host.client.post("/undo", data=sent, **host.asked)
    assert (answer.status_code, world.entries) == (403, before)


def posts(world: World) -> list[str]:
    """Every post there is, with values for what its address holds; act comes once for each kind."""
    paths = [str(rule) for rule in world.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    kinds = [event.kind for event in GAME.events]
    filled = [path.replace("<int:seat>", "1").replace("<int:seq>", "2") for path in paths if path != "/host"]
    filled = [re.sub("<cause>", "doorbell", path) for path in filled]
    return [
        one
        for path in filled
        for one in ([path.replace("<kind>", k) for k in kinds] if "<kind>" in path else [path])
    ]


FIELDS = {
    "seat": "1", "cell": "r1c1", "face": "E", "letter": "E", "line": "row1", "word": "RAT", "grid": "AB/CD",
    "name": "Eve", "symbol": "s", "game": GAME.name, "player": "Eve", "match": "evening",
}  # fmt: skip


def test_every_post_is_refused_to_viewers_and_other_seats_and_changes_nothing(world: World) -> None:
    world.reviews()
    before = (world.entries, world.table.match, len(world.sight.orders), world.table.journal.matches())
    for visitor in (world.viewer(), world.at_seat(2)):
        for path in posts(world):
            answer = visitor.post(path, FIELDS)
            assert answer.status_code == 403, path
            assert "nly the host" in answer.text
    after = (world.entries, world.table.match, len(world.sight.orders), world.table.journal.matches())
    assert after == before
    assert len(posts(world)) > 20


def test_a_seat_may_not_do_what_is_the_hosts(world: World) -> None:
    world.reviews()
    seat, before = world.at_seat(1), world.entries
    for path in (
        "/undo",
        "/close",
        "/act/bell",
        "/act/begun",
        "/pause/host",
        "/strike/2",
        "/accept",
        "/drawn/deal",
    ):
        assert seat.post(path).status_code == 403, path
    assert world.entries == before


def test_a_seat_corrects_claims_and_confirms_its_own_grid(world: World) -> None:
    world.reviews()
    seat = world.at_seat(1)
    own = {"seat": "1", "next": "/seat/1"}
    for path, more in [
        ("/act/corrected", {"cell": "r4c1", "face": "*"}),
        ("/act/claimed", {"line": "row4", "word": "kef"}),
        ("/act/confirmed", {}),
    ]:
        answer = seat.post(path, {**own, **more})
        assert (answer.status_code, answer.location) == (303, "/seat/1")
        assert world.last.who == "seat 1"


def test_a_token_of_an_earlier_match_is_a_viewers(world: World) -> None:
    world.opens()
    seat, token = world.at_seat(1), seat_token(SECRET, "evening", 1)
    world.table.open(GAME, "next", ["Ann", "Ben"], {})
    assert seat.get("/seat/1").status_code == 403
    assert "another match" in seat.get(f"/join/{token}").text


def test_an_answer_leads_back_to_this_table_only(world: World) -> None:
    world.opens()
    for wanted in ("//evil.example", "http://evil.example", "/\\evil.example", "evil"):
        answer = world.host().post("/act/renamed", {"seat": "1", "name": "Ann", "next": wanted})
        assert answer.location == "/table", wanted


def test_cookies_are_strict_and_out_of_reach_for_scripts(world: World) -> None:
    cookie = Visitor(world.app).get("/host").headers["Set-Cookie"]
    assert "SameSite=Strict" in cookie
    assert "HttpOnly" in cookie
