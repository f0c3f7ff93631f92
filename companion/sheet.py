"""A match as a score sheet and as a table of points."""

import csv
import io

from companion.fold import Folded
from companion.games.record import Standings


def sheet_csv(standings: Standings) -> str:
    """A line a seat and round, and one for the total (round 0)."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["seat", "name", "round", "points"])
    for seat in standings.seats:
        table.writerows(
            [seat.seat, seat.name, number, points] for number, points in enumerate(seat.rounds, 1)
        )
        table.writerow([seat.seat, seat.name, 0, seat.points])
    return out.getvalue()


def sheet_lines(view: Folded, standings: Standings) -> list[str]:
    """A score sheet in plain lines: rounds across, seats down, tokens and winners."""
    opened = view.opened
    rounds = max((len(seat.rounds) for seat in standings.seats), default=0)
    width = max([len(seat.name) for seat in standings.seats] + [6])
    heading = [
        "player".ljust(width),
        *(f"round {number}".rjust(8) for number in range(1, rounds + 1)),
        "   total",
    ]
    lines = [f"{view.game.title}, {opened.rules} rules, match {view.name}", "".join(heading)]
    for seat in standings.seats:
        told = [*seat.rounds, *[""] * (rounds - len(seat.rounds))]
        cells = [("-" if points is None else str(points)).rjust(8) for points in told]
        tokens = ", ".join(f"{number} {name}" for name, number in seat.awards.items() if number)
        left = " (has left)" if seat.resigned else ""
        left += f" (with assistance: {seat.assistance})" if seat.assistance else ""
        lines.append(
            "".join([seat.name.ljust(width), *cells, str(seat.points).rjust(8)])
            + f"  {tokens}{left}".rstrip()
        )
    won = [seat.name for seat in standings.seats if seat.seat in standings.winners]
    verb = "won by" if view.closed is not None else "so far led by"
    winners = f"{verb} {', '.join(won) or 'nobody'}"
    return [*lines, f"{winners}; {len(view.entries)} entries, list {opened.list_name} {opened.list_version}"]
