"""replay, export and import: matches as files."""

import errno
import os
from pathlib import Path

import pytest
from evening import GAME, GOLDEN, Run, answered

from companion import jsonl, lexicon
from companion.fold import fold


def test_replay_tells_the_result_of_a_match(run: Run) -> None:
    ran = run("replay", str(GOLDEN), "--json")
    replayed = answered(ran)
    assert ran.err == ""
    assert list(replayed) == ["game", "rules", "closed", "standings", "winners", "entries"]
    keys = {"seat", "name", "points", "rounds", "awards", "resigned", "assistance"}
    assert all(set(seat) == keys for seat in replayed["standings"])
    sheet = run("replay", str(GOLDEN))
    assert sheet.code == 0
    assert all(seat["name"] in sheet.out for seat in replayed["standings"])


def other_list(text: str) -> str:
    """A match that was never closed, pinned to a list that is not here."""
    name, entries = jsonl.loads(text)
    opened = {**entries[0].fields, "list_sha256": "0" * 64}
    return jsonl.dumps(name, [type(entries[0])(1, "opened", opened)])


def out_of_order(text: str) -> str:
    """Sound lines that break the rules of the game: the grid before the bell."""
    name, entries = jsonl.loads(text)
    laid = next(entry for entry in entries if entry.kind == "laid")
    return jsonl.dumps(name, [entries[0], type(laid)(2, laid.kind, laid.fields)])


@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_file_that_is_no_match_gets_one_line_with_its_name(command: str, run: Run, tmp_path: Path) -> None:
    text = GOLDEN.read_text()
    files = {
        "empty": b"", "diary": b"Dear diary", "binary": bytes(range(256)) * 9, "cut": text[:-200].encode(),
        "rules": out_of_order(text).encode(), "newer": text.replace('"format": 1', '"format": 9').encode(),
    }  # fmt: skip
    for name, content in files.items():
        path = tmp_path / name
        path.write_bytes(content)
        refused = run(command, str(path))
        assert (refused.code, str(path) in refused.complaint) == (2, True)
    for missing in (tmp_path, tmp_path / "missing", tmp_path / "diary" / "below"):
        refused = run(command, str(missing))
        assert (refused.code, f"{missing} cannot be read: " in refused.complaint) == (2, True)


def test_a_match_whose_list_is_not_here_can_be_stored_but_not_scored(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(other_list(GOLDEN.read_text()))
    refused = run("replay", str(path))
    assert (refused.code, "which is not here" in refused.complaint) == (1, True)
    assert run("import", str(path)).code == 0


def test_what_is_exported_and_imported_elsewhere_is_the_same_match(run: Run, tmp_path: Path) -> None:
    name, entries = jsonl.loads(GOLDEN.read_text())
    imported = run("import", str(GOLDEN))
    assert (imported.code, imported.out) == (0, f"{name}: {len(entries)} entries imported\n")
    again = run("import", str(GOLDEN))
    assert (again.code, again.out) == (0, f"{name}: is here already\n")
    out = tmp_path / "out.jsonl"
    written = run("export", name, "--out", str(out))
    assert (written.code, written.out, written.err.count("\n")) == (0, "", 1)
    assert out.read_text() == GOLDEN.read_text()


def test_another_match_of_the_same_name_is_not_taken_over(run: Run, tmp_path: Path) -> None:
    run("import", str(GOLDEN))
    name, entries = jsonl.loads(GOLDEN.read_text())
    shorter = tmp_path / "shorter.jsonl"
    shorter.write_text(jsonl.dumps(name, entries[:3]))
    refused = run("import", str(shorter))
    assert (refused.code, refused.complaint) == (
        2, f"another match named {name} is stored already: nothing was imported"
    )  # fmt: skip
    assert run("export", name).out == GOLDEN.read_text()


def test_a_match_is_exported_as_a_table_and_as_a_sheet(run: Run) -> None:
    run("import", str(GOLDEN))
    name, entries = jsonl.loads(GOLDEN.read_text())
    standings = fold(name, entries).standings(lexicon.load())
    table = run("export", name, "--as", "csv").out.splitlines()
    assert table[0] == "seat,name,round,points"
    for seat in standings.seats:
        assert f"{seat.seat},{seat.name},0,{seat.points}" in table
    assert len(table) == 1 + sum(1 + len(seat.rounds) for seat in standings.seats)
    sheet = run("export", name, "--as", "sheet").out.splitlines()
    assert sheet == run("replay", str(GOLDEN)).out.splitlines()
    assert sheet[-1].startswith("won by Ann")


def test_an_export_that_cannot_be_made_says_why(run: Run, tmp_path: Path) -> None:
    unknown = run("export", "morning")
    assert (unknown.code, unknown.complaint) == (2, "no match is named 'morning': none is stored yet")
    assert run("export", "\udc80x").code == 2
    name, _ = jsonl.loads(GOLDEN.read_text())
    run("import", str(GOLDEN))
    assert name in run("export", "morning").complaint
    nowhere = run("export", name, "--out", str(tmp_path / "no" / "where"))
    assert (nowhere.code, "cannot be written: No such file" in nowhere.complaint) == (2, True)


def test_a_data_folder_that_is_damaged_or_no_folder_gets_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = run("export", "x", "--data", str(tmp_path / "file"))
    assert (refused.code, "cannot be written" in refused.complaint) == (2, True)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "matches.sqlite").write_text("dear diary")
    for arguments in (("export", "x"), ("import", str(GOLDEN)), ("play", GAME.name)):
        refused = run(*arguments)
        assert (refused.code, "is damaged and was left untouched" in refused.complaint) == (2, True)


def test_an_export_that_breaks_off_leaves_the_earlier_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    run("import", str(GOLDEN))
    name, _ = jsonl.loads(GOLDEN.read_text())
    out = tmp_path / "out.jsonl"
    assert run("export", name, "--out", str(out)).code == 0
    monkeypatch.setattr(Path, "write_bytes", half)
    refused = run("export", name, "--out", str(out))
    assert (refused.code, refused.complaint) == (2, f"{out} cannot be written: No space left on device")
    assert out.read_text() == GOLDEN.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "out.jsonl"]
