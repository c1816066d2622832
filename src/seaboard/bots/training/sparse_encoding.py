"""Sparse encoding of observations for training: the rows of weights that each one adds.

Most values of an observation are defaults, which add nothing (network/shape.py). The others become row numbers of the whole
network, which are the same for all boxes.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.rule import compiled_entry
from ..network.shape import NUMBER, TABLE, Shape

MAX_INPUTS = 256  # maximum number of encoded values of an observation; more are dropped
PADDING = 32  # rows of zeros after the last row


class InputTables(NamedTuple):
    """The rows of each value of an observation, by box."""

    start: np.ndarray  # by index: offset of its rows in `row_of`, less its smallest value
    largest: np.ndarray  # by index: the largest value that has a row
    defaults: np.ndarray  # by index: the value that adds nothing
    row_of: np.ndarray  # by box and value
    slope_of: np.ndarray  # by box and index: the row for the excess over `largest`
    action_of: np.ndarray  # by box and action: its identity
    padding: int  # the first of the rows of zeros that fill up an encoding


def input_tables(shape: Shape, boxes: list[np.record]) -> InputTables:
    """The tables of these boxes, which a plan numbers in this order."""
    game = shape.game
    size = game.observation_size
    start, largest, defaults = (np.zeros(size, np.int32) for _ in range(3))
    nothing = shape.rows + shape.fields  # a row of zeros, for empty seats
    slope_of, rows, offset = np.zeros((len(boxes), size), np.int16), [], 0
    tables = [shape.tables(box) for box in boxes]
    for number, group in enumerate(shape.groups):
        feature, first = group.column.feature, group.column.first - game.option_size
        if first < 0:
            continue
        by_value = feature.identities is not None and not feature.item_traits
        values = feature.high - feature.low + 1 if by_value else group.values
        indices = slice(first, first + feature.size)
        start[indices] = offset + values * np.arange(feature.size) - feature.low
        largest[indices], defaults[indices] = feature.low + values - 1, group.default
        offset += values * feature.size
        piece = np.zeros((len(boxes), feature.size, values), np.int16)
        for n, box in enumerate(boxes):
            table = tables[n][number]
            identities = table.value_identities if table.value_identities is not None else table.input_identities
            identities = None if identities is None else np.maximum(identities, 0)
            fields = np.zeros(feature.size, int) if feature.shared else np.arange(feature.size)
            fields = identities if feature.item_traits and identities is not None else fields
            value = identities if by_value and identities is not None else np.arange(values)
            piece[n] = group.row + fields[:, None] * group.values + value[None]
            slope_of[n, indices] = shape.rows + group.field + fields if feature.kind == NUMBER else nothing
            if group.column.seat >= int(box.players):
                piece[n], slope_of[n, indices] = nothing, nothing
        rows.append(piece.reshape(len(boxes), -1))
    action_identities = [
        game.action_identities(box).numbers if game.action_identities else np.arange(game.num_actions) for box in boxes
    ]
    actions = np.maximum(np.stack(action_identities), 0).astype(np.int16)
    return InputTables(start, largest, defaults, np.concatenate(rows, axis=1), slope_of, actions, nothing + 1)


def encode(tables, observations, boxes, actions, counts, first, last, inputs, amounts, identities):
    """Encodes observations `first` to `last` - 1: row numbers, their factors, and the identities of the legal actions."""
    for i in range(first, last):
        box, n = boxes[i], 0
        for index in range(observations.shape[1]):
            value = observations[i, index]
            if value != tables.defaults[index] and n < inputs.shape[1]:
                largest = tables.largest[index]
                inputs[i, n] = tables.row_of[box, tables.start[index] + min(value, largest)]
                amounts[i, n] = 1
                n += 1
                if value > largest and n < inputs.shape[1]:
                    inputs[i, n] = tables.slope_of[box, index]
                    amounts[i, n] = (value - largest) / TABLE
                    n += 1
        for k in range(n, inputs.shape[1]):
            inputs[i, k] = tables.padding + k % PADDING
            amounts[i, k] = 0
        for k in range(counts[i]):
            identities[i, k] = tables.action_of[box, actions[i, k]]


@cache
def compiled_encode() -> Any:
    return compiled_entry(encode, None)


def encoded(tables: InputTables, positions: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The encoding of many positions."""
    count = len(positions["counts"])
    encoding: dict[str, np.ndarray] = {
        "inputs": np.zeros((count, MAX_INPUTS), np.int16),
        "amounts": np.zeros((count, MAX_INPUTS), np.float32),
        "identities": np.zeros(positions["actions"].shape, np.int16),
    }
    names = ("rows", "boxes", "actions", "counts")
    compiled_encode()(tables, *(positions[name] for name in names), 0, count, *encoding.values())
    return encoding
