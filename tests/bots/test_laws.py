"""What every policy promises under every rule set: legal, repeatable, blind to what it cannot see, sound."""

import ast
import dataclasses
import hashlib
import inspect
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import moonshot.bots
from moonshot.bots import POLICIES, Policy, find_policy
from moonshot.bots.arena import Clock, play_deal
from moonshot.bots.counting import count_cards
from moonshot.bots.thinking import thinks
from moonshot.engine import (
    PRESETS,
    Match,
    Move,
    Pass,
    Play,
    Rules,
    View,
    cards_of,
    deal_hands,
    mask_of,
    parse_cards,
    preset,
    view_of,
)
from moonshot.engine.events import Dealt
from moonshot.engine.passing import check_pass
from tests.laws.strategies import valid_rules

NAMES = tuple(name for name, policy in POLICIES.items() if not thinks(policy))
"""Those who play by rules of thumb; the others have laws of their own in tests/bots/search."""
POLICY_FILES = [
    path
    for path in Path(inspect.getfile(moonshot.bots)).parent.glob("*.py")
    if path.name not in {"arena.py", "__init__.py"}
]
DEALS = int(os.environ.get("MOONSHOT_BOT_DEALS", "30"))


def some_rules(seed: int) -> Rules:
    """Any playable rules."""
    return valid_rules(random.Random(seed).choice)


def fresh(rules: Rules, seed: int, deal_no: int = 1) -> Match:
    """A match with its first cards dealt from a seed."""
    match = Match(rules, first_dealer=seed % rules.players)
    deal(match, seed)
    return match


def deal(match: Match, seed: int) -> None:
    secret = hashlib.sha256(f"{seed}/{match.next_deal_no}".encode()).digest()
    hands, kitty = deal_hands(match.rules, 0, secret)
    dealer = (match.first_dealer + match.next_deal_no - 1) % match.rules.players
    match.apply(Dealt(match.next_deal_no, dealer, hands, kitty))


def playing(match: Match, names: tuple[str, ...], seed: int = 0) -> Iterator[tuple[View, str]]:
    """Play on to the end of the deal; yields each view before its move is made."""
    while match.acting:
        seat = match.acting[0]
        view = view_of(match, seat)
        name = names[seat % len(names)]
        yield view, name
        match.act(seat, find_policy(name).choose(view, seed))


@pytest.mark.parametrize("first", NAMES)
def test_b9_p2_every_move_is_legal_under_any_rules(first: str) -> None:
    order = (first, *(name for name in NAMES if name != first))
    for seed in range(DEALS):
        match = fresh(some_rules(seed), seed)
        for _ in range(2):
            for view, name in playing(match, order, seed):
                move = find_policy(name).choose(view, seed)
                assert move == find_policy(name).choose(view, seed)
                if isinstance(move, Pass):
                    check_pass(view.rules, view.hand, move.cards)
                elif isinstance(move, Play):
                    assert view.legal >> move.card & 1
                match.verify(view.seat or 0, move)
            if match.phase == "between":
                deal(match, seed)


@pytest.mark.parametrize("name", list(PRESETS))
def test_b9_whole_matches_of_every_preset(name: str) -> None:
    rules = dataclasses.replace(preset(name), end_hands=2)
    match = fresh(rules, 7)
    while match.phase != "over":
        for _ in playing(match, ("steady", "steady", "easy"), 7):
            pass
        if match.phase in ("between", "redeal"):
            deal(match, 7 + match.deal_no)


def test_l4_the_true_deal_is_always_possible() -> None:
    for seed in range(DEALS):
        rules = preset("standard") if seed % 3 == 0 else some_rules(seed)
        match = fresh(rules, seed)
        for view, _ in playing(match, ("random", "easy"), seed):
            if view.phase == "playing":
                assert_sound(match)


def assert_sound(match: Match) -> None:
    """Compare what each seat may conclude with the open hands."""
    assert match.deal is not None
    for observer in range(match.rules.players):
        view = view_of(match, observer)
        count = count_cards(view)
        hidden = 0
        for seat, hand in enumerate(match.deal.hands):
            if seat == observer:
                assert not count.may_hold[seat]
                continue
            hidden |= hand
            assert hand & ~count.may_hold[seat] == 0, "a card is where it was ruled out"
            assert count.holds[seat] & ~hand == 0, "a card is not where it was placed"
            assert count.sizes[seat] == hand.bit_count()
        assert count.hidden_kitty == (count.unseen & ~hidden).bit_count()


def test_l4_the_leader_of_a_new_trick_is_not_void_in_the_old_suit() -> None:
    from tests.bots.positions import E, N, S, position

    view = position("KD 4D 8D TD 2S 5S 2H 4H 9H TH JH QH", ["2C AC 5C 4C", "7S"], N)
    assert view.seat == S
    assert not count_cards(view).is_void(E, 0)


def test_l4_a_passed_card_counts_until_it_is_played() -> None:
    rules = Rules(pass_cycle=("L",))
    match = fresh(rules, 11)
    passed: dict[int, tuple[int, ...]] = {}
    for view, _ in playing(match, ("steady",)):
        if view.phase != "playing":
            continue
        assert match.deal is not None
        for seat in range(4):
            passed[seat] = match.deal.passes[seat] or ()
            own = count_cards(view_of(match, seat))
            receiver = (seat + 1) % 4
            still = mask_of(passed[seat]) & match.deal.hands[receiver]
            assert own.holds[receiver] & still == still


def test_unseen_cards_never_change_a_move() -> None:
    tried = 0
    for seed in range(36):
        match = fresh(preset("standard") if seed % 2 else some_rules(seed), seed)
        chance = random.Random(seed)
        events: list[tuple[int, Pass | Play]] = []
        start = match.deal
        assert start is not None
        for view, name in playing(match, ("steady", "easy"), seed):
            seat = view.seat or 0
            move = find_policy(name).choose(view, seed)
            if chance.random() < 0.2:
                twin = _swapped(match, events, start.dealt, start.kitty, seat, chance)
                if twin is not None and view_of(twin, seat) == view:
                    tried += 1
                    for other in NAMES:
                        policy = find_policy(other)
                        assert policy.choose(view_of(twin, seat), seed) == policy.choose(view, seed)
            if isinstance(move, Pass | Play):
                events.append((seat, move))
    assert tried > 20


def _swapped(
    match: Match,
    events: list[tuple[int, Pass | Play]],
    dealt: tuple[int, ...],
    kitty: int,
    seat: int,
    chance: random.Random,
) -> Match | None:
    """The same history with two unseen cards of other hands exchanged, if that could have happened."""
    others = [other for other in range(match.rules.players) if other != seat]
    if len(others) < 2:
        return None
    first, second = chance.sample(others, 2)
    used = mask_of(
        card for _, move in events for card in (move.cards if isinstance(move, Pass) else (move.card,))
    )
    mine, theirs = cards_of(dealt[first] & ~used), cards_of(dealt[second] & ~used)
    if not mine or not theirs:
        return None
    swap = 1 << chance.choice(mine) | 1 << chance.choice(theirs)
    hands = tuple(hand ^ swap if other in (first, second) else hand for other, hand in enumerate(dealt))
    twin = Match(match.rules, first_dealer=match.first_dealer)
    try:
        twin.apply(Dealt(1, match.dealer, hands, kitty))
        for actor, move in events:
            twin.act(actor, move)
    except ValueError:
        return None
    return twin


def test_b11_a_policy_is_given_a_view_and_a_seed_and_nothing_else() -> None:
    for policy in POLICIES.values():
        assert list(inspect.signature(policy.choose).parameters) == ["view", "seed"]
        assert not getattr(policy, "__dict__", {}), "a policy keeps nothing between its moves"
    names = {field.name for field in dataclasses.fields(View)}
    assert not [
        name for name in names if "human" in name or "bot" in name or "person" in name or "name" in name
    ]


def test_b11_no_policy_reaches_for_anything_outside() -> None:
    allowed = {
        "abc",
        "collections",
        "dataclasses",
        "functools",
        "hashlib",
        "itertools",
        "math",
        "moonshot",
        "typing",
    }
    for path in POLICY_FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            assert {module.split(".")[0] for module in modules} <= allowed, path.name
            assert not (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hash"
            )


def test_l10_no_arithmetic_that_differs_between_machines() -> None:
    for path in POLICY_FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Pow), f"{path.name}: powers of floats are not the same everywhere"
            if isinstance(node, ast.ImportFrom) and node.module == "math":
                assert [alias.name for alias in node.names] == ["comb"]


def moves_digest() -> str:
    """All moves of a few deals, as one hash."""
    digest = hashlib.sha256()
    for seed in range(4):
        match = fresh(some_rules(seed) if seed else preset("standard"), seed)
        for view, name in playing(match, NAMES, seed):
            digest.update(repr(find_policy(name).choose(view, seed)).encode())
    return digest.hexdigest()


def test_l10_the_same_moves_whatever_python_hashes_to() -> None:
    code = "from tests.bots.test_laws import moves_digest; print(moves_digest())"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    assert found == {moves_digest()}


def test_f4_the_others_pass_the_same_whatever_is_passed_to_them() -> None:
    for name in NAMES:
        seen = set()
        hand = cards_of(fresh(preset("standard"), 3).deal.hands[0])  # type: ignore[union-attr]
        for cards in combinations(hand, 3):
            match = fresh(preset("standard"), 3)
            match.act(0, Pass(cards))
            for seat in (1, 2, 3):
                match.act(seat, find_policy(name).choose(view_of(match, seat), 5))
            assert match.deal is not None
            seen.add(tuple(match.deal.passes[1:]))
        assert len(seen) == 1


def test_b6_keeps_a_stopper_and_never_passes_the_top_hearts() -> None:
    steady = find_policy("steady")
    top = mask_of(parse_cards("AH KH QH"))
    lowest = held = 0
    for seed in range(260):
        match = fresh(preset("standard"), seed)
        for seat in range(4):
            view = view_of(match, seat)
            move = steady.choose(view, seed)
            assert isinstance(move, Pass)
            hearts = [card for card in cards_of(view.hand) if card >= 39]
            assert top & ~mask_of(move.cards)
            if len(hearts) >= 2:
                held += 1
                lowest += hearts[0] in move.cards
    assert held > 700
    assert lowest / held < 0.05


def test_b12_levels_play_with_the_same_cards() -> None:
    assert "name" not in inspect.signature(play_deal).parameters
    dealt = []
    for name in NAMES:
        seen: list[int] = []
        for number in range(4):
            policy = Noting(find_policy(name), seen)
            play_deal(preset("standard"), [policy] * 4, number, 9, [Clock()] * 4)
        dealt.append(seen)
    assert dealt[0] == dealt[1] == dealt[2]
    assert len(dealt[0]) == 4 * 3


class Noting:
    """A policy that notes the hands it is asked to pass from."""

    name = "noting"

    def __init__(self, policy: Policy, seen: list[int]) -> None:
        self.policy = policy
        self.seen = seen

    def choose(self, view: View, seed: int) -> Move:
        if view.phase == "passing":
            self.seen.append(view.hand)
        return self.policy.choose(view, seed)


def test_b14_the_queen_goes_to_the_leader_rather_than_to_the_last() -> None:
    rates = {12: 0, 95: 0}
    steady = find_policy("steady")
    states = 0
    for seed in range(100):
        match = fresh(Rules(pass_cycle=("H",)), seed)
        for view, _ in playing(match, ("steady",), seed):
            free = view.legal & ~(view.legal & -view.legal)
            holder = _holder(view)
            if not (view.legal >> 36 & 1 and free and holder is not None and view.trick is not None):
                continue
            if view.trick.cards[0] // 13 == 2:
                continue
            states += 1
            for total in rates:
                totals = [50] * 4
                totals[holder] = total
                move = steady.choose(dataclasses.replace(view, totals=tuple(totals)), seed)
                rates[total] += move == Play(36)
    assert states > 20
    assert rates[12] >= rates[95]
    assert rates[12] > 0


def _holder(view: View) -> int | None:
    """The seat that holds the trick."""
    if view.trick is None or not view.trick.cards:
        return None
    led = view.trick.cards[0] // 13
    best = max(card for card in view.trick.cards if card // 13 == led)
    return (view.trick.leader + view.trick.cards.index(best)) % view.players
