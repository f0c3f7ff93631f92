"""Every move that a rack allows, best first: for tests, and for what was possible once a match is over."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.games.word_club.placement import placed
from companion.games.word_club.rules import BLANK, BY_VERSION, Rules
from companion.games.word_club.score import scored
from companion.games.word_club.squares import CENTRE, SIDE, Board, Move, Square
from companion.games.word_club.trie import END, Node, graph
from companion.grid import EMPTY, LETTERS
from companion.lexicon import Lexicon

MOST_SHOWN = 5
Crossing = Mapping[int, frozenset[str]]


class Found(NamedTuple):
    """A legal move and what it scores."""

    move: Move
    points: int


class Line(NamedTuple):
    """One row or column: its faces, the letters that words across allow by place (no entry: any), and the
    places at which a move may begin to join what lies on the board."""

    faces: str
    allowed: Crossing
    anchors: frozenset[int]


def moves(board: Board, rack: str, rules: Rules, lexicon: Lexicon) -> list[Found]:
    """All legal moves, the highest score first, then in the order of their text forms."""
    found = {
        move: scored(placed(board, move), rules).total
        for move in _all_moves(board, rack, graph(lexicon), lexicon)
    }
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return [Found(*pair) for pair in ranked]


@lru_cache(maxsize=64)
def best_moves(board: Board, rack: str, version: str, lexicon: Lexicon) -> tuple[Found, ...]:
    """The few best moves, remembered for equal questions."""
    return tuple(moves(board, rack, BY_VERSION[version], lexicon)[:MOST_SHOWN])


def _all_moves(board: Board, rack: str, root: Node, lexicon: Lexicon) -> Iterator[Move]:
    for down in (False, True):
        faces = board.rows if not down else tuple(map("".join, zip(*board.rows, strict=True)))
        for number in range(SIDE):
            line = _line(faces, number, board.is_empty, lexicon)
            if line.anchors:
                for start, word in _words(line, rack, root):
                    first = Square(start, number) if down else Square(number, start)
                    yield Move(word, first, down)


def _line(faces: tuple[str, ...], number: int, is_first: bool, lexicon: Lexicon) -> Line:
    own = faces[number]
    allowed = {at: _crossing(faces, number, at, lexicon) for at in range(SIDE) if _crosses(faces, number, at)}
    if is_first:
        anchors = frozenset({CENTRE.col} if number == CENTRE.row else ())
        return Line(own, allowed, anchors)
    beside = {at for at in range(SIDE) if any(own[near] != EMPTY for near in _near(at))}
    return Line(own, allowed, frozenset(at for at in {*allowed, *beside} if own[at] == EMPTY))


def _near(at: int) -> list[int]:
    return [each for each in (at - 1, at + 1) if 0 <= each < SIDE]


def _crosses(faces: tuple[str, ...], number: int, at: int) -> bool:
    """Whether a tile there would make or extend a word across the line."""
    return faces[number][at] == EMPTY and any(faces[near][at] != EMPTY for near in _near(number))


def _crossing(faces: tuple[str, ...], number: int, at: int, lexicon: Lexicon) -> frozenset[str]:
    """The letters that the word across the line allows at a place."""
    across = "".join(row[at] for row in faces)
    before = across[:number].rpartition(EMPTY)[2].upper()
    behind = across[number + 1 :].partition(EMPTY)[0].upper()
    return frozenset(letter for letter in LETTERS if f"{before}{letter}{behind}" in lexicon)


def _words(line: Line, rack: str, root: Node) -> Iterator[tuple[int, str]]:
    """Where words begin and how they read, for every word that joins at an anchor of the line."""
    last = max(line.anchors)
    for start in range(last + 1):
        if start and line.faces[start - 1] != EMPTY:
            continue
        first_anchor = min((at for at in line.anchors if at >= start), default=SIDE)
        if _gaps(line.faces, start, first_anchor) <= len(rack):
            yield from ((start, word) for word in _extended(line, rack, root, start, "", False))


def _gaps(faces: str, start: int, stop: int) -> int:
    """How many tiles it takes to reach a place, itself with it."""
    return faces[start : stop + 1].count(EMPTY)


def _extended(line: Line, rack: str, node: Node, at: int, word: str, joined: bool) -> Iterator[str]:
    """Every word from here on; `joined` says whether a new tile lies on an anchor."""
    face = line.faces[at] if at < SIDE else EMPTY
    if face != EMPTY:
        if child := node.get(face.upper()):
            yield from _extended(line, rack, child, at + 1, word + face, joined)
        return
    if joined and END in node and len(word) > 1:
        yield word
    if at == SIDE or not rack:
        return
    joins, allowed = joined or at in line.anchors, line.allowed.get(at)
    for tile in set(rack):
        left = rack.replace(tile, "", 1)
        if tile != BLANK:
            if tile in node and (allowed is None or tile in allowed):
                yield from _extended(line, left, node[tile], at + 1, word + tile, joins)
            continue
        for letter, child in node.items():
            if letter != END and (allowed is None or letter in allowed):
                yield from _extended(line, left, child, at + 1, word + letter.lower(), joins)
