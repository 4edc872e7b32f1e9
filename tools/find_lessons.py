"""Find the positions of the lessons: places where the better line pays when steady bots play on.

    python -m tools.find_lessons > src/moonshot/learn/lessons.json

Each position is a deal as far as it has been played, some cards to choose from, and for each the rest of
the hand as four steady bots play it, with what it costs everybody. `tests/learn/test_lessons.py` replays
all lines.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from moonshot.bots import find_policy
from moonshot.engine import (
    Deal,
    Match,
    Pass,
    Play,
    Rules,
    card_text,
    cards_of,
    cards_text,
    deal_hands,
    mask_of,
    view_of,
)
from moonshot.engine.cards import HEARTS, QUEEN, SPADES, SUIT_MASKS
from moonshot.engine.events import Dealt

EACH = 2
BOT = find_policy("steady")
LOW_SPADES = SPADES & (1 << QUEEN) - 1
Cards = tuple[int, ...]
Found = tuple[list[Cards], int]
"""What to choose from, and which of it is better."""


@dataclass
class Lesson:
    """What a lesson looks for: cards to offer at a place, and costs that make its point."""

    name: str
    offers: Callable[[Match], Found | None]
    pays: Callable[[list[tuple[int, ...]], int, int], bool]


def play_on(match: Match, number: int) -> None:
    """Let bots play to the end of the hand."""
    while match.phase in ("passing", "playing"):
        seat = match.acting[0]
        match.act(seat, BOT.choose(view_of(match, seat), number))


def opened(number: int) -> Match:
    """A match of which the first hand has been dealt."""
    match = Match(Rules(), match_id="lesson")
    hands, _ = deal_hands(Rules(), 0, random.Random(number).randbytes(32))  # noqa: S311 - to be repeated
    match.apply(Dealt(1, 0, hands))
    return match


def deal_of(match: Match) -> Deal:
    """The deal of a match that has one."""
    assert match.deal is not None
    return match.deal


def seat_of(match: Match) -> int:
    """Whose lesson it is: the seat in turn, the first one during the pass."""
    return 0 if match.turn is None else match.turn


def places(name: str) -> Iterator[tuple[int, Match]]:
    """Places in many hands: the pass, or every turn."""
    for number in range(100_000):
        match = opened(number)
        if name == "passing":
            yield number, match
            continue
        while match.phase in ("passing", "playing"):
            if match.phase == "playing":
                yield number, match
            seat = match.acting[0]
            match.act(seat, BOT.choose(view_of(match, seat), number))


# -- what the lessons are about --------------------------------------------------------------------------


def takes(match: Match, card: int) -> tuple[bool, int]:
    """Whether a card takes the trick when bots play the rest of it, and the cards of the trick."""
    twin = match.copy()
    me, number = match.turn, len(deal_of(match).winners)
    assert me is not None
    twin.act(me, Play(card))
    while len(deal_of(twin).winners) == number:
        assert twin.turn is not None
        twin.act(twin.turn, BOT.choose(view_of(twin, twin.turn), 0))
    return deal_of(twin).winners[-1] == me, mask_of(deal_of(twin).plays[4 * number : 4 * number + 4])


def duck(match: Match) -> Found | None:
    """Last to play, points on the trick: the highest card under, the lowest, and one over."""
    deal = deal_of(match)
    legal = match.legal_mask()
    if deal.in_trick != 3 or not deal.trick & deal.facts.point_cards or not legal & SUIT_MASKS[deal.led]:
        return None
    under = [card for card in cards_of(legal) if not takes(match, card)[0]]
    over = [card for card in cards_of(legal) if takes(match, card)[0]]
    if len(under) < 2 or not over or len(deal.winners) < 3:
        return None
    return [(under[-1],), (under[0],), (over[0],)], 0


def queen(match: Match) -> Found | None:
    """Spades are led and the queen will fall under the king or ace: stay low."""
    deal = deal_of(match)
    legal = match.legal_mask()
    high = legal & SPADES & ~LOW_SPADES & ~(1 << QUEEN)
    low = legal & LOW_SPADES
    if not deal.trick or deal.in_trick == 3 or deal.led != 2 or not high or not low or QUEEN in deal.plays:
        return None
    top, small = cards_of(high)[-1], cards_of(low)[-1]
    took, cards = takes(match, top)
    if not took or not cards >> QUEEN & 1 or takes(match, small)[0]:
        return None
    return [(small,), (top,)], 0


def void(match: Match) -> Found | None:
    """Nothing of the suit led, and the queen of spades in hand."""
    deal = deal_of(match)
    legal = match.legal_mask()
    if not deal.trick or deal.first or legal & SUIT_MASKS[deal.led] or not legal >> QUEEN & 1:
        return None
    hearts = legal & HEARTS
    rest = legal & ~HEARTS & ~SPADES
    if not hearts or not rest:
        return None
    return [(QUEEN,), (cards_of(hearts)[-1],), (max(cards_of(rest), key=lambda card: card % 13),)], 0


def passing(match: Match) -> Found | None:
    """The queen with hardly a spade below her."""
    hand = deal_of(match).hands[0]
    low = (hand & LOW_SPADES).bit_count()
    rest = sorted(cards_of(hand & ~SPADES), key=lambda card: card % 13)
    hearts = sorted(cards_of(hand & HEARTS), key=lambda card: card % 13)
    if not hand >> QUEEN & 1 or low > 2 or len(hearts) < 3:
        return None
    return [tuple(sorted((QUEEN, *rest[-2:]))), tuple(sorted(hearts[-3:])), tuple(sorted(rest[:3]))], 0


def attack(match: Match) -> Found | None:
    """Every point so far is one's own, and the lead is too."""
    deal, me = deal_of(match), seat_of(match)
    if deal.trick or deal.first or not 3 <= len(deal.winners) <= 8:
        return None
    others = sum(deal.taken[seat] for seat in range(4) if seat != me)
    if others & deal.facts.point_cards or not deal.taken[me] & deal.facts.point_cards:
        return None
    legal = cards_of(match.legal_mask())
    gone = mask_of(deal.plays) | deal.hands[me]
    sure = [card for card in legal if not SUIT_MASKS[card // 13] & ~gone & ~((2 << card) - 1)]
    loses = [card for card in legal if not takes(match, card)[0]]
    if not sure or not loses:
        return None
    return [(sure[-1],), (loses[0],)], 0


def defence(match: Match) -> Found | None:
    """Every point so far lies with somebody else, and there are points on the trick."""
    deal, me = deal_of(match), seat_of(match)
    takers = [seat for seat in range(4) if deal.taken[seat] & deal.facts.point_cards]
    if len(takers) != 1 or takers[0] == me or not deal.trick & deal.facts.point_cards:
        return None
    legal = cards_of(match.legal_mask())
    take = [card for card in legal if takes(match, card)[0]]
    give = [card for card in legal if not takes(match, card)[0]]
    if not take or not give:
        return None
    return [(take[0],), (give[-1],)], 0


def cheaper(costs: list[tuple[int, ...]], me: int, better: int) -> bool:
    """The better choice costs less than every other, and little."""
    mine = [cost[me] for cost in costs]
    return (
        all(mine[better] < cost for place, cost in enumerate(mine) if place != better) and mine[better] <= 4
    )


def no_dearer(costs: list[tuple[int, ...]], me: int, better: int) -> bool:
    """The better choice costs less than the second and clearly less than the last."""
    mine = [cost[me] for cost in costs]
    return mine[better] == min(mine) and mine[-1] > mine[better] + 1 and mine[1] > mine[better]


def shoots(costs: list[tuple[int, ...]], me: int, better: int) -> bool:
    """The better choice ends in a moon, the others in points."""
    return (
        costs[better][me] == 0
        and sum(costs[better]) == 78
        and all(cost[me] > 3 for place, cost in enumerate(costs) if place != better)
    )


def stops(costs: list[tuple[int, ...]], me: int, better: int) -> bool:
    """The better choice stops a moon that the other lets through."""
    return sum(costs[better]) == 26 and costs[better][me] < 10 and sum(costs[1 - better]) == 78


LESSONS = [
    Lesson("passing", passing, cheaper),
    Lesson("duck", duck, no_dearer),
    Lesson("queen", queen, cheaper),
    Lesson("void", void, cheaper),
    Lesson("attack", attack, shoots),
    Lesson("defence", defence, stops),
]


def written(lesson: Lesson, number: int, match: Match, me: int, found: Found) -> dict[str, Any] | None:
    """A lesson as it is stored, or None if the costs do not make its point."""
    deal = deal_of(match)
    options, better = found
    lines: list[dict[str, Any]] = []
    costs: list[tuple[int, ...]] = []
    for cards in options:
        twin = match.copy()
        before = len(deal_of(twin).plays)
        if deal.phase == "passing":
            for seat in range(4):
                move = Pass(cards) if seat == me else BOT.choose(view_of(match, seat), number)
                twin.act(seat, move)
        else:
            twin.act(me, Play(cards[0]))
        play_on(twin, number)
        if twin.phase != "between":
            return None
        done = deal_of(twin)
        chosen = [cards_text(one) for one in done.passes if one is not None]
        costs.append(twin.results[-1].points)
        lines.append(
            {
                "cards": cards_text(cards),
                "passes": chosen if deal.phase == "passing" else None,
                "line": cards_text(done.plays[before:]),
                "points": list(costs[-1]),
            }
        )
    if not lesson.pays(costs, me, better):
        return None
    chosen = [cards_text(one) for one in deal.passes if one is not None]
    return {
        "lesson": lesson.name,
        "me": me,
        "hands": [cards_text(hand) for hand in deal.dealt],
        "passes": None if deal.phase == "passing" else chosen,
        "plays": " ".join(card_text(card) for card in deal.plays),
        "better": better,
        "options": lines,
    }


def main() -> None:
    """Write all lessons, as many of each as are wanted."""
    found: list[dict[str, Any]] = []
    for lesson in LESSONS:
        last, got = -1, 0
        for number, match in places(lesson.name):
            if got == EACH:
                break
            if number == last:
                continue
            me = seat_of(match)
            offered = lesson.offers(match)
            one = written(lesson, number, match, me, offered) if offered else None
            if one is not None:
                found.append(one)
                last, got = number, got + 1
                print(lesson.name, number, file=sys.stderr)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
