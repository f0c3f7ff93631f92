"""What the set-up page measures in the picture: each point named, good or not, with what helps."""

from typing import NamedTuple

from companion.eye import Seen
from companion.reading import Reading
from web.sight import SMALL_PX, Lens, covered_sentences, remedy, smallest_px, tile_sentences
from web.words import _

NAMED = ("dark", "glare", "blurred", "bumped")


class Check(NamedTuple):
    """One point: its name, whether it is good (None: it cannot be told), and a sentence."""

    name: str
    good: bool | None
    sentence: str


def checks(seen: Seen | None, trouble: str, lens: Lens) -> list[Check]:
    """Every point, in the order in which they are put right: first light, then the rest."""
    if trouble or seen is None:
        return [Check(_("Camera"), False, trouble or _("the camera is starting"))]
    camera = Check(_("Camera"), True, seen.camera)
    reading = seen.reading
    return [camera] if reading is None else [camera, *_of_picture(reading), *_of_tiles(reading, seen, lens)]


def _of_picture(reading: Reading) -> list[Check]:
    dark = "dark" in reading.notes
    light = _("Bright enough to read by (%d %%).") % round(100 * reading.light)
    points = [
        _point(reading, _("Light"), "dark", light),
        _point(reading, _("Glare"), "glare", _("No lamp is mirrored where it does harm.")),
        _point(reading, _("Focus"), "blurred", _("The picture is sharp.")),
        _point(reading, _("Camera and table"), "bumped", _("Both are where they were.")),
    ]
    unknown = Check(_("Focus"), None, _("It cannot be told in the dark."))
    return [unknown if dark and point.name == unknown.name else point for point in points]


def _point(reading: Reading, name: str, note: str, fine: str) -> Check:
    return Check(name, False, remedy(note)) if note in reading.notes else Check(name, True, fine)


def _of_tiles(reading: Reading, seen: Seen, lens: Lens) -> list[Check]:
    """Whether what is looked for is seen whole, and large enough."""
    others = [Check(_("Reading"), False, remedy(note)) for note in reading.notes if note not in NAMED]
    if covered := covered_sentences(reading):
        found = [Check(_("Clear table"), False, sentence) for sentence in covered]
    elif reading.problem or not reading.grids:
        problem = reading.problem or _("nothing that can be read lies before the camera")
        found = [Check(_("In the picture"), False, f"{problem[:1].upper()}{problem[1:]}.")]
    else:
        still = (
            _("%d seen whole, and nothing moves.") if seen.steady else _("%d seen; something moves still.")
        )
        found = [Check(_("In the picture"), True if seen.steady else None, still % len(reading.grids))]
    return [*found, *others, *_of_size(reading, lens)]


def _of_size(reading: Reading, lens: Lens) -> list[Check]:
    side = smallest_px(reading)
    if not side:
        return []
    away = _(" The camera is about %d cm away.") % lens.away_cm(side) if lens.wide_px else ""
    [sentence] = tile_sentences(reading, lens)
    return [Check(_("Size of tiles"), side >= SMALL_PX, sentence + away)]
