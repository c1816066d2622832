"""Encodes observations as network inputs: scales numbers to 0 to 1, categories become one-hot vectors or traits.

Works with NumPy arrays and PyTorch tensors.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.features import NUMBER, Column, columns
from ..core.game import Game

LOGARITHMIC_ABOVE = 32  # numbers with a wider range are scaled logarithmically
ONE_HOT_UP_TO = 128  # categories with more values are encoded in binary, not one-hot


class ObservationEncoder:
    """Encodes observations as rows of `size` floats, without empty seats and without features that others imply.

    >>> batch = Batch("maori", 1024)
    >>> encode = ObservationEncoder(batch.game, batch.options, batch.box)
    >>> encode(batch.observations).shape
    """

    def __init__(self, game: Game, options: Mapping[str, Any], box: np.record):
        used = [column for column in columns(game.full_features) if column.seat < game.seats(options)]
        used = [column for column in used if column.feature.for_networks]
        numbers = [column for column in used if column.feature.kind == NUMBER]
        self.scales = [scale for wide in (False, True) if (scale := scale_of([c for c in numbers if is_wide(c) == wide], wide))]
        groups: dict[tuple, list[Column]] = {}
        for column in used:
            feature = column.feature
            if feature.kind != NUMBER:
                groups.setdefault((feature.low, feature.high, feature.traits), []).append(column)
        self.tables = [
            (indices_of(group), least, encoding_table(least, most, traits, box))
            for (least, most, traits), group in groups.items()
        ]
        self.size = sum(len(indices) for indices, *_ in self.scales)
        self.size += sum(len(indices) * encodings.shape[1] for indices, _, encodings in self.tables)

    def to(self, device: Any) -> "ObservationEncoder":
        """A copy for PyTorch tensors on a device."""
        import torch

        other = object.__new__(ObservationEncoder)
        to_device: Any = lambda array: torch.as_tensor(array, device=device)  # noqa: E731
        other.scales = [
            (to_device(indices), to_device(least), to_device(factor), wide) for indices, least, factor, wide in self.scales
        ]
        other.tables = [(to_device(indices), least, to_device(values)) for indices, least, values in self.tables]
        other.size = self.size
        return other

    def __call__(self, observations: Any) -> Any:
        rows = len(observations)
        in_numpy = isinstance(observations, np.ndarray)
        parts = []
        for indices, least, factor, wide in self.scales:
            above = observations[:, indices] - least
            parts.append((np.log1p(above) if in_numpy else above.log1p()) * factor if wide else above * factor)
        for indices, least, encodings in self.tables:
            values = observations[:, indices]
            parts.append(encodings[(values if in_numpy else values.int()) - least].reshape(rows, -1))
        if in_numpy:
            return np.concatenate(parts, 1)
        import torch

        return torch.cat(parts, 1)


def is_wide(column: Column) -> bool:
    return column.feature.high - column.feature.low > LOGARITHMIC_ABOVE


def indices_of(group: list[Column]) -> np.ndarray:
    """The indices of all values of some columns."""
    return np.concatenate([np.arange(column.first, column.first + column.feature.size) for column in group])


def scale_of(group: list[Column], wide: bool) -> tuple | None:
    """(indices of the numbers, their minimum, a factor for the difference or its logarithm, whether it is logarithmic)."""
    if not group:
        return None
    lowest = np.concatenate([np.full(column.feature.size, column.feature.low, np.float32) for column in group])
    highest = np.concatenate([np.full(column.feature.size, column.feature.high, np.float32) for column in group])
    span = highest - lowest
    return indices_of(group), lowest, 1 / (np.log1p(span) if wide else span), wide


def encoding_table(lowest: int, highest: int, traits: Any, box: np.record) -> np.ndarray:
    """The encoding of each value of a category: its traits, or one-hot, or binary where there are many values."""
    if traits:
        return traits(box)
    values = highest - lowest + 1
    if values <= ONE_HOT_UP_TO:
        return np.eye(values, dtype=np.float32)
    return (np.arange(values)[:, None] >> np.arange(values.bit_length()) & 1).astype(np.float32)
