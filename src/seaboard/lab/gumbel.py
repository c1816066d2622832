"""A batched tree search on `Batch` with any evaluator: it searches many positions in parallel and evaluates leaves in batches.

At the root it samples actions by their logits with Gumbel noise, without replacement, and distributes simulations by sequential
halving; below, it selects the action whose visit share lags most behind the improved policy (Danihelka et al., "Policy
improvement by planning with Gumbel", 2022; also in mctx for JAX). Games have chance and hidden information: each simulation
starts from a new determinization, and a node stands for an action sequence, not for one position (open-loop search).

The tree is that of the bots (bots/mcts/tree.py), one for all roots; positions and evaluations are in batches, on a GPU too.

    search = GumbelSearch("maori", 64, evaluate, simulations=32, players=2)
    result = search.run(batch)  # the positions of a batch of 64, or `search.run(matches)`
    batch.step(result.actions)
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..bots.mcts.tree import NODE, NONE, Tree, add_child, add_node, find_children, has_room, new_tree
from ..core.errors import BadOption
from ..core.game import Game
from ..core.rule import rule
from .batch import Batch, check_integer

# (observations, masks) of some rows -> logits of all actions, and a value per seat, relative to the mover
Evaluator = Callable[[Any, Any], tuple[Any, Any]]
MIN_PRIOR = 1e-30  # its logarithm is finite


@dataclass(frozen=True)
class SearchResult:
    """The result of a search, one row per position."""

    actions: np.ndarray  # to play
    policy: np.ndarray  # (positions, actions): the improved policy, a training target
    values: np.ndarray  # (positions, seats): the expected value of each seat
    visits: np.ndarray  # (positions, actions)


class Choices(NamedTuple):
    """The legal actions at a node, as `find_children` takes and returns them, and their scores."""

    actions: np.ndarray
    children: np.ndarray
    child_of: np.ndarray
    values: np.ndarray
    scores: np.ndarray  # the logits of the improved policy, then what the selection maximises


class Legal(NamedTuple):
    """The legal actions of all rows of the batch, and their movers."""

    lists: np.ndarray
    counts: np.ndarray
    movers: np.ndarray


class Scaling(NamedTuple):
    """How much values count: (visits + most visits of an action) * scale."""

    visits: float
    scale: float


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
        self.roots, self.simulations = check_integer(roots, "roots", 1), check_integer(simulations, "simulations", 1)
        self.considered = check_integer(considered, "considered", 1)
        self.evaluate, self.noise = evaluate, noise
        batch_options = {"device": device, "threads": threads, "seed": check_integer(seed, "seed", 0)}
        self.batch = Batch(game, 2 * self.roots, **batch_options, **options)  # the roots, then one simulated game each
        self.seats, self.seed = self.batch.seats, int(seed)
        self.shared = self.batch.tensors() if tensors else None
        game = self.batch.game
        max_nodes = self.roots * (1 + (self.simulations + 1) * game.max_legal)
        self.tree = new_tree(game, self.seats, max_nodes)  # nodes 0 to roots - 1 are the roots
        self.choices = Choices(
            np.zeros(game.max_legal, np.int16),
            np.zeros(game.max_legal, np.int32),
            np.full(game.num_actions, NONE, np.int32),
            np.zeros(game.max_legal),
            np.zeros(game.max_legal),
        )
        self.scale = Scaling(visiting, scaling)
        self.generator = np.random.default_rng(seed)
        self.searched = 0

    def run(self, positions: Any) -> SearchResult:
        """Searches as many positions as there are roots: a batch, or anything that `Batch.load` accepts."""
        if isinstance(positions, Batch):
            positions = positions.positions()
        roots = np.arange(self.roots)
        if len(positions) != self.roots:
            raise BadOption(f"{self.roots} positions are needed, not {len(positions)}")
        self.batch.load(roots, positions)
        self.searched += 1
        self.masks = self.batch.read("masks")[: self.roots] == 1
        self.movers = self.batch.read("movers")[: self.roots].copy()
        self.root_actions = Legal(*(self.batch.read(name)[: self.roots].copy() for name in Legal._fields))
        clear(self.tree, self.roots)
        self.expand(roots, roots, roots)
        self.gumbel = self.generator.gumbel(size=self.masks.shape) * self.noise
        plans = {n: halving(n, self.simulations) for n in range(1, self.considered + 1)}
        allowed = np.minimum(self.masks.sum(1), self.considered)
        self.plan = np.array([plans[int(n)] for n in allowed])
        for k in range(self.simulations):
            self.simulate(self.plan[:, k])
        return self.conclude()

    def expand(self, roots: np.ndarray, nodes: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Adds the legal actions of these rows below these nodes, and counts the evaluation; returns the values by seat."""
        logits, values = self.evaluate_rows(rows)
        compiled(self.batch.game).expand(self.tree, nodes, self.legal(rows), logits)
        self.count(nodes, values)
        return values

    def legal(self, rows: np.ndarray) -> Legal:
        return Legal(*(self.batch.read(name)[rows] for name in Legal._fields))

    def count(self, nodes: np.ndarray, results: np.ndarray) -> None:
        """Adds results to nodes, all of different roots."""
        self.tree.nodes["visits"][nodes] += 1
        self.tree.values[nodes] += results

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
        if (shapes := (logits.shape, values.shape)) != (
            expected := ((len(rows), self.batch.game.num_actions), (len(rows), self.seats))
        ):
            raise BadOption(f"the evaluator must return logits and values of shapes {expected}, not {shapes}")
        movers, seats = self.batch.read("movers")[rows], np.arange(self.seats)
        by_seat = np.take_along_axis(values, (seats - movers[:, None]) % self.seats, 1)
        return np.asarray(logits, np.float32), by_seat

    def simulate(self, tried: np.ndarray) -> None:
        """One simulation of every root: redeal, descend to a new node or the end of the game, and back up the result.

        `tried` is the visit count of the root's next action; it is also the number of the redeal, so that all actions are tried
        on the same redeals.
        """
        roots, batch = np.arange(self.roots), self.batch
        batch.copy(roots, roots + self.roots)
        batch.deal(roots + self.roots, numbers=tried, seed=self.seed + self.searched)
        path: list[tuple[np.ndarray, np.ndarray]] = [(roots, roots)]
        result = np.zeros((self.roots, self.seats))
        active, (children, actions) = roots, self.choose_at_root(tried)
        while len(active):
            rows = active + self.roots
            batch.step(actions, rows=rows)
            over = batch.read("done")[rows] == 1
            result[active[over]] = batch.read("rewards")[rows[over]]
            is_new = ~over & (self.tree.nodes["last_child"][children] == NONE)
            if is_new.any():
                result[active[is_new]] = self.expand(active[is_new], children[is_new], rows[is_new])
            path.append((active[~is_new], children[~is_new]))
            continuing = ~over & ~is_new
            active = active[continuing]
            children, actions = self.choose_below(active, children[continuing])
        for rows_of_roots, nodes in path:
            self.count(nodes, result[rows_of_roots])

    def choose_at_root(self, tried: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The children and actions with this visit count that are best by noise, logits and value."""
        children, actions = np.zeros(self.roots, np.int32), np.zeros(self.roots, np.int64)
        legal = self.root_actions
        compiled(self.batch.game).at_root(self.tree, self.choices, legal, self.scale, self.gumbel, tried, children, actions)
        return children, actions

    def choose_below(self, active: np.ndarray, nodes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The children and legal actions whose visit shares lag most behind the improved policy."""
        children, actions = np.zeros(len(active), np.int32), np.zeros(len(active), np.int64)
        legal = self.legal(active + self.roots)
        compiled(self.batch.game).below(self.tree, self.choices, nodes, legal, self.scale, children, actions)
        return children, actions

    def conclude(self) -> SearchResult:
        """The best of the most visited actions, and the improved policy."""
        roots, tree = np.arange(self.roots), self.tree
        visits, improved = np.zeros(self.masks.shape, np.int32), np.full(self.masks.shape, -np.inf)
        compiled(self.batch.game).read(tree, self.choices, self.root_actions, self.scale, visits, improved)
        most_visits = np.where(self.masks, visits, -1).max(1, keepdims=True)
        score = np.where(self.masks & (visits == most_visits), self.gumbel + improved, -np.inf)
        values = tree.values[roots] / tree.nodes["visits"][roots, None]
        return SearchResult(score.argmax(1), softmax(improved).astype(np.float32), values.astype(np.float32), visits)


def clear(tree: Tree, roots: int) -> None:
    """Leaves nothing but the roots."""
    tree.size[0] = 0
    for _ in range(roots):
        add_node(tree, NONE)


def expand_nodes(tree, nodes, legal, logits):
    """Adds a child for each legal action, with the evaluator's policy as weight."""
    for k in range(nodes.shape[0]):
        n, highest = int(legal.counts[k]), -1e30
        if not has_room(tree, n):
            continue
        for i in range(n):
            highest = max(highest, logits[k, legal.lists[k, i]])
        total = 0.0
        for i in range(n):
            total += math.exp(logits[k, legal.lists[k, i]] - highest)
        for i in range(n):
            action = int(legal.lists[k, i])
            add_child(tree, int(nodes[k]), action, max(MIN_PRIOR, math.exp(logits[k, action] - highest) / total))


@rule
def improve(tree, choices, node, legal, k, scale):
    """Writes the children and the logits of the improved policy; returns the number of actions and of the visits below.

    Actions without visits get the mixed value of the node. An action that was not legal before gets the mean prior.
    """
    n, seat = int(legal.counts[k]), int(legal.movers[k])
    for i in range(n):
        choices.actions[i] = legal.lists[k, i]
    if find_children(tree, choices, node, n) > 0:
        for i in range(n):
            if choices.children[i] == NONE:
                room = has_room(tree, 1)  # a full tree is still searched: such actions share a node
                choices.children[i] = (
                    add_child(tree, node, int(choices.actions[i]), 1.0 / n) if room else tree.nodes[node].last_child
                )
    weight, visited_value, visits, most = 0.0, 0.0, 0, 0
    for i in range(n):
        child = tree.nodes[choices.children[i]]
        choices.scores[i] = math.log(child.weight)
        if child.visits > 0:
            choices.values[i] = tree.values[choices.children[i], seat] / child.visits
            weight += child.weight
            visited_value += child.weight * choices.values[i]
            visits += child.visits
            most = max(most, child.visits)
    mixed = tree.values[node, seat] / max(1, tree.nodes[node].visits)
    if weight > 0.0:
        mixed = (mixed + visits * visited_value / weight) / (1 + visits)
    low, high = 1e30, -1e30
    for i in range(n):
        if tree.nodes[choices.children[i]].visits == 0:
            choices.values[i] = mixed
        low, high = min(low, choices.values[i]), max(high, choices.values[i])
    for i in range(n):
        scaled = (choices.values[i] - low) / max(high - low, 1e-8)
        choices.scores[i] += (scale.visits + most) * scale.scale * scaled
    return n, visits


def choose_at_roots(tree, choices, legal, scale, gumbel, tried, children, actions):
    for root in range(children.shape[0]):
        n = improve(tree, choices, root, legal, root, scale)[0]
        best, largest = 0, -1e30
        for i in range(n):
            score = gumbel[root, choices.actions[i]] + choices.scores[i]
            if tree.nodes[choices.children[i]].visits == tried[root] and score > largest:
                best, largest = i, score
        children[root], actions[root] = choices.children[best], choices.actions[best]


def choose_below_roots(tree, choices, nodes, legal, scale, children, actions):
    for k in range(nodes.shape[0]):
        n, visits = improve(tree, choices, int(nodes[k]), legal, k, scale)
        highest, total = -1e30, 0.0
        for i in range(n):
            highest = max(highest, choices.scores[i])
        for i in range(n):
            choices.scores[i] = math.exp(choices.scores[i] - highest)
            total += choices.scores[i]
        best, largest = 0, -1e30
        for i in range(n):
            lag = choices.scores[i] / total - tree.nodes[choices.children[i]].visits / (1 + visits)
            if lag > largest:
                best, largest = i, lag
        children[k], actions[k] = choices.children[best], choices.actions[best]


def read_roots(tree, choices, legal, scale, visits, improved):
    for root in range(visits.shape[0]):
        n = improve(tree, choices, root, legal, root, scale)[0]
        for i in range(n):
            visits[root, choices.actions[i]] = tree.nodes[choices.children[i]].visits
            improved[root, choices.actions[i]] = choices.scores[i]


class Compiled(NamedTuple):
    expand: Callable[..., None]
    at_root: Callable[..., None]
    below: Callable[..., None]
    read: Callable[..., None]


@cache
def compiled(game: Game) -> Compiled:
    """The loops over all roots, compiled (or from disk)."""
    takes = (NODE, Tree, Choices, Legal, Scaling)
    return Compiled(*(game.compiled(one, takes) for one in (expand_nodes, choose_at_roots, choose_below_roots, read_roots)))


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
