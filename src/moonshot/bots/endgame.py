"""The last tricks, played exactly: when few cards are left, look at every deal that is still possible."""

from collections.abc import Iterator
from typing import Final

from moonshot.bots.counting import Count
from moonshot.bots.reading import Reading
from moonshot.engine.cards import SUIT_MASKS, cards_of
from moonshot.engine.facts import KITTY_FIRST_HEART, RuleFacts
from moonshot.engine.legality import breaks_hearts, follow_mask, lead_mask, trick_winner
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, deal_points, moon_shooter

MOST_WORLDS: Final = {2: 100, 3: 8}
"""By tricks left: how many possible deals are few enough to look at all of them."""

World = tuple[int, ...]
"""A hand for each seat."""


def exact_costs(reading: Reading) -> dict[int, float] | None:
    """What each legal card costs on average over all possible deals, or None where that is too much work."""
    limit = MOST_WORLDS.get(reading.tricks_left)
    if limit is None or (reading.facts.kitty == KITTY_FIRST_HEART and reading.count.hidden_kitty):
        return None
    worlds = possible_worlds(reading, limit)
    if worlds is None:
        return None
    totals = dict.fromkeys(reading.legal, 0.0)
    for world in worlds:
        ending = Ending(reading, world)
        for card in reading.legal:
            totals[card] += ending.after(card)
    return {card: total / len(worlds) for card, total in totals.items()}


def possible_worlds(reading: Reading, limit: int) -> list[World] | None:
    """Every deal of the unseen cards that the table allows, or None when there are more than ``limit``."""
    worlds: list[World] = []
    for world in _worlds(reading.count, reading.me, reading.hand):
        worlds.append(world)
        if len(worlds) > limit:
            return None
    return worlds or None


def _worlds(count: Count, me: int, hand: int) -> Iterator[World]:
    hands = list(count.holds)
    hands[me] = hand
    known = 0
    for cards in count.holds:
        known |= cards
    room = [size - held.bit_count() for size, held in zip(count.sizes, count.holds, strict=True)]
    room[me] = 0
    free = cards_of(count.unseen & ~known)
    yield from _place(free, 0, hands, room, count.hidden_kitty, count.may_hold)


def _place(
    free: tuple[int, ...], index: int, hands: list[int], room: list[int], kitty: int, may: tuple[int, ...]
) -> Iterator[World]:
    if index == len(free):
        yield tuple(hands)
        return
    bit = 1 << free[index]
    for seat, left in enumerate(room):
        if left and may[seat] & bit:
            room[seat] -= 1
            hands[seat] |= bit
            yield from _place(free, index + 1, hands, room, kitty, may)
            hands[seat] ^= bit
            room[seat] += 1
    if kitty:
        yield from _place(free, index + 1, hands, room, kitty - 1, may)


class Ending:
    """One possible deal, played to its end by everybody for his own good."""

    def __init__(self, reading: Reading, world: World) -> None:
        view = reading.view
        self.facts: RuleFacts = reading.facts
        self.mode = SELF_MINUS if view.rules.moon.startswith(SELF_MINUS) else OTHERS_PLUS
        self.me = reading.me
        self.weights = reading.weights
        self.values = reading.values
        self.world = world
        self.trick = reading.trick
        self.broken = view.broken
        self.taken = view.taken
        self.won = view.tricks_won
        kitty = self.facts.deck & ~(reading.count.unseen | reading.hand)
        for cards in world:
            kitty |= cards
        self.kitty = self.facts.deck & ~kitty
        self.known: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[float, ...]] = {}

    def after(self, card: int) -> float:
        """The cost to me of playing ``card`` now."""
        return self._play(self.world, self.trick, self.me, card, self.broken, self.taken, self.won)[self.me]

    def _play(
        self,
        hands: World,
        trick: tuple[int, ...],
        turn: int,
        card: int,
        broken: bool,
        taken: tuple[int, ...],
        won: tuple[int, ...],
    ) -> tuple[float, ...]:
        """The costs of all seats after ``turn`` plays ``card``."""
        led = trick[0] // 13 if trick else card // 13
        broken = broken or breaks_hearts(self.facts, card, led, False)
        hands = (*hands[:turn], hands[turn] ^ 1 << card, *hands[turn + 1 :])
        trick = (*trick, card)
        players = self.facts.players
        turn = (turn + 1) % players
        if len(trick) == players:
            winner = (turn + trick_winner(trick)) % players
            captured = taken[winner]
            for played in trick:
                captured |= 1 << played
            turn = winner
            if not hands[turn]:
                captured |= self.kitty
            taken = (*taken[:winner], captured, *taken[winner + 1 :])
            won = (*won[:winner], won[winner] + 1, *won[winner + 1 :])
            trick = ()
            if not hands[turn]:
                return self._costs(taken, won)
            if hands[turn] & (hands[turn] - 1) == 0:
                return self._last_trick(hands, turn, taken, won)
        return self._choose(hands, trick, turn, broken, taken, won)

    def _last_trick(
        self, hands: World, leader: int, taken: tuple[int, ...], won: tuple[int, ...]
    ) -> tuple[float, ...]:
        """The costs after the last trick, which plays itself."""
        top = hands[leader]
        best = leader
        captured = self.kitty
        suit = SUIT_MASKS[(top.bit_length() - 1) // 13]
        for seat, card in enumerate(hands):
            captured |= card
            if card & suit and card > top:
                top = card
                best = seat
        taken = (*taken[:best], taken[best] | captured, *taken[best + 1 :])
        return self._costs(taken, (*won[:best], won[best] + 1, *won[best + 1 :]))

    def _choose(
        self,
        hands: World,
        trick: tuple[int, ...],
        turn: int,
        broken: bool,
        taken: tuple[int, ...],
        won: tuple[int, ...],
    ) -> tuple[float, ...]:
        """The costs when ``turn`` does its best for itself; of equal cards, it takes the worse one for me."""
        hand = hands[turn]
        if hand & (hand - 1) == 0:
            legal = hand
        elif trick:
            on_table = 0
            for card in trick:
                on_table |= 1 << card
            legal = follow_mask(self.facts, hand, trick[0] // 13, on_table, False, broken)
        else:
            legal = lead_mask(self.facts, hand, False, broken)
        best: tuple[float, ...] | None = None
        held = 0
        for other in hands:
            held |= other
        last = -1
        while legal:
            low = legal & -legal
            legal ^= low
            card = low.bit_length() - 1
            if last >= 0 and self._alike(last, card, held & ~hand, trick):
                continue
            last = card
            costs = self._play(hands, trick, turn, card, broken, taken, won)
            if best is None or (costs[turn], -costs[self.me]) < (best[turn], -best[self.me]):
                best = costs
        assert best is not None
        return best

    def _alike(self, low: int, high: int, others: int, trick: tuple[int, ...]) -> bool:
        """True when two cards of one hand count the same and nothing that matters lies between them."""
        if low // 13 != high // 13 or self.values[low] != self.values[high]:
            return False
        between = (1 << high) - (2 << low)
        return not others & between and not any(low < card < high for card in trick)

    def _costs(self, taken: tuple[int, ...], won: tuple[int, ...]) -> tuple[float, ...]:
        key = (tuple([cards & self.facts.scoring_cards for cards in taken]), won)
        costs = self.known.get(key)
        if costs is None:
            costs = self.known[key] = self._score(*key)
        return costs

    def _score(self, taken: tuple[int, ...], won: tuple[int, ...]) -> tuple[float, ...]:
        """Each seat's points less what the others get; the others' weights are mine to judge, not theirs."""
        shooter = moon_shooter(self.facts, taken)
        mode = self.mode if shooter >= 0 else None
        points = deal_points(self.facts, taken, won, shooter, mode)
        whole = sum(points)
        others = len(points) - 1
        costs = [value - (whole - value) / others for value in points]
        costs[self.me] = points[self.me] - sum(
            value * weight for value, weight in zip(points, self.weights, strict=True)
        )
        return tuple(costs)
