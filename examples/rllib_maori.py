"""Māori in RLlib: PPO with masks on PettingZoo's environment, both seats played by one policy. Two short iterations.

    pip install -e '.[pettingzoo]' 'ray[rllib]' torch      # in the folder of Seaboard
    python examples/rllib_maori.py

RLlib's example module for action masks expects floats with the keys `observations` and `action_mask`; `Masked` provides them.
"""

import numpy as np
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from seaboard.lab import pettingzoo


class Masked(PettingZooEnv):
    """The environment with the keys and types that RLlib's module expects."""

    def __init__(self, game: str = "maori"):
        env = pettingzoo.env(game)
        super().__init__(env)
        observation_space, actions = env.observation_space("player_0")["observation"], env.action_space("player_0")
        low, high = observation_space.low.astype(np.float32), observation_space.high.astype(np.float32)
        space = spaces.Dict({"observations": spaces.Box(low, high), "action_mask": spaces.Box(0, 1, (actions.n,), np.float32)})
        self.possible_agents = list(env.possible_agents)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)

    def reset(self, *, seed=None, options=None):
        observations, info = super().reset(seed=seed, options=options)
        return in_module_format(observations), info

    def step(self, action):
        observations, *rest = super().step(action)
        return in_module_format(observations), *rest


def in_module_format(observations: dict) -> dict:
    return {
        agent: {"observations": row["observation"].astype(np.float32), "action_mask": row["action_mask"].astype(np.float32)}
        for agent, row in observations.items()
    }


def main(iterations: int = 2) -> None:
    register_env("maori", lambda _: Masked())
    env = Masked()
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=env.observation_spaces["player_0"],
        action_space=env.action_spaces["player_0"],
        model_config={"head_fcnet_hiddens": [64]},
    )
    config = (
        PPOConfig()
        .environment("maori")
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda *_, **__: "both")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"both": module}))
        .training(train_batch_size_per_learner=1000, minibatch_size=250, num_epochs=1)
    )
    learner = config.build_algo()
    for _ in range(iterations):
        info = learner.train()["env_runners"]
        print({key: info.get(key) for key in ("num_episodes", "episode_len_mean", "agent_episode_returns_mean")})
    learner.stop()


if __name__ == "__main__":
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    main()
