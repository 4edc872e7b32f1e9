"""What to pass: the dangerous cards go, guards and a stopper stay; or the way is cleared for a moon."""

from itertools import combinations
from math import comb
from typing import Final

from moonshot.bots.holdings import BIG, danger
from moonshot.bots.moon import chance_with, losers
from moonshot.bots.reading import point_suits, suit_values
from moonshot.bots.standing import weights
from moonshot.engine import View, cards_of, mask_of
from moonshot.engine.cards import HEARTS, HEARTS_SUIT, SUIT_MASKS
from moonshot.engine.passing import SCATTER, allowed_in_pass

MOST_CHOICES: Final = 1000
"""Up to so many ways to pass, all are weighed; beyond, cards are chosen one by one."""
MOON_PASS: Final = 0.5
"""Pass for a moon from this chance on."""
MOON_GAIN: Final = 30.0
PASS_RELIEF: Final = 2
"""Half points that a free discard is worth when choosing the pass."""


def choose_pass(view: View) -> tuple[int, ...]:
    """The cards to pass, in ascending order."""
    count = view.rules.pass_count
    may, must = allowed_in_pass(view.rules.facts, view.hand)
    free = [card for card in cards_of(may & ~must) if not _stopper(view.hand) >> card & 1]
    wanted = count - must.bit_count()
    if len(free) < wanted:
        free = list(cards_of(may & ~must))
    judge = PassJudge(view)
    if comb(len(free), wanted) <= MOST_CHOICES:
        chosen = min(combinations(free, wanted), key=lambda cards: judge.cost(must | mask_of(cards)))
    else:
        chosen = _one_by_one(free, wanted, must, judge)
    return tuple(sorted((*cards_of(must), *chosen)))


def _stopper(hand: int) -> int:
    """The lowest heart is kept while there are others: it ducks, and it gets out of the lead."""
    hearts = hand & HEARTS
    return hearts & -hearts if hearts.bit_count() >= 2 else 0


def _one_by_one(free: list[int], wanted: int, must: int, judge: "PassJudge") -> tuple[int, ...]:
    chosen: list[int] = []
    gone = must
    for _ in range(wanted):
        left = [(judge.cost(gone | 1 << card), card) for card in free if not gone >> card & 1]
        best = min(left)[1]
        gone |= 1 << best
        chosen.append(best)
    return tuple(chosen)


class PassJudge:
    """Weighs what is left in the hand, and what the receiver may do with the rest."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand = view.hand
        self.facts = view.rules.facts
        self.by_suit = suit_values(self.facts)
        self.others = self.facts.players - 1
        self.unseen = self.facts.deck & ~view.hand
        self.point_suits = point_suits(self.facts)
        self.seen: dict[tuple[int, int], tuple[float, int]] = {}
        self.dump = self._dump()
        self.great = [
            card
            for card in cards_of(view.hand)
            if self.by_suit[card // 13][card % 13] >= BIG and not HEARTS >> card & 1
        ]
        self.top_hearts = _top(self.facts.deck & HEARTS, 3)
        weight = weights(view)
        seat = view.seat if view.seat is not None else 0
        self.tilt = 0.0
        self.behind_me = False
        if view.direction != SCATTER and view.pass_to is not None:
            receiver = view.pass_to[seat]
            self.tilt = weight[receiver] * self.others - 1.0
            self.behind_me = receiver == (seat + 1) % self.facts.players

    def _dump(self) -> int:
        """Half points that another player throws when he cannot follow, on average."""
        values = sorted(
            (self.by_suit[card // 13][card % 13] for card in cards_of(self.unseen & self.facts.point_cards)),
            reverse=True,
        )
        total = 0.0
        chance = 1.0
        for value in values:
            total += value * chance / self.others
            chance *= 1.0 - 1.0 / self.others
        return int(total * 2 + 0.5)

    def cost(self, gone: int) -> float:
        """What passing the cards of the mask ``gone`` is likely to cost."""
        if self.top_hearts and gone & self.top_hearts == self.top_hearts:
            # Three top hearts in one pass make a present of a moon.
            return 1000.0
        rest = self.hand & ~gone
        total = 0.0
        point = side = 0
        for suit in range(4):
            burden, lost = self._suit(suit, rest & SUIT_MASKS[suit])
            total += burden
            if self.point_suits[suit]:
                point += lost
            else:
                side += lost
        return total + self._receiver(gone, rest) - self._moon(point, side)

    def _suit(self, suit: int, rest: int) -> tuple[float, int]:
        """The danger and the losing cards of what is left of a suit."""
        known = self.seen.get((suit, rest))
        if known is None:
            mine = rest >> suit * 13
            out = self.unseen >> suit * 13 & 0x1FFF
            burden = danger(mine, out, self.others, 0, self.by_suit[suit], self.dump, PASS_RELIEF)
            known = self.seen[suit, rest] = (burden, losers(mine, out, self.others))
        return known

    def _receiver(self, gone: int, rest: int) -> float:
        """A great penalty behind me comes back on my high cards; points are best sent to the leader."""
        total = 0.0
        for card in self.great:
            if gone >> card & 1 and rest & SUIT_MASKS[card // 13] >> (card % 13 + 1) << (card % 13 + 1):
                total += 1.5 if self.behind_me else 0.7
        if self.tilt:
            sent = sum(self.by_suit[card // 13][card % 13] for card in cards_of(gone))
            total -= 0.1 * sent * self.tilt
        return total

    def _moon(self, point: int, side: int) -> float:
        """What the chance of a moon with so many losing cards left is worth."""
        if not self.facts.moon_set:
            return 0.0
        chance = chance_with(point, side)
        return MOON_GAIN * (chance - MOON_PASS / 2) if chance >= MOON_PASS else 0.0


def _top(cards: int, count: int) -> int:
    """The ``count`` highest cards of a mask, or 0 when there are not so many."""
    chosen = cards_of(cards)[-count:]
    return mask_of(chosen) if len(chosen) == count and chosen[0] // 13 == HEARTS_SUIT else 0
