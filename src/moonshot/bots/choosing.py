"""The shooter's choice after a moon: points for the others, or points off the own score."""

from moonshot.engine import ChooseMoon, View
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, score_deal


def choose_moon(view: View) -> ChooseMoon:
    """Give points where that wins, or where it hurts nobody but the others; take points off to live on."""
    assert view.seat is not None
    adding = score_deal(
        view.rules,
        view.taken,
        view.tricks_won,
        view.totals,
        deal_no=view.deal_no,
        overtime=view.overtime,
        choice=OTHERS_PLUS,
    )
    if adding is None:
        return ChooseMoon(SELF_MINUS)
    after = adding.settlement
    if after.state == "over":
        return ChooseMoon(OTHERS_PLUS if view.seat in after.winners else SELF_MINUS)
    if after.state == "overtime":
        return ChooseMoon(SELF_MINUS)
    # The distances are the same either way. Whoever leads wants the end to come near, the others want time.
    leads = after.totals[view.seat] == min(after.totals)
    return ChooseMoon(OTHERS_PLUS if leads else SELF_MINUS)
