"""`companion print`: what a family prints for its table, as PDF."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.commands.board_page import board_page
from companion.commands.mat_page import PAPERS, mat_pages
from companion.commands.pieces_pages import pieces_pages
from companion.commands.telling import DONE, example, printable, write_whole
from companion.games import GAMES
from companion.games.record import Game
from companion.layout import Layout, Mat

print_group = click.Group("print", help="Write what is to be printed for the table, as PDF.")


@print_group.command("mat", epilog=example("companion print mat --seat 1-4 --out mats.pdf"))
@click.option("--out", required=True, metavar="FILE.pdf", help="Where to write it.")
@click.option(
    "--layout", "name", metavar="LAYOUT", help="What will lie on it (default: the first that has a mat)."
)
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
@click.option(
    "--seat",
    "--seats",
    "asked",
    default="1",
    show_default=True,
    metavar="SEAT",
    help="Whose mat; several as in 1-4 get a page each.",
)
def mat_command(out: str, name: str | None, paper: str, asked: str) -> int:
    """Write a mat: the table is then read more surely, and each seat's grid by itself."""
    layout, mat, most = _wanted(name)
    seats = _seats(asked, most)
    write_whole(Path(out), mat_pages(layout, mat, seats, PAPERS[paper]))
    of = f"seat {seats[0]}" if len(seats) == 1 else f"seats {seats[0]} to {seats[-1]}"
    what = f"{layout.name}, {of}, {PAPERS[paper].name}"
    click.echo(f"{printable(out)}: {what}; print at 100 %, not fitted to the page")
    return DONE


paper_option = click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
out_option = click.option("--out", required=True, metavar="FILE.pdf", help="Where to write it.")
game_option = click.option("--game", metavar="GAME", help="Whose (default: the first that has them).")


@print_group.command("board", epilog=example("companion print board --out board.pdf"))
@out_option
@game_option
@paper_option
def board_command(out: str, game: str | None, paper: str) -> int:
    """Write a board: colours and one mark, no texts that could be taken for letters."""
    chosen = _game(game, lambda each: each.printed_board is not None)
    assert chosen.printed_board
    return _written(out, board_page(chosen.printed_board, PAPERS[paper]), f"{chosen.title}, board")


@print_group.command("tiles", epilog=example("companion print tiles --out tiles.pdf"))
@out_option
@game_option
@paper_option
def tiles_command(out: str, game: str | None, paper: str) -> int:
    """Write letter tiles to be glued on cardboard and cut out."""
    return _pieces(out, "tiles", game, paper)


@print_group.command("cards", epilog=example("companion print cards --out cards.pdf"))
@out_option
@game_option
@paper_option
def cards_command(out: str, game: str | None, paper: str) -> int:
    """Write letter cards to be cut out."""
    return _pieces(out, "cards", game, paper)


def _pieces(out: str, kind: str, game: str | None, paper: str) -> int:
    chosen = _game(game, lambda each: each.pieces is not None and each.pieces.kind == kind)
    assert chosen.pieces
    count = sum(chosen.pieces.counts.values())
    what = f"{chosen.title}, {count} {kind}, {chosen.pieces.title}"
    return _written(out, pieces_pages(chosen.pieces, PAPERS[paper]), what)


def _game(name: str | None, has: Callable[[Game[Any]], bool]) -> Game[Any]:
    """The game of that name (None: the first) that has what is to be printed."""
    known = {game.name: game for game in GAMES if has(game)}
    if name is not None and name not in known:
        raise click.BadParameter(
            f"{name!r} has none to print: use one of {', '.join(known)}.", param_hint="--game"
        )
    return known[name or next(iter(known))]


def _written(out: str, pages: bytes, what: str) -> int:
    write_whole(Path(out), pages)
    click.echo(f"{printable(out)}: {what}; print at 100 %, not fitted to the page")
    return DONE


def _wanted(name: str | None) -> tuple[Layout, Mat, int]:
    """The layout of that name (None: the first), its mat, and how many seats its game has."""
    known = {
        layout.name: (layout, layout.mat, max(game.seats))
        for game in GAMES
        for layout in game.layouts.values()
        if layout.mat
    }
    if name is not None and name not in known:
        raise click.BadParameter(
            f"{name!r} is no layout with a mat: use one of {', '.join(known)}.", param_hint="--layout"
        )
    return known[name or next(iter(known))]


def _seats(asked: str, most: int) -> range:
    first, dash, last = asked.partition("-")
    ends = (first, last if dash else first)
    if all(end.isascii() and end.isdigit() and len(end) < 3 for end in ends):
        low, high = map(int, ends)
        if 1 <= low <= high <= most:
            return range(low, high + 1)
    raise click.BadParameter(
        f"{asked[:20]!r} is no seat: use 1 to {most}, or several as in 1-{most}.", param_hint="--seat"
    )
