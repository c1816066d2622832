"""A bot that plays by a network: at once, or as the prior and the values of a search."""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ...core.game import Game
from ..search import Cancelled, Search, Thinker, never
from ..tree.network import Net, new_sight
from ..tree.parts import Mind, plant
from ..tree.thinking import Guide, compiled_think, new_thoughts, new_wide_desk
from .files import Misfit, load_net

MOST_NODES = 400_000


@cache
def say_once(line: str) -> None:
    print(f"seaboard: {line}; the search goes by the game's own judgement", file=sys.stderr)


class Guided(Thinker):
    """One thread's tree, desk and chance, and the network's eyes."""

    def __init__(self, game: Game, box: np.record, seed: str, room: int, guide: Guide, net: Net):
        super().__init__(game, box, seed, 1, Mind())
        seats = int(box.players)
        self.settings, self.net = guide.settings(game.parts), net
        self.tree: Any = new_thoughts(game, seats, room)
        self.desk = new_wide_desk(game, seats)
        self.sight = new_sight(game, seats, net)
        self.simulate = compiled_think(game)

    def simulate_some(self, times: int) -> None:
        self.simulate(self.tree, self.desk, self.sight, self.net, self.box, self.settings, self.seed, self.done, times)


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
        **mind: float,
    ):
        self.net: Net | None = None
        self.at_once = simulations is None and seconds is None
        try:
            self.net, guide = load_net(game, box, Path(file) if file else None)
            mind = {**guide, **mind}
        except Misfit as trouble:
            say_once(str(trouble))
            self.at_once = False
        if self.at_once:
            simulations = 1
        super().__init__(game, box, seed, simulations=simulations, seconds=seconds, threads=threads, slack=slack, **mind)

    def new_thinkers(self, seeds: list[str], mind: dict[str, float]) -> list[Thinker]:
        if self.net is None:
            return super().new_thinkers(seeds, mind)
        room = min(MOST_NODES, (self.simulations or MOST_NODES) * 40 + 2 * self.game.most_legal)
        return [Guided(self.game, self.box, seed, room, Guide(**mind), self.net) for seed in seeds]

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled | None = None) -> int:
        if not self.at_once or len(actions) == 1:
            return super().choose(seen, actions, cancelled)
        preferences = self.preferences(seen)
        return max((int(action) for action in actions), key=lambda action: preferences[action])

    def preferences(self, seen: np.record) -> dict[int, float]:
        """What the network prefers, by action, as logarithms; nothing for actions that are not allowed."""
        thinker = self.thinkers[0]
        plant(thinker.tree)
        thinker.desk.states[0] = seen
        thinker.think(1, float("inf"), never)
        nodes = thinker.tree.nodes[1 : thinker.tree.size[0]]
        return dict(zip(nodes["action"].tolist(), nodes["logit"].tolist(), strict=True))
