"""The plain lines of `companion play`, and the events they stand for."""

from companion.errors import UnreadableError
from companion.games.record import Event
from companion.games.wordoku.rules import SYMBOLS
from companion.games.wordoku.state import (
    Begun,
    Bell,
    Claimed,
    Confirmed,
    Declared,
    Joined,
    Laid,
    Left,
    Renamed,
    State,
    Swapped,
)
from companion.grid import FILLER, WILD, Cell, Grid, Tile

PHRASES = {
    "begin": "a round begins",
    "swap Ann star": "Ann swaps a tile of that symbol",
    "bell": "the round is over, the grids are read",
    "grid Ann ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo": "what lies before Ann",
    "wild Ann r4c1 E": "Ann's wild there is an E",
    "filler Ann r4c1": "Ann's tile there only fills a hole",
    "claim Ann row4 KEF": "Ann claims a word for a line",
    "ok Ann": "Ann's grid looks right",
    "join Cid": "somebody sits down",
    "leave Cid": "somebody leaves",
    "rename Cid Cyd": "somebody is called differently",
}


def heard(state: State, line: str) -> Event:
    """The event that a line stands for; UnreadableError says how to write it."""
    match line.split():
        case ["begin"]:
            return Begun()
        case ["bell"]:
            return Bell()
        case ["join", *name] if name:
            return Joined(" ".join(name))
        case ["leave", who]:
            return Left(_seat(state, who))
        case ["rename", who, *name] if name:
            return Renamed(_seat(state, who), " ".join(name))
        case ["swap", who, symbol]:
            return Swapped(_seat(state, who), _symbol(symbol))
        case ["ok", who]:
            return Confirmed(_seat(state, who))
        case ["wild", who, cell, letter]:
            return Declared(_seat(state, who), str(Cell.parse(cell)), letter.upper())
        case ["claim", who, name, word]:
            return Claimed(_seat(state, who), name, word.upper())
        case ["grid", who, *fields] if fields:
            return Laid(_seat(state, who), str(Grid.parse(" ".join(fields))))
        case ["filler", who, cell]:
            return _filler(state, _seat(state, who), Cell.parse(cell))
        case _:
            raise UnreadableError(f"{line[:40]!r} says nothing here: type help for what can be said")


def _seat(state: State, who: str) -> int:
    """The seat of a name, or of a number where names are shared."""
    named = [seat.number for seat in state.seats if seat.name.casefold() == who.casefold()]
    if len(named) == 1:
        return named[0]
    if who.isdecimal() and int(who) in state.names:
        return int(who)
    seats = ", ".join(f"{number} {name}" for number, name in state.names.items())
    reason = f"{len(named)} players are called {who[:40]!r}" if named else f"nobody is called {who[:40]!r}"
    raise UnreadableError(f"{reason}: give the number of the seat ({seats})")


def _symbol(word: str) -> str:
    for symbol, name in SYMBOLS.items():
        if word.lower() in (symbol, name, f"{name}s"):
            return symbol
    raise UnreadableError(f"{word[:20]!r} is no symbol: {', '.join(SYMBOLS.values())}")


def _filler(state: State, seat: int, cell: Cell) -> Event:
    """The seat's grid laid anew with one symbol side as a filler (WK-8, WK-10)."""
    lay = state.rounds[-1].lay(seat) if state.rounds else None
    if lay is None or not (cell.row < lay.grid.height and cell.col < lay.grid.width):
        raise UnreadableError(f"no tile of seat {seat} lies at {cell}")
    tile = lay.grid[cell]
    if tile is None or tile.face != WILD:
        raise UnreadableError(f"no tile of seat {seat} lies symbol side up at {cell}")
    return Laid(seat, str(lay.grid.replaced(cell, Tile(FILLER, tile.symbol))))
