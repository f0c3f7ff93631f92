"""Who takes which token, and which tie-break decided it (WK-12 to WK-14). Pure, of scored rounds only."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.games.wordoku.explain import and_joined, points_in_words
from companion.games.wordoku.score import Score


@dataclass(frozen=True, slots=True)
class Awarded:
    """A round that is over: who takes the Victor (or None), a Personal Best for each seat named, and why."""

    number: int
    victor: int | None
    bests: tuple[int, ...]
    sentence: str


def pure_balanced_words(score: Score) -> int:
    """Scored words in balanced lines whose own letters hold no wild (WK-12)."""
    return sum(line.found is not None and line.balanced and not line.wilds_in_word for line in score.lines)


def award(rounds: tuple[Mapping[int, Score], ...], names: Mapping[int, str]) -> Awarded:
    """The tokens of the last of these rounds; earlier ones count for Personal Bests (WK-12, WK-13).

    Alone in the match there is no Victor; who finishes a round alone because others left takes it (ours).
    """
    scores = rounds[-1]
    alone = len(names) < 2 or not scores
    victor, shared, sentence = (None, (), "") if alone else _victor(scores, names)
    improved = tuple(seat for seat in sorted(scores) if _improved(seat, rounds))
    if improved:
        verb = "beats the own best and takes" if len(improved) == 1 else "beat their own bests and each take"
        extra = f"{and_joined([names[seat] for seat in improved])} {verb} a Personal Best."
        sentence = f"{sentence} {extra}".strip()
    return Awarded(len(rounds), victor, (*shared, *improved), sentence or "No token this round.")


def _victor(scores: Mapping[int, Score], names: Mapping[int, str]) -> tuple[int | None, tuple[int, ...], str]:
    """The Victor's seat, or the seats that each take a Personal Best instead, and the sentence."""
    best = max(score.total for score in scores.values())
    tied = _leaders(scores, lambda score: score.total)
    first = and_joined([names[seat] for seat in tied])
    if len(tied) == 1:
        return tied[0], (), f"{first} takes the Victor with {points_in_words(best)}."
    opening = f"{first} tie at {best};"
    left = _leaders({seat: scores[seat] for seat in tied}, lambda score: -score.wild_tiles)
    if len(left) == 1:
        count = scores[left[0]].wild_tiles
        return (
            left[0],
            (),
            f"{opening} {names[left[0]]} takes the Victor with the fewest wild tiles ({count}).",
        )
    last = _leaders({seat: scores[seat] for seat in left}, pure_balanced_words)
    if len(last) == 1:
        count = pure_balanced_words(scores[last[0]])
        reason = f"with the most balanced words without a wild ({count})"
        return last[0], (), f"{opening} {names[last[0]]} takes the Victor {reason}."
    still = and_joined([names[seat] for seat in last])
    return (
        None,
        last,
        f"{opening} nothing parts {still}, so each takes a Personal Best and nobody the Victor.",
    )


def _leaders(scores: Mapping[int, Score], measure: Callable[[Score], int]) -> tuple[int, ...]:
    most = max(measure(score) for score in scores.values())
    return tuple(seat for seat in sorted(scores) if measure(scores[seat]) == most)


def _improved(seat: int, rounds: tuple[Mapping[int, Score], ...]) -> bool:
    """Whether a seat's last round strictly beats all its earlier ones; a first beats nothing (WK-13)."""
    earlier = [scores[seat].total for scores in rounds[:-1] if seat in scores]
    return bool(earlier) and rounds[-1][seat].total > max(earlier)


def leaders(seats: Iterable[tuple[int, int, int]]) -> tuple[int, ...]:
    """The winners among (seat, awards, best round): most awards, then the best round, then shared (WK-14)."""
    ranked = [(awards, best, seat) for seat, awards, best in seats]
    most = max(((awards, best) for awards, best, _ in ranked), default=(0, 0))
    return tuple(seat for awards, best, seat in ranked if (awards, best) == most)
