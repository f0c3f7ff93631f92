"""`companion bench`: the figures that are measured, one row each."""

import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import click

from companion import lexicon
from companion.commands.telling import DONE, as_json, example, say, tell_json
from companion.fold import fold
from companion.games import GAMES, layouts
from companion.games.record import Event
from companion.journal import Entry, Journal
from companion.match import Match, opened_now
from companion.referee import gloss, rule
from companion.searching import for_seconds
from companion.stamps import stamp_now

RUNS = 200
Row = dict[str, Any]


def timed_ms(action: Callable[[], object], runs: int) -> list[float]:
    """How long an action takes, each run in milliseconds of wall time; the first call is not counted."""
    action()
    times = []
    for _ in range(runs):
        begun = time.perf_counter_ns()
        action()
        times.append((time.perf_counter_ns() - begun) / 1e6)
    return times


def row(figure: str, times: list[float], against: str = "", ratio: float | None = None) -> Row:
    """One figure as the command line promises it; milliseconds."""
    p95 = statistics.quantiles(times, n=20)[-1]
    rounded = {"median": round(statistics.median(times), 4), "p95": round(p95, 4)}
    return {
        "figure": figure,
        **rounded,
        "unit": "ms",
        "ratio": ratio,
        "against": against or None,
        "runs": len(times),
    }


def commit_rows() -> Iterator[Row]:
    """A durable commit, and the replay of a thousand entries."""
    with tempfile.TemporaryDirectory(dir=".") as folder, Journal(Path(folder)) as journal:
        match = _opened(journal, "bench")
        names = (_renaming(match, f"Ann {number}") for number in range(RUNS + 1))
        yield row("commit.durable", timed_ms(lambda: match.commit(next(names)), RUNS))
        while len(match.view.entries) < 1000:
            entry = match.view.entries[-1]
            more = tuple(Entry(n, entry.kind, entry.fields) for n in range(entry.seq + 1, 1001))
            match.view = fold("bench", (*match.view.entries, *more))
        entries = match.view.entries
        yield row("replay.1000", timed_ms(lambda: fold("bench", entries), 50))


def _opened(journal: Journal, name: str) -> Match:
    return opened_now(journal, name, GAMES[0], ["Ann", "Ben"], lexicon.load(), stamp_now)


def _renaming(match: Match, name: str) -> Event:
    return match.view.game.event("renamed", {"seat": 1, "name": name})


def judge_rows() -> Iterator[Row]:
    """One ruling on three words, and what one of ever other words means."""
    listed = lexicon.load()
    yield row("judge.word", timed_ms(lambda: rule(["QUIXOTIC", "KEF", "ZZZ"], listed), 1000))
    others = cycle(list(listed)[::1009])
    yield row("judge.gloss", timed_ms(lambda: gloss(rule([next(others)], listed).words[0]), 100))


def game_rows() -> Iterator[Row]:
    """What the games themselves find worth timing."""
    listed = lexicon.load()
    for game in GAMES:
        for figure, action in game.benches.items():
            yield row(f"{figure}.{game.name}", timed_ms(partial(action, listed), 30))


def best_rows(cases: int, seconds: float) -> Iterator[Row]:
    """What games find in a limited time, over some of their cases: the mean and the worst."""
    listed = lexicon.load()
    for trial in (trial for game in GAMES for trial in game.trials):
        found = [float(trial.result(case, listed, for_seconds(seconds))) for case in trial.cases[:cases]]
        told = {"mean": round(statistics.mean(found), 2), "worst": min(found), "seconds": seconds}
        yield row(trial.figure, found) | {"unit": trial.unit} | told


def read_rows() -> Iterator[Row]:
    """Reading, and Tesseract on the same cells; OpenCV is imported only for this."""
    from companion.commands.bench_read import reading_figures
    from vision.reader import OWN_LAYOUTS

    kinds = ("grid", "board")
    known = {name: each for name, each in (layouts() | OWN_LAYOUTS).items() if each.kind in kinds}
    for figure in reading_figures(known):
        yield dict(figure)


def page_rows() -> Iterator[Row]:
    """An entry until 20 pages have it; the web server is imported only for this."""
    from companion.commands.bench_pages import change_times_ms

    yield row("page.change", list(change_times_ms()))


def start_rows() -> Iterator[Row]:
    """The command until the first page is answered."""
    from companion.commands.bench_pages import start_times_ms

    yield row("start.ready", start_times_ms())


def press_rows() -> Iterator[Row]:
    """Who was first, how soon a lamp and the ruling follow; the panel is imported only for this."""
    from companion.commands.bench_press import press_times_ms

    for name, times in press_times_ms().items():
        p99 = round(statistics.quantiles(times, n=100)[-1], 3)
        counted = {"unit": "wrong rounds", "total": int(sum(times))} if name == "wrong-orders" else {}
        yield row(f"press.{name}", times, "edges shuffled on drawn pins") | {"p99": p99} | counted
    from companion.commands.bench_pages import press_page_times_ms

    yield row("press.page", press_page_times_ms(), "50 pages fetch the big screen after each ruling")


SETS: dict[str, tuple[Callable[[], Iterator[Row]], ...]] = {
    "read": (read_rows,),
    "press": (press_rows,),
    "page": (page_rows,),
    "start": (start_rows,),
    "commit": (commit_rows,),
    "score": (judge_rows, game_rows),
    "best": (partial(best_rows, 10, 10.0),),
}
SHORTER = {"best": (partial(best_rows, 2, 1.0),)}


@click.command(epilog=example("companion bench commit --json"))
@click.argument("which", type=click.Choice([*SETS, "all"]), default="all")
@as_json
def bench(which: str, as_json: bool) -> int:
    """Measure the figures of one set, or all of them, on this machine."""
    say(f"Python {platform.python_version()}, {platform.machine()}")
    for name, measures in SETS.items():
        shorter = SHORTER.get(name, measures) if which == "all" else measures
        for measure in shorter if which in (name, "all") else ():
            for each in measure():
                if as_json:
                    tell_json(each)
                else:
                    click.echo(
                        f"{each['figure']:28} median {each['median']:10} p95 {each['p95']:10} {each['unit']}"
                    )
    return DONE
