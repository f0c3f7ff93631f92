"""The referee's pages: the desk, the look-up, the words of the house, and what is exported of them."""

from typing import Any

from flask import Flask, render_template, request
from werkzeug.wrappers import Response

from companion import house, rulings
from companion.desk import Asked, Shown
from companion.errors import UnreadableError
from companion.lexicon import as_word
from companion.referee import SLUR, gloss, near, rule
from companion.table import Table
from web.access import may_act, who
from web.actions import done, playing
from web.pages import kept
from web.stream import clock_of, phase_of, version
from web.visit import allow, for_host, role
from web.words import _

LONGEST_ASKED = 160


def add_judging(app: Flask, table: Table) -> None:
    """Routes of the referee."""
    _add_desk(app, table)
    _add_look_up(app, table)
    _add_house(app, table)


def _add_desk(app: Flask, table: Table) -> None:
    @app.get("/judge")
    def judge() -> Response:
        state, last = table.desk.state, table.desk.last
        told = last.words if last and "which" in request.args and may_act(role(), None) else ()
        return kept(
            "judge.html",
            asked=state if isinstance(state, Asked) else None,
            shown=state.ruling if isinstance(state, Shown) else None,
            last=last,
            told=[(each, gloss(each)) for each in told],
            longest=LONGEST_ASKED,
            **known_of(table),
        )

    @app.post("/judge")
    @for_host
    def ask() -> Response:
        words = request.form.get("words", "")
        if len(words) > LONGEST_ASKED:
            raise UnreadableError(_("these are too many letters for one play: write at most eight words"))
        table.desk.ask(words, who(role()))
        return done("/judge")

    @app.post("/judge/hold")
    @for_host
    def hold() -> Response:
        table.desk.hold()
        return done("/judge")

    @app.post("/judge/clear")
    @for_host
    def clear() -> Response:
        table.desk.clear()
        return done("/judge")

    @app.get("/judge/rulings.csv")
    def exported() -> Response:
        return as_file(rulings.as_csv(table.journal), "rulings.csv")


def known_of(table: Table) -> dict[str, Any]:
    """What every page of the referee shows: what the house has said, and whether a match goes on."""
    return {
        "house": table.desk.house_words(),
        "seats": table.scoreboard().seats if table.match else (),
        "clock": clock_of(table),
        "phase": phase_of(table),
        "live": version(table),
        "may_host": may_act(role(), None),
    }


def as_file(text: str, name: str) -> Response:
    answer = Response(text, mimetype="text/csv")
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer


def _add_look_up(app: Flask, table: Table) -> None:
    @app.get("/lookup")
    def look_up() -> Response | tuple[str, int]:
        """Meanings and near words, never while a match goes on."""
        word = as_word(request.args.get("word", ""))[:LONGEST_ASKED]
        known = known_of(table)
        if known["phase"] not in ("none", "closed"):
            return render_template("lookup.html", closed=True, **known), 409
        found = found_of(word, table) if word else None
        return kept("lookup.html", closed=False, found=found, longest=house.LONGEST_WORD, **known)


def found_of(word: str, table: Table) -> dict[str, Any]:
    """What a look-up tells of a word; of a slur nothing, not even the word."""
    listed = table.desk.lexicon()
    ruled = rule([word], listed, house=table.desk.house_words()).words[0]
    if ruled.reason == SLUR:
        return {"ruled": ruled, "gloss": None, "near": (), "says": False}
    return {"ruled": ruled, "gloss": gloss(ruled), "near": near(word, listed), "says": True}


def _add_house(app: Flask, table: Table) -> None:
    @app.get("/house")
    def house_page() -> Response:
        standing = house.standing(table.journal)
        pinned = table.match.view.house_words if table.match else {}
        return kept("house.html", standing=standing, pinned=pinned.values(), **known_of(table))

    @app.post("/house")
    @for_host
    def say() -> Response:
        word, verdict = as_word(request.form.get("word", "")), request.form.get("verdict", "")
        name, why = request.form.get("name", "").strip(), request.form.get("why", "").strip()
        said_by = name or who(allow())
        if request.form.get("scope") == "match":
            house.check_said(word, verdict, said_by, why)
            playing(table).rule(word, verdict == house.ALLOWED, said_by, why)
        else:
            house.say(table.journal, table.lexicon, word, verdict, said_by, why, table.stamp())
            table.tell()
        return done("/house")

    @app.get("/house.csv")
    def exported_house() -> Response:
        return as_file(house.as_csv(table.journal), "house-words.csv")
