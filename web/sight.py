"""What a reading says about the picture, in sentences: what lies over a grid, what helps."""

from math import ceil, radians, tan
from typing import NamedTuple

from companion.reading import GridReading, Reading
from companion.table import Table
from web.words import _

SMALL_PX, GOOD_PX = 20, 26
STEP_CM = 5


class Lens(NamedTuple):
    """What the camera's pictures are like: how wide in pixels (0: not known) and in degrees, and how long a
    tile's side is on the table."""

    wide_px: int = 0
    wide_deg: float = 66.0
    tile_mm: float = 20.0

    def away_cm(self, tile_px: float) -> float:
        """How far away the camera is that sees a tile so wide; 0 when that cannot be told."""
        focal_px = self.wide_px / 2 / tan(radians(self.wide_deg / 2))
        return focal_px * self.tile_mm / tile_px / 10


UNKNOWN = Lens()


def lens_of(table: Table) -> Lens:
    """The lens through which the table's eye looks at what it reads now."""
    seen, layout = table.sight.seen, table.setup.layout
    wide_px = seen.wide_px if seen else 0
    return Lens(wide_px, table.setup.lens_deg, layout.tile_mm if layout else UNKNOWN.tile_mm)


def told(reading: Reading | None, lens: Lens = UNKNOWN) -> list[str]:
    """Sentences for a person who sets the table up, the most urgent one first."""
    if reading is None:
        return []
    problem = [reading.problem] if reading.problem else []
    remedies = [remedy(note) for note in reading.notes]
    return [*covered_sentences(reading), *problem, *remedies, *tile_sentences(reading, lens)]


def shown(reading: Reading) -> tuple[object, ...]:
    """What pages show of a reading, without what flickers from picture to picture."""
    covered = [grid.covered for grid in reading.grids]
    said = reading.caption.text if reading.caption else ""
    side = smallest_px(reading)
    enough = (side >= SMALL_PX, side >= GOOD_PX)
    return len(reading.grids), reading.problem, reading.obstructed, reading.notes, covered, said, enough


def covered_sentences(reading: Reading) -> list[str]:
    """That the table is waited for, for each grid over which something lies."""
    return [covered_sentence(grid) for grid in reading.grids if grid.covered]


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
        "slanting": _("The camera looks on from the side: hang it straight above."),
        "bumped": _("The camera or the table was pushed: see whether all grids are still in the picture."),
    }.get(note, note)


def smallest_px(reading: Reading) -> float:
    """How wide the smallest tile is in the picture; 0 when none was read."""
    return min((grid.tile_px for grid in reading.grids if grid.tile_px), default=0.0)


def tile_sentences(reading: Reading, lens: Lens = UNKNOWN) -> list[str]:
    """How large the smallest tile is in the picture, and whether that is enough."""
    side = smallest_px(reading)
    if not side:
        return []
    if side >= GOOD_PX:
        return [_("A tile is %d px wide in the picture: good.") % side]
    lower = how_much_lower(side, lens)
    if side >= SMALL_PX:
        return [
            _("A tile is %(px)d px wide: just enough. Hang the camera %(lower)s lower.")
            % {"px": side, "lower": lower}
        ]
    return [
        _("A tile is only %(px)d px wide: hang the camera %(lower)s lower.") % {"px": side, "lower": lower}
    ]


def how_much_lower(tile_px: float, lens: Lens) -> str:
    """In centimetres where the lens is known, in steps that a person can follow; else in percent."""
    share, away_cm = 1 - tile_px / GOOD_PX, lens.away_cm(tile_px)
    if not away_cm:
        return _("%d %%") % round(100 * share)
    return _("about %d cm") % (STEP_CM * ceil(away_cm * share / STEP_CM))
