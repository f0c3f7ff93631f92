"""From the probabilities of a window of cells to the answered grid: its turn, faces, symbols and doubts."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from companion.grid import EMPTY, WILD, Cell, Grid, Tile
from companion.layout import Layout
from companion.reading import About, CellReading, Doubt, GridReading, Quad
from vision.cells import as_quad, field_corners
from vision.decode import (
    LogProbs,
    counted_symbols,
    face_log_probs,
    off_turn,
    turn_log_odds,
)
from vision.settle import Looks
from vision.symbols import ink_crops, read_inks, symbol_columns

SURE_FACE = 0.99
SURE_SYMBOL = 0.97
SURE_TURN = 0.98
ASTRAY = 0.85
RUNNERS_UP = 3
JUNK = 0.995
ONE_PLACE = 0.7
HIDDEN_CELLS = 2
PLAINLY_NONE = 0.9


def inks_of(frame_bgr: NDArray[np.uint8], quads_px: NDArray[np.float64], layout: Layout) -> LogProbs:
    """What the ink of each tile (n, 4, 2) says of its symbol, log-probabilities float64 (n, symbols)."""
    if not layout.symbols:
        return np.zeros((len(quads_px), 0))
    inks = read_inks(ink_crops(frame_bgr, quads_px.astype(np.float32)))
    return inks[:, symbol_columns(layout.symbols)]


def answer_grid(looks: Looks, inks: LogProbs, like_table: NDArray[np.bool_], layout: Layout) -> GridReading:
    """The grid that a window of cells shows; covered are cells with neither a letter nor the table, but not a
    lone one that half shows a letter.

    `looks` holds its cells in reading order along the lattice, `inks` (rows * cols, symbols) what their ink
    says, `like_table` bool (rows * cols,) which of them have the table's colour.
    """
    both = looks.both()
    odds = turn_log_odds(both)
    turn = int(odds.argmax())
    order = np.rot90(np.arange(layout.rows * layout.cols).reshape(layout.rows, layout.cols), turn).ravel()
    upright = np.roll(looks.quads_px[order], -turn, axis=1).reshape(layout.rows, layout.cols, 4, 2)
    seen = np.concatenate([look[order] for look in (both, looks.outer, looks.inner)])
    shown, outer, inner = np.split(face_log_probs(seen, turn, layout), 3)
    faces = np.exp(shown)
    ranked = _ranked(faces, layout)
    symbols = _symbols(inks[order], faces, layout).tolist()
    agreed = (outer.argmax(1) == inner.argmax(1)) & _apart(looks.quads_px)[order]
    tiles, doubts, cells = [], [], []
    astray, open_table, covered = off_turn(both[order], turn), like_table[order], list[Cell]()
    for i in range(len(order)):
        cell = Cell(*divmod(i, layout.cols))
        quad = as_quad(upright[cell.row, cell.col])
        tile, reading = _cell(ranked[i], symbols[i], quad, layout)
        tiles.append(tile)
        cells.append(reading)
        empty = tile is None and bool(open_table[i]) and faces[i, -1] < JUNK
        covered += [cell] if tile is None and not empty else []
        agree = bool(agreed[i]) and (tile is not None or empty)
        doubts += _doubts(cell, tile, reading, agree, float(astray[i]))
    if len(covered) == 1 and _half_shows(covered[0], cells, layout):
        covered = []
    obstructed = len(covered) >= HIDDEN_CELLS
    if covered:
        covered = _spread(covered, tiles, layout)
        doubts += _beside(covered, tiles, cells, {doubt.cell for doubt in doubts}, layout)
    rows = tuple(tuple(tiles[r * layout.cols : (r + 1) * layout.cols]) for r in range(layout.rows))
    if exp(float(odds[turn])) < SURE_TURN:
        doubts.insert(0, turn_doubt(odds, turn))
    corners = as_quad(field_corners(upright))
    return GridReading(
        Grid(rows),
        90 * turn,
        corners,
        tuple(doubts),
        tuple(cells),
        obstructed=obstructed,
        covered=tuple(covered),
    )


def _apart(quads_px: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which cells (n, 4, 2) do not look at a place where another one looks, bool (n,)."""
    middles = quads_px.mean(1)
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(far, np.inf)
    side = np.linalg.norm(quads_px[:, 0] - quads_px[:, 1], axis=1)
    return np.asarray(far.min(1) > ONE_PLACE * side)


def _symbols(inks: LogProbs, faces: LogProbs, layout: Layout) -> NDArray[np.float64]:
    """Each cell's symbol probabilities (n, symbols): ink and shape together, then how many there may be.

    They sum up to less than 1 where the ink of a letter looks like a symbol that the layout does not have.
    """
    if not layout.symbols:
        return np.zeros((len(faces), 0))
    first = len(layout.letters)
    shapes = faces[:, first : first + len(layout.symbols)]
    letters = faces[:, :first].sum(1, keepdims=True)
    logs = inks + np.log(np.clip(letters / len(layout.symbols) + shapes, 1e-6, None))
    present = np.clip(letters[:, 0] + shapes.sum(1), 0.0, 1.0)
    foreign = letters * (1.0 - np.exp(inks).sum(1, keepdims=True))
    return counted_symbols(logs, present, layout.per_symbol) * (1.0 - foreign)


def _ranked(faces: LogProbs, layout: Layout) -> list[list[tuple[str, float]]]:
    """What each cell shows, the likeliest first; symbol sides and emptiness are summed up.

    `faces` float64 (n, letters + symbols + 2) are probabilities.
    """
    letters, symbols = faces[:, : len(layout.letters)], faces[:, len(layout.letters) : -2]
    wild = [symbols.sum(1)] if layout.symbols else []
    shares = np.column_stack([letters, *wild, faces[:, -2] + faces[:, -1]])
    return likeliest([*layout.letters, *([WILD] if layout.symbols else []), EMPTY], shares)


def likeliest(names: list[str], shares: NDArray[np.float64]) -> list[list[tuple[str, float]]]:
    """The likeliest of the names and RUNNERS_UP more, best first, for each row of shares (n, names)."""
    best = np.argsort(-shares, axis=1, kind="stable")[:, : RUNNERS_UP + 1]
    found = zip(best.tolist(), np.take_along_axis(shares, best, 1).tolist(), strict=True)
    return [[(names[i], p) for i, p in zip(*each, strict=True)] for each in found]


def _cell(
    ranked: list[tuple[str, float]], symbols: list[float], quad: Quad, layout: Layout
) -> tuple[Tile | None, CellReading]:
    """The tile of one cell, or None, with its probabilities."""
    inks = sorted(zip(layout.symbols, symbols, strict=True), key=lambda pair: -pair[1])
    others = tuple(ranked[1:])
    if ranked[0][0] == EMPTY:
        return None, CellReading(ranked[0][1], others, 1.0, (), quad)
    symbol, symbol_p = inks[0] if inks else ("", 1.0)
    return Tile(ranked[0][0], symbol), CellReading(ranked[0][1], others, symbol_p, tuple(inks[1:3]), quad)


def _doubts(cell: Cell, tile: Tile | None, reading: CellReading, agree: bool, astray: float) -> list[Doubt]:
    """What must be asked about one cell, at most one question about its face and one about its symbol."""
    found: list[Doubt] = []
    face = tile.face if tile else EMPTY
    names = tuple(name for name, _ in reading.others)
    if reading.p < SURE_FACE or not agree:
        about = "presence" if tile is None or names[:1] == (EMPTY,) else "letter"
        found.append(Doubt(cell, about, face, reading.p, names))  # type: ignore[arg-type]
    elif tile and tile.face != WILD and astray > ASTRAY:
        found.append(Doubt(cell, "letter", face, 1 - astray, names))
    if tile and tile.symbol and reading.symbol_p < SURE_SYMBOL:
        symbols = tuple(name for name, _ in reading.symbol_others)
        found.append(Doubt(cell, "symbol", tile.symbol, reading.symbol_p, symbols))
    return found


def _half_shows(cell: Cell, cells: list[CellReading], layout: Layout) -> bool:
    """Whether a cell that is taken to hold none may show a letter, as a tile beside its place does."""
    return cells[cell.row * layout.cols + cell.col].p < PLAINLY_NONE


def _spread(covered: list[Cell], tiles: list[Tile | None], layout: Layout) -> list[Cell]:
    """The covered cells, and with them those next to them that seem empty: a hand may look like the table."""
    known, open_ = set(covered), list(covered)
    while open_:
        new = [cell for cell in _around(open_.pop(), layout) if cell not in known]
        empty = [cell for cell in new if tiles[cell.row * layout.cols + cell.col] is None]
        known.update(empty)
        open_ += empty
    return sorted(known)


def _beside(
    covered: list[Cell],
    tiles: list[Tile | None],
    cells: list[CellReading],
    doubted: set[Cell],
    layout: Layout,
) -> list[Doubt]:
    """A question for each covered cell and each next to one, of which part may be covered, too."""
    found = []
    asked = {*covered, *(near for hidden in covered for near in _around(hidden, layout))}
    for cell in sorted(asked - doubted):
        at = cell.row * layout.cols + cell.col
        tile, names = tiles[at], tuple(name for name, _ in cells[at].others)
        about: About = "letter" if tile else "presence"
        found.append(Doubt(cell, about, tile.face if tile else EMPTY, cells[at].p, names))
    return found


def _around(cell: Cell, layout: Layout) -> list[Cell]:
    """The cells that touch a cell, corners included."""
    rows = range(max(0, cell.row - 1), min(layout.rows, cell.row + 2))
    cols = range(max(0, cell.col - 1), min(layout.cols, cell.col + 2))
    return [Cell(row, col) for row in rows for col in cols if (row, col) != tuple(cell)]


def turn_doubt(odds: NDArray[np.float64], turn: int) -> Doubt:
    """The question which way is up, asked at row 0, column 0; `odds` float64 (4,) are log-probabilities."""
    order = [int(k) for k in np.argsort(-odds)]
    others = tuple(str(90 * k) for k in order if k != turn)[:1]
    return Doubt(Cell(0, 0), "turn", str(90 * turn), exp(float(odds[turn])), others)
