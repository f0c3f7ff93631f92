"""Word Club's board scored and checked a second time, square by square, from the rule book's words alone."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DOUBLES = {(2, 2), (2, 6), (6, 2), (6, 6)}
TRIPLES = {(0, 4), (4, 0), (4, 8), (8, 4)}
WORTH = {
    **dict.fromkeys("AEILNORSTU", 1), **dict.fromkeys("DG", 2), **dict.fromkeys("BCMP", 3),
    **dict.fromkeys("FHVWY", 4), "K": 5, **dict.fromkeys("JX", 7), **dict.fromkeys("QZ", 9),
}  # fmt: skip

Lies = dict[tuple[int, int], str]


def lying(board: str) -> Lies:
    """What lies where, from nine rows joined by `/`."""
    return {
        (row, col): face
        for row, faces in enumerate(board.split("/"))
        for col, face in enumerate(faces)
        if face != "."
    }


def all_words(lies: Lies) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """Every run of two or more on the board, across and down, with its squares."""
    found = []
    for right, down in ((1, 0), (0, 1)):
        for row, col in lies:
            if (row - down, col - right) in lies:
                continue
            squares = []
            while (row, col) in lies:
                squares.append((row, col))
                row, col = row + down, col + right
            if len(squares) > 1:
                found.append(("".join(lies[at] for at in squares), tuple(squares)))
    return found


def play_score(before: str, after: str, rules: str) -> int:
    """What a play scores: every word that is new on the board, with premiums under new tiles."""
    was, now = lying(before), lying(after)
    fresh = set(now) - set(was)
    old = set(all_words(was))
    total = 0
    for word, squares in all_words(now):
        if (word, squares) in old:
            continue
        added = 0
        for letter, at in zip(word, squares, strict=True):
            value = 0 if letter.islower() else 1 if rules == "1.0" else WORTH[letter]
            added += value * (3 if rules == "1.1" and at in TRIPLES & fresh else 1)
        for at in squares:
            if rules == "1.1" and at in DOUBLES & fresh:
                added *= 2
        total += added
    return total


def is_legal(before: str, after: str, listed: set[str]) -> bool:
    """Whether one play may lead from one board to the other (WC-3, WC-4)."""
    was, now = lying(before), lying(after)
    fresh = set(now) - set(was)
    if not fresh or any(now.get(at) != face for at, face in was.items()):
        return False
    rows, cols = {row for row, _ in fresh}, {col for _, col in fresh}
    if len(rows) > 1 and len(cols) > 1:
        return False
    between = {
        (row, col) for row in range(min(rows), max(rows) + 1) for col in range(min(cols), max(cols) + 1)
    }
    near = {(row + r, col + c) for row, col in fresh for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    joined = bool(near & set(was)) if was else (4, 4) in fresh
    made = set(all_words(now)) - set(all_words(was))
    return between <= set(now) and joined and bool(made) and all(word.upper() in listed for word, _ in made)


def all_plays(board: str, rack: str, listed: set[str]) -> set[str]:
    """Every board that one play may lead to: each listed word tried in each place (no blanks)."""
    lies, found = lying(board), set()
    for word in listed:
        for right, down in ((1, 0), (0, 1)):
            for row in range(9 - down * (len(word) - 1)):
                for col in range(9 - right * (len(word) - 1)):
                    squares = [(row + down * n, col + right * n) for n in range(len(word))]
                    new = [
                        (at, letter)
                        for at, letter in zip(squares, word, strict=True)
                        if lies.get(at) != letter
                    ]
                    if any(at in lies for at, _ in new) or any(
                        rack.count(letter) < [each for _, each in new].count(letter) for _, letter in new
                    ):
                        continue
                    after = drawn({**lies, **dict(new)})
                    if is_legal(board, after, listed):
                        found.add(after)
    return found


def drawn(lies: Lies) -> str:
    return "/".join("".join(lies.get((row, col), ".") for col in range(9)) for row in range(9))
