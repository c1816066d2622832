"""Gymnasium environments: the agent plays one seat, bots play the others. Needs Gymnasium.

>>> env = gymnasium.make("seaboard/maori-v1", players=2, bots="random")
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..bots import new_bot, read_name
from ..core.errors import BadOption
from ..games import all_games
from .scaling import ObservationScale
from .single_game import SingleGame, bounds, missing_library

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise missing_library("Gymnasium", "gymnasium") from None


class SeatEnv(gymnasium.Env):
    """Observations are integer vectors with a mask of the legal actions; `action_masks()` returns the mask alone.

    With `normalize=True` they are floats from 0 to 1 (scaling.py).

    The reward comes at the end (docs/lab.md); `rewards=` selects its kind. An illegal action ends the game with the worst
    reward of this kind; where there is no worst (margins, points) it raises IllegalMove, unless `illegal_reward` is given.
    Before `reset`, and when the game is over, `step` raises ResetNeeded.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        render_mode: str | None = None,
        normalize: bool = False,
        **options: Any,
    ):
        if render_mode not in (None, "ansi"):
            raise BadOption(f"render_mode must be ansi or None, not {render_mode!r}")
        self.table = SingleGame(game, **options)
        if not 0 <= seat < self.table.seats:
            raise BadOption(f"seat must be 0 to {self.table.seats - 1}, not {seat}")
        others = self.table.seats - 1
        names = [bots] * others if isinstance(bots, str) else list(bots)
        if len(names) != others:
            raise BadOption(f"{others} bots are needed, one for each other seat, not {len(names)}")
        for name in names:
            read_name(name)
        self.seat, self.names, self.render_mode = seat, [*names[:seat], "", *names[seat:]], render_mode
        self.scale = ObservationScale(self.table.game) if normalize else None
        least, most = bounds(self.table.game)
        actions = self.table.game.num_actions
        self.observation_space = spaces.Dict(
            {
                "observation": self.scale.space() if self.scale else spaces.Box(least, most, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(actions)
        self.running = False

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        super().reset(seed=seed)
        numbers = self.np_random.integers(2**62, size=1 + self.table.seats).tolist()
        self.bots = [
            new_bot(name, self.table.game, self.table.box, seed=number) if name else None
            for name, number in zip(self.names, numbers[1:], strict=True)
        ]
        self.table.begin(numbers[0])
        self.let_bots_play()
        self.running = True
        return self.observation(), {}

    def step(self, action: Any) -> tuple[dict, float, bool, bool, dict]:
        if not self.running:
            raise gymnasium.error.ResetNeeded("the game is over or was not started: reset the environment")
        if not self.table.allows(action):
            if (reward := self.table.illegal_reward) is None:
                self.table.refuse(action)
            self.running = False
            return self.observation(), reward, True, False, {"illegal": int(action)}
        self.table.play(action)
        self.let_bots_play()
        if self.table.mover >= 0:
            return self.observation(), 0.0, False, False, {}
        self.running = False
        return self.observation(), self.table.rewards()[self.seat], True, False, {"scores": self.table.scores()}

    def let_bots_play(self) -> None:
        """Bots play until the agent is to move, or the game is over."""
        while (seat := self.table.mover) not in (self.seat, -1):
            bot = self.bots[seat]
            assert bot is not None
            self.table.play(bot.choose(self.table.view(seat), self.table.actions()))

    def render(self) -> Any:
        """The agent's view as text, for `render_mode="ansi"`."""
        if self.render_mode is None:
            return None
        return self.table.drawing(self.seat, [name or "agent" for name in self.names])

    def observation(self) -> dict[str, np.ndarray]:
        seen = self.table.observation(self.seat)
        return {"observation": self.scale(seen) if self.scale else seen, "action_mask": self.table.mask(self.seat)}

    def action_masks(self) -> np.ndarray:
        """The mask in the format of sb3-contrib's MaskablePPO."""
        return self.table.mask(self.seat).astype(bool)


def register() -> None:
    """Registers `seaboard/maori-v1` etc. for `gymnasium.make`."""
    for game in all_games():
        label = f"seaboard/{game.name}-v{game.rules_version}"
        if label not in gymnasium.registry:
            gymnasium.register(
                label,
                entry_point="seaboard.lab.gymnasium:SeatEnv",
                vector_entry_point="seaboard.lab.vector_env:BatchVectorEnv",
                kwargs={"game": game.name},
                disable_env_checker=True,
            )


register()
