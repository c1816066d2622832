"""A Gymnasium vector environment over a `Batch`: thousands of games in one call. Needs Gymnasium.

>>> envs = gymnasium.make_vec("seaboard/maori-v1", 1024, vectorization_mode="vector_entry_point")
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.errors import BadOption, IllegalMove
from .batch import Batch
from .scaling import ObservationScale
from .single_game import bounds, checked_illegal_reward, missing_library

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing_library("Gymnasium", "gymnasium") from None

Opponents = Callable[[np.ndarray, np.ndarray], Any]  # (observations, masks): an action for each row


class BatchVectorEnv(VectorEnv):
    """The agent plays one seat of `num_envs` games; the others are random players, or `opponents(observations, masks)`.

    A game that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has the last
    observations of games that ended, `infos["scores"]` their points. Rewards and illegal actions are those of `SeatEnv`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seat: int = 0,
        bots: str = "random",
        opponents: Opponents | None = None,
        illegal_reward: float | None = None,
        normalize: bool = False,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ):
        if bots != "random":
            others = 'opponents= takes a function, vectorization_mode="sync" any bot'
            raise BadOption(f'a vector environment has only bots="random", not {bots!r}; {others}')
        if render_mode is not None:
            raise BadOption("a vector environment cannot render: render_mode must be None")
        self.batch = Batch(game, num_envs, finals=True, threads=threads, **options)
        if not 0 <= seat < self.batch.seats:
            raise BadOption(f"seat must be 0 to {self.batch.seats - 1}, not {seat}")
        self.seat, self.opponents, self.num_envs, self.render_mode = seat, opponents, num_envs, None
        self.illegal_reward = checked_illegal_reward(illegal_reward, self.batch.rewarding, self.batch.game, self.batch.seats)
        self.scale = ObservationScale(self.batch.game) if normalize else None
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        seen = self.scale.space() if self.scale else spaces.Box(*bounds(self.batch.game), dtype=np.int16)
        mask = spaces.Box(0, 1, (self.batch.game.num_actions,), np.int8)
        self.single_observation_space = spaces.Dict({"observation": seen, "action_mask": mask})
        self.single_action_space = spaces.Discrete(self.batch.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        if seed is not None:
            self.batch.seed = int(seed)
            self.batch.reset(numbers=np.arange(self.num_envs))
        else:
            self.batch.reset()
        self.let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, bool))
        return self.observation(), {}

    def step(self, actions: Any) -> tuple[dict, np.ndarray, np.ndarray, np.ndarray, dict]:
        batch, chosen = self.batch, np.asarray(actions, np.int64)
        rewards, over = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        inside = (chosen >= 0) & (chosen < batch.game.num_actions)
        legal = inside & (batch.masks[np.arange(self.num_envs), np.where(inside, chosen, 0)] == 1)
        final_observations = np.zeros((self.num_envs, batch.game.full_observation_size), np.int16)
        if not legal.all():
            self.lose(np.flatnonzero(~legal), chosen, rewards, over, final_observations)
        rows = np.flatnonzero(legal)
        batch.step(chosen[rows], rows)
        self.record_ends(rows, rewards, over, final_observations)
        self.let_others_play(rewards, over, final_observations)
        infos: dict[str, Any] = {}
        if over.any():
            ended = {
                "observation": self.scale(final_observations) if self.scale else final_observations,
                "action_mask": np.zeros_like(batch.masks, np.int8),
            }
            infos = {
                "final_obs": ended,
                "_final_obs": over,
                "scores": batch.scores / batch.game.units_per_point,
                "_scores": over,
            }
        return self.observation(), rewards, over, np.zeros(self.num_envs, bool), infos

    def lose(
        self, rows: np.ndarray, chosen: np.ndarray, rewards: np.ndarray, over: np.ndarray, final_observations: np.ndarray
    ) -> None:
        """Ends games with an illegal action."""
        if self.illegal_reward is None:
            raise IllegalMove(f"game {rows[0]}: action {chosen[rows[0]]} is illegal; the action mask has the legal ones")
        rewards[rows], over[rows], final_observations[rows] = self.illegal_reward, True, self.batch.observations[rows]
        self.batch.reset(rows)

    def record_ends(
        self, rows: np.ndarray, rewards: np.ndarray, over: np.ndarray, final_observations: np.ndarray | None
    ) -> None:
        ended = rows[self.batch.done[rows] == 1]
        rewards[ended] = self.batch.rewards[ended, self.seat]
        over[ended] = True
        if final_observations is not None:
            final_observations[ended] = self.batch.finals[ended, self.seat]

    def let_others_play(self, rewards: np.ndarray, over: np.ndarray, final_observations: np.ndarray | None = None) -> None:
        """The other seats play until the agent is to move in all games; the next game follows one that ends."""
        batch = self.batch
        while len(rows := np.flatnonzero(batch.movers != self.seat)):
            if self.opponents is None:
                batch.pick_random()
                batch.step(batch.actions[rows], rows)
            else:
                batch.step(np.asarray(self.opponents(batch.observations[rows], batch.masks[rows]), np.int64), rows)
            self.record_ends(rows, rewards, over, final_observations)

    def observation(self) -> dict[str, np.ndarray]:
        seen = self.batch.observations
        return {"observation": self.scale(seen) if self.scale else seen.copy(), "action_mask": self.batch.masks.astype(np.int8)}

    def action_masks(self) -> np.ndarray:
        """The masks alone."""
        return self.batch.masks.astype(bool)
