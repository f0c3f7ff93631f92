"""Who gets what: fewer cards or places than presses, served in order, and only the last one can be tied."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.presses import Press, first_of, race

PLACE = "place"


class Win(NamedTuple):
    """A tiebreaker that was won: what it was about (a letter, or `place`), who was in it, and who won."""

    about: str
    seats: tuple[int, ...]
    winner: int


class Shout(NamedTuple):
    """A claim or a DONE in a contest; without a press it comes after all that have one."""

    seat: int
    press: Press | None


@dataclass(frozen=True, slots=True)
class Served:
    """The seats that are served, in order; those tied for the last that is left; who gets nothing."""

    seats: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()


def foremost(shouts: Sequence[Shout], tie_ms: float) -> tuple[int, ...]:
    """The seats that are first among these: one, or several in a tie (WS-6)."""
    pressed = [shout.press for shout in shouts if shout.press]
    if pressed:
        return tuple(press.seat for press in first_of(race(pressed, tie_ms)) if press.seat)
    return tuple(shout.seat for shout in shouts[:1])


def serve(
    about: str,
    shouts: Iterable[Shout],
    fits: Callable[[tuple[int, ...]], bool],
    tie_ms: float,
    wins: Iterable[Win] = (),
) -> Served:
    """Serve shouts one after the other as long as `fits` says that there is something for all of them.

    A tie is only one when there is not enough for two of those in it; `wins` decide ties that were broken.
    """
    waiting, served, missed = list(shouts), tuple[int, ...](), list[int]()
    while waiting:
        missed += [shout.seat for shout in waiting if not fits((*served, shout.seat))]
        waiting = [shout for shout in waiting if shout.seat not in missed]
        if not waiting:
            break
        first = foremost(waiting, tie_ms)
        tied = tuple(seat for seat in first if seat == first[0] or not fits((*served, first[0], seat)))
        seat = first[0] if len(tied) == 1 else _winner(about, tied, wins)
        if seat is None:
            others = [shout.seat for shout in waiting if shout.seat not in tied]
            return Served(served, tied, (*missed, *others))
        served = (*served, seat)
        waiting = [shout for shout in waiting if shout.seat != seat]
    return Served(served, (), tuple(missed))


def _winner(about: str, tied: tuple[int, ...], wins: Iterable[Win]) -> int | None:
    """Who has won a tiebreaker in which all of these took part, the last one first."""
    broken = [win.winner for win in wins if win.about == about and set(tied) <= set(win.seats)]
    return next((seat for seat in reversed(broken) if seat in tied), None)
