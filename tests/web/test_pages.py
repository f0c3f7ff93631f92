"""Pages: what they show in each state, what posts make of the match, and how failures are told."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from evening import GAME, SMALL
from fake_sight import laid
from world import GRID, OTHER, PLAIN, SECRET, World

from companion.errors import JournalError
from companion.eye import Draw
from companion.games import game_named
from companion.journal import Entry, Journal
from companion.reading import Reading
from web.access import seat_token

PAGES = (
    "/",
    "/table",
    "/tv",
    "/help",
    "/about",
    "/history",
    "/history/evening",
    "/drawn",
    "/phones",
    "/host",
    "/seat/1",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_whole_and_strict_and_kept_by_its_etag(world: World, path: str) -> None:
    world.reviews("Ann", "Ben")
    host = world.host()
    host.get("/host")
    answer = host.get(path)
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "<script>" not in answer.text
    assert "style=" not in answer.text
    assert "http://www.w3.org" in answer.text or 'src="http' not in answer.text
    again = host.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/table", "/tv", "/seat/1", "/history", "/history/evening", "/phones", "/"])
def test_markup_in_a_name_stays_text(world: World, path: str) -> None:
    world.reviews("<b>Ann</b>", "Bén 🐝 & Söhne")
    page = world.host().get(path).text
    assert "<b>Ann" not in page
    assert "&lt;b&gt;Ann" in page


def test_names_are_limited_by_the_game_and_the_match_is_not_opened(world: World) -> None:
    answer = world.host().post("/open", {"game": GAME.name, "player": ["x" * 10_000]})
    assert answer.status_code == 409
    assert "a name has 1 to 40 signs" in answer.text
    assert world.table.match is None


def test_home_tells_what_was_found(world: World, tmp_path: Path) -> None:
    assert "Camera: the camera is starting" in world.host().get("/").text
    world.sight.sees()
    home = world.host().get("/").text
    assert "Camera: fake camera" in home
    assert "http://192.168.1.5:8000" in home
    assert "No match has been played yet." in home
    with Journal(tmp_path / "alone") as journal:
        alone = World.made(tmp_path / "alone", journal, SMALL, address="")
        assert "--host 0.0.0.0" in alone.host().get("/").text


def test_a_match_is_opened_put_aside_and_gone_on_with(world: World) -> None:
    host = world.host()
    players = {"game": GAME.name, "player": ["Ann", "", "Ben"], "size": "expert"}
    assert host.post("/open", players).location == "/table"
    assert world.table.match is not None
    first = world.table.match.view
    assert (first.name, first.opened.names, first.opened.switches["size"]) == (
        "2026-01-02",
        ("Ann", "Ben"),
        "expert",
    )
    assert host.post("/open", players).status_code == 303
    assert world.table.match.view.name == "2026-01-02-2"
    assert host.post("/aside").location == "/"
    assert host.get("/table").location == "/"
    assert host.post("/go-on", {"match": "2026-01-02"}).status_code == 303
    assert world.table.match.view.name == "2026-01-02"


def test_a_round_from_its_begin_to_the_awards(world: World) -> None:
    host = world.host()
    world.opens("Ann", "Ben")
    host.post("/act/begun")
    assert 'data-remaining-ms="300000" data-running="yes"' in host.get("/table").text
    world.clock.passes(60)
    host.post("/pause/doorbell")
    held = host.get("/table").text
    assert 'data-remaining-ms="240000" data-running="no"' in held
    assert "somebody is at the door" in held
    host.post("/resume/doorbell")
    world.clock.passes(240)
    world.table.tick()
    assert "grid not read yet" in host.get("/table").text
    world.sight.sees(laid(GRID, doubt="r1c1"))
    assert "Whose grid is this?" in host.get("/table").text
    assert host.post("/take/1").status_code == 303
    page = host.get("/table?seat=1").text
    assert 'data-likely="E F P"' in page
    host.post("/act/corrected", {"seat": "1", "cell": "r1c1", "face": "a"})
    host.post("/act/corrected", {"seat": "1", "cell": "r4c1", "face_now": "*"})
    host.post("/act/declared", {"seat": "1", "cell": "r4c1", "letter": "e"})
    host.post("/act/laid", {"seat": "2", "letters": "tand bang\nlpay ekef", "symbols": "SQCC/coqs/ocqs/qsoo"})
    assert world.table.scoreboard().awaits == ()
    host.post("/act/confirmed", {"seat": "1"})
    host.post("/act/confirmed", {"seat": "2"})
    assert "takes the Victor" in host.get("/table").text
    assert "Begin the round" in host.get("/table").text
    assert "takes the Victor" in host.get("/tv").text


def test_a_swap_is_told_while_tiles_are_laid(world: World) -> None:
    host = world.host()
    world.opens("Ann", "Ben")
    assert "A tile was swapped" not in host.get("/table").text
    host.post("/act/begun")
    assert "A tile was swapped" in host.get("/table").text
    for _ in range(2):
        host.post("/act/swapped", {"seat": "2", "symbol": "s"})
    assert "Ben has swapped 2 stars this round" in host.get("/table").text


def test_the_end_is_offered_when_nothing_else_is_left_to_do(world: World) -> None:
    host, ends = world.host(), 'id="end"'
    world.opens("Ann")
    for _ in range(3):
        assert ends not in host.get("/table").text
        world.table.commit("begun", {})
        world.table.commit("bell", {})
        assert ends not in host.get("/table").text
        world.table.commit("laid", {"seat": 1, "grid": PLAIN})
        world.table.commit("confirmed", {"seat": 1})
    assert ends in host.get("/table").text


def test_one_tap_accepts_every_clean_grid_and_no_doubtful_one(world: World) -> None:
    world.reviews("Ann", "Ben", "Cid", grid=PLAIN)
    world.sight.sees(laid(OTHER, 2), laid(GRID, 3))
    page = world.host().get("/table").text
    assert "All 2 clean grids look right" in page
    assert world.host().post("/accept").status_code == 303
    assert [grid.open_ for grid in world.table.scoreboard().grids] == [False, False, True]


def test_another_seats_grid_that_still_lies_there_is_not_taken_for_the_last_one(world: World) -> None:
    world.reviews("Ann", "Ben")
    world.sight.sees(laid(GRID))
    assert world.table.scoreboard().awaits == (2,)
    world.sight.sees(laid(OTHER))
    assert world.table.scoreboard().awaits == ()


def test_a_phone_sends_its_picture(world: World) -> None:
    world.opens("Ann", "Ben")
    world.table.commit("begun", {})
    world.table.commit("bell", {})
    world.sight.uploads[b"good"] = Reading("any", (laid(GRID),))
    seat = world.at_seat(2)
    assert "Send the picture" in seat.get("/seat/2").text
    bad = seat.post("/picture/2", {"picture": (io.BytesIO(b"bad"), "a.jpg")})
    assert (bad.status_code, "No picture that can be read" in bad.text) == (400, True)
    assert seat.post("/picture/2").status_code == 400
    assert seat.post("/picture/2", {"picture": (io.BytesIO(b"good"), "a.jpg")}).status_code == 303
    assert (world.last.kind, world.last.who) == ("laid", "seat 2")


def test_a_picture_that_is_too_large_is_refused_before_it_is_read(world: World) -> None:
    world.reviews()
    host = world.host()
    told = {"CONTENT_LENGTH": str(20 * 1024 * 1024 + 1), "CONTENT_TYPE": "multipart/form-data; boundary=x"}
    answer = host.client.post("/picture/1", environ_overrides=told, input_stream=io.BytesIO(), **host.asked)
    assert answer.status_code == 413
    assert "larger than 20 MB" in answer.text


@pytest.mark.parametrize(
    ("path", "data", "status", "told"),
    [
        ("/act/confirmed", {"seat": "2"}, 409, "seat 2 has no grid yet"),
        ("/act/claimed", {"seat": "1", "line": "row1", "word": "ZZZ"}, 409, "ZZZ is not in the list"),
        ("/act/corrected", {"seat": "x", "cell": "r1c1", "face": "A"}, 400, "seat must be a number"),
        ("/act/corrected", {"seat": "1", "cell": "r9c9", "face": "A"}, 409, "there is no r9c9"),
        ("/act/nonsense", {}, 400, "this game does not know"),
        ("/act/laid", {"seat": "2", "letters": "AB CDE", "symbols": "cc cc"}, 400, "row 2 of the letters"),
        ("/pause/tea", {}, 400, "a pause has a cause"),
        ("/take/2", {}, 409, "the camera is starting"),
        ("/rule", {"word": "x y", "allowed": "yes"}, 400, "write two or more of A to Z"),
        ("/redo", {}, 409, "nothing was undone"),
        ("/go-on", {"match": "none"}, 400, "no match is named"),
        ("/strike/99", {}, 400, "which does not come before it"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_and_changes_nothing(
    world: World, path: str, data: dict[str, str], status: int, told: str
) -> None:
    world.reviews()
    before = world.entries
    answer = world.host().post(path, data)
    assert (answer.status_code, world.entries) == (status, before)
    assert told.lower() in answer.text.lower()
    assert 'id="problem"' in answer.text


def test_a_disk_that_takes_nothing_is_told_and_nothing_is_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.reviews()
    before = world.entries

    def full(*_: object) -> None:
        raise JournalError("nothing was recorded; free some space")

    monkeypatch.setattr(world.table.journal, "append", full)
    answer = world.host().post("/act/confirmed", {"seat": "1"})
    assert (answer.status_code, world.entries) == (507, before)
    assert "free some space" in answer.text


def test_an_inner_error_tells_no_path_and_no_stack(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("/secret/path")

    monkeypatch.setattr(world.table, "matches", broken)
    answer = world.host().get("/history")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_undo_redo_rule_players_and_close(world: World) -> None:
    host = world.host()
    world.reviews("Ann", "Ben")
    host.post("/undo")
    assert world.table.scoreboard().grids == ()
    host.post("/redo")
    assert len(world.table.scoreboard().grids) == 1
    host.post("/rule", {"word": "kef", "allowed": "no"})
    assert world.table.match is not None
    assert world.table.match.view.rulings == {"KEF": False}
    host.post("/act/joined", {"seat": "3", "name": "Eve"})
    host.post("/act/renamed", {"seat": "3", "name": "Eva"})
    assert [row.name for row in world.table.scoreboard().seats] == ["Ann", "Ben", "Eva"]
    host.post("/act/left", {"seat": "3"})
    assert "Comes back" in host.get("/table").text
    host.post("/close")
    assert "The match is over" in host.get("/table").text
    host.post("/undo")
    assert world.table.match.view.closed is None


def test_the_history_tells_who_did_what_and_what_does_not_count(world: World) -> None:
    world.reviews("Ann", "Ben")
    world.at_seat(1).post("/act/corrected", {"seat": "1", "cell": "r1c1", "face": "E"})
    host = world.host()
    assert "seat 1, 2026-01-02 19:30" in host.get("/history/evening").text
    host.post("/strike/5", {"next": "/history/evening"})
    page = host.get("/history/evening").text
    assert "does not count:" in page
    assert "entry 5 is taken back" in page
    assert host.get("/history/none").status_code == 404
    for form, begins in [("jsonl", "{"), ("csv", "seat,name,round"), ("sheet", GAME.title)]:
        answer = host.get(f"/history/evening/{form}")
        assert answer.text.startswith(begins)
        assert "attachment" in answer.headers["Content-Disposition"]
    assert host.get("/history/evening/exe").status_code == 404


def test_a_match_from_elsewhere_is_shown_with_why_it_cannot_be_gone_on_with(world: World) -> None:
    opened = {"game": GAME.name, "rules": "1.0", "names": ["Ann"], "switches": {}}
    listed = {"list_name": "l", "list_version": "1", "list_sha256": "x"}
    world.table.journal.append("strange", Entry(1, "opened", opened | listed), Entry(2, "danced", {}))
    world.table.journal.append("elsewhere", Entry(1, "opened", opened | listed))
    for path in ("/", "/history"):
        page = world.host().get(path).text
        assert "it may be from a newer version" in page
        assert "which is not here: it can be looked at" in page
        assert ">Go on<" not in page
    assert "it may be from a newer version" in world.host().get("/history/strange").text
    assert world.host().get("/history/strange/jsonl").status_code == 200
    assert "which is not here" in world.host().get("/history/elsewhere").text
    assert world.host().get("/history/elsewhere/csv").status_code == 409


def test_the_drawn_table_is_dealt_and_laid(world: World) -> None:
    host = world.host()
    host.post(
        "/drawn", {"letters": "AB*D/..../..../....", "symbols": "csqo/..../..../....", "upturned": "r1c2"}
    )
    order = world.sight.orders[-1]
    assert isinstance(order, Draw)
    assert order.grid == "AB*D/..../..../.... csqo/..../..../...."
    assert "r1c2" in str(dict(order.look)["upturned"]) or dict(order.look)["upturned"] == {(0, 1)}
    host.post("/drawn/deal")
    dealt = world.sight.orders[-1].grid
    symbols = dealt.split()[1].replace("/", "")
    assert sorted(symbols) == sorted("csqo" * 4)
    assert host.post("/drawn", {"letters": "AB/CD", "symbols": "cc/cc"}).status_code == 400


def test_a_board_is_typed_on_the_drawn_table(world: World) -> None:
    host, rows = world.host(), ["........."] * 4 + ["...CAT..."] + ["........."] * 4
    host.post("/drawn", {"letters": "\r\n".join(rows)})
    order = world.sight.orders[-1]
    assert (order.grid, order.on_board) == ("/".join(rows), True)
    assert "...CAT..." in host.get("/drawn").text
    refused = host.post("/drawn", {"letters": "\n".join(rows), "symbols": "\n".join(r.lower() for r in rows)})
    assert refused.status_code == 400


def test_a_phone_joins_by_its_token_and_sees_its_own_seat_only(world: World) -> None:
    world.reviews("Ann", "Ben")
    phone = world.at_seat(1)
    assert "looks right" in phone.get("/seat/1").text
    assert phone.get("/seat/2").status_code == 403
    assert phone.get("/join/wrong").status_code == 403
    assert world.viewer().get("/seat/1").status_code == 403
    assert "do-confirmed" not in world.viewer().get("/table").text
    assert seat_token(SECRET, "evening", 1) not in world.viewer().get("/table").text


def test_about_names_every_licence(world: World) -> None:
    page = world.viewer().get("/about").text
    for named in ("J Ross Beresford", "Zero-Clause BSD", "Copyright"):
        assert named in page


def test_read_again_takes_the_grid_on_the_seats_own_mat_of_several(world: World) -> None:
    world.reviews("Ann", "Ben")
    world.sight.sees(laid(GRID, 1), laid(OTHER, 2))
    assert world.host().post("/take/2").status_code == 303
    assert (world.last.fields["seat"], world.last.fields["grid"]) == (2, OTHER)


def test_grids_on_their_mats_are_all_laid_from_one_picture_but_for_one_that_is_covered(world: World) -> None:
    world.reviews("Ann", "Ben", "Cid")
    world.sight.sees(laid(GRID, 1), replace(laid(OTHER, 2), obstructed=True), laid(PLAIN, 3))
    assert world.table.scoreboard().awaits == (2,)
    world.sight.sees(laid(OTHER, 2))
    assert world.table.scoreboard().awaits == ()


def test_of_several_grids_without_mats_it_is_asked_whose_each_is(world: World) -> None:
    world.reviews("Ann", "Ben", "Cid")
    world.sight.sees(laid(GRID), laid(OTHER), laid(PLAIN))
    page = world.host().get("/table?seat=2").text
    assert "3 grids lie before the camera" in page
    assert page.index("Grid 1") < page.index("Grid 2") < page.index("Grid 3")
    world.host().post("/take/2", {"grid": PLAIN})
    assert (world.last.fields["seat"], world.last.fields["grid"]) == (2, PLAIN)
    gone = world.host().post("/take/3", {"grid": "AB/CD"})
    assert (gone.status_code, "choose again" in gone.text) == (409, True)
    world.sight.sees(laid(GRID), laid(OTHER), laid(PLAIN))
    assert world.table.scoreboard().awaits == ()
    assert (world.last.fields["seat"], world.last.fields["grid"]) == (3, OTHER)


def test_what_was_seen_before_the_camera_was_lost_is_not_laid_at_the_bell(world: World) -> None:
    world.opens("Ann")
    world.table.commit("begun", {})
    world.sight.sees(laid(GRID, 1))
    world.sight.fails("the cable is out")
    world.table.commit("bell", {})
    assert world.table.scoreboard().awaits == (1,)
    assert "The cable is out" in world.host().post("/take/1").text
    world.sight.sees(laid(GRID, 1))
    assert world.table.scoreboard().awaits == ()


def test_a_clock_can_be_asked_for_by_itself(world: World) -> None:
    world.opens()
    world.table.commit("begun", {})
    world.clock.passes(1.5)
    answer = world.viewer().get("/api/v1/clock")
    assert answer.json == {"remaining_ms": 298_500, "running": True, "causes": []}
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_ruling_on_more_than_fits_a_line_is_refused(world: World) -> None:
    world.reviews()
    before = world.entries
    answer = world.host().post("/rule", {"word": "X" * 10_000, "allowed": "yes"})
    assert (answer.status_code, world.entries) == (400, before)
    assert "write at most 15 letters" in answer.text


def test_the_start_page_offers_by_one_tap_how_the_timer_was_opened_last(world: World) -> None:
    timer = game_named("timer")
    world.table.open(timer, "the first", [], {"minutes": "5"})
    assert "quick-timer-last" not in world.host().get("/").text
    world.table.open(timer, "a later one", ["Ann", "Ben"], {"minutes": "7", "stop": "advisory"})
    page = world.host().get("/").text
    assert "Last used: minutes 7, stop advisory" in page
    form = page.partition('id="quick-timer-last"')[0].rpartition("<form")[2]
    assert [f'value="{value}"' in form for value in ("Ann", "Ben", "7", "advisory")] == [True] * 4
    assert 'id="quick-timer-1"' in page
