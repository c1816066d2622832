"""Learning from reward alone: the network plays thousands of games side by side without a search (PPO).

It brings a network in minutes to where self-play with search can begin; where much is chance (Māori) many games teach more than
few that were thought over. Values are learnt for each seat as by `learner.py`: how a seat's values change from one decision to
the next tells what the decision was worth (generalised advantage estimation).
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from ..mcts.network import new_scratch
from ..mcts.simulation import NetworkSearch
from ..mcts.tables import Tables, compiled_step_tables, new_tables
from ..mcts.tree import OF_SEAT, new_buffers, new_tree
from ..network.files import no_net
from .learner import POINT, Learner
from .recipes import Recipe

SEEN = ("rows", "sheets", "counts", "actions", "habits", "movers")
KINDS = {"rows": torch.int16, "counts": torch.int16, "actions": torch.int16, "movers": torch.int64}


@dataclass(frozen=True)
class Lessons:
    """How PPO learns."""

    games: int = 16_384  # side by side
    steps: int = 32  # of each between two lessons
    minibatch: int = 32_768
    epochs: int = 1
    clip: float = 0.2
    trace: float = 0.97  # lambda of the advantages
    entropy: tuple[float, float] = (0.01, 0.002)  # at first and at last


SMALL = Lessons(games=512, minibatch=2048)  # for a processor


class Room:
    """The games of one variant, and what was lived through in them."""

    def __init__(self, owner: "Ppo", variant: int, games: int):
        self.owner, self.variant, self.games = owner, variant, games
        seats, steps = owner.recipe.seats, owner.lessons.steps
        self.box = owner.boxes[variant]
        self.halves = [owner.new_tables(size) for size in (games // 2, games - games // 2)]
        new = lambda *shape, kind=torch.float32: torch.zeros(steps, games, *shape, dtype=kind, device=owner.device)  # noqa: E731
        parts = {name: getattr(self.halves[0], name) for name in SEEN}
        self.seen = {name: new(*part.shape[1:], kind=KINDS.get(name, torch.float32)) for name, part in parts.items()}
        self.chosen, self.chances, self.done = new(kind=torch.int64), new(), new()
        self.values, self.results = new(seats, OF_SEAT), new(seats, OF_SEAT)
        for number, half in enumerate(self.halves):
            owner.step(half, self.box, np.full(len(half.counts), -1), 2 * variant + number)

    def half(self, number: int) -> slice:
        return slice(0, self.games // 2) if number == 0 else slice(self.games // 2, self.games)

    @torch.no_grad()
    def play(self) -> torch.Tensor:
        """So many steps of every game; while one half is looked at on the GPU, the cores play the other. Returns the values
        of where they stand then."""
        waiting: list[Any] = [None, None]
        for t in range(self.owner.lessons.steps):
            for number, half in enumerate(self.halves):
                if waiting[number] is not None:
                    waiting[number].result()
                    self.take_result(t - 1, number)
                here = self.half(number)
                for name in SEEN:
                    self.seen[name][t, here] = torch.from_numpy(getattr(half, name)).to(self.owner.device, non_blocking=True)
                batch = {name: part[t, here] for name, part in self.seen.items()}
                chances, values = self.owner.think(batch, self.variant)
                chosen = (chances - torch.empty_like(chances).exponential_().log()).argmax(1)  # a draw by these chances
                self.chosen[t, here], self.values[t, here] = chosen, self.owner.at_table(values, batch["movers"])
                self.chances[t, here] = chances.gather(1, chosen[:, None])[:, 0]
                orders = chosen.cpu().numpy()
                waiting[number] = self.owner.ahead.submit(self.owner.step, half, self.box, orders, 2 * self.variant + number)
        after = []
        for number, half in enumerate(self.halves):
            waiting[number].result()
            self.take_result(self.owner.lessons.steps - 1, number)
            batch = {name: torch.from_numpy(getattr(half, name)).to(self.owner.device) for name in SEEN}
            after.append(self.owner.at_table(self.owner.think(batch, self.variant)[1], batch["movers"]))
        return torch.cat(after)

    def take_result(self, t: int, number: int) -> None:
        here, half = self.half(number), self.halves[number]
        self.done[t, here] = torch.from_numpy(half.done).to(self.owner.device)
        self.results[t, here] = torch.from_numpy(half.results).to(self.owner.device)

    @torch.no_grad()
    def advantages(self, after: torch.Tensor) -> torch.Tensor:
        """Of every seat's win, margin and points at once: by how much it went better than expected."""
        found = torch.zeros_like(self.values)
        carried = torch.zeros_like(after)
        for t in reversed(range(len(self.values))):
            over = self.done[t, :, None, None]
            change = torch.where(over > 0, self.results[t], after) - self.values[t]
            carried = change + self.owner.lessons.trace * (1 - over) * carried
            found[t], after = carried, self.values[t]
        return found


class Ppo:
    """Plays and learns for a while; `learner` has what came of it."""

    def __init__(
        self,
        learner: Learner,
        recipe: Recipe,
        game: Any,
        boxes: list[np.record],
        threads: int,
        seed: int,
        lessons: Lessons | None = None,
    ):
        self.learner, self.recipe, self.game, self.boxes = learner, recipe, game, boxes
        self.device, self.lessons = learner.device, lessons or (Lessons() if learner.device == "cuda" else SMALL)
        self.seed = seed
        self.loop = compiled_step_tables(game)
        self.pool, self.ahead = ThreadPoolExecutor(threads), ThreadPoolExecutor(2)
        self.desks = [[self.new_desk() for _ in range(threads)] for _ in range(2)]
        shares = learner.chances
        self.rooms = [Room(self, n, max(64, int(self.lessons.games * share))) for n, share in enumerate(shares)]
        self.played = 0

    def new_desk(self) -> NetworkSearch:
        """What a thread works on: of a search only the buffers."""
        game, seats = self.game, self.recipe.seats
        net, settings = no_net(game, seats), self.recipe.guide.as_record(game.units_per_point)
        arrays = new_tree(game, seats, 1), new_buffers(game, seats)
        return NetworkSearch(*arrays, settings, self.boxes[0], net, new_scratch(game, seats, net))

    def new_tables(self, games: int) -> Tables:
        """Tables in memory from which a GPU copies fast."""
        tables = new_tables(self.game, self.recipe.seats, games)
        if self.device != "cuda":
            return tables
        return tables._replace(**{name: torch.from_numpy(getattr(tables, name)).pin_memory().numpy() for name in SEEN})

    def step(self, tables: Tables, box: np.record, chosen: np.ndarray, number: int) -> None:
        """One half of a room, shared out among the threads."""
        desks = self.desks[number % 2]
        ends = np.linspace(0, len(chosen), len(desks) + 1).astype(int).tolist()
        run = lambda desk, ends: self.loop(  # noqa: E731
            tables, desk._replace(box=box), *ends, chosen, (self.seed << 8) + number
        )
        list(self.pool.map(run, desks, pairwise(ends)))

    def think(self, batch: dict[str, torch.Tensor], variant: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the chances of the allowed actions; win, margin and points of each seat from the mover on."""
        logits, values = self.learner.model(batch, variant)
        values = values.view(len(values), -1, OF_SEAT)
        now = batch["sheets"].view(len(values), values.shape[1], -1).sum(2)
        values = torch.stack((values[:, :, 0].softmax(1), values[:, :, 1].sigmoid(), (values[:, :, 2] + now) * POINT), dim=2)
        return functional.log_softmax(logits, 1), values

    def at_table(self, values: torch.Tensor, movers: torch.Tensor) -> torch.Tensor:
        """Values counted from the mover, put in the order of the seats."""
        return self.turned(values, -movers)

    def turned(self, values: torch.Tensor, by: torch.Tensor) -> torch.Tensor:
        """Values of seats, counted from another one: by the movers, from the mover on."""
        places = (torch.arange(self.recipe.seats, device=values.device) + by[:, None]) % self.recipe.seats
        return values.gather(1, places[:, :, None].expand(-1, -1, OF_SEAT))

    def worth(self, gains: torch.Tensor) -> torch.Tensor:
        """What a decision was worth to the mover: of gains counted from it on."""
        points = gains[:, :, 2] / (2 * self.recipe.guide.scale * self.game.units_per_point)
        if self.recipe.seats == 1:
            return points[:, 0]
        ahead = points[:, 0] - points[:, 1:].mean(1)
        winning = self.recipe.guide.winning
        return winning * gains[:, 0, 0] + (1 - winning) * ahead

    def run(self, seconds: float, rates: tuple[float, float], tell: Callable[[dict[str, Any]], None]) -> None:
        """Plays and learns for so long; a line now and then."""
        begun = talked = time.monotonic()
        while (spent := time.monotonic() - begun) < seconds:
            share = spent / seconds
            rate = rates[0] + (rates[1] - rates[0]) * share
            entropy = self.lessons.entropy[0] + (self.lessons.entropy[1] - self.lessons.entropy[0]) * share
            left = self.learn([(room, room.play()) for room in self.rooms], rate, entropy)
            if time.monotonic() > talked + 15:
                talked = time.monotonic()
                room = self.rooms[0]
                points = room.results[..., 2][room.done > 0].mean().item() / self.game.units_per_point
                tell({"ppo": round(spent), "moves": self.played, "mean": round(points, 2), "entropy": round(left, 3)})

    def learn(self, played: list[tuple[Room, torch.Tensor]], rate: float, entropy: float) -> float:
        """A lesson from what was played; returns the entropy of the preferences."""
        work = []
        for room, after in played:
            gains = room.advantages(after).flatten(0, 1)
            movers = room.seen["movers"].flatten()
            wanted = self.turned(gains + room.values.flatten(0, 1), movers)
            worth = self.worth(self.turned(gains, movers))
            worth = (worth - worth.mean()) / (worth.std() + 1e-6)
            flat = {name: part.flatten(0, 1) for name, part in room.seen.items()}
            flat |= {"worth": worth, "wanted": wanted, "chosen": room.chosen.flatten(), "before": room.chances.flatten()}
            self.played += len(worth)
            for _ in range(self.lessons.epochs):
                rows = torch.randperm(len(worth), device=worth.device).split(self.lessons.minibatch)
                work += [(room.variant, flat, some) for some in rows]
        left = []
        for k in np.random.default_rng(self.learner.steps).permutation(len(work)):
            variant, flat, rows = work[k]
            left.append(self.improve({name: part[rows] for name, part in flat.items()}, variant, rate, entropy))
        return float(torch.stack(left).mean())

    def improve(self, batch: dict[str, torch.Tensor], variant: int, rate: float, entropy: float) -> torch.Tensor:
        for group in self.learner.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.learner.steps + 1) / 200)
        logits, values = self.learner.model(batch, variant)
        chances = functional.log_softmax(logits, 1)
        ratio = (chances.gather(1, batch["chosen"][:, None])[:, 0] - batch["before"]).exp()
        bounded = ratio.clamp(1 - self.lessons.clip, 1 + self.lessons.clip)
        policy = -torch.min(ratio * batch["worth"], bounded * batch["worth"]).mean()
        left = -(chances.exp() * chances.clamp_min(-50)).sum(1).mean()
        losses = self.learner.value_losses(values, batch["wanted"], batch["sheets"])
        self.learner.improve((policy - entropy * left, *losses), batch)
        return left.detach()
