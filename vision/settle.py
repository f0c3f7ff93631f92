"""A second look at cells that did not read well: is the tile beside its place, covered, or not there?"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.decode import LogProbs
from vision.in_line import in_line
from vision.letters import (
    BLANK_CLASS,
    CLASSES,
    LARGER_WEIGHTS,
    SYMBOL_CLASS,
    WEIGHTS,
    cut,
    cut_crops,
    normalised,
    read_crops,
)

Quads = NDArray[np.float64]
WEAK = 0.995
HOPELESS, SEEMS = 0.1, 0.5
GAIN = 0.004
ASTRAY = 0.13
MISSED = 0.2
FAR, NEAR = 0.22, 0.12
OUTER_SHARE, INNER_SHARE = 0.95, 0.82
BEYOND_QUESTION, LIKELY_ENOUGH = 0.9999, 0.9998
COLOUR_SHARE, COLOUR_PX = 0.7, 5


class Looks(NamedTuple):
    """Where cells lie (n, 4, 2) and how they read in two sizes of crop: log-probabilities (n, CLASSES)."""

    quads_px: Quads
    outer: LogProbs
    inner: LogProbs

    def both(self) -> LogProbs:
        """The geometric mean of both looks, normalised again."""
        return together(self.outer, self.inner)


def together(outer: LogProbs, inner: LogProbs) -> LogProbs:
    """The geometric mean of two looks (..., CLASSES), normalised again."""
    return normalised((outer + inner) / 2)


def either(one: LogProbs, other: LogProbs) -> LogProbs:
    """The mean of what two networks say (..., CLASSES): sure only where both are."""
    return np.logaddexp(one, other) - np.log(2)


def settle(
    gray: NDArray[np.uint8],
    quads_px: Quads,
    plain_px: Quads,
    outer: LogProbs,
    weights: Path = WEIGHTS,
    cols: int | None = None,
) -> Looks:
    """A second look, closer in, at every cell that is not beyond question, and such cells moved to where they
    read best in both.

    Tiles are laid by hand: one may lie a third of its side off the lattice, or its outline was mistaken, so
    the lattice's own place (`plain_px`) is tried too; what shows no letter is looked for FAR around, what
    shows one only near by. `outer` (n, CLASSES) is the first look, `weights` the letter network to look with.
    Cells that are still open are shown to the larger network too. Of a grid with `cols` in a row, cells that
    show nothing are looked for in line with the others at last.
    """
    looks = Looks(quads_px.copy(), outer.copy(), outer.copy())
    open_cells = np.flatnonzero(best_face(outer) < BEYOND_QUESTION)
    looks.inner[open_cells] = _look(gray, quads_px[open_cells], INNER_SHARE, weights)
    ask_the_larger(gray, looks)
    torn = np.zeros(len(quads_px), bool)
    astray = np.flatnonzero(_astray(quads_px, plain_px))
    torn[astray] = _move(gray, looks, astray, plain_px[astray][None], weights)
    for step, least, most in ((FAR, 0.0, SEEMS), (NEAR, HOPELESS, WEAK)):
        face = best_face(looks.both())
        weak = np.flatnonzero((face >= least) & (face < most) & ~torn)
        places = _around(looks.quads_px[weak], step)
        if step == FAR:
            places = np.concatenate([places, plain_px[weak][None]])
        torn[weak] = _move(gray, looks, weak, places, weights)
    if cols:
        _look_in_line(gray, looks, cols, weights)
    return looks


def _look_in_line(gray: NDArray[np.uint8], looks: Looks, cols: int, weights: Path) -> None:
    """Cells that show no letter, while those beside them say that they lie elsewhere, looked at there."""
    face = best_face(looks.both())
    places = in_line(looks.quads_px, face > BEYOND_QUESTION, cols)
    if places is None:
        return
    off = np.linalg.norm(places.mean(1) - looks.quads_px.mean(1), axis=1)
    side = np.linalg.norm(places[:, 0] - places[:, 1], axis=1)
    lost = np.flatnonzero((face < SEEMS) & (off > MISSED * side))
    if not len(lost):
        return
    looks.quads_px[lost] = places[lost]
    looks.outer[lost], looks.inner[lost] = both_looks(gray, places[lost], weights)
    ask_the_larger(gray, looks, lost)
    _move(gray, looks, lost, _around(places[lost], FAR), weights)


def ask_the_larger(gray: NDArray[np.uint8], looks: Looks, among: NDArray[np.int64] | None = None) -> None:
    """What the larger network says of the cells still open (`among` some or all), averaged in, in place."""
    asked = np.flatnonzero(best_face(looks.both()) < LIKELY_ENOUGH)
    asked = asked if among is None else np.intersect1d(asked, among)
    for look, said in zip(looks[1:], both_looks(gray, looks.quads_px[asked], LARGER_WEIGHTS), strict=True):
        look[asked] = either(look[asked], said)


def _astray(quads_px: Quads, plain_px: Quads) -> NDArray[np.bool_]:
    """Which outlines (n, 4, 2) lie so far from the lattice's place that they may be part of something."""
    off = np.linalg.norm(quads_px.mean(1) - plain_px.mean(1), axis=1)
    side = np.linalg.norm(plain_px[:, 0] - plain_px[:, 2], axis=1) / 2**0.5
    return np.asarray(off > ASTRAY * side)


def _look(gray: NDArray[np.uint8], quads_px: Quads, share: float, weights: Path) -> LogProbs:
    return read_crops(cut_crops(gray, quads_px.reshape(-1, 4, 2).astype(np.float32), share), weights)


def both_looks(gray: NDArray[np.uint8], quads_px: Quads, weights: Path) -> tuple[LogProbs, LogProbs]:
    """How cells (n, 4, 2) read in both sizes of crop, the outer and the inner one."""
    quads = quads_px.astype(np.float32)
    crops = np.concatenate([cut_crops(gray, quads, share) for share in (OUTER_SHARE, INNER_SHARE)])
    outer, inner = np.split(read_crops(crops, weights), 2)
    return outer, inner


def _around(quads_px: Quads, step: float) -> Quads:
    """Where else tiles (n, 4, 2) might lie: a step away eight ways; (8, n, 4, 2)."""
    right = (quads_px[:, 1] - quads_px[:, 0] + quads_px[:, 2] - quads_px[:, 3]) / 2
    down = (quads_px[:, 3] - quads_px[:, 0] + quads_px[:, 2] - quads_px[:, 1]) / 2
    ways = [(dx, dy) for dx in (-step, 0, step) for dy in (-step, 0, step) if dx or dy]
    return np.stack([quads_px + (dx * right + dy * down)[:, None] for dx, dy in ways])


def _move(
    gray: NDArray[np.uint8], looks: Looks, weak: NDArray[np.int64], places: Quads, weights: Path
) -> NDArray[np.bool_]:
    """Move each weak cell, in place, to the place where it reads best, if it does so better than now.

    The larger network has its say at that place, too: the other one is easily sure of half a letter; it is
    not asked where its being sure would not make the place a better one. Where the cell seemed to show
    another letter before, both places count. Returns which cells were so, bool (n,).
    """
    outer = _look(gray, places, OUTER_SHARE, weights).reshape(len(places), len(weak), CLASSES)
    hopeful = np.flatnonzero((best_face(outer) > HOPELESS).any(0))
    torn = np.zeros(len(weak), bool)
    if not len(hopeful):
        return torn
    inner = np.full(outer.shape, outer.min())
    closer = _look(gray, places[:, hopeful], INNER_SHARE, weights)
    inner[:, hopeful] = closer.reshape(len(places), len(hopeful), CLASSES)
    best = best_face(together(outer, inner))[:, hopeful].argmax(0)
    there = Looks(places[best, hopeful], outer[best, hopeful], inner[best, hopeful])
    wanted = best_face(looks.both()[weak[hopeful]]) + GAIN
    may_be = (best_face(there.both()) + 1) / 2 > wanted
    hopeful, wanted, there = hopeful[may_be], wanted[may_be], Looks(*(part[may_be] for part in there))
    for look, said in zip(there[1:], both_looks(gray, there.quads_px, LARGER_WEIGHTS), strict=True):
        look[:] = either(look, said)
    before = looks.both()[weak[hopeful]]
    better = best_face(there.both()) > wanted
    apart = better & (_likeliest(there.both()) != _likeliest(before)) & (best_face(before) > SEEMS)
    for look in (there.outer, there.inner):
        look[apart] = together(look[apart], before[apart])
    for kept, new in zip(looks, there, strict=True):
        kept[weak[hopeful[better]]] = new[better]
    torn[hopeful[apart]] = True
    return torn


def _likeliest(logs: LogProbs) -> NDArray[np.int64]:
    """The likeliest letter or symbol of each cell, whatever its turn: (n, CLASSES) -> (n,)."""
    letters = np.exp(logs[:, :SYMBOL_CLASS]).reshape(len(logs), SYMBOL_CLASS // 4, 4).sum(2)
    return np.column_stack([letters, np.exp(logs[:, SYMBOL_CLASS:BLANK_CLASS])]).argmax(1)


def best_face(logs: LogProbs) -> NDArray[np.float64]:
    """The probability of the likeliest letter or symbol, whatever its turn: (..., CLASSES) -> (...)."""
    letters = np.exp(logs[..., :SYMBOL_CLASS]).reshape(*logs.shape[:-1], SYMBOL_CLASS // 4, 4).sum(-1)
    return np.asarray(np.maximum(letters.max(-1), np.exp(logs[..., SYMBOL_CLASS:BLANK_CLASS]).max(-1)))


def looks_like_table(frame_bgr: NDArray[np.uint8], quads_px: Quads, ring_px: Quads) -> NDArray[np.bool_]:
    """Which cells (n, 4, 2) have a colour that the free places around the grid (m, 4, 2) have too, bool (n,).

    Something lying over a cell mostly has another colour than the table; shade alone is let pass.
    """
    size = np.array([frame_bgr.shape[1], frame_bgr.shape[0]])
    inside = ring_px[((ring_px > 0) & (ring_px < size - 1)).all((1, 2))]
    if len(inside) < 4:
        return np.ones(len(quads_px), bool)
    around, cells = _colours(frame_bgr, inside), _colours(frame_bgr, quads_px)
    usual = np.median(around, axis=0)
    spread = 1.5 * np.median(np.abs(around - usual), axis=0)
    allowed = np.array([0.10, 0.10, 0.35]) + 2.5 * spread
    return np.asarray((np.abs(cells - usual) < allowed).all(1))


def _colours(frame_bgr: NDArray[np.uint8], quads_px: Quads) -> NDArray[np.float64]:
    """The middle colour of each quad: log blue / green, log red / green, log green; float64 (n, 3)."""
    pieces = cut(frame_bgr, quads_px, COLOUR_SHARE, COLOUR_PX)
    logs = np.log(np.median(pieces.reshape(len(quads_px), -1, 3), axis=1) + 4.0)
    return np.column_stack([logs[:, 0] - logs[:, 1], logs[:, 2] - logs[:, 1], logs[:, 1]])
