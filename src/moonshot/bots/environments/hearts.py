"""Hearts as a PettingZoo environment: one agent acts at a time, with action masks, by any rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from moonshot.bots.environments import layout as at
from moonshot.bots.environments.observing import allowed_actions, observation
from moonshot.engine import (
    ChooseMoon,
    Match,
    Move,
    MoveError,
    Pass,
    Play,
    Rules,
    card_text,
    cards_text,
    deal_hands,
    view_of,
)
from moonshot.engine.events import Dealt

Observation = dict[str, Any]

DEAL: Final = "deal"
MATCH: Final = "match"
MOST_REDEALS: Final = 100
ILLEGAL_REWARD: Final = -26.0


class HeartsEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One deal, or one whole match, for 3 to 6 agents ``player_0`` and so on, clockwise.

    An action is a card or a choice (see `layout.ACTIONS`); a pass is chosen card by card. When a deal ends,
    each agent's reward is minus the points it got. ``max_cycles`` truncates an episode after so many actions
    of all agents together.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "moonshot_hearts_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | Mapping[str, Any] | str = "standard",
        *,
        episode: str = DEAL,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Raises RulesError for rules that cannot be played, ValueError for an unknown kind of episode."""
        super().__init__()
        if episode not in (DEAL, MATCH):
            raise ValueError(f"An episode is a {DEAL} or a {MATCH}, not {episode!r}.")
        self.rules = rules if isinstance(rules, Rules) else Rules.from_dict(rules)
        Match(self.rules)  # which refuses rules that cannot be played
        self.episode = episode
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-at.BOUND, at.BOUND, (at.SIZE,), np.float32),
                    "action_mask": spaces.Box(0, 1, (at.ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(at.ACTIONS) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._one_deal = [replace(self.rules, pass_cycle=(name,)) for name in self.rules.directions]
        self.match = Match(self.rules)
        self._chosen: tuple[int, ...] = ()
        self._cycles = 0

    def observation_space(self, agent: str) -> Any:
        """The same space for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same space for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal anew. The same seed gives the same cards, dealer and direction."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        rules = self.rules
        dealer = int(self._random.integers(rules.players))
        if self.episode == DEAL:
            rules = self._one_deal[int(self._random.integers(len(self._one_deal)))]
        self.match = Match(rules, match_id="environment", first_dealer=dealer)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._deal()
        self.agent_selection = self._awaited()

    def observe(self, agent: str) -> Observation:
        """What ``agent`` may know, and what it may do now."""
        seat = self.possible_agents.index(agent)
        view = view_of(self.match, seat)
        turn = self._turn()
        chosen = sum(1 << card for card in self._chosen) if seat == turn else 0
        mask = allowed_actions(view, chosen) if seat == turn else np.zeros(at.ACTIONS, np.int8)
        return {"observation": observation(view, chosen, turn), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent in turn. Raises MoveError, and changes nothing, for an illegal one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = len(self.match.results)
        assert action is not None
        self._take(self.possible_agents.index(agent), int(action))
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if len(self.match.results) > before:
            row = self.match.results[-1]
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = -float(row.points[seat])
                self.infos[name] = {"points": row.points, "totals": row.totals, "winners": self.match.winners}
        self._cycles += 1
        over = bool(self.match.winners) or (self.episode == DEAL and bool(self.match.results))
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            if not self.match.acting:
                self._deal()
            if self.max_cycles is not None and self._cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0] if over else self._awaited()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as text: returned for ``ansi``, printed for ``human``."""
        match = self.match
        lines = [f"deal {match.deal_no}, {match.phase}, totals {' '.join(map(str, match.totals))}"]
        for seat, name in enumerate(self.possible_agents):
            view = view_of(match, seat)
            sign = ">" if name == self.agent_selection else " "
            lines.append(f"{sign} {name}  {view.points[seat]:3}  {cards_text(view.hand)}")
        trick = view_of(match, None).trick
        if trick is not None:
            lines.append(f"trick from player_{trick.leader}: {' '.join(map(card_text, trick.cards))}")
        text = "\n".join(lines)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - what the mode "human" asks for
        return None

    def close(self) -> None:
        """Nothing is held."""

    # -- inside ----------------------------------------------------------------------------------------

    def _turn(self) -> int | None:
        """The seat whose action is awaited; those who pass do it one after the other."""
        return self.match.acting[0] if self.match.acting else None

    def _awaited(self) -> str:
        turn = self._turn()
        return self.possible_agents[0 if turn is None else turn]

    def _deal(self) -> None:
        """Deal until somebody can act."""
        match = self.match
        for _ in range(MOST_REDEALS):
            hands, kitty = deal_hands(match.rules, match.next_dealer, self._random.bytes(32))
            match.apply(Dealt(match.next_deal_no, match.next_dealer, hands, kitty))
            self._chosen = ()
            if match.acting:
                return
        raise RuntimeError("The rules deal again and again; no deal can be played.")

    def _take(self, seat: int, action: int) -> None:
        if not 0 <= action < at.ACTIONS:
            raise MoveError("bad_card", f"Actions are 0 to {at.ACTIONS - 1}.", "action")
        if self.match.phase != "passing":
            self.match.act(seat, Play(action) if action < at.CARDS else self._choice(action))
            return
        view = view_of(self.match, seat)
        chosen = sum(1 << card for card in self._chosen)
        if not allowed_actions(view, chosen)[action]:
            raise MoveError("pass_forbidden_card", "That card cannot be added to the pass.", "action")
        self._chosen += (action,)
        if len(self._chosen) == self.rules.pass_count:
            cards, self._chosen = self._chosen, ()
            self.match.act(seat, Pass(cards))

    def _choice(self, action: int) -> Move:
        return ChooseMoon(at.CHOICES[action - at.CARDS])


def raw_env(rules: Rules | Mapping[str, Any] | str = "standard", **options: Any) -> HeartsEnv:
    """The environment alone: illegal actions raise MoveError."""
    return HeartsEnv(rules, **options)


def env(rules: Rules | Mapping[str, Any] | str = "standard", **options: Any) -> AECEnv[str, Observation, int]:
    """The environment as PettingZoo's own are: an illegal action ends the episode for its agent's account."""
    guarded: Any = wrappers.TerminateIllegalWrapper(raw_env(rules, **options), illegal_reward=ILLEGAL_REWARD)
    ordered: AECEnv[str, Observation, int] = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(guarded)
    )
    return ordered
