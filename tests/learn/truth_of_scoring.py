"""What the engine says about points, the moon and the end: for each kind of sentence, what is true of it."""

from collections.abc import Iterator
from itertools import product

from moonshot.engine import Rules, card_text, cards_of
from moonshot.engine.cards import HEARTS, RANKS
from moonshot.engine.ending import DEAL_CAP, NEXT_DEAL, OVER, OVERTIME, end_of, reset_total
from moonshot.engine.facts import MOON_ADDS, MOON_OFF, MOON_SUBTRACTS
from moonshot.engine.scoring import deal_points, moon_shooter, points_of, score_deal, seat_points, total_after
from moonshot.learn.sentences import Sentence, say
from tests.learn.positions import bits
from tests.learn.truth_of_play import deck_of, summed_up

Truths = Iterator[Sentence]
SPOTS = (2, 3, 4, 5, 6, 7, 8, 9, 10)
TABLES = {
    "hearts_spots": (*SPOTS, 11, 12, 13, 14),
    "hearts_pips": (*SPOTS, 10, 10, 10, 10),
    "hearts_graded": (*SPOTS, 10, 10, 10, 15),
    "hearts_faces": (1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5),
}
"""What the words of each kind say, from the two to the ace."""
MOON_KINDS = (
    "others_plus",
    "self_minus",
    "choice",
    "minus_unless_wins",
    "plus_unless_loses",
    "plus_unless_ends",
)


def alone(rules: Rules, cards: int) -> tuple[int, ...]:
    """Captured cards of all seats when seat 0 has these and nobody else anything."""
    return (cards, *[0] * (rules.players - 1))


def takes(rules: Rules, cards: int, *, tricks: int = 1, shooter: int = -1, mode: int = MOON_OFF) -> int:
    """What a hand adds to seat 0, which has taken these cards in so many tricks."""
    return seat_points(
        rules.facts, 0, alone(rules, cards), (tricks, *[1] * (rules.players - 1)), shooter, mode
    )


def bonus_worth(rules: Rules, card: int) -> int:
    """What taking this card takes off, for a seat with very many points."""
    dear = HEARTS & ~(1 << card)
    many = rules.facts._replace(points=(10**6,) * 52, point_cards=dear)
    without, beside = (
        seat_points(many, 0, (cards,), (1,), -1, MOON_OFF) for cards in (dear, dear | 1 << card)
    )
    return without - beside


def bonus_of(rules: Rules) -> int | None:
    """The card that lowers the score of whoever takes it."""
    return next((card for card in cards_of(deck_of(rules)) if bonus_worth(rules, card)), None)


def of_points(rules: Rules) -> Truths:
    deck = deck_of(rules)
    costs = {card: points_of(rules.facts.points, 1 << card) for card in cards_of(deck)}
    yield from _hearts({card % 13: cost for card, cost in costs.items() if HEARTS >> card & 1})
    for card, cost in costs.items():
        if cost and not HEARTS >> card & 1:
            yield say("points.card", card=card_text(card), n=cost)
    yield say("points.total", n=sum(costs.values()))
    bonus = bonus_of(rules)
    if bonus is not None:
        yield say("points.bonus", card=card_text(bonus), n=bonus_worth(rules, bonus))
        if takes(rules, 1 << bonus) == 0:
            yield say("points.bonus_floor_hand")
        else:
            held = total_after(rules.facts, 0, -5) == 0
            yield say("points.bonus_floor_total" if held else "points.bonus_below_zero")
    paid = takes(rules, 0, tricks=0)
    if paid:
        yield say("points.no_trick", n=-paid)


def _hearts(costs: dict[int, int]) -> Truths:
    if not costs:
        return
    values = set(costs.values())
    if len(values) == 1:
        each = values.pop()
        yield say("points.heart_each", n=each) if each else say("points.hearts_free")
        return
    for kind, table in TABLES.items():
        if all(table[rank] == cost for rank, cost in costs.items()):
            yield say(f"points.{kind}")
            return
    yield say("points.hearts_table", costs=tuple((RANKS[rank], cost) for rank, cost in costs.items()))


def of_the_moon(rules: Rules) -> Truths:
    """All but what it is worth, for which see `moons`."""
    deck, facts = deck_of(rules), rules.facts
    if moon_shooter(facts, alone(rules, deck)) < 0:
        yield say("moon.off")
        return
    needed = bits(*(c for c in cards_of(deck) if moon_shooter(facts, alone(rules, deck & ~(1 << c))) < 0))
    assert moon_shooter(facts, alone(rules, needed)) == 0
    yield say("moon.missed")
    bonus = bonus_of(rules)
    in_it = bonus is not None and needed >> bonus & 1
    yield say("moon.what", what=summed_up(deck, needed & ~(1 << bonus) if bonus is not None else needed))
    if bonus is not None:
        yield say("moon.bonus_needed" if in_it else "moon.bonus_not_needed", card=card_text(bonus))
        value = moon_values(rules)[0]
        extra = -takes(rules, needed | 1 << bonus, shooter=0, mode=MOON_SUBTRACTS) - value
        if extra:
            yield say("moon.bonus_kept", card=card_text(bonus), n=extra)
        else:
            yield say("moon.bonus_absorbed", card=card_text(bonus))
    if takes(rules, 0, tricks=0):
        assert takes(rules, 0, tricks=0, shooter=1, mode=MOON_SUBTRACTS) == 0
        yield say("moon.no_trick_unpaid")
    score = score_deal(
        rules, alone(rules, deck), (9, *[0] * (rules.players - 1)), [0] * rules.players, choice="others_plus"
    )
    assert score is not None
    if score.sun:
        moon, sun = moon_values(rules)
        yield say("moon.sun", value=sun, moon=moon)


def moon_values(rules: Rules) -> tuple[int, int]:
    """What a moon, and a sun, give to a seat that has taken nothing."""
    full = alone(rules, rules.facts.deck)
    rest = [0] * (rules.players - 2)
    moon = seat_points(rules.facts, 1, full, (8, 1, *rest), 0, MOON_ADDS)
    return moon, seat_points(rules.facts, 1, full, (9, 0, *rest), 0, MOON_ADDS)


def moons(rules: Rules) -> set[Sentence]:
    """What may truly be said of a moon's worth, by what was scored at many different standings."""
    deck, facts = deck_of(rules), rules.facts
    if moon_shooter(facts, alone(rules, deck)) < 0:
        return set()
    possible = set(MOON_KINDS)
    for totals, deal_no, overtime in standings(rules):
        tricks = (5, *[2] * (rules.players - 1))
        score = score_deal(rules, alone(rules, deck), tricks, totals, deal_no=deal_no, overtime=overtime)
        adding = deal_points(facts, alone(rules, deck), tricks, 0, "others_plus")
        after = [total_after(facts, total, got) for total, got in zip(totals, adding, strict=True)]
        state, winners = end_of(facts, after, deal_no, overtime)
        says = {
            "others_plus": "others_plus",
            "self_minus": "self_minus",
            "choice": None,
            "minus_unless_wins": "others_plus" if (state, winners) == (OVER, 1) else "self_minus",
            "plus_unless_loses": "self_minus" if state == OVER and not winners & 1 else "others_plus",
            "plus_unless_ends": "others_plus" if state == NEXT_DEAL else "self_minus",
        }
        possible = {kind for kind in possible if says[kind] == (score.moon_mode if score else None)}
        if score is not None:
            assert score.points[1] == (moon_values(rules)[0] if score.moon_mode == "others_plus" else 0)
    return {say(f"moon.{kind}", value=moon_values(rules)[0]) for kind in possible}


def standings(rules: Rules) -> Iterator[tuple[list[int], int, bool]]:
    """Totals early and late in a match, with the shooter in front and behind."""
    end = rules.facts.end_score or 100
    value = moon_values(rules)[0]
    deals = {1, rules.facts.end_hands or 1}
    marks = (0, end // 2 + 3, end - value - 3, end - value, end - 3, end + value + 40)
    for mine, others in product(marks, marks):
        for deal_no, overtime in product(deals, (False, True)):
            yield [mine, *(others + 2 * seat for seat in range(rules.players - 1))], deal_no, overtime


def of_the_end(rules: Rules) -> Truths:
    facts, others = rules.facts, list(range(1, rules.players - 1))
    plainly = facts._replace(exact_wins=0)

    def over(total: int) -> bool:
        return end_of(plainly, [total, 0, *others], 0, False) == (OVER, 2)

    low, high = 0, 10**6
    if over(high):
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if over(middle) else (middle, high)
        yield say("end.exceed", n=high - 1) if facts.end_exceeds else say("end.reach", n=high)
    latest = next(
        n for n in range(1, DEAL_CAP + 1) if end_of(facts, [0, 1, *others], n, False)[0] != NEXT_DEAL
    )
    if latest < DEAL_CAP:
        yield say("end.hands_at_latest" if over(10**6) else "end.hands", n=latest)
    yield say("end.lowest")
    yield say("end.whole_hand")
    for at in range(-50, 1001):
        if (to := reset_total(facts, at)) != at:
            yield say("end.exact_reset", at=at, to=to)
    target = high if not facts.end_exceeds else high - 1
    if over(10**6) and end_of(facts, [target, 0, *others], 0, False) == (OVER, 1):
        yield say("end.exact_wins", n=target)
    yield from _ties(rules, others, ended=10**6 if over(10**6) else 3, deal_no=0 if over(10**6) else latest)


def _ties(rules: Rules, others: list[int], *, ended: int, deal_no: int) -> Truths:
    facts = rules.facts
    state, seats = end_of(facts, [0, 0, *others[1:], ended], deal_no, False)
    assert seats & 3 == 3
    yield say("end.tie_shared" if state == OVER else "end.tie_another_hand")
    if state == OVERTIME and ended > 3 and falls(rules):
        later, _ = end_of(facts, [0, 1, *others], 0, True)
        yield say("end.overtime_latched" if later == OVER else "end.overtime_recheck")


def falls(rules: Rules) -> bool:
    """Whether some hand takes points off some total."""
    facts = rules.facts
    bonus = bonus_of(rules)
    if takes(rules, 0, tricks=0) < 0 or (bonus is not None and takes(rules, 1 << bonus) < 0):
        return True
    if any(reset_total(facts, at) < at for at in range(-50, 1001)):
        return True
    full = alone(rules, facts.deck)
    for tricks in ((9, *[0] * (rules.players - 1)), (5, *[2] * (rules.players - 1))):
        for totals, deal_no, overtime in standings(rules) if facts.moon_set else ():
            score = score_deal(
                rules, full, tricks, totals, deal_no=deal_no, overtime=overtime, choice="self_minus"
            )
            assert score is not None
            if min(score.points) < 0:
                return True
    return False
