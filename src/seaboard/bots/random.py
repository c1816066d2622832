"""Uniformly random actions."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core.game import Game
from .bot import Hint, new_hint


class Random:
    """Picks a legal action with equal probability."""

    def __init__(self, game: Game, box: np.record, seed: Any = None, *, threads: int | None = None):
        self.game, self.box = game, box
        self.generator = random.Random(str(seed) if seed is not None else None)

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Callable[[], bool] | None = None) -> int:
        return self.generator.choice(actions)

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        """All actions in random order, without estimates."""
        return [new_hint(self.game, self.box, action) for action in self.generator.sample(list(actions), len(actions))]
