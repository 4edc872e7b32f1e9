"""Questions about points: cards, piles, sums, totals, bonus cards and floors."""

from moonshot.engine import Deal, Rules, cards_of
from moonshot.engine.cards import HEARTS, QUEEN_BIT
from moonshot.engine.deal import DONE
from moonshot.engine.scoring import DealScore, moon_shooter, points_of, score_deal
from moonshot.learn.quiz.making import HOUSE, Maker, kind, numbers_near, texts, turned
from moonshot.learn.quiz.question import (
    ADVANCED,
    BEGINNER,
    CARD,
    EXPERT,
    NUMBER,
    REGULAR,
    SCORES,
    Draft,
    Scene,
    case_of,
)
from moonshot.learn.sentences import Sentence, say

HOUSE.update(
    jack={"bonus_card": "JD", "bonus_points": -10},
    no_trick={"no_trick_bonus": -5},
    floor_hand={"bonus_card": "JD", "bonus_points": -10, "bonus_floor": "hand_zero"},
    floor_total={"bonus_card": "JD", "bonus_points": -10, "bonus_floor": "total_zero"},
    seven_clubs={"penalties": (("QS", 13), ("7C", 7))},
    spots={"heart_points": "pip14", "penalties": (("QS", 25),), "end_score": 500},
)


def ordinary(maker: Maker) -> Deal | None:
    """A finished deal without a moon."""
    for _ in range(40):
        deal = maker.played_out()
        if deal.phase == DONE and moon_shooter(maker.facts, deal.taken) < 0:
            return deal
    return None


def scored(
    deal: Deal, totals: tuple[int, ...], choice: str | None = None, *, overtime: bool = False
) -> DealScore:
    """The score of a finished deal."""
    score = score_deal(
        deal.rules,
        deal.taken,
        deal.tricks_won,
        totals,
        deal_no=deal.deal_no,
        overtime=overtime,
        choice=choice,
    )
    assert score is not None
    return score


def piles_of(deal: Deal) -> tuple[int, ...]:
    """What each seat has taken that counts."""
    return tuple(taken & deal.facts.scoring_cards for taken in deal.taken)


def _bonus(rules: Rules) -> bool:
    return rules.facts.bonus_card >= 0


def _free_bonus(rules: Rules) -> bool:
    return rules.bonus_card is None and rules.penalties == (("QS", 13),) and rules.heart_points == "one"


# -- one card --------------------------------------------------------------------------------------------


def _card_points(name: str, level: str, house: str | None = None) -> None:
    @kind(f"points.{name}", level, house=house)
    def card_points(maker: Maker) -> Draft:
        facts = maker.facts
        plain = maker.rng.random() < 0.2
        pool = facts.deck & ~facts.scoring_cards if plain else facts.point_cards
        weights = [5 if facts.points[card] != 1 else 1 for card in cards_of(pool)]
        card = maker.rng.choices(cards_of(pool), weights)[0]
        right = facts.points[card]
        deal = maker.deal()
        scene = Scene(0, deal.players, card=card)
        why: tuple[Sentence, ...] = (say("quiz.why.card_points", card=texts(1 << card)[0], n=right),)
        return Draft(
            say("quiz.ask.card_points", card=texts(1 << card)[0]),
            scene,
            right,
            numbers_near(right, 0, 1, 13, 26, card % 13 + 2),
            NUMBER,
            why,
            case_of(deal),
            {"of": "card_points", "card": card},
        )


_card_points("card", BEGINNER)
_card_points("house_spots", REGULAR, "spots")


def _costs_nothing(name: str, level: str, house: str | None = None) -> None:
    @kind(f"points.{name}", level, house=house)
    def costs_nothing(maker: Maker) -> Draft:
        facts = maker.facts
        costly = maker.shuffled(facts.point_cards)
        special = list(cards_of(facts.point_cards & ~HEARTS))
        wrong = tuple(dict.fromkeys([*special[:1], *costly]))[:3]
        high = facts.deck & ~facts.scoring_cards & (0b1111000000000 * (1 | 1 << 13 | 1 << 26))
        right = maker.rng.choice(cards_of(high))
        deal = maker.deal()
        why: tuple[Sentence, ...] = (say("quiz.why.costs_nothing", card=texts(1 << right)[0]),)
        return Draft(
            say("quiz.ask.costs_nothing"),
            Scene(0, deal.players),
            1 << right,
            tuple(1 << one for one in wrong),
            CARD,
            why,
            case_of(deal),
            {"of": "costs_nothing"},
        )


_costs_nothing("costs_nothing", BEGINNER)
_costs_nothing("house_seven", REGULAR, "seven_clubs")


# -- piles and sums --------------------------------------------------------------------------------------


@kind("points.pile", BEGINNER)
def pile(maker: Maker) -> Draft | None:
    """What one pile of cards costs."""
    deal = ordinary(maker)
    if deal is None:
        return None
    facts = maker.facts
    bonus = 0 if facts.bonus_card < 0 else 1 << facts.bonus_card
    seats = [
        s for s in range(deal.players) if deal.taken[s] & facts.point_cards and not deal.taken[s] & bonus
    ]
    if not seats:
        return None
    seat = maker.rng.choice(seats)
    right = scored(deal, (0,) * deal.players).points[seat]
    cards = deal.taken[seat] & facts.scoring_cards
    hearts = (cards & HEARTS).bit_count()
    piles = tuple(cards if one == seat else 0 for one in range(deal.players))
    why: tuple[Sentence, ...] = (say("quiz.why.pile", cards=texts(cards), n=right),)
    return Draft(
        say("quiz.ask.pile"),
        Scene(seat, deal.players, piles=piles),
        right,
        numbers_near(right, hearts, hearts + 13, 26 - right),
        NUMBER,
        why,
        case_of(deal),
        {"of": "points_of_seat", "seat": seat},
    )


def _bonus_pile(name: str, level: str, house: str | None) -> None:
    @kind(f"points.{name}", level, _bonus, house=house)
    def bonus_pile(maker: Maker) -> Draft | None:
        deal = ordinary(maker)
        if deal is None:
            return None
        facts = maker.facts
        seat = next((s for s in range(deal.players) if deal.taken[s] >> facts.bonus_card & 1), -1)
        if seat < 0:
            return None
        right = scored(deal, (0,) * deal.players).points[seat]
        plain = points_of(facts.points, deal.taken[seat] & facts.point_cards)
        cards = deal.taken[seat] & facts.scoring_cards
        piles = tuple(cards if one == seat else 0 for one in range(deal.players))
        bonus = texts(1 << facts.bonus_card)[0]
        likely = tuple(
            n for n in (plain, plain + facts.bonus_points, plain - facts.bonus_points, 0) if n != right
        )
        why: tuple[Sentence, ...] = (
            say("quiz.why.bonus_pile", plain=plain, n=right, card=bonus, bonus=facts.bonus_points),
        )
        if maker.rules.bonus_floor == "hand_zero" and right != plain + facts.bonus_points:
            why = (*why, say("quiz.why.floor_hand"))
        return Draft(
            say("quiz.ask.pile"),
            Scene(seat, deal.players, piles=piles),
            right,
            (*likely, right + 1, right - 1),
            NUMBER,
            why,
            case_of(deal),
            {"of": "points_of_seat", "seat": seat},
        )


_bonus_pile("bonus_pile", REGULAR, None)
_bonus_pile("house_jack", REGULAR, "jack")
_bonus_pile("house_floor_hand", EXPERT, "floor_hand")


def _each(name: str, level: str, house: str | None = None, *, needs_bonus: bool = False) -> None:
    @kind(f"points.{name}", level, _bonus if needs_bonus else lambda rules: not _bonus(rules), house=house)
    def each(maker: Maker) -> Draft | None:
        deal = ordinary(maker)
        if deal is None:
            return None
        if house == "no_trick" and 0 not in deal.tricks_won:
            return None
        facts = maker.facts
        right = scored(deal, (0,) * deal.players).points
        hearts = tuple((taken & HEARTS).bit_count() for taken in deal.taken)
        plain = tuple(points_of(facts.points, taken & facts.point_cards) for taken in deal.taken)
        inverse = tuple(facts.moon_value - value for value in right)
        wrong = (plain, hearts, *turned(right), inverse)
        scene = Scene(
            maker.rng.randrange(deal.players), deal.players, piles=piles_of(deal), won=_won(deal, house)
        )
        why: tuple[Sentence, ...] = (say("quiz.why.each", n=points_of(facts.points, facts.point_cards)),)
        if needs_bonus:
            bonus = texts(1 << facts.bonus_card)[0]
            why = (*why, say("quiz.why.each_bonus", card=bonus, bonus=facts.bonus_points))
        if house == "no_trick":
            why = (*why, say("quiz.why.no_trick"))
        return Draft(say("quiz.ask.each"), scene, right, wrong, SCORES, why, case_of(deal), {"of": "points"})


def _won(deal: Deal, house: str | None) -> tuple[int, ...]:
    return tuple(deal.tricks_won) if house == "no_trick" else ()


_each("each", REGULAR)
_each("each_bonus", ADVANCED, needs_bonus=True)
_each("house_no_trick", EXPERT, "no_trick")


@kind("points.fourth", REGULAR, lambda rules: not _bonus(rules))
def fourth(maker: Maker) -> Draft | None:
    """Everybody's score but one is known."""
    deal = ordinary(maker)
    if deal is None:
        return None
    points = scored(deal, (0,) * deal.players).points
    seat = maker.rng.randrange(deal.players)
    right = points[seat]
    shown: tuple[int | None, ...] = tuple(None if one == seat else value for one, value in enumerate(points))
    scene = Scene(maker.rng.randrange(deal.players), deal.players, points=shown)
    whole = sum(points)
    likely = (whole - right, right + 13 if right < 13 else right - 13)
    why: tuple[Sentence, ...] = (say("quiz.why.fourth", all=whole, others=whole - right, n=right),)
    return Draft(
        say("quiz.ask.fourth", who=str(scene.relative(seat))),
        scene,
        right,
        numbers_near(right, *likely),
        NUMBER,
        why,
        case_of(deal),
        {"of": "points_of_seat", "seat": seat},
    )


def _totals(name: str, level: str, house: str | None = None, *, needs_bonus: bool = False) -> None:
    @kind(f"points.{name}", level, _bonus if needs_bonus else lambda rules: not _bonus(rules), house=house)
    def totals(maker: Maker) -> Draft | None:
        deal = ordinary(maker)
        if deal is None:
            return None
        high = 8 if house == "floor_total" else 60
        before = maker.totals(0, high)
        score = scored(deal, before)
        right = score.settlement.totals
        if house == "floor_total" and right == tuple(map(sum, zip(before, score.points, strict=True))):
            return None
        facts = maker.facts
        plain = tuple(
            total + points_of(facts.points, taken & facts.point_cards)
            for total, taken in zip(before, deal.taken, strict=True)
        )
        added = tuple(map(sum, zip(before, score.points, strict=True)))
        swapped = (tuple(map(sum, zip(before, points, strict=True))) for points in turned(score.points))
        scene = Scene(maker.rng.randrange(deal.players), deal.players, piles=piles_of(deal), totals=before)
        why: tuple[Sentence, ...] = (say("quiz.why.totals"),)
        if house == "floor_total":
            why = (*why, say("quiz.why.floor_total"))
        return Draft(
            say("quiz.ask.totals"),
            scene,
            right,
            (added, plain, *swapped),
            SCORES,
            why,
            case_of(deal, totals=before),
            {"of": "totals"},
        )


_totals("totals", REGULAR)
_totals("totals_bonus", ADVANCED, needs_bonus=True)
_totals("house_floor_total", EXPERT, "floor_total", needs_bonus=True)


@kind("points.queen_or_hearts", BEGINNER, lambda rules: bool(rules.facts.point_cards & QUEEN_BIT))
def queen_or_hearts(maker: Maker) -> Draft | None:
    """Several hearts against the queen: which costs more?"""
    facts = maker.facts
    deal = maker.deal()
    hearts = maker.shuffled(HEARTS & facts.deck)
    sizes = maker.rng.sample(range(2, 9), 2)
    piles = [QUEEN_BIT, *(sum(1 << card for card in hearts[:size]) for size in sizes)]
    costs = [points_of(facts.points, pile) for pile in piles]
    if len(set(costs)) < 3:
        return None
    right = max(zip(costs, piles, strict=True))[1]
    why: tuple[Sentence, ...] = (say("quiz.why.dearest", cards=texts(right), n=max(costs)),)
    return Draft(
        say("quiz.ask.dearest"),
        Scene(0, deal.players),
        right,
        tuple(pile for pile in piles if pile != right),
        "cards",
        why,
        case_of(deal),
        {"of": "dearest"},
    )
