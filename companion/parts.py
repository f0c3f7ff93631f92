"""What the appliance's parts can be asked; each has a real one and a drawn or silent one."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from companion.eye import Draw, Hold, Seen, Trouble, Watch
from companion.layout import Layout
from companion.reading import Reading


class Sight(Protocol):
    """The eye as the table knows it."""

    seen: Seen | None
    trouble: str
    listeners: list[Callable[[Seen | Trouble], None]]

    def order(self, command: Watch | Draw | Hold) -> None:
        """Tell it something that holds until told otherwise."""

    def read_upload(self, packed: bytes, layout: Layout) -> Reading:
        """The reading of a picture that was sent; UnreadableError if there is none."""


class Buttons(Protocol):
    """A drawn panel: buttons that are pressed on a page, with pins behind them that are not there."""

    def tap(self, name: str) -> None:
        """Press and release a button; PanelError for an unknown one."""


class Pins(NamedTuple):
    """What became of the buttons: why there are none (empty: there are), and the drawn panel, if any."""

    trouble: str
    drawn: Buttons | None = None
