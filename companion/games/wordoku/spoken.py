"""The plain lines of `companion play`, and the events they stand for."""

from collections.abc import Callable

from companion.errors import UnreadableError
from companion.games.record import Event
from companion.games.wordoku.events import (
    Begun,
    Bell,
    Claimed,
    Confirmed,
    Corrected,
    Declared,
    Exchanged,
    Joined,
    Laid,
    Left,
    Renamed,
    Swapped,
)
from companion.games.wordoku.lines import line_named
from companion.games.wordoku.rules import COLOURS, SYMBOLS
from companion.games.wordoku.state import State
from companion.grid import FILLER, WILD, Cell, Grid
from companion.lexicon import as_word

PHRASES = {
    "begin": "a round begins",
    "swap Ann star": "Ann swaps a tile of that symbol",
    "bell": "the round is over, the grids are read",
    "grid Ann ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo": "what lies before Ann",
    "cell Ann r2c3 F star": "that cell of Ann's was read wrongly (the symbol may be left out)",
    "exchange Ann star circle": "Ann's stars are circles, and her circles stars",
    "filler Ann r4c1": "Ann's symbol side there only fills a hole",
    "wild Ann r4c1": "Ann's symbol side there is the wild",
    "wild Ann r4c1 E": "and it is an E",
    "claim Ann row4 KEF": "Ann claims a word for a line",
    "ok Ann": "Ann's grid looks right",
    "join Cid": "somebody sits down, or comes back",
    "leave Ann": "somebody leaves",
    "rename Ann Anna": "somebody is called differently",
}


def heard(state: State, line: str) -> Event:
    """The event that a line stands for; UnreadableError says how to write it."""
    verb, _, rest = line.strip().partition(" ")
    match verb, rest.strip():
        case "begin", "":
            return Begun()
        case "bell", "":
            return Bell()
        case "join", name if name:
            return Joined(name, _seat_to_join(state, name))
        case _ if verb in SEATED and rest.strip():
            seat, said = _seat(state, rest.strip())
            if event := SEATED[verb](seat, said):
                return event
    forms = [phrase for phrase in PHRASES if phrase.split()[0] == verb]
    how = f"write it as {' or '.join(forms)}" if forms else "type help for what can be said"
    raise UnreadableError(f"{line[:40]!r} says nothing here: {how}")


def _wild(seat: int, said: list[str]) -> Event | None:
    match said:
        case [cell]:
            return Corrected(seat, _cell(cell), WILD)
        case [cell, letter]:
            return Declared(seat, _cell(cell), as_word(letter))
    return None


def _cell_read(seat: int, said: list[str]) -> Event | None:
    match said:
        case [cell, face]:
            return Corrected(seat, _cell(cell), as_word(face))
        case [cell, face, symbol]:
            return Corrected(seat, _cell(cell), as_word(face), _symbol(symbol))
    return None


def _grid(seat: int, said: list[str]) -> Event | None:
    return Laid(seat, str(Grid.parse(" ".join(said)))) if said else None


def _exchange(seat: int, said: list[str]) -> Event | None:
    return Exchanged(seat, _symbol(said[0]), _symbol(said[1])) if len(said) == 2 else None


def _swap(seat: int, said: list[str]) -> Event | None:
    return Swapped(seat, _symbol(said[0])) if len(said) == 1 else None


def _filler(seat: int, said: list[str]) -> Event | None:
    return Corrected(seat, _cell(said[0]), FILLER) if len(said) == 1 else None


def _claim(seat: int, said: list[str]) -> Event | None:
    return Claimed(seat, line_named(said[0], 5).name, as_word(said[1])) if len(said) == 2 else None


def _rename(seat: int, said: list[str]) -> Event | None:
    return Renamed(seat, " ".join(said)) if said else None


def _leave(seat: int, said: list[str]) -> Event | None:
    return None if said else Left(seat)


def _ok(seat: int, said: list[str]) -> Event | None:
    return None if said else Confirmed(seat)


SEATED: dict[str, Callable[[int, list[str]], Event | None]] = {
    "swap": _swap, "grid": _grid, "cell": _cell_read, "exchange": _exchange,
    "filler": _filler, "wild": _wild,
    "claim": _claim, "ok": _ok, "leave": _leave, "rename": _rename,
}  # fmt: skip


def _cell(name: str) -> str:
    return str(Cell.parse(name.lower()))


def _seat(state: State, said: str) -> tuple[int, list[str]]:
    """The seat that a line begins with, by its number or its player's name, and the words after it."""
    first, _, rest = said.partition(" ")
    if first.isdecimal():
        if int(first) not in state.names:
            raise UnreadableError(f"there is no seat {first[:10]}: {_seats(state)}")
        return int(first), rest.split()
    fits = {number: name for number, name in state.names.items() if _begins(said, name)}
    longest = max(map(len, fits.values()), default=0)
    named = [number for number, name in fits.items() if len(name) == longest]
    if len(named) != 1:
        reason = (
            f"{len(named)} players are called {fits[named[0]]!r}"
            if named
            else f"nobody is called {first[:40]!r}"
        )
        raise UnreadableError(f"{reason}: give the number of the seat ({_seats(state)})")
    return named[0], said[longest:].split()


def _begins(said: str, name: str) -> bool:
    """Whether a line begins with a whole name, whatever its case."""
    return f"{said} ".casefold().startswith(f"{name} ".casefold())


def _seats(state: State) -> str:
    return ", ".join(f"{number} {name}" for number, name in state.names.items())


def _seat_to_join(state: State, name: str) -> int:
    """The seat that somebody of that name has left, or the next one."""
    left = [s.number for s in state.seats if not s.here and s.name.casefold() == name.casefold()]
    return left[0] if left else len(state.seats) + 1


def _symbol(word: str) -> str:
    for symbol, name in SYMBOLS.items():
        if word.lower() in (symbol, name, f"{name}s", COLOURS[symbol]):
            return symbol
    raise UnreadableError(f"{word[:20]!r} is no symbol: {', '.join(SYMBOLS.values())}")
