"""Faults of rules libraries that their users reported, one test each, by ID.

L6 is answered by the tests of records, L4 by those of bots.
"""

import hashlib
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from moonshot.engine import (
    CardError,
    Match,
    Play,
    Rules,
    RulesError,
    card_text,
    cards_of,
    cards_text,
    parse_card,
    parse_cards,
    view_of,
)
from tests.engine.hands import deal, dealt, mask, play, play_out, rules, text
from tests.laws.states import deal_state
from tests.laws.strategies import play_match, valid_rules


def test_L3_every_getter_answers_in_the_middle_of_a_trick() -> None:
    """More of this for every rules value and state in tests/laws/test_match_laws.py."""
    match = dealt(Match(rules()), "2C", "", "", "")
    for _ in range(6):
        assert match.turn is not None
        match.act(match.turn, Play(cards_of(match.legal_mask())[0]))
        view = view_of(match, 1)
        assert view.points == tuple(
            sum(card // 13 == 3 or card == parse_card("QS") for card in cards_of(taken))
            for taken in view.taken
        )
        assert sum(view.tricks_won) == len(view.tricks) == view.ply // 4
    assert view_of(Match(rules()), 0).trick is None


PROGRAM = """
import hashlib, random
from moonshot.engine import Match, view_of
from tests.laws.strategies import play_match, valid_rules
digest = hashlib.sha256()
for seed in range(12):
    rng = random.Random(seed)
    rules = valid_rules(rng.choice)
    for match, event, happened in play_match(rules, rng, deals=2, shuffled=True):
        digest.update(repr((happened, match.totals, match.phase)).encode())
    digest.update(repr((rules.to_dict(), view_of(match, 0), view_of(match, None))).encode())
print(digest.hexdigest())
"""


def test_L5_L10_the_same_seed_gives_the_same_match_on_every_run_and_machine() -> None:
    """Whatever the hash seed, the locale and the optimisation level."""
    root = Path(__file__).parents[2]
    answers = set()
    for seed, locale, flags in (("0", "C", []), ("1", "de_DE.UTF-8", []), ("4242", "tr_TR.UTF-8", ["-O"])):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "LC_ALL": locale,
            "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root))),
        }
        done = subprocess.run(
            [sys.executable, *flags, "-c", PROGRAM],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        answers.add(done.stdout.strip())
    assert len(answers) == 1
    assert len(answers.pop()) == 64


def test_L5_deals_depend_on_their_secret_alone() -> None:
    """Not on who plays how, nor on random numbers drawn elsewhere."""
    secrets = [hashlib.sha256(bytes([number])).digest() for number in range(3)]
    seen = []
    for shooter, draws in ((None, 0), (0, 1000)):
        match = Match(Rules(pass_cycle=("H",), end_score=1000), match_id=f"match {shooter}")
        hands = []
        for secret in secrets:
            for _ in range(draws):
                random.random()
            match.apply(match.commit(secret))
            event = match.deal_event(("seed",))
            hands.append(event.hands)
            match.apply(event)
            play_out(match, shooter=shooter)
        seen.append(hands)
    assert seen[0] == seen[1]


def test_L7_one_form_is_written_and_many_are_read() -> None:
    for form in ("TH", "10H", "10♥", "hT", "th", "H10", "T♡"):
        assert card_text(parse_card(form)) == "TH"
    for card in range(52):
        assert parse_card(card_text(card)) == card
    assert cards_text(mask("AC JC TC 9C")) == "9C TC JC AC"
    with pytest.raises(CardError) as caught:
        parse_cards("2C H10x 3C")
    assert (caught.value.code, caught.value.at) == ("bad_card", "cards[1]")


def test_L8_states_are_values() -> None:
    state = deal("2C", "", "", "")
    rng = random.Random(8)
    states = []
    kept = None
    while mask_now := state.legal_mask():
        states.append(deal_state(state))
        if len(states) == 20:
            kept = state.copy()
        state.play(rng.choice(cards_of(mask_now)))
    end = deal_state(state)
    assert kept is not None
    play(kept, text(kept.legal_mask()).split()[-1])
    assert deal_state(state) == end
    for earlier in reversed(states):
        state.pop()
        assert deal_state(state) == earlier
    assert len(states) == 52
    with pytest.raises(IndexError):
        state.pop()
    assert deal_state(state) == states[0]


FLAGS = (
    "break_by",
    "first_trick_barred",
    "first_trick_breaks",
    "lead_exception",
    "lead_hearts",
    "moon",
    "penalties",
    "qs_breaks",
    "qs_discard",
    "qs_lead",
    "tie",
)


def test_L9_every_size_comes_from_the_rules() -> None:
    rng = random.Random(9)
    finished = 0
    for players, count, end in itertools.product((3, 4, 5, 6), (1, 2, 3, 4), (25, 50, 200)):
        flags = valid_rules(rng.choice).to_dict()
        value = Rules.from_dict(
            {name: flags[name] for name in FLAGS}
            | {"players": players, "pass_count": count, "end_score": end}
        )
        if value.problems():
            continue
        last = list(play_match(value, rng))[-1][0]
        assert last.phase == "over"
        assert all(len(row.points) == players for row in last.results)
        finished += 1
    assert finished > 30
    for impossible, code in (
        ({"players": 7}, "E_PLAYERS"),
        ({"players": 3, "pass_count": 18}, "E_PASS_COUNT"),
    ):
        with pytest.raises(RulesError) as caught:
            Match(Rules.from_dict(impossible))
        assert caught.value.code == code
