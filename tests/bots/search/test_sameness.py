"""The same view, seed and budget give the same move: in any thread, any process, and in any other world."""

import hashlib
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from moonshot.bots import POLICIES
from moonshot.bots.search.policy import think
from moonshot.bots.thinking import thinks
from moonshot.engine import Match, Move, View, view_of
from moonshot.engine.errors import HeartsError
from moonshot.engine.events import Recorded
from tests.bots.search.positions import any_rules
from tests.laws.strategies import next_event, some_style
from tests.laws.worlds import second_history

POSITIONS: Final = int(os.environ.get("MOONSHOT_SEARCH_POSITIONS", "300"))
"""How many positions are tried with other cards in the hands that a seat does not see."""
FULL: Final = POSITIONS >= 5000
BUDGET: Final = 60
THINKERS: Final = tuple(name for name, policy in POLICIES.items() if thinks(policy))


def thought(view: View, seed: int) -> Move:
    """The move of the search, with few playouts."""
    return think(view, seed, BUDGET)


def moves_of(view: View, seed: int, thinkers: tuple[str, ...]) -> dict[str, Move]:
    """What the levels answer: those without a search, and of the others these."""
    return {
        name: policy.think(view, seed, BUDGET) if thinks(policy) else policy.choose(view, seed)
        for name, policy in POLICIES.items()
        if name in thinkers or not thinks(policy)
    }


def questions(seed: int) -> list[tuple[Match, list[Recorded], int]]:
    """Some moments of a deal under any rules, with the events up to each and the seat that is asked."""
    rules, rng = any_rules(seed)
    match = Match(rules, match_id="same", first_dealer=rng.randrange(rules.players))
    events: list[Recorded] = []
    style = some_style(rng)
    found = []
    for _ in range(80):
        if match.phase not in ("between", "passing", "playing") or match.results:
            break
        if match.phase == "passing" or (match.phase == "playing" and rng.random() < 0.2):
            found.append((match.copy(), events[:], rng.choice(match.acting)))
        event = next_event(match, rng, style)
        match.apply(event)
        events.append(event)
    return found


def test_unseen_cards_never_change_a_move() -> None:
    tried = passes = 0
    for seed in range(POSITIONS):
        rng = random.Random(seed)
        for now, events, seat in questions(seed):
            other = twin(now, events, seat, rng)
            if other is None:
                continue
            view, again = view_of(now, seat), view_of(other, seat)
            assert again == view
            thinkers = THINKERS if FULL else THINKERS[seed % len(THINKERS) :][:1]
            moves = moves_of(view, seed, thinkers)
            assert moves_of(again, seed, thinkers) == moves
            for move in moves.values():
                now.verify(seat, move)
            tried += 1
            passes += view.phase == "passing"
        if tried >= POSITIONS:
            break
    assert tried >= POSITIONS
    assert passes >= POSITIONS // 20


def twin(now: Match, events: list[Recorded], seat: int, rng: random.Random) -> Match | None:
    """The same match as ``seat`` saw it, with other cards where it could not look."""
    for _ in range(5):
        history = second_history(now, events, seat, rng)
        if history is None:
            return None
        try:
            other = Match(now.rules, match_id=now.match_id, first_dealer=now.first_dealer)
            for event in history:
                other.apply(event)
        except HeartsError:
            continue
        if other.phase == now.phase and view_of(other, seat) == view_of(now, seat):
            return other
    return None


def some_questions() -> list[tuple[View, int]]:
    """Views to be asked about twice."""
    return [(view_of(now, seat), seed) for seed in range(12) for now, _, seat in questions(seed)]


def digest_of(moves: list[Move]) -> str:
    """Moves as one word."""
    return hashlib.sha256(repr(moves).encode()).hexdigest()


def answers() -> str:
    """The moves to all of `some_questions`, as one word."""
    return digest_of([thought(view, seed) for view, seed in some_questions()])


def test_threads_do_not_disturb_each_other() -> None:
    asked = some_questions()
    with ThreadPoolExecutor(3) as threads:
        together = list(threads.map(lambda question: thought(*question), asked * 3))
    alone = [thought(view, seed) for view, seed in asked]
    assert together == alone * 3


def test_another_process_finds_the_same_moves() -> None:
    code = (
        "from moonshot.bots import search; assert search.warm();"
        "from tests.bots.search.test_sameness import answers; print(answers())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "5"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == answers()


def test_another_seed_may_find_another_move() -> None:
    """Chance does come from the seed: few playouts do not always lead to the same card."""
    asked = [(view, seed) for view, seed in some_questions() if view.legal.bit_count() > 3]
    assert any(thought(view, seed) != thought(view, seed + 1) for view, seed in asked)
