"""What every test may ask for: a data folder, a match to play, the command line."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import FIXED, GAME, SMALL, Ran, Run, Table
from hypothesis import HealthCheck, settings

from companion import lexicon
from companion.__main__ import main
from companion.journal import Journal
from companion.lexicon import Lexicon
from companion.match import opened_now

# A machine that is busy with something else is no reason to fail.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")
    parser.addoption("--matches", type=int, default=6, help="how many matches of each kind play themselves")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> range:
    """The seeds of the matches that play themselves."""
    return range(int(request.config.getoption("--matches")))


@pytest.fixture(autouse=True)
def _own_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the settings or the matches of the person who runs it."""
    for name in [name for name in os.environ if name.startswith("COMPANION_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: `run("judge", "KEF")`."""

    def running(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return running


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "data") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> Table:
    """A match of Ann and Ben with a list of twenty words, just opened."""
    return Table(journal, opened_now(journal, "evening", GAME, ["Ann", "Ben"], SMALL, lambda: FIXED))


@pytest.fixture(scope="session")
def words() -> Lexicon:
    return lexicon.load()
