"""What the players after me are likely to do on this trick."""

from dataclasses import dataclass

from moonshot.bots.holdings import BIG, likely_void
from moonshot.bots.reading import Reading, expected_dump, is_heart, kitty_worth
from moonshot.engine.cards import SUIT_MASKS

EAGER_CLEAN = 0.28
"""How often a player who could go under goes over instead, on a clean early trick."""
EAGER_DIRTY = 0.1


@dataclass(slots=True)
class SeatOdds:
    """What one seat may do on a trick of one suit."""

    seat: int
    void: float
    """The chance that it has no card of the suit."""
    none_below: list[float]
    """By rank: the chance that it has no card of the suit under that rank."""
    none_above: list[float]
    dump: float
    """Points that it throws on average when it cannot follow."""
    bigs: list[tuple[int, float, float]]
    """(rank, value, chance of holding it) of the suit's great penalties and bonuses."""
    small: float
    """Points of the small cards of the suit that it plays on average when it follows."""

    def beats(self, rank: int, eager: float) -> float:
        """The chance that it goes over ``rank``: because it must, or because it would rather."""
        under = self.none_below[rank]
        return (1.0 - self.none_above[rank]) * (under + (1.0 - under) * eager)

    def adds(self, rank: int) -> float:
        """Points that it adds to a trick held by ``rank``."""
        total = self.void * self.dump + (1.0 - self.void) * self.small
        for place, value, chance in self.bigs:
            if place < rank:
                # A penalty is gladly thrown under a higher card; a bonus is not.
                total += value * chance * (1.0 if value > 0 else 0.3)
        return total


def shares(reading: Reading, suit: int) -> list[float]:
    """For each seat the chance that it holds a given unseen card of ``suit`` whose place is not known."""
    count = reading.count
    mask = SUIT_MASKS[suit]
    known = 0
    for cards in count.holds:
        known |= cards
    room = [
        count.sizes[seat] - count.holds[seat].bit_count() if count.may_hold[seat] & mask & ~known else 0
        for seat in range(len(count.sizes))
    ]
    whole = sum(room) + count.hidden_kitty
    return [part / whole if whole else 0.0 for part in room]


def seat_odds(reading: Reading, suit: int) -> list[SeatOdds]:
    """The odds of every seat that plays after me on a trick of ``suit``."""
    if not reading.later:
        return []
    share = shares(reading, suit)
    base = suit * 13
    values = reading.by_suit[suit]
    return [_one_seat(reading, seat, suit, base, values, share[seat]) for seat in reading.later]


def _one_seat(
    reading: Reading, seat: int, suit: int, base: int, values: tuple[int, ...], share: float
) -> SeatOdds:
    may = reading.count.may_hold[seat] >> base & 0x1FFF
    holds = reading.count.holds[seat] >> base & 0x1FFF
    none_below = [1.0] * 14
    none_above = [1.0] * 14
    bigs: list[tuple[int, float, float]] = []
    small = 0
    cards = may.bit_count()
    running = 1.0
    for rank in range(13):
        none_below[rank] = running
        if may >> rank & 1:
            chance = 1.0 if holds >> rank & 1 else share
            running *= 1.0 - chance
            value = values[rank]
            if value >= BIG or value < 0:
                bigs.append((rank, value, chance))
            else:
                small += value
    none_below[13] = running
    above = 1.0
    for rank in range(12, -1, -1):
        none_above[rank] = above
        if may >> rank & 1:
            above *= 0.0 if holds >> rank & 1 else 1.0 - share
    elsewhere = reading.count.may_hold[seat] & reading.facts.point_cards & ~SUIT_MASKS[suit]
    if reading.first:
        elsewhere &= ~reading.facts.barred
    holders = max(1, sum(1 for size in reading.count.sizes if size))
    return SeatOdds(
        seat=seat,
        void=likely_void(running),
        none_below=none_below,
        none_above=none_above,
        dump=expected_dump(reading, elsewhere, holders),
        bigs=bigs,
        small=small / cards if cards else 0.0,
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a trick is likely to end if I play a given card on it."""

    mine: float
    """The chance that I take it."""
    points: float
    """What it is likely to count for whoever takes it."""
    takers: tuple[tuple[int, float], ...]
    """The others with their chance to take it."""


def outlook(reading: Reading, card: int, odds: list[SeatOdds]) -> Outlook:
    """Weigh up playing ``card``, led or on the trick of another."""
    rank = card % 13
    leads = reading.led < 0
    wins_now = leads or (card // 13 == reading.led and card > reading.top)
    top = rank if wins_now else reading.top % 13
    so_far = reading.table + reading.values[card]
    suit = card // 13 if leads else reading.led
    eager = EAGER_DIRTY
    if so_far <= 0 and max(reading.by_suit[suit]) == 0 and reading.out(suit).bit_count() >= 7:
        eager = EAGER_CLEAN
    hold = 1.0
    points = float(so_far)
    chances: list[tuple[int, float]] = []
    for seat in odds:
        over = seat.beats(top, eager)
        chances.append((seat.seat, over))
        hold *= 1.0 - over
        points += seat.adds(top)
    hearts_fall = suit == 3 or is_heart(card) or any(is_heart(played) for played in reading.trick)
    points += kitty_worth(reading, hearts_fall)
    whole = sum(over for _, over in chances)
    takers = [(seat, (1.0 - hold) * over / whole) for seat, over in chances if over]
    if not wins_now:
        takers.append((reading.holder, hold))
    return Outlook(hold if wins_now else 0.0, points, tuple(takers))
