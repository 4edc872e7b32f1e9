"""The speed of the compiled search, beside OpenSpiel's hearts in the same run on one core.

Part of `python -m bench.bots --only speed`; see there.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from bench.engine import RULES, play_theirs, their_deal, their_state
from moonshot.bots import POLICIES, search
from moonshot.bots.search.chance import Stream, below, stream_of
from moonshot.bots.search.compiling import lean
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.playout import play_on, play_randomly
from moonshot.bots.search.position import Position, draw_state, position_of
from moonshot.bots.search.scores import payoff, score
from moonshot.bots.search.state import COLUMNS, HANDS, WON, State, new_state, open_play
from moonshot.bots.search.thumb import NOBODY
from moonshot.bots.thinking import thinks
from moonshot.engine import Match, Rules, deal_hands, view_of
from moonshot.engine.events import Dealt

Ints = np.ndarray[Any, np.dtype[np.int64]]

THEIR_DEALS: Final = 150
OUR_DEALS: Final = 20_000
WORLDS: Final = 5_000

RANDOM: Final = 0
THUMB: Final = 1
SCORED: Final = 2


@lean
def shuffled(
    facts: Any, state: State, deck: Ints, stream: Stream, deals: int, kind: int, points: Ints, totals: Ints
) -> float:
    """Shuffle, deal and play so many deals: at random, by rules of thumb, or that and scored."""
    sum_all = 0.0
    size = facts.hand_size
    for _ in range(deals):
        for place in range(len(deck) - 1, 0, -1):
            other = below(stream, place + 1)
            card = deck[place]
            deck[place] = deck[other]
            deck[other] = card
        for seat in range(facts.players):
            hand = 0
            for place in range(seat * size, (seat + 1) * size):
                hand |= 1 << deck[place]
            state[HANDS, seat] = hand
        open_play(facts, state, 0, 0)
        if kind == RANDOM:
            play_randomly(facts, state, stream)
        else:
            play_on(facts, state, stream, NOBODY)
        if kind == SCORED:
            end, seats = score(facts, state, totals, 1, False, points, points[4:])
            sum_all += payoff(facts, 0, points, points[4:], end, seats, 0.0, 10.0)
        else:
            sum_all += state[WON, 0]
    return sum_all


@lean
def repeated(facts: Any, state: State, dealt: State, stream: Stream, deals: int, kind: int) -> float:
    """Play one deal from its full hands again and again."""
    sum_all = 0.0
    for _ in range(deals):
        for row in range(4):
            for column in range(COLUMNS):
                state[row, column] = dealt[row, column]
        if kind == RANDOM:
            play_randomly(facts, state, stream)
        else:
            play_on(facts, state, stream, NOBODY)
        sum_all += state[WON, 0]
    return sum_all


def draw_worlds(position: Position, stream: Stream, state: State, hands: Ints, worlds: int) -> int:
    """Draw so many worlds, from Python one by one; returns how many the rules accepted."""
    accepted = 0
    for _ in range(worlds):
        accepted += draw_state(position.facts, stream, state, hands, position.seen, position.unseen)
    return accepted


def dealt_match(rules: Rules, number: int) -> Match:
    """A match whose first deal is dealt by a number."""
    match = Match(rules, match_id="speed")
    match.apply(Dealt(1, match.dealer, *deal_hands(rules, match.dealer, number.to_bytes(32, "big"))))
    return match


def later(number: int, plies: int) -> Match:
    """That match, played so many cards on by Steady."""
    match = dealt_match(RULES, number)
    steady = POLICIES["steady"]
    for _ in range(plies):
        assert match.turn is not None
        match.act(match.turn, steady.choose(view_of(match, match.turn), number))
    return match


def playing_speed(rounds: int) -> None:
    """Deals and playouts a second, in rounds that alternate."""
    rng = random.Random(2026)
    numbers = [rng.random() for _ in range(RULES.facts.plies)]
    hands = [deal_hands(RULES, 0, rng.randbytes(32))[0] for _ in range(THEIR_DEALS)]
    events = [their_deal(each) for each in hands]
    states = [their_state(each) for each in events]
    facts = guide_of(RULES.facts)
    deck, stream, state, dealt = np.arange(52), stream_of("speed"), new_state(), new_state()
    dealt[HANDS, :4] = hands[0]
    open_play(facts, dealt, 0, 0)
    points, totals = np.zeros(12, np.int64), np.zeros(4, np.int64)

    def ours(kind: int) -> Callable[[], object]:
        return lambda: shuffled(facts, state, deck, stream, OUR_DEALS, kind, points, totals)

    def again(kind: int) -> Callable[[], object]:
        return lambda: repeated(facts, state, dealt, stream, OUR_DEALS, kind)

    contests: dict[str, tuple[Callable[[], object], int]] = {
        "OpenSpiel, random deal from hands given": (
            lambda: [play_theirs(their_state(each), numbers) for each in events],
            THEIR_DEALS,
        ),
        "OpenSpiel, random play of a dealt state": (
            lambda: [play_theirs(each.clone(), numbers) for each in states],
            THEIR_DEALS,
        ),
        "random deal, each shuffled anew": (ours(RANDOM), OUR_DEALS),
        "random play of one deal": (again(RANDOM), OUR_DEALS),
        "playout, each shuffled anew": (ours(THUMB), OUR_DEALS),
        "playout and score, each shuffled anew": (ours(SCORED), OUR_DEALS),
        "playout of one deal, from full hands": (again(THUMB), OUR_DEALS),
    }
    times: dict[str, list[float]] = {name: [] for name in contests}
    for number in range(rounds + 1):
        for name, (work, deals) in contests.items():
            began = time.process_time()
            work()
            if number:  # the first round warms up
                times[name].append((time.process_time() - began) / deals)
    print("deals a second on one core: median, best round; ratio to OpenSpiel in the same round")
    full, play = list(times.values())[:2]
    for name, each in times.items():
        other = play if "one deal" in name or "dealt state" in name else full
        ratio = statistics.median(one / mine for one, mine in zip(other, each, strict=True))
        print(
            f"  {name:42}{1 / statistics.median(each):12,.0f}{1 / min(each):12,.0f}   ratio {ratio:.1f}",
            flush=True,
        )


def world_speed() -> None:
    """Worlds a second, called from Python one by one, at some moments of a deal."""
    print("worlds a second, each drawn and replayed to the position; share that the rules accept")
    for plies in (0, 14, 26, 38):
        match = later(5, plies)
        view = view_of(match, match.turn)
        position = position_of(view)
        state, hands, stream = new_state(), np.zeros(8, np.int64), stream_of(plies)
        draw_worlds(position, stream, state, hands, 10)
        began = time.process_time()
        accepted = draw_worlds(position, stream, state, hands, WORLDS)
        took = time.process_time() - began
        print(f"  after {plies:2} cards {WORLDS / took:12,.0f}   {100 * accepted / WORLDS:.0f}%", flush=True)
    began = time.process_time()
    match = later(5, 26)
    view = view_of(match, match.turn)
    for _ in range(200):
        position_of(view)
    print(f"  reading a view for it {(time.process_time() - began) / 200 * 1e6:,.0f} microseconds")


def move_times(deals: int) -> None:
    """How long each level takes for a move: cards with a choice, and passes.

    Other work on the machine shows on the clock and hardly in processor time; a stall of ours shows in both.
    """
    print("milliseconds of processor time a move: median, p99, longest; the longest on the clock")
    for name, policy in POLICIES.items():
        cards: list[float] = []
        passes: list[float] = []
        slowest = {"card": 0.0, "pass": 0.0}
        for number in range(max(1, deals // 10 if name == "master" else deals)):
            match = dealt_match(Rules(), number)
            while match.acting:
                seat = match.acting[0]
                view = view_of(match, seat)
                clock, began = time.perf_counter(), time.process_time()
                move = policy.choose(view, number)
                took = 1000 * (time.process_time() - began)
                waited = 1000 * (time.perf_counter() - clock)
                if view.phase == "passing":
                    passes.append(took)
                    slowest["pass"] = max(slowest["pass"], waited)
                elif view.legal & (view.legal - 1):
                    cards.append(took)
                    slowest["card"] = max(slowest["card"], waited)
                match.act(seat, move)
        playouts = f"{policy.playouts:,} playouts" if thinks(policy) else ""
        for kind, each in (("card", cards), ("pass", passes)):
            each.sort()
            print(
                f"  {name:8}{kind:6}{statistics.median(each):9.3f}{each[len(each) * 99 // 100]:9.3f}"
                f"{each[-1]:9.3f}{slowest[kind]:9.3f}  of {len(each):,}  {playouts}",
                flush=True,
            )


MEASURE: Final = """
import sys, time
from pathlib import Path
began, busy = time.perf_counter(), time.process_time()
if sys.argv[1] == "steady":
    from moonshot.bots import find_policy
else:
    from moonshot.bots import search
    assert search.warm()
most = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(time.perf_counter() - began, time.process_time() - busy, int(most.split()[1]) / 1024)
"""


def compile_times() -> None:
    """Seconds and memory of a process that compiles everything, and of one that finds it on disk."""
    print("a process of its own: seconds, seconds of processor time, most memory in MB")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MOONSHOT_COMPILED": folder}
        for title, what in (
            ("compiling all of it", "search"),
            ("loading it from disk", "search"),
            ("without the search", "steady"),
        ):
            done = subprocess.run(
                [sys.executable, "-c", MEASURE, what],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            wall, busy, memory = map(float, done.stdout.split())
            print(f"  {title:22}{wall:8.1f}{busy:8.1f}{memory:8.0f}", flush=True)


def speed(rounds: int, deals: int) -> None:
    """Print all of it."""
    if not search.warm():
        raise SystemExit(search.why_not())
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    playing_speed(rounds)
    world_speed()
    move_times(deals)
    compile_times()
