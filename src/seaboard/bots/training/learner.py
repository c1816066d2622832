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
STEPS_BEFORE_CAPTURE = 3  # of a CUDA graph
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
        self.filled = torch.zeros((), dtype=torch.float64, device=device)  # `size`, for the learning device

    def add(self, positions: dict[str, np.ndarray]) -> None:
        """Replaces the oldest positions, in one transfer."""
        count = min(self.capacity, len(positions["counts"]))
        for name, part in self.arrays.items():
            new = torch.from_numpy(np.ascontiguousarray(positions[name][-count:])).to(part.device, part.dtype)
            part[(torch.arange(count, device=part.device) + self.added) % self.capacity] = new
        self.added += count
        self.size = min(self.capacity, self.size + count)
        self.filled.fill_(self.size)

    def draw(self, batch: int) -> Batch:
        """Random positions. The number of positions is read on the device, so that a CUDA graph can repeat this."""
        rows = (torch.rand(batch, dtype=torch.float64, device=self.filled.device) * self.filled).long()
        return {name: part[rows] for name, part in self.arrays.items()}


class Learner:
    """Improves a model. `smooth`, a running mean of its weights, is the network that plays."""

    def __init__(self, plan: Plan, weights: Weights | None, device: str, memory: int):
        self.plan, self.device = plan, device
        torch.set_float32_matmul_precision("high")
        self.shape = shape_of(plan.game)
        start = weights or starting_weights(plan.game, plan.width, plan.half, plan.last)
        self.model = Model(self.shape, plan.boxes, start, plan.trait_components).to(device)
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
        on_gpu = device.startswith("cuda")
        self.rate, self.blend = torch.zeros((), device=device), torch.zeros((), device=device)
        self.optimizer = torch.optim.AdamW(groups, lr=self.rate, fused=on_gpu, capturable=on_gpu)
        self.graph: torch.cuda.CUDAGraph | None = None
        self.last_losses = self.last_inputs = torch.zeros(())  # of the last batch
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
        """Learns one batch. `blend` is the share of the search's values in the value targets; the rest is the game's result.

        A step has thousands of small operations, so a GPU would wait for Python: there, it repeats them as a CUDA graph.
        """
        self.rate.fill_(self.warmed_up(rate))
        self.blend.fill_(blend)
        if self.graph is None and self.rate.is_cuda:
            self.graph = self.capture()
        if self.graph:
            self.graph.replay()
        else:
            self.learn_batch()
        self.finish_step(self.last_losses, self.last_inputs)

    def learn_batch(self) -> None:
        """Draws a batch and makes a gradient step. All shapes are fixed, and nothing waits for the device."""
        batch = self.memory.draw(self.plan.batch)
        folded = self.model.folded()
        hidden, values = self.model.hidden(batch, folded)
        logits = self.model.logits(hidden, folded.actions, batch)
        value_targets = torch.lerp(batch["results"], batch["roots"], self.blend)
        policy = -(batch["targets"].float() * functional.log_softmax(logits, 1).clamp_min(-40)).sum(1)
        policy = (policy * batch["weights"]).mean()
        parts = [policy, *self.value_losses(values, value_targets, batch)]
        if self.model.soft_actions is not None:
            soft = soft_policy_loss(self.model.logits(hidden, self.model.soft_actions, batch), batch)
            parts.append(self.plan.soft_policy * soft)
        losses = torch.stack(parts)
        self.descend(losses)
        self.last_losses, self.last_inputs = losses.detach(), batch["inputs"]

    def capture(self) -> "torch.cuda.CUDAGraph":
        """Records `learn_batch`, after some steps that allocate memory. `replay` repeats it with new random numbers."""
        graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(STEPS_BEFORE_CAPTURE):
                self.learn_batch()
        torch.cuda.current_stream().wait_stream(stream)
        self.optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph, capture_error_mode="thread_local"):
            self.learn_batch()
        return graph

    def improve(self, losses: tuple[torch.Tensor, ...], batch: Batch, rate: float) -> None:
        """One gradient step on the sum of these losses."""
        self.rate.fill_(self.warmed_up(rate))
        stacked = torch.stack(losses)
        self.descend(stacked)
        self.finish_step(stacked.detach(), batch["inputs"])

    def warmed_up(self, rate: float) -> float:
        return rate * min(1.0, (self.steps + 1) / 200)

    def descend(self, losses: torch.Tensor) -> None:
        """One gradient step on the sum of the losses, at the learning rate `self.rate`."""
        self.optimizer.zero_grad(set_to_none=True)
        losses.sum().backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()

    def finish_step(self, losses: torch.Tensor, inputs: torch.Tensor) -> None:
        """Keeps the losses and the used rows, and updates the running mean of the weights."""
        self.steps += 1
        self.losses.append(losses.clone())
        decay = min(0.998, 1 - 1 / (1 + self.steps / 4))
        with torch.no_grad():
            current: list[torch.Tensor] = [self.model.weights[name] for name in self.smooth]
            torch._foreach_lerp_(list(self.smooth.values()), current, 1 - decay)
            if self.steps % 16 == 1:
                self.learned.index_fill_(0, inputs.long().flatten(), 1)

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

    They say more about actions that the search rarely tries: in the targets themselves, these are nearly 0.
    """
    targets = batch["targets"].float().pow(1 / SOFTNESS)
    targets = targets / targets.sum(1, keepdim=True).clamp_min(1e-6)
    losses = -(targets * functional.log_softmax(logits, 1).clamp_min(-40)).sum(1)
    return (losses * batch["weights"]).mean()
