"""Whole matches by players who do anything that is allowed, with presses in shuffled order.

They leave, sit down late and come back, too.
"""

from random import Random
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.fold import AMEND, OPENED, STRIKE, Folded, fold
from companion.games.record import Event, Opened, Standings, chosen
from companion.games.wordos import GAME
from companion.games.wordos.answers import (
    Assembled,
    Cleared,
    Fanned,
    Flipped,
    Owned,
    Ranked,
    Revealed,
    Ruled,
    Said,
    Voted,
)
from companion.games.wordos.events import (
    Called,
    Changed,
    Claimed,
    Decided,
    Discarded,
    Done,
    Drew,
    Go,
    Lie,
    Pressed,
    Switched,
    Thought,
    Turned,
)
from companion.games.wordos.piles import tops_of
from companion.games.wordos.players import Joined, Left, Renamed
from companion.games.wordos.round import Round
from companion.games.wordos.rules import MOST_SEATS, PLACES, UNSEEN
from companion.games.wordos.seating import AT_THE_JUDGE
from companion.games.wordos.stage import Stage
from companion.games.wordos.state import State
from companion.journal import Entry, Stamp
from companion.lexicon import Lexicon
from companion.match import offered
from companion.presses import Press
from companion.signals import PATTERNS

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
WORDS = Lexicon.of({"TIGER": 35})
MOST_EVENTS = 150
MATCHES = 200


class Evening:
    """One random match: `entries` are what was recorded, `state` what follows."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        mode = self.random.choice(("own", "judged"))
        names = NAMES[: self.random.choice((3 if mode == "own" else 4, 4, 4, 5, 6, 10))]
        asked = {
            "mode": mode, "early": self.random.choice(("told", "locked")),
            "tie_ms": self.random.choice(("0", "30", "100")),
            "level": self.random.choice(("shared", "tiebreaker")),
        }  # fmt: skip
        self.opened = Opened(
            GAME.name,
            "1.0",
            names,
            chosen(GAME.switches, asked),
            WORDS.name,
            WORDS.version,
            WORDS.sha256,
            f"{seed}",
        )
        self.state = GAME.start(self.opened)
        self.now_ns = 10**9
        fields = {name: getattr(self.opened, name) for name in self.opened.__slots__}
        self.entries = [self._entry(OPENED, fields)]

    def _entry(self, kind: str, fields: Any) -> Entry:
        return Entry(len(getattr(self, "entries", ())) + 1, kind, fields, stamp=Stamp("", "boot", 0))

    def takes(self, event: Event) -> None:
        self.state = GAME.apply(self.state, event)
        self.entries.append(self._entry(event.kind, event.fields()))

    def plays(self) -> None:
        """Until somebody wins, or it has lasted long enough."""
        while not self.state.winners and len(self.entries) < MOST_EVENTS:
            for event in self.next_events():
                self.takes(event)
            self.holds()

    def next_events(self) -> list[Event]:
        state, round_, pick = self.state, self.state.round, self.random
        if pick.random() < 0.02 or state.lacking:
            return self.comes_or_goes()
        if round_ and round_.tie:
            return self.in_a_tie(round_)
        if state.tied and not (round_ and round_.unnamed):
            free = [seat for seat in state.here if seat not in state.tied[0][1]]
            return [Flipped(pick.choice("TAE"), pick.choice(free)) if free else Flipped()]
        if round_ is None or state.stage is Stage.OVER:
            return [Called(pick.choice(("", "things in a kitchen")), pick.choice((None, state.next_caller)))]
        return {
            Stage.LETTERS: self.letters, Stage.DISCARD: self.discards, Stage.TAKE: self.takes_cards,
            Stage.REST: self.rests, Stage.ANSWERS: self.answers,
        }.get(state.stage, self.judging)(round_)  # fmt: skip

    def comes_or_goes(self) -> list[Event]:
        """Somebody leaves, comes back, or sits down late; with too few somebody has to come."""
        state, pick = self.state, self.random
        if state.stage not in AT_THE_JUDGE and not state.lacking and pick.random() < 0.6:
            return [Left(pick.choice(state.here))]
        if state.gone and pick.random() < 0.5:
            return [Joined("Back", pick.choice(state.gone))]
        if len(state.names) < MOST_SEATS:
            return [Joined("Late", len(state.names) + 1)]
        return [Joined("Back", state.gone[0])] if state.gone else [Renamed(1, "Other")]

    def letters(self, round_: Round) -> list[Event]:
        if not round_.house.is_own:
            return [Decided(self.random.randint(3, 12), self.random.choice((None, round_.caller)))]
        seat = next(seat for seat in round_.seats if not round_.hands[seat - 1])
        if not round_.letters[seat - 1]:
            return [Turned(seat, self.letter())]
        if seat not in round_.switched and self.random.random() < 0.2:
            return [Switched(seat, self.letter())]
        return [Thought(seat, self.random.randint(3, 18))]

    def letter(self) -> str:
        return self.random.choice("EEEEAAQXZ")

    def discards(self, round_: Round) -> list[Event]:
        assert round_.turn
        hidden = [seat for seat in round_.turn.seats if seat not in round_.turn.discarded]
        events: list[Event] = [Discarded(s, self.letter()) for s in hidden if self.random.random() < 0.9]
        early = [Pressed(seat, self.now_ns - 5) for seat in round_.turn.seats if self.random.random() < 0.1]
        self.now_ns += 10**9
        return [*events, *early, Lie(None, self.random.choice((None, self.now_ns)))]

    def takes_cards(self, round_: Round) -> list[Event]:
        """Several press, in shuffled order of arrival; then each names a letter or draws."""
        assert round_.turn
        open_ = [seat for seat in round_.to_take if seat not in round_.outcome.tied]
        unnamed = [press.seat or 0 for press in round_.unnamed]
        if not unnamed and self.random.random() < 0.6 and open_:
            self.now_ns += 10**9
            presses: list[Event] = [
                Pressed(
                    seat,
                    self.now_ns + self.random.randint(0, 120) * 10**6,
                    *self.random.choice(((0, "pin"), (5 * 10**6, "phone"))),
                )
                for seat in self.random.sample(open_, self.random.randint(1, len(open_)))
            ]
            self.random.shuffle(presses)
            return presses
        seat = unnamed[0] if unnamed else self.random.choice(open_)
        tops = {
            face for pile, face in tops_of(round_.outcome.piles).items() if pile != seat and face != UNSEEN
        }
        shown = {face for face, pile in round_.outcome.shown if pile != seat}
        faces = sorted(shown if round_.turn.naming(seat) is None or unnamed else tops)
        return [
            Claimed(seat, self.random.choice(faces)) if faces and self.random.random() < 0.8 else Drew(seat)
        ]

    def rests(self, round_: Round) -> list[Event]:
        if self.random.random() < 0.4:
            return [Go(self.random.choice((None, round_.caller)))]
        if round_.house.is_own and self.random.random() < 0.2:
            seat = self.random.choice(round_.playing)
            return [Changed(seat, min(40, round_.hands[seat - 1] + self.random.randint(0, 2)))]
        self.now_ns += 10**9
        most = min(3, len(round_.playing))
        return [Done(seat, self.now_ns + self.random.randint(0, 60) * 10**6)
                for seat in self.random.sample(round_.playing, self.random.randint(1, most))]  # fmt: skip

    def answers(self, round_: Round) -> list[Event]:
        of = self.random.choice(round_.done.seats)
        if of not in dict(round_.answers):
            text = round_.letters[of - 1] + "A" * (round_.hands[of - 1] - 1)
            return [Revealed(of, self.random.choice(("", text)))]
        verdict = self.random.choice(("yes", "yes", "no"))
        others = [seat for seat in round_.seats if seat != of]
        return [self.random.choice((Ruled(of, verdict), Voted(self.random.choice(others), of, verdict)))]

    def judging(self, round_: Round) -> list[Event]:
        judging = round_.judging
        if judging is None:
            return [Cleared()]
        if not judging.order:
            return [Assembled()]
        if judging.next_pile:
            return [Fanned(self.random.choice(("", "AHA")))]
        if not judging.ranked:
            return [Ranked(*self.random.sample(judging.order, 3))]
        taken = {seat for _, seat in judging.owners} | {round_.judge}
        pile = next(pile for pile in judging.ranked if pile not in dict(judging.owners))
        return [Owned(self.random.choice([seat for seat in round_.seats if seat not in taken]), pile)]

    def in_a_tie(self, round_: Round) -> list[Event]:
        tie = round_.tie
        assert tie
        waiting = [seat for seat in tie.seats if seat not in tie.out]
        if tie.speaker and self.random.random() < 0.7:
            return [
                self.random.choice((Said(), Said("", "no"), Said(tie.letter + "AB"), due_event(self.state)))
            ]
        if not waiting or self.random.random() < 0.2:
            return [due_event(self.state)]
        self.now_ns += 10**9
        return [
            Pressed(
                self.random.choice(waiting), self.now_ns, at_ms=tie.flipped_ms + self.random.randint(0, 9_000)
            )
        ]

    def holds(self) -> None:
        """What can never be otherwise, now."""
        state, round_ = self.state, self.state.round
        if round_ is None:
            return
        assert {*round_.playing, *round_.done.seats} <= {*round_.seats}
        assert round_.turn is None or {*round_.turn.seats, *round_.outcome.takers} <= {*round_.seats}
        assert round_.tie is None or {*round_.tie.seats} <= {*state.here}
        taken = list(round_.outcome.takers) + list(round_.turn.drew if round_.turn else ())
        assert len(taken) == len(set(taken))
        assert all(steal.seat != steal.pile for steal in round_.outcome.steals)
        assert len(round_.accepted) <= (PLACES[len(round_.dealt)] if state.house.is_own else 0)
        assert round_.judge is None or round_.points.get(round_.judge, 0) == 0
        assert sorted(round_.points.values()) == sorted(
            [round_.hands[seat - 1] for seat in round_.accepted] if state.house.is_own
            else [points for points in round_.points.values() if points in (8, 6, 4)]
        )  # fmt: skip
        if self.random.random() < 0.05:
            self.offers()

    def offers(self) -> None:
        """Everything that is offered can be done, no button raises, every lamp shows a pattern."""
        board = GAME.scoreboard(self.state, WORDS)
        for prompt in board.prompts:
            GAME.apply(self.state, GAME.event(prompt.kind, dict(prompt.fields)))
        for seat in range(1, len(self.state.names) + 1):
            GAME.on_press(self.state, Press(self.now_ns, "buzz", seat))
        assert {pattern for _, pattern in board.lamps} <= set(PATTERNS)
        assert board.as_lines()


def due_event(state: State) -> Event:
    due = GAME.due(state)
    assert due
    return due.event


def replayed(evening: Evening) -> Folded:
    return fold("evening", evening.entries)


def standings(view: Folded) -> Standings:
    return GAME.standings(view.state, WORDS)


@pytest.mark.slow
def test_random_matches_break_no_invariant_and_replay_alike() -> None:  # WS-4, WS-6, WS-9
    ended = 0
    for seed in range(MATCHES):
        evening = Evening(seed)
        evening.plays()
        ended += bool(evening.state.winners)
        view = replayed(evening)
        assert view.state == evening.state, seed
        corrected(evening, view)
    assert ended > MATCHES // 8


def corrected(evening: Evening, view: Folded) -> None:
    """A strike and an amend at a random place: what follows still follows, or it is refused."""
    pick = evening.random
    of = pick.choice(evening.entries[1:])
    changes: list[dict[str, Any]] = [{"kind": STRIKE, "fields": {"of": of.seq}}]
    other = {**of.fields, **({"letter": "E"} if of.fields.get("letter") else {})}
    changes.append({"kind": AMEND, "fields": {"of": of.seq, "fields": other}})
    for change in pick.sample(changes, 1):
        entry = Entry(len(view.entries) + 1, change["kind"], change["fields"], stamp=Stamp("", "boot", 0))
        try:
            after = offered(view, entry, WORDS)
        except CompanionError:
            assert view.state == evening.state
            continue
        assert after.state == fold("evening", after.entries).state
        assert standings(after).seats
