"""Encodes observations as network inputs: numbers scaled to 0 to 1, categories one-hot or by traits. NumPy and PyTorch."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.features import NUMBER, Column, columns
from ..core.game import Game

WIDE = 32  # numbers with a wider range are scaled logarithmically
MANY = 128  # categories with more values are encoded in binary, not one-hot


class ObservationEncoder:
    """Encodes observations as rows of `size` floats, without empty seats and without features that others imply.

    >>> batch = Batch("maori", 1024)
    >>> encode = ObservationEncoder(batch.game, batch.options, batch.box)
    >>> encode(batch.observations).shape
    """

    def __init__(self, game: Game, options: Mapping[str, Any], box: np.record):
        taken = [column for column in columns(game.full_features) if column.seat < game.seats(options)]
        taken = [column for column in taken if column.feature.for_networks]
        numbers = [column for column in taken if column.feature.kind == NUMBER]
        self.scales = [scale for wide in (False, True) if (scale := scale_of([c for c in numbers if is_wide(c) == wide], wide))]
        groups: dict[tuple, list[Column]] = {}
        for column in taken:
            row = column.feature
            if row.kind != NUMBER:
                groups.setdefault((row.low, row.high, row.traits), []).append(column)
        self.tables = [
            (places(group), least, table(least, most, traits, box)) for (least, most, traits), group in groups.items()
        ]
        self.size = sum(len(where) for where, *_ in self.scales) + sum(len(where) * t.shape[1] for where, _, t in self.tables)

    def to(self, device: Any) -> "ObservationEncoder":
        """A copy for PyTorch tensors on a device."""
        import torch

        other = object.__new__(ObservationEncoder)
        put: Any = lambda array: torch.as_tensor(array, device=device)  # noqa: E731
        other.scales = [(put(where), put(least), put(by), wide) for where, least, by, wide in self.scales]
        other.tables = [(put(where), least, put(values)) for where, least, values in self.tables]
        other.size = self.size
        return other

    def __call__(self, observations: Any) -> Any:
        rows = len(observations)
        in_numpy = isinstance(observations, np.ndarray)
        parts = []
        for where, least, by, wide in self.scales:
            above = observations[:, where] - least
            parts.append((np.log1p(above) if in_numpy else above.log1p()) * by if wide else above * by)
        for where, least, values in self.tables:
            index = observations[:, where]
            parts.append(values[(index if in_numpy else index.int()) - least].reshape(rows, -1))
        if in_numpy:
            return np.concatenate(parts, 1)
        import torch

        return torch.cat(parts, 1)


def is_wide(column: Column) -> bool:
    return column.feature.high - column.feature.low > WIDE


def places(group: list[Column]) -> np.ndarray:
    """The indices of all values of some columns."""
    return np.concatenate([np.arange(column.first, column.first + column.feature.size) for column in group])


def scale_of(group: list[Column], wide: bool) -> tuple | None:
    """(indices of the numbers, their minimum, a factor for the difference or its logarithm, whether it is logarithmic)."""
    if not group:
        return None
    least = np.concatenate([np.full(column.feature.size, column.feature.low, np.float32) for column in group])
    most = np.concatenate([np.full(column.feature.size, column.feature.high, np.float32) for column in group])
    span = most - least
    return places(group), least, 1 / (np.log1p(span) if wide else span), wide


def table(least: int, most: int, traits: Any, box: np.record) -> np.ndarray:
    """The encoding of each value of a category: its traits, or one-hot, or binary where there are many values."""
    if traits:
        return traits(box)
    values = most - least + 1
    if values <= MANY:
        return np.eye(values, dtype=np.float32)
    return (np.arange(values)[:, None] >> np.arange(values.bit_length()) & 1).astype(np.float32)
