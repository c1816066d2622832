"""A batched tree search on `Batch` with any evaluator: it searches many positions in parallel and evaluates leaves in batches.

At the root it samples actions by their logits with Gumbel noise, without replacement, and distributes simulations by sequential
halving; below, it selects the action whose visit share lags most behind the improved policy (Danihelka et al., "Policy
improvement by planning with Gumbel", 2022; also in mctx for JAX). Games have chance and hidden information: each simulation
starts from a new determinization, and a node stands for an action sequence, not for one position (open-loop search).

    search = GumbelSearch("maori", 64, evaluate, simulations=32, players=2)
    found = search.run(batch)  # the positions of a batch of 64, or `search.run(matches)`
    batch.step(found.actions)
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game
from .batch import Batch, integer

# (observations, masks) of some rows -> logits of all actions, and a value per seat, relative to the mover
Evaluator = Callable[[Any, Any], tuple[Any, Any]]
NONE = -1


@dataclass(frozen=True)
class Found:
    """The result of a search, one row per position."""

    actions: np.ndarray  # to play
    policy: np.ndarray  # (positions, actions): the improved policy, a training target
    values: np.ndarray  # (positions, seats): the expected value of each seat
    visits: np.ndarray  # (positions, actions)


class Tree:
    """The nodes of all positions, indexed by root, node and action. Node 0 is the root."""

    def __init__(self, roots: int, nodes: int, actions: int, seats: int):
        shape = (roots, nodes, actions)
        self.child = np.full(shape, NONE, np.int32)
        self.visits = np.zeros(shape, np.int32)
        self.sums = np.zeros(shape, np.float32)  # of the mover's values
        self.logits = np.zeros(shape, np.float32)
        self.values = np.zeros((roots, nodes, seats), np.float32)  # of the evaluator, by seat
        self.size = np.zeros(roots, np.int32)

    def clear(self) -> None:
        self.child.fill(NONE)
        for array in (self.visits, self.sums, self.logits, self.values, self.size):
            array.fill(0)

    def add(self, roots: np.ndarray, logits: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Adds a node to each of these roots; returns their indices."""
        nodes = self.size[roots]
        self.logits[roots, nodes] = logits
        self.values[roots, nodes] = values
        self.size[roots] += 1
        return nodes


class GumbelSearch:
    """Searches `roots` positions of one game in parallel.

    Each gets `simulations` simulations among at most `considered` actions. `evaluate` gets observations and masks (NumPy
    arrays, or with `tensors=True` PyTorch tensors on the device of the batch). `noise=0` disables the Gumbel noise, for
    matches. The search is deterministic for a given seed and evaluator.
    """

    def __init__(
        self,
        game: str | Game,
        roots: int,
        evaluate: Evaluator,
        *,
        simulations: int = 32,
        considered: int = 16,
        noise: float = 1.0,
        visiting: float = 50.0,
        scaling: float = 0.1,
        seed: int = 0,
        device: Any = "cpu",
        threads: int = 1,
        tensors: bool = False,
        **options: Any,
    ):
        self.roots, self.simulations = integer(roots, "roots", 1), integer(simulations, "simulations", 1)
        self.considered = integer(considered, "considered", 1)
        self.evaluate, self.noise, self.visiting, self.scaling = evaluate, noise, visiting, scaling
        own = {"device": device, "threads": threads, "seed": integer(seed, "seed", 0)}
        self.batch = Batch(game, 2 * self.roots, **own, **options)  # the roots, then one simulated game each
        self.seats, self.seed = self.batch.seats, int(seed)
        self.shared = self.batch.tensors() if tensors else None
        self.tree = Tree(self.roots, self.simulations + 1, self.batch.game.num_actions, self.seats)
        self.generator = np.random.default_rng(seed)
        self.searched = 0

    def run(self, positions: Any) -> Found:
        """Searches as many positions as there are roots: a batch, or anything that `Batch.load` accepts."""
        if isinstance(positions, Batch):
            positions = positions.positions()
        everyone = np.arange(self.roots)
        if len(positions) != self.roots:
            raise BadOption(f"{self.roots} positions are needed, not {len(positions)}")
        self.batch.load(everyone, positions)
        self.searched += 1
        self.tree.clear()
        self.masks = self.batch.read("masks")[: self.roots] == 1
        self.movers = self.batch.read("movers")[: self.roots].copy()
        self.tree.add(everyone, *self.evaluate_rows(everyone))
        self.gumbel = self.generator.gumbel(size=self.masks.shape).astype(np.float32) * np.float32(self.noise)
        plans = {n: halving(n, self.simulations) for n in range(1, self.considered + 1)}
        allowed = np.minimum(self.masks.sum(1), self.considered)
        self.plan = np.array([plans[int(n)] for n in allowed])
        for k in range(self.simulations):
            self.simulate(self.plan[:, k])
        return self.conclude()

    def evaluate_rows(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Evaluates these rows: logits, and values by seat."""
        if self.shared is not None:
            import torch

            chosen = torch.as_tensor(rows, device=self.shared.masks.device)
            output = self.evaluate(self.shared.observations[chosen], self.shared.masks[chosen])
            logits, values = (part.detach().float().cpu().numpy() for part in output)
        else:
            output = self.evaluate(self.batch.read("observations")[rows], self.batch.read("masks")[rows])
            logits, values = (np.asarray(part, np.float32) for part in output)
        movers, seats = self.batch.read("movers")[rows], np.arange(self.seats)
        at_table = np.take_along_axis(values, (seats - movers[:, None]) % self.seats, 1)
        return logits, at_table

    def simulate(self, tried: np.ndarray) -> None:
        """One simulation of every root: redeal, descend to a new node or the end of the game, and back up the result.

        `tried` is the visit count of the root's next action; it is also the number of the redeal, so that all actions are tried
        on the same redeals.
        """
        tree, roots, batch = self.tree, np.arange(self.roots), self.batch
        batch.copy(roots, roots + self.roots)
        batch.deal(roots + self.roots, numbers=tried, seed=self.seed + self.searched)
        nodes = np.zeros(self.roots, np.int64)
        path: list[tuple[np.ndarray, ...]] = []
        result = np.zeros((self.roots, self.seats), np.float32)
        walking, actions = roots, self.choose_at_root(tried)
        while len(walking):
            movers = batch.read("movers")[walking + self.roots].copy()
            path.append((walking, nodes[walking], actions, movers))
            batch.step(actions, rows=walking + self.roots)
            over = batch.read("done")[walking + self.roots] == 1
            result[walking[over]] = batch.read("rewards")[walking[over] + self.roots]
            child = tree.child[walking, nodes[walking], actions]
            new = ~over & (child == NONE)
            if new.any():
                grown = walking[new]
                logits, values = self.evaluate_rows(grown + self.roots)
                tree.child[grown, nodes[grown], actions[new]] = tree.add(grown, logits, values)
                result[grown] = values
            going = ~over & ~new
            walking = walking[going]
            nodes[walking] = child[going]
            actions = self.choose_below(walking, nodes[walking])
        for some, at, played, movers in path:
            tree.visits[some, at, played] += 1
            tree.sums[some, at, played] += result[some, movers]

    def choose_at_root(self, tried: np.ndarray) -> np.ndarray:
        """The best action with this visit count, by noise, logits and value."""
        roots, nodes = np.arange(self.roots), np.zeros(self.roots, np.int64)
        score = self.gumbel + self.improved(roots, nodes, self.masks, self.movers)
        score = np.where(self.masks & (self.tree.visits[:, 0] == tried[:, None]), score, -np.inf)
        return score.argmax(1)

    def choose_below(self, roots: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """The legal action whose visit share lags most behind the improved policy."""
        rows = roots + self.roots
        masks, movers = self.batch.read("masks")[rows] == 1, self.batch.read("movers")[rows]
        policy = softmax(self.improved(roots, nodes, masks, movers))
        visits = self.tree.visits[roots, nodes]
        lag = policy - visits / (1 + visits.sum(1, keepdims=True))
        return np.where(masks, lag, -np.inf).argmax(1)

    def improved(self, roots: np.ndarray, nodes: np.ndarray, masks: np.ndarray, movers: np.ndarray) -> np.ndarray:
        """The logits of the improved policy; actions without visits get the mixed value of the node."""
        tree = self.tree
        visits, logits = tree.visits[roots, nodes], np.where(masks, tree.logits[roots, nodes], -np.inf)
        known = (visits > 0) & masks
        means = tree.sums[roots, nodes] / np.maximum(1, visits)
        prior = softmax(logits)
        weight = np.where(known, prior, 0).sum(1)
        total = np.where(known, visits, 0).sum(1)
        tried = np.where(known, prior * means, 0).sum(1) / np.maximum(weight, 1e-9)
        own = tree.values[roots, nodes, np.maximum(movers, 0)]
        usual = (own + total * np.where(weight > 0, tried, 0)) / (1 + total)
        values = np.where(known, means, usual[:, None])
        least = np.where(masks, values, np.inf).min(1, keepdims=True)
        most = np.where(masks, values, -np.inf).max(1, keepdims=True)
        scaled = (values - least) / np.maximum(most - least, 1e-8)
        return logits + (self.visiting + visits.max(1, keepdims=True)) * self.scaling * scaled

    def conclude(self) -> Found:
        """The best of the most visited actions, and the improved policy."""
        roots, nodes, tree = np.arange(self.roots), np.zeros(self.roots, np.int64), self.tree
        visits = tree.visits[:, 0].copy()
        improved = self.improved(roots, nodes, self.masks, self.movers)
        most = np.where(self.masks, visits, -1).max(1, keepdims=True)
        score = np.where(self.masks & (visits == most), self.gumbel + improved, -np.inf)
        actions, policy = score.argmax(1), softmax(improved)
        own = (tree.sums[:, 0] * (visits > 0)).sum(1) / np.maximum(1, visits.sum(1))
        values = tree.values[:, 0].copy()
        values[roots, self.movers] = own
        return Found(actions, policy, values, visits)


def halving(considered: int, simulations: int) -> list[int]:
    """Sequential halving: for each simulation, the visit count of the action to try next.

    >>> halving(4, 8)
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    rounds = max(1, math.ceil(math.log2(considered)))
    plan: list[int] = []
    tried, left = 0, considered
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            plan += [tried] * left
            tried += 1
        left = max(min(2, considered), left // 2)
    return plan[:simulations]


def softmax(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)
