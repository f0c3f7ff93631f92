"""Boards, cards and racks of light or of dark tiles: as a negative where that shows more letters."""

from companion.grid import BLANK
from companion.layout import Layout
from companion.reading import GridReading
from vision.board import Seen, read_board, read_on
from vision.cards import read_cards
from vision.field import Picture, View, negative_of
from vision.learned import Learned
from vision.negative import complement
from vision.rack import read_rack

ENOUGH = 3
PLAIN = 0.99
Answer = GridReading | str | None


def read_board_either_way(
    view: View,
    layout: Layout,
    before: Seen | None,
    learned: Learned | None,
    *,
    was_negative: bool,
    both_ways: bool,
) -> tuple[Answer, Seen | None, bool]:
    """The tiles on a board as `read_board` has them, and whether they are dark ones with light letters.

    What was seen `before` was seen as a negative if `was_negative`. Where the board shows hardly a letter so,
    it is looked at the other way, too, if `both_ways` are to be tried, and that counts if it shows more.
    """
    shown, known = _way(view, was_negative), None if was_negative else learned
    answer, seen = read_board(shown, layout, before, known, asks_all=was_negative)
    if seen is None or not both_ways or plain_letters(answer) >= ENOUGH:
        return answer, seen, was_negative
    shown, known = _way(view, not was_negative), learned if was_negative else None
    other, _ = read_on(shown, layout, seen.plane, learned=known)
    if plain_letters(other) > plain_letters(answer):
        other, seen = read_on(shown, layout, seen.plane, learned=known, asks_all=not was_negative)
        return other, seen, not was_negative
    return answer, seen, was_negative


def read_row_either_way(
    view: View, layout: Layout, *, was_negative: bool, both_ways: bool
) -> tuple[Answer, bool]:
    """The same of letter cards or of a rack, as the layout's kind is."""
    read = read_cards if layout.kind == "cards" else read_rack
    answer = read((negative_of(view) if was_negative else view).picture, layout)
    if not both_ways or plain_letters(answer) >= ENOUGH:
        return answer, was_negative
    other = read((view if was_negative else negative_of(view)).picture, layout)
    if plain_letters(other) > plain_letters(answer):
        return other, not was_negative
    return answer, was_negative


def plain_letters(answer: Answer) -> int:
    """How many letters were read beyond question; blank tiles tell nothing of how tiles are printed."""
    if not isinstance(answer, GridReading):
        return 0
    doubted = {doubt.cell for doubt in answer.doubts}
    return sum(
        tile is not None and tile.face != BLANK and reading.p > PLAIN and cell not in doubted
        for (cell, tile), reading in zip(answer.grid, answer.cells, strict=True)
    )


def _way(view: View, is_negative: bool) -> Picture:
    return negative_of(view, complement).picture if is_negative else view.picture
