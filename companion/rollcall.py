"""A roll call of the buttons: each is asked for in turn, so that swapped wires and stuck keys show."""

from dataclasses import dataclass, replace

from companion.wiring import Wiring


@dataclass(frozen=True, slots=True)
class RollCall:
    """Buttons that are asked for in order, by the names of their wires, and which one came each time.

    `came` holds for each asked so far the wire that was heard, empty for one that was passed over; `held`
    are those that read closed before anybody pressed: stuck, or wired the other way round.
    """

    wiring: Wiring
    held: tuple[str, ...] = ()
    came: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(wire.name for wire in self.wiring.buttons if wire.name not in self.held)

    @property
    def asks(self) -> str:
        """The button to press now; empty when all were asked for."""
        return self.names[len(self.came)] if len(self.came) < len(self.names) else ""

    def heard(self, name: str) -> "RollCall":
        """The roll call after a button was heard; one that is held down, or all asked for, change nothing."""
        return replace(self, came=(*self.came, name)) if self.asks and name not in self.held else self

    def passed_over(self) -> "RollCall":
        """The roll call after the button that was asked for did not come."""
        return self.heard("")

    @property
    def findings(self) -> tuple[str, ...]:
        """What is wrong, in sentences with the pins to look at; nothing for buttons that came as asked."""
        pairs = tuple(zip(self.names, self.came, strict=False))
        swapped = {(one, other) for one, other in pairs if one != other and (other, one) in pairs}
        said = [f"{self._place(name)} is closed without being pressed: stuck, or wired the other way round"
                for name in self.held]  # fmt: skip
        for asked, came in pairs:
            if not came:
                said.append(f"{self._place(asked)} was not heard: is its wire loose?")
            elif (asked, came) in swapped and asked < came:
                said.append(f"the wires of {self._place(asked)} and {self._place(came)} are swapped")
            elif asked != came and (asked, came) not in swapped:
                said.append(
                    f"{asked} was asked for and {self._place(came)} came: another button, or its wire"
                )
        return tuple(said)

    def _place(self, name: str) -> str:
        wire = next(wire for wire in self.wiring.wires if wire.name == name)
        return f"{name} on {wire.place}"
