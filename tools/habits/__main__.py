"""``python -m tools.habits play NAME FILE`` lets the search play; ``learn NAME FILE...`` learns from it.

NAME is one of the sets of habits, such as standard. Learning writes its file; the next deals are then
played with the new habits. One round takes some ten minutes of one core; docs/bots.md says what the rounds so
far were.
"""

import argparse
from pathlib import Path

import numpy as np

from moonshot.bots import search
from moonshot.bots.search import habits
from tools.habits.decisions import Decisions, decisions
from tools.habits.learning import begin, learn, rounded, suits_alike
from tools.rounds import RoundParser


def play(args: argparse.Namespace) -> None:
    """Play deals and keep the decisions."""
    search.demand()
    found = decisions(habits.LEARNED[args.name], args.deals, args.seed, args.playouts, args.stray)
    np.savez_compressed(args.file, rows=found.rows, values=found.values.astype(np.float16))
    print(f"{len(found.rows)} decisions of {args.deals} deals in {args.file}")


def fit(args: argparse.Namespace) -> None:
    """Learn from decisions, from the habits in use or anew, and write them."""
    parts = [np.load(file) for file in args.files]
    found = Decisions(
        np.concatenate([part["rows"] for part in parts]),
        np.concatenate([part["values"] for part in parts]).astype(np.float32),
    )
    numbers = begin(args.seed)
    target = Path(str(habits.file_of(args.name)))
    if not args.anew:
        with np.load(target) as kept:
            numbers = [(kept[name] * habits.UNIT).astype(np.float32) for name in ("rows", "cards", "liking")]
    mean = 0.0
    for step, loss in enumerate(
        learn(numbers, found, args.steps, args.rate, args.seed, alike=suits_alike(habits.LEARNED[args.name]))
    ):
        mean = loss if step == 0 else mean + 0.01 * (loss - mean)
        if step % 200 == 0:
            print(f"step {step}: loss {mean:.4f}", flush=True)
    rows, cards, liking = rounded(numbers).values()
    np.savez_compressed(target, rows=rows, cards=cards, liking=liking)


def main() -> None:
    """Do what the command line says."""
    parser = RoundParser("python -m tools.habits", __doc__, play, fit)
    parser.playing.add_argument("--playouts", type=int, default=240, help="for each decision")
    parser.playing.add_argument("--stray", type=float, default=0.05)
    learning = parser.learning
    learning.add_argument("--steps", type=int, default=2000)
    learning.add_argument("--rate", type=float, default=0.004)
    learning.add_argument("--anew", action="store_true", help="begin with chance, not with the habits in use")
    parser.do()


if __name__ == "__main__":
    main()
