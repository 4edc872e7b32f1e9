"""The presets of the source documents, and what their tests ask of rules."""

from moonshot.engine import (
    Deal,
    Match,
    Rules,
    deal_hands,
    preset,
)
from moonshot.engine.scoring import score_deal
from tests.engine.hands import HEARTS, mask

BOTS, ROOM, SOLO, GUIDE = (
    preset(name) for name in ("three_bots", "custom_room", "browser_solo", "table_guide")
)
SECRET = bytes(range(32))
NAUGHT = (0, 0, 0, 0)
MOON = f"{HEARTS} QS"


def without_pass(value: Rules) -> Rules:
    return Rules.from_dict({**value.to_dict(), "pass_cycle": ["H"]})


def scores(
    value: Rules, *taken: str, before: tuple[int, ...] = NAUGHT
) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Points, totals and the state after a deal in which the seats took these cards."""
    score = score_deal(value, [mask(cards) for cards in taken], None, before)
    assert score is not None
    return score.points, score.settlement.totals, score.settlement.state


def first_deal(value: Rules) -> Match:
    match = Match(value)
    match.apply(match.commit(SECRET))
    match.apply(match.deal_event())
    return match


def cycle(value: Rules, deals: int = 5) -> str:
    return " ".join(
        Deal(value, deal_hands(value, 0, SECRET)[0], deal_no=number).direction
        for number in range(1, deals + 1)
    )
