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

FIRST = 1 << 40  # number of the first remote game: local ones have lower numbers, so no game is played twice
GAMES = 4  # per task


class Pool(Protocol):
    """Workers on other machines, or here (`lab.parallel.RayPool`)."""

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
    """Keeps every worker of a pool busy, and hands over the games that they finished."""

    def __init__(self, plan: Plan, pool: Pool, seed: int, take: Callable[[Played], None]):
        self.pool, self.seed, self.take = pool, seed, take
        self.plan = pickle.dumps(replace(plan))  # a copy without the plan's caches
        self.network, self.version = pool.share(None), 0
        self.number, self.running, self.played = FIRST, 0, 0

    def use(self, weights: Weights) -> None:
        """Tasks that start from now on play with these weights."""
        self.network, self.version = self.pool.share(weights), self.version + 1

    def collect(self, chances: np.ndarray, refill: bool = True) -> None:
        """Takes over finished games; starts new ones, with setups drawn by `chances`."""
        for games in self.pool.results():
            self.running -= 1
            self.played += len(games)
            for played in games:
                self.take(played)
        while refill and self.running < 2 * self.pool.workers:
            self.pool.submit(play_games, self.plan, self.network, self.version, chances, self.seed, self.number)
            self.number += GAMES
            self.running += 1


def play_games(plan: bytes, weights: Weights | None, version: int, chances: np.ndarray, seed: int, first: int) -> list[Played]:
    """A task: some games of one version of the network."""
    players, workspace = table_of(plan, seed)
    if version != players.version:
        players.latest, players.version = Player(players.plan, weights), version
    players.chances = chances
    return [players.play_one(workspace, number) for number in range(first, first + GAMES)]


class RemoteTable(Players):
    """The players of one worker process, and the version of their network."""

    version = 0


@lru_cache(maxsize=1)
def table_of(plan: bytes, seed: int) -> tuple[RemoteTable, Workspace]:
    """Kept between the tasks of a worker process."""
    found: Plan = pickle.loads(plan)
    return RemoteTable(found, 0, seed, lambda played: None), Workspace(found)
