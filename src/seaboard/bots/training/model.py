"""The network in PyTorch: the arithmetic of `bots/mcts/network.py` for many positions at once, of any boxes of the game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ..network.network_files import NAMES
from ..network.shape import TABLE, Group, GroupTables, Shape
from .sparse_encoding import PADDING

Batch = dict[str, torch.Tensor]


class Folded(NamedTuple):
    """The weights in the form that `forward` needs; many batches can share it."""

    rows: torch.Tensor  # of all identities
    bias: torch.Tensor  # by box
    actions: torch.Tensor


class Model(nn.Module):
    """The parameters are the arrays of a network file. Batches name the box of each position by its number in `boxes`."""

    def __init__(self, shape: Shape, boxes: list[np.record], weights: Mapping[str, np.ndarray], trait_components: int = 1):
        """Traits that fewer than `trait_components` components of the boxes have are ignored, unless `weights` use them."""
        super().__init__()
        self.shape = shape
        self.weights = {name: nn.Parameter(torch.tensor(weights[name])) for name in NAMES}
        for name, part in self.weights.items():
            self.register_parameter(f"weights_{name}", part)
        common = CommonTraits(shape, weights, trait_components)
        tables = zip(shape.groups, identities_in(shape, boxes), strict=True)
        self.tables = [tensors_of(common.of_group(group, of_group)) for group, of_group in tables]
        self.option_counts: torch.Tensor
        self.stack_of_box: torch.Tensor
        self.identity_of_row: torch.Tensor
        self.identity_of_action: torch.Tensor
        self.action_kind: torch.Tensor
        self.action_traits: torch.Tensor
        for name, table in common.of_actions(setup_tables(shape, boxes)).items():
            self.register_buffer(name, torch.tensor(table))
        self.identities = 1 + int(self.identity_of_row.max())
        self.identity_dropout = 0.0  # share of identities hidden in a learning step, so that traits are learned too
        self.traits_only = 0.0  # share of learning steps that hide all identities, as in a deck that was never seen
        self.soft_actions: nn.Parameter | None = None  # rows of the actions of the soft policy, a head only in training

    def to(self, *args: Any, **kwargs: Any) -> "Model":
        moved = super().to(*args, **kwargs)
        self.tables = [tensors_of(tables, *args) for tables in self.tables]
        return moved

    def add_soft_policy(self, temperature: float) -> None:
        """Adds a second policy head, which is not exported; it starts as the game's heuristic at this temperature."""
        rows = torch.zeros_like(self.weights["actions"])
        rows[:, -1] = 1 / temperature - 1  # the change of the heuristic's factor
        self.soft_actions = nn.Parameter(rows)

    def folded(self) -> Folded:
        """Folds the weights; in training some identities are hidden (`identity_dropout`, `traits_only`)."""
        weights: dict[str, torch.Tensor] = dict(self.weights)
        keep = None
        if self.training and max(self.identity_dropout, self.traits_only) > 0 and self.identities > 1:
            chance = torch.rand(self.identities + 1, device=self.identity_of_row.device)
            keep = ((chance[0] >= self.traits_only) & (chance[1:] >= self.identity_dropout)).float()
            keep[:2] = 1  # rows without an identity, and "none"
            weights["rows"] = weights["rows"] * keep[self.identity_of_row][:, None]
        parts = zip(self.shape.groups, self.shape.fold(weights, self.tables, torch), strict=True)
        rows = torch.cat([part.flatten(0, 1) for group, part in parts if group.column.repeats < 0])
        rows = torch.cat((rows, weights["slopes"], rows.new_zeros(PADDING + 1, rows.shape[1])))
        return Folded(rows, self.option_counts @ rows[: self.shape.rows] + weights["bias"], self.fold_actions(keep))

    def fold_actions(self, keep: torch.Tensor | None) -> torch.Tensor:
        """The row of each action identity; `keep` is 0 for hidden identities."""
        actions: torch.Tensor = self.weights["actions"]
        if len(self.action_kind) == 0:
            return actions
        if keep is not None:
            actions = actions * keep[self.identity_of_action][:, None]
        kinds, traits = self.shape.action_shape[1:]
        about = self.weights["action_traits"].view(kinds, traits, -1)
        for kind in range(kinds):
            of_kind = torch.eq(self.action_kind, kind).float()[:, None]
            actions = actions + (self.action_traits * of_kind) @ about[kind]
        return actions

    def forward(self, batch: Batch, folded: Folded | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the legal actions, and the outputs of the last layer for each seat from the mover on."""
        folded = folded or self.folded()
        policy, value = self.hidden(batch, folded)
        return self.logits(policy, folded.actions, batch), value

    def hidden(self, batch: Batch, folded: Folded) -> tuple[torch.Tensor, torch.Tensor]:
        """The policy's half of the second layer, and the outputs of the last layer for each seat from the mover on."""
        rows, bias, _ = folded
        box = torch.eye(len(bias), device=bias.device)[batch["boxes"].long()]
        x = functional.relu(self.sum_rows(batch, rows) + box @ bias + batch["sheets"] @ self.weights["sheet"])
        return self.upper_layers(x, box @ self.stack_of_box)

    def logits(self, policy: torch.Tensor, actions: torch.Tensor, batch: Batch) -> torch.Tensor:
        """The logits of the legal actions: the policy's half times the actions' rows, plus the heuristic."""
        legal, half = batch["identities"].long(), policy.shape[1]
        logits = (policy @ actions[:, :half].T + actions[:, half]).gather(1, legal)
        scale = (1 + actions[:, half + 1]).expand(len(legal), -1).gather(1, legal)
        logits = logits + scale * batch["priors"].float()
        allowed = torch.arange(legal.shape[1], device=legal.device) < batch["counts"][:, None]
        return logits.masked_fill(~allowed, -1e9)

    def sum_rows(self, batch: Batch, rows: torch.Tensor) -> torch.Tensor:
        """The sum of each position's rows. On a GPU, counts times all rows: more arithmetic, but many times faster."""
        if not rows.is_cuda:
            amounts = batch["amounts"].float()
            return functional.embedding_bag(batch["inputs"].int(), rows, per_sample_weights=amounts, mode="sum")
        counts = torch.zeros(len(batch["inputs"]), len(rows), device=rows.device)
        counts.scatter_add_(1, batch["inputs"].long(), batch["amounts"].float())
        return counts @ rows

    def upper_layers(self, x: torch.Tensor, stack: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Each position uses the layers for its number of players; the columns of `stack` are 0 or 1."""
        w, half = self.weights, self.weights["third"].shape[1]
        policy, value = x.new_zeros(len(x), half), x.new_zeros(len(x), w["values"].shape[2])
        for n in range(w["second"].shape[0]):
            y = functional.relu(x @ w["second"][n] + w["second_bias"][n])
            z = functional.relu(y[:, half:] @ w["third"][n] + w["third_bias"][n])
            policy = policy + stack[:, n : n + 1] * y[:, :half]
            value = value + stack[:, n : n + 1] * (z @ w["values"][n] + w["values_bias"][n])
        return policy, value


class CommonTraits(NamedTuple):
    """Removes rare traits. A card that was never seen has some of them, and what few cards taught about them misleads."""

    shape: Shape
    weights: Mapping[str, np.ndarray]
    least: int  # number of components

    def kept(self, has_trait: np.ndarray, part: np.ndarray) -> np.ndarray:
        """Which traits (columns of `has_trait`) are common, or used by the weights `part` (their second axis)."""
        return (np.count_nonzero(has_trait, axis=0) >= self.least) | (part != 0).any((0, 2))

    def of_group(self, group: Group, tables: GroupTables) -> GroupTables:
        traits, item_traits = tables.traits, tables.item_traits
        if traits is not None:
            end = group.trait_row + group.traits * group.trait_fields
            part = self.weights["traits"][group.trait_row : end].reshape(group.trait_fields, group.traits, -1)
            traits = traits * self.kept(traits, part)
        if item_traits is not None:
            end = group.item_trait_row + group.item_traits * group.values
            part = self.weights["item_traits"][group.item_trait_row : end].reshape(group.values, group.item_traits, -1)
            item_traits = item_traits * self.kept(item_traits, part)
        return replace(tables, traits=traits, item_traits=item_traits)

    def of_actions(self, tables: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        kinds, traits = self.shape.action_shape[1:]
        if not traits:
            return tables
        of_component = np.zeros((1 + tables["identity_of_action"].max(), traits), bool)
        np.logical_or.at(of_component, tables["identity_of_action"], tables["action_traits"] != 0)
        kept = self.kept(of_component, self.weights["action_traits"].reshape(kinds, traits, -1))
        return tables | {"action_traits": tables["action_traits"] * kept.astype(np.float32)}


def tensors_of(tables: GroupTables, *device: Any) -> GroupTables:
    """The same tables as tensors, for all identities at once."""

    def tensor_of(array: Any) -> Any:
        if array is None:
            return None
        return torch.as_tensor(array).to(*device) if device else torch.as_tensor(array)

    names = ("counts", "steps", "traits", "item_traits")
    arrays = {name: tensor_of(getattr(tables, name)) for name in names}
    return replace(tables, value_identities=None, input_identities=None, **arrays)


def identities_in(shape: Shape, boxes: list[np.record]) -> list[GroupTables]:
    """Each group's tables with the traits of all identities that occur in the boxes."""
    tables = [shape.tables(box) for box in boxes]
    return [traits_by_identity(group, [of_box[n] for of_box in tables]) for n, group in enumerate(shape.groups)]


def traits_by_identity(group: Group, tables: list[GroupTables]) -> GroupTables:
    """One group's tables by identity, from its tables for each box."""
    feature = group.column.feature
    if not feature.identities:
        return tables[0]
    traits = np.zeros((feature.identity_count, group.traits), np.float32)
    item_traits = np.zeros((feature.identity_count, group.item_traits), np.float32)
    for of_box in tables:
        if of_box.value_identities is not None and group.traits:
            known = of_box.value_identities >= 0
            traits[of_box.value_identities[known]] = of_box.traits[known]
        if of_box.input_identities is not None:
            known = of_box.input_identities >= 0
            item_traits[of_box.input_identities[known]] = of_box.item_traits[known]
    value = feature.low + np.arange(group.values)
    return GroupTables(
        (value != group.default).astype(np.float32),
        (value / TABLE).astype(np.float32),
        traits=traits if group.traits else None,
        item_traits=item_traits if group.item_traits else None,
    )


def setup_tables(shape: Shape, boxes: list[np.record]) -> dict[str, np.ndarray]:
    """Per box: the rows of its options and its layer stack; per row: 1 + its identity, or 0 if it has none."""
    identity_of_row = np.zeros(shape.rows, np.int64)
    option_counts = np.zeros((len(boxes), shape.rows), np.float32)
    options = [shape.game.observe_options(box) for box in boxes]
    for group in shape.groups:
        feature, offset = group.column.feature, group.column.first
        rows = np.arange(group.rows).reshape(group.fields, group.values)
        if feature.identities:
            by_identity = np.arange(group.fields)[:, None] if feature.item_traits else np.arange(group.values)[None, :]
            identity_of_row[group.row + rows] = 1 + by_identity + 0 * rows
        if offset < shape.game.option_size:
            for n in range(len(boxes)):
                chosen = options[n][offset : offset + feature.size] - feature.low
                np.add.at(option_counts[n], group.row + rows[0 if feature.shared else np.arange(feature.size), chosen], 1)
    return {
        "identity_of_row": identity_of_row,
        "option_counts": option_counts,
        "stack_of_box": np.eye(shape.stacks, dtype=np.float32)[[shape.stack(box) for box in boxes]],
        **action_tables(shape, boxes),
    }


def action_tables(shape: Shape, boxes: list[np.record]) -> dict[str, np.ndarray]:
    """The kind of each action identity, and the traits of its component."""
    game, (count, _, traits) = shape.game, shape.action_shape
    if game.action_identities is None:
        nothing = np.zeros(0, np.int64)
        return {"action_kind": nothing, "action_traits": np.zeros((0, 0), np.float32), "identity_of_action": nothing}
    kind, about = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    table = np.zeros((count, traits), np.float32)
    for box in boxes:
        identities = game.action_identities(box)
        numbers = identities.numbers[(identities.numbers >= 0) & (identities.kind >= 0)]
        actions = np.flatnonzero((identities.numbers >= 0) & (identities.kind >= 0))
        kind[numbers], table[numbers], about[numbers] = (
            identities.kind[actions],
            identities.traits[actions],
            1 + identities.components[actions],
        )
    return {"action_kind": kind, "action_traits": table, "identity_of_action": about}
