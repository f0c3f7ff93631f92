"""What was played: every stored match, entry by entry, and as files."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Flask, Response, abort
from werkzeug.wrappers import Response as AnyResponse

from companion import jsonl
from companion.errors import CompanionError
from companion.fold import Folded, Unfolded, given_away, looked_at
from companion.games.record import Game
from companion.journal import Entry
from companion.sheet import sheet_csv, sheet_lines
from companion.table import Table
from web.bests import bests
from web.difference import shown
from web.pages import kept, listed
from web.words import _, place

FORMS = {"jsonl": "application/x-ndjson", "csv": "text/csv", "sheet": "text/plain"}


class Told(NamedTuple):
    """An entry as people read it: its number, what happened, who said so, when, why, whether it counts."""

    seq: int
    words: str
    who: str
    when: str
    why: str
    counts: bool
    shared: bool


def add_past(app: Flask, table: Table) -> None:
    """Routes of the history."""

    @app.get("/history")
    def history() -> AnyResponse:
        matches = listed(table)
        return kept("history.html", matches=matches, bests=bests(matches))

    @app.get("/history/<name>")
    def past_match(name: str) -> AnyResponse:
        view, problem, sheet = _looked_at(table, name), "", []
        if isinstance(view, Unfolded):
            return kept("match.html", name=name, problem=view.problem, told=[], sheet=[], playing=False)
        try:
            sheet = sheet_lines(view, view.standings(table.lexicon))
        except CompanionError as error:
            problem = str(error)
        playing = table.match is not None and table.match.view.name == name
        return kept(
            "match.html", name=name, problem=problem, told=told(view), sheet=sheet, playing=playing, view=view
        )

    @app.get("/history/<name>/<form>")
    def export(name: str, form: str) -> Response:
        view = _looked_at(table, name)
        if form not in FORMS or (isinstance(view, Unfolded) and form != "jsonl"):
            abort(404)
        answer = Response(_exported(table, view, form), mimetype=FORMS[form])
        suffix = "txt" if form == "sheet" else form
        answer.headers.set("Content-Disposition", "attachment", filename=f"{name}.{suffix}")
        return answer


def _looked_at(table: Table, name: str) -> Folded | Unfolded:
    if table.match is not None and table.match.view.name == name:
        return table.match.view
    entries = table.journal.read(name)
    if not entries:
        abort(404)
    return looked_at(name, entries)


def _exported(table: Table, view: Folded | Unfolded, form: str) -> str:
    if form == "jsonl" or isinstance(view, Unfolded):
        return jsonl.dumps(view.name, given_away(view.name, table.journal.read(view.name)))
    standings = view.standings(table.lexicon)
    return sheet_csv(standings) if form == "csv" else "\n".join(sheet_lines(view, standings)) + "\n"


def told(view: Folded) -> list[Told]:
    """Every entry in words, the last first."""
    names = dict(enumerate(view.opened.names, 1))
    lines = []
    for entry in view.entries:
        if isinstance(entry.fields.get("seat"), int) and isinstance(entry.fields.get("name"), str):
            names[entry.fields["seat"]] = entry.fields["name"]
        lines.append(
            Told(
                entry.seq, words(entry, names, view), entry.who,
                entry.stamp.wall[:16].replace("T", " "), entry.why,
                entry.seq not in view.struck, entry.kind in ("opened", "strike"),
            )
        )  # fmt: skip
    return lines[::-1]


def words(entry: Entry, names: Mapping[int, str], view: Folded) -> str:
    """What happened, in a short sentence; never what is still hidden."""
    have, game = view.told(entry), view.game
    match entry.kind:
        case "opened":
            return _("opened for %s") % ", ".join(have["names"])
        case "closed":
            return _("closed")
        case "paused":
            return _("the clock was held (%s)") % have.get("cause")
        case "resumed":
            return _("the clock ran on (%s)") % have.get("cause")
        case "time_added":
            return _("%s seconds more") % (int(have.get("more_ms", 0)) // 1000)
        case "time_restarted":
            return _("the time began anew")
        case "time_skipped":
            return _("the rest of the time was skipped")
        case "strike":
            return _("entry %s is taken back") % have.get("of")
        case "amend":
            return _("entry %(of)s was different: %(fields)s") % {
                "of": have.get("of"),
                "fields": _listed(have.get("fields", {}), names),
            }
        case "rule":
            verdict = _("counts here") if have.get("allowed") else _("does not count here")
            return f"{have.get('word')} {verdict}"
        case kind:
            return _said(game, entry, names) or f"{kind} {_listed(have, names)}".strip()


def _said(game: Game[Any], entry: Entry, names: Mapping[int, str]) -> str:
    """The game's own sentence for what happened, empty when it has none."""
    says = next((event.says for event in game.events if event.kind == entry.kind), "")
    have = dict(entry.fields)
    have["who"] = names.get(have.get("seat", 0), "")
    if isinstance(have.get("cell"), str):
        have["place"] = place(have["cell"])
    if isinstance(have.get("face"), str):
        have["face"] = shown(have["face"])
    return _(says).format_map(have)


def _listed(fields: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Fields as people read them: the seat by its player's name, the rest as it stands."""
    seat = fields.get("seat")
    whose = [f"{names.get(seat, '')} ({_('seat')} {seat})".strip()] if isinstance(seat, int) else []
    rest = [
        f"{name} {value}"
        for name, value in fields.items()
        if name not in ("seat", "at_ms", "doubts") and value not in (None, "", [], ())
    ]
    return ", ".join([*whose, *rest])
