"""OpenEnv: an environment server (FastAPI). Each session is a game of one agent against bots; the reward comes at the end.

    uvicorn seaboard.agents.environments.openenv:app --port 8000

`reset` takes `seed`, `game`, `players`, `opponents` and `options`, all of them
from lists of choices, since clients are not trusted.
"""

import uuid
from collections.abc import Sequence
from typing import Any

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

from ...core.errors import BadOption, IllegalMove
from ...core.option_sources import UntrustedOptions
from ..assistant import OPPONENTS
from ..local_game import LocalGame
from ..rules_text import rules_text

MAX_SESSIONS = 32


class SeaboardAction(Action):
    move: str = Field(max_length=10_000, description="the number or the notation of a legal move, or a text that ends with it")


class SeaboardObservation(Observation):
    text: str = Field(default="", description="everything the seat may know, and its legal moves")
    moves: list[str] = Field(default_factory=list, description="the legal moves in notation")
    refusal: str = Field(default="", description="why the last answer was no legal move; the game waits for another one")
    rules: str = Field(default="", description="the rules on one page, after a reset")


class SeaboardEnvironment(Environment):
    """One game at a time."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self.game: LocalGame | None = None
        self.progress = State(episode_id="", step_count=0)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        game: str = "maori",
        players: int | None = None,
        opponents: Sequence[str] = ("normal",),
        options: dict[str, Any] | None = None,
        **_ignored: Any,
    ) -> SeaboardObservation:
        if unknown := [name for name in opponents if name not in OPPONENTS]:
            raise BadOption(f"no opponent {str(unknown[0])[:40]!r}; choose one of {', '.join(OPPONENTS)}")
        chosen = {**(options or {}), **({} if players is None else {"players": players})}
        self.game = LocalGame(game, opponents=list(opponents), seed=seed, options=UntrustedOptions(chosen))
        self.progress = State(episode_id=episode_id or uuid.uuid4().hex, step_count=0)
        return self.observation(rules=rules_text(self.game.match.game))

    def step(self, action: SeaboardAction, timeout_s: float | None = None, **_ignored: Any) -> SeaboardObservation:
        if self.game is None:
            raise BadOption("reset the environment first")
        try:
            self.game.play(action.move)
        except IllegalMove as error:
            return self.observation(refusal=str(error))
        self.progress.step_count += 1
        return self.observation()

    def observation(self, **fields: Any) -> SeaboardObservation:
        assert self.game
        report = self.game.report()
        reward = self.game.rewards("places")[0] if self.game.over else 0.0
        moves = [move.move for move in report.moves]
        return SeaboardObservation(text=report.text(), moves=moves, done=self.game.over, reward=reward, **fields)

    @property
    def state(self) -> State:
        return self.progress


app = create_fastapi_app(
    SeaboardEnvironment, SeaboardAction, SeaboardObservation, max_concurrent_envs=MAX_SESSIONS, env_name="seaboard"
)
