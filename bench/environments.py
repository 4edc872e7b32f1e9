"""Steps a second of environments for learners, in one run on one core, all with random allowed actions.

Seconds are those of the processor, so that other work on the machine matters less.

    python -m bench.environments [--seconds 3] [--tables 1024]

*vector*: `VectorHearts`, every step with all observations and masks. *aec*: `HeartsEnv`, plain Python behind
PettingZoo's interface, one observation a step. *openspiel env*: `open_spiel.python.rl_environment` over
OpenSpiel's hearts, which makes the observations of all four players at each step. *openspiel state*: the same
game without any observation. A step is one action: a card chosen for the pass, or played; cards that are
dealt are none.
"""

import argparse
import random
import time
from collections.abc import Callable

import numpy as np


def vector(seconds: float, tables: int) -> float:
    """`VectorHearts`."""
    from moonshot.bots.environments.vector import VectorHearts

    env = VectorHearts(tables, seed=1)
    env.step(env.sample())  # compiled by now
    steps = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        env.step(env.sample())
        steps += tables
    return steps / (time.process_time() - started)


def aec(seconds: float) -> float:
    """`HeartsEnv`, bare."""
    from moonshot.bots.environments.hearts import raw_env

    env = raw_env()
    rng = random.Random(1)
    steps = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        env.reset(seed=steps)
        while not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask).tolist()))
            steps += 1
    return steps / (time.process_time() - started)


def openspiel_env(seconds: float) -> float:
    """OpenSpiel's environment."""
    from open_spiel.python import rl_environment

    env = rl_environment.Environment("hearts")
    rng = random.Random(1)
    steps = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        now = env.reset()
        while not now.last():
            player = now.observations["current_player"]
            now = env.step([rng.choice(now.observations["legal_actions"][player])])
            steps += 1
    return steps / (time.process_time() - started)


def openspiel_state(seconds: float) -> float:
    """OpenSpiel's game with nothing around it."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    rng = random.Random(1)
    steps = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return steps / (time.process_time() - started)


def main() -> None:
    """Print each figure and how many times OpenSpiel's environment it is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=1024)
    options = parser.parse_args()
    runs: dict[str, Callable[[], float]] = {
        "openspiel env": lambda: openspiel_env(options.seconds),
        "openspiel state": lambda: openspiel_state(options.seconds),
        "aec": lambda: aec(options.seconds),
        f"vector {options.tables}": lambda: vector(options.seconds, options.tables),
    }
    first = None
    for name, run in runs.items():
        speed = run()
        first = first or speed
        print(f"{name:16} {speed:12,.0f} steps a second  {speed / first:8.1f} x", flush=True)


if __name__ == "__main__":
    main()
