"""What the appliance's parts can be asked; each has a real one and a drawn or silent one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.eye import Draw, Hold, Learnt, Seen, Trouble, Watch
from companion.layout import Layout
from companion.presses import Press
from companion.pressfile import RawEdge
from companion.reading import Reading
from companion.signals import Cue
from companion.wiring import Wire, Wiring


class Sight(Protocol):
    """The eye as the table knows it."""

    seen: Seen | None
    trouble: str
    listeners: list[Callable[[Seen | Trouble], None]]

    def order(self, command: Watch | Draw | Hold) -> None:
        """Tell it something that holds until told otherwise."""

    def read_upload(self, packed: bytes, layout: Layout) -> Reading:
        """The reading of a picture that was sent; UnreadableError if there is none."""

    def learn(self, layout: Layout) -> Learnt:
        """The board that lies empty before the camera; UnreadableError says why it cannot be learned."""


class Buttons(Protocol):
    """The panel as the table knows it."""

    wiring: Wiring
    trouble: str
    lacking: tuple[str, ...]

    @property
    def runs(self) -> Sequence[Sequence[RawEdge]]:
        """The raw edges of each of the last presses, the last press last."""

    @property
    def title(self) -> str: ...

    @property
    def is_drawn(self) -> bool: ...

    def tell(self, press: Callable[[Press], None], heard: Callable[[Wire], None]) -> None:
        """From now on these are given each press, and each button at its contact."""

    def be_patient(self, patient: bool) -> None:
        """Whether a seat's button is told as a buzz or a hold only once it is known which of them it is."""

    @property
    def closed(self) -> tuple[Wire, ...]:
        """Buttons whose pins read closed now."""

    def push(self, name: str) -> None:
        """Press a drawn button, by the name of its wire."""

    def shine(self, levels: Mapping[str, float]) -> None:
        """Light lamps, 0 to 1, by the names of their wires."""

    def turn(self, now_ns: int, wait_s: float = 0) -> None:
        """Take in what came, send on what is ripe."""

    def stuck(self, now_ns: int) -> tuple[Wire, ...]:
        """Buttons that are held down for longer than a hand would."""


class Lights(Protocol):
    """What lamps show."""

    patterns: Mapping[int, str]

    def heard(self, seat: int, now_ms: int) -> None:
        """Let a lamp say that its button was heard."""

    def flash(self, pattern: str, now_ms: int, seat: int | None = None) -> None:
        """Show a cue for a moment, with the lamp of its seat or with all of them."""

    def levels(self, seats: range, now_ms: int) -> dict[str, float]:
        """How bright each lamp is now."""


class Voice(Protocol):
    """What lets cues be heard."""

    trouble: str

    def say(self, cue: Cue) -> bool:
        """Let it be heard; False when it is only seen."""
