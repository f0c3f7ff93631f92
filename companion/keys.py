"""What a press means at the table: the referee's desk, then the game, then the keys that all games share."""

from typing import TYPE_CHECKING

from companion.clock import Tick
from companion.errors import RuleError
from companion.games import GAMES
from companion.games.record import Event
from companion.match import Match
from companion.presses import Press

if TYPE_CHECKING:
    from companion.table import Table

ENDS = ("host", "power", "doorbell")


def obey(table: "Table", press: Press) -> None:
    """Do what a press asks for; RuleError says why it cannot be."""
    if table.desk.hears(press):
        return
    match = table.match
    if match is None:
        wake(table, press)
        return
    events = _made_by(table, match, press) if match.view.closed is None else ()
    for event in events:
        _commit(table, match, event, press)
    if events:
        return
    match press.key:
        case "start":
            _start(table, match)
        case "ok":
            _answer(table, [(each.kind, dict(each.fields)) for each in table.scoreboard().prompts])
        case "undo":
            match.undo("table", "the undo key")
        case "dispute":
            (table.resume if "dispute" in match.view.clock.causes else table.pause)("dispute", "table")
        case "hold":
            return  # a game that knows no long press has had its buzz already
        case _:
            raise RuleError(f"seat {press.seat} pressed: its button counts for nothing now")


def wake(table: "Table", press: Press) -> None:
    """Open the match that a press stands for when none is played: a timer is two presses from the start."""
    for game in GAMES:
        if quick := game.wakes.get(press.key):
            table.open(game, table.fresh_name(), quick.names, quick.switches)
            return
    raise RuleError("no match is played now: open one first")


def _made_by(table: "Table", match: Match, press: Press) -> tuple[Event, ...]:
    """The events that a press makes in the game, by itself or with what lies still before the eye."""
    game, state, seen = match.view.game, match.view.state, table.sight.seen
    events: tuple[Event, ...] = game.on_press(state, press)
    if events:
        return events
    still = seen is not None and seen.steady and not table.sight.trouble
    shown: tuple[Event, ...] = game.on_press_seen(state, press, seen.reading if seen and still else None)
    return shown


def _commit(table: "Table", match: Match, event: Event, press: Press) -> None:
    """Record what a press made, as of the press; never before what was recorded last."""
    now, last = table.stamp(), match.view.entries[-1].stamp
    floor_ns = last.tick_ns if last.boot == now.boot else 0
    stamp = now._replace(tick_ns=min(now.tick_ns, max(press.at_ns, floor_ns)))
    fields = event.fields()
    if "at_ms" in fields and fields["at_ms"] is None:
        at_ms = match.view.clock.position_ms(Tick(stamp.boot, stamp.tick_ns))
        event = match.view.game.event(event.kind, {**fields, "at_ms": at_ms})
    who = "table" if press.seat is None else f"seat {press.seat}"
    match.commit(event, who, f"pressed ({press.door})", stamp)


def _start(table: "Table", match: Match) -> None:
    """Begin, pause or go on: each cause of a pause ends by its own key, a dispute never by this one."""
    causes = match.view.clock.causes
    ended = next((cause for cause in ENDS if cause in causes), None)
    if ended:
        table.resume(ended, "table")
    elif causes:
        raise RuleError(
            f"the clock is held for {', '.join(sorted(causes))}: that ends on the page or by its own key"
        )
    elif table.remaining_ms is not None:
        table.pause("host", "table")
    else:
        prompts = table.scoreboard().prompts
        _answer(table, [(each.kind, dict(each.fields)) for each in prompts if each.seat is None])


def _answer(table: "Table", asked: list[tuple[str, dict[str, object]]]) -> None:
    """Say yes to the one thing that is asked."""
    if not asked:
        raise RuleError("nothing is asked now")
    if len(asked) > 1:
        raise RuleError("several things can be done now: choose one on the screen")
    table.commit(*asked[0], "table")
