"""The end of a deal that is certain: tricks that one seat must take, and tricks that cannot change a score.

A claim is judged by what its seat may know, never by the cards of others. So an answer to it tells nothing
about hidden cards: it is accepted when every distribution and every order of play come to the same.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from moonshot.engine import Match
from moonshot.engine.cards import SUIT_MASKS
from moonshot.engine.deal import PLAYING
from moonshot.engine.events import Played
from moonshot.engine.facts import RuleFacts
from moonshot.engine.legality import breaks_hearts, lead_mask
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, score_deal

LEAST_CARDS: Final = 2
"""The last card of a hand is played faster than claimed."""


def may_claim(match: Match, seat: int) -> bool:
    """Whether the seat is about to lead and takes all tricks that are left, whoever holds what.

    Not before the second trick, where other rules hold.
    """
    deal = match.deal
    if deal is None or deal.phase != PLAYING or deal.turn != seat or deal.trick or deal.first:
        return False
    return _is_certain(deal.facts, deal.hands[seat], deal.taken, broken=deal.broken)


def _is_certain(facts: RuleFacts, hand: int, taken: Iterable[int], *, broken: bool) -> bool:
    """The same for a seat that is about to lead, from what it sees alone."""
    if hand.bit_count() < LEAST_CARDS:
        return False
    unseen = facts.deck & ~hand
    for cards in taken:
        unseen &= ~cards
    return sure_lead(facts, hand, unseen, broken=broken) is not None


def sure_lead(facts: RuleFacts, hand: int, unseen: int, *, broken: bool) -> int | None:
    """The card to lead so that ``hand`` takes every trick against any holding of ``unseen``; None: no such.

    The worst that can be: one player holds all unseen cards of a suit and plays them from the lowest, and
    hearts are broken whenever that is worse.
    """
    if any(_top(hand, suit) and _top(hand, suit) < _top(unseen, suit) for suit in SUIT_MASKS):
        return None
    return _sure_lead(facts, hand, unseen, broken, {})


def _top(cards: int, suit: int) -> int:
    return (cards & suit).bit_length()


def _sure_lead(
    facts: RuleFacts, hand: int, unseen: int, broken: bool, known: dict[tuple[int, bool], int | None]
) -> int | None:
    # Which cards are left says which were led, and so what is unseen at worst: hand and hearts are the state.
    if (hand, broken) not in known:
        known[hand, broken] = None
        legal = lead_mask(facts, hand, False, broken)
        for suit in SUIT_MASKS:
            if _top(legal, suit) > _top(unseen, suit):
                card = _top(legal, suit) - 1
                if _goes_on(facts, hand, unseen, broken, known, card):
                    known[hand, broken] = card
                    break
    return known[hand, broken]


def _goes_on(
    facts: RuleFacts,
    hand: int,
    unseen: int,
    broken: bool,
    known: dict[tuple[int, bool], int | None],
    card: int,
) -> bool:
    """Whether all tricks after this lead can be taken too."""
    rest = hand ^ 1 << card
    if not rest:
        return True
    followers = unseen & SUIT_MASKS[card // 13]
    left = unseen ^ (followers & -followers)
    after = broken or breaks_hearts(facts, card, card // 13, False)
    return all(
        _sure_lead(facts, rest, left, hearts, known) is not None
        for hearts in {after, broken or facts.breakers != 0}
    )


def is_settled(match: Match) -> bool:
    """Whether the tricks that are left, at least two, cannot change any score. Public facts alone decide."""
    deal = match.deal
    if deal is None or deal.phase != PLAYING:
        return False
    facts = deal.facts
    left = facts.hand_size - len(deal.winners)
    captured = 0
    for taken in deal.taken:
        captured |= taken
    if left < LEAST_CARDS or facts.scoring_cards & ~captured:
        return False
    if facts.sun_value < 0 and match.rules.no_trick_bonus == 0:
        return True  # then it does not matter who takes how many tricks
    outcomes = set()
    for takers in range(1, min(left, facts.players) + 1):
        for winners in combinations(range(facts.players), takers):
            won = list(deal.tricks_won)
            for seat in winners:
                won[seat] += 1
            won[winners[0]] += left - takers
            for choice in (OTHERS_PLUS, SELF_MINUS):
                score = score_deal(
                    match.rules,
                    deal.taken,
                    won,
                    match.totals,
                    deal_no=match.deal_no,
                    overtime=match.overtime,
                    choice=choice,
                )
                outcomes.add((choice, score))
    return len(outcomes) == len((OTHERS_PLUS, SELF_MINUS))


def rest_of_deal(match: Match, claimant: int | None) -> tuple[Played, ...]:
    """The cards of a deal whose end is certain, played by the rules; ``claimant`` takes all tricks."""
    assert match.deal is not None
    deal = match.deal.copy()
    plays: list[Played] = []
    while deal.phase == PLAYING:
        legal = deal.legal_mask()
        card: int | None = (legal & -legal).bit_length() - 1
        if deal.turn == claimant:
            others = 0
            for seat, hand in enumerate(deal.hands):
                others |= 0 if seat == claimant else hand
            card = sure_lead(deal.facts, deal.hands[claimant], others, broken=deal.broken)
        assert card is not None  # it was certain, and every trick makes it more so
        plays.append(Played(deal.turn, card))
        deal.push(card)
    return tuple(plays)
