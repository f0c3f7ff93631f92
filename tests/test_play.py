"""play: a match in plain lines, from a script or a person."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from evening import GAME, Ran, Run

from companion import jsonl
from companion.commands import play
from companion.journal import Journal


@pytest.fixture
def plays(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Play lines from a script: `plays("begin", "bell", options=["--seats", "Ann"])`."""

    def playing(*lines: str, options: tuple[str, ...] = ()) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run("play", GAME.name, *options)

    return playing


def match_name(ran: Ran) -> str:
    found = re.search(r"match (\S+)", ran.out)
    assert found
    return found[1]


def test_a_match_is_left_and_gone_on_with(plays: Callable[..., Ran], run: Run) -> None:
    first = plays("begin", "quit", "bell", options=("--seats", "Ann,Ben,Cid"))
    assert (first.code, first.err) == (0, "")
    assert "> bell" not in first.out
    name = match_name(first)
    second = plays("bell", "show", "history", options=("--match", name))
    assert second.code == 0
    assert re.findall(r"^  (\d) \S+ table: (\w+)", second.out, re.MULTILINE) == [
        ("1", "opened"),
        ("2", "begun"),
        ("3", "bell"),
    ]
    assert len(jsonl.loads(run("export", name).out)[1]) == 3


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("dance", "'dance' says nothing here: type help for what can be said"),
        ("strike one", "'one' is no number of an entry: type history to see them"),
        (f"strike {'9' * 900}", "is no number of an entry"),
        ("strike -1", "is no number of an entry"),
        ("strike 1", "cannot be corrected"),
        ("amend 1 begin", "entry 1 is opened"),
        ("redo", "nothing was undone"),
        ("allow c4t", "write two or more of A to Z"),
        ("allow graß", "write two or more of A to Z"),
        ("grid Zoe AB", "nobody is called 'Zoe'"),
        ("x" * 5000, "a line of 5000 characters is too long: at most 1000"),
        ("\x00", "says nothing here"),
    ],
    ids=lambda value: ascii(value[:20]),
)
def test_a_line_that_is_refused_says_why_and_the_match_goes_on(
    line: str, complaint: str, plays: Callable[..., Ran]
) -> None:
    ran = plays(line, "begin")
    assert ran.code == 1
    assert complaint in ran.out
    assert ran.out.count("refused: ") == 1
    assert "entry 2" in ran.out
    assert max(map(len, ran.out.splitlines())) < 1200


def test_help_lists_every_phrase(plays: Callable[..., Ran]) -> None:
    told = plays("help", "", "begin # with a remark").out
    assert all(phrase in told for phrase in (*GAME.phrases, *play.SHARED_PHRASES))
    assert "entry 2" in told


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--seats", ""), "a name has 1 to 40"),
        (("--seats", "A,B,C,D,E,F,G"), "7 players cannot play"),
        (("--seats", "Ann,\x1b[2J"), "a name has 1 to 40 signs"),
        (("--rules", "chess"), "Invalid value"),
        (("--house", "find"), "lacks its = sign"),
        (("--house", "find=none"), "find cannot be 'none': choose familiar or all"),
        (("--house", "magic=on"), "no switch is named 'magic'"),
        (("--match", "nope"), "no match is named 'nope'"),
        (("--data", ""), "data cannot be ''"),
    ],
)
def test_a_match_that_cannot_be_opened_says_why_and_leaves_nothing(
    options: tuple[str, ...], complaint: str, plays: Callable[..., Ran], tmp_path: Path
) -> None:
    refused = plays("begin", options=options)
    assert refused.code in (1, 2)
    assert complaint in refused.complaint
    with Journal(tmp_path / "data") as journal:
        assert journal.matches() == ()


class Interrupted(io.StringIO):
    """Standard input at which somebody presses Ctrl-C after the first line."""

    def __next__(self) -> str:
        if self.tell():
            raise KeyboardInterrupt
        return self.readline()


def test_ctrl_c_keeps_the_match_and_says_how_to_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Interrupted("begin\nbell\n"))
    ran = run("play", GAME.name)
    name = match_name(ran)
    assert (ran.code, ran.err) == (0, f"companion: stopped; the match is kept, go on with --match {name}\n")
    assert len(jsonl.loads(run("export", name).out)[1]) == 2


def test_what_was_said_steers_no_terminal(plays: Callable[..., Ran]) -> None:
    told = plays("deny BANG \x1b[2J\x07 never heard", "history", "\x1b]0;x\x07").out
    assert "because �[2J� never heard" in told
    assert "\x1b" not in told
    assert "\x07" not in told
