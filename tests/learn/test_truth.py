"""Pages tell the truth: what they say of the rules is what the engine does, no more and no less."""

import random
from itertools import pairwise

import pytest

from moonshot.engine import PRESETS, Rules
from moonshot.engine.cards import QUEEN
from moonshot.engine.events import Dealt
from moonshot.learn import rules_of_play, rules_of_scoring
from moonshot.learn.catalogue import catalogue
from moonshot.learn.sentences import Sentence
from tests.laws.strategies import play_match, seed_combinations, valid_rules
from tests.learn import truth_of_play, truth_of_scoring
from tests.learn.positions import CLUB, breaks

TELLERS = (
    rules_of_play.goal,
    rules_of_play.deal,
    rules_of_play.passing,
    rules_of_play.first_trick,
    rules_of_play.tricks,
    rules_of_play.hearts,
    rules_of_play.queen,
    rules_of_scoring.points,
    rules_of_scoring.moon,
    rules_of_scoring.end,
)
WITNESSES = (
    truth_of_play.of_the_deal,
    truth_of_play.of_the_pass,
    truth_of_play.of_the_first_trick,
    truth_of_play.of_the_tricks,
    truth_of_play.of_hearts,
    truth_of_play.of_the_queen,
    truth_of_scoring.of_points,
    truth_of_scoring.of_the_moon,
    truth_of_scoring.of_the_end,
)
WORTH = {f"moon.{kind}" for kind in truth_of_scoring.MOON_KINDS}
SEATING = {"deal.dealer"}
QUEEN_BREAKS = {"hearts.queen_breaks", "hearts.queen_breaks_discarded"}
CHANGES: list[dict[str, object]] = [
    {"players": 5},
    {"removed": ["2H", "2C", "2D", "2S"]},
    {"players": 5, "kitty": "last_trick"},
    {"pass_cycle": ["H"]},
    {"pass_cycle": ["L", "S"]},
    {"pass_count": 4},
    {"no_pass_cards": ["QS"]},
    {"opening_card": "any_club"},
    {"opening_leader": "left_of_dealer", "opening_card": "any"},
    {"first_trick_barred": []},
    {"first_trick_barred": ["hearts"]},
    {"first_trick_fallback": "redeal"},
    {"lead_hearts": "anytime"},
    {"lead_hearts": "never"},
    {"break_by": "heart_discarded"},
    {"first_trick_breaks": False},
    {"qs_breaks": "any_play"},
    {"qs_breaks": "discard"},
    {"lead_exception": "only_penalties"},
    {"qs_lead": "never"},
    {"qs_lead": "after_break"},
    {"qs_discard": "must_when_void"},
    {"qs_discard": "must_when_safe"},
    {"qs_discard": "after_break"},
    {"heart_points": "pip14"},
    {"heart_points": [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 5]},
    {"penalties": {"QS": 25}},
    {"bonus_card": "JD"},
    {"no_trick_bonus": -5},
    {"moon": "off"},
    {"moon": "choice"},
    {"moon_value": 150},
    {"sun": "double"},
    {"end_score": 50},
    {"end_at": "exceed"},
    {"end_hands": 4},
    {"exact": [{"at": 100, "to": 50}]},
    {"exact_wins": True},
    {"tie": "shared"},
]


def told(rules: Rules) -> list[Sentence]:
    return [sentence for teller in TELLERS for sentence in teller(rules)]


def check(rules: Rules) -> set[str]:
    """Every sentence is true and every truth is told; the kinds that came up."""
    said = told(rules)
    assert len(said) == len(set(said))
    seen = {sentence for witness in WITNESSES for sentence in witness(rules)}
    worth = {one for one in said if one.kind in WORTH}
    plain = {one for one in said if one.kind not in WORTH | SEATING}
    assert (plain - seen, seen - plain) == (set(), set()), rules.changes()
    possible = truth_of_scoring.moons(rules)
    assert worth <= possible, rules.changes()
    assert len(worth) == bool(possible), rules.changes()
    for one in said:
        assert "{" not in catalogue().text(one)
    return {one.kind for one in said}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_told_as_it_is_played(preset: str) -> None:
    rules = PRESETS[preset].rules
    check(rules)
    assert len(truth_of_scoring.moons(rules)) <= 1  # where a match really ends, no two moons are alike


def test_any_rules_are_told_as_they_are_played() -> None:
    kinds: set[str] = set()
    for seed in range(120):
        kinds |= check(valid_rules(random.Random(seed).choice))
    files = ("goal", "deal", "pass", "first", "trick", "hearts", "queen", "points", "moon", "end")
    every = {key for key in catalogue().keys if key.split(".")[0] in files}
    assert every - kinds == set()  # no sentence that nothing is known about


def test_the_combinations_of_the_sources_are_told_as_they_are_played() -> None:
    for rules in list(seed_combinations())[::41]:
        check(rules)


def test_the_queen_is_said_to_break_hearts_exactly_where_she_does() -> None:
    say_so = {name for name, preset in PRESETS.items() if kinds_of(preset.rules) & QUEEN_BREAKS}
    thrown = {
        name
        for name, preset in PRESETS.items()
        if preset.rules.lead_hearts == "after_break" and breaks(preset.rules, QUEEN, led=CLUB)
    }
    assert say_so == thrown
    assert {"bicycle", "openspiel"} <= thrown
    assert "standard" not in thrown


def kinds_of(rules: Rules) -> set[str]:
    return {sentence.kind for sentence in told(rules)}


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_changed_rule_is_told_and_seen(change: dict[str, object]) -> None:
    """A page that forgot a field would be found out: the engine shows what each of them does."""
    rules = Rules.from_dict(change)
    assert told(rules) != told(Rules())
    assert witnessed(rules) != witnessed(Rules())
    check(rules)


def witnessed(rules: Rules) -> set[Sentence]:
    """All that the engine was seen to do."""
    return {one for witness in WITNESSES for one in witness(rules)} | truth_of_scoring.moons(rules)


def test_the_deal_moves_left_and_a_hand_is_played_to_its_end() -> None:
    """The two sentences that take more than one deal to check: `deal.dealer` and `end.whole_hand`."""
    for preset in ("standard", "deniro_3", "ggz"):
        dealers: list[int] = []
        for match, event, _ in play_match(PRESETS[preset].rules, random.Random(7), deals=3):
            if isinstance(event, Dealt):
                dealers.append(event.dealer)
                match.totals = tuple(990 + seat for seat in range(match.rules.players))
            if match.deal is not None and match.deal.phase != "done":
                assert match.phase != "over"
        assert len(dealers) > 1 or match.phase == "over"
        steps = {(after - before) % match.rules.players for before, after in pairwise(dealers)}
        assert steps <= {1}
