"""What lies on the table now and what was taken at the bell: where they differ, in words."""

from companion.grid import EMPTY, FILLER, WILD, Cell, Grid
from companion.reading import GridReading, Reading
from companion.scoreboard import CellView, GridView
from web.words import _, place

SAME_SHARE = 0.5


def differences(grid: GridView, reading: Reading) -> list[str]:
    """What changed on the table since a seat's grid was taken, a sentence for each cell.

    Nothing when another grid lies there, or none; cells that were corrected or are in doubt are left out.
    """
    seen = _same_grid(grid, reading)
    if seen is None:
        return []
    doubted = {doubt.cell for doubt in seen.doubts}
    return [
        _("%(place)s showed %(before)s, now %(now)s")
        % {"place": place(view.name), "before": shown(view.face), "now": shown(now)}
        for cell, view, now in _pairs(grid, seen.grid)
        if now != _face(view) and not view.corrected and cell not in doubted
    ]


def _same_grid(grid: GridView, reading: Reading) -> GridReading | None:
    """The grid of the reading that is this one: on the seat's own mat, or alike in half of its cells."""
    alike = [
        (sum(now == _face(view) for _cell, view, now in _pairs(grid, seen.grid)), seen)
        for seen in reading.grids
        if seen.seat in (None, grid.seat) and seen.grid.height == len(grid.rows) and not seen.obstructed
    ]
    most, best = max(alike, key=lambda pair: pair[0], default=(0, None))
    return best if most >= SAME_SHARE * len(grid.rows) ** 2 else None


def _pairs(grid: GridView, now: Grid) -> list[tuple[Cell, CellView, str]]:
    views = [view for row in grid.rows for view in row]
    return [(cell, view, tile.face if tile else EMPTY) for (cell, tile), view in zip(now, views, strict=True)]


def _face(view: CellView) -> str:
    return WILD if view.face == FILLER else view.face


def shown(face: str) -> str:
    """A face as people say it."""
    return {WILD: _("its symbol"), FILLER: _("its symbol, as a filler"), EMPTY: _("nothing")}.get(face, face)
