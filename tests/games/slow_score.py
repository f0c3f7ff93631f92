"""A slow and obviously right score of a grid, to hold the fast one against: every letter for every wild."""

from collections import Counter
from itertools import product

from companion.grid import LETTERS, Grid
from companion.lexicon import Lexicon

SYMBOLS = {4: "csqo", 5: "csqod"}


def lines(grid: Grid) -> list[list[tuple[int, int]]]:
    side = grid.height
    rows = [[(r, c) for c in range(side)] for r in range(side)]
    return rows + [[(r, c) for r in range(side)] for c in range(side)]


def is_balanced(grid: Grid, line: list[tuple[int, int]]) -> bool:
    tiles = [grid[cell] for cell in line]
    if None in tiles or any(tile.face == "#" for tile in tiles if tile):
        return False
    return Counter(tile.symbol for tile in tiles if tile) == Counter(SYMBOLS[grid.height])


def line_points(grid, line, letters, lexicon, find, equal):  # type: ignore[no-untyped-def]
    """(points, whether a balanced line has a word) under one choice of letters."""
    candidates = []
    for start in range(len(line)):
        for stop in range(start + 2, len(line) + 1):
            word, points = "", 0
            for cell in line[start:stop]:
                tile = grid[cell]
                if tile is None or tile.face == "#":
                    word = ""
                    break
                word += letters.get(cell, tile.face)
                points += cell not in letters
            known = word in lexicon if find == "all" else lexicon.is_familiar(word)
            if word and known:
                candidates.append((len(word), points, -start))
    if not candidates:
        return 0, 0
    longest = max(length for length, _, _ in candidates)
    of_length = [(points, place) for length, points, place in candidates if length == longest]
    points = max(of_length)[0] if equal == "best" else max(of_length, key=lambda pair: pair[1])[0]
    doubled = is_balanced(grid, line)
    return points * (2 if doubled else 1), int(doubled)


def best(grid: Grid, lexicon: Lexicon, find: str = "familiar", equal: str = "best") -> tuple[int, str]:
    """The total and the wilds' letters in reading order, by WK-7 word for word."""
    wilds = [cell for cell, tile in grid if tile and tile.face == "*"]
    ranked = []
    for choice in product(LETTERS, repeat=len(wilds)):
        letters = dict(zip(wilds, choice, strict=True))
        parts = [line_points(grid, line, letters, lexicon, find, equal) for line in lines(grid)]
        ranked.append((-sum(p for p, _ in parts), -sum(w for _, w in parts), "".join(choice)))
    points, _, letters_text = min(ranked)
    return -points, letters_text
