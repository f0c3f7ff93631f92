"""Tile sets with light print on dark tiles, for drawing: black plastic, dark wood, white or cream ink."""

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Colour = tuple[float, float, float]
TILES_BGR: tuple[Colour, ...] = (
    (26, 26, 28), (48, 46, 46), (24, 36, 62), (34, 48, 80), (70, 40, 22), (42, 58, 26),
)  # fmt: skip
INKS_BGR: tuple[Colour, ...] = ((246, 248, 248), (196, 226, 238), (120, 196, 226))
SYMBOL_INKS_BGR: dict[str, Colour] = {
    "c": (110, 210, 120), "s": (220, 130, 205), "q": (95, 90, 238), "o": (240, 165, 95), "d": (242, 242, 242),
}  # fmt: skip


class DarkTiles(NamedTuple):
    """A set of dark tiles: their colour, the ink of all letters, and whether tiles with a symbol are printed
    in the symbol's own light colour instead; colours BGR, 0 to 255."""

    tile_bgr: Colour = TILES_BGR[0]
    ink_bgr: Colour = INKS_BGR[0]
    coloured: bool = True

    def tone(self) -> NDArray[np.float32]:
        """The colour that the set's tiles share, float32 (3,)."""
        return np.array(self.tile_bgr, np.float32)

    def ink(self, symbol: str) -> Colour:
        """What a tile with this symbol is printed in."""
        return SYMBOL_INKS_BGR.get(symbol, self.ink_bgr) if self.coloured else self.ink_bgr


def any_dark_tiles(rng: Generator, coloured: float = 0.5) -> DarkTiles:
    """A set as shops sell them; this share of them with coloured symbols."""
    red, green, blue = rng.uniform(0.85, 1.15, 3).tolist()
    tile = TILES_BGR[rng.integers(len(TILES_BGR))]
    ink = INKS_BGR[rng.integers(len(INKS_BGR))]
    return DarkTiles((tile[0] * blue, tile[1] * green, tile[2] * red), ink, bool(rng.random() < coloured))
