"""Random valid rules, deals and matches: one description, driven by Hypothesis or by a plain Random.

`valid_rules` reaches every field and every value of the schema. It is written against a chooser, so that
Hypothesis can shrink it and a loop over a seed can run through thousands of rules a second.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from moonshot.engine import ChooseMoon, Match, Pass, Play, Rules, card_text, cards_of, mask_of, parse_card
from moonshot.engine.deal import Deal
from moonshot.engine.events import Committed, Dealt, Event, Recorded
from moonshot.engine.rules import BARRED_GROUPS, CHOICES, HEART_TABLES

T = TypeVar("T")
ALL_CARDS = tuple(card_text(card) for card in range(52))


class Chooser(Protocol):
    """Picks one of several things; the plainest should stand first."""

    def __call__(self, options: Sequence[T], /) -> T: ...


@st.composite
def rules_values(draw: DrawFn) -> Rules:
    """Any playable rules."""

    def pick(options: Sequence[T], /) -> T:
        return draw(st.sampled_from(options))

    return valid_rules(pick)


def seeds() -> SearchStrategy[int]:
    """A seed for everything that is random and need not shrink."""
    return st.integers(0, 2**32 - 1)


# -- rules -----------------------------------------------------------------------------------------------


def valid_rules(pick: Chooser) -> Rules:
    """Playable rules, every field chosen by ``pick``."""
    fields: dict[str, Any] = {"players": pick((4, 3, 5, 6))}
    _choose_points(pick, fields)
    _choose_deck(pick, fields)
    _choose_passing(pick, fields)
    _choose_play(pick, fields)
    _choose_moon(pick, fields)
    _choose_end(pick, fields)
    rules = Rules(**fields)
    assert not rules.problems(), (rules.changes(), rules.problems())
    return rules


def _some(pick: Chooser, options: Sequence[T], most: int) -> list[T]:
    """A few different ones of ``options``."""
    chosen: list[T] = []
    for _ in range(pick(range(most + 1))):
        one = pick(options)
        if one not in chosen:
            chosen.append(one)
    return chosen


def _choose_points(pick: Chooser, fields: dict[str, Any]) -> None:
    table: Any = pick((*HEART_TABLES, "custom"))
    if table == "custom":
        table = tuple(pick((1, 0, 2, 7)) for _ in range(13))
    penalties = dict(
        pick(
            (
                {"QS": 13},
                {},
                {"QS": 25, "7C": 7},
                {"QS": 13, "KS": 10, "AS": 7},
                {"QS": 5, "2C": 1, "3C": 2, "2H": 9, "TD": 4},
                {"AH": 20},
            )
        )
    )
    fields.update(heart_points=table, penalties=penalties)
    points = Rules(**fields, removed=()).card_points
    if not any(points):
        penalties["QS"] = 13
        points = Rules(**fields, removed=()).card_points
    harmless = [card_text(card) for card in range(52) if not points[card]]
    fields["bonus_card"] = pick((None, "JD" if "JD" in harmless else None, pick(harmless)))
    fields["bonus_points"] = pick((-10, -1, -40))


def _choose_deck(pick: Chooser, fields: dict[str, Any]) -> None:
    players = fields["players"]
    fixed = {*fields["penalties"], fields["bonus_card"]}
    kitties = CHOICES["kitty"][1:]
    how = pick(("auto", "kitty", "some", "many"))
    auto = Rules(players=players).removed_cards
    if how == "auto" and not fixed.intersection(auto):
        return
    if how == "kitty" and 52 % players:
        fields["kitty"] = pick(kitties)
        return
    pool = [card for card in ALL_CARDS if card not in fixed]
    most = min(len(pool), 52 - 2 * players)
    removed = _some(pick, pool, 5)
    if how == "many":
        removed = pool[: pick(range(most + 1))] if pick((False, True)) else _some(pick, pool, most)
    removed = removed[:most]
    points = Rules(**{**fields, "removed": removed}).card_points
    if not any(points):
        removed = []
    fields["removed"] = removed
    if (52 - len(removed)) % players:
        fields["kitty"] = pick(kitties)


def _choose_passing(pick: Chooser, fields: dict[str, Any]) -> None:
    players = fields["players"]
    hand_size = Rules(**fields).hand_size
    count = min(pick((3, 1, 2, 4, players - 1, hand_size - 1)), hand_size - 1)
    fields["pass_count"] = count
    directions = ["L", "R", "H"]
    if players % 2 == 0:
        directions.append("A")
    if players >= 5:
        directions += ["L2", "R2"]
    if count % (players - 1) == 0:
        directions.append("S")
    fields["pass_cycle"] = pick(("auto", [pick(directions), *_some(pick, directions, 3)]))
    fields["no_pass_cards"] = pick(((), ("QS", "KS", "AS"), _some(pick, ALL_CARDS, 20)))


def _choose_play(pick: Chooser, fields: dict[str, Any]) -> None:
    fields["opening_leader"] = pick(CHOICES["opening_leader"])
    cards = CHOICES["opening_card"]
    fields["opening_card"] = pick(cards[1:] if fields["opening_leader"] == "left_of_dealer" else cards)
    fields["first_trick_barred"] = pick((("hearts", "qs"), (), BARRED_GROUPS, _some(pick, BARRED_GROUPS, 3)))
    fields["first_trick_fallback"] = pick(CHOICES["first_trick_fallback"])
    fields["lead_hearts"] = pick(CHOICES["lead_hearts"])
    fields["lead_exception"] = pick(CHOICES["lead_exception"])
    breaks = fields["lead_hearts"] == "after_break"
    if breaks:
        fields["break_by"] = pick(CHOICES["break_by"])
        fields["first_trick_breaks"] = pick((True, False))
    if "QS" in fields["penalties"]:
        fields["qs_lead"] = pick([word for word in CHOICES["qs_lead"] if breaks or word != "after_break"])
        fields["qs_discard"] = pick(
            [word for word in CHOICES["qs_discard"] if breaks or word != "after_break"]
        )
        if breaks:
            fields["qs_breaks"] = pick(CHOICES["qs_breaks"])


def _choose_moon(pick: Chooser, fields: dict[str, Any]) -> None:
    fields["moon"] = pick(("others_plus", *CHOICES["moon"]))
    fields["no_trick_bonus"] = pick((0, -5))
    if fields["moon"] != "off":
        fields["moon_value"] = pick(("auto", 26, 0, 150))
        fields["sun"] = pick(CHOICES["sun"])
        fields["sun_value"] = pick(("auto", 39, 0))
    if fields["bonus_card"] is not None:
        fields["bonus_floor"] = pick(CHOICES["bonus_floor"])
        fields["moon_bonus"] = pick(CHOICES["moon_bonus"])
        fields["moon_needs_bonus"] = fields["moon"] != "off" and pick((False, True))


def _choose_end(pick: Chooser, fields: dict[str, Any]) -> None:
    fields["end_score"] = end = pick((100, 50, 20, 500, 0))
    fields["end_hands"] = pick((0, 1, 4)) if end else pick((1, 4))
    fields["end_at"] = pick(CHOICES["end_at"])
    fields["tie"] = pick(CHOICES["tie"])
    fields["overtime"] = pick(CHOICES["overtime"])
    fields["exact_wins"] = bool(end) and pick((False, True))
    resets = [(50, 0), (20, 10), (100, 50), (13, -13), (26, 20)]
    fields["exact"] = [
        (at, to)
        for at, to in _some(pick, resets, 3)
        if not (end and at > end) and not (fields["exact_wins"] and at == end)
    ]


# -- the 1,152 combinations that the source documents force ------------------------------------------------


def seed_combinations() -> Iterator[Rules]:
    """Every combination of the choices on which the source documents differ (acceptance 1.6)."""
    moons = ("others_plus", "self_minus", "self_minus_unless_others_plus_wins")
    for players in (3, 4):
        for end_score in (50, 100, 150):
            for cycle in ("auto", ("H",)):
                for bonus_card in (None, "JD"):
                    for moon in moons:
                        for tie in CHOICES["tie"]:
                            for barred in (("hearts", "qs"), ()):
                                for exception in CHOICES["lead_exception"]:
                                    for break_by in CHOICES["break_by"]:
                                        yield Rules(
                                            players=players,
                                            end_score=end_score,
                                            pass_cycle=cycle,
                                            bonus_card=bonus_card,
                                            moon=moon,
                                            tie=tie,
                                            first_trick_barred=barred,
                                            lead_exception=exception,
                                            break_by=break_by,
                                        )


# -- deals and matches -------------------------------------------------------------------------------------


def some_hands(rules: Rules, rng: random.Random) -> tuple[tuple[int, ...], int]:
    """Hands and kitty: often an even shuffle, sometimes long suits, so that rare positions come up."""
    pack = list(cards_of(rules.facts.deck))
    swaps = rng.choice((-1, -1, 0, 1, 3, 8))
    if swaps < 0:
        rng.shuffle(pack)
    else:
        pack.sort()
        turn = rng.randrange(len(pack))
        pack = pack[turn:] + pack[:turn]
        for _ in range(swaps):
            one, other = rng.randrange(len(pack)), rng.randrange(len(pack))
            pack[one], pack[other] = pack[other], pack[one]
    size = rules.hand_size
    hands = tuple(mask_of(pack[seat * size : (seat + 1) * size]) for seat in range(rules.players))
    return hands, mask_of(pack[size * rules.players :])


def some_pass(rules: Rules, hand: int, rng: random.Random) -> tuple[int, ...]:
    """An allowed pass in random order, the cards that may not be passed kept back as the rules say."""
    kept = mask_of(parse_card(card) for card in rules.no_pass_cards)
    free = list(cards_of(hand & ~kept))
    rest = list(cards_of(hand & kept))
    rng.shuffle(free)
    rng.shuffle(rest)
    cards = [*free, *rest][: rules.pass_count]
    rng.shuffle(cards)
    return tuple(cards)


Style = Callable[[tuple[int, ...], random.Random], int]


def some_style(rng: random.Random) -> Style:
    """How the cards of a deal are chosen: at random, or so that one player takes much."""
    return rng.choice((_any, _any, _highest, _lowest))


def _any(cards: tuple[int, ...], rng: random.Random) -> int:
    return rng.choice(cards)


def _highest(cards: tuple[int, ...], rng: random.Random) -> int:
    return max(cards, key=lambda card: card % 13)


def _lowest(cards: tuple[int, ...], rng: random.Random) -> int:
    return min(cards, key=lambda card: (card % 13, rng.random()))


def some_deal(rules: Rules, rng: random.Random) -> Deal:
    """A deal at trick one (or asking for a redeal), its pass done."""
    hands, kitty = some_hands(rules, rng)
    deal = Deal(rules, hands, deal_no=rng.randrange(1, 8), dealer=rng.randrange(rules.players), kitty=kitty)
    for seat in range(rules.players):
        if deal.phase == "passing":
            deal.pass_cards(seat, some_pass(rules, deal.hands[seat], rng))
    return deal


def next_event(match: Match, rng: random.Random, style: Style = _any, *, shuffled: bool = False) -> Recorded:
    """A recorded event that may follow; ``shuffled`` deals through the promise and the shuffle."""
    phase = match.phase
    if phase in ("between", "redeal"):
        if match.committed is None and (shuffled or rng.random() < 0.5):
            return match.commit(rng.randbytes(32))
        if shuffled:
            return match.deal_event(("a seed",))
        hands, kitty = some_hands(match.rules, rng)
        return Dealt(match.next_deal_no, match.next_dealer, hands, kitty)
    seat = rng.choice(match.acting)
    if phase == "passing":
        assert match.deal is not None
        return match.verify(seat, Pass(some_pass(match.rules, match.deal.hands[seat], rng)))
    if phase == "choosing_moon":
        return match.verify(seat, ChooseMoon(rng.choice(("others_plus", "self_minus"))))
    return match.verify(seat, Play(style(cards_of(match.legal_mask()), rng)))


def play_match(
    rules: Rules, rng: random.Random, *, deals: int = 100, shuffled: bool = False
) -> Iterator[tuple[Match, Recorded, tuple[Event, ...]]]:
    """Play a random match of at most ``deals`` deals: the match after each event, and what happened."""
    match = Match(rules, match_id="laws", first_dealer=rng.randrange(rules.players))
    style = some_style(rng)
    redeals = 0
    while match.phase != "over" and len(match.results) < deals and redeals < 20:
        event = next_event(match, rng, style, shuffled=shuffled)
        happened = match.apply(event)
        redeals += match.phase == "redeal" and not isinstance(event, Committed)
        if isinstance(event, Dealt):
            style = some_style(rng)
        yield match, event, happened
