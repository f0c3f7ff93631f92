"""What the eye is asked to read, as values: rows and columns, alphabet, kinds of tile, mat geometry."""

from dataclasses import dataclass
from typing import Literal

from companion.grid import LETTERS

Kind = Literal["grid", "cards", "board", "rack"]


@dataclass(frozen=True, slots=True)
class Mat:
    """A printed mat: a square play area with an ArUco marker (DICT_4X4_50) lying inside each corner.

    The mat of seat s (from 1) carries the ids 4(s-1) .. 4(s-1)+3, clockwise from the player's top left.
    `side_mm` is the play area, `marker_mm` a marker's side; its outer corner lies on the area's corner.
    """

    side_mm: float
    marker_mm: float = 20.0


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of thing on the table that can be read.

    `letters` are the faces that occur, `symbols` the symbol sides (one small letter each, empty where
    tiles have none), `per_symbol` how many tiles of each symbol a full grid holds (None: no such rule).
    `kind`: a "grid" of tiles laid edge to edge; "cards" beside and below one another, of which `rows` and
    `cols` are the most there may be; tiles on the squares of a printed "board", as many down as across; or a
    "rack", one row of at most `cols` tiles. `captions`: a card with printed text may lie there, too, and its
    text is wanted. `tile_mm` is the side of a tile, of a card the mean of its sides.
    """

    name: str
    rows: int
    cols: int
    letters: str = LETTERS
    symbols: str = ""
    per_symbol: int | None = None
    mat: Mat | None = None
    kind: Kind = "grid"
    captions: bool = False
    tile_mm: float = 20.0
