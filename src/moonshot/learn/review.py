"""A seat's decisions looked at again: what every legal card was likely to cost, seen from that seat alone.

The search weighs each decision by the seat's own view, without the hands that are open now: a card is judged
by what could be known then. This says what to weigh, and tells what came out.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from moonshot.engine import Match, Move, Pass, Play, View, card_text, view_of
from moonshot.engine.events import Dealt, MatchStarted, Passed, Played
from moonshot.engine.record import read_record, write_record

NOTHING: Final = 0.25
"""So small a loss, in points, is none."""
TURNING: Final = 1.5
"""From this loss on a decision is told as a turning point."""
TURNING_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment in which a seat had a choice: what it saw, and what it did.

    ``place`` counts the deals of the record from 1; ``ply`` the cards of the deal that had been played.
    """

    place: int
    deal_no: int
    ply: int
    view: View
    move: Move
    seed: int

    @property
    def is_pass(self) -> bool:
        """Whether cards were passed, and none played."""
        return isinstance(self.move, Pass)


def decisions(record: Mapping[str, Any], seat: int) -> tuple[Decision, ...]:
    """Every pass and every card of a seat for which it had a choice."""
    read = read_record(write_record(dict(record)))
    started = read.events[0] if read.events else None
    if not isinstance(started, MatchStarted):
        return ()
    match = Match.replay([started])
    found: list[Decision] = []
    place = 0
    for event in read.events[1:]:
        place += isinstance(event, Dealt)
        if isinstance(event, Passed | Played) and event.seat == seat:
            view = view_of(match, seat)
            if isinstance(event, Passed) or view.legal.bit_count() > 1:
                move: Move = Pass(event.cards) if isinstance(event, Passed) else Play(event.card)
                text = f"{match.match_id}/{place}/{view.ply}/{seat}/{event.kind}"
                seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
                found.append(Decision(place, match.deal_no, view.ply, view, move, seed))
        match.apply(event)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Option:
    """A move with the points that the deal was likely to bring the seat, and the standard error of that."""

    cards: tuple[str, ...]
    points: float
    error: float

    def to_json(self) -> list[Any]:
        """JSON values."""
        return [list(self.cards), round(self.points, 2), round(self.error, 2)]

    @classmethod
    def from_json(cls, value: Sequence[Any]) -> "Option":
        """What `to_json` made."""
        return cls(tuple(value[0]), value[1], value[2])


def option(move: Move, points: float, error: float) -> Option:
    """An option as the search weighs it."""
    return Option(cards_of_move(move), points, error)


def cards_of_move(move: Move) -> tuple[str, ...]:
    """The cards of a move, sorted as hands are."""
    if isinstance(move, Pass):
        return tuple(card_text(card) for card in sorted(move.cards))
    return (card_text(move.card),) if isinstance(move, Play) else ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and what its options were worth, the best first."""

    decision: Decision
    options: tuple[Option, ...]

    @property
    def played(self) -> tuple[str, ...]:
        """The cards chosen."""
        return cards_of_move(self.decision.move)

    @property
    def chosen(self) -> Option | None:
        """What was chosen, None for a pass that was not among those weighed to the end."""
        return next((one for one in self.options if one.cards == self.played), None)

    @property
    def loss(self) -> float | None:
        """How many points more the choice was likely to cost than the best one."""
        chosen = self.chosen
        return None if chosen is None else max(0.0, chosen.points - self.options[0].points)

    @property
    def is_good(self) -> bool:
        """Whether no other choice was better by more than chance can feign."""
        chosen, loss = self.chosen, self.loss
        if chosen is None or loss is None:
            return False
        return loss <= max(NOTHING, 2 * max(chosen.error, self.options[0].error))


@dataclass(frozen=True, slots=True)
class MoonStop:
    """Somebody else shot the moon in a deal, and this was the choice that let it pass most."""

    shooter: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Summary:
    """A review in short. ``lost`` are points in all, over the ``weighed`` decisions whose loss is known."""

    weighed: int
    good: int
    lost: float
    turning: tuple[Verdict, ...]
    stops: tuple[MoonStop, ...]
    passes: tuple[Verdict, ...]

    @property
    def accuracy(self) -> int:
        """Of 100 decisions, so many were as good as the best."""
        return round(100 * self.good / self.weighed) if self.weighed else 100

    @property
    def average(self) -> float:
        """The loss of a decision on average."""
        return self.lost / self.weighed if self.weighed else 0.0


def summary(verdicts: Iterable[Verdict], moons: Mapping[int, int], seat: int) -> Summary:
    """A review in short. ``moons``: who shot the moon in which deals, by their places."""
    every = tuple(verdicts)
    known = [(verdict, loss) for verdict in every if (loss := verdict.loss) is not None]
    worst = sorted((pair for pair in known if pair[1] >= TURNING), key=lambda pair: -pair[1])
    stops = []
    for place, shooter in moons.items():
        missed = [pair for pair in worst if pair[0].decision.place == place]
        if shooter != seat and missed:
            stops.append(MoonStop(shooter, missed[0][0]))
    return Summary(
        len(known),
        sum(verdict.is_good for verdict, _ in known),
        sum(loss for _, loss in known),
        tuple(verdict for verdict, _ in worst[:TURNING_SHOWN]),
        tuple(stops),
        tuple(verdict for verdict in every if verdict.decision.is_pass),
    )
