"""What a press means at the table: the game's own answer first, else what the key is for everywhere."""

import logging

from companion.errors import CompanionError, RuleError
from companion.presses import Press
from companion.scoreboard import Prompt
from companion.table import Table

WHO = "button"
log = logging.getLogger(__name__)


def press(table: Table, press: Press) -> None:
    """Take a press from whichever door; it never raises, so that no thread of pins can end by it.

    What cannot be done is told on the pages.
    """
    try:
        answer(table, press)
    except CompanionError as error:
        table.tell(str(error))
    except Exception:
        log.exception("a press could not be answered: %r", press)
        table.tell("something went wrong with that button; it was written down")


def answer(table: Table, press: Press) -> None:
    """Do what a press asks for; RuleError says why it means nothing now."""
    match = table.match
    if match is None:
        raise RuleError("no match is played now: open one first")
    if events := match.view.game.on_press(match.view.state, press):
        for event in events:
            match.commit(event, WHO)
        return
    match press.key:
        case "start":
            start(table)
        case "ok":
            commit(table, only_prompt(table, press.seat))
        case "undo":
            match.undo(WHO)
        case "dispute":
            dispute(table)
        case _:
            raise RuleError("that button means nothing now")


def start(table: Table) -> None:
    """Begin what is ready to begin; hold a running clock, or let it go on."""
    causes = table.clock.causes
    if "host" in causes:
        table.resume("host", WHO)
    elif causes:
        raise RuleError(f"the clock is held for another reason ({', '.join(causes)}): that ends on the page")
    elif table.remaining_ms is not None:
        table.pause("host", WHO)
    else:
        commit(table, only_prompt(table, None, own=False))


def dispute(table: Table) -> None:
    """Hold the clock while something is argued about, or let it go on after it."""
    if "dispute" in table.clock.causes:
        table.resume("dispute", WHO)
    else:
        table.pause("dispute", WHO)


def only_prompt(table: Table, seat: int | None, own: bool = True) -> Prompt:
    """The one thing that the table is asked, or a seat, or (not `own`) nobody in particular; RuleError when
    there are none or several."""
    asked = [
        prompt
        for prompt in table.scoreboard().prompts
        if prompt.seat is None or (own and seat in (None, prompt.seat))
    ]
    if len(asked) != 1:
        raise RuleError(
            "nothing is asked now" if not asked else "several things are asked: choose on the page"
        )
    return asked[0]


def commit(table: Table, prompt: Prompt) -> None:
    table.commit(prompt.kind, dict(prompt.fields), WHO)
