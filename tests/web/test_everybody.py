"""The big screen: one answer for everybody, made once after each change."""

import pytest
from flask import template_rendered
from world import Visitor, World


def screens(world: World) -> list[Visitor]:
    return [world.host(), world.viewer(), world.at_seat(1)]


def test_everybody_is_shown_the_same_screen_and_nobody_s_cookie_or_token(world: World) -> None:
    world.opens()
    answers = [visitor.get("/tv") for visitor in screens(world)]
    assert len({answer.text for answer in answers}) == 1
    assert "Ann" in answers[0].text
    assert [answer.headers.getlist("Set-Cookie") for answer in answers] == [[], [], []]
    assert "csrf" not in answers[0].text
    assert answers[0].headers["Content-Security-Policy"]


def test_it_is_made_once_however_many_ask_and_anew_after_each_change(world: World) -> None:
    world.opens()
    visitors, made = screens(world), list[object]()

    def note(sender: object, **known: object) -> None:
        made.append(sender)

    with template_rendered.connected_to(note, world.app):
        for visitor in visitors * 3:
            visitor.get("/tv")
        assert len(made) == 1
        world.table.commit("renamed", {"seat": 1, "name": "Annabel"})
        assert all("Annabel" in visitor.get("/tv").text for visitor in visitors)
        assert len(made) == 2


def test_a_screen_that_has_it_already_is_told_so_in_one_line(world: World) -> None:
    world.opens()
    viewer = world.viewer()
    tag = viewer.get("/tv").headers["ETag"]
    again = viewer.get("/tv", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    world.table.commit("begun", {})
    assert viewer.get("/tv", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "companion.evil.example:8000"])
def test_a_foreign_name_gets_no_screen_also_after_others_had_it(world: World, host: str) -> None:
    world.opens()
    assert world.viewer().get("/tv").status_code == 200
    assert world.viewer().get("/tv", base_url=f"http://{host}").status_code == 421


def test_what_is_not_the_plain_screen_is_answered_as_any_page(world: World) -> None:
    world.opens()
    viewer = world.viewer()
    assert viewer.get("/tv?seat=2").status_code == 200
    assert viewer.client.head("/tv", **viewer.asked).data == b""
    assert viewer.client.post("/tv", **viewer.asked).status_code != 200
