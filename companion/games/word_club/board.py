"""The match as a person would look at it: whose turn, the last plays, the end line by line; never a rack."""

from collections.abc import Iterator

from companion.games.record import Standings
from companion.games.word_club.rules import CANDIDATE, OFF
from companion.games.word_club.standings import adjustments, missing, standings, surplus
from companion.games.word_club.state import OUT, QUIET, RESIGNED, State, Turn
from companion.lexicon import Lexicon
from companion.scoreboard import Block, Prompt, Scoreboard, SeatRow

LAST_TURNS = 8


def scoreboard(state: State, lexicon: Lexicon) -> Scoreboard:
    """The match as it stands now."""
    table = standings(state, lexicon)
    rows = tuple(
        SeatRow(each.seat, each.name, each.points, _status(state, each.seat), _helped(each.assistance))
        for each in table.seats
    )
    return Scoreboard(
        _headline(state, table),
        house(state, lexicon),
        rows,
        tuple(_blocks(state)),
        tuple(_prompts(state)),
        tuple(_notices(state)),
        lamps=tuple(_lamps(state)),
        cues=(state.cue,) if state.cue else (),
    )


def _headline(state: State, table: Standings) -> str:
    if state.ending is None:
        if state.is_out:
            return "The last tile is placed: challenge the play, or accept it"
        return f"{state.player(state.turn).name}'s turn; {_tiles(len(state.bag))} in the bag"
    names = [seat.name for seat in table.seats if seat.seat in table.winners]
    if state.waits_for:
        return f"{_why_over(state)}: the closing racks are still to be told"
    verb = "share the win" if len(names) > 1 else "wins"
    return f"{_why_over(state)}: {' and '.join(names)} {verb}"


def _why_over(state: State) -> str:
    assert state.ending is not None
    match state.ending.how:
        case "out":
            return f"{state.player(state.ending.seat).name} has gone out"
        case "quiet":
            return "Everybody passed or exchanged three times in a row"
        case _:
            return "All others have resigned"


def house(state: State, lexicon: Lexicon) -> str:
    """Rules, switches and list of the match (WC-1, WC-17)."""
    remark = f" ({CANDIDATE})" if state.rules.remark else ""
    where = "a real board" if state.is_table else "on this device"
    tries = f"; {state.tries} tries a turn" if state.tries else ""
    challenge = f"; challenge play, {state.challenge}" if state.challenge != OFF else ""
    return (
        f"rules {state.rules.version}{remark}; {where}{tries}{challenge}; list {lexicon.name} "
        f"{lexicon.version}, {len(lexicon):,} words, {lexicon.sha256[:8]}: a rare word may be refused"
    )


def _status(state: State, seat: int) -> str:
    player = state.player(seat)
    if not player.here:
        return "has resigned"
    tiles = _tiles(len(player.rack))
    if state.ending is not None:
        return f"{tiles} left"
    if seat != state.turn or state.is_out:
        return tiles
    tries = f", try {len(state.failed) + 1} of {state.tries}" if state.failed else ""
    return f"to move, {tiles}{tries}"


def _helped(hints: int) -> str:
    return f"{hints} hint{'' if hints == 1 else 's'} (assistance)" if hints else ""


def _blocks(state: State) -> Iterator[Block]:
    yield Block("Board", state.board.rows if not state.board.is_empty else ())
    lines = tuple(
        f"{number}. {state.player(turn.seat).name}: {turn.what}{_points(turn)}"
        for number, turn in enumerate(state.turns, 1)
    )
    if lines:
        yield Block("Turns", lines[-LAST_TURNS:])
    if ends := adjustments(state):
        yield Block("At the end", tuple(each.sentence for each in ends))


def _points(turn: Turn) -> str:
    if turn.off:
        return ""
    where = f" ({turn.move.split()[1]})" if turn.move else ""
    return f"{where}, {turn.points} points" if turn.points or turn.move else ""


def _prompts(state: State) -> Iterator[Prompt]:
    """Only what answers the last play: a pass is never offered, or the OK key would take it."""
    if state.ending is None and state.pending is not None:
        yield Prompt("Nobody challenges", "accepted")
        for seat in _challengers(state):
            name = state.player(seat).name
            yield Prompt(f"{name} challenges the play", "challenged", (("seat", seat),), seat)


def _challengers(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in state.here if state.pending and seat != state.pending.seat)


def _lamps(state: State) -> Iterator[tuple[int, str]]:
    """Whose turn it is breathes; who can challenge is armed."""
    if state.ending is None:
        armed = dict.fromkeys(_challengers(state), "armed")
        yield from (armed if state.is_out else {**armed, state.turn: "turn"}).items()


def _notices(state: State) -> Iterator[str]:
    if over := surplus(state):
        yield f"More tiles of {', '.join(dict.fromkeys(over))} lie here than the set has: look again."
    elif state.ending is not None and state.ending.how in (OUT, QUIET) and (lost := missing(state)):
        yield f"Board, bag and racks do not add up to the set: {', '.join(lost)} is missing."
    if state.ending is not None and state.ending.how != RESIGNED:
        for seat in state.waits_for:
            player = state.player(seat)
            yield f"What has {player.name} left? Show or type the {_tiles(len(player.rack))}."


def _tiles(number: int) -> str:
    return f"{number} tile{'' if number == 1 else 's'}"
