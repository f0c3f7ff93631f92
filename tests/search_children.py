"""Children for the tests of the search: main functions as the real one is, imported by a spawned process."""

import json
import os
import threading
from typing import Any

from companion import lexicon
from companion.games import game_named
from companion.lexicon import Lexicon
from companion.searching import Job, search


def one_answer(pipe: Any, job: Job) -> None:
    """The hand of each task in rows as it came, without wilds; then it goes on for ever."""
    for seat, task in job.tasks:
        tiles = json.loads(task)["hand"].split()
        rows = [tiles[at : at + 4] for at in range(0, 16, 4)]
        fields = (
            "/".join("".join(t[0] for t in r) for r in rows),
            "/".join("".join(t[1] for t in r) for r in rows),
        )
        wilds = {f"r{at // 4 + 1}c{at % 4 + 1}": "E" for at, tile in enumerate(tiles) if tile[0] == "*"}
        pipe.send((seat, json.dumps({"grid": " ".join(fields), "wilds": wilds, "total": 34})))
    threading.Event().wait()


def wrong_answers(pipe: Any, job: Job) -> None:
    """First a total that the rules do not reckon, then the tiles of somebody else; then it ends."""
    for seat, _ in job.tasks:
        grid = "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
        pipe.send((seat, json.dumps({"grid": grid, "wilds": {"r4c1": "E"}, "total": 35})))
        other = grid.replace("ARTD", "ARTE")
        pipe.send((seat, json.dumps({"grid": other, "wilds": {"r4c1": "E"}, "total": 34})))


def real_answers(pipe: Any, job: Job) -> None:
    """What the game itself finds at once, by the list of the tests."""
    from evening import SMALL

    game = game_named(job.game).search
    assert game
    for seat, task in job.tasks:
        for answer in game.answers(task, SMALL.ruled(dict(job.rulings)), lambda: False):
            pipe.send((seat, answer))


def its_priority(pipe: Any, job: Job) -> None:
    """What the real child does first; it has another list, so it finds nothing and ends. The whole list would
    take minutes to load at that priority while the machine is busy."""
    lexicon.load = lambda: Lexicon.of({"OTHER": 35})
    search(pipe, job)
    pipe.send((os.getpriority(os.PRIO_PROCESS, 0), ""))
