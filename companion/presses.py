"""A press of a button: who, which key, and when it began; who was first. Values and pure functions."""

from collections.abc import Iterable
from dataclasses import dataclass

DOORS = ("pin", "key", "phone")
SHARED_KEYS = ("start", "ok", "undo", "dispute")
KEYS = ("buzz", "hold", *SHARED_KEYS)
TIE_MS = 30
NS_PER_MS = 1_000_000
LONGEST_WAY_NS = 2_000 * NS_PER_MS
LOOSEST_NS = 250 * NS_PER_MS
BETWEEN_BOOTS_NS = 1_000 * NS_PER_MS
LONG_NS = 600 * NS_PER_MS


@dataclass(frozen=True, slots=True)
class Press:
    """A press by the time of its first contact.

    `at_ns` are monotonic nanoseconds; `key` is "buzz", "start", "ok", "undo" or "dispute", or "hold" for a
    seat's button that is still held down after `LONG_NS`; `seat` is None for a key of the whole table;
    `door` is how it came: "pin", "key" (keyboard or kiosk) or "phone"; the true time lies within `give_ns`
    either way of `at_ns` (0 at a pin, WS-11); `boot` names the boot whose clock `at_ns` was read on.
    """

    at_ns: int
    key: str
    seat: int | None = None
    door: str = "pin"
    give_ns: int = 0
    boot: str = ""

    @property
    def sure_ns(self) -> int:
        """The time at which it had happened for sure: what it is ranked by, so that a phone never beats a
        pin inside its uncertainty (WS-11)."""
        return self.at_ns + self.give_ns


@dataclass(frozen=True, slots=True)
class Timeline:
    """Monotonic times of several boots on one line, which alone can be compared with each other.

    `offsets` holds what each boot's times are moved by, `latest_ns` the latest time on the line. Those of
    the boot that was met first stay as they are; every later boot comes after all that was met before it.
    """

    offsets: tuple[tuple[str, int], ...] = ()
    latest_ns: int = 0

    def offset_ns(self, boot: str) -> int:
        """What the times of a boot are moved by."""
        after_all = self.latest_ns + BETWEEN_BOOTS_NS if self.offsets else 0
        return dict(self.offsets).get(boot, after_all)

    def on_line(self, boot: str, at_ns: int) -> int:
        """Where a time of a boot lies on the line."""
        return at_ns + self.offset_ns(boot)

    def met(self, boot: str, at_ns: int) -> "Timeline":
        """The line with one more time on it."""
        offset_ns = self.offset_ns(boot)
        known = self.offsets if boot in dict(self.offsets) else (*self.offsets, (boot, offset_ns))
        return Timeline(known, max(self.latest_ns, at_ns + offset_ns))


@dataclass(frozen=True, slots=True)
class Placed:
    """A press and its place: 1 is first, a tie shares its place; how far it is behind the first."""

    press: Press
    place: int
    behind_ms: float

    @property
    def margin(self) -> str:
        """The margin as the screen shows it (WS-11): `first`, `+84 ms`, for a phone `+84 ms ±20`."""
        give = f" ±{self.press.give_ns / NS_PER_MS:.0f}" if self.press.give_ns else ""
        return f"first{give}" if not self.behind_ms else f"+{_plain(self.behind_ms)} ms{give}"


def _plain(ms: float) -> str:
    return f"{ms:.1f}" if ms < 10 else f"{ms:.0f}"


def race(presses: Iterable[Press], tie_ms: float = TIE_MS) -> tuple[Placed, ...]:
    """Who was first, whatever order the presses came in (WS-6); the first press of each seat counts.

    All within `tie_ms` of the earliest share place 1; those after them follow one by one, in a tie with
    one another only when they pressed at the same nanosecond.
    """
    ranked = _one_a_seat(presses)
    placed: list[Placed] = []
    for press in ranked:
        behind_ns = press.sure_ns - ranked[0].sure_ns
        tied = behind_ns <= tie_ms * NS_PER_MS or placed[-1].press.sure_ns == press.sure_ns
        place = placed[-1].place if placed and tied else len(placed) + 1
        placed.append(Placed(press, place, behind_ns / NS_PER_MS))
    return tuple(placed)


def first_of(placed: tuple[Placed, ...]) -> tuple[Press, ...]:
    """Whoever is first: one press, several in a tie, none without presses."""
    return tuple(each.press for each in placed if each.place == 1)


def final_ns(presses: Iterable[Press], tie_ms: float = TIE_MS) -> int | None:
    """From when on no press that is still to come can be first or tied; None without presses.

    A press that arrives even later with an earlier time changes `race` all the same, and is to be shown.
    """
    earliest = min((press.sure_ns for press in presses), default=None)
    return None if earliest is None else earliest + round(tie_ms * NS_PER_MS)


def amends(before: tuple[Placed, ...], after: tuple[Placed, ...]) -> bool:
    """Whether presses that came late changed who is first."""
    return bool(before) and first_of(before) != first_of(after)


def _one_a_seat(presses: Iterable[Press]) -> list[Press]:
    ranked = sorted(presses, key=lambda press: (press.sure_ns, press.give_ns, press.seat or 0, press.door))
    earliest: dict[int | None, Press] = {}
    for press in ranked:
        earliest.setdefault(press.seat, press)
    return list(earliest.values())


@dataclass(frozen=True, slots=True)
class Gathering:
    """Presses that came and are held back a moment, so that one that is late can still go before them."""

    wait_ns: int = TIE_MS * NS_PER_MS
    held: tuple[Press, ...] = ()

    def with_(self, press: Press) -> "Gathering":
        return Gathering(self.wait_ns, (*self.held, press))

    @property
    def due_ns(self) -> int | None:
        """When the earliest of them is to go on; None while nothing is held."""
        return min((press.at_ns + self.wait_ns for press in self.held), default=None)

    def parted(self, now_ns: int) -> tuple[tuple[Press, ...], "Gathering"]:
        """Those whose wait is over, by time and not by arrival, and the gathering of the others."""
        if self.due_ns is None or now_ns < self.due_ns:
            return (), self
        gone = sorted(
            (press for press in self.held if press.at_ns + self.wait_ns <= now_ns),
            key=lambda press: (press.at_ns, press.seat or 0),
        )
        kept = tuple(press for press in self.held if press.at_ns + self.wait_ns > now_ns)
        return tuple(gone), Gathering(self.wait_ns, kept)


def phoned(now_ns: int, pressed_ms: float | None, give_ms: float | None) -> tuple[int, int]:
    """When a phone was pressed, by its own clock set to ours, and how far that may be off: (at_ns, give_ns).

    `pressed_ms` are milliseconds of our monotonic clock as the phone reckons them, `give_ms` half the way
    there and back. What cannot be so (in the future, seconds ago, nothing) is stamped on arrival, loosely.
    """
    if pressed_ms is None or give_ms is None:
        return now_ns, LOOSEST_NS
    at_ns, give_ns = round(pressed_ms * NS_PER_MS), round(give_ms * NS_PER_MS)
    if not (0 <= now_ns - at_ns <= LONGEST_WAY_NS and 0 <= give_ns <= LOOSEST_NS):
        return now_ns, LOOSEST_NS
    return at_ns, give_ns
