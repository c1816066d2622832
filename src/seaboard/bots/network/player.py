"""A bot that plays by a network: at once, or as the prior and the values of a search."""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ...core.game import Game
from ..search import Cancelled, Search, SearchWorker, never
from ..tree.network import Net, new_sight
from ..tree.structures import SearchSettings, reset_tree
from ..tree.thinking import Guide, compiled_think, new_thoughts, new_wide_workspace
from .files import Misfit, load_net

MOST_NODES = 400_000


@cache
def say_once(line: str) -> None:
    print(f"seaboard: {line}; the search goes by the game's own judgement", file=sys.stderr)


class Guided(SearchWorker):
    """One thread's tree, workspace and chance, and the network's eyes."""

    def __init__(self, game: Game, box: np.record, seed: str, room: int, guide: Guide, net: Net):
        super().__init__(game, box, seed, 1, SearchSettings())
        seats = int(box.players)
        self.settings, self.net = guide.as_array(game.parts), net
        self.tree: Any = new_thoughts(game, seats, room)
        self.workspace = new_wide_workspace(game, seats)
        self.sight = new_sight(game, seats, net)
        self.simulate = compiled_think(game)

    def simulate_some(self, times: int) -> None:
        self.simulate(self.tree, self.workspace, self.sight, self.net, self.box, self.settings, self.seed, self.done, times)


class NetSearch(Search):
    """`net` takes what the network prefers; with `simulations` or `seconds` it searches. Where none fits, it is `search`."""

    def __init__(
        self,
        game: Game,
        box: np.record,
        seed: Any = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        slack: float = 0.0,
        file: str = "",
        **settings: float,
    ):
        self.net: Net | None = None
        self.at_once = simulations is None and seconds is None
        try:
            self.net, guide = load_net(game, box, Path(file) if file else None)
            settings = {**guide, **settings}
        except Misfit as trouble:
            say_once(str(trouble))
            self.at_once = False
        if self.at_once:
            simulations = 1
        super().__init__(game, box, seed, simulations=simulations, seconds=seconds, threads=threads, slack=slack, **settings)

    def new_workers(self, seeds: list[str], settings: dict[str, float]) -> list[SearchWorker]:
        if self.net is None:
            return super().new_workers(seeds, settings)
        room = min(MOST_NODES, (self.simulations or MOST_NODES) * 40 + 2 * self.game.most_legal)
        return [Guided(self.game, self.box, seed, room, Guide(**settings), self.net) for seed in seeds]

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled | None = None) -> int:
        if not self.at_once or len(actions) == 1:
            return super().choose(seen, actions, cancelled)
        preferences = self.preferences(seen)
        return max((int(action) for action in actions), key=lambda action: preferences[action])

    def preferences(self, seen: np.record) -> dict[int, float]:
        """What the network prefers, by action, as logarithms; nothing for actions that are not allowed."""
        worker = self.workers[0]
        reset_tree(worker.tree)
        worker.workspace.states[0] = seen
        worker.think(1, float("inf"), never)
        nodes = worker.tree.nodes[1 : worker.tree.size[0]]
        return dict(zip(nodes["action"].tolist(), nodes["logit"].tolist(), strict=True))
