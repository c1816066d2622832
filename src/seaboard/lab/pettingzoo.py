"""PettingZoo environments (AEC): `env("maori", players=3)`. Needs PettingZoo.

With `normalize=True` observations are floats from 0 to 1 (scaling.py).
"""

from typing import Any

import numpy as np

from .scaling import ObservationScale
from .single_game import SingleGame, bounds, missing_library

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise missing_library("PettingZoo", "pettingzoo gymnasium") from None


def env(game: str, render_mode: str | None = None, normalize: bool = False, **options: Any) -> AECEnv:
    """The environment with the usual wrappers: an illegal action loses (docs/lab.md), and the order of calls is checked."""
    inside: Any = raw_env(game, render_mode, normalize, **options)
    if inside.table.illegal_reward is not None:
        inside = wrappers.TerminateIllegalWrapper(inside, illegal_reward=inside.table.illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inside))


class raw_env(AECEnv):
    """One agent per seat. Rewards come at the end (docs/lab.md). An illegal action raises IllegalMove."""

    def __init__(self, game: str, render_mode: str | None = None, normalize: bool = False, **options: Any):
        super().__init__()
        self.table = SingleGame(game, **options)
        self.metadata = {
            "name": f"{self.table.game.name}_v{self.table.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.scale = ObservationScale(self.table.game) if normalize else None
        least, most = bounds(self.table.game)
        seen = self.scale.space() if self.scale else spaces.Box(least, most, dtype=np.int16)
        actions = self.table.game.num_actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
            for agent in self.possible_agents
        }
        self.generator = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        if seed is not None:
            self.generator = np.random.default_rng(seed)
        self.table.begin(int(self.generator.integers(2**62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.mover]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        seen = self.table.observation(seat)
        return {"observation": self.scale(seen) if self.scale else seen, "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        if not self.table.allows(action):
            self.table.refuse(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.table.play(action)
        if self.table.mover < 0:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.table.mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, for `render_mode="ansi"`."""
        return self.table.drawing(max(0, self.table.mover), self.possible_agents) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
