"""Easy: a beginner who knows the rules and little else."""

from moonshot.bots.chance import Chance
from moonshot.bots.reading import card_values
from moonshot.engine import ChooseMoon, Move, Pass, Play, View, cards_of
from moonshot.engine.legality import trick_winner
from moonshot.engine.passing import allowed_in_pass
from moonshot.engine.scoring import OTHERS_PLUS

ABSENT_MINDED = 15
"""In so many of a hundred turns the beginner plays what comes to hand."""


class Easy:
    """Passes its highest cards, ducks when it sees a reason to, and forgets what has been played."""

    name = "easy"

    def choose(self, view: View, seed: int) -> Move:
        """A plausible move with a beginner's mistakes."""
        chance = Chance(view, seed)
        if view.phase == "passing":
            return Pass(_pass(view, chance))
        if view.phase == "choosing_moon":
            return ChooseMoon(OTHERS_PLUS)
        legal = cards_of(view.legal)
        if len(legal) == 1 or chance.percent(ABSENT_MINDED):
            return Play(chance.pick(legal))
        if view.trick is None or not view.trick.cards:
            return Play(_lead(legal, chance))
        return Play(_follow(view, legal, view.trick.cards, chance))


def _pass(view: View, chance: Chance) -> tuple[int, ...]:
    """High cards look dangerous; that a low spade protects the queen, the beginner has not learnt yet."""
    may, must = allowed_in_pass(view.rules.facts, view.hand)
    values = card_values(view.rules.facts)
    free = sorted(cards_of(may & ~must), key=lambda card: (values[card] > 1, card % 13, card), reverse=True)
    wanted = view.rules.pass_count - must.bit_count()
    likely = free[: wanted + 2]
    return (*cards_of(must), *chance.sample(likely, wanted))


def _lead(legal: tuple[int, ...], chance: Chance) -> int:
    """A low card of some suit, whatever has been played of it."""
    suit = chance.pick(sorted({card // 13 for card in legal}))
    return min(card for card in legal if card // 13 == suit)


def _follow(view: View, legal: tuple[int, ...], trick: tuple[int, ...], chance: Chance) -> int:
    values = card_values(view.rules.facts)
    led = trick[0] // 13
    if legal[0] // 13 != led:
        # Off suit: points first, then what is high.
        return max(legal, key=lambda card: (values[card], card % 13, card))
    top = trick[trick_winner(trick)]
    under = [card for card in legal if card < top]
    if any(values[card] > 0 for card in trick):
        return under[-1] if under else legal[0]
    # Nothing on the trick yet: the beginner takes it now and then, and does not think of who plays after.
    if chance.percent(40):
        return legal[-1]
    return under[-1] if under else legal[0]
