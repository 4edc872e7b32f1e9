"""How fast deals are played, beside OpenSpiel's hearts in the same run on the same core.

    python -m bench.engine [--rounds 15] [--deals 300]

Both sides play whole random deals of the same hands without a pass, and choose each card in the same way:
the next number of one list of random numbers, times the count of legal cards. Two measures are taken. *Full
deals* set up a new state with the hands given and play it out; *play alone* starts from a copy of a dealt
state. Rounds of all contestants alternate, so that a busy machine slows all alike; medians of processor time
are compared. Needs the `bench` extra.
"""

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable, Sequence

from moonshot.engine import Deal, Rules, cards_of, deal_hands
from moonshot.engine.cards import nth_card

try:
    import pyspiel
except ImportError as error:
    raise SystemExit("bench.engine needs OpenSpiel: pip install 'moonshot-hearts[bench]'") from error

RULES = Rules(pass_cycle=("H",), qs_breaks="any_play")
"""OpenSpiel's defaults, without the pass."""
GAME = pyspiel.load_game("hearts", {"pass_cards": False})
NO_PASS = 0
THEIR_SUITS = (0, 1, 3, 2)
Numbers = Sequence[float]
Hands = Sequence[int]


def their_deal(hands: Hands) -> list[int]:
    """OpenSpiel's chance events that deal these hands: it numbers cards rank * 4 + suit and deals in turn."""
    rows = zip(*(cards_of(hand) for hand in hands), strict=True)
    return [card % 13 * 4 + THEIR_SUITS[card // 13] for row in rows for card in row]


def their_state(events: Sequence[int]) -> "pyspiel.State":
    """A new state in OpenSpiel, dealt by these events."""
    state = GAME.new_initial_state()
    state.apply_action(NO_PASS)
    for event in events:
        state.apply_action(event)
    return state


def play_theirs(state: "pyspiel.State", numbers: Numbers) -> int:
    """Play an OpenSpiel state out; returns the cards played."""
    ply = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(numbers[ply] * len(actions))])
        ply += 1
    return ply


def play_checked(deal: Deal, numbers: Numbers) -> int:
    """Play a deal out through the public door, which verifies every card; returns the cards played."""
    ply = 0
    while legal := deal.legal_mask():
        deal.play(nth_card(legal, int(numbers[ply] * legal.bit_count())))
        ply += 1
    return ply


def play_pushing(deal: Deal, numbers: Numbers) -> int:
    """Play a deal out unchecked, as a search does; returns the cards played."""
    ply = 0
    while legal := deal.legal_mask():
        deal.push(nth_card(legal, int(numbers[ply] * legal.bit_count())))
        ply += 1
    return ply


def half_played(deal: Deal) -> Deal:
    """A copy of ``deal`` after thirty cards, to measure copies with something to copy."""
    twin = deal.copy()
    for _ in range(30):
        twin.push(cards_of(twin.legal_mask())[0])
    return twin


def copy_all(deals: Sequence[Deal], times: int) -> None:
    """Copy every deal some times and throw the copies away."""
    for deal in deals:
        for _ in range(times):
            deal.copy()


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one piece of work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def measure(contests: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of every round of each contest, the first (which warms up) left out."""
    times: dict[str, list[float]] = {name: [] for name in contests}
    for _ in range(rounds + 1):
        for name, work in contests.items():
            times[name].append(seconds(work))
    return {name: each[1:] for name, each in times.items()}


def contests_of(count: int) -> dict[str, Callable[[], object]]:
    """All that is measured, each for ``count`` deals (copies: ten times as many)."""
    rng = random.Random(2024)
    numbers = [rng.random() for _ in range(RULES.facts.plies)]
    secrets = [rng.randbytes(32) for _ in range(count)]
    hands = [deal_hands(RULES, 0, secret)[0] for secret in secrets]
    events = [their_deal(each) for each in hands]
    deals = [Deal(RULES, each) for each in hands]
    states = [their_state(each) for each in events]
    halves = [half_played(deal) for deal in deals]
    return {
        "full OpenSpiel": lambda: [play_theirs(their_state(each), numbers) for each in events],
        "full push": lambda: [play_pushing(Deal(RULES, each), numbers) for each in hands],
        "full checked": lambda: [play_checked(Deal(RULES, each), numbers) for each in hands],
        "play OpenSpiel": lambda: [play_theirs(state.clone(), numbers) for state in states],
        "play push": lambda: [play_pushing(deal.copy(), numbers) for deal in deals],
        "play checked": lambda: [play_checked(deal.copy(), numbers) for deal in deals],
        "copy": lambda: copy_all(halves, 10),
        "shuffle": lambda: [deal_hands(RULES, 0, secret) for secret in secrets],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Deals a second, beside OpenSpiel.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--deals", type=int, default=300)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    times = measure(contests_of(options.deals), options.rounds)
    cost = {name: statistics.median(each) / options.deals for name, each in times.items()}
    for kind, title in (("full", "Full deals, from hands given"), ("play", "Play alone, from a dealt state")):
        print(title)
        theirs = times[f"{kind} OpenSpiel"]
        for name in ("OpenSpiel", "push", "checked"):
            ratio = statistics.median(
                one / other for one, other in zip(theirs, times[f"{kind} {name}"], strict=True)
            )
            print(f"  {name:12}{1 / cost[f'{kind} {name}']:10,.0f} a second   ratio {ratio:.2f}")
    print(f"Copy of a deal{cost['copy'] / 10 * 1e6:10.2f} microseconds")
    print(f"Shuffle and deal{1 / cost['shuffle']:8,.0f} a second")


if __name__ == "__main__":
    main()
