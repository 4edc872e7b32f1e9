"""Many tables of Hearts in step, for learners that want speed. Needs the extra ``bots`` (Numba)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from moonshot.bots.environments import kernel as k
from moonshot.bots.environments import layout as at
from moonshot.bots.search.chance import stream_of
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.state import COLUMNS
from moonshot.engine import Match, Rules
from moonshot.engine.passing import HOLD, destinations

Array = np.ndarray[Any, Any]


class VectorHearts:
    """``count`` deals side by side; each step takes one action at every table.

    After `reset` and `step`, ``observations`` (float32), ``masks`` (int8) and ``seats`` tell what the seat in
    turn at each table sees, may do, and is. They are the same arrays all the time, written anew. A deal that
    ends is followed by the next at once. The vectors are those of `layout`, the same as of `HeartsEnv`.
    """

    def __init__(
        self, count: int, rules: Rules | Mapping[str, Any] | str = "standard", *, seed: int = 0
    ) -> None:
        """Raises RulesError for rules that cannot be played."""
        self.rules = rules if isinstance(rules, Rules) else Rules.from_dict(rules)
        Match(self.rules)  # which refuses rules that cannot be played
        players = self.rules.players
        passed = max(1, self.rules.pass_count)
        # The same kind of record as the search has: for two kinds everything would be compiled twice.
        self._facts = guide_of(self.rules.facts)
        self._ways = np.array(
            [
                [[-1] * passed] * players
                if direction == HOLD
                else [list(seats) for seats in destinations(direction, players, passed)]
                for direction in self.rules.directions
            ],
            np.int64,
        )
        self._named = np.array([at.DIRECTIONS.index(name) for name in self.rules.directions], np.int64)
        self._starts = np.array([at.START[name] for name in k.BLOCKS], np.int64)
        self.tables = k.Tables(
            states=np.zeros((count, 4, COLUMNS), np.int64),
            **{
                name: np.zeros((count, at.SEATS), np.int64)
                for name in ("played", "void", "shown", "chosen", "received")
            },
            order=np.zeros((count, at.SEATS, passed), np.int64),
            streams=np.zeros((count, 1), np.uint64),
            course=np.zeros((count, k.COLUMNS), np.int64),
        )
        self.observations = np.zeros((count, at.SIZE), np.float32)
        self.masks = np.zeros((count, at.ACTIONS), np.int8)
        self._rewards = np.zeros((count, players + 1), np.int64)
        self._work = np.zeros((3, at.SEATS), np.int64)
        self._actions = np.zeros(count, np.int64)
        self._chance = stream_of("actions", seed)
        self.reset(seed)

    @property
    def seats(self) -> Array:
        """Who has to act at each table."""
        seats: Array = self.tables.course[:, k.SEAT]
        return seats

    def reset(self, seed: int) -> None:
        """Deal anew everywhere. The same seed gives the same deals."""
        for row, stream in enumerate(self.tables.streams):
            stream[:] = stream_of("table", seed, row)
        k.begin_all(self._facts, self.tables, self._ways)
        self._look()

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Take an action at every table; returns (rewards of each seat, whether the deal has ended).

        Raises ValueError, and changes nothing, when some action is not allowed by the masks.
        """
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != self._actions.shape:
            raise ValueError(f"There must be {len(self._actions)} actions.")
        row = k.first_illegal(self._facts, self.tables, actions)
        if row >= 0:
            raise ValueError(f"Action {actions[row]} is not allowed at table {row}.")
        k.advance(self._facts, self.tables, self._ways, actions, self._rewards, self._work)
        self._look()
        players = self.rules.players
        return self._rewards[:, :players].astype(np.float32), self._rewards[:, players] != 0

    def sample(self) -> Array:
        """One of the allowed actions for every table, in an array that the next call writes anew."""
        k.draw(self.masks, self._chance, self._actions)
        return self._actions

    def _look(self) -> None:
        k.observe(self._facts, self.tables, self._named, self._starts, self.observations, self.masks)
