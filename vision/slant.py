"""Whether a grid is seen so much from the side that its letters are hard to tell."""

import numpy as np

from companion.reading import GridReading

LEAST_SHARE = 0.75
MANY_DOUBTS = 0.1


def slanting_harms(grid: GridReading) -> bool:
    """Whether many cells of a grid of square cells are in doubt and it is seen from the side.

    From above its cells are as high as wide and its opposite sides as long as each other; a flat grid tilted
    by 41 degrees is LEAST_SHARE as high as wide (the cosine).
    """
    if len(grid.doubts) <= MANY_DOUBTS * len(grid.cells):
        return False
    corners = np.array(grid.quad_px)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    wide, high = sides[[0, 2]].sum() / grid.grid.width, sides[[1, 3]].sum() / grid.grid.height
    pairs = ((wide, high), (sides[0], sides[2]), (sides[1], sides[3]))
    return bool(min(min(pair) / max(pair) for pair in pairs) < LEAST_SHARE)
