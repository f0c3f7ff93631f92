"""Grids as pages draw them: every cell with what is asked about it, every line with its score."""

from collections.abc import Iterator

from companion.games.wordoku.doubtful import miscounts
from companion.games.wordoku.explain import line_sentence, points_in_words, score_sentences
from companion.games.wordoku.score import LineScore, Score
from companion.games.wordoku.standings import full_score, lay_score
from companion.games.wordoku.state import Lay, State
from companion.grid import EMPTY, WILD, Cell
from companion.lexicon import Lexicon
from companion.scoreboard import CellView, GridView, LineView


def grid_views(state: State, lexicon: Lexicon) -> Iterator[GridView]:
    """The last round's grids, in seat order."""
    played = state.rounds[-1] if state.rounds else None
    for seat, lay in played.lays if played else ():
        yield _grid_view(state, seat, lay, lexicon)


def _grid_view(state: State, seat: int, lay: Lay, lexicon: Lexicon) -> GridView:
    scored = lay_score(state, lay, lexicon)
    full = None if state.house.find == "all" else full_score(state, lay, lexicon)
    total = f"Total: {points_in_words(scored.total)}."
    remarks = tuple(text for text in score_sentences(scored, full)[len(scored.lines) :] if text != total)
    across = range(lay.grid.width)
    rows = tuple(tuple(_cell_view(lay, scored, Cell(r, c)) for c in across) for r in range(lay.grid.height))
    return GridView(
        seat, state.names[seat], len(state.rounds), rows, tuple(map(_line_view, scored.lines)), scored.total,
        (*remarks, *scored.questions, *miscounts(lay.grid)), not lay.confirmed,
    )  # fmt: skip


def drawn_grid(seat: int, name: str, number: int, scored: Score) -> GridView:
    """A scored grid of which nothing is asked."""
    letters, grid = dict(scored.wilds), scored.grid
    rows = tuple(
        tuple(
            CellView(str(cell), tile.face, tile.symbol, letters.get(cell, ""))
            for cell, tile in grid
            if tile and cell.row == row
        )
        for row in range(grid.height)
    )
    lines = tuple(map(_line_view, scored.lines))
    return GridView(seat, name, number, rows, lines, scored.total, open_=False)


def _cell_view(lay: Lay, scored: Score, cell: Cell) -> CellView:
    tile = lay.grid[cell]
    doubt = lay.open_doubts.get(cell)
    asks = f"not sure about the {doubt.about}" if doubt else _side_question(lay, cell)
    likely = tuple(dict.fromkeys((doubt.best, *doubt.others)))[:3] if doubt else ()
    corrected = any(c.cell == cell for c in lay.corrections)
    face, symbol = (tile.face, tile.symbol) if tile else (EMPTY, "")
    return CellView(str(cell), face, symbol, dict(scored.wilds).get(cell, ""), asks, likely, corrected)


def _side_question(lay: Lay, cell: Cell) -> str:
    tile = lay.grid[cell]
    known = cell in lay.says.chosen or cell in dict(lay.says.wilds)
    return "" if lay.confirmed or known or tile is None or tile.face != WILD else "wild or filler?"


def _line_view(line: LineScore) -> LineView:
    word = line.found.word if line.found and not line.unsaid else ""
    name, title = line.line.name, str(line.line)
    return LineView(name, title, word, line.points, line.balanced, line_sentence(line), line.others)
