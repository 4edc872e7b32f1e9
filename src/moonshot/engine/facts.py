"""The rules as plain ints, for the functions that play by them.

The functions of legality, tricks and points take a `RuleFacts` and ints only, so that one and the same
function runs interpreted here and compiled in a search. Words become the position of the word in
`rules.CHOICES`; sets of cards become masks.
"""

from typing import Final, NamedTuple

from moonshot.engine.cards import FULL_DECK, HEARTS, QUEEN_BIT, lowest_card, mask_of, parse_card
from moonshot.engine.rules import CHOICES, Rules

OPEN_LOWEST_CLUB: Final = 0
OPEN_ANY_CLUB: Final = 1
OPEN_ANY: Final = 2

AFTER_BREAK: Final = 0
ANYTIME: Final = 1
NEVER: Final = 2

QS_BREAKS_NEVER: Final = 0
QS_BREAKS_ANY_PLAY: Final = 1
QS_BREAKS_DISCARD: Final = 2

QS_LEAD_ANYTIME: Final = 0
QS_LEAD_AFTER_BREAK: Final = 1
QS_LEAD_NEVER: Final = 2

QS_FREE: Final = 0
QS_MUST_WHEN_VOID: Final = 1
QS_MUST_WHEN_SAFE: Final = 2
QS_AFTER_BREAK: Final = 3

KITTY_NONE: Final = 0
KITTY_FIRST_TRICK: Final = 1
KITTY_LAST_TRICK: Final = 2
KITTY_FIRST_HEART: Final = 3

MOON_OFF: Final = 0
MOON_ADDS: Final = 1
"""The moon gives everybody else its value."""
MOON_SUBTRACTS: Final = 2
"""The moon takes its value off the shooter."""
MOON_CHOICE: Final = 3
MOON_SUBTRACTS_UNLESS_ADDING_WINS: Final = 4
MOON_ADDS_UNLESS_IT_LOSES: Final = 5

FLOOR_HAND_ZERO: Final = 1
FLOOR_TOTAL_ZERO: Final = 2


class RuleFacts(NamedTuple):
    """What play and points need of a Rules value, as ints; see the fields of Rules for the meaning."""

    players: int
    hand_size: int
    plies: int
    """Cards played in a whole deal."""
    deck: int
    """Mask of the cards in use."""
    pass_count: int
    no_pass: int
    """Mask of the cards that stay out of a pass."""
    kitty_size: int
    kitty: int
    left_of_dealer_opens: int
    opening_card: int
    barred: int
    """Mask of the cards barred from trick one."""
    redeals: int
    """1 when a wholly barred hand on trick one means dealing again."""
    lead_hearts: int
    hearts_break_discarded_only: int
    first_trick_breaks: int
    qs_breaks: int
    breakers: int
    """Mask of the cards that can break hearts at all."""
    lowest_breaker: int
    """The lowest of them, or 52."""
    exception: int
    """Mask within which a whole hand may lead hearts while they are unbroken."""
    exception_frees_queen: int
    qs_lead: int
    qs_discard: int
    points: tuple[int, ...]
    """Penalty points of each of the 52 cards."""
    point_cards: int
    """Mask of the cards with penalty points."""
    scoring_cards: int
    """Mask of the cards that count for anything: point cards and the bonus card."""
    bonus_card: int
    """The bonus card, or -1."""
    bonus_points: int
    moon_set: int
    """Mask of the cards a moon needs, or 0 when there is no moon."""
    moon_value: int
    sun_value: int
    """-1 when taking every trick means nothing more."""
    moon: int
    moon_absorbs_bonus: int
    bonus_floor: int
    no_trick_bonus: int
    end_score: int
    end_exceeds: int
    """1 when a total has to pass the end score, 0 when reaching it is enough."""
    end_hands: int
    exact_resets: int
    """How many exact scores mean a reset."""
    exact_at: tuple[int, ...]
    exact_to: tuple[int, ...]
    exact_wins: int
    ties_are_shared: int
    overtime_rechecks: int


def facts_of(rules: Rules) -> RuleFacts:
    """Work out the facts of playable rules (see `Rules.problems`)."""
    deck = FULL_DECK & ~mask_of(parse_card(card) for card in rules.removed_cards)
    points = rules.card_points
    point_cards = deck & mask_of(card for card in range(52) if points[card])
    penalties = mask_of(parse_card(card) for card, _ in rules.penalties)
    bonus_card = -1 if rules.bonus_card is None else parse_card(rules.bonus_card)
    bonus = 0 if rules.bonus_card is None else 1 << bonus_card
    groups = {
        "hearts": HEARTS,
        "qs": QUEEN_BIT,
        "other_penalties": penalties & ~HEARTS & ~QUEEN_BIT,
        "bonus": bonus,
    }
    barred = 0
    for group in rules.first_trick_barred:
        barred |= groups[group]
    only_penalties = rules.lead_exception == "only_penalties"
    moon_set = 0 if rules.moon == "off" else point_cards | (bonus if rules.moon_needs_bonus else 0)
    moon_value = (
        sum(points[card] for card in range(52)) if rules.moon_value == "auto" else int(rules.moon_value)
    )
    sun_value = 2 * moon_value if rules.sun_value == "auto" else int(rules.sun_value)
    breakers = 0
    if rules.lead_hearts == "after_break":
        breakers = HEARTS if rules.qs_breaks == "never" else HEARTS | QUEEN_BIT
    return RuleFacts(
        players=rules.players,
        hand_size=rules.hand_size,
        plies=rules.hand_size * rules.players,
        deck=deck,
        pass_count=rules.pass_count,
        no_pass=mask_of(parse_card(card) for card in rules.no_pass_cards),
        kitty_size=rules.kitty_size,
        kitty=_code("kitty", rules.kitty),
        left_of_dealer_opens=_code("opening_leader", rules.opening_leader),
        opening_card=_code("opening_card", rules.opening_card),
        barred=barred,
        redeals=_code("first_trick_fallback", rules.first_trick_fallback),
        lead_hearts=_code("lead_hearts", rules.lead_hearts),
        hearts_break_discarded_only=_code("break_by", rules.break_by),
        first_trick_breaks=int(rules.first_trick_breaks),
        qs_breaks=_code("qs_breaks", rules.qs_breaks),
        breakers=breakers,
        lowest_breaker=lowest_card(breakers) if breakers else 52,
        exception=(HEARTS | penalties) if only_penalties else HEARTS,
        exception_frees_queen=int(only_penalties),
        qs_lead=_code("qs_lead", rules.qs_lead),
        qs_discard=_code("qs_discard", rules.qs_discard),
        points=points,
        point_cards=point_cards,
        scoring_cards=point_cards | bonus,
        bonus_card=bonus_card,
        bonus_points=rules.bonus_points if bonus else 0,
        moon_set=moon_set,
        moon_value=moon_value,
        sun_value=sun_value if rules.sun == "double" else -1,
        moon=_code("moon", rules.moon),
        moon_absorbs_bonus=_code("moon_bonus", rules.moon_bonus),
        bonus_floor=_code("bonus_floor", rules.bonus_floor),
        no_trick_bonus=rules.no_trick_bonus,
        end_score=rules.end_score,
        end_exceeds=_code("end_at", rules.end_at),
        end_hands=rules.end_hands,
        exact_resets=len(rules.exact),
        exact_at=tuple(at for at, _ in rules.exact),
        exact_to=tuple(to for _, to in rules.exact),
        exact_wins=int(rules.exact_wins),
        ties_are_shared=_code("tie", rules.tie),
        overtime_rechecks=_code("overtime", rules.overtime),
    )


def _code(field: str, word: str) -> int:
    return CHOICES[field].index(word)
