"""What the rules say about points, the moon and the end of a match, as sentences in reading order."""

from typing import Final

from moonshot.engine import Rules, card_text, cards_of
from moonshot.engine.cards import HEARTS, RANKS
from moonshot.engine.facts import FLOOR_HAND_ZERO
from moonshot.engine.rules import HEART_TABLES
from moonshot.engine.scoring import points_of
from moonshot.learn.rules_of_play import Sentences, summed_up
from moonshot.learn.sentences import Sentence, say

_TABLES: Final = {
    "pip14": "points.hearts_spots",
    "pip10": "points.hearts_pips",
    "greek": "points.hearts_graded",
    "face5": "points.hearts_faces",
}
_MOONS: Final = {
    "others_plus": "moon.others_plus",
    "self_minus": "moon.self_minus",
    "choice": "moon.choice",
    "self_minus_unless_others_plus_wins": "moon.minus_unless_wins",
    "others_plus_unless_it_loses": "moon.plus_unless_loses",
    "others_plus_unless_it_ends": "moon.plus_unless_ends",
}


def points(rules: Rules) -> Sentences:
    """What each card costs, the bonus card, and what else takes points off."""
    facts = rules.facts
    said = _heart_costs(rules)
    for card in cards_of(facts.point_cards & ~HEARTS):
        said.append(say("points.card", card=card_text(card), n=facts.points[card]))
    said.append(say("points.total", n=points_of(facts.points, facts.point_cards)))
    if facts.bonus_card >= 0:
        said.append(say("points.bonus", card=card_text(facts.bonus_card), n=-facts.bonus_points))
        floors = {"none": "below_zero", "hand_zero": "floor_hand", "total_zero": "floor_total"}
        said.append(say(f"points.bonus_{floors[rules.bonus_floor]}"))
    if facts.no_trick_bonus:
        said.append(say("points.no_trick", n=-facts.no_trick_bonus))
    return said


def _heart_costs(rules: Rules) -> Sentences:
    facts = rules.facts
    costs = {card % 13: facts.points[card] for card in cards_of(facts.deck & HEARTS)}
    if not costs:
        return []
    if len(set(costs.values())) == 1:
        each = next(iter(costs.values()))
        return [say("points.heart_each", n=each) if each else say("points.hearts_free")]
    for table, kind in _TABLES.items():
        if all(HEART_TABLES[table][rank] == cost for rank, cost in costs.items()):
            return [say(kind)]
    return [say("points.hearts_table", costs=tuple((RANKS[rank], cost) for rank, cost in costs.items()))]


def moon(rules: Rules) -> Sentences:
    """What taking everything is worth."""
    facts = rules.facts
    if not facts.moon_set:
        return [say("moon.off")]
    said = [say("moon.what", what=summed_up(rules, facts.point_cards))]
    bonus = card_text(facts.bonus_card) if facts.bonus_card >= 0 else ""
    if bonus:
        said.append(
            say("moon.bonus_needed" if rules.moon_needs_bonus else "moon.bonus_not_needed", card=bonus)
        )
    said.append(say(_MOONS[rules.moon], value=facts.moon_value))
    if facts.sun_value >= 0:
        said.append(say("moon.sun", value=facts.sun_value, moon=facts.moon_value))
    if bonus and (facts.moon_absorbs_bonus or facts.bonus_floor == FLOOR_HAND_ZERO):
        said.append(say("moon.bonus_absorbed", card=bonus))
    elif bonus:
        said.append(say("moon.bonus_kept", card=bonus, n=-facts.bonus_points))
    if facts.no_trick_bonus:
        said.append(say("moon.no_trick_unpaid"))
    return [*said, say("moon.missed")]


def totals_can_fall(rules: Rules) -> bool:
    """Whether a total can ever become lower."""
    facts = rules.facts
    minus = facts.moon_set != 0 and rules.moon != "others_plus" and max(facts.moon_value, facts.sun_value) > 0
    bonus = facts.bonus_card >= 0 and facts.bonus_floor != FLOOR_HAND_ZERO
    return minus or bonus or facts.no_trick_bonus < 0 or facts.exact_resets > 0


def end(rules: Rules) -> Sentences:
    """When the match ends and who has won it."""
    facts = rules.facts
    said: list[Sentence] = []
    if facts.end_score:
        said.append(say("end.exceed" if facts.end_exceeds else "end.reach", n=facts.end_score))
    if facts.end_hands:
        said.append(say("end.hands_at_latest" if facts.end_score else "end.hands", n=facts.end_hands))
    said += [say("end.lowest"), say("end.whole_hand")]
    for at, to in dict(reversed(rules.exact)).items():
        said.append(say("end.exact_reset", at=at, to=to))
    if facts.exact_wins:
        said.append(say("end.exact_wins", n=facts.end_score))
    said.append(say(f"end.tie_{rules.tie}"))
    if not facts.ties_are_shared and facts.end_score and totals_can_fall(rules):
        said.append(say(f"end.overtime_{rules.overtime}"))
    return said
