"""PPO (proximal policy optimization): the network plays thousands of games at once without a search.

It takes a network from random weights to where self-play with a search can begin. All setups of the plan are played at the same
time. Values are learned for every seat, as in self-play. The advantage of an action is the generalised advantage estimate (GAE)
of what its mover gains.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from ..mcts.ppo_env import VectorEnv, compiled_step_games, new_vector_env
from ..network.network_files import no_net
from .learner import Learner
from .model import Batch
from .plans import Plan
from .selfplay_threads import Workspace
from .sparse_encoding import MAX_INPUTS, compiled_encode

OBSERVED = ("inputs", "amounts", "sheets", "counts", "identities", "priors", "movers", "boxes")


@dataclass(frozen=True)
class PpoSettings:
    games: int = 65_536  # at once
    steps: int = 24  # of each game between two updates of the network
    minibatch: int = 65_536
    epochs: int = 1
    clip: float = 0.2
    gae_lambda: float = 0.97
    entropy: tuple[float, float] = (0.01, 0.002)  # coefficient of the entropy bonus, at the start and at the end


SMALL = PpoSettings(games=512, minibatch=2048)  # for learning on the CPU


class Half:
    """Half of the games: while the GPU evaluates one half, the CPU plays the other."""

    def __init__(self, owner: "Ppo", counts: list[int], number: int):
        self.owner, self.number = owner, number
        self.env = owner.pinned(new_vector_env(owner.plan.game, owner.learner.shape.seats, sum(counts), MAX_INPUTS))
        players = np.array([int(box.players) for box in owner.plan.boxes])
        order = np.argsort(players, kind="stable")
        self.env.boxes[:] = np.repeat(order, np.array(counts)[order])
        self.jobs = list(jobs_of(players[self.env.boxes], owner.threads))
        self.step(np.full(len(self.env.counts), -1))

    def step(self, chosen: np.ndarray) -> None:
        """Plays the chosen action in every game; -1 starts a game."""
        list(self.owner.pool.map(lambda job: self.owner.play(self, chosen, *job), self.jobs))


def jobs_of(players: np.ndarray, threads: int) -> Iterator[tuple[int, int, int]]:
    """Splits the games into jobs with one number of players each: (players, first game, the one after the last)."""
    piece = -(-len(players) // (2 * threads))
    for number in np.unique(players).tolist():
        games = np.flatnonzero(players == number)
        for first in range(int(games[0]), int(games[-1]) + 1, piece):
            yield number, first, min(first + piece, int(games[-1]) + 1)


class Ppo:
    """Plays and learns; `learner` has the resulting network."""

    def __init__(self, learner: Learner, plan: Plan, threads: int, seed: int, settings: PpoSettings | None = None):
        self.learner, self.plan, self.device = learner, plan, learner.device
        self.settings = settings or (PpoSettings() if learner.device == "cuda" else SMALL)
        self.seed, self.loop, self.encode = seed, compiled_step_games(plan.game), compiled_encode()
        self.pool, self.step_pool = ThreadPoolExecutor(threads), ThreadPoolExecutor(2)
        self.workspaces: list[Workspace] = []  # unused ones
        self.boxes, self.threads = np.array(plan.boxes, plan.game.box), threads
        self.no_nets = {int(box.players): no_net(plan.game, int(box.players)) for box in plan.boxes}
        share = np.array([setup.weight for setup in plan.setups])
        counts = np.maximum(8, share / share.sum() * self.settings.games / 2).astype(int).tolist()
        self.halves = [Half(self, counts, number) for number in range(2)]
        self.played = 0
        games, steps = len(self.halves[0].env.counts), self.settings.steps
        self.memory = [self.new_memory(steps, games) for _ in self.halves]

    def pinned(self, env: VectorEnv) -> VectorEnv:
        """The environment with the arrays that a GPU reads in pinned memory, from which it copies faster."""
        if self.device != "cuda":
            return env
        return env._replace(**{name: torch.from_numpy(getattr(env, name)).pin_memory().numpy() for name in OBSERVED})

    def play(self, half: Half, chosen: np.ndarray, players: int, first: int, last: int) -> None:
        """Steps games with the same number of players, on one thread."""
        workspace = self.workspaces.pop() if self.workspaces else Workspace(self.plan)
        search = workspace.search(self.plan.boxes[int(half.env.boxes[first])], self.no_nets[players])
        self.loop(half.env, search, self.boxes, first, last, chosen, (self.seed << 8) + half.number)
        self.workspaces.append(workspace)
        env = half.env
        parts = (env.rows, env.boxes, env.actions, env.counts)
        self.encode(self.learner.tables, *parts, first, last, env.inputs, env.amounts, env.identities)

    def new_memory(self, steps: int, games: int) -> Batch:
        shape, env = self.learner.shape, self.halves[0].env
        new = lambda *size, kind=torch.float32: torch.zeros(steps, games, *size, dtype=kind, device=self.device)  # noqa: E731
        kinds = {name: torch.from_numpy(getattr(env, name)) for name in OBSERVED}
        memory = {name: new(*part.shape[1:], kind=part.dtype) for name, part in kinds.items()}
        memory |= {"chosen": new(kind=torch.int64), "log_prob": new(), "done": new()}
        return memory | {name: new(shape.seats, shape.outputs) for name in ("values", "results")}

    @torch.no_grad()
    def rollout(self) -> list[torch.Tensor]:
        """Steps every game; returns the values of the positions after the steps."""
        folded = self.learner.model.eval().folded()
        waiting: list[Future | None] = [None, None]
        for t in range(self.settings.steps):
            for n, half in enumerate(self.halves):
                self.finish_step(waiting[n], n, t - 1)
                batch = self.observe(half)
                for name, part in batch.items():
                    self.memory[n][name][t] = part
                logits, values = self.learner.model(batch, folded)
                log_probs = functional.log_softmax(logits, 1)
                chosen = (log_probs - torch.empty_like(log_probs).exponential_().log()).argmax(1)  # samples by Gumbel-max
                self.memory[n]["chosen"][t], self.memory[n]["values"][t] = chosen, self.by_seat(values, batch)
                self.memory[n]["log_prob"][t] = log_probs.gather(1, chosen[:, None])[:, 0]
                waiting[n] = self.step_pool.submit(half.step, chosen.cpu().numpy())
        after = []
        for n, half in enumerate(self.halves):
            self.finish_step(waiting[n], n, self.settings.steps - 1)
            batch = self.observe(half)
            after.append(self.by_seat(self.learner.model(batch, folded)[1], batch))
        self.learner.model.train()
        return after

    def observe(self, half: Half) -> Batch:
        return {name: torch.from_numpy(getattr(half.env, name)).to(self.device, non_blocking=True) for name in OBSERVED}

    def finish_step(self, waiting: Future | None, n: int, t: int) -> None:
        if waiting is not None:
            waiting.result()
            for name in ("done", "results"):
                self.memory[n][name][t] = torch.from_numpy(getattr(self.halves[n].env, name)).to(self.device)

    def by_seat(self, values: torch.Tensor, batch: Batch) -> torch.Tensor:
        """The network's values in the order of the seats; its outputs are counted from the mover."""
        return self.rotate(self.learner.activate_values(values, batch), batch, -1)

    def rotate(self, values: torch.Tensor, batch: Batch, direction: int) -> torch.Tensor:
        """Reorders seats: from seat 0 on to from the mover on (direction 1), or back (-1)."""
        seats = self.learner.seated[batch["boxes"].long()].sum(1).long()[:, None]
        order = torch.arange(values.shape[1], device=values.device)[None]
        turned = (order + direction * batch["movers"].long()[:, None]) % seats
        return values.gather(1, torch.where(order < seats, turned, order)[:, :, None].expand_as(values))

    @torch.no_grad()
    def advantages(self, memory: Batch, after: torch.Tensor) -> torch.Tensor:
        """The generalised advantage estimate of each seat, for every value."""
        advantages, carried = torch.zeros_like(memory["values"]), torch.zeros_like(after)
        for t in reversed(range(self.settings.steps)):
            over = memory["done"][t][:, None, None]
            change = torch.where(over > 0, memory["results"][t], after) - memory["values"][t]
            carried = change + self.settings.gae_lambda * (1 - over) * carried
            advantages[t], after = carried, memory["values"][t]
        return advantages

    def mover_advantage(self, advantages: torch.Tensor, batch: Batch) -> torch.Tensor:
        """The advantage of a decision to its mover as one number, from those of all seats from the mover on."""
        seated = self.learner.seated[batch["boxes"].long()]
        others = (seated.sum(1) - 1).clamp_min(1)
        points = advantages[:, :, 2:].sum(2) / (2 * self.plan.settings.scale * self.plan.game.units_per_point)
        lead = points[:, 0] - (points * seated)[:, 1:].sum(1) / others
        winning = self.plan.settings.winning * (seated.sum(1) > 1)
        return winning * advantages[:, 0, 0] + (1 - winning) * lead

    def run(self, seconds: float, rates: tuple[float, float], report: Callable[[dict[str, Any]], None]) -> None:
        """Plays and learns for this time; reports every 15 seconds."""
        started = reported = time.monotonic()
        while (spent := time.monotonic() - started) < seconds:
            share = spent / seconds
            rate = rates[0] + (rates[1] - rates[0]) * share
            entropy = self.settings.entropy[0] + (self.settings.entropy[1] - self.settings.entropy[0]) * share
            mean_entropy = self.learn(self.rollout(), rate, entropy)
            if time.monotonic() > reported + 15:
                reported = time.monotonic()
                report(
                    {"ppo": round(spent), "moves": self.played, "means": self.mean_points(), "entropy": round(mean_entropy, 3)}
                )

    def mean_points(self) -> dict[str, float]:
        """Mean points of a seat in the games that ended in the last rollout, by number of players."""
        means: dict[str, float] = {}
        for players in sorted({int(box.players) for box in self.plan.boxes}):
            points = []
            for memory in self.memory:
                seats = self.learner.seated[memory["boxes"].long()].sum(-1)
                over = (memory["done"] > 0) & (seats == players)
                points.append(memory["results"][over][:, :players, 2:].sum(2).mean(1))
            whole = torch.cat(points)
            if len(whole):
                means[str(players)] = round(whole.mean().item() / self.plan.game.units_per_point, 1)
        return means

    def learn(self, after: list[torch.Tensor], rate: float, entropy: float) -> float:
        """One update from the played steps; returns the entropy of the policy."""
        flat = {name: [] for name in (*OBSERVED, "chosen", "log_prob", "advantage", "value_targets")}  # type: dict[str, list]
        for memory, end in zip(self.memory, after, strict=True):
            advantages = self.advantages(memory, end).flatten(0, 1)
            batch = {name: part.flatten(0, 1) for name, part in memory.items()}
            batch["value_targets"] = self.rotate(advantages + batch["values"], batch, 1)
            batch["advantage"] = self.mover_advantage(self.rotate(advantages, batch, 1), batch)
            for name in flat:
                flat[name].append(batch[name])
        whole = {name: torch.cat(parts) for name, parts in flat.items()}
        whole["advantage"] = self.normalised(whole["advantage"], whole["boxes"].long())
        self.played += len(whole["advantage"])
        entropies = []
        for _ in range(self.settings.epochs):
            for rows in torch.randperm(len(whole["advantage"]), device=self.device).split(self.settings.minibatch):
                entropies.append(self.improve({name: part[rows] for name, part in whole.items()}, rate, entropy))
        return float(torch.stack(entropies).mean())

    def normalised(self, advantages: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
        """The advantages with mean 0 and standard deviation 1 in each setup."""
        count = torch.bincount(boxes, minlength=len(self.plan.boxes)).clamp_min(1)
        mean = torch.zeros_like(count, dtype=torch.float32).index_add_(0, boxes, advantages) / count
        centred = advantages - mean[boxes]
        deviation = (torch.zeros_like(mean).index_add_(0, boxes, centred**2) / count).sqrt()
        return centred / (deviation[boxes] + 1e-6)

    def improve(self, batch: Batch, rate: float, entropy: float) -> torch.Tensor:
        """One gradient step with PPO's clipped objective; returns the entropy of the policy."""
        logits, values = self.learner.model(batch)
        log_probs = functional.log_softmax(logits, 1)
        ratio = (log_probs.gather(1, batch["chosen"][:, None])[:, 0] - batch["log_prob"]).exp()
        clipped = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        policy = -torch.min(ratio * batch["advantage"], clipped * batch["advantage"]).mean()
        mean_entropy = -(log_probs.exp() * log_probs.clamp_min(-50)).sum(1).mean()
        losses = self.learner.value_losses(values, batch["value_targets"], batch)
        self.learner.improve((policy - entropy * mean_entropy, *losses), batch, rate)
        return mean_entropy.detach()
