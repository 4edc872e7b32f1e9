"""Which rules cannot be played, and why: every reason at once, each with a stable code and how to mend it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from moonshot.engine.cards import HEARTS, mask_of, parse_card
from moonshot.engine.errors import CardError
from moonshot.engine.rules import HEART_TABLES, Rules

_ALL_CARDS: Final = 52
_CONDITIONAL_MOONS: Final = (
    "self_minus_unless_others_plus_wins",
    "others_plus_unless_it_loses",
    "others_plus_unless_it_ends",
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason: a stable ``code``, a sentence for people, and the field it belongs to."""

    code: str
    message: str
    field: str


def problems(rules: Rules) -> tuple[Problem, ...]:
    """All reasons why these rules cannot be played, in the order of the schema."""
    found = [*_table(rules), *_passing(rules), *_play(rules), *_points(rules), *_moon(rules), *_end(rules)]
    return tuple(found)


def warnings(rules: Rules) -> tuple[Problem, ...]:
    """What can be played but is probably not meant."""
    found = []
    if 0 < rules.end_score < 26:
        found.append(Problem("W_END_SCORE", "One deal can end a match this short.", "end_score"))
    if 3 <= rules.players <= 6 and rules.pass_count * 2 > rules.hand_size:
        found.append(Problem("W_PASS_COUNT", "More than half of each hand changes owner.", "pass_count"))
    if len({at for at, _ in rules.exact}) < len(rules.exact):
        found.append(Problem("W_EXACT_TWICE", "Of two resets at one score only the first counts.", "exact"))
    if rules.sun == "off" and rules.sun_value != "auto" and rules.moon != "off":
        found.append(Problem("W_SUN_VALUE", "Taking every trick counts nothing more here.", "sun_value"))
    if rules.moon != "off" and rules.moon_value == 0:
        found.append(Problem("W_MOON_VALUE", "A moon is worth nothing here.", "moon_value"))
    return tuple(found)


def _table(rules: Rules) -> Iterator[Problem]:
    if not 3 <= rules.players <= 6:
        yield Problem("E_PLAYERS", "A table seats 3 to 6 players.", "players")
    known, wrong = _removed(rules)
    for card in wrong:
        yield Problem("E_REMOVED_NOT_IN_DECK", f"{card} is not in the deck (or is listed twice).", "removed")
    for card in known:
        if card in dict(rules.penalties) or card == rules.bonus_card:
            yield Problem(
                "E_REMOVED_SCORING_CARD", f"{card} scores in these rules and cannot be removed.", "removed"
            )
    if not 3 <= rules.players <= 6:
        return
    cards = _ALL_CARDS - len(known)
    left_over = cards % rules.players
    if left_over and rules.kitty == "none":
        yield Problem(
            "E_DECK_NOT_EVEN",
            f"{cards} cards do not divide by {rules.players} players. "
            f"Remove {left_over} cards or choose where the extras go.",
            "removed",
        )
    if not left_over and rules.kitty != "none":
        yield Problem("E_KITTY_EMPTY", "No cards are left over, so there is no kitty.", "kitty")


def _removed(rules: Rules) -> tuple[list[str], list[str]]:
    """The removed cards that are real and named once, and those that are not."""
    known: list[str] = []
    wrong: list[str] = []
    for text in rules.removed_cards:
        try:
            parse_card(text)
        except CardError:
            wrong.append(text)
        else:
            (wrong if text in known else known).append(text)
    return known, wrong


def _passing(rules: Rules) -> Iterator[Problem]:
    if not 3 <= rules.players <= 6:
        return
    cycle = rules.directions
    if "A" in cycle and rules.players % 2:
        yield Problem("E_PASS_ACROSS_ODD", f"Nobody sits across at a table of {rules.players}.", "pass_cycle")
    if ("L2" in cycle or "R2" in cycle) and rules.players < 5:
        yield Problem("E_PASS_SECOND_SEAT", "Second-seat passes need five or more players.", "pass_cycle")
    if "S" in cycle and rules.pass_count % (rules.players - 1):
        yield Problem(
            "E_PASS_SCATTER_COUNT", "Scatter gives each opponent the same number of cards.", "pass_count"
        )
    if rules.hand_size < 2:
        few = "One card is no hand to pass from." if rules.hand_size else "Nobody has cards to play with."
        yield Problem("E_PASS_COUNT", few, "removed")
    elif not 1 <= rules.pass_count < rules.hand_size:
        yield Problem("E_PASS_COUNT", f"Pass between 1 and {rules.hand_size - 1} cards.", "pass_count")


def _play(rules: Rules) -> Iterator[Problem]:
    if rules.opening_leader == "left_of_dealer" and rules.opening_card == "lowest_club":
        yield Problem("E_OPENING", "The player left of the dealer may lead any card.", "opening_card")
    unlocked = rules.lead_hearts != "after_break"
    breaking = rules.break_by != "heart_played" or not rules.first_trick_breaks or rules.qs_breaks != "never"
    if unlocked and breaking:
        yield Problem(
            "E_BREAK_UNUSED",
            "Hearts can be led at any time (or never), so nothing breaks them.",
            "lead_hearts",
        )
    if unlocked and "after_break" in (rules.qs_lead, rules.qs_discard):
        yield Problem(
            "E_QS_NEEDS_BREAK", "The queen waits for hearts to break, but hearts are never locked.", "qs_lead"
        )
    queen_options = rules.qs_breaks != "never" or rules.qs_lead != "anytime" or rules.qs_discard != "free"
    if queen_options and "QS" not in dict(rules.penalties):
        yield Problem("E_QS_UNSCORED", "The queen of spades is an ordinary card in these rules.", "penalties")


def _points(rules: Rules) -> Iterator[Problem]:
    if rules.bonus_points >= 0:
        yield Problem("E_BONUS_POSITIVE", "A bonus must lower the score.", "bonus_points")
    points = _scored(rules)
    if rules.bonus_card is not None and points[parse_card(rules.bonus_card)]:
        yield Problem("E_BONUS_IS_PENALTY", f"{rules.bonus_card} is already a penalty card.", "bonus_card")
    needs_card = rules.moon_needs_bonus or rules.moon_bonus == "absorbed" or rules.bonus_floor != "none"
    if rules.bonus_card is None and needs_card:
        yield Problem("E_BONUS_MISSING", "Choose a bonus card first.", "bonus_card")


def _scored(rules: Rules) -> list[int]:
    """Points of each card before any card is removed."""
    table = rules.heart_points
    points = [0] * 39 + list(HEART_TABLES[table] if isinstance(table, str) else table)
    for card, value in rules.penalties:
        points[parse_card(card)] = value
    return points


def _moon(rules: Rules) -> Iterator[Problem]:
    changed = (
        rules.moon_value != "auto"
        or rules.moon_needs_bonus
        or rules.sun != "off"
        or rules.sun_value != "auto"
    )
    if rules.moon == "off" and changed:
        yield Problem("E_MOON_OFF", "Shooting the moon is switched off.", "moon")
    if rules.moon in _CONDITIONAL_MOONS and not rules.end_score and not rules.end_hands:
        yield Problem("E_MOON_NEEDS_END", "This moon rule needs an end score.", "end_score")
    if rules.no_trick_bonus > 0:
        yield Problem("E_NO_TRICK_POSITIVE", "The no-trick bonus must be 0 or negative.", "no_trick_bonus")
    in_play = HEARTS | mask_of(parse_card(card) for card, _ in rules.penalties)
    in_play &= ~mask_of(parse_card(card) for card in _removed(rules)[0])
    points = _scored(rules)
    if not any(points[card] for card in range(_ALL_CARDS) if in_play >> card & 1):
        yield Problem("E_NO_PENALTIES", "No card scores, so there is nothing to avoid.", "penalties")


def _end(rules: Rules) -> Iterator[Problem]:
    if not rules.end_score and not rules.end_hands:
        yield Problem("E_NEVER_ENDS", "Set an end score or a number of hands.", "end_score")
    for at, to in rules.exact:
        if to >= at or 0 < rules.end_score < at:
            yield Problem("E_EXACT", "A reset must be at or below the end score and go down.", "exact")
            break
    if rules.exact_wins and not rules.end_score:
        yield Problem("E_EXACT_CONFLICT", "Winning on an exact score needs an end score.", "exact_wins")
    elif rules.exact_wins and any(at == rules.end_score for at, _ in rules.exact):
        yield Problem("E_EXACT_CONFLICT", f"{rules.end_score} cannot both reset and win.", "exact")
