"""Steady: the habits of a good club player."""

from moonshot.bots.choosing import choose_moon
from moonshot.bots.defence import notice_moon
from moonshot.bots.endgame import exact_costs
from moonshot.bots.moon import moon_card, wants_moon
from moonshot.bots.odds import seat_odds
from moonshot.bots.passing import choose_pass
from moonshot.bots.reading import Reading, read
from moonshot.bots.weighing import cost
from moonshot.engine import Move, Pass, Play, View


class Steady:
    """Counts the cards, ducks, dumps the queen on the right trick, stops moons and shoots its own."""

    name = "steady"

    def choose(self, view: View, seed: int) -> Move:  # noqa: ARG002 - this policy leaves nothing to chance
        """The move that a careful look at the view suggests."""
        if view.phase == "passing":
            return Pass(choose_pass(view))
        if view.phase == "choosing_moon":
            return choose_moon(view)
        if view.legal & (view.legal - 1) == 0:
            return Play(view.legal.bit_length() - 1)
        return Play(best_card(read(view)))


def best_card(reading: Reading) -> int:
    """The card to play; of equally good ones the lowest."""
    notice_moon(reading)
    exact = exact_costs(reading)
    if exact is None and wants_moon(reading):
        return moon_card(reading)
    leads = [reading.led] if reading.led >= 0 else sorted({card // 13 for card in reading.legal})
    odds = {suit: seat_odds(reading, suit) for suit in leads}

    def total(card: int) -> tuple[float, float, int]:
        guess = cost(reading, card, odds[reading.led if reading.led >= 0 else card // 13])
        return (0.0 if exact is None else exact[card], guess, card)

    return min(reading.legal, key=total)
