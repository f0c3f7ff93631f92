"""From probabilities to a grid: which window, which way is up, which letters, which symbols."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.grid import LETTERS
from companion.layout import Layout
from vision.letters import BLANK_CLASS, JUNK_CLASS, SYMBOL_CLASS, SYMBOLS, normalised

LogProbs = NDArray[np.float64]
FLOOR = -14.0
ASTRAY_TURN = 0.004
SURE_INK = 0.9995
JUNK_COUNTS = 0.4


class Window(NamedTuple):
    """Where the grid lies in a field of cells one larger on each side: its top row and left column there, and
    how many of its cells show a letter or symbol (the sum of their probabilities)."""

    top: int
    left: int
    mass: float


def tile_mass(logs: LogProbs) -> NDArray[np.float64]:
    """How probable it is that a cell shows a letter or symbol: logs (..., CLASSES) -> (...)."""
    return 1.0 - np.exp(logs[..., BLANK_CLASS]) - np.exp(logs[..., JUNK_CLASS])


def best_window(logs: LogProbs, rows: int, cols: int) -> Window:
    """The rows x cols cells of a field (rows + 2, cols + 2, CLASSES) that hold most letters and symbols.

    What is neither a letter nor free counts a little: it may be a tile that the lattice missed. In a tie the
    middle one stands, where the lattice was found.
    """
    mass = tile_mass(logs)
    weight = mass + JUNK_COUNTS * np.exp(logs[..., JUNK_CLASS])
    options = []
    for top in (1, 0, 2):
        for left in (1, 0, 2):
            inside = (slice(top, top + rows), slice(left, left + cols))
            window = Window(top, left, float(mass[inside].sum()))
            options.append((round(float(weight[inside].sum()), 1), window))
    return max(options, key=lambda option: option[0])[1]


def turn_log_odds(logs: LogProbs) -> NDArray[np.float64]:
    """Log-probabilities of the four turns of a grid from its cells (n, CLASSES), float64 (4,).

    Each cell says how well it fits a turn; cells without a letter say nothing.
    """
    letters = np.exp(logs[:, :SYMBOL_CLASS]).reshape(len(logs), len(LETTERS), 4).sum(1)
    without = 1.0 - letters.sum(1, keepdims=True)
    votes = np.log(np.clip(letters + without / 4, 1e-4, None)).sum(0)
    return normalised(votes)


def face_log_probs(logs: LogProbs, turn: int, layout: Layout) -> LogProbs:
    """Given the grid's turn: log-probabilities of the layout's letters, its symbols, no tile, junk.

    `logs` (n, CLASSES) -> (n, len(letters) + len(symbols) + 2), each row normalised. A single tile may
    have been laid in another turn, but rarely (ASTRAY_TURN each).
    """
    turns = np.full(4, np.log(ASTRAY_TURN))
    turns[turn] = np.log(1 - 3 * ASTRAY_TURN)
    faces = logs[:, :SYMBOL_CLASS].reshape(len(logs), len(LETTERS), 4) + turns
    likeliest = faces.max(2)
    faces = likeliest + np.log(np.exp(faces - likeliest[..., None]).sum(2))
    letters = faces[:, [LETTERS.index(letter) for letter in layout.letters]]
    symbols = logs[:, [SYMBOL_CLASS + SYMBOLS.index(symbol) for symbol in layout.symbols]]
    kept = np.column_stack([letters, symbols, logs[:, BLANK_CLASS], logs[:, JUNK_CLASS]])
    return normalised(kept)


def off_turn(logs: LogProbs, turn: int) -> NDArray[np.float64]:
    """How probable it is that a cell's letter stands in another turn than the grid's: (n, CLASSES) -> (n,).

    Letters that look the same upside down give one half at most.
    """
    letters = np.exp(logs[:, :SYMBOL_CLASS]).reshape(len(logs), len(LETTERS), 4).sum(1)
    return np.asarray((letters.sum(1) - letters[:, turn]) / np.clip(letters.sum(1), 1e-6, None))


def counted_symbols(logs: LogProbs, present: NDArray[np.float64], most: int | None) -> NDArray[np.float64]:
    """Probabilities of each cell's symbol when no symbol may occur more than `most` times, float64 (n, k).

    `logs` (n, k) are each cell's own log-probabilities, `present` (n,) how probable a tile is there. Exact
    sums over all ways to deal out the symbols (forward and backward over the counts so far).
    """
    own = np.exp(np.maximum(logs, FLOOR))
    own = np.asarray(own / own.sum(1, keepdims=True))
    if most is None or not len(own):
        return own
    sure = (own.max(1) > SURE_INK) & (present > SURE_INK)
    left = most - np.bincount(own[sure].argmax(1), minlength=own.shape[1])
    if (left < 0).any():
        sure, left = np.zeros(len(own), bool), np.full(own.shape[1], most)
    dealt = own.copy()
    dealt[~sure] = _dealt_out(own[~sure], present[~sure], tuple(int(n) + 1 for n in left))
    return dealt


def _dealt_out(own: LogProbs, present: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Each cell's symbol probabilities when symbol s occurs less than shape[s] times among these cells."""
    symbols = range(own.shape[1])
    ahead = [np.zeros(shape)]
    ahead[0][(0,) * len(shape)] = 1.0
    for cell, there in zip(own, present, strict=True):
        ahead.append(_scaled(_dealt(ahead[-1], cell * there, 1 - there, forward=True)))
    behind, shares = np.ones(shape), np.zeros_like(own)
    for i in range(len(own) - 1, -1, -1):
        shares[i] = [own[i, s] * (_moved(ahead[i], s, True) * behind).sum() for s in symbols]
        behind = _scaled(_dealt(behind, own[i] * present[i], 1 - present[i], forward=False))
    total = shares.sum(1, keepdims=True)
    return np.asarray(np.where(total > 0, shares / np.where(total > 0, total, 1), own))


def _dealt(counts: LogProbs, cell: LogProbs, none: float, forward: bool) -> LogProbs:
    """The weights of the counts after (or before) one more cell."""
    dealt = counts * none
    for symbol, share in enumerate(cell):
        dealt = dealt + share * _moved(counts, symbol, forward)
    return np.asarray(dealt)


def _moved(counts: LogProbs, symbol: int, forward: bool) -> LogProbs:
    """The counts with one more (or one fewer) of a symbol; what would be too many falls out."""
    moved = np.zeros_like(counts)
    low, high = [slice(None)] * counts.ndim, [slice(None)] * counts.ndim
    low[symbol], high[symbol] = slice(0, -1), slice(1, None)
    if forward:
        moved[tuple(high)] = counts[tuple(low)]
    else:
        moved[tuple(low)] = counts[tuple(high)]
    return moved


def _scaled(counts: LogProbs) -> LogProbs:
    total = counts.sum()
    return np.asarray(counts / total) if total > 0 else counts
