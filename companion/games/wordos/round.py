"""A round as facts; who holds what, who is placed and who judges is computed from them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.wordos.contest import Served, Win
from companion.games.wordos.finish import Finish, Vote, finishing, verdict
from companion.games.wordos.piles import Outcome, Piles
from companion.games.wordos.rules import DECK, FEWEST, PLACES, RANKS
from companion.games.wordos.stage import House, Stage
from companion.games.wordos.tie import Tie
from companion.games.wordos.turn import Turn, turn_outcome, unnamed
from companion.presses import Press


@dataclass(frozen=True, slots=True)
class Judging:
    """What lies before the judge; nothing here says whose it is before the choice (WS-12).

    `order` are the numbers of the piles as they are fanned, `answers` what was on them so far, `ranked` the
    chosen piles, `owners` their seats, said afterwards, with the pile of each.
    """

    order: tuple[int, ...] = ()
    answers: tuple[str, ...] = ()
    ranked: tuple[int, ...] = ()
    owners: tuple[tuple[int, int], ...] = ()

    @property
    def next_pile(self) -> int | None:
        """The number of the pile that comes to the judge next."""
        return self.order[len(self.answers)] if len(self.answers) < len(self.order) else None


@dataclass(frozen=True, slots=True)
class Round:
    """A round: per seat the flipped letter, the number of cards in hand and the pile of discards.

    `dealt` are the seats with which it began, `left` those of them that have left since.

    `piles` are as they lay before anybody took a card in this GO. `rulings` are of seats whose answers the
    table has ruled, `wins` the tiebreakers of this GO, `tie` is the one that runs.
    """

    number: int
    caller: int
    caption: str
    house: House
    letters: tuple[str, ...]
    hands: tuple[int, ...]
    piles: Piles
    dealt: tuple[int, ...]
    left: tuple[int, ...] = ()
    switched: tuple[int, ...] = ()
    turn: Turn | None = None
    finishes: tuple[Finish, ...] = ()
    answers: tuple[tuple[int, str], ...] = ()
    votes: tuple[Vote, ...] = ()
    rulings: tuple[tuple[int, bool], ...] = ()
    wins: tuple[Win, ...] = ()
    tie: Tie | None = None
    judging: Judging | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that take part in the round."""
        return tuple(seat for seat in self.dealt if seat not in self.left)

    @property
    def is_called_off(self) -> bool:
        """Whether so many have left that nobody can play on (ours)."""
        return len(self.seats) < FEWEST[self.house.mode]

    @property
    def agreed(self) -> int:
        """How many cards everybody holds in `judged`; 0 while that is not decided (WS-2)."""
        return max(self.hands)

    def with_a_seat_more(self) -> "Round":
        """The round with room for somebody who sits down and plays from the next one on."""
        return replace(self, letters=(*self.letters, ""), hands=(*self.hands, 0), piles=(*self.piles, ""))

    def verdict(self, seat: int) -> bool | None:
        """Whether the others find the answer of a seat sufficient; None while that is open (WS-9)."""
        voters = {*self.seats, *(vote.seat for vote in self.votes if vote.of == seat)} - {seat}
        return verdict(seat, self.rulings, self.votes, len(voters))

    @property
    def _asked(self) -> list[int]:
        return sorted({of for of, _ in self.rulings} | {vote.of for vote in self.votes})

    @property
    def accepted(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._asked if self.verdict(seat) is True)

    @property
    def rejected(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._asked if self.verdict(seat) is False)

    @property
    def places(self) -> int:
        """How many can still finish: places of WS-1, in `judged` all but one (WS-2)."""
        return PLACES[len(self.dealt)] - len(self.accepted) if self.house.is_own else len(self.seats) - 1

    @property
    def done(self) -> Served:
        """The seats that are done and not ruled, in order; who is tied for the last place."""
        if not self.finishes:
            return Served()
        ruled = {*self.accepted, *self.rejected}
        open_ = tuple(each for each in self.finishes if each.seat not in ruled)
        return finishing(
            open_, self.places, self.house.tie_ms, self.wins, self.turn.number if self.turn else 0
        )

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that still play: neither done nor out of the round."""
        gone = {*self.accepted, *self.rejected, *self.done.seats}
        return tuple(seat for seat in self.seats if seat not in gone)

    @property
    def judge(self) -> int | None:
        """The one who could not finish, once all others have (WS-2)."""
        playing = self.playing
        return playing[0] if not self.house.is_own and len(playing) == 1 else None

    @property
    def outcome(self) -> Outcome:
        """Who takes which card in this GO, and how the piles lie then."""
        if self.turn is None or not self.turn.lain:
            return Outcome(piles=self.piles)
        return turn_outcome(self.turn, self.piles, self.house.tie_ms, self.house.locked, self.wins)

    @property
    def to_take(self) -> tuple[int, ...]:
        """The seats that have not taken their card in this GO."""
        if self.turn is None:
            return ()
        have = {*self.turn.drew, *self.outcome.takers}
        return tuple(seat for seat in self.turn.seats if seat not in have)

    @property
    def unnamed(self) -> tuple[Press, ...]:
        """Shouts of which the letter is still to be named, the earliest first (WS-6)."""
        standing = {*self.outcome.takers, *self.outcome.tied}
        shouts = unnamed(self.turn, self.house.locked) if self.turn else ()
        return tuple(press for press in shouts if press.seat not in standing)

    @property
    def is_ready(self) -> bool:
        """Whether everybody has letter and hand, so that GO can be said."""
        held = all(self.hands[seat - 1] for seat in self.seats)
        return held and (not self.house.is_own or all(self.letters[seat - 1] for seat in self.seats))

    @property
    def decks(self) -> int:
        """How many cards the decks still hold, as far as the entries tell."""
        short = len(self.to_take) if self.turn and self.turn.lain else 0
        held = sum(hand or bool(letter) for hand, letter in zip(self.hands, self.letters, strict=True))
        return sum(DECK.values()) - held - sum(map(len, self.outcome.piles)) + short

    @property
    def points(self) -> Mapping[int, int]:
        """What each seat scores in this round as it stands (WS-1, WS-2)."""
        if self.house.is_own:
            return {seat: self.hands[seat - 1] for seat in self.accepted}
        ranked = self.judging.ranked if self.judging else ()
        owners = dict(self.judging.owners) if self.judging else {}
        return {owners[pile]: RANKS[at] for at, pile in enumerate(ranked) if pile in owners}

    @property
    def stage(self) -> Stage:
        if self.is_called_off:
            return Stage.OVER
        if not self.is_ready:
            return Stage.LETTERS
        if self.turn and not self.turn.lain:
            return Stage.DISCARD
        if self.to_take:
            return Stage.TAKE
        return self._own_stage if self.house.is_own else self._judged_stage

    @property
    def _own_stage(self) -> Stage:
        if not self.places or not (self.playing or self.done.seats):
            return Stage.OVER
        return Stage.ANSWERS if self.done.seats else Stage.REST

    @property
    def _judged_stage(self) -> Stage:
        if self.judge is None:
            return Stage.REST
        judging = self.judging
        if judging is None or not judging.order:
            return Stage.JUDGING
        if not judging.ranked:
            return Stage.READING
        return Stage.OVER if len(judging.owners) == len(judging.ranked) else Stage.OWNERS
