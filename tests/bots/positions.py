"""Positions from literal cards: a hand and the plays so far become a View, through a real Match.

The cards that a report does not mention are dealt to the other seats in some way that agrees with what they
have shown; a view cannot depend on how.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from moonshot.bots import find_policy
from moonshot.engine import Match, Play, Rules, View, cards_of, mask_of, parse_card, parse_cards, view_of
from moonshot.engine.cards import SUIT_MASKS
from moonshot.engine.events import Dealt
from moonshot.engine.facts import RuleFacts

N, E, S, W = range(4)

FREE_LEAD = Rules(
    pass_cycle=("H",), opening_leader="left_of_dealer", opening_card="any", first_trick_barred=()
)
"""Standard, except that the first trick is like any other: a report can begin at once."""


def small(hands: Sequence[str], **changes: object) -> Rules:
    """Rules whose whole deck is these hands: an ending as a deal of its own, by default without a moon."""
    deck = {text for hand in hands for text in hand.split()}
    removed = tuple(rank + suit for suit in "CDSH" for rank in "23456789TJQKA" if rank + suit not in deck)
    penalties = (("QS", 13),) if "QS" in deck else ()
    rules = replace(
        FREE_LEAD,
        removed=removed,
        penalties=penalties,
        pass_count=1,
        lead_hearts="anytime",
        moon="off",
        players=len(hands),
    )
    return replace(rules, **changes)  # type: ignore[arg-type]


def dealt(
    rules: Rules, hands: Sequence[int], leader: int | None = None, totals: Sequence[int] | None = None
) -> Match:
    """A match whose first deal has these hands; ``leader`` opens where the rules look at the dealer."""
    dealer = 0 if leader is None else (leader - 1) % rules.players
    match = Match(rules, first_dealer=dealer)
    if totals is not None:
        match.totals = tuple(totals)
    match.apply(
        Dealt(
            1, dealer, tuple(hands), rules.facts.deck & ~mask_of(card for h in hands for card in cards_of(h))
        )
    )
    return match


def literal(hands: Sequence[str], plays: str = "", leader: int = 0, **changes: object) -> View:
    """The view of the seat to move when every hand is known, under `small` rules."""
    match = dealt(small(hands, **changes), [mask_of(parse_cards(hand)) for hand in hands], leader)
    for card in parse_cards(plays):
        assert match.turn is not None
        match.act(match.turn, Play(card))
    assert match.turn is not None
    return view_of(match, match.turn)


def position(
    hand: str,
    tricks: Sequence[str],
    leader: int,
    rules: Rules = FREE_LEAD,
    totals: Sequence[int] | None = None,
    seed: int = 1,
) -> View:
    """The view of the seat to move, which holds ``hand`` now (its earlier plays are added).

    ``tricks`` are the tricks so far, the last one unfinished or empty, in order of play; ``leader`` led the
    first.
    """
    facts = rules.facts
    played = [parse_cards(trick) for trick in tricks]
    owners, seat = _owners(facts, played, leader)
    hands = _fill(facts, mask_of(parse_cards(hand)), seat, owners, played, leader, random.Random(seed))
    match = dealt(rules, hands, leader, totals)
    for trick in played:
        for card in trick:
            assert match.turn == owners[card], "the opening leader is another seat"
            match.act(match.turn, Play(card))
    assert match.turn == seat
    return view_of(match, seat)


def _owners(facts: RuleFacts, played: Sequence[Sequence[int]], leader: int) -> tuple[dict[int, int], int]:
    """Who played each card, and who is to move."""
    owners: dict[int, int] = {}
    turn = leader
    for trick in played:
        for place, card in enumerate(trick):
            owners[card] = (turn + place) % facts.players
        if len(trick) == facts.players:
            best = max(card for card in trick if card // 13 == trick[0] // 13)
            turn = owners[best]
        else:
            turn = (turn + len(trick)) % facts.players
    return owners, turn


def _fill(
    facts: RuleFacts,
    hand: int,
    seat: int,
    owners: dict[int, int],
    played: Sequence[Sequence[int]],
    leader: int,
    chance: random.Random,
) -> list[int]:
    """Hands for all seats that agree with the plays: who did not follow gets no more of that suit."""
    hands = [0] * facts.players
    banned = [0] * facts.players
    for card, owner in owners.items():
        hands[owner] |= 1 << card
    for trick in played:
        for card in trick:
            if card // 13 != trick[0] // 13:
                banned[owners[card]] |= SUIT_MASKS[trick[0] // 13]
    hands[seat] |= hand
    assert hands[seat].bit_count() == facts.hand_size, "the hand has the wrong number of cards"
    rest = list(cards_of(facts.deck & ~hand & ~mask_of(owners)))
    for _ in range(1000):
        chance.shuffle(rest)
        dealt_out = _deal_out(facts, hands, banned, seat, rest)
        if dealt_out is not None:
            return dealt_out
    raise AssertionError("no deal agrees with these plays")


def _deal_out(
    facts: RuleFacts, hands: list[int], banned: list[int], seat: int, rest: list[int]
) -> list[int] | None:
    full = hands[:]
    others = [other for other in range(facts.players) if other != seat]
    for card in sorted(rest, key=lambda card: sum(not banned[other] >> card & 1 for other in others)):
        able = [o for o in others if full[o].bit_count() < facts.hand_size and not banned[o] >> card & 1]
        if not able:
            return None
        full[min(able, key=lambda other: full[other].bit_count())] |= 1 << card
    return full


def plays(view: View, name: str = "steady", seed: int = 0) -> str:
    """The card that a policy plays, as text."""
    from moonshot.engine import card_text

    move = find_policy(name).choose(view, seed)
    assert isinstance(move, Play)
    assert view.legal >> move.card & 1
    return card_text(move.card)


def card(text: str) -> int:
    """One card."""
    return parse_card(text)
