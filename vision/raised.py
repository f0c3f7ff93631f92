"""The plane of tiles' tops above a printed board, from how the board itself is seen."""

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
FOCAL = (0.7, 2.5)
USUAL_FOCAL = 1.1


def raised(plane: Points, size: tuple[int, int], height: float) -> Points:
    """The map (column, row) -> pixels of a plane so high over the board, in squares; float64 (3, 3).

    `plane` is the board's own map, `size` the picture's width and height in pixels. The focal length follows
    from the squares being square and right-angled (Zhang 2000), the lens looking at the picture's middle.
    """
    middle = (np.array(size) - 1) / 2
    shift = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1]])
    seen = np.linalg.inv(shift) @ plane
    seen = seen * np.sign(seen[2, 2])
    right, down, corner = seen.T
    focal = _focal(right, down, max(size))
    lens = np.diag([focal, focal, 1.0])
    first, second = (np.linalg.solve(lens, way) for way in (right, down))
    scale = (np.linalg.norm(first) + np.linalg.norm(second)) / 2
    up = np.cross(first, second) / scale
    up = up * -np.sign(up[2])
    return np.asarray(shift @ np.column_stack([right, down, corner + height * (lens @ up)]))


def _focal(right: Points, down: Points, longest_px: int) -> float:
    """The focal length in pixels that both conditions agree on best; a usual one for boards seen straight."""
    slopes = np.array([right[2] * down[2], right[2] ** 2 - down[2] ** 2])
    wanted = np.array([-right[:2] @ down[:2], down[:2] @ down[:2] - right[:2] @ right[:2]])
    square = float(slopes @ slopes)
    if square < 1e-18:
        return USUAL_FOCAL * longest_px
    focal = np.sqrt(max(float(slopes @ wanted) / square, 0.0))
    return float(np.clip(focal, FOCAL[0] * longest_px, FOCAL[1] * longest_px))
