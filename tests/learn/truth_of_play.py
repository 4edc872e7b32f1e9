"""What the engine says about the deal, the pass and the tricks: for each kind of sentence, what is true.

Every function lets the engine deal, pass or play, and writes down what it saw as sentences. None looks at the
choices of the rules themselves.
"""

import random
from collections.abc import Iterator

from moonshot.engine import MoveError, Rules, card_text, cards_of
from moonshot.engine.cards import CLUBS, FULL_DECK, HEARTS, QUEEN, QUEEN_BIT, SUIT_MASKS
from moonshot.engine.deal import PASSING, REDEAL, Deal
from moonshot.engine.legality import kitty_goes, opening_seat
from moonshot.engine.passing import allowed_in_pass, check_pass
from moonshot.engine.shuffle import deal_hands
from moonshot.learn.sentences import Sentence, say
from tests.laws.strategies import some_pass
from tests.learn.positions import (
    CLUB,
    DEUCE_OF_HEARTS,
    DIAMOND,
    HEART,
    SPADE,
    THREE_OF_HEARTS,
    bits,
    breaks,
    dealt,
    legal,
    may,
    other_suit,
    plain,
    playing,
    queen_costs,
)

Truths = Iterator[Sentence]
ANY_HEART = (DEUCE_OF_HEARTS, THREE_OF_HEARTS)


def texts(mask: int) -> tuple[str, ...]:
    return tuple(card_text(card) for card in cards_of(mask))


def summed_up(deck: int, mask: int) -> tuple[str, ...]:
    hearts = deck & HEARTS
    return ("hearts", *texts(mask & ~HEARTS)) if hearts and hearts & mask == hearts else texts(mask)


def deck_of(rules: Rules) -> int:
    """Every card that the shuffle gives out."""
    hands, kitty = deal_hands(rules, 0, bytes(32))
    for hand in hands:
        kitty |= hand
    return kitty


def of_the_deal(rules: Rules) -> Truths:
    hands, kitty = deal_hands(rules, 0, bytes(32))
    sizes = {hand.bit_count() for hand in hands}
    assert len(sizes) == 1
    yield say("deal.players", players=len(hands), hand=sizes.pop())
    removed = FULL_DECK & ~deck_of(rules)
    if removed:
        yield say("deal.removed", n=removed.bit_count(), cards=texts(removed))
    elif not kitty:
        yield say("deal.whole_pack")
    if kitty:
        ways = {
            "first_trick": kitty_goes(rules.facts, bits(plain(rules, CLUB)), True, False),
            "last_trick": kitty_goes(rules.facts, bits(plain(rules, CLUB)), False, True),
            "first_heart": kitty_goes(rules.facts, bits(DEUCE_OF_HEARTS), False, False),
        }
        for way, goes in ways.items():
            if goes:
                yield say(f"deal.kitty_{way}", n=kitty.bit_count())


def of_the_pass(rules: Rules) -> Truths:
    ways = [way_of(rules, deal_no) for deal_no in range(1, 13)]
    shortest = next(n for n in range(1, 7) if all(ways[i] == ways[i % n] for i in range(12)))
    cycle = tuple(name for name, _ in ways[:shortest])
    if cycle == ("H",):
        yield say("pass.none")
        return
    (count,) = {count for name, count in ways if name != "H"}
    yield say("pass.count", n=count)
    yield say("pass.always", way=cycle[0]) if shortest == 1 else say("pass.cycle", ways=cycle)
    if "S" in cycle:
        yield say("pass.scatter", n=count // (rules.players - 1))
    deck = deck_of(rules)
    free, _ = allowed_in_pass(rules.facts, deck)
    if deck & ~free:
        yield say("pass.kept", cards=texts(deck & ~free))
    yield say("pass.blind")


def way_of(rules: Rules, deal_no: int) -> tuple[str, int]:
    """Where the cards of a seat went on this deal, and how many they were."""
    hands, kitty = dealt(rules)
    deal = Deal(rules, hands, deal_no=deal_no, kitty=kitty)
    if deal.phase != PASSING:
        return "H", 0
    players = rules.players
    passes = [some_pass(rules, hand, random.Random(seat)) for seat, hand in enumerate(hands)]
    for seat in range(1, players):
        deal.pass_cards(seat, passes[seat])
        assert deal.received is None  # nobody sees what comes before having chosen
    wrong = passes[0][1:] or (*passes[0], next(c for c in cards_of(hands[0]) if c not in passes[0]))
    try:
        check_pass(rules, hands[0], wrong)
    except MoveError as error:
        assert error.code == "pass_count"
    else:
        raise AssertionError(wrong)
    deal.pass_cards(0, passes[0])
    assert deal.received is not None
    got = [(deal.received[seat] & bits(*passes[0])).bit_count() for seat in range(players)]
    names = {1: "L", players - 1: "R"}
    if players % 2 == 0:
        names[players // 2] = "A"
    if players >= 5:
        names |= {2: "L2", players - 2: "R2"}
    takers = [seat for seat in range(players) if got[seat]]
    if len(takers) == 1:
        return names[takers[0]], len(passes[0])
    assert got == [0, *[len(passes[0]) // (players - 1)] * (players - 1)]
    return "S", len(passes[0])


def of_the_first_trick(rules: Rules) -> Truths:
    deck = deck_of(rules)
    yield from _opening(rules, deck)
    barred = bits(*(card for card in cards_of(deck) if is_barred(rules, card)))
    if not barred:
        yield say("first.free")
        return
    yield say("first.barred", barred=summed_up(deck, barred))
    led = [suit for suit in range(4) if can_be_led_first(rules, deck, suit)]
    forced = [card for card in cards_of(barred) if card // 13 in led and is_forced(rules, card)]
    if forced:
        yield say("first.suit_first")
    if barred.bit_count() >= rules.hand_size:
        hand = bits(*cards_of(barred)[: rules.hand_size])
        suit = next((s for s in (CLUB, DIAMOND, SPADE) if not hand & SUIT_MASKS[s]), None)
        if suit is None:
            suit, hand = CLUB, bits(DEUCE_OF_HEARTS, THREE_OF_HEARTS) & barred or hand & ~CLUBS
        opening = plain(rules, suit)
        deal = playing(rules, bits(opening), first=True)
        deal.hands[1] = hand
        deal.push(opening)
        if deal.phase == REDEAL:
            yield say("first.fallback_redeal")
        else:
            yield say("first.fallback_any")
            assert deal.legal_mask() in (hand, QUEEN_BIT) or rules.qs_discard == "after_break"


def _opening(rules: Rules, deck: int) -> Truths:
    clubs = cards_of(deck & CLUBS)
    hands = [0] * rules.players
    if clubs:
        hands[2] = bits(clubs[0])
    left = opening_seat(rules.facts, tuple(hands), 0) == 1
    one, two, diamond = plain(rules, CLUB), plain(rules, CLUB, 1), plain(rules, DIAMOND)
    cards = legal(rules, bits(one, two, diamond), first=True)
    kinds = {bits(one): "card_lowest", bits(one, two): "card_club", bits(one, two, diamond): "card_any"}
    kind = kinds[cards] if clubs else "card_any"
    if left:
        yield say("first.leader_left")
        assert kind != "card_lowest"
        yield say("first.card_any" if kind == "card_any" else "first.card_club_if_any")
    else:
        if dealt(rules)[1]:
            hands[2], hands[1] = 0, bits(*clubs[1:2])
            assert len(clubs) < 2 or opening_seat(rules.facts, tuple(hands), 1) == 1
            yield say("first.leader_dealt_club")
        else:
            yield say("first.leader_club", card=card_text(clubs[0]))
        yield say(f"first.{kind}")


def is_barred(rules: Rules, card: int) -> bool:
    """Whether a card may not be thrown on the first trick from a hand with another."""
    led = other_suit(card // 13)
    other = plain(rules, other_suit(card // 13, led))
    barred = not may(rules, card, bits(other), led=led, first=True, broken=True)
    if barred and card // 13 != CLUB:
        assert not may(rules, card, bits(plain(rules, DIAMOND)), first=True, broken=True)
    return barred


def can_be_led_first(rules: Rules, deck: int, suit: int) -> bool:
    """Whether some card of a suit may open the first trick from a hand with plain cards besides."""
    clubs = cards_of(deck & CLUBS)
    left = opening_seat(rules.facts, (0, 0, bits(*clubs[:1]), *[0] * (rules.players - 3)), 0) == 1
    beside = bits(plain(rules, DIAMOND), *([] if left else clubs[:1]))
    return any(may(rules, card, beside, first=True) for card in cards_of(deck & SUIT_MASKS[suit]))


def is_forced(rules: Rules, card: int) -> bool:
    """Whether a card has to be played when it is the only one of the suit led."""
    suit = card // 13
    hand = bits(card, plain(rules, other_suit(suit)))
    return legal(rules, hand, led=suit, first=True) == bits(card)


def of_the_tricks(rules: Rules) -> Truths:
    club, diamond, spade = (plain(rules, suit) for suit in (CLUB, DIAMOND, SPADE))
    for first in (True, False):
        assert legal(rules, bits(club, diamond), led=CLUB, first=first) == bits(club)
        assert legal(rules, bits(spade, diamond), led=CLUB, first=first) == bits(spade, diamond)
    deal = playing(rules, bits(club, diamond), led=CLUB)
    deal.push(club)
    assert deal.turn == 2 % rules.players
    yield say("trick.follow")
    for led in range(4):
        for highest in range(5, 13):
            leader = playing(rules, bits(led * 13 + 4), first=False)
            cards = [
                led * 13 + 4,
                led * 13 + highest,
                *(((led + 1) % 4) * 13 + 12 - i for i in range(rules.players - 2)),
            ]
            for seat, card in enumerate(cards):
                leader.hands[seat] = bits(card, 50)
                leader.push(card)
            assert leader.winners == [1]  # neither the leader nor a higher card of another suit
            assert leader.turn == 1
            assert leader.taken[1] & ~leader.kitty == bits(*cards) & ~leader.kitty
    yield say("trick.void")
    yield say("trick.high")
    yield say("trick.leads")
    yield say("goal.avoid")


def of_hearts(rules: Rules) -> Truths:
    deck = deck_of(rules)
    if not deck & HEARTS:
        return
    heart, another = ANY_HEART
    beside = bits(plain(rules, DIAMOND))
    if may(rules, heart, beside):
        yield say("hearts.anytime")
        return
    if may(rules, heart, beside, broken=True):
        yield say("hearts.after_break")
        yield from _breaking(rules)
    else:
        yield say("hearts.never")
    assert legal(rules, bits(heart, another)) == bits(heart, another)
    free = [card for card in cards_of(deck & ~HEARTS) if may(rules, heart, bits(another, card))]
    if free:
        assert legal(rules, bits(heart, *free)) == bits(heart, *free)
        yield say("hearts.only_penalties", cards=texts(bits(*free)))
    else:
        yield say("hearts.only_hearts")
        if queen_costs(rules):
            assert legal(rules, bits(heart, QUEEN)) == QUEEN_BIT
            yield say("hearts.queen_goes_first")


def _breaking(rules: Rules) -> Truths:
    heart = DEUCE_OF_HEARTS
    assert breaks(rules, heart, led=CLUB)
    assert not breaks(rules, plain(rules, DIAMOND), led=CLUB)
    by_any = breaks(rules, heart, led=None) and breaks(rules, heart, led=HEART)
    yield say("hearts.broken_by_any" if by_any else "hearts.broken_by_discard")
    if not breaks(rules, heart, led=CLUB, first=True):
        assert not breaks(rules, QUEEN, led=CLUB, first=True)
        yield say("hearts.first_trick_breaks_not")
    if queen_costs(rules):
        led, thrown, follows = (breaks(rules, QUEEN, led=how) for how in (None, CLUB, SPADE))
        kinds = {
            (1, 1, 1): "queen_breaks",
            (0, 1, 0): "queen_breaks_discarded",
            (0, 0, 0): "queen_breaks_not",
        }
        yield say(f"hearts.{kinds[led, thrown, follows]}")


def of_the_queen(rules: Rules) -> Truths:
    if not queen_costs(rules):
        return
    beside = bits(plain(rules, DIAMOND))
    lead = [may(rules, QUEEN, beside, broken=broken) for broken in (False, True)]
    if lead == [True, True]:
        yield say("queen.lead_anytime")
    else:
        yield say("queen.lead_after_break" if lead[1] else "queen.lead_never")
        assert legal(rules, QUEEN_BIT) == QUEEN_BIT
    yield _duty(rules)


def _duty(rules: Rules) -> Sentence:
    diamond, spade, king = plain(rules, DIAMOND), plain(rules, SPADE), bits(SPADE * 13 + 11)
    void = [legal(rules, bits(QUEEN, diamond), led=CLUB, broken=broken) for broken in (False, True)]
    safe = legal(rules, bits(QUEEN, spade), led=SPADE, trick=king)
    both = bits(QUEEN, diamond)
    assert legal(rules, bits(QUEEN, spade), led=SPADE) == bits(QUEEN, spade)
    if void == [QUEEN_BIT, QUEEN_BIT]:
        return say("queen.must_when_safe" if safe == QUEEN_BIT else "queen.must_when_void")
    if void == [bits(diamond), both]:
        assert legal(rules, QUEEN_BIT, led=CLUB) == QUEEN_BIT
        return say("queen.waits")
    assert (void, safe) == ([both, both], bits(QUEEN, spade))
    return say("queen.free")
