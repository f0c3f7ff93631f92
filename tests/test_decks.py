"""The deck file: printed values are filled in once and hold for later matches."""

from pathlib import Path

import pytest
from evening import Run
from fake_sight import FakeSight, TestClock, table_with

from companion.decks import deck_file, kept_deck
from companion.errors import UnreadableError
from companion.games import game_named
from companion.journal import Journal
from companion.lexicon import Lexicon

GAME = game_named("worder")
DECK = "T1 S1 L7 N2 M4 C3 R1 H5 D3"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_values_filled_in_at_one_match_hold_in_the_next(
    folder: Path, journal: Journal, words: Lexicon
) -> None:
    table = table_with(folder, journal, words, FakeSight(), TestClock())
    table.open(GAME, "first", ["Ann"], {})
    table.commit("valued", {"deck": DECK})
    assert "L = 7\n" in deck_file(folder, "worder").read_text()
    table.open(GAME, "second", ["Ann"], {})
    assert table.match is not None
    assert table.match.view.opened.deck["L"] == 7
    assert table.match.view.state.filled_in


def test_values_that_are_undone_are_no_deck_file_any_more(
    folder: Path, journal: Journal, words: Lexicon
) -> None:
    table = table_with(folder, journal, words, FakeSight(), TestClock())
    table.open(GAME, "first", ["Ann"], {})
    table.commit("valued", {"deck": DECK})
    table.playing().undo()
    assert not deck_file(folder, "worder").exists()
    table.playing().redo()
    assert kept_deck(folder, GAME)["L"] == 7
    table.open(GAME, "second", ["Ann"], {})
    table.commit("valued", {"deck": DECK.replace("L7", "L6")})
    assert kept_deck(folder, GAME)["L"] == 6
    table.playing().undo()
    assert kept_deck(folder, GAME)["L"] == 7


def test_the_house_deck_is_never_written(folder: Path, journal: Journal, words: Lexicon) -> None:
    table = table_with(folder, journal, words, FakeSight(), TestClock())
    table.open(GAME, "first", ["Ann"], {})
    table.commit("turned", {"letter": "L"})
    assert not deck_file(folder, "worder").exists()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("[values", "cannot be read"), ("values = 3", "needs letters"), ('[values]\nT = "1"', "needs letters")],
)
def test_a_damaged_deck_file_is_named(text: str, complaint: str, folder: Path, run: Run) -> None:
    path = deck_file(folder, "worder")
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(UnreadableError, match=complaint):
        kept_deck(folder, GAME)
    assert str(path) in run("play", "worder").complaint


def test_a_deck_file_with_other_cards_refuses_the_match(folder: Path, run: Run) -> None:
    path = deck_file(folder, "worder")
    path.parent.mkdir(parents=True)
    path.write_text("[values]\nT = 1\n")
    assert "a deck is 9 cards" in run("play", "worder").complaint
