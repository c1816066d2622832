"""The network in PyTorch, the memory of positions that it learns from, and the steps of learning."""

from collections import deque
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ...core.game import Game
from ..mcts.tree import OF_SEAT
from ..network.files import NAMES, Weights, random_weights, shape_of
from ..network.shape import TABLE
from .players import Played
from .recipes import Recipe

POINT = 20.0  # what a point is divided by, as in tree/network.py


class Memory:
    """The newest positions, in arrays that stay where they are: on the GPU, or in main memory."""

    def __init__(self, game: Game, recipe: Recipe, room: int, device: str):
        most, wide = game.max_legal, OF_SEAT * recipe.seats
        sizes = {
            "rows": ((game.observation_size,), torch.int16),
            "sheets": ((recipe.seats * len(game.score_kinds),), torch.float32),
            "counts": ((), torch.int16),
            "actions": ((most,), torch.int16),
            "habits": ((most,), torch.float16),
            "targets": ((most,), torch.float16),
            "roots": ((wide,), torch.float32),
            "results": ((wide,), torch.float32),
            "variants": ((), torch.int16),
        }
        self.parts = {name: torch.zeros((room, *size), dtype=kind, device=device) for name, (size, kind) in sizes.items()}
        self.room, self.size, self.added = room, 0, 0
        self.variants = np.full(room, -1, np.int16)  # the same as on the GPU, which need not be asked then
        self.places: dict[int, np.ndarray] = {}  # of each variant, as far as somebody asked
        self.rng = np.random.default_rng()

    def add(self, played: list[Played]) -> None:
        """Takes over what is to be learnt from some games, in one transfer."""
        for name, part in self.parts.items():
            if name == "variants":
                whole = np.concatenate([np.full(len(one.notes.counts), one.variant, np.int16) for one in played])
                self.variants[(self.added + np.arange(len(whole[-self.room :]))) % self.room] = whole[-self.room :]
                self.places = {}
            else:
                whole = np.concatenate([getattr(one.notes, name) for one in played])
            rows = torch.from_numpy(whole[-self.room :]).to(part.device, part.dtype)
            places = (torch.arange(len(rows), device=part.device) + self.added) % self.room
            part[places] = rows
        count = min(self.room, sum(len(one.notes.counts) for one in played))
        self.added += count
        self.size = min(self.room, self.size + count)

    def draw(self, batch: int, variant: int | None = None) -> dict[str, torch.Tensor]:
        """Some positions, each as likely as the others; of one variant, if that is asked for."""
        device = self.parts["counts"].device
        if variant is None:
            rows = torch.randint(self.size, (batch,), device=device)
        else:
            if variant not in self.places:
                self.places[variant] = np.flatnonzero(self.variants == variant)
            of_it = self.places[variant]
            rows = torch.from_numpy(of_it[self.rng.integers(max(1, len(of_it)), size=min(batch, len(of_it)))]).to(device)
        return {name: part[rows] for name, part in self.parts.items()}


class Model(nn.Module):
    """The same arithmetic as tree/network.py, for many positions at once. Its parameters are the arrays of a network's file."""

    def __init__(self, game: Game, recipe: Recipe, boxes: list[np.record], weights: Mapping[str, np.ndarray]):
        super().__init__()
        self.shape, self.recipe = shape_of(game, recipe.seats), recipe
        self.weights = {name: nn.Parameter(torch.tensor(weights[name])) for name in NAMES}
        for name, part in self.weights.items():
            self.register_parameter(f"weights_{name}", part)
        for name in ("places", "first", "most"):
            self.register_buffer(name, torch.tensor(getattr(self.shape, name), dtype=torch.int64))
        self.register_buffer("nothing", torch.zeros(weights["free"].shape))
        numbers = torch.zeros(len(self.shape.places))
        numbers[self.shape.numbers] = 1 / TABLE
        self.register_buffer("numbers", numbers)
        self.printed = []
        for n, box in enumerate(boxes):
            printed = []
            for k, (group, traits, things) in enumerate(self.shape.printed(box)):
                self.register_buffer(f"traits_{n}_{k}", torch.tensor(traits))
                self.register_buffer(f"things_{n}_{k}", torch.tensor(things))
                printed.append((group, f"traits_{n}_{k}", f"things_{n}_{k}"))
            self.printed.append(printed)
        lasting = np.stack([self.shape.lasting_actions(box) for box in boxes])
        self.register_buffer("lasting", torch.tensor(lasting))

    def fold(self, variant: int) -> torch.Tensor:
        printed = [(group, getattr(self, traits), getattr(self, things)) for group, traits, things in self.printed[variant]]
        return self.shape.fold(self.weights, printed, self.nothing, torch.cat)

    def forward(self, batch: dict[str, torch.Tensor], variant: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Preferences for the allowed actions, and win, margin and points of each seat, as they come out of the last layer.

        The sums of rows are products with ones and zeros, and preferences are worked out for all actions: much more arithmetic
        than there need be, but on a GPU many times faster than to gather rows, of which many are the same.
        """
        w = self.weights
        seen = batch["rows"][:, self.places].long()
        hot = torch.zeros(len(seen), self.shape.rows, device=seen.device)
        hot.scatter_(1, self.first + torch.minimum(seen, self.most), 1)
        x = hot @ self.fold(variant) + (seen * self.numbers) @ w["lines"] + batch["sheets"] @ w["sheet"]
        x = functional.relu(x + w["bias"] + w["variants"][self.recipe.variants[variant].like])
        x = functional.relu(x @ w["second"] + w["second_bias"])
        half_way = x.shape[1] // 2
        v = functional.relu(x[:, half_way:] @ w["third"] + w["third_bias"])
        values = v @ w["values"] + w["values_bias"]
        actions = self.lasting[variant][batch["actions"].long()]
        logits = (x[:, :half_way] @ w["actions"].T + w["actions_bias"]).gather(1, actions)
        logits = logits + w["habits"].expand(len(x), -1).gather(1, actions) * batch["habits"].float()
        allowed = torch.arange(actions.shape[1], device=x.device) < batch["counts"][:, None]
        return logits.masked_fill(~allowed, -1e9), values


class Learner:
    """Learns from a memory; `smooth` is a running mean of its weights, and that is what plays."""

    def __init__(self, game: Game, recipe: Recipe, boxes: list[np.record], weights: Weights | None, device: str, room: int):
        self.recipe, self.device, self.seats = recipe, device, recipe.seats
        torch.set_float32_matmul_precision("high")
        kinds = 1 + max(variant.like for variant in recipe.variants)
        start = weights or random_weights(game, recipe.seats, recipe.width, recipe.half, recipe.last, kinds)
        self.model = Model(game, recipe, boxes, start).to(device)
        self.smooth = {name: part.detach().clone() for name, part in self.model.weights.items()}
        few = {"bias", "second_bias", "third_bias", "values_bias", "actions_bias", "habits", "variants"}
        groups = [
            {"params": [part for name, part in self.model.weights.items() if name not in few], "weight_decay": 0.01},
            {"params": [part for name, part in self.model.weights.items() if name in few], "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=1e-3, fused=device == "cuda")
        self.memory = Memory(game, recipe, room, device)
        self.seen = torch.zeros(self.model.shape.rows, device=device)  # how often each row was learnt from
        self.steps = 0
        self.losses: deque[torch.Tensor] = deque(maxlen=200)
        self.chances = np.array([variant.weight for variant in recipe.variants])
        self.chances /= self.chances.sum()
        self.rng = np.random.default_rng()

    def step(self, rate: float, blend: float) -> None:
        """One batch of one variant. `blend` is how much of the values to learn is the search's, not the result's."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / 200)
        several = len(self.recipe.variants) > 1
        variant = int(self.rng.choice(len(self.chances), p=self.chances)) if several else 0
        batch = self.memory.draw(self.recipe.batch, variant if several else None)
        if len(batch["counts"]) < 2:
            return
        logits, values = self.model(batch, variant)
        self.improve(self.loss(logits, values, batch, blend), batch)

    def improve(self, losses: tuple[torch.Tensor, ...], batch: dict[str, torch.Tensor]) -> None:
        """One step against the sum of these losses, on this batch."""
        self.optimizer.zero_grad(set_to_none=True)
        sum(losses).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.steps += 1
        self.losses.append(torch.stack([loss.detach() for loss in losses]))
        keep = min(0.998, 1 - 1 / (1 + self.steps / 4))
        with torch.no_grad():
            own = [self.model.weights[name] for name in self.smooth]
            torch._foreach_lerp_(list(self.smooth.values()), own, 1 - keep)
            if self.steps % 16 == 1:
                places = self.model.first + torch.minimum(batch["rows"][:, self.model.places].long(), self.model.most)
                self.seen.index_add_(0, places.flatten(), torch.ones(places.numel(), device=self.device))

    def loss(self, logits: Any, values: Any, batch: dict[str, torch.Tensor], blend: float) -> tuple[torch.Tensor, ...]:
        """Of preferences, of wins, of margins, of points."""
        chances = functional.log_softmax(logits, 1)
        preferences = -(batch["targets"].float() * chances.clamp_min(-40)).sum(1).mean()
        wanted = ((1 - blend) * batch["results"] + blend * batch["roots"]).view(-1, self.seats, OF_SEAT)
        return preferences, *self.value_losses(values, wanted, batch["sheets"])

    def value_losses(self, values: Any, wanted: torch.Tensor, sheets: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Of wins, of margins, of points."""
        values = values.view(-1, self.seats, OF_SEAT)
        wins = -(wanted[:, :, 0] * functional.log_softmax(values[:, :, 0], 1)).sum(1).mean()
        margins = functional.binary_cross_entropy_with_logits(values[:, :, 1], wanted[:, :, 1])
        now = sheets.view(len(values), self.seats, -1).sum(2)
        points = functional.smooth_l1_loss(values[:, :, 2] + now, wanted[:, :, 2] / POINT)
        return wins, 4 * margins, 4 * points

    def figures(self) -> dict[str, float]:
        if not self.losses:
            return {}
        means = torch.stack(list(self.losses)).mean(0).tolist()
        return dict(zip(("policy", "win", "margin", "points"), (round(mean, 4) for mean in means), strict=True))

    def export(self) -> Weights:
        """The smoothed weights; rows that nothing was learnt of are nothing, and take no room in a file."""
        weights = {name: part.float().cpu().numpy().copy() for name, part in self.smooth.items()}
        if self.steps:
            weights["free"][self.seen.cpu().numpy() == 0] = 0
        return weights
