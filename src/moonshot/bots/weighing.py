"""The cost of a card: what the trick is likely to bring me, and what is left in my hand afterwards.

Every choice among cards is made in points a deal: a point that I take costs one, a point that another
takes is worth the weight of that player (see `standing`), and each suit left in the hand has its danger
(see `holdings`).
"""

from moonshot.bots.discarding import stopper_worth
from moonshot.bots.holdings import danger
from moonshot.bots.leading import lead_advice
from moonshot.bots.odds import SeatOdds, outlook
from moonshot.bots.reading import Reading

LEAD_BURDEN = 0.35
"""What it costs to be on lead again, on average."""
MOON_COST = 18.0
"""What a moon of another is worth to that player against me, compared with its points going round."""


def left_behind(reading: Reading, card: int) -> float:
    """How the danger of my hand changes when ``card`` leaves it."""
    suit = card // 13
    mine = reading.mine(suit)
    return _danger(reading, suit, mine & ~(1 << card % 13)) - _danger(reading, suit, mine)


def _danger(reading: Reading, suit: int, mine: int) -> float:
    followers = reading.followers(suit)
    voids = reading.facts.players - 1 - followers
    dump = int(reading.dump_rate * 2 + 0.5)
    return danger(mine, reading.out(suit), followers, voids, reading.by_suit[suit], dump, reading.relief)


def trick_cost(reading: Reading, card: int, odds: list[SeatOdds]) -> float:
    """What playing ``card`` to this trick is likely to cost, the rest of the hand aside."""
    look = outlook(reading, card, odds)
    cost = look.mine * (look.points + LEAD_BURDEN + _no_trick_loss(reading))
    for seat, chance in look.takers:
        cost -= chance * look.points * reading.weights[seat]
    return cost - reading.threat * MOON_COST * _stops(reading, card, look.mine, look.takers, look.points)


def _stops(
    reading: Reading, card: int, mine: float, takers: tuple[tuple[int, float], ...], points: float
) -> float:
    """The chance that this trick gives a point to somebody other than the shooter, and so ends the moon."""
    if reading.threat <= 0.0:
        return 0.0
    scoring = reading.table > 0 or reading.values[card] > 0
    some = 1.0 if scoring else min(1.0, max(0.0, points))
    return some * (mine + sum(chance for seat, chance in takers if seat != reading.shooter))


def _no_trick_loss(reading: Reading) -> float:
    """The first trick I take may cost a bonus for taking none."""
    bonus = reading.view.rules.no_trick_bonus
    if not bonus or reading.view.tricks_won[reading.me]:
        return 0.0
    return -bonus / reading.tricks_left


def cost(reading: Reading, card: int, odds: list[SeatOdds]) -> float:
    """All that playing ``card`` is likely to cost."""
    total = trick_cost(reading, card, odds) + left_behind(reading, card)
    if reading.led < 0:
        return total + lead_advice(reading, card)
    if reading.threat and (card // 13 != reading.led or card < reading.top):
        total += reading.threat * MOON_COST * stopper_worth(reading, card)
    return total
