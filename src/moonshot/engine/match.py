"""A match: deals until the rules say it is over.

`verify` turns a seat's move into the event it would cause and changes nothing; `apply` folds an event into
the state and returns it with everything that followed. `act` does both. A match rebuilt from its recorded
events equals the one that produced them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from moonshot.engine.cards import QUEEN_BIT, mask_of
from moonshot.engine.deal import DONE, PASSING, PLAYING, REDEAL, Deal
from moonshot.engine.errors import MoveError, RulesError, StateError
from moonshot.engine.events import (
    Committed,
    DealScored,
    Dealt,
    Event,
    Exchanged,
    HeartsBroken,
    MatchOver,
    MatchStarted,
    MoonChosen,
    MoonShot,
    OvertimeStarted,
    Passed,
    Played,
    Recalled,
    Recorded,
    Redeal,
    Revealed,
    TrickTaken,
)
from moonshot.engine.moves import ChooseMoon, Move, Pass, Play, Recall
from moonshot.engine.rules import Rules
from moonshot.engine.scoring import (
    OTHERS_PLUS,
    SELF_MINUS,
    DealScore,
    default_moon_choice,
    is_sun,
    moon_shooter,
    score_deal,
)
from moonshot.engine.shuffle import commitment, deal_hands

_played = lru_cache(maxsize=None)(Played)
"""The cards that can be played are few, and their events are values: each is made once."""

BETWEEN = "between"
CHOOSING_MOON = "choosing_moon"
OVER = "over"


@dataclass(frozen=True, slots=True)
class DealResult:
    """One row of the score sheet.

    ``queen`` and ``bonus`` are the seats that took those cards (None where out of play); ``check`` is the sum
    of ``points`` over all seats.
    """

    deal_no: int
    dealer: int
    direction: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    moon: int | None
    moon_mode: str | None
    sun: bool
    queen: int | None
    bonus: int | None

    @property
    def check(self) -> int:
        """The sum of the row: 26 on an ordinary Standard deal."""
        return sum(self.points)


class Match:
    """A whole match of Hearts under one rules value.

    Raises RulesError (the code of the first problem) when the rules cannot be played.

    Attributes: ``phase`` (between, passing, playing, redeal, choosing_moon, over), ``deal`` the current or
    last Deal, ``deal_no`` its number (0 before the first), ``totals``, ``results`` the score sheet,
    ``overtime`` and ``tied``, ``winners``.
    """

    __slots__ = (
        "committed",
        "deal",
        "deal_no",
        "first_dealer",
        "match_id",
        "overtime",
        "results",
        "rules",
        "tied",
        "totals",
        "winners",
    )

    def __init__(self, rules: Rules, *, match_id: str = "match", first_dealer: int = 0) -> None:
        problems = rules.problems()
        if problems:
            raise RulesError(
                problems[0].code, " ".join(problem.message for problem in problems), problems[0].field
            )
        if not 0 <= first_dealer < rules.players:
            raise StateError("bad_seat", f"Seats are 0 to {rules.players - 1}.", "first_dealer")
        self.rules = rules
        self.match_id = match_id
        self.first_dealer = first_dealer
        self.deal: Deal | None = None
        self.deal_no = 0
        self.committed: Committed | None = None
        self.totals: tuple[int, ...] = (0,) * rules.players
        self.results: tuple[DealResult, ...] = ()
        self.overtime = False
        self.tied: tuple[int, ...] = ()
        self.winners: tuple[int, ...] = ()

    @classmethod
    def replay(cls, events: Sequence[Recorded]) -> "Match":
        """Rebuild a match from its recorded events, the first being MatchStarted."""
        started = events[0] if events else None
        if not isinstance(started, MatchStarted):
            raise StateError("bad_record", "The first event must start the match.", "events[0]")
        match = cls(
            Rules.from_dict(started.rules), match_id=started.match_id, first_dealer=started.first_dealer
        )
        for event in events[1:]:
            match.apply(event)
        return match

    def started(self) -> MatchStarted:
        """The event that begins this match."""
        return MatchStarted(self.match_id, self.rules.to_dict(), self.first_dealer)

    # -- where it stands -------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """between, passing, playing, redeal, choosing_moon or over."""
        deal = self.deal
        if deal is not None and deal.phase == PLAYING:
            return PLAYING
        if self.winners:
            return OVER
        if deal is None or len(self.results) == self.deal_no:
            return BETWEEN
        return CHOOSING_MOON if deal.phase == DONE else deal.phase

    @property
    def turn(self) -> int | None:
        """The seat to play a card or to choose, or None."""
        phase = self.phase
        if self.deal is None or phase not in (PLAYING, CHOOSING_MOON):
            return None
        return self.deal.turn if phase == PLAYING else self.shooter

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now: those who have yet to pass, or the one in turn."""
        phase = self.phase
        if self.deal is not None and phase == PLAYING:
            return (self.deal.turn,)
        if self.deal is not None and phase == PASSING:
            return tuple(seat for seat, cards in enumerate(self.deal.passes) if cards is None)
        turn = self.turn
        return () if turn is None else (turn,)

    @property
    def shooter(self) -> int | None:
        """The seat that shot the moon in the finished deal, or None."""
        if self.deal is None or self.deal.phase != DONE:
            return None
        seat = moon_shooter(self.rules.facts, self.deal.taken)
        return None if seat < 0 else seat

    @property
    def next_deal_no(self) -> int:
        """The number of the deal to be dealt next; a redeal keeps its number."""
        return len(self.results) + 1

    @property
    def next_dealer(self) -> int:
        """The dealer of the deal to be dealt next."""
        return (self.first_dealer + len(self.results)) % self.rules.players

    @property
    def dealer(self) -> int:
        """The dealer of the current or last deal (of the first, before it); moves clockwise every deal."""
        return (self.first_dealer + max(0, self.deal_no - 1)) % self.rules.players

    def legal_mask(self) -> int:
        """The mask of cards the seat in turn may play; 0 unless playing."""
        return 0 if self.deal is None else self.deal.legal_mask()

    def moon_options(self) -> dict[str, tuple[int, ...]]:
        """The totals after each choice of the shooter; empty unless a choice is due."""
        if self.phase != CHOOSING_MOON:
            return {}
        return {choice: self._scored(choice).settlement.totals for choice in (OTHERS_PLUS, SELF_MINUS)}

    def default_moon_choice(self) -> str:
        """The choice for a shooter who does not choose (see `scoring.default_moon_choice`)."""
        deal = self._deal()
        return default_moon_choice(
            self.rules, deal.taken, deal.tricks_won, self.totals, self.deal_no, self.overtime
        )

    # -- dealing ---------------------------------------------------------------------------------------

    def commit(self, secret: bytes) -> Committed:
        """The event that promises the next deal's secret."""
        deal_no = self.next_deal_no
        return Committed(deal_no, commitment(secret, self.match_id, deal_no), secret.hex())

    def deal_event(self, seeds: Sequence[str] = ()) -> Dealt:
        """The event that deals the next hands from the committed secret and the players' seeds."""
        if self.committed is None:
            raise StateError("not_committed", "Commit to a secret before dealing.", "committed")
        dealer = self.next_dealer
        hands, kitty = deal_hands(self.rules, dealer, bytes.fromhex(self.committed.secret), seeds)
        return Dealt(self.next_deal_no, dealer, hands, kitty, tuple(seeds))

    # -- moves -----------------------------------------------------------------------------------------

    def verify(self, seat: int, move: Move) -> Recorded:
        """The event that ``move`` by ``seat`` causes. Raises MoveError and changes nothing otherwise."""
        deal = self.deal
        if deal is None or not 0 <= seat < self.rules.players:
            raise MoveError("wrong_phase", "No deal is being played.", "t")
        if isinstance(move, Play):  # by far the most frequent one
            deal.verify_play(seat, move.card)
            return _played(seat, move.card)
        if isinstance(move, Pass):
            deal.verify_pass(seat, move.cards)
            return Passed(seat, tuple(move.cards))
        if isinstance(move, Recall):
            deal.verify_recall(seat)
            return Recalled(seat)
        if isinstance(move, ChooseMoon):
            self._verify_choice(seat, move.choice)
            return MoonChosen(seat, move.choice)
        assert_never(move)

    def _verify_choice(self, seat: int, choice: str) -> None:
        if self.phase != CHOOSING_MOON:
            raise MoveError("wrong_phase", "There is nothing to choose now.", "t")
        if seat != self.shooter:
            raise MoveError("not_your_turn", "The choice is another player's.", "t")
        if choice not in (OTHERS_PLUS, SELF_MINUS):
            raise MoveError("bad_choice", "Choose others_plus or self_minus.", "choice")

    def act(self, seat: int, move: Move) -> tuple[Event, ...]:
        """Verify and apply a move."""
        return self.apply(self.verify(seat, move))

    def apply(self, event: Recorded) -> tuple[Event, ...]:
        """Fold a recorded event into the state; returns it with the derived events that follow.

        Raises MoveError or StateError, without any change, when the event cannot follow the present state.
        """
        if isinstance(event, Played):  # by far the most frequent one
            return self._apply_played(event)
        if isinstance(event, Committed):
            return self._apply_committed(event)
        if isinstance(event, Dealt):
            return self._apply_dealt(event)
        if isinstance(event, Passed):
            return self._apply_passed(event)
        if isinstance(event, Recalled):
            self._deal().recall(event.seat)
            return (event,)
        if isinstance(event, MoonChosen):
            self._verify_choice(event.seat, event.choice)
            return (event, *self._finish(self._scored(event.choice)))
        if isinstance(event, MatchStarted):
            raise StateError("wrong_phase", "The match has started already.", "kind")
        assert_never(event)

    def _apply_committed(self, event: Committed) -> tuple[Event, ...]:
        if self.phase not in (BETWEEN, REDEAL) or event.deal_no != self.next_deal_no:
            raise StateError("wrong_phase", "The next deal cannot be promised now.", "deal_no")
        if self.committed is not None:
            raise StateError("already_committed", "The next deal has been promised already.", "deal_no")
        self.committed = event
        return (event,)

    def _apply_dealt(self, event: Dealt) -> tuple[Event, ...]:
        if self.phase not in (BETWEEN, REDEAL) or event.deal_no != self.next_deal_no:
            raise StateError("wrong_phase", "No deal can start now.", "deal_no")
        if event.dealer != self.next_dealer:
            raise StateError("bad_seat", f"Seat {self.next_dealer} deals.", "dealer")
        deal = Deal(self.rules, event.hands, deal_no=event.deal_no, dealer=event.dealer, kitty=event.kitty)
        self.deal = deal
        self.deal_no = event.deal_no
        return (event, *self._redealt(deal))

    def _apply_passed(self, event: Passed) -> tuple[Event, ...]:
        deal = self._deal()
        deal.pass_cards(event.seat, event.cards)
        if deal.received is None:
            return (event,)
        given = tuple(mask_of(cards or ()) for cards in deal.passes)
        return (event, Exchanged(deal.deal_no, deal.direction, given, deal.received), *self._redealt(deal))

    def _apply_played(self, event: Played) -> tuple[Event, ...]:
        deal = self._deal()
        deal.verify_play(event.seat, event.card)
        was_broken = deal.broken
        deal.push(event.card)
        events: list[Event] = [event]
        if deal.broken and not was_broken:
            events.append(HeartsBroken(event.seat, event.card))
        if not deal.trick:
            trick_no = len(deal.winners) - 1
            kitty = deal.kitty if deal.kitty_trick == trick_no else 0
            cards = tuple(deal.plays[-self.rules.players :])
            events.append(TrickTaken(deal.leader_of(trick_no), cards, deal.winners[-1], kitty))
        if deal.phase != PLAYING:
            events += self._redealt(deal)
            if deal.phase == DONE:
                events += self._ended(deal)
        return tuple(events)

    def _redealt(self, deal: Deal) -> tuple[Event, ...]:
        if deal.phase != REDEAL:
            return ()
        return (Redeal(deal.deal_no, deal.turn), *self._reveal())

    def _ended(self, deal: Deal) -> tuple[Event, ...]:
        shooter = self.shooter
        shot: tuple[Event, ...] = ()
        if shooter is not None:
            shot = (MoonShot(deal.deal_no, shooter, is_sun(self.rules.facts, deal.tricks_won, shooter)),)
        score = self._score(None)
        return shot if score is None else (*shot, *self._finish(score))

    def _finish(self, score: DealScore) -> tuple[Event, ...]:
        deal = self._deal()
        after = score.settlement
        self.totals = after.totals
        self.results = (*self.results, _result(deal, score))
        events: list[Event] = [
            DealScored(deal.deal_no, score.points, after.totals, score.moon, score.moon_mode, score.sun),
            *self._reveal(),
        ]
        self.tied = after.tied
        self.overtime = after.state == "overtime" or (self.overtime and self.rules.overtime == "latched")
        if after.state == "over":
            self.winners = after.winners
            events.append(MatchOver(after.winners, after.totals))
        elif after.state == "overtime":
            events.append(OvertimeStarted(after.tied))
        return tuple(events)

    def _reveal(self) -> tuple[Event, ...]:
        committed, self.committed = self.committed, None
        return () if committed is None else (Revealed(committed.deal_no, committed.secret),)

    def _score(self, choice: str | None) -> DealScore | None:
        deal = self._deal()
        return _score_deal(
            self.rules,
            tuple(deal.taken),
            tuple(deal.tricks_won),
            self.totals,
            deal_no=self.deal_no,
            overtime=self.overtime,
            choice=choice,
        )

    def _scored(self, choice: str) -> DealScore:
        score = self._score(choice)
        assert score is not None  # a choice was given
        return score

    def _deal(self) -> Deal:
        if self.deal is None:
            raise StateError("wrong_phase", "No deal is being played.", "kind")
        return self.deal

    def copy(self) -> "Match":
        """An independent copy."""
        twin = Match.__new__(Match)
        for name in Match.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.deal = None if self.deal is None else self.deal.copy()
        return twin

    def __repr__(self) -> str:
        return f"<Match {self.match_id} {self.phase}, deal {self.deal_no}>"


# A deal's end is looked at before it is stored, and comes about after that: with the same result.
_score_deal = lru_cache(maxsize=1024)(score_deal)


def _result(deal: Deal, score: DealScore) -> DealResult:
    facts = deal.facts
    bonus = 0 if facts.bonus_card < 0 else 1 << facts.bonus_card
    queen = QUEEN_BIT & facts.point_cards
    return DealResult(
        deal.deal_no,
        deal.dealer,
        deal.direction,
        score.points,
        score.settlement.totals,
        score.moon,
        score.moon_mode,
        score.sun,
        next((seat for seat, taken in enumerate(deal.taken) if taken & queen), None),
        next((seat for seat, taken in enumerate(deal.taken) if taken & bonus), None),
    )
