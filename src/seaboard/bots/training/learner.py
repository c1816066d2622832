"""Learning: a replay memory of the newest positions, the losses, and the optimiser."""

from collections import deque
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ...core.game import Game
from ..network.network_files import Weights, shape_of, starting_weights
from .model import Batch, Model
from .plans import Plan
from .sparse_encoding import MAX_INPUTS, PADDING, input_tables

POINT = 20.0  # outputs and score sheets are points divided by this
NO_DECAY = ("bias", "second_bias", "third_bias", "values_bias")
OF_TRAITS = ("traits", "item_traits", "action_traits")  # with the plan's `trait_decay`
WEIGHT_DECAY = 0.01  # of the others
SOFTNESS = 4.0  # temperature of the targets of the soft policy, after KataGo


def position_arrays(game: Game) -> dict[str, tuple[tuple[int, ...], torch.dtype]]:
    """Size and type of a training sample. Seats count from the mover."""
    shape = shape_of(game)
    outputs = (shape.seats, shape.outputs)
    return {
        "inputs": ((MAX_INPUTS,), torch.int16),
        "amounts": ((MAX_INPUTS,), torch.float16),
        "sheets": ((shape.seats * shape.kinds,), torch.float32),
        "counts": ((), torch.int16),
        "identities": ((game.max_legal,), torch.int16),
        "priors": ((game.max_legal,), torch.float16),
        "targets": ((game.max_legal,), torch.float16),
        "roots": (outputs, torch.float32),
        "results": (outputs, torch.float32),
        "boxes": ((), torch.int16),
        "weights": ((), torch.float32),
    }


class Memory:
    """The newest positions, in arrays on the learning device."""

    def __init__(self, game: Game, size: int, device: str):
        arrays = position_arrays(game)
        self.arrays = {name: torch.zeros((size, *each), dtype=kind, device=device) for name, (each, kind) in arrays.items()}
        self.capacity, self.size, self.added = size, 0, 0

    def add(self, positions: dict[str, np.ndarray]) -> None:
        """Replaces the oldest positions, in one transfer."""
        count = min(self.capacity, len(positions["counts"]))
        for name, part in self.arrays.items():
            new = torch.from_numpy(np.ascontiguousarray(positions[name][-count:])).to(part.device, part.dtype)
            part[(torch.arange(count, device=part.device) + self.added) % self.capacity] = new
        self.added += count
        self.size = min(self.capacity, self.size + count)

    def draw(self, batch: int) -> Batch:
        rows = torch.randint(self.size, (batch,), device=self.arrays["counts"].device)
        return {name: part[rows] for name, part in self.arrays.items()}


class Learner:
    """Improves a model. `smooth`, a running mean of its weights, is the network that plays."""

    def __init__(self, plan: Plan, weights: Weights | None, device: str, memory: int):
        self.plan, self.device = plan, device
        torch.set_float32_matmul_precision("high")
        self.shape = shape_of(plan.game)
        start = weights or starting_weights(plan.game, plan.width, plan.half, plan.last)
        self.model = Model(self.shape, plan.boxes, start).to(device)
        self.model.identity_dropout, self.model.traits_only = plan.identity_dropout, plan.traits_only
        if plan.soft_policy:
            self.model.add_soft_policy(SOFTNESS)
        self.smooth = {name: part.detach().clone() for name, part in self.model.weights.items()}
        named = self.model.weights.items()
        usual = [part for name, part in named if name not in (*NO_DECAY, *OF_TRAITS)]
        if self.model.soft_actions is not None:
            usual.append(self.model.soft_actions)
        groups = [
            {"params": usual, "weight_decay": WEIGHT_DECAY},
            {"params": [part for name, part in named if name in OF_TRAITS], "weight_decay": plan.trait_decay},
            {"params": [part for name, part in named if name in NO_DECAY], "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=1e-3, fused=device == "cuda")
        self.memory = Memory(plan.game, memory, device)
        players = torch.tensor([int(box.players) for box in plan.boxes], device=device)
        self.seated = (torch.arange(self.shape.seats, device=device)[None] < players[:, None]).float()  # by box and seat
        self.learned = torch.zeros(
            self.shape.rows + self.shape.fields + PADDING + 1, device=device
        )  # by row: 1 if a batch used it
        if weights:  # rows of earlier runs are kept even if this run never uses them
            self.learned[: self.shape.rows] = torch.tensor((weights["rows"] != 0).any(1), dtype=torch.float32)
        self.tables = input_tables(self.shape, plan.boxes)
        self.steps = 0
        self.losses: deque[torch.Tensor] = deque(maxlen=200)

    def step(self, rate: float, blend: float) -> None:
        """Learns one batch. `blend` is the share of the search's values in the value targets; the rest is the game's result."""
        batch = self.memory.draw(self.plan.batch)
        folded = self.model.folded()
        hidden, values = self.model.hidden(batch, folded)
        logits = self.model.logits(hidden, folded.actions, batch)
        value_targets = (1 - blend) * batch["results"] + blend * batch["roots"]
        policy = -(batch["targets"].float() * functional.log_softmax(logits, 1).clamp_min(-40)).sum(1)
        policy = (policy * batch["weights"]).mean()
        losses = (policy, *self.value_losses(values, value_targets, batch))
        if self.model.soft_actions is not None:
            soft = soft_policy_loss(self.model.logits(hidden, self.model.soft_actions, batch), batch)
            losses = (*losses, self.plan.soft_policy * soft)
        self.improve(losses, batch, rate)

    def improve(self, losses: tuple[torch.Tensor, ...], batch: Batch, rate: float) -> None:
        """One gradient step on the sum of these losses."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / 200)
        self.optimizer.zero_grad(set_to_none=True)
        torch.stack(losses).sum().backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.steps += 1
        self.losses.append(torch.stack([loss.detach() for loss in losses]))
        decay = min(0.998, 1 - 1 / (1 + self.steps / 4))
        with torch.no_grad():
            current: list[torch.Tensor] = [self.model.weights[name] for name in self.smooth]
            torch._foreach_lerp_(list(self.smooth.values()), current, 1 - decay)
            if self.steps % 16 == 1:
                self.learned.index_fill_(0, batch["inputs"].long().flatten(), 1)

    def value_losses(self, values: Any, targets: torch.Tensor, batch: Batch) -> tuple[torch.Tensor, ...]:
        """The losses of wins, margins and points by kind; absent seats do not count."""
        seats, seated = self.shape.seats, self.seated[batch["boxes"].long()]
        values = values.view(len(values), seats, -1)
        log_shares = functional.log_softmax(values[:, :, 0].masked_fill(seated == 0, -1e9), 1)
        wins = -(targets[:, :, 0] * log_shares.clamp_min(-40) * seated).sum(1).mean()
        total = seated.sum()
        margins = functional.binary_cross_entropy_with_logits(values[:, :, 1], targets[:, :, 1], reduction="none")
        current = batch["sheets"].view(len(values), seats, -1)
        points = functional.smooth_l1_loss(values[:, :, 2:] + current, targets[:, :, 2:] / POINT, reduction="none").sum(2)
        return wins, 4 * (margins * seated).sum() / total, 4 * (points * seated).sum() / total

    def activate_values(self, values: torch.Tensor, batch: Batch) -> torch.Tensor:
        """Shares of the win, margins from 0 to 1 and points by kind, from the outputs of the last layer."""
        seats, seated = self.shape.seats, self.seated[batch["boxes"].long()]
        values = values.view(len(values), seats, -1)
        wins = values[:, :, 0].masked_fill(seated == 0, -1e9).softmax(1)
        current = batch["sheets"].view(len(values), seats, -1)
        points = (values[:, :, 2:] + current) * POINT
        return torch.cat((wins[:, :, None], values[:, :, 1:2].sigmoid(), points), dim=2) * seated[:, :, None]

    def figures(self) -> dict[str, float]:
        """The mean losses of the last steps, for the report."""
        if not self.losses:
            return {}
        latest = [losses for losses in self.losses if len(losses) == len(self.losses[-1])]  # PPO has no soft policy
        means = torch.stack(latest).mean(0).tolist()
        names = ("policy", "win", "margin", "points", "soft")[: len(means)]
        return dict(zip(names, (round(mean, 4) for mean in means), strict=True))

    def export(self) -> Weights:
        """The smoothed weights. Rows that no batch used are zero, so they take almost no space in a compressed file."""
        weights = {name: part.float().cpu().numpy().copy() for name, part in self.smooth.items()}
        if self.steps:
            is_used = self.learned.cpu().numpy()[: self.shape.rows] > 0
            is_used |= self.model.option_counts.sum(0).cpu().numpy() > 0
            weights["rows"][~is_used] = 0
        return weights


def soft_policy_loss(logits: torch.Tensor, batch: Batch) -> torch.Tensor:
    """The cross-entropy of these logits against the policy targets at the temperature SOFTNESS.

    They say more about actions that the search seldom tries: in the targets themselves, these are nearly 0.
    """
    targets = batch["targets"].float().pow(1 / SOFTNESS)
    targets = targets / targets.sum(1, keepdim=True).clamp_min(1e-6)
    losses = -(targets * functional.log_softmax(logits, 1).clamp_min(-40)).sum(1)
    return (losses * batch["weights"]).mean()
