"""What the eye is asked for, and what its readings become (WK-10)."""

from companion.games.record import Event
from companion.games.wordoku.events import Laid
from companion.games.wordoku.layouts import layout_of
from companion.games.wordoku.state import State
from companion.layout import Layout
from companion.reading import GridReading, Reading


def layout(state: State) -> Layout:
    """The grid of this match's size."""
    return layout_of(state.size)


def on_reading(state: State, reading: Reading, seat: int | None = None) -> tuple[Event, ...]:
    """The grids of a reading, laid before the seats whose mats they lie on; before `seat` the one on its own
    mat, else one without a mat, else any. Without a seat a grid without a mat is that of the only seat whose
    grid is not read yet, unless it is another's that still lies there. Nothing before the bell has rung, and
    nothing that something lies over."""
    played = state.open_round
    if played is None or not played.rung or reading.obstructed:
        return ()
    grids = [grid for grid in reading.grids if not grid.obstructed]
    waiting = [number for number in state.waiting(played) if played.lay(number) is None]
    if seat is not None:
        likely = sorted(grids, key=lambda grid: (grid.seat != seat, grid.seat is not None))
        return tuple(_laid(seat, grid) for grid in likely[:1])
    seated = tuple(_laid(grid.seat, grid) for grid in grids if grid.seat is not None and grid.seat in waiting)
    known = {lay.read for _, lay in played.lays}
    loose = [grid for grid in grids if grid.seat is None and grid.grid not in known]
    without = set(waiting) - {grid.seat for grid in grids}
    if len(loose) == 1 and len(without) == 1:
        return (*seated, _laid(without.pop(), loose[0]))
    return seated


def _laid(seat: int, grid: GridReading) -> Laid:
    doubts = tuple((str(d.cell), d.about, d.best, tuple(d.others)) for d in grid.doubts)
    return Laid(seat, str(grid.grid), "camera", doubts)
