"""Questions about shooting the moon: when it is one, what it costs whom, and the ways of houses."""

from moonshot.engine import Deal, Rules, cards_of
from moonshot.engine.cards import HEARTS, SUIT_MASKS, rank_of
from moonshot.engine.deal import DONE
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, deal_points, is_sun, moon_shooter, points_of
from moonshot.learn.quiz.kinds_points import piles_of, scored
from moonshot.learn.quiz.making import HOUSE, Fits, Maker, by_rank, kind, texts, turned
from moonshot.learn.quiz.question import (
    ADVANCED,
    BEGINNER,
    CARDS,
    EXPERT,
    REGULAR,
    SCORES,
    YES,
    Draft,
    Scene,
    case_of,
)
from moonshot.learn.sentences import Sentence, say

HOUSE.update(
    moon_minus={"moon": "self_minus"},
    moon_choice={"moon": "choice"},
    moon_off={"moon": "off"},
    sun={"sun": "double"},
    moon_jack={"bonus_card": "JD", "bonus_points": -10, "moon_needs_bonus": True, "moon_bonus": "absorbed"},
    moon_absorbs={
        "bonus_card": "JD",
        "bonus_points": -10,
        "moon_needs_bonus": False,
        "moon_bonus": "absorbed",
    },
    moon_clever={"moon": "self_minus_unless_others_plus_wins"},
)


def has_moon(rules: Rules) -> bool:
    """Whether there is a moon at all."""
    return rules.facts.moon_set != 0


def shot(maker: Maker, loses: str | None) -> tuple[Deal, int]:
    """A finished deal in which one seat, dealt the highest cards, tries to take everything it needs.

    ``loses`` names the suit of the one low card it holds: a club goes on the first trick, a diamond is led
    early (and the bonus card falls on it), a heart is kept to the end. None: it loses nothing at all.
    """
    facts = maker.facts
    shooter = maker.rng.randrange(maker.players)
    high = by_rank(facts.deck)
    hand = sum(1 << card for card in high[: facts.hand_size])
    bonus = 0 if facts.bonus_card < 0 else 1 << facts.bonus_card
    spare = [card for card in cards_of(hand) if rank_of(card) == rank_of(high[facts.hand_size - 1])]
    low = 0
    if loses is not None:
        suit = SUIT_MASKS["CDSH".index(loses)] & facts.deck
        low = 1 << maker.rng.choice(cards_of(suit)[:3])
        hand ^= 1 << (facts.bonus_card if loses == "D" and hand & bonus else maker.rng.choice(spare))
        hand |= low

    def choose(maker: Maker, deal: Deal) -> int:
        legal = deal.legal_mask()
        if deal.turn == shooter:
            give = legal & low
            if give and ((loses == "C" and deal.first) or (loses == "D" and not deal.trick)):
                return low.bit_length() - 1
            cards = cards_of(legal & ~HEARTS or legal) if not deal.trick else cards_of(legal)
            return max(cards, key=rank_of)
        if deal.trick & low and legal & bonus:
            return facts.bonus_card
        if deal.first or deal.trick & low:
            return maker.rng.choice(cards_of(legal & ~facts.scoring_cards or legal))
        return maker.rng.choice(cards_of(legal & ~HEARTS or legal) if loses == "H" else cards_of(legal))

    return maker.played_out({shooter: hand}, choose), shooter


def a_moon(
    maker: Maker, *, sun: bool = False, bonus_elsewhere: bool | None = None
) -> tuple[Deal, int] | None:
    """A finished deal with a moon, and its shooter."""
    facts = maker.facts
    for _ in range(30):
        deal, shooter = shot(maker, None if sun else "D" if bonus_elsewhere else "C")
        if deal.phase != DONE or moon_shooter(facts, deal.taken) != shooter:
            continue
        if not sun and deal.tricks_won[shooter] == sum(deal.tricks_won):
            continue
        if bonus_elsewhere is not None and bonus_elsewhere == bool(
            deal.taken[shooter] >> facts.bonus_card & 1
        ):
            continue
        return deal, shooter
    return None


def _other_ways(deal: Deal, shooter: int) -> tuple[tuple[int, ...], ...]:
    """What the deal would score if moons were scored otherwise."""
    facts = deal.facts
    ways = [
        deal_points(facts, deal.taken, deal.tricks_won, shooter, mode) for mode in (OTHERS_PLUS, SELF_MINUS)
    ]
    ways.append(deal_points(facts, deal.taken, deal.tricks_won, shooter, None))
    ways.append(tuple(value if seat == shooter else 0 for seat, value in enumerate(ways[2])))
    ways.append(tuple(value * 2 for value in ways[0]))
    return (*ways, *turned(ways[0]))


def _why(scene: Scene, deal: Deal, shooter: int, mode: str | None) -> Sentence:
    sun = is_sun(deal.facts, deal.tricks_won, shooter)
    value = deal.facts.sun_value if sun else deal.facts.moon_value
    if mode is None:
        return say("quiz.why.moon_off", n=points_of(deal.facts.points, deal.facts.point_cards))
    name = f"quiz.why.{'sun' if sun else 'moon'}_{mode}"
    return say(name, who=str(scene.relative(shooter)), n=value)


def _moon_each(
    name: str,
    level: str,
    fits: Fits,
    house: str | None = None,
    *,
    sun: bool = False,
    bonus_elsewhere: bool | None = None,
    choice: str | None = None,
) -> None:
    @kind(f"moon.{name}", level, fits, house=house)
    def moon_each(maker: Maker) -> Draft | None:
        found = a_moon(maker, sun=sun, bonus_elsewhere=bonus_elsewhere)
        if found is None:
            return None
        deal, shooter = found
        scene = Scene(
            maker.rng.randrange(deal.players),
            deal.players,
            piles=piles_of(deal),
            won=tuple(deal.tricks_won) if sun else (),
        )
        totals = (0,) * deal.players
        score = scored(deal, totals, choice)
        why = [_why(scene, deal, shooter, score.moon_mode)]
        facts = deal.facts
        if facts.bonus_card >= 0:
            told = "absorbed" if facts.moon_absorbs_bonus else "apart"
            why.append(
                say(
                    f"quiz.why.moon_bonus_{told}",
                    card=texts(1 << facts.bonus_card)[0],
                    bonus=facts.bonus_points,
                )
            )
        ask = "quiz.ask.each" if choice is None else f"quiz.ask.each_{choice}"
        who = str(scene.relative(shooter))
        return Draft(
            say(ask, who=who),
            scene,
            score.points,
            _other_ways(deal, shooter),
            SCORES,
            tuple(why),
            case_of(deal, choice=choice),
            {"of": "points"},
        )


def _settled(rules: Rules) -> bool:
    return has_moon(rules) and rules.moon in ("others_plus", "self_minus")


def _plain(rules: Rules) -> bool:
    return _settled(rules) and rules.bonus_card is None


_moon_each("each", BEGINNER, _settled)
_moon_each("each_choice_plus", REGULAR, lambda rules: rules.moon == "choice", choice=OTHERS_PLUS)
_moon_each("each_choice_minus", REGULAR, lambda rules: rules.moon == "choice", choice=SELF_MINUS)
_moon_each("house_minus", REGULAR, _settled, "moon_minus")
_moon_each("sun", ADVANCED, lambda rules: _settled(rules) and rules.facts.sun_value >= 0, sun=True)
_moon_each("house_sun", ADVANCED, _plain, "sun", sun=True)
_moon_each(
    "bonus_elsewhere",
    ADVANCED,
    lambda rules: _settled(rules) and rules.bonus_card is not None and not rules.moon_needs_bonus,
    bonus_elsewhere=True,
)
_moon_each("house_absorbs", EXPERT, _settled, "moon_absorbs", bonus_elsewhere=False)


def _moon_off(name: str, level: str, fits: Fits, house: str | None) -> None:
    @kind(f"moon.{name}", level, fits, house=house)
    def moon_off(maker: Maker) -> Draft | None:
        wanted = maker.facts.point_cards
        for _ in range(30):
            deal, shooter = shot(maker, "C")
            if deal.phase == DONE and wanted & ~deal.taken[shooter] == 0:
                break
        else:
            return None
        scene = Scene(maker.rng.randrange(deal.players), deal.players, piles=piles_of(deal))
        score = scored(deal, (0,) * deal.players)
        others = tuple(
            0 if seat == shooter else points_of(deal.facts.points, wanted) for seat in range(deal.players)
        )
        minus = tuple(-value for value in score.points)
        why = (_why(scene, deal, shooter, None),)
        return Draft(
            say("quiz.ask.each"),
            scene,
            score.points,
            (others, minus, *turned(score.points)),
            SCORES,
            why,
            case_of(deal),
            {"of": "points"},
        )


_moon_off("none", REGULAR, lambda rules: rules.moon == "off" and rules.bonus_card is None, None)
_moon_off("house_none", REGULAR, lambda rules: rules.bonus_card is None, "moon_off")


@kind("moon.totals", REGULAR, _settled)
def totals(maker: Maker) -> Draft | None:
    """The totals after a moon."""
    found = a_moon(maker)
    if found is None:
        return None
    deal, shooter = found
    before = maker.totals(20, 60)
    score = scored(deal, before)
    scene = Scene(maker.rng.randrange(deal.players), deal.players, piles=piles_of(deal), totals=before)
    wrong = tuple(tuple(map(sum, zip(before, way, strict=True))) for way in _other_ways(deal, shooter))
    why = (_why(scene, deal, shooter, score.moon_mode), say("quiz.why.totals"))
    return Draft(
        say("quiz.ask.totals"),
        scene,
        score.settlement.totals,
        wrong,
        SCORES,
        why,
        case_of(deal, totals=before),
        {"of": "totals"},
    )


def _is_moon(name: str, level: str, fits: Fits, house: str | None = None) -> None:
    @kind(f"moon.{name}", level, fits, house=house)
    def is_moon(maker: Maker) -> Draft | None:
        facts = maker.facts
        wants = maker.rng.random() < 0.5
        for _ in range(40):
            near = "D" if house is not None else "H"
            deal, shooter = shot(maker, "C" if wants else near)
            most = points_of(facts.points, deal.taken[shooter] & facts.point_cards)
            close = 2 * most > points_of(facts.points, facts.point_cards)
            if deal.phase == DONE and close and (moon_shooter(facts, deal.taken) == shooter) == wants:
                break
        else:
            return None
        scene = Scene(maker.rng.randrange(deal.players), deal.players, piles=piles_of(deal))
        missing = facts.moon_set & ~deal.taken[shooter]
        who = str(scene.relative(shooter))
        why = (
            say("quiz.why.is_moon", who=who)
            if wants
            else say("quiz.why.no_moon", cards=texts(missing), who=who)
        )
        return Draft(
            say("quiz.ask.is_moon", who=who),
            scene,
            wants,
            (not wants,),
            YES,
            (why,),
            case_of(deal),
            {"of": "is_moon", "seat": shooter},
        )


_is_moon("is_moon", BEGINNER, has_moon)
_is_moon("house_needs_jack", EXPERT, _settled, "moon_jack")


@kind("moon.needs", REGULAR, has_moon)
def needs(maker: Maker) -> Draft:
    """What a moon is made of."""
    facts = maker.facts
    right = facts.moon_set
    jack = 0 if facts.bonus_card < 0 else 1 << facts.bonus_card
    hearts = facts.deck & HEARTS
    top = 1 << hearts.bit_length() - 1
    thoughts = (hearts, right ^ jack, right & ~top, right | 1 << 37, facts.point_cards & ~hearts | top)
    deal = maker.deal()
    why = (say("quiz.why.needs", n=right.bit_count()),)
    return Draft(
        say("quiz.ask.needs"),
        Scene(0, deal.players),
        right,
        tuple(one for one in thoughts if one),
        CARDS,
        why,
        case_of(deal),
        {"of": "needs"},
    )


def _conditional(name: str, level: str, fits: Fits, house: str | None) -> None:
    """A moon whose scoring depends on the totals: near the end, and far from it."""

    @kind(f"moon.{name}", level, fits, house=house)
    def conditional(maker: Maker) -> Draft | None:
        found = a_moon(maker)
        if found is None:
            return None
        deal, shooter = found
        end = deal.facts.end_score
        near = maker.rng.random() < 0.6
        before = [
            maker.rng.randint(end // 3, end - 40 if not near else end - 12) for _ in range(deal.players)
        ]
        if near:
            before[(shooter + 1) % deal.players] = end - maker.rng.randint(3, 20)
        totals = tuple(before)
        score = scored(deal, totals)
        assert score.moon_mode is not None
        plus = score.moon_mode == OTHERS_PLUS
        scene = Scene(maker.rng.randrange(deal.players), deal.players, piles=piles_of(deal), totals=totals)
        who = str(scene.relative(shooter))
        why = (
            say(
                "quiz.why.clever_plus" if plus else "quiz.why.clever_minus", who=who, n=deal.facts.moon_value
            ),
        )
        ways = (
            deal_points(deal.facts, deal.taken, deal.tricks_won, shooter, mode)
            for mode in (OTHERS_PLUS, SELF_MINUS, None)
        )
        return Draft(
            say("quiz.ask.each_clever", who=who),
            scene,
            score.points,
            tuple(ways),
            SCORES,
            why,
            case_of(deal, totals=totals),
            {"of": "points"},
        )


_conditional("clever", EXPERT, lambda rules: rules.moon == "self_minus_unless_others_plus_wins", None)
_conditional("house_clever", EXPERT, has_moon, "moon_clever")
