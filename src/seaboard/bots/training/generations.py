"""The whole of a training: who plays, what is learnt, and which network is kept.

The first games are those of a search without a network. From then on the network that is kept (the best so far) and a new one,
the learner's as it is now, sit at the same tables; what they play is learnt from, and when they have played enough, the new one
is kept if it did better. So matches cost nothing, and no thread ever waits.
"""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from math import log10
from pathlib import Path
from typing import Any

import numpy as np

from ..network.files import Misfit, Weights, about_network, check_fits, read_network, save_network, shape_of
from .learner import Learner
from .players import Desk, Played, Player, Players, Table, player_of
from .ppo import Ppo
from .recipes import Recipe
from .shards import Shards

TALK = 15.0  # seconds between two lines
MOST_STEPS = 400  # that may be behind: what is more is not made up for
FIRST_STEPS = 300  # before the first network plays


class Training:
    """One game with one number of seats, in a folder: `best.npz`, `curve.jsonl`, `state.json`, `shards/`."""

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        *,
        device: str = "cpu",
        threads: int = 1,
        seed: int = 0,
        shards: int = 0,
        tell: Callable[[dict[str, Any]], None] = lambda line: None,
    ):
        self.recipe, self.folder, self.tell = recipe, folder, tell
        folder.mkdir(parents=True, exist_ok=True)
        self.game, self.boxes = recipe.boxes()
        self.state: dict[str, Any] = {
            "generation": 0,
            "rating": 0.0,
            "games": 0,
            "positions": 0,
            "seconds": 0.0,
            "runs": 0,
            "moves": 0,
        }
        self.best: Weights | None = None
        self.go_on()
        self.learner = Learner(self.game, recipe, self.boxes, self.best, device, recipe.memory)
        self.players = Players(recipe, threads, seed + 1000 * self.state["runs"] + 17, self.take)
        self.inbox: list[Played] = []
        self.inbox_lock = threading.Lock()
        self.shards = Shards(folder / "shards", recipe, most=shards)
        self.tally = Tally(recipe.seats)
        self.candidate: Weights | None = None
        self.taken = 0
        self.allowance = 0.0  # steps that may be made for what has come in

    def go_on(self) -> None:
        """Takes over what an earlier run left in the folder."""
        if (self.folder / "state.json").exists():
            self.state |= json.loads((self.folder / "state.json").read_text(encoding="utf-8"))
        if (self.folder / "best.npz").exists():
            weights, about = read_network(self.folder / "best.npz")
            check_fits(about, self.game, shape_of(self.game, self.recipe.seats), self.folder / "best.npz")
            if weights["bias"].shape != (self.recipe.width,):
                raise Misfit(f"{self.folder} holds a network of another width")
            self.best = weights
        self.state["runs"] += 1

    def take(self, played: Played) -> None:
        with self.inbox_lock:
            self.inbox.append(played)

    def compile(self) -> None:
        """Plays two games in a hurry: what they call is compiled then (or loaded from disk)."""
        nets = [self.player(None, 0), self.player(self.learner.export(), 1)]
        recipe = replace(self.recipe, few=2, many=2, alone=2)
        for net in nets:
            self.players.play_one(Desk(recipe, self.game), Table(net, net), 0)

    def warm_up(self, seconds: float, rates: tuple[float, float], threads: int) -> None:
        """Learns by PPO for so long; what comes of it is the network that self-play goes on from."""
        ppo = Ppo(self.learner, self.recipe, self.game, self.boxes, threads, self.state["runs"])
        ppo.run(seconds, rates, self.say)
        self.state["moves"] += ppo.played
        self.state["seconds"] += seconds
        self.best = self.learner.export()
        self.save()

    def run(self, seconds: float, rates: tuple[float, float] = (1.5e-3, 4e-4), blend: float = 0.5) -> None:
        """Plays and learns for so long."""
        begun = talked = time.monotonic()
        self.kept = self.player(self.best, self.state["generation"])
        self.players.start(Table(self.kept, self.kept))
        try:
            while (spent := time.monotonic() - begun) < seconds and self.players.trouble is None:
                self.read_inbox()
                rate = rates[0] + (rates[1] - rates[0]) * spent / seconds
                if not self.learn(rate, blend):
                    time.sleep(0.02)
                self.change_table()
                if time.monotonic() > talked + TALK:
                    talked = time.monotonic()
                    self.say({"seconds": round(spent), "rate": round(rate, 6)})
        finally:
            self.players.stop()
            self.read_inbox()
            self.state["seconds"] += time.monotonic() - begun
            self.finish()
        if self.players.trouble is not None:
            raise self.players.trouble

    def read_inbox(self) -> None:
        with self.inbox_lock:
            played, self.inbox = self.inbox, []
        if not played:
            return
        self.learner.memory.add(played)
        self.shards.add(played)
        rows = sum(len(one.notes.counts) for one in played)
        self.taken += rows
        often = 2 if self.best is None else 1  # there is little at first
        self.allowance = min(MOST_STEPS, self.allowance + often * rows * self.recipe.reuse / self.recipe.batch)
        self.state["positions"] += rows
        self.state["games"] += len(played)
        for one in played:
            self.tally.add(one)

    def learn(self, rate: float, blend: float) -> bool:
        """Some steps, as many as what has come in allows; returns whether there was anything to do."""
        enough = self.recipe.first if self.best is None else self.recipe.first // 2
        if self.taken < min(enough, self.recipe.memory) or self.allowance < 1:
            return False
        for _ in range(min(8, int(self.allowance))):
            self.learner.step(rate, blend)
            self.allowance -= 1
        return True

    def change_table(self) -> None:
        """A new network sits down when there is none at the table; when it has played enough, it is kept or not."""
        if self.candidate is None:
            if self.learner.steps >= FIRST_STEPS:
                self.seat_candidate()
        elif self.tally.games >= self.recipe.match:
            better, figures = self.tally.verdict()
            self.state["generation"] += 1
            self.say({"generation": self.state["generation"], "kept": better, **figures})
            if better:
                assert self.players.table is not None
                self.best, self.kept = self.candidate, self.players.table.second
                self.state["rating"] += figures["rating"]
                self.save()
            self.seat_candidate()

    def seat_candidate(self) -> None:
        """The learner's network as it is now, beside the best."""
        self.candidate = self.learner.export()
        new = self.player(self.candidate, self.state["generation"] + 1)
        self.tally = Tally(self.recipe.seats, (self.kept.number, new.number))
        self.players.table = Table(self.kept, new)

    def player(self, weights: Weights | None, number: int) -> Player:
        return player_of(self.recipe, self.game, self.boxes, number, weights)

    def save(self) -> None:
        assert self.best is not None
        shape = shape_of(self.game, self.recipe.seats)
        variants: dict[int, dict] = {}
        for variant, box in zip(self.recipe.variants, self.boxes, strict=True):
            variants.setdefault(variant.like, {"options": dict(variant.options), "box": self.game.box_hash(box)})
        about = {
            **about_network(self.game, shape),
            "variants": [variants[n] for n in sorted(variants)],
            "differs": self.recipe.differs,
            "part": self.recipe.part,
            "guide": asdict(self.recipe.seated or self.recipe.guide),
            "made": {
                **{key: self.state[key] for key in ("generation", "games", "positions", "seconds", "rating", "moves")},
                "how": f"seaboard train {self.game.name} --players {self.recipe.seats}",
            },
        }
        save_network(self.folder / "best.npz", self.best, about)
        self.write_state()

    def write_state(self) -> None:
        (self.folder / "state.json").write_text(json.dumps(self.state) + "\n", encoding="utf-8")

    def finish(self) -> None:
        """The last word: a network that was never measured is saved beside the best."""
        if self.best is None and self.learner.steps:
            self.best = self.learner.export()
            self.save()
        self.write_state()
        self.say({"end": True})

    def say(self, line: dict[str, Any]) -> None:
        steady = {"positions": self.state["positions"], "games": self.state["games"], "steps": self.learner.steps}
        line = {**line, **steady, **self.learner.figures()}
        with (self.folder / "curve.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.tell(line)


class Tally:
    """How two networks did against each other."""

    def __init__(self, seats: int, numbers: tuple[int, int] = (-1, -1)):
        self.seats, self.numbers = seats, numbers
        self.won = self.even = 0.0
        self.points: tuple[list[float], list[float]] = ([], [])
        self.games = 0

    def add(self, played: Played) -> None:
        if played.numbers != self.numbers or self.numbers[0] == self.numbers[1]:
            return
        self.games += 1
        for seat in range(self.seats):
            second = played.whose >> seat & 1
            self.points[second].append(float(played.points[seat]))
            self.won += second * float(played.wins[seat])
            self.even += second / self.seats

    def verdict(self) -> tuple[bool, dict[str, float]]:
        """Whether the second did better, with its share of wins, both means of points, and the difference in rating."""
        means = [float(np.mean(points)) if points else 0.0 for points in self.points]
        figures = {"before": round(means[0], 2), "after": round(means[1], 2), "played": self.games}
        if self.seats == 1:
            return means[1] > means[0], {**figures, "rating": means[1] - means[0]}
        share = self.won / max(1e-9, self.even) / 2  # a half is even, for any number of seats
        bounded = min(0.99, max(0.01, share))
        return share > 0.5, {**figures, "share": round(share, 4), "rating": 400 * log10(bounded / (1 - bounded))}
