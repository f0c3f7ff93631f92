"""Learned boards as files: kept by name, chosen for their squares, forgotten; damage is passed over."""

import struct
import zlib
from pathlib import Path

import pytest

from companion.boards import Boards, KnownBoard
from companion.errors import UnreadableError


def png(squares: int, px: int = 2) -> bytes:
    """A gray picture of that many squares one below another."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", px, squares * px, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(1 + px) * squares * px)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.fixture
def boards(tmp_path: Path) -> Boards:
    return Boards(tmp_path)


def test_boards_are_kept_by_name_with_their_squares(boards: Boards) -> None:
    assert boards.known() == []
    boards.keep("green", png(81))
    boards.keep("big-one", png(225))
    assert boards.known() == [KnownBoard("big-one", 15), KnownBoard("green", 9)]


def test_a_board_is_chosen_for_its_number_of_squares_and_outlasts_a_restart(
    boards: Boards, tmp_path: Path
) -> None:
    boards.keep("green", png(81))
    boards.keep("big", png(225))
    boards.choose(9, "green")
    boards.choose(15, "big")
    again = Boards(tmp_path)
    assert (again.chosen(9), again.chosen(15), again.chosen(4)) == ("green", "big", "")
    assert Path(again.chosen_file(9)).read_bytes() == png(81)
    again.choose(9, "")
    assert (again.chosen(9), again.chosen_file(9), again.chosen(15)) == ("", "", "big")


def test_a_forgotten_board_is_gone_and_not_chosen_any_more(boards: Boards) -> None:
    boards.keep("green", png(81))
    boards.choose(9, "green")
    boards.forget("green")
    assert (boards.known(), boards.chosen(9)) == ([], "")
    boards.keep("green", png(81))
    assert boards.chosen(9) == ""


@pytest.mark.parametrize("name", ["", "../x", "a/b", "-green", "x" * 41, "a b", ".hidden"])
def test_what_is_no_name_is_refused_and_nothing_is_written(boards: Boards, tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableError, match="is no name for a board"):
        boards.keep(name, png(81))
    assert list(tmp_path.rglob("*")) == []


def test_a_name_that_is_taken_is_refused_and_the_old_board_stays(boards: Boards) -> None:
    boards.keep("green", png(81))
    with pytest.raises(UnreadableError, match="forget it first"):
        boards.keep("green", png(225))
    assert boards.known() == [KnownBoard("green", 9)]


def test_a_board_with_other_squares_or_an_unknown_one_cannot_be_chosen(boards: Boards) -> None:
    boards.keep("green", png(81))
    for side, name in ((15, "green"), (9, "red")):
        with pytest.raises(UnreadableError, match="no board of"):
            boards.choose(side, name)
    with pytest.raises(UnreadableError, match="no board is known as red"):
        boards.forget("red")


@pytest.mark.parametrize("content", [b"", b"no picture", png(80), b"\x89PNG\r\n\x1a\n"])
def test_files_that_are_no_boards_are_passed_over(boards: Boards, tmp_path: Path, content: bytes) -> None:
    boards.keep("green", png(81))
    (tmp_path / "boards" / "odd.png").write_bytes(content)
    assert boards.known() == [KnownBoard("green", 9)]


@pytest.mark.parametrize("content", [b"", b"[]", b"{broken", b"\xff"])
def test_a_damaged_choice_is_no_choice_and_can_be_made_anew(
    boards: Boards, tmp_path: Path, content: bytes
) -> None:
    boards.keep("green", png(81))
    (tmp_path / "boards" / "chosen.json").write_bytes(content)
    assert boards.chosen(9) == ""
    boards.choose(9, "green")
    assert boards.chosen(9) == "green"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "boards").write_text("a file is in the way")
    with pytest.raises(UnreadableError, match=r"green\.png cannot be written"):
        Boards(tmp_path).keep("green", png(81))
