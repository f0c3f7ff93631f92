"""A table with its pages, for every test of the pages."""

from pathlib import Path

import pytest
from evening import SMALL
from world import World

from companion.journal import Journal


@pytest.fixture
def world(tmp_path: Path, journal: Journal) -> World:
    """A table without a match, its camera just starting."""
    return World.made(tmp_path / "data", journal, SMALL)
