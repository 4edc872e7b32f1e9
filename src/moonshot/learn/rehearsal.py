"""A rehearsal: one trick with all hands open, told step by step from what the engine says has happened.

The trick is drawn from a seed so that somebody throws a heart on it, whatever the reader plays. Nothing of it
is ever scored or dealt again.
"""

import random
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from moonshot.engine import Match, Play, Rules, card_text, cards_of, deal_hands
from moonshot.engine.cards import HEARTS, SUIT_MASKS
from moonshot.engine.events import Dealt, Event, HeartsBroken, Played, TrickTaken
from moonshot.engine.legality import winning_card
from moonshot.engine.scoring import points_of
from moonshot.learn.sentences import Sentence, say

SEEDS: Final = 1_000
RULES: Final = replace(Rules(), pass_cycle=("H",))
"""Standard without a pass: a rehearsal begins with the tricks."""
_EARLIEST, _LATEST = 4, 8
_TRICK = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One moment: open hands, the trick so far, and what is said. ``asks`` when the reader is to play."""

    hands: tuple[int, ...]
    trick: _TRICK
    said: tuple[Sentence, ...]
    asks: bool = False
    legal: int = 0
    taker: int | None = None


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A match brought to the trick that is rehearsed, and the reader's seat."""

    match: Match
    me: int

    def who(self, seat: int) -> str:
        """How far clockwise from the reader."""
        return str((seat - self.me) % self.match.rules.players)


@lru_cache(maxsize=128)
def rehearsal(seed: int) -> Rehearsal:
    """The rehearsal of a seed."""
    rng = random.Random(f"rehearsal/{seed}")  # noqa: S311 - to be repeated
    while True:
        match = Match(RULES, match_id="rehearsal")
        hands, _ = deal_hands(RULES, 0, rng.randbytes(32))
        match.apply(Dealt(1, 0, hands))
        wanted = rng.randint(_EARLIEST, _LATEST)
        while match.deal is not None and len(match.deal.winners) < wanted:
            _play(match, _quiet(match, rng))
        found = _seats(match)
        if found:
            return Rehearsal(match, rng.choice(found))


def steps(seed: int, card: int | None = None) -> tuple[Step, ...]:
    """Every moment up to the reader's turn, or with the reader's ``card`` up to the end of the trick."""
    show = rehearsal(seed)
    match = show.match.copy()
    told = [_step(match, (), _opening(show))]
    trick: _TRICK = ()
    while True:
        seat = match.turn
        assert seat is not None
        if seat == show.me and card is None:
            asked = (say("learn.rehearsal.your_turn"), *_duty(match))
            told.append(_step(match, trick, asked, asks=True))
            return tuple(told)
        chosen = card if seat == show.me and card is not None else _scripted(match)
        if not match.legal_mask() >> chosen & 1:
            raise ValueError("that card may not be played")
        events = _play(match, chosen)
        trick = (*trick, (seat, chosen))
        told.append(_step(match, trick, _told(show, trick, events)))
        taken = next((event for event in events if isinstance(event, TrickTaken)), None)
        if taken is not None:
            told[-1] = replace(told[-1], taker=taken.winner)
            return tuple(told)


def why_not(seed: int, card: int) -> Sentence | None:
    """Why the reader may not play a card now, or None."""
    show = rehearsal(seed)
    match = show.match.copy()
    while match.turn != show.me:
        _play(match, _scripted(match))
    assert match.deal is not None
    reason = match.deal.why_illegal(card)
    return None if reason is None else _reason(match, reason.code, card)


def _reason(match: Match, code: str, card: int) -> Sentence:
    assert match.deal is not None
    suit = card_text(match.deal.led * 13)[1] if match.deal.trick else ""
    return say(f"quiz.reason.{code}", card=card_text(card), **({"suit": suit} if suit else {}))


# -- the trick -------------------------------------------------------------------------------------------


def _play(match: Match, card: int) -> tuple[Event, ...]:
    assert match.turn is not None
    return match.act(match.turn, Play(card))


def _quiet(match: Match, rng: random.Random) -> int:
    """Any card but a heart, if there is one."""
    legal = match.legal_mask()
    return rng.choice(cards_of(legal & ~HEARTS or legal))


def _scripted(match: Match) -> int:
    """What the others play: a low lead, the lowest of the suit, and the highest heart when it is gone."""
    deal = match.deal
    assert deal is not None
    legal = deal.legal_mask()
    if not deal.trick:
        return _lead(match)
    if legal & SUIT_MASKS[deal.led]:
        return cards_of(legal)[0]
    return cards_of(legal & HEARTS or legal)[-1]


def _lead(match: Match) -> int:
    """The lowest card of a suit that somebody has run out of."""
    deal = match.deal
    assert deal is not None
    leader = deal.turn
    legal = deal.legal_mask()
    for suit in (0, 1, 2):
        cards = legal & SUIT_MASKS[suit]
        empty = [seat for seat in range(deal.players) if not deal.hands[seat] & SUIT_MASKS[suit]]
        if cards and any(deal.hands[seat] & HEARTS for seat in empty if seat != leader):
            return cards_of(cards)[0]
    return cards_of(legal)[0]


def _seats(match: Match) -> list[int]:
    """The seats from which the trick is worth rehearsing: with a choice, while another throws a heart."""
    deal = match.deal
    if deal is None or deal.phase != "playing" or deal.broken:
        return []
    leader, card = deal.turn, _lead(match)
    suit = card // 13
    thrower = [
        seat
        for seat in range(deal.players)
        if seat != leader and not deal.hands[seat] & SUIT_MASKS[suit] and deal.hands[seat] & HEARTS
    ]
    if not thrower or suit == 3:
        return []
    able = [seat for seat in range(deal.players) if (deal.hands[seat] & SUIT_MASKS[suit]).bit_count() >= 2]
    return [seat for seat in able if seat != leader and deal.hands[seat] & ~SUIT_MASKS[suit]]


# -- what is said ----------------------------------------------------------------------------------------


def _step(match: Match, trick: _TRICK, said: tuple[Sentence, ...], *, asks: bool = False) -> Step:
    assert match.deal is not None
    legal = match.legal_mask() if asks else 0
    return Step(tuple(match.deal.hands), trick, said, asks, legal)


def _opening(show: Rehearsal) -> tuple[Sentence, ...]:
    deal = show.match.deal
    assert deal is not None
    leader = show.who(deal.turn)
    return (
        say("learn.rehearsal.open", n=len(deal.winners)),
        say("learn.rehearsal.leader", who=leader),
        say("learn.rehearsal.closed"),
    )


def _duty(match: Match) -> tuple[Sentence, ...]:
    deal = match.deal
    assert deal is not None
    return (say("learn.rehearsal.duty", suit=card_text(deal.led * 13)[1]),)


def _told(show: Rehearsal, trick: _TRICK, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
    said: list[Sentence] = []
    led = trick[0][1] // 13
    suit = card_text(led * 13)[1]
    for event in events:
        match event:
            case Played(seat=seat, card=card):
                said += _about_card(show, trick, seat, card, suit)
            case HeartsBroken():
                said.append(say("learn.rehearsal.breaks"))
            case TrickTaken(cards=cards, winner=winner):
                said += _about_trick(show, cards, winner, suit)
            case _:
                pass
    return tuple(said)


def _about_card(show: Rehearsal, trick: _TRICK, seat: int, card: int, suit: str) -> list[Sentence]:
    who, code = show.who(seat), card_text(card)
    if len(trick) == 1:
        return [say("learn.rehearsal.leads", who=who, card=code), say("learn.rehearsal.follow", suit=suit)]
    if card // 13 != trick[0][1] // 13:
        said = [say("learn.rehearsal.throws", who=who, card=code, suit=suit)]
        return [*said, say("learn.rehearsal.loses")] if HEARTS >> card & 1 else said
    best = winning_card(sum(1 << one for _, one in trick), trick[0][1] // 13)
    told = "highest" if best == card else "under"
    return [say(f"learn.rehearsal.{told}", who=who, card=code, best=card_text(best))]


def _about_trick(show: Rehearsal, cards: tuple[int, ...], winner: int, suit: str) -> list[Sentence]:
    facts = show.match.rules.facts
    mask = sum(1 << card for card in cards)
    best = winning_card(mask, cards[0] // 13)
    costly = tuple(card_text(card) for card in cards_of(mask & facts.point_cards))
    who = show.who(winner)
    return [
        say("learn.rehearsal.taken", card=card_text(best), suit=suit, who=who),
        say(
            "learn.rehearsal.costs",
            cards=costly,
            n=points_of(facts.points, mask & facts.point_cards),
            who=who,
        ),
        say("learn.rehearsal.next", who=who),
    ]
