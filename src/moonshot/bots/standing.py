"""Playing to the score: who should get the points when I may choose.

The leader is the player with the lowest total. A point on the leader is worth more to me than a point on
somebody who is losing anyway, and the more so the nearer the end of the match; and nobody likes to end a
match that he is not winning.
"""

from moonshot.engine import View

LEADER_TILT = 0.3
LATE_TILT = 0.7


def urgency(view: View) -> float:
    """How near the end of the match is: 0 for most of it, 1 when the next deal may end it."""
    rules = view.rules
    by_hands = view.deal_no / rules.end_hands if rules.end_hands else 0.0
    by_score = max(view.totals) / rules.end_score if rules.end_score else 0.0
    near = max(by_hands, by_score, 1.0 if view.overtime else 0.0)
    return min(1.0, max(0.0, (near - 0.6) / 0.4))


def weights(view: View) -> list[float]:
    """What a point given to each seat is worth to the seat of ``view``; 0 for that seat itself.

    The weights of the others add up to 1: my own point costs me as much as a point on everybody gains.
    """
    me = view.seat
    totals = view.totals
    others = [seat for seat in range(len(totals)) if seat != me]
    lowest = min(totals[seat] for seat in others)
    highest = max(totals[seat] for seat in others)
    if lowest == highest:
        return [0.0 if seat == me else 1.0 / len(others) for seat in range(len(totals))]
    late = urgency(view)
    spread = highest - lowest
    sharpness = (LEADER_TILT + LATE_TILT * late) * spread / (spread + 10)
    raw = [0.0] * len(totals)
    for seat in others:
        raw[seat] = 1.0 + sharpness * ((highest - totals[seat]) / spread - 0.5)
        if _would_end(view, seat):
            # Ending the match is good for the player in front and for nobody else.
            ahead = me is not None and totals[me] < lowest
            raw[seat] *= 1.0 + 0.3 * late if ahead else 1.0 - 0.5 * late
    whole = sum(raw)
    return [value / whole for value in raw]


def _would_end(view: View, seat: int) -> bool:
    """True when this deal may well take ``seat`` to the end score."""
    end = view.rules.end_score
    return bool(end) and view.totals[seat] + view.rules.facts.moon_value // 2 >= end
