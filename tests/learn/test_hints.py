"""Hints speak the truth: each claim is asked of the true deal, and none knows a hidden card."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from moonshot.bots import find_policy
from moonshot.engine import ChooseMoon, Match, Move, Pass, Play, Rules, View, cards_of, view_of
from moonshot.engine.cards import QUEEN, SUIT_MASKS, parse_card, parse_cards
from moonshot.engine.events import Dealt
from moonshot.learn.catalogue import catalogue
from moonshot.learn.hints import MOST, in_words, reasons
from moonshot.learn.sentences import Sentence
from tests.laws.strategies import play_match

NAMES = ("You", "Otto", "Juno", "Emil", "Vera", "Mira")
RULE_SETS = ("standard", "deniro", "gnome", "omnibus", "black_maria", "spot")
SUITS = "CDSH"


def holds(match: Match, view: View, move: Move, claim: Sentence) -> bool:
    """Whether a claim is true of the deal as it really is, every card of it."""
    deal = match.deal
    assert deal is not None
    assert view.seat is not None
    params = dict(claim.params)
    n, seat = params.get("n"), params.get("seat")
    suit = SUITS.find(str(params.get("suit")))
    hands = deal.hands
    out = sum(hand for other, hand in enumerate(hands) if other != view.seat) | deal.kitty
    if not deal.kitty_trick < 0:
        out &= ~deal.kitty
    of_suit = list(cards_of(out & SUIT_MASKS[suit])) if suit >= 0 else []
    facts = view.rules.facts
    values = [
        facts.points[card] + (facts.bonus_points if card == facts.bonus_card else 0) for card in range(52)
    ]
    trick = view.trick.cards if view.trick is not None else ()
    kept = view.hand & ~sum(1 << card for card in move.cards) if isinstance(move, Pass) else view.hand
    low = SUIT_MASKS[2] & (1 << QUEEN) - 1
    card = move.card if isinstance(move, Play) else -1
    table = sum(values[each] for each in trick)
    top = max((each for each in trick if each // 13 == trick[0] // 13), default=-1)
    match claim.kind.removeprefix("hint."):
        case "alone":
            return view.legal.bit_count() == 1
        case "under":
            return card < top == parse_card(str(params["card"])) and card // 13 == top // 13
        case "last_free" | "last_gains":
            cost = table + values[card]
            return len(trick) == view.players - 1 and cost == (-n if isinstance(n, int) else 0)
        case "surest":
            return card // 13 == suit and all(other < card for other in of_suit)
        case "discard":
            return card // 13 != trick[0] // 13
        case "gives":
            return values[card] == n
        case "duck":
            return bool(of_suit) and all(other > card for other in of_suit)
        case "few_lower":
            return sum(other < card for other in of_suit) == n
        case "out":
            return len(of_suit) == n
        case "nobody":
            return not of_suit
        case "void":
            assert isinstance(seat, int)
            return seat != view.seat and not hands[seat] & SUIT_MASKS[suit]
        case "lies":
            return table == n
        case "queen_out":
            return bool(out >> QUEEN & 1)
        case "queen_gone":
            return not (out | view.hand) >> QUEEN & 1
        case "hold_king":
            return view.hand >> QUEEN + 1 & 3 == 1
        case "hold_ace":
            return view.hand >> QUEEN + 1 & 3 == 2
        case "hold_both":
            return view.hand >> QUEEN + 1 & 3 == 3
        case "moon" | "moon_own":
            takers = [other for other, cards in enumerate(view.taken) if cards & facts.point_cards]
            return takers == [view.seat if seat is None else seat]
        case "goes_to":
            return view.pass_to is not None and view.pass_to[view.seat] == seat
        case "empties":
            return not kept & SUIT_MASKS[suit] and bool(view.hand & SUIT_MASKS[suit])
        case "guards":
            return bool(kept >> QUEEN & 1) and (kept & low).bit_count() == n
        case "bare_queen" | "lone_queen":
            return not kept >> QUEEN & 1 and (view.hand & low).bit_count() == (n or 0)
        case "top":
            return isinstance(move, Pass) and min(move.cards) > max(
                cards_of(kept & SUIT_MASKS[suit]), default=-1
            )
        case "longest":
            return (kept & SUIT_MASKS[suit]).bit_count() == n
    raise AssertionError(claim.kind)


def moves_of(match: Match, view: View, rng: random.Random) -> list[Move]:
    """The move of a good bot and some other."""
    chosen = find_policy("steady").choose(view, 1)
    if view.phase == "passing":
        return [chosen, Pass(tuple(rng.sample(cards_of(view.hand), view.rules.pass_count)))]
    return [chosen, Play(rng.choice(cards_of(view.legal)))]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_claim_is_true_of_the_cards_as_they_lie(name: str) -> None:
    told: Counter[str] = Counter()
    rng = random.Random(name)
    rules = Rules.from_dict({"preset": name, "end_hands": 4})
    for match, _, _ in play_match(rules, rng, deals=4):
        for seat in match.acting:
            view = view_of(match, seat)
            if view.phase not in ("passing", "playing"):
                continue
            for move in moves_of(match, view, rng):
                claims = reasons(view, move)
                assert 1 <= len(claims) <= MOST
                for claim in claims:
                    assert holds(match, view, move, claim), (claim, view, move)
                    told[claim.kind] += 1
                sentence = in_words(claims, NAMES, catalogue())
                assert sentence.endswith(".")
                assert sentence[0].isupper()
                assert "{" not in sentence
    assert len(told) > 15


def test_a_hint_does_not_depend_on_cards_that_are_hidden() -> None:
    """Whatever the others hold, the claims are the same."""
    rng = random.Random(4)
    compared = 0
    for number in range(60):
        match = Match(Rules(pass_cycle=("H",)), match_id="hidden")
        cards = list(range(52))
        rng.shuffle(cards)
        hands = [sum(1 << card for card in cards[13 * seat : 13 * seat + 13]) for seat in range(4)]
        match.apply(Dealt(1, 0, tuple(hands), 0))
        seat = match.turn
        assert seat is not None
        others = [other for other in range(4) if other != seat]
        mixed = hands.copy()
        for other, taken in zip(others, others[1:] + others[:1], strict=True):
            mixed[other] = hands[taken]
        twin = Match(Rules(pass_cycle=("H",)), match_id="hidden")
        twin.apply(Dealt(1, 0, tuple(mixed), 0))
        assert twin.turn == seat
        for move in moves_of(match, view_of(match, seat), random.Random(number)):
            assert reasons(view_of(match, seat), move) == reasons(view_of(twin, seat), move)
            compared += 1
    assert compared == 120


def match_with(hand: str, rules: Rules | None = None) -> View:
    """A view of a seat that holds these cards and has to pass or play."""
    match = Match(rules or Rules(), match_id="hint")
    own = sum(1 << card for card in parse_cards(hand))
    rest = [card for card in range(52) if not own >> card & 1]
    hands = (own, *(sum(1 << card for card in rest[13 * n : 13 * n + 13]) for n in range(3)))
    match.apply(Dealt(1, 0, hands, 0))
    return view_of(match, 0)


def test_what_is_said_of_a_pass() -> None:
    view = match_with("2C 3C 4C 5C 6C 7C KD AD 2S QS 2H 3H 4H")
    claims = reasons(view, Pass(parse_cards("QS KD AD")))
    assert in_words(claims, NAMES, catalogue()) == (
        "You hold only one spade under the queen; that leaves you without diamonds; they go to Otto."
    )
    claims = reasons(view, Pass(parse_cards("2H 3H 4H")))
    assert [claim.kind for claim in claims] == ["hint.empties", "hint.guards", "hint.top"]
    scattered = replace(view, pass_to=None)
    claims = reasons(scattered, Pass(parse_cards("2C 2H KD")))
    assert in_words(claims, NAMES, catalogue()) == "You keep one spade under the queen."
    claims = reasons(match_with("2C 3C 4C 5C 6C 7C KD AD 2S 3S 2H 3H 4H"), Pass(parse_cards("2C 2H KD")))
    assert [claim.kind for claim in claims] == ["hint.goes_to"]
    bare = replace(match_with("2C 3C 4C 5C 6C 7C KD AD 2S 3S 2H 3H 4H"), pass_to=None)
    assert in_words(reasons(bare, Pass(parse_cards("2C 2H KD"))), NAMES, catalogue()) == (
        "Your longest suit is then clubs, with 5 cards."
    )


def test_the_choice_after_a_moon_is_left_to_the_player() -> None:
    assert reasons(match_with("2C 3C 4C 5C 6C 7C KD AD 2S QS 2H 3H 4H"), ChooseMoon("others_plus")) == ()
    assert in_words((), NAMES, catalogue()) == ""
