"""A whole run: every pair of players, all deals and matches, by any number of processes."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from moonshot.bots.arena.figures import ArenaResult, result_of
from moonshot.bots.arena.players import full_name, make_ready
from moonshot.bots.arena.saving import Saved
from moonshot.bots.arena.units import DEAL, MATCH, VERSION, Found, Terms, Unit, units_of
from moonshot.bots.arena.workers import work
from moonshot.bots.policy import version_of
from moonshot.engine import RULES_VERSION, Rules

Share = Callable[[Sequence[Unit]], Iterator[Found]]
"""Somebody who does units somehow and gives back what they found, in any order."""


def arena(
    names: Sequence[str],
    rules: Rules | None = None,
    *,
    deals: int = 100,
    matches: int = 0,
    seed: int = 1,
    processes: int = 1,
    terms: Terms | None = None,
    resume: Path | None = None,
    share: Share | None = None,
    progress: Callable[[tuple[str, str], int], None] | None = None,
) -> ArenaResult:
    """Let every two of ``names`` play ``deals`` duplicate deals and ``matches`` duplicate matches.

    ``resume`` is a file from which an interrupted run goes on. ``share`` does the work elsewhere instead of
    in ``processes`` of this machine; with more than one, a script that calls this must have its start behind
    ``if __name__ == "__main__"``. ``progress`` is called with (pair, units done) after each unit, and first
    for those that the file holds already.

    Raises KeyError for an unknown name, ValueError for fewer than two names or nothing to play, and
    ArenaError for what keeps the run from going on.
    """
    if len(names) < 2 or deals < 0 or matches < 0 or deals + matches < 1:
        raise ValueError("An arena needs two players and at least one deal or match.")
    full_names = [full_name(name) for name in names]
    rules = rules or Rules()
    terms = terms or Terms()
    pairs = list(combinations(names, 2))
    units = list(units_of(pairs, rules, {DEAL: deals, MATCH: matches}, seed, terms))
    done = [0] * len(pairs)

    def count(key: tuple[int, str, int]) -> None:
        done[key[0]] += 1
        if progress is not None:
            progress(pairs[key[0]], done[key[0]])

    with Saved(resume, run_of(full_names, rules, seed, terms)) as saved:
        for unit in units:
            if unit.key in saved.found:
                count(unit.key)
        left = [unit for unit in units if unit.key not in saved.found]
        if left and share is None:
            make_ready(names)
        for found in share(left) if share is not None else work(left, min(processes, len(left))):
            saved.add(found)
            count(found.key)
        return result_of(pairs, rules.players, [saved.found[unit.key] for unit in units])


def run_of(names: Sequence[str], rules: Rules, seed: int, terms: Terms) -> dict[str, Any]:
    """What makes a run the same run: how many deals it has does not."""
    return {
        "players": list(names),
        "rules": rules.to_dict(),
        "seed": seed,
        "seconds": terms.seconds,
        "keep": terms.keep,
        "versions": [VERSION, RULES_VERSION, max(version_of(name.partition(":")[0]) for name in names)],
    }
