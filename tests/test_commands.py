"""The command line as promised (../shared/commands.md): help, score, judge, settings, bench."""

import io
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import pytest
from drawn import FULL, drawn
from evening import GOLDEN, GRID, Run, answered

from companion import jsonl, lexicon
from companion.__main__ import command_line
from companion.commands import bench as bench_command
from companion.commands import judge as judge_command
from companion.journal import Journal
from companion.lexicon import Lexicon

SCORE = ("score", "wordoku")


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner
            yield from leaves(inner, (*path, name))
    else:
        yield path


LEAVES = sorted(leaves(command_line()))


def example_in(text: str) -> str:
    found = re.search(r"Example:\s+companion (.+)", text)
    assert found, text
    return found[1]


@pytest.mark.parametrize(
    "path", [each for each in LEAVES if each not in (("run",), ("bench",))], ids=" ".join
)
def test_every_help_shows_an_example_that_works(
    path: tuple[str, ...], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(GOLDEN, "evening.jsonl")
    Path("evening.txt").write_text("show\nhistory\n")
    if path == ("read",):
        cv2.imwrite("table.jpg", drawn(FULL).frame_bgr)
    if path == ("export",):
        _, entries = jsonl.loads(GOLDEN.read_text())
        with Journal(tmp_path / "data") as journal:
            journal.append("evening", *entries)
    told = run(*path, "--help")
    assert (told.code, told.err) == (0, "")
    words = shlex.split(example_in(told.out))
    if "<" in words:
        monkeypatch.setattr(sys, "stdin", io.StringIO(Path(words[-1]).read_text()))
        words = words[: words.index("<")]
    done = run(*words)
    assert done.code in ((0, 1) if path == ("judge",) else (0,)), done
    assert done.out


def test_the_commands_are_the_promised_ones_and_each_is_explained(run: Run) -> None:
    promised = {
        "bench",
        "export",
        "import",
        "judge",
        "play",
        "print",
        "read",
        "replay",
        "run",
        "score",
        "settings",
    }
    told = run("--help")
    assert promised <= set(re.findall(r"^  ([a-z]+)  ", told.out, re.MULTILINE))
    for path in LEAVES:
        assert "Example:" in run(*path, "--help").out


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "score",
        "score chess",
        "score wordoku",
        f"score wordoku '{GRID}' --find more",
        "play",
        "judge",
        "judge --list some CAT",
        "judge CAT --colour",
        "replay",
        "replay a b",
        "import",
        "export x --as pdf",
        "bench everything",
        "settings now",
        "print",
        "print mat",
        "print mat --out a.pdf --paper a5",
        "print mat --out a.pdf --layout tarot",
        "print mat --out a.pdf --seat 7",
    ],
)
def test_a_command_line_that_makes_no_sense_gets_one_line_that_points_to_the_help(
    line: str, run: Run
) -> None:
    refused = run(*shlex.split(line))
    assert refused.code == 2
    assert "--help says what there is" in refused.complaint


def test_score_tells_every_line_the_wilds_and_the_total(run: Run) -> None:
    ran = run(*SCORE, GRID, "--json")
    scored = answered(ran)
    assert ran.err == ""
    assert (scored["total"], scored["wilds"]) == (34, {"r4c1": "E"})
    names = [f"row{n}" for n in range(1, 5)] + [f"column{n}" for n in range(1, 5)]
    assert [line["line"] for line in scored["lines"]] == names
    assert all({"line", "word", "points", "balanced", "others"} <= set(line) for line in scored["lines"])
    assert scored["lines"][7]["word"] is None
    others = [other for line in scored["lines"] for other in line["others"]]
    assert all(set(other) == {"word", "points"} for other in others)


@pytest.mark.parametrize(
    ("options", "total"),
    [
        ((), 34),
        (("--find", "all"), 35),
        (("--wild", "r4c1=y"), 34),
        (("--claim", "row4=KEF"), 35),
        (("--claim", "column1=able", "--claim", "row4=eke"), 34),
        (("--equal", "leftmost", "--find", "all"), 35),
        (("--equal", "leftmost", "--find", "all", "--wild", "r4c1=E"), 34),
    ],
)
def test_score_knows_the_printed_example_in_all_its_forms(
    options: tuple[str, ...], total: int, run: Run
) -> None:
    assert answered(run(*SCORE, GRID, *options, "--json"))["total"] == total


@pytest.mark.parametrize(
    ("grid", "complaint"),
    [
        ("ARTD/BANG/LPAY/*KE sqcc/coqs/ocqs/qso", "row 4"),
        ("ARTD/BANG/LPAY/*KE? sqcc/coqs/ocqs/qsoo", "r4c4"),
        ("ARTD/BANG/LPAY/KEF sqcc/coqs/ocqs/qsoo", "row 4"),
        ("ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs", "same shape"),
        ("ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsod", "diamond"),
        ("ARTD/BANG/LPAY/*KE😀 sqcc/coqs/ocqs/qsoo", "r4c4"),
        ("ARTD/BANG/LPAY/*KEF", ""),
        ("ABC/DEF/GHI sqc/coq/qco", ""),
        ("", "one field or two"),
    ],
)
def test_a_grid_that_is_wrong_gets_one_clear_line(grid: str, complaint: str, run: Run) -> None:
    for options in ((), ("--json",)):
        refused = run(*SCORE, grid, *options)
        assert refused.code == 2
        assert complaint in refused.complaint


@pytest.mark.parametrize(
    "option",
    [
        "--wild r4c1",
        "--wild r4c1=EE",
        "--wild r1c1=E",
        "--wild r9c9=E",
        "--wild x=E",
        "--wild r4c1=ß",
        "--claim row4",
        "--claim row4=K-F",
        "--claim row9=KEF",
        "--claim =A",
    ],
)
def test_a_wild_or_claim_that_is_wrong_gets_one_clear_line(option: str, run: Run) -> None:
    refused = run(*SCORE, GRID, *option.split(), "--json")
    assert refused.code == 2
    assert len(refused.complaint) > 10


@pytest.mark.parametrize("grid", [GRID.replace("sqcc", "sqcs"), GRID.replace("ARTD", "QRTD")])
def test_a_wrong_count_or_a_letter_the_set_lacks_is_scored_with_a_warning(grid: str, run: Run) -> None:
    ran = run(*SCORE, grid, "--json")
    assert answered(ran)["total"] > 0
    assert ran.err.startswith("companion: ")


def test_a_claim_that_is_refused_is_a_no(run: Run) -> None:
    assert "refused" in answered(run(*SCORE, GRID, "--claim", "row4=ZZZ", "--json"), code=1)


def test_judge_gives_one_verdict_for_all_words(run: Run) -> None:
    listed = lexicon.load()
    judged = answered(run("judge", "kef", "QUIXOTIC", "--json"))
    words = judged.pop("words")
    version = {"version": listed.version, "sha256": listed.sha256}
    assert judged == {"verdict": "valid", "list": "all", **version}
    assert [word["word"] for word in words] == ["KEF", "QUIXOTIC"]
    for word in words:
        assert set(word) == {"word", "valid", "tier", "gloss", "reason", "flag", "house"}
        assert (word["valid"], word["reason"], word["gloss"]) == (True, None, None)
    refused = answered(run("judge", "KEF", "ZZZQ", "--json"), code=1)
    assert refused["verdict"] == "not valid"
    assert [word["valid"] for word in refused["words"]] == [True, False]


BARRED = Lexicon.of({"CAT": 35, "KEF": 70, "NASTY": 35}, slurs=["NASTY"])


@pytest.mark.parametrize(
    ("word", "options", "reason"),
    [
        ("CAT", (), None),
        ("ZZZ", (), "not in the list"),
        ("ZZZ", ("--allow", "zzz"), None),
        ("KEF", (), None),
        ("KEF", ("--list", "familiar"), "in the full list only"),
        ("CAT", ("--deny", "cat"), "refused by the house"),
        ("ZZZ", ("--deny", "ZZZ"), "refused by the house"),
        ("C-T", (), "letters other than A to Z"),
        ("CÄT", (), "letters other than A to Z"),
        ("C4T", (), "letters other than A to Z"),
        ("A CAT", (), "letters other than A to Z"),
        ("graß", (), "letters other than A to Z"),
        ("ﬁt", (), "letters other than A to Z"),
        ("ſat", (), "letters other than A to Z"),
        ("😀", (), "letters other than A to Z"),
        ("A", (), "too short"),
        ("", (), "too short"),
        ("C" * 16, (), "too long"),
        ("NASTY", (), "a slur"),
        ("nasty", ("--deny", "NASTY"), "a slur"),
    ],
)
def test_judge_tells_the_reasons_apart(
    word: str, options: tuple[str, ...], reason: str | None, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_command.lexicon, "load", lambda: BARRED)
    judged = answered(run("judge", word, *options, "--json"), code=1 if reason else 0)
    assert [(each["valid"], each["reason"]) for each in judged["words"]] == [(reason is None, reason)]
    told = run("judge", word, *options)
    assert told.out.startswith("NOT VALID\n" if reason else "VALID\n")
    assert (reason or "in the list") in told.out


def test_judge_refuses_to_allow_a_slur_and_too_many_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_command.lexicon, "load", lambda: BARRED)
    slur = run("judge", "CAT", "--allow", "NASTY")
    assert slur.code == 1
    assert "refused at every table" in slur.complaint
    many = run("judge", *["CAT"] * 9)
    assert (many.code, many.complaint[:30]) == (2, "9 words are too many for one p")
    assert run("judge", "CAT", "--allow", "C4T").code == 2


def test_settings_tells_every_value_and_where_it_came_from(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text("port = 9")
    told = [json.loads(line) for line in run("settings", "--json", "--config", str(config)).out.splitlines()]
    assert [(each["name"], each["value"], each["source"]) for each in told] == [
        ("host", "127.0.0.1", "default"),
        ("port", 9, str(config)),
        ("data", str(tmp_path / "data"), "environment"),
        ("camera", "drawn", "default"),
        ("lens", 66, "default"),
        ("pins", "mock", "default"),
        ("wiring", "8 seats", "default"),
        ("volume", 60, "default"),
        ("confirm", "off", "default"),
        ("mute", "none", "default"),
        ("night", "none", "default"),
        ("cues", "start, minute, ten, last, end", "default"),
    ]
    config.write_text("prot = 9")
    refused = run("settings", "--config", str(config))
    assert (refused.code, "no setting is named 'prot'" in refused.complaint) == (2, True)


@pytest.mark.slow
def test_bench_tells_figures_in_the_promised_shape(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*shlex.split(example_in(run("bench", "--help").out)))
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert {"commit.durable", "replay.1000"} <= {row["figure"] for row in rows}
    keys = ["figure", "median", "p95", "unit", "ratio", "against", "runs"]
    assert all(list(row) == keys and row["median"] > 0 and row["unit"] == "ms" for row in rows)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.pixels
def test_bench_tells_how_good_the_best_found_grids_are() -> None:
    rows = list(bench_command.best_rows(2, 0.0))
    assert [(row["figure"], row["unit"], row["runs"]) for row in rows] == [
        ("best.familiar", "points", 2),
        ("best.all", "points", 2),
    ]
    assert all(0 < row["worst"] <= row["mean"] <= 64 for row in rows)
