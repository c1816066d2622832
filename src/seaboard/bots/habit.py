"""Plays by the game's heuristics alone: no search, and nothing to compile."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core.dice import key_of
from ..core.game import Game


class Habit:
    """Samples an action with the weights of the game's `prefer`, as a playout does."""

    def __init__(self, game: Game, box: np.record, seed: Any = None):
        self.game, self.box = game, box
        self.prefer = getattr(game.rules, "prefer", lambda s, box, action: 1)
        self.generator = random.Random(str(seed) if seed is not None else None)

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Callable[[], bool] | None = None) -> int:
        s = seen.copy()
        self.game.redeal(s, self.box, key_of(self.generator.getrandbits(64)))
        weights = [int(self.prefer(s, self.box, int(action))) for action in actions]
        return int(self.generator.choices(actions, weights if any(weights) else None)[0])
