"""One decision of look-ahead: tries each action, followed by a few random turns."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.dice import key_of
from ..core.errors import BadOption
from ..core.game import Game
from .bot import Hint, new_hint
from .mcts.search_settings import SearchSettings
from .mcts.tree import POINTS, WIN
from .search import Cancelled, SearchWorker, never

# every action equally often, then random play for a few turns; only the margin of points counts
ONE_PLY = SearchSettings(explore=1e9, untried=0, prior=0, policy=0, turns=6, winning=0, rank=0)


class Greedy:
    """Tries each action `playouts` times and takes the one with the best mean margin of points."""

    NUMBER = "playouts"

    def __init__(self, game: Game, box: np.record, seed: Any = None, *, playouts: int = 20, threads: int | None = None):
        if playouts < 1:
            raise BadOption("greedy needs at least 1 playout")
        self.game, self.box, self.playouts = game, box, playouts
        own_seed = seed if seed is not None else key_of(None)
        self.worker = SearchWorker(game, box, str(own_seed), game.max_legal + 1, ONE_PLY, max_depth=3)

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled | None = None) -> int:
        return self.rank(seen, actions, cancelled or never)[0] if len(actions) > 1 else int(actions[0])

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        """Best first; the points are those after a few turns."""
        ranked, seat = self.rank(seen, actions, never), int(self.game.mover(seen))
        visits, means = self.worker.root_means()
        return [
            new_hint(self.game, self.box, a, means[a, :, POINTS:].sum(1), means[a, seat, WIN], int(visits[a])) for a in ranked
        ]

    def rank(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled) -> list[int]:
        """The actions, best first."""
        self.worker.start(seen)
        self.worker.run(self.playouts * len(actions), float("inf"), cancelled)
        visits, values = self.worker.root_values(int(self.game.mover(seen)))
        means = values / np.maximum(1, visits)
        return [int(action) for action in sorted(actions, key=lambda action: -means[action])]
