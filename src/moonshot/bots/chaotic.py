"""Random: any legal move, each as likely as the other. The floor that every other level is measured from."""

from moonshot.bots.chance import Chance
from moonshot.engine import ChooseMoon, Move, Pass, Play, View, cards_of
from moonshot.engine.passing import allowed_in_pass
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS


class Random:
    """Plays any legal move."""

    name = "random"

    def choose(self, view: View, seed: int) -> Move:
        """A legal move, drawn from the seed."""
        chance = Chance(view, seed)
        if view.phase == "passing":
            may, must = allowed_in_pass(view.rules.facts, view.hand)
            drawn = chance.sample(cards_of(may & ~must), view.rules.pass_count - must.bit_count())
            return Pass((*cards_of(must), *drawn))
        if view.phase == "choosing_moon":
            return ChooseMoon(chance.pick((OTHERS_PLUS, SELF_MINUS)))
        return Play(chance.pick(cards_of(view.legal)))
