"""The shared board's pages without a browser: who may see what, and what no reply may hold."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from club import WORDS
from world import Visitor, World

from companion.games import game_named
from companion.games.word_club.finder import moves
from companion.games.word_club.state import State
from companion.grid import Cell, Grid
from companion.journal import Journal
from companion.lexicon import Lexicon
from companion.reading import Doubt, GridReading
from web.stream import news

PAGES = [
    "/", "/table", "/table?seat=1", "/tv", "/panel", "/help", "/history", "/history/evening", "/host",
    "/drawn", "/history/evening/jsonl", "/history/evening/csv", "/history/evening/sheet", "/seat/1",
    "/seat/2", "/phones", "/own/1", "/own/2", "/own/3", "/api/v1/state", "/api/v1/clock", "/api/v1/time",
]  # fmt: skip

OWN_PAGES = [
    "/table",
    "/seat/1",
    "/seat/2",
    "/own/1",
    "/own/2",
    "/own/3",
    "/history/evening",
    "/api/v1/state",
]

SEED = "5eed5eedbbbb" * 3


@pytest.fixture
def world(tmp_path: Path, journal: Journal) -> World:
    return World.made(tmp_path / "data", journal, WORDS)


def opens(world: World, *names: str, rules: str = "1.1", **switches: str) -> State:
    world.table.open(game_named("word-club"), "evening", names or ("Ann", "Ben"), switches, rules)
    return state_of(world)


def state_of(world: World) -> State:
    assert world.table.match is not None
    state: State = world.table.match.view.state
    return state


def letter_runs(text: str) -> list[str]:
    """Letters that stand together in a reply, or with quotes, commas and blanks between them."""
    apart = re.findall(r"""(?:\b[A-Z_]\b["', ]+){3,}[A-Z_]\b""", text)
    return [*re.findall("[A-Z_]{4,}", text), *(re.sub("[^A-Z_]", "", each) for each in apart)]


def windows(run: str, length: int) -> set[str]:
    return {run[at : at + length] for at in range(len(run) - length + 1)}


def given_away(text: str, state: State, exchanged: set[str]) -> set[str]:
    """The racks that stand in a reply in whatever order, stretches of the bag, tiles that were exchanged."""
    runs = letter_runs(text)
    bag = windows(state.bag, 6)
    found = {each for run in runs for each in windows(run, 6) & bag}
    found |= {tiles for tiles in exchanged if any(tiles in run for run in runs)}
    for rack in state.racks:
        if any(sorted(rack) == sorted(each) for run in runs for each in windows(run, len(rack))):
            found.add(rack)
    return found


def asks(visitor: Visitor, paths: list[str], state: State, exchanged: set[str], spared: str = "") -> None:
    """Ask for every page: a rack stands nowhere, but that of `spared` where one's own is asked for."""
    assert state.seed
    for path in paths:
        reply = visitor.get(path)
        told = {spared} if path.startswith("/own/") and spared and reply.status_code == 200 else set()
        assert given_away(reply.text, state, exchanged) == told, path
        assert state.seed not in reply.text, path


@pytest.mark.slow
def test_no_reply_of_a_whole_match_holds_a_rack_the_bag_or_the_seed(  # WC-13
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.token_hex", lambda _: SEED)
    opens(world, "Ann", "Ben", "Cid")
    host, viewer = world.host(), world.viewer()
    phones = {seat: world.at_seat(seat) for seat in (1, 2)}
    assert world.table.match is not None
    exchanged = set[str]()
    for number in range(14):
        state = state_of(world)
        own = {seat: state.player(seat).rack for seat in (1, 2, 3)}
        asks(viewer, PAGES, state, exchanged)
        asks(host, OWN_PAGES, state, exchanged, own[state.turn])
        for seat, phone in phones.items():
            asks(phone, OWN_PAGES, state, exchanged, own[seat])
        for chunk, _ in zip(news(world.table, 0.01), range(2), strict=False):
            assert not given_away(chunk, state, exchanged)
        found = moves(state.board, state.player(state.turn).rack, state.rules, WORDS)
        if number % 4 == 3 and len(state.bag) >= 7:
            exchanged.add(own[state.turn])
            host.post("/act/exchanged", {"seat": state.turn, "tiles": own[state.turn]})
        elif found and number % 3:
            host.post("/act/placed", {"seat": state.turn, "move": str(found[0].move)})
        else:
            host.post("/act/hinted", {"seat": state.turn})
            tried = host.post("/try/placed", {"seat": state.turn, "move": "QQ E5>"})
            assert not given_away(tried.text, state, exchanged)
            host.post("/act/passed", {"seat": state.turn})
    assert len(state_of(world).turns) > 12
    host.post("/close")
    replayed = viewer.get("/history/evening?turn=2").text
    assert "Racks before it" in replayed
    assert state.seed in viewer.get("/history/evening/jsonl").text


def test_a_rack_is_told_to_its_seat_and_on_the_tables_screen_to_whose_turn_it_is(
    world: World,
) -> None:  # WC-13
    state = opens(world)
    host, ann, ben = world.host(), world.at_seat(1), world.at_seat(2)
    assert host.get("/own/1").json == {"rack": state.player(1).rack}
    assert host.get("/own/2").status_code == 403
    assert ann.get("/own/1").json == {"rack": state.player(1).rack}
    assert ann.get("/own/2").status_code == 403
    assert ben.get("/own/2").json == {"rack": state.player(2).rack}
    assert world.viewer().get("/own/1").status_code == 403
    assert host.get("/own/1").headers["Cache-Control"] == "no-store"
    assert host.get("/own/9").status_code == 403


def test_the_preview_spells_out_a_move_and_changes_nothing(world: World) -> None:  # WC-14
    opens(world)
    deal(world, "CATSEEB", "DOGLOTI")
    before, host = world.entries, world.host()
    told = host.post("/try/placed", {"seat": 1, "move": "CATS D5>"}).json
    assert told == {"lines": ["CATS: C 3 + A 1 + T 1 + S 1 = 6"]}
    refused = host.post("/try/placed", {"seat": 1, "move": "CATS A1>"}).json
    assert refused == {"refused": "the first word covers the centre, E5 (WC-3)"}
    assert host.post("/try/placed", {"seat": 2, "move": "DOG D5>"}).json == {
        "refused": "it is Ann's turn, not Ben's (WC-7)"
    }
    assert host.post("/try/placed", {"seat": 1, "move": "TACS D5>"}).json["lines"]  # not whether it is listed
    assert world.viewer().post("/try/placed", {"seat": 1, "move": "CATS D5>"}).status_code == 403
    assert world.at_seat(2).post("/try/placed", {"seat": 1, "move": "CATS D5>"}).status_code == 403
    assert world.entries == before


def deal(world: World, *racks: str) -> None:
    """Racks as a test needs them, in the match that is played; the journal knows nothing of it."""
    assert world.table.match is not None
    view, state = world.table.match.view, state_of(world)
    players = tuple(replace(p, rack=rack) for p, rack in zip(state.players, racks, strict=True))
    world.table.match.view = replace(view, state=replace(state, players=players))


def test_an_open_match_is_not_exported_and_a_closed_one_is(world: World) -> None:  # WC-13
    opens(world)
    refused = world.viewer().get("/history/evening/jsonl")
    assert (refused.status_code, "close it, then take it along" in refused.text) == (409, True)
    assert world.viewer().get("/history/evening/csv").status_code == 200
    world.host().post("/close")
    assert world.viewer().get("/history/evening/jsonl").status_code == 200


def test_the_history_tells_an_exchange_without_its_letters(world: World) -> None:  # WC-13
    state = opens(world)
    tiles = state.player(1).rack[:3]
    world.table.commit("exchanged", {"seat": 1, "tiles": tiles})
    assert world.table.match is not None
    assert "Ann exchanges tiles" in world.viewer().get("/history/evening").text
    match = world.table.match
    match.amend(2, match.view.game.event("exchanged", {"seat": 1, "tiles": state.player(1).rack[:2]}))
    text = world.viewer().get("/history/evening").text
    assert "entry 2 was different: Ann (seat 1)" in text
    assert f"tiles {state.player(1).rack[:2]}" not in text


def test_the_candidate_is_labelled_where_it_is_chosen_and_where_it_is_played(world: World) -> None:  # WC-1
    assert "1.1 (candidate, not yet balanced)" in world.host().get("/").text
    opens(world)
    assert "ules 1.1 (candidate, not yet balanced)" in world.host().get("/table").text


def test_the_start_page_asks_for_two_names_and_takes_up_to_four(world: World) -> None:  # WC-1
    text = world.host().get("/").text
    form = text[text.index('name="game" value="word-club"') :].partition("</form>")[0]
    fields = re.findall(r'<input name="player"[^>]*>', form)
    assert [("required" in field) for field in fields] == [True, True, False, False]


def test_a_match_without_its_list_is_looked_at_and_not_gone_on_with(  # WC-2
    world: World, tmp_path: Path, journal: Journal
) -> None:
    opens(world)
    world.table.commit("passed", {"seat": 1})
    other = World.made(tmp_path / "data", journal, Lexicon.of({"ZZZ": 10}))
    assert "which is not here" in other.host().get("/").text
    refused = other.host().post("/go-on", {"match": "evening"})
    assert (refused.status_code, "it can be looked at" in refused.text) == (409, True)
    assert other.table.match is None
    looked = other.host().get("/history/evening").text
    assert "Ann passes" in looked
    assert "it can be looked at, not continued" in looked


def lies(world: World, *rows: str, doubts: tuple[Doubt, ...] = (), turn_deg: int = 0) -> None:
    """The board that the camera sees."""
    faces = {int(row[0]): row[2:] for row in rows}
    text = "/".join(faces.get(number, ".........") for number in range(1, 10))
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    world.sight.sees(GridReading(Grid.parse(text), turn_deg, quad, doubts))


def test_at_a_real_table_the_camera_proposes_and_the_seats_button_commits(world: World) -> None:  # WC-15
    opens(world, rules="1.0", play="table")
    lies(world, "5 ...CAT...")
    text = world.host().get("/table").text
    assert "The camera sees CAT D5&gt;" in text
    assert "CAT: C 1 + A 1 + T 1 = 3" in text
    assert world.entries == 1
    world.host().post("/press/1", {"key": "buzz"})
    assert world.last.fields == {"seat": 1, "move": "CAT D5>"}
    assert world.last.who == "seat 1"
    world.host().post("/press/2", {"key": "buzz"})
    assert "no new tile lies there" in world.table.notice


def test_what_moved_and_what_is_missing_is_told_and_nothing_is_committed(world: World) -> None:  # WC-15
    opens(world, rules="1.0", play="table")
    world.table.commit("placed", {"seat": 1, "move": "CAT D5>"})
    lies(world, "5 ...CAR...", "6 ......S..")
    text = world.host().get("/table").text
    assert "F5 reads R now" in text
    assert 'id="proposed"' not in text
    lies(world, "5 .....TS..")
    assert "D5 is empty now" in world.host().get("/table").text
    world.host().post("/press/2", {"key": "buzz"})
    assert "is empty now" in world.table.notice
    assert world.entries == 2


def test_which_way_is_up_is_asked_once_and_then_known_from_the_letters(world: World) -> None:  # WC-15
    opens(world, rules="1.0", play="table")
    unsure = (Doubt(Cell(0, 0), "turn", "0", 0.5),)
    lies(world, "5 ...NON...", doubts=unsure)
    assert "Which edge of the picture is the top" in world.host().get("/table").text
    world.host().post("/act/oriented", {"turn_deg": 90})
    text = world.host().get("/table").text
    assert "Which edge" not in text
    assert "NON E4v" in text
    world.table.commit("placed", {"seat": 1, "move": "ON E4v"})
    lies(world, "5 ....ONO..")
    assert state_of(world).seen(world.sight.seen.reading).move  # type: ignore[union-attr]


def test_what_the_reader_is_not_sure_of_is_asked_on_the_page_and_no_button_commits_it(  # WC-15
    world: World,
) -> None:
    opens(world, rules="1.0", play="table")
    lies(world, "5 ...CAT...", doubts=(Doubt(Cell(4, 3), "letter", "C", 0.5, ("G",)),))
    text = world.host().get("/table").text
    assert "D5 may be C or G: look at it" in text
    assert 'id="proposed"' in text
    world.host().post("/press/1", {"key": "buzz"})
    assert world.table.notice == "D5 may be C or G: look at it"
    assert world.entries == 1


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (("5 ...CA.T..",), "there is an empty square between the new tiles (WC-3)"),
        (("5 ...CA....", "6 .....T..."), "neither in one row nor in one column (WC-3)"),
        (("1 CAT......",), "the first word covers the centre, E5 (WC-3)"),
        (("5 ....C....",), "a word has two letters at least"),
    ],
)
def test_tiles_that_make_no_move_are_told_why(
    world: World, rows: tuple[str, ...], reason: str
) -> None:  # WC-3
    opens(world, rules="1.0", play="table")
    lies(world, *rows)
    text = world.host().get("/table").text
    assert reason in text
    assert 'id="proposed"' not in text


def test_a_new_blank_asks_for_its_letter(world: World) -> None:  # WC-6 WC-15
    opens(world, play="table")
    lies(world, "5 ...C_T...")
    assert "type the move with its letter in lower case" in world.host().get("/table").text
    world.host().post("/act/placed", {"seat": 1, "move": "CaT D5>"})
    assert str(state_of(world).board).count("CaT") == 1


def test_closing_racks_are_typed_and_do_add_up(world: World) -> None:  # WC-15
    opens(world, play="table")
    for seat in (1, 2) * 3:
        world.table.commit("passed", {"seat": seat})
    assert "What has Ann left?" in world.host().get("/table").text
    world.host().post("/act/racked", {"seat": 1, "tiles": "qzkxeea"})
    world.host().post("/act/racked", {"seat": 2, "tiles": "qaaiiii"})
    text = world.host().get("/table").text
    assert "More tiles of Q lie here than the set has" in text
    assert "Ann loses the own rack: A 1 + E 1 + E 1 + K 5 + Q 9 + X 7 + Z 9 = -33" in text


def test_a_closing_rack_is_read_by_the_camera(world: World) -> None:  # WC-15
    opens(world, play="table")
    for seat in (1, 2) * 3:
        world.table.commit("passed", {"seat": seat})
    assert world.sight.orders[-1].layout.name == "rack"
    quad = ((0.0, 0.0), (7.0, 0.0), (7.0, 1.0), (0.0, 1.0))
    unsure = (Doubt(Cell(0, 1), "letter", "E", 0.5, ("F",)),)
    world.sight.sees(GridReading(Grid.parse("QEZ_AAI"), 0, quad, unsure))
    assert "Read the rack of Ann" in world.host().get("/table").text
    assert world.host().post("/take/1").status_code == 409
    world.sight.sees(GridReading(Grid.parse("QEZ_AAI"), 0, quad))
    world.host().post("/take/1")
    assert world.last.fields == {"seat": 1, "tiles": "QEZ_AAI"}
    assert state_of(world).waits_for == (2,)


def test_no_state_of_the_api_has_a_field_for_racks(world: World) -> None:  # WC-13
    opens(world)
    names = set(re.findall(r'"(\w+)":', json.dumps(world.viewer().get("/api/v1/state").json)))
    assert not names & {"rack", "racks", "bag", "seed", "tiles"}


def test_rulings_are_offered_only_where_the_match_was_opened_with_them(world: World) -> None:  # WC-4
    opens(world)
    assert "Counts at this table" not in world.host().get("/table").text
    assert world.host().post("/rule", {"word": "tac", "allowed": "yes"}).status_code == 409
    world.table.open(game_named("word-club"), "second", ("Ann", "Ben"), {"rulings": "on"})
    assert "Counts at this table" in world.host().get("/table").text
    assert world.host().post("/rule", {"word": "tac", "allowed": "yes"}).status_code == 303
