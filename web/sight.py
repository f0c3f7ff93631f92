"""What a reading says about the picture, in sentences: what lies over a grid, what helps."""

from companion.reading import GridReading, Reading
from web.words import _

SMALL_PX, GOOD_PX = 20, 26


def told(reading: Reading | None) -> list[str]:
    """Sentences for a person who sets the table up, the most urgent one first."""
    if reading is None:
        return []
    covered = [covered_sentence(grid) for grid in reading.grids if grid.covered]
    problem = [reading.problem] if reading.problem else []
    return [*covered, *problem, *(remedy(note) for note in reading.notes), *tile_sentences(reading)]


def shown(reading: Reading) -> tuple[object, ...]:
    """What pages show of a reading, without what flickers from picture to picture."""
    covered = [grid.covered for grid in reading.grids]
    said = reading.caption.text if reading.caption else ""
    return len(reading.grids), reading.problem, reading.obstructed, reading.notes, covered, said


def covered_sentence(grid: GridReading) -> str:
    """That the table is waited for, and which part of which grid is hidden."""
    rows, columns = zip(*grid.covered, strict=True)
    down = _place(sum(rows) / len(rows), grid.grid.height, _("top"), _("bottom"))
    across = _place(sum(columns) / len(columns), grid.grid.width, _("left"), _("right"))
    where = " ".join(part for part in (down, across) if part) or _("middle")
    whose = _("the grid of seat %d") % grid.seat if grid.seat else _("the grid")
    return _("Waiting for a clear table: something lies over %s, %s.") % (whose, where)


def _place(middle: float, count: int, low: str, high: str) -> str:
    share = (middle + 0.5) / count
    return low if share < 0.4 else high if share > 0.6 else ""


def remedy(note: str) -> str:
    """A word about the picture as a sentence with what helps."""
    return {
        "dark": _("It is too dark: switch a lamp on."),
        "glare": _("A lamp is mirrored on the tiles: move the lamp aside, or the camera."),
        "blurred": _("The picture is blurred: let the camera be still, or focus it."),
        "bumped": _("The camera or the table was pushed: see whether all grids are still in the picture."),
    }.get(note, note)


def tile_sentences(reading: Reading) -> list[str]:
    """How large the smallest tile is in the picture, and whether that is enough."""
    sides = [grid.tile_px for grid in reading.grids if grid.tile_px]
    if not sides:
        return []
    side = min(sides)
    if side >= GOOD_PX:
        return [_("A tile is %d px wide in the picture: good.") % side]
    lower = round(100 * (1 - side / GOOD_PX))
    if side >= SMALL_PX:
        return [_("A tile is %d px wide: just enough. Hang the camera %d %% lower.") % (side, lower)]
    return [_("A tile is only %d px wide: hang the camera %d %% lower.") % (side, lower)]
