"""Observations scaled to 0 to 1, value by value, in the same layout. `ObservationEncoder` makes one-hot features instead."""

from typing import Any

import numpy as np

from ..core.features import columns
from ..core.game import Game


class ObservationScale:
    """`(value - low) / (high - low)` for each value, by the ranges in docs/observations.md; `low` and `high` are arrays."""

    def __init__(self, game: Game):
        rows = [column.feature for column in columns(game.full_features)]
        self.low = np.concatenate([np.full(row.size, row.low, np.float32) for row in rows])
        self.high = np.concatenate([np.full(row.size, row.high, np.float32) for row in rows])
        self.range = np.maximum(1, self.high - self.low)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        return (observations - self.low) / self.range

    def space(self) -> Any:
        """The Gymnasium space of a scaled observation."""
        from gymnasium import spaces

        return spaces.Box(0.0, 1.0, self.low.shape, np.float32)


def feature_names(game: Game) -> list[str]:
    """A name for each value of an observation: "round", "players 1 shells", "village 17" (docs/observations.md)."""
    found: list[str] = []
    for feature in game.full_features:
        parts = feature.parts or (feature._replace(name=""),)
        times = feature.size // sum(part.size for part in parts)
        for n in range(times):
            for part in parts:
                words = [feature.name, str(n) if times > 1 else "", part.name]
                name = " ".join(word for word in words if word)
                found += [name] if part.size == 1 else [f"{name} {k}" for k in range(part.size)]
    return found
