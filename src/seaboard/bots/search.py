"""Information-set Monte Carlo tree search: deals what it cannot see anew, tries, remembers what went well, and tries that more."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..core.dice import key_of
from ..core.game import Game
from ..core.rule import rule
from . import tree
from .bot import Hint, new_hint

SLICE = 0.025  # seconds of thinking between two looks at `cancelled`


@dataclass(frozen=True)
class Mind:
    """How a search weighs things."""

    explore: float = 1.0
    untried: float = 0.1
    prior: float = 0.0
    policy: int = 0
    turns: int = 0
    winning: float = 0.5
    rank: float = 0.0
    scale: float = 20.0
    centre: float = 30.0
    greed: float = 0.0

    def settings(self) -> np.ndarray:
        return np.array([float(getattr(self, name)) for name in self.__dataclass_fields__])


@cache
def compiled_simulate(game: Game) -> Callable[..., None]:
    """The search's inner loop for one game, compiled (or from disk)."""
    select, choose = rule(game.bound(tree.select)), rule(game.bound(tree.choose))
    descend = rule(game.bound(tree.descend, select=select))
    play_on = rule(game.bound(tree.play_on, choose=choose))
    judge = rule(game.bound(tree.judge))
    return game.compiled(tree.simulate, descend=descend, play_on=play_on, judge=judge)


class Tree:
    """One thread's tree and its workplace; nothing is allocated while it thinks."""

    def __init__(self, game: Game, box: np.record, seats: int, room: int, seed: int):
        self.game, self.box, self.seats, self.seed = game, box, seats, seed
        self.simulate = compiled_simulate(game)
        self.states = np.zeros(2, game.state)
        self.nodes = np.zeros(room, tree.NODE)
        self.values = np.zeros((room, seats))
        self.counts = np.zeros(1, np.int64)
        self.tried = np.zeros((game.actions, 1 + 2 * seats))
        self.history = np.zeros((seats, game.actions, 2))
        self.out = np.zeros(game.most_legal, np.int16)
        self.weights = np.zeros(game.most_legal, np.int64)
        self.slots = np.full(game.actions, tree.NONE, np.int32)
        self.path = np.zeros(tree.DEEPEST, np.int32)
        self.trace = np.zeros((1024, 2), np.int32)
        self.sheet = np.zeros((seats, len(game.score_kinds)), np.int32)
        self.points, self.reward = np.zeros(2 * seats), np.zeros(seats)
        self.done = 0

    def plant(self, seen: np.record) -> None:
        """A new tree for what is seen."""
        self.states[0] = seen
        self.nodes[0] = (tree.NONE, tree.NONE, tree.NONE, tree.NONE, 0, 0)
        self.values[0] = 0
        self.counts[0] = 1
        self.tried[:] = 0
        self.history[:] = 0

    def grow(self, settings: np.ndarray, times: int) -> None:
        self.simulate(
            self.states, self.box, self.nodes, self.values, self.counts, settings, self.seed, self.done, times, self.tried,
            self.history, self.out, self.weights, self.slots, self.path, self.trace, self.sheet, self.points, self.reward,
        )
        self.done += times


class Search:
    """Thinks for so many simulations (or seconds) a decision."""

    def __init__(self, game, box, seed=None, simulations=1000, seconds=None, threads=1, deepest=256, **mind):
        self.flat = deepest == 2
        self.game, self.box = game, box
        self.simulations, self.seconds = simulations, seconds
        self.settings = Mind(**mind).settings()
        self.trees = [Tree(game, box, int(box.players), simulations + 2 + game.most_legal, int(key_of(f"{seed} {n}")[0] >> np.uint64(1))) for n in range(threads)]
        self.trees[0].path = np.zeros(int(deepest), np.int32)

    def choose(self, seen, actions, cancelled=None):
        if len(actions) == 1:
            return actions[0]
        t = self.trees[0]
        t.plant(seen)
        t.grow(self.settings, self.simulations * (len(actions) if self.flat else 1))
        if self.flat:
            return int(max(actions, key=lambda a: t.values[1 + [n["action"] for n in t.nodes[1:t.counts[0]]].index(a), int(self.game.mover(seen))] / t.tried[a, 0]))
        return int(max(actions, key=lambda a: (t.tried[a, 0], t.tried[a,1])))
