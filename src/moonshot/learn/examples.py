"""Worked examples: a trick card by card, and a moon with numbers. What they come to, the engine says."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from moonshot.engine import Rules, card_text, cards_of, mask_of
from moonshot.engine.cards import CLUBS_SUIT, DIAMONDS_SUIT, HEARTS, QUEEN_BIT, SUIT_MASKS, SUITS
from moonshot.engine.facts import MOON_CHOICE, QS_AFTER_BREAK
from moonshot.engine.legality import trick_winner
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, DealScore, points_of, score_deal
from moonshot.learn.sentences import Sentence, say

_STANDINGS: Final = ((41, 23, 56, 38, 47, 30), (12, 9, 20, 14, 17, 6), (0, 0, 0, 0, 0, 0))
"""Totals for an ordinary example, in hundredths of the end score."""
_LATE: Final = ((88, 79, 91, 84, 75), (97, 12, 61, 40, 52))
"""Totals of the others late in a match: all of them far up, or one of them well below the shooter."""
_SHOOTERS: Final = (10, 45, 70, 96, 99)


@dataclass(frozen=True, slots=True)
class TrickStep:
    """One card of the example: who plays it, and what there is to say about it."""

    seat: int
    card: str
    said: Sentence


@dataclass(frozen=True, slots=True)
class TrickExample:
    """A trick from its lead to its taker."""

    steps: tuple[TrickStep, ...]
    taker: int
    taken: Sentence


@dataclass(frozen=True, slots=True)
class MoonExample:
    """A moon with numbers. ``title`` is the key of its heading."""

    title: str
    said: tuple[Sentence, ...]
    before: tuple[int, ...]
    points: tuple[int, ...]
    after: tuple[int, ...]
    result: Sentence


def trick_example(rules: Rules) -> TrickExample | None:
    """A trick after the first in which somebody cannot follow; None where the pack has no such cards."""
    facts = rules.facts
    quiet = facts.deck & ~facts.scoring_cards
    ranks = next((cards for cards in _long_suits(quiet) if len(cards) >= facts.players), None)
    if ranks is None:
        return None
    led = ranks[0] // 13
    free = facts.point_cards & ~SUIT_MASKS[led] & ~(QUEEN_BIT if facts.qs_discard == QS_AFTER_BREAK else 0)
    thrown = max(cards_of(free), key=lambda card: facts.points[card], default=None)
    if thrown is None:
        return None
    middle = len(ranks) // 2
    low = [card for card in ranks if card != ranks[-2] and card != ranks[middle]][: facts.players - 3]
    cards = (ranks[middle], ranks[-2], *low, thrown)
    suit = SUITS[led]
    seats = [(1 + place) % facts.players for place in range(facts.players)]
    steps = [
        TrickStep(
            seats[0],
            card_text(cards[0]),
            say("example.lead", player=seats[0], card=card_text(cards[0]), suit=suit),
        )
    ]
    steps.append(
        TrickStep(
            seats[1],
            card_text(cards[1]),
            say("example.follow_high", player=seats[1], card=card_text(cards[1])),
        )
    )
    for seat, card in zip(seats[2:-1], low, strict=True):
        steps.append(
            TrickStep(seat, card_text(card), say("example.follow_low", player=seat, card=card_text(card)))
        )
    steps.append(
        TrickStep(
            seats[-1],
            card_text(thrown),
            say("example.thrown", player=seats[-1], card=card_text(thrown), suit=suit),
        )
    )
    winner = trick_winner(cards)
    points = points_of(facts.points, mask_of(cards))
    taken = say("example.takes", player=seats[winner], card=card_text(cards[winner]), n=points)
    return TrickExample(tuple(steps), seats[winner], taken)


def _long_suits(cards: int) -> Iterator[tuple[int, ...]]:
    """Diamonds and clubs, each without its lowest card, which may have opened the hand."""
    for suit in (DIAMONDS_SUIT, CLUBS_SUIT):
        yield cards_of(cards & SUIT_MASKS[suit])[1:]


def moon_examples(rules: Rules) -> tuple[MoonExample, ...]:
    """A moon in an ordinary standing; the other way too, where the rules have an exception or a choice."""
    facts = rules.facts
    if not facts.moon_set:
        return ()
    if facts.moon == MOON_CHOICE:
        before = next(_ordinary(rules, OTHERS_PLUS))
        ways = (("example.choice_others", OTHERS_PLUS), ("example.choice_self", SELF_MINUS))
        return tuple(_example(rules, title, before, choice) for title, choice in ways)
    before = next(_ordinary(rules, None))
    usual = _scored(rules, before, None)
    other = next(
        (late for late in _late(rules) if _scored(rules, late, None).moon_mode != usual.moon_mode), None
    )
    if other is None:
        return (_example(rules, "example.plain", before, None),)
    return (
        _example(rules, "example.ordinary", before, None),
        _example(rules, "example.exception", other, None),
    )


def _ordinary(rules: Rules, choice: str | None) -> Iterator[tuple[int, ...]]:
    """Totals after which the match would go on; the last ones are better than none."""
    end = rules.end_score or 100
    every = [tuple(share * end // 100 for share in shares[: rules.players]) for shares in _STANDINGS]
    for before in every:
        if _scored(rules, before, choice).settlement.state == "next_deal":
            yield before
    yield every[0]


def _late(rules: Rules) -> Iterator[tuple[int, ...]]:
    end = rules.end_score or 100
    for others in _LATE:
        for mine in _SHOOTERS:
            yield tuple(share * end // 100 for share in (mine, *others[: rules.players - 1]))


def _taken(rules: Rules) -> tuple[list[int], int | None]:
    """What each seat has captured when seat 0 shoots the moon, and who has the bonus card."""
    facts = rules.facts
    taken = [0] * facts.players
    taken[0] = facts.moon_set | facts.deck & HEARTS
    if facts.bonus_card < 0:
        return taken, None
    taker = 0 if taken[0] >> facts.bonus_card & 1 else 1
    taken[taker] |= 1 << facts.bonus_card
    return taken, taker


def _scored(rules: Rules, before: tuple[int, ...], choice: str | None) -> DealScore:
    score = score_deal(rules, _taken(rules)[0], None, before, choice=choice)
    assert score is not None
    return score


def _example(rules: Rules, title: str, before: tuple[int, ...], choice: str | None) -> MoonExample:
    score = _scored(rules, before, choice)
    _, taker = _taken(rules)
    said = [say("example.moon", player=0)]
    if taker is not None:
        said.append(say("example.bonus_to", player=taker, card=card_text(rules.facts.bonus_card)))
    end = score.settlement
    if end.state == "over":
        alone = len(end.winners) == 1
        result = say("example.over", player=end.winners[0]) if alone else say("example.over_shared")
    else:
        result = say("example.goes_on" if end.state == "next_deal" else "example.overtime")
    return MoonExample(title, tuple(said), before, score.points, end.totals, result)
