"""verifiers: the model on seat 1 against bots. A task is a game with a seed; the reward is the model's share of the win.

The taskset is named by its module: `taskset.id = "seaboard.agents.environments.verifiers"`.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from ...core.errors import IllegalMove
from ..local_game import LocalGame
from ..rules_text import rules_text

SYSTEM = "You play a board game. Think, then end your answer with a line `Move: ` and the number or notation of one legal move."
MAX_REFUSALS = 5  # in a row; then the game is lost


class SeaboardTasksetConfig(vf.TasksetConfig):
    game: str = "maori"
    players: int = 2
    opponent: str = "normal"
    options: dict[str, Any] = Field(default_factory=dict)


class SeaboardData(vf.TaskData):
    game: str
    seed: int
    opponent: str
    options: dict[str, Any]


class SeaboardTask(vf.Task[SeaboardData, vf.State, vf.TaskConfig]):
    @property
    def key(self) -> str:
        return self.data.name or self.hash

    def begin(self) -> LocalGame:
        data = self.data
        return LocalGame(data.game, opponents=[data.opponent], seed=data.seed, options=data.options)


class SeaboardTaskset(vf.Taskset[SeaboardTask, SeaboardTasksetConfig]):
    """One game for each seed from 0 on."""

    INFINITE = True

    def load(self) -> Iterator[SeaboardTask]:
        config = self.config
        options = {**config.options, "players": config.players}
        for seed in count():
            game = LocalGame(config.game, opponents=[config.opponent], seed=seed, options=options)
            prompt = f"{rules_text(game.match.game)}\n{game.report().text()}"
            name = f"{config.game} {config.players} {config.opponent} #{seed}"
            facts = {"game": config.game, "seed": seed, "opponent": config.opponent, "options": options}
            yield SeaboardTask(SeaboardData(name=name, prompt=prompt, system_prompt=SYSTEM, **facts), config.task)


class SeaboardEnvConfig(vf.EnvConfig):
    player: vf.AgentConfig = vf.AgentConfig()


class SeaboardEnv(vf.Env[SeaboardEnvConfig]):
    """The game answers each move of the model with the next report."""

    async def run(self, task: SeaboardTask, agents: Any) -> None:
        game, refusals = task.begin(), 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                try:
                    game.play(segment.last_reply or "")
                    refusals, answer = 0, game.report().text()
                except IllegalMove as error:
                    refusals, answer = refusals + 1, f"{error}\nAnswer again."
                if game.over or refusals > MAX_REFUSALS:
                    break
                segment = await interaction.turn(answer)
        trace = interaction.trace
        trace.record_reward("win", game.rewards("win")[0] if game.over else 0.0, 1.0)
        trace.record_metric("finished", float(game.over))
        trace.record_metric("points", float(game.match.scores()[0]))
        trace.record_metric("refusals", float(game.refusals))


__all__ = ["SeaboardEnv", "SeaboardEnvConfig", "SeaboardTaskset", "SeaboardTasksetConfig"]
