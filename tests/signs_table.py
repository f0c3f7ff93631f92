"""Lamp, sound and word of every kind of entry, found by going through the golden matches (`make signs`)."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion import jsonl
from companion.clock import Tick
from companion.errors import RuleError
from companion.fold import Folded, fold
from companion.games.record import Event
from companion.journal import Entry
from companion.lexicon import Lexicon, load
from companion.presses import Press
from companion.signals import CUES, PATTERNS, Moment, cues_between, lights
from companion.table import CLOCK

JOURNALS = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


@dataclass
class Signs:
    """What one kind of entry of a game has let be heard, which patterns lamps then show, by which button it
    is made."""

    cues: set[str] = field(default_factory=set)
    lamps: set[str] = field(default_factory=set)
    buttons: set[str] = field(default_factory=set)


def moment(view: Folded, cues: tuple[str, ...]) -> Moment:
    """A match as cues follow from it."""
    stamp, rung = view.entries[-1].stamp, view.entries[-1].who == CLOCK
    due = view.game.due(view.state) if view.closed is None else None
    left_ms = due.at_ms - view.clock.position_ms(Tick(stamp.boot, stamp.tick_ns)) if due else None
    return Moment(view.name, len(view.entries), left_ms, view.clock.causes, cues, rung=rung)


def made_by(view: Folded) -> Iterator[tuple[Event, str]]:
    """The events that a button would make now, each with the button."""
    at_ns = view.entries[-1].stamp.tick_ns + 1
    presses = [Press(at_ns, key, seat) for key in ("buzz", "hold") for seat in range(1, 11)]
    for press in (*presses, Press(at_ns, "start"), Press(at_ns, "ok")):
        button = {"buzz": "seat", "hold": "seat, held"}.get(press.key, press.key)
        try:
            made = view.game.on_press(view.state, press) or view.game.on_press_seen(view.state, press, None)
        except RuleError:
            continue
        yield from ((event, button) for event in made)


def signs(entries: Sequence[Entry], lexicon: Lexicon, found: dict[tuple[str, str], Signs]) -> None:
    """Go through a match entry by entry and add what each lets be heard and shown."""
    before = moment(fold("m", entries[:1]), ())
    for number in range(2, len(entries) + 1):
        view, kind = fold("m", entries[:number]), entries[number - 1].kind
        own = kind in {event.kind for event in view.game.events}
        board = view.game.scoreboard(view.state, view.lexicon(lexicon))
        after = moment(view, board.cues if own else ())
        known = found.setdefault((view.game.title if own else "every game", kind), Signs())
        known.cues |= {cue.name for cue in cues_between(before, after)}
        known.lamps |= set(lights(board, bool(view.clock.causes)).values()) - {"off"}
        for event, button in made_by(view) if view.closed is None else ():
            found.setdefault((view.game.title, event.kind), Signs()).buttons.add(button)
        before = after


def all_signs(lexicon: Lexicon) -> dict[tuple[str, str], Signs]:
    """What was found in all golden matches, by game and kind of entry."""
    found: dict[tuple[str, str], Signs] = {}
    for path in JOURNALS:
        signs(jsonl.loads(path.read_text())[1], lexicon, found)
    return dict(sorted(found.items()))


def table(found: dict[tuple[str, str], Signs]) -> str:
    """The same as a table in Markdown."""
    rows = ["| game | entry | its button | sound | all lamps meanwhile | word | lamps afterwards |"]
    rows.append("|---|---|---|---|---|---|---|")
    for (game, kind), each in found.items():
        cues = [CUES[name] for name in CUES if name in each.cues]
        flash = [PATTERNS[cue.light].partition(":")[0] for cue in cues]
        lamps = [PATTERNS[name].partition(":")[0] for name in PATTERNS if name in each.lamps]
        told = (sorted(each.buttons), [cue.name for cue in cues], flash, [cue.word for cue in cues], lamps)
        rows.append(f"| {game} | {kind} | " + " | ".join("; ".join(part) for part in told) + " |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table(all_signs(load())))
