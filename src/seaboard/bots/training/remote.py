"""Self-play on other machines: workers of a pool play games with the latest network and send them back."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from ..network.network_files import Weights
from .plans import Plan
from .selfplay_threads import Played, Player, Players, Workspace

FIRST_GAME = 1 << 40  # number of the first remote game: local games have lower numbers, so no game is played twice
GAMES_PER_TASK = 4


class Pool(Protocol):
    """Workers, usually on other machines (`lab.parallel.RayPool`)."""

    @property
    def workers(self) -> int:
        """How many tasks run at the same time."""

    def share(self, value: Any) -> Any:
        """Sends a large value once; tasks get it by the returned reference."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Starts a task."""

    def results(self) -> list[Any]:
        """The results of tasks that finished since the last call."""


class RemotePlayers:
    """Keeps all workers of a pool busy; `take` gets the games that they finished."""

    def __init__(self, plan: Plan, pool: Pool, seed: int, take: Callable[[Played], None]):
        self.pool, self.seed, self.take = pool, seed, take
        self.plan = pickle.dumps(replace(plan))  # a copy without the plan's caches
        self.network, self.version = pool.share(None), 0
        self.number, self.running, self.played = FIRST_GAME, 0, 0

    def use(self, weights: Weights) -> None:
        """Later tasks play with these weights."""
        self.network, self.version = self.pool.share(weights), self.version + 1

    def collect(self, setup_weights: np.ndarray, refill: bool = True) -> None:
        """Collects finished games; with `refill`, starts new tasks, with setups drawn by `setup_weights`."""
        for games in self.pool.results():
            self.running -= 1
            self.played += len(games)
            for played in games:
                self.take(played)
        while refill and self.running < 2 * self.pool.workers:
            self.pool.submit(play_games, self.plan, self.network, self.version, setup_weights, self.seed, self.number)
            self.number += GAMES_PER_TASK
            self.running += 1


def play_games(
    plan: bytes, weights: Weights | None, version: int, setup_weights: np.ndarray, seed: int, first: int
) -> list[Played]:
    """A task: plays some games with one version of the network."""
    players, workspace = worker_state(plan, seed)
    if version != players.version:
        players.latest, players.version = Player(players.plan, weights), version
    players.setup_weights = setup_weights
    return [players.play_one(workspace, number) for number in range(first, first + GAMES_PER_TASK)]


class VersionedPlayers(Players):
    """The players of one worker process, with the version of their network."""

    version = 0


@lru_cache(maxsize=1)
def worker_state(plan: bytes, seed: int) -> tuple[VersionedPlayers, Workspace]:
    """The players and working memory of a worker process, cached between its tasks."""
    loaded: Plan = pickle.loads(plan)
    return VersionedPlayers(loaded, 0, seed, lambda played: None), Workspace(loaded)
