"""Worlds: each could have led to what the seat has seen, and each is drawn as often as any other."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np
import pytest

from moonshot.bots.counting import Count, count_cards
from moonshot.bots.search.chance import Stream, stream_of
from moonshot.bots.search.position import Position, draw_state, position_of
from moonshot.bots.search.state import State, new_state
from moonshot.bots.search.worlds import WAYS
from moonshot.engine import Match, Play, Rules, View, cards_of, mask_of, view_of
from moonshot.engine.errors import HeartsError
from moonshot.engine.events import Dealt
from tests.bots.search.positions import any_rules, match_in_play, playing_on

World = tuple[int, ...]
"""The unseen cards of each seat, and last those of the hidden kitty."""

DEALS: Final = int(os.environ.get("MOONSHOT_SEARCH_DEALS", "120"))
FEW: Final = 300
"""Endings have at most so many worlds."""
DRAWS: Final = 60
"""Draws for each world of an ending."""
UNLIKELY: Final = 4.5
"""Standard deviations; with these seeds the worst is below it, and a biased draw is far above."""


def drawn(position: Position, stream: Stream) -> tuple[World, State] | None:
    """One world, or None when the rules reject it, and the state of the deal in it."""
    state = new_state()
    hands = np.zeros(8, np.int64)
    accepted = draw_state(position.facts, stream, state, hands, position.seen, position.unseen)
    players = int(position.facts["players"])
    hands[position.seen.me] = 0
    return (tuple(hands[: players + 1].tolist()), state) if accepted else None


def views(seeds: range) -> Iterator[tuple[View, random.Random]]:
    """What seats to play see in deals of any kind."""
    for seed in seeds:
        rules, rng = any_rules(seed)
        match = match_in_play(rules, rng)
        for now in playing_on(match, rng):
            yield view_of(now, now.turn), rng


def could_have_been(view: View, world: World) -> bool:
    """Whether the engine, dealt this world, lets the same cards be played and shows this seat the same."""
    assert view.seat is not None
    hands = [*world[:-1]]
    hands[view.seat] = view.hand
    kitty = world[-1]
    shown = 0
    tricks = [*view.tricks] if view.trick is None else [*view.tricks, view.trick]
    for trick in tricks:
        for place, card in enumerate(trick.cards):
            hands[(trick.leader + place) % view.players] |= 1 << card
            shown |= 1 << card
    for taken in view.taken:
        kitty |= taken & ~shown
    if not _has_what_it_was_passed(view, hands):
        return False
    match = Match(replace(view.rules, pass_cycle=("H",)), first_dealer=view.dealer)
    try:
        match.apply(Dealt(1, view.dealer, tuple(hands), kitty))
        for trick in tricks:
            if match.turn != trick.leader:
                return False
            for card in trick.cards:
                assert match.turn is not None
                match.act(match.turn, Play(card))
    except HeartsError:
        return False
    if match.phase != "playing":
        return False
    again = view_of(match, view.seat)
    return all(
        getattr(again, name) == getattr(view, name)
        for name in (
            "hand",
            "legal",
            "turn",
            "trick",
            "tricks",
            "taken",
            "tricks_won",
            "broken",
            "hand_sizes",
            "points",
        )
    )


def _has_what_it_was_passed(view: View, hands: list[int]) -> bool:
    """Whether the cards that this seat passed are where they went; ``hands`` are those after passing."""
    if not view.passed:
        return True
    assert view.seat is not None
    if view.pass_to is not None:
        return mask_of(view.passed) & ~hands[view.pass_to[view.seat]] == 0
    share = len(view.passed) // (view.players - 1)
    return all(
        mask_of(view.passed[(step - 1) * share : step * share]) & ~hands[(view.seat + step) % view.players]
        == 0
        for step in range(1, view.players)
    )


@pytest.mark.parametrize("part", range(4))
def test_every_world_could_have_led_to_what_the_seat_has_seen(part: int) -> None:
    checked = 0
    for view, rng in views(range(part, DEALS, 4)):
        if rng.random() > 0.15:
            continue
        stream = stream_of(part, view.ply)
        position = position_of(view)
        for _ in range(2000):
            found = drawn(position, stream)
            if found is not None:
                break
        else:
            raise AssertionError("the search finds no world for a position that has come up")
        for _ in range(3):
            if found is not None:
                assert could_have_been(view, found[0])
                checked += 1
            found = drawn(position, stream)
    assert checked > DEALS // 2


def test_whatever_seat_looks_on_the_same_holds() -> None:
    """Seats that are not to move hold hands and worlds as well: their views are sampled for reviews."""
    for seed in range(12):
        rules, rng = any_rules(seed)
        match = match_in_play(rules, rng)
        for now in playing_on(match, rng):
            if rng.random() > 0.1:
                continue
            for seat in range(rules.players):
                view = view_of(now, seat)
                position = position_of(view)
                found = None
                stream = stream_of(seed, seat)
                while found is None:
                    found = drawn(position, stream)
                assert could_have_been(view, found[0])


def splits(cards: int, size: int) -> Iterator[int]:
    """Every choice of so many cards."""
    for chosen in combinations(cards_of(cards), size):
        yield mask_of(chosen)


def every_split(count: Count) -> Iterator[World]:
    """Every way to lay the unseen cards, whoever may hold what."""

    def lay(seat: int, left: int, laid: World) -> Iterator[World]:
        if seat == len(count.sizes):
            yield (*laid, left)
            return
        for hand in splits(left, count.sizes[seat]):
            yield from lay(seat + 1, left & ~hand, (*laid, hand))

    yield from lay(0, count.unseen, ())


def ways_of(count: Count) -> int:
    """How many `every_split` has."""
    total, left = 1.0, count.unseen.bit_count()
    for size in count.sizes:
        total *= WAYS[left, size]
        left -= size
    return int(total)


def endings(seeds: range) -> Iterator[View]:
    """For each deal the earliest view with few enough worlds, and where something is known of the cards."""
    for seed in seeds:
        rules, rng = any_rules(seed)
        match = match_in_play(rules, rng)
        for now in playing_on(match, rng):
            view = view_of(now, now.turn)
            ways = ways_of(count_cards(view))
            if 1 < ways <= FEW:
                yield view
                break


def deviation(counts: list[int], expected: float) -> float:
    """By how many standard deviations chi-square is too large (Wilson and Hilferty)."""
    freedom = len(counts) - 1
    square = sum((count - expected) ** 2 for count in counts) / expected
    return float(((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5)


def check_uniform(view: View) -> tuple[float, bool]:
    """Draw many worlds; returns the deviation, and whether the cards left any world out."""
    count = count_cards(view)
    every = list(every_split(count))
    possible = [world for world in every if could_have_been(view, world)]
    position = position_of(view)
    stream = stream_of("uniform", view.match_id, view.ply)
    seen: Counter[World] = Counter()
    while seen.total() < DRAWS * len(possible):
        found = drawn(position, stream)
        if found is not None:
            seen[found[0]] += 1
    assert set(seen) <= set(possible)
    if len(possible) == 1:
        return 0.0, len(every) > 1
    return deviation([seen[world] for world in possible], DRAWS), len(every) > len(possible)


@pytest.mark.parametrize("part", range(4))
def test_each_world_is_drawn_as_often_as_any_other(part: int) -> None:
    worst, narrowed, tried = 0.0, 0, 0
    for view in endings(range(1000 + part, 1000 + DEALS // 2, 4)):
        off, less = check_uniform(view)
        worst = max(worst, off)
        narrowed += less
        tried += 1
    assert worst < UNLIKELY
    assert narrowed >= 2
    assert tried >= 6


def test_a_biased_draw_would_be_noticed() -> None:
    """The measure itself: worlds of which one comes twice as often as the others are far off."""
    rng = random.Random(1)
    counts = Counter(rng.choices(range(20), weights=[2, *([1] * 19)], k=20 * DRAWS))
    assert deviation([counts[world] for world in range(20)], DRAWS) > UNLIKELY


def test_kitties_voids_and_passed_cards_are_among_the_endings() -> None:
    kinds: Counter[str] = Counter()
    for view in endings(range(1000, 1000 + DEALS // 2)):
        count = count_cards(view)
        kinds["kitty"] += count.hidden_kitty > 0
        kinds["passed"] += any(count.holds)
        kinds["void"] += any(
            count.unseen & ~may for seat, may in enumerate(count.may_hold) if count.sizes[seat]
        )
        kinds[f"{view.players} players"] += 1
    assert min(kinds[kind] for kind in ("kitty", "passed", "void")) >= 2
    assert {f"{players} players" for players in (3, 4, 5, 6)} <= set(kinds)


def test_rules_are_not_needed_to_draw_from_a_fresh_deal() -> None:
    """With nothing shown, every world is right at the first draw."""
    rng = random.Random(1)
    match = match_in_play(Rules(pass_cycle=("H",), opening_card="any", opening_leader="left_of_dealer"), rng)
    view = view_of(match, match.turn)
    position = position_of(view)
    stream = stream_of(1)
    assert all(drawn(position, stream) is not None for _ in range(200))
