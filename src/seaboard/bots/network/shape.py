"""The first layer of a game's network: its rows of weights, and how they are folded into the rows for one box.

One network plays every box of its game. Its input is an observation with its option values: small integers. Each value adds a
row of weights to the first layer. That row is a sum of:

    rows         a row for this value of this input. Where an input or its value stands for a component (a card, a tile), it
                 belongs to the component's identity, which is the same in every box; unknown components have none
    traits       for values that are components: the component's traits (what is printed on it) times weights
    item_traits  for inputs that are about components: the component's traits times weights that depend on the value
    slopes       for numbers: the value times weights

`fold` adds these up, for one box or for all identities at once, with NumPy or PyTorch, so training and play share it. The row
of an input's default value is zero, so only inputs with other values count.
"""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ...core.features import NUMBER, Column, columns
from ...core.game import Game

TABLE = 24  # values of a number that have rows; slopes cover larger ones
MANY_TRAITS = 40  # a feature with more traits has one set of weights for all of its inputs


@dataclass(frozen=True)
class Group:
    """A column of the observation, and where its weights are."""

    column: Column
    fields: int  # inputs that have rows: all of the column, one if they share weights, or one per identity
    values: int  # rows per field
    row: int  # offset in `rows`
    field: int  # offset in `slopes`
    trait_row: int  # offset in `traits`
    item_trait_row: int  # offset in `item_traits`
    traits: int = 0  # number of traits of a value
    trait_fields: int = 0  # inputs with their own weights for traits: all fields, or 1 if they share them
    item_traits: int = 0  # number of traits of an input's component

    @property
    def rows(self) -> int:
        return self.fields * self.values

    @property
    def default(self) -> int:
        """The value that adds nothing."""
        feature = self.column.feature
        return 0 if feature.low <= 0 <= feature.high else feature.low


@dataclass(frozen=True)
class GroupTables:
    """The facts about a box that a group needs: identities and traits of its values or of its inputs' components."""

    counts: Any  # by value: 0 for the default, else 1
    steps: Any  # by value: the value in TABLEs, for slopes
    value_identities: np.ndarray | None = None  # by value; -1 unknown
    input_identities: np.ndarray | None = None  # by input; -1 unknown
    traits: Any = None
    item_traits: Any = None


class Shape:
    """The rows of weights of one game, for all of its boxes."""

    def __init__(self, game: Game):
        self.game = game
        self.seats = max(option_values(game, "players"))
        self.fewest = min(option_values(game, "players"))
        self.kinds = len(game.score_kinds)
        self.outputs = 2 + self.kinds  # per seat: win, margin, and points of each kind
        box = game.build_box(game.choose())
        self.groups: list[Group] = []  # those that networks use
        by_column: list[Group] = []
        last = Group(Column(0, game.features[0]), 0, 0, 0, 0, 0, 0)
        for column in columns(game.full_features):
            repeated = column.repeats >= 0
            group = replace(by_column[column.repeats], column=column) if repeated else group_after(last, column, box)
            by_column.append(group)
            if column.feature.for_networks:
                self.groups.append(group)
                last = last if repeated else group
        self.rows, self.fields = last.row + last.rows, last.field + last.fields
        self.traits = last.trait_row + last.traits * last.trait_fields
        self.item_traits = last.item_trait_row + last.item_traits * last.values

    def stack(self, box: np.record) -> int:
        """The number of the layer stack for this box: each number of players has its own upper layers."""
        return int(box.players) - self.fewest

    @property
    def stacks(self) -> int:
        return self.seats - self.fewest + 1

    @cached_property
    def hash(self) -> str:
        """A hash of the observation layout, the actions and the shape of the weights: a network fits only the same hash."""
        described = [
            (c.first, c.feature.size, c.feature.low, c.feature.high, c.feature.kind, c.seat, c.feature.shared)
            for c in columns(self.game.full_features)
        ]
        sizes = (self.rows, self.fields, self.traits, self.item_traits, self.kinds, self.game.num_actions, self.seats)
        return hashlib.blake2b(repr((described, sizes, self.action_shape)).encode(), digest_size=8).hexdigest()

    @cached_property
    def action_shape(self) -> tuple[int, int, int]:
        """The number of action identities, of kinds of actions about components, and of traits of a component."""
        if self.game.action_identities is None:
            return self.game.num_actions, 0, 0
        about = self.game.action_identities(self.game.build_box(self.game.choose()))
        return about.count, about.kinds, about.traits.shape[1]

    def tables(self, box: np.record) -> list[GroupTables]:
        """Each group's tables for this box."""
        return tables_of(self, box.tobytes())

    def fold(self, weights: Any, tables: list[GroupTables], lib: Any = np) -> list[Any]:
        """Each group's rows (fields, values, width), as NumPy arrays or PyTorch tensors."""
        return [self.fold_group(group, weights, table, lib) for group, table in zip(self.groups, tables, strict=True)]

    def fold_group(self, group: Group, weights: Any, table: GroupTables, lib: Any) -> Any:
        width = weights["rows"].shape[1]
        rows = weights["rows"][group.row : group.row + group.rows].reshape(group.fields, group.values, width)
        if table.value_identities is not None:
            rows = rows[:, table.value_identities] * (table.value_identities >= 0)[None, :, None]
        if table.input_identities is not None:
            rows = rows[table.input_identities] * (table.input_identities >= 0)[:, None, None]
        if group.traits:
            end = group.trait_row + group.traits * group.trait_fields
            part = weights["traits"][group.trait_row : end].reshape(group.trait_fields, group.traits, width)
            rows = rows + table.traits[None] @ part
        if group.item_traits:
            end = group.item_trait_row + group.item_traits * group.values
            part = weights["item_traits"][group.item_trait_row : end].reshape(group.values, group.item_traits, width)
            rows = rows + lib.swapaxes(table.item_traits[None] @ part, 0, 1)
        if group.column.feature.kind == NUMBER:
            rows = rows + self.slopes_of(group, weights, table)[:, None] * table.steps[None, :, None]
        return rows * table.counts[None, :, None]

    def slopes_of(self, group: Group, weights: Any, table: GroupTables) -> Any:
        """How much each field adds per TABLE of its value."""
        slopes = weights["slopes"][group.field : group.field + group.fields]
        if table.input_identities is None:
            return slopes
        return slopes[table.input_identities] * (table.input_identities >= 0)[:, None]


@lru_cache(maxsize=256)
def tables_of(shape: Shape, box_bytes: bytes) -> list[GroupTables]:
    """`Shape.tables`, cached."""
    box, results = np.frombuffer(box_bytes, shape.game.box)[0], {}  # type: np.record, dict[Any, np.ndarray]
    return [group_tables(group, box, results) for group in shape.groups]


def group_after(before: Group, column: Column, box: np.record) -> Group:
    """The group of a column; its weights follow those of the group `before`."""
    feature = column.feature
    values = min(feature.high - feature.low, TABLE if feature.kind == NUMBER else 10**6) + 1
    fields = 1 if feature.shared else feature.size
    traits = feature.traits(box).shape[1] if feature.traits else 0
    item_traits = feature.item_traits(box).shape[1] if feature.item_traits else 0
    if feature.identities and feature.item_traits:
        fields = feature.identity_count
    elif feature.identities:
        values = feature.identity_count
    return Group(
        column,
        fields,
        values,
        row=before.row + before.rows,
        field=before.field + before.fields,
        trait_row=before.trait_row + before.traits * before.trait_fields,
        item_trait_row=before.item_trait_row + before.item_traits * before.values,
        traits=traits,
        trait_fields=(1 if traits > MANY_TRAITS else fields) if traits else 0,
        item_traits=item_traits,
    )


def group_tables(group: Group, box: np.record, results: dict[Any, np.ndarray]) -> GroupTables:
    """A group's tables for a box. `results` caches what the features' functions return, since many groups share them."""
    feature = group.column.feature
    for function in (feature.identities, feature.traits, feature.item_traits):
        if function is not None and function not in results:
            results[function] = function(box)
    identities = results[feature.identities] if feature.identities else None
    rows = len(identities) if identities is not None and not feature.item_traits else group.values
    value = feature.low + np.arange(rows)
    return GroupTables(
        (value != group.default).astype(np.float32),
        (value / TABLE).astype(np.float32),
        value_identities=identities if not feature.item_traits else None,
        input_identities=identities if feature.item_traits else None,
        traits=results[feature.traits] if feature.traits else None,
        item_traits=results[feature.item_traits] if feature.item_traits else None,
    )


def option_values(game: Game, name: str) -> tuple:
    return next(option.choices for option in game.options if option.name == name)


class BoxInputs:
    """The first layer for one box: the rows of each input, and a bias that contains the constant inputs (option values)."""

    def __init__(self, shape: Shape, box: np.record, weights: Any):
        tables = shape.tables(box)
        game, option_values = shape.game, shape.game.observe_options(box)
        width = weights["rows"].shape[1]
        self.bias = np.zeros(width, np.float32)
        indices, zero_rows, largest, defaults, slopes, rows = [], [], [], [], [], []
        first_rows: dict[int, int] = {}  # the first row of a group, by its offset in the weights: repetitions share rows
        row_count = 0
        for group, box_tables, table in zip(shape.groups, tables, shape.fold(weights, tables), strict=True):
            feature, offset = group.column.feature, group.column.first
            fields = np.zeros(feature.size, int) if feature.shared else np.arange(feature.size)
            if offset < game.option_size:
                self.bias += table[fields, option_values[offset : offset + feature.size] - feature.low].sum(0)
            elif group.column.seat < int(box.players):
                first_row = first_rows.setdefault(group.row, row_count)
                indices.append(offset - game.option_size + np.arange(feature.size))
                zero_rows.append(first_row + fields * table.shape[1] - feature.low)
                largest.append(np.full(feature.size, feature.low + table.shape[1] - 1))
                defaults.append(np.full(feature.size, group.default))
                slopes.append(shape.slopes_of(group, weights, box_tables)[fields] / TABLE)
                if first_row == row_count:
                    rows.append(table.reshape(-1, width))
                    row_count += len(rows[-1])
        self.indices, self.zero_rows = join(indices, np.int32), join(zero_rows, np.int32)
        self.largest, self.defaults = join(largest, np.int32), join(defaults, np.int32)
        self.rows, self.slopes = join(rows, np.float32), join(slopes, np.float32)


def join(parts: list[np.ndarray], kind: Any) -> np.ndarray:
    return np.ascontiguousarray(np.concatenate(parts), kind)
