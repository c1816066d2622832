"""Information-set Monte Carlo tree search: deals what it cannot see anew, tries, and tries more of what went well."""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..core.dice import key_of
from ..core.errors import BadOption
from ..core.game import Game
from .bot import Hint, new_hint
from .tree.growing import compiled_simulate
from .tree.parts import DEEPEST, Mind, new_desk, new_tree, plant, reroot

SLICE = 0.025  # seconds of thinking between two looks at the clock and at `cancelled`
MOST_NODES = 200_000  # of one tree; when it is full, it is still walked

Cancelled = Callable[[], bool]


def never() -> bool:
    return False


class Thinker:
    """One thread's tree, desk and chance."""

    def __init__(self, game: Game, box: np.record, seed: str, room: int, mind: Mind, deepest: int = DEEPEST):
        seats = int(box.players)
        self.box, self.settings = box, mind.settings(game.parts)
        self.tree: Any = new_tree(game, seats, room)
        self.desk = new_desk(game, seats, deepest)
        self.simulate = compiled_simulate(game)
        self.seed = int(key_of(seed)[0] >> np.uint64(1))
        self.done = 0  # simulations, in all its life: each has its own chance

    def think(self, times: int, deadline: float, cancelled: Cancelled = never) -> None:
        """So many simulations, in slices; fewer when time is up or someone cancels."""
        end, step = self.done + times, 1
        while self.done < end and not cancelled():
            begun = time.perf_counter()
            if begun > deadline:
                break
            step = min(step, end - self.done)
            self.simulate_some(step)
            self.done += step
            step = max(1, min(2 * step, int(step * SLICE / (time.perf_counter() - begun))))

    def simulate_some(self, times: int) -> None:
        self.simulate(self.tree, self.desk, self.box, self.settings, self.seed, self.done, times)

    def add_up(self, seat: int, visits: np.ndarray, values: np.ndarray) -> None:
        """Adds how often each action at the root was visited, and how well it went for a seat."""
        nodes = self.tree.nodes[: self.tree.size[0]]
        children = np.flatnonzero(nodes["parent"] == 0)
        visits[nodes["action"][children]] += nodes["visits"][children]
        values[nodes["action"][children]] += self.tree.values[children, seat]


class Search:
    """Thinks for so many simulations a decision, or so many seconds, on so many threads."""

    NUMBER = "simulations"

    def __init__(
        self,
        game: Game,
        box: np.record,
        seed: Any = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        slack: float = 0.0,
        **mind: float,
    ):
        """`slack` makes it careless: it is content with any action that seems at most so much worse (0 to 1) than the best."""
        if simulations is None and seconds is None:
            simulations = 1000
        if (simulations is not None and simulations < 1) or (seconds is not None and seconds <= 0):
            raise BadOption("a search needs at least 1 simulation, and more than 0 seconds")
        self.game, self.box, self.slack = game, box, slack
        self.simulations, self.seconds = simulations, seconds
        self.threads = int(threads or (1 if simulations else os.cpu_count() or 1))
        root = seed if seed is not None else key_of(None)
        self.thinkers = self.new_thinkers([f"{root} {n}" for n in range(self.threads)], mind)
        self.chance = np.random.default_rng(self.thinkers[0].seed)
        self.before: np.record | None = None  # what was seen when the tree was last used, and what was played then
        self.played = -1

    def new_thinkers(self, seeds: list[str], mind: dict[str, float]) -> list[Thinker]:
        """One for each thread."""
        room = min(MOST_NODES, (self.simulations or MOST_NODES) * 2 + 2)
        return [Thinker(self.game, self.box, seed, room, Mind(**mind)) for seed in seeds]

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled | None = None) -> int:
        """The action visited most; with slack, one of those that seem nearly as good."""
        if len(actions) == 1:
            kept = self.keep_tree(seen)
            self.before, self.played = (seen.copy() if kept else None), int(actions[0])
            return self.played
        visits, values = self.weigh(seen, cancelled or never)
        self.before, self.played = seen.copy(), self.pick([int(action) for action in actions], visits, values)
        return self.played

    def pick(self, actions: list[int], visits: np.ndarray, values: np.ndarray) -> int:
        means = values / np.maximum(1, visits)
        best = max(actions, key=lambda action: (visits[action], means[action]))
        if self.slack and visits[best]:
            near = [a for a in actions if visits[a] and means[a] >= means[best] - self.slack]
            return int(self.chance.choice(near, p=visits[near] / visits[near].sum()))
        return best

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        """The allowed actions, best first, with the points and wins that were seen after them."""
        self.before = None
        visits, _ = self.weigh(seen, never)
        tried = np.sum([thinker.tree.tried for thinker in self.thinkers], axis=0)
        hints = []
        for action in sorted(actions, key=lambda action: -visits[action]):
            times, *sums = tried[action]
            means = np.array(sums) / max(1, times)
            seats = int(self.box.players)
            wins = means[seats + int(self.game.mover(seen))]
            hints.append(new_hint(self.game, self.box, action, means[:seats], wins, visits[action]))
        return hints

    def weigh(self, seen: np.record, cancelled: Cancelled) -> tuple[np.ndarray, np.ndarray]:
        """Thinks, on all threads; then how often each action was visited, and the sum of its results."""
        if not self.keep_tree(seen):
            for thinker in self.thinkers:
                plant(thinker.tree)
        deadline = time.perf_counter() + (self.seconds or float("inf"))
        share = -(-(self.simulations or 10**9) // self.threads)

        def think(thinker: Thinker) -> None:
            thinker.desk.states[0] = seen
            thinker.think(share, deadline, cancelled)

        if self.threads == 1:
            think(self.thinkers[0])
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(think, self.thinkers))
        visits, values = np.zeros(self.game.actions), np.zeros(self.game.actions)
        for thinker in self.thinkers:
            thinker.add_up(int(self.game.mover(seen)), visits, values)
        return visits, values

    def keep_tree(self, seen: np.record) -> bool:
        """Goes on with the tree below what was just played, if nothing but that has happened since."""
        if self.before is None or not self.follows(seen):
            return False
        kept = [reroot(thinker.tree, self.played) for thinker in self.thinkers]
        return all(kept)

    def follows(self, seen: np.record) -> bool:
        """Whether what was seen before, and what was played, lead to what is seen now without any chance."""
        assert self.before is not None
        s, again = self.before.copy(), self.game.empty_state()
        seat = int(self.game.mover(s))
        if int(self.game.mover(seen)) != seat:
            return False
        self.game.redeal(s, self.box, key_of("again"))
        dealt = int(s.counter)
        self.game.apply(s, self.box, self.played)
        self.game.view(s, self.box, seat, again)
        return int(s.counter) == dealt and again.tobytes() == seen.tobytes()
