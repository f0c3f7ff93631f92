"""Golden journals: matches that were played once and must be read alike for ever.

A script (.txt) was played by `companion play`; what it printed (.out), the journal it left (.jsonl) and
what `companion replay --json` says of that (.json) lie beside it. `pytest --update-golden` writes .out and
.json anew; a journal is only written where there is none. The first line of a script names its
game (the first one when it does not) and the options.
"""

import io
import itertools
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from evening import GAME, Run

from companion import jsonl
from companion.commands import play
from companion.fold import fold, stored
from companion.journal import Stamp
from companion.lexicon import Lexicon

SCRIPTS = sorted((Path(__file__).parent / "golden").glob("*.txt"))
JOURNALS = [script.with_suffix(".jsonl") for script in SCRIPTS]


def stamps() -> Iterator[Stamp]:
    for second in itertools.count():
        yield Stamp(f"2026-01-02T19:{second // 60:02}:{second % 60:02}+01:00", "golden", second * 10**9)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, run: Run) -> Callable[[Path], tuple[str, str]]:
    """Play a script with fixed stamps and a fixed name: what was printed, and the exported journal."""

    def playing(script: Path) -> tuple[str, str]:
        text, ticking = script.read_text(), stamps()
        monkeypatch.setattr(play, "stamp_now", lambda: next(ticking))
        monkeypatch.setattr(play.secrets, "token_hex", lambda _: script.stem)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        said = shlex.split(text.splitlines()[0].removeprefix("# "))
        game, options = (GAME.name, said) if said[0].startswith("-") else (said[0], said[1:])
        transcript = run("play", game, *options)
        assert transcript.err == ""
        return transcript.out, run("export", f"{game}-{script.stem}").out

    return playing


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_answered_as_it_once_was(
    script: Path, played: Callable[[Path], tuple[str, str]], words: Lexicon, update_golden: bool
) -> None:
    transcript, exported = played(script)
    golden = script.with_suffix(".jsonl")
    if update_golden:
        script.with_suffix(".out").write_text(transcript)
        if not golden.exists():
            golden.write_text(exported)
    again, once = (fold(*jsonl.loads(text)) for text in (exported, golden.read_text()))
    assert again.state == once.state
    assert (again.struck, again.rulings) == (once.struck, once.rulings)
    if once.opened.list_sha256 == words.sha256:
        assert transcript == script.with_suffix(".out").read_text()


@pytest.mark.parametrize("golden", JOURNALS, ids=lambda path: path.stem)
def test_a_golden_journal_is_replayed_to_the_same_result(
    golden: Path, run: Run, words: Lexicon, update_golden: bool
) -> None:
    replayed = run("replay", str(golden), "--json")
    assert (replayed.code, replayed.err) == (0, "")
    expected = golden.with_suffix(".json")
    if update_golden:
        expected.write_text(json.dumps(json.loads(replayed.out), indent=1) + "\n")
    assert json.loads(replayed.out) == json.loads(expected.read_text())
    view = fold(*jsonl.loads(golden.read_text()))
    assert view.closed is not None
    assert view.standings(words) == stored(view.closed)


@pytest.mark.parametrize("golden", JOURNALS, ids=lambda path: path.stem)
def test_a_golden_journal_goes_through_the_store_byte_for_byte(golden: Path, run: Run) -> None:
    assert run("import", str(golden)).code == 0
    name, _ = jsonl.loads(golden.read_text())
    assert run("export", name).out == golden.read_text()


def test_no_golden_journal_is_left_out() -> None:
    assert sorted(SCRIPTS[0].parent.glob("*.jsonl")) == JOURNALS
    assert len(JOURNALS) >= 2
