"""A board with dark or with light tiles on it: as it is, or as a negative where that shows more letters."""

from collections.abc import Iterator

from companion.grid import BLANK
from companion.layout import Layout
from companion.reading import GridReading
from vision.board import Seen, read_board, read_on
from vision.field import Picture, View, negative_of
from vision.learned import Learned
from vision.negative import complement

ENOUGH = 3
PLAIN = 0.99


def read_either_way(
    view: View,
    layout: Layout,
    before: Seen | None,
    learned: Learned | None,
    *,
    was_negative: bool,
    is_new: bool,
) -> tuple[GridReading | str | None, Seen | None, bool]:
    """The tiles on a board as `read_board` has them, and whether they are dark ones with light letters.

    What was seen `before` was seen as a negative if `was_negative`. Where the board shows hardly a letter so
    and the picture `is_new`, it is looked at the other way, too, and that counts if it shows more.
    """
    answer, seen = read_board(_way(view, was_negative), layout, before, None if was_negative else learned)
    letters = sum(1 for _ in plain_letters(answer))
    if seen is None or not is_new or letters >= ENOUGH:
        return answer, seen, was_negative
    known = learned if was_negative else None
    other, other_seen = read_on(_way(view, not was_negative), layout, seen.plane, learned=known)
    if sum(1 for _ in plain_letters(other)) > letters:
        return other, other_seen, not was_negative
    return answer, seen, was_negative


def plain_letters(answer: GridReading | str | None) -> Iterator[str]:
    """The letters that were read beyond question; blank tiles tell nothing of how tiles are printed."""
    if not isinstance(answer, GridReading):
        return
    doubted = {doubt.cell for doubt in answer.doubts}
    for (cell, tile), reading in zip(answer.grid, answer.cells, strict=True):
        if tile and tile.face != BLANK and reading.p > PLAIN and cell not in doubted:
            yield tile.face


def _way(view: View, is_negative: bool) -> Picture:
    return negative_of(view, complement).picture if is_negative else view.picture
