"""Self-play threads: each plays games in compiled code and hands over their training samples."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..mcts.network import Net, new_scratch
from ..mcts.selfplay import Budget, Samples, compiled_play_game, new_root, new_samples
from ..mcts.simulation import NetworkSearch
from ..mcts.tree import new_buffers, new_tree
from ..network.network_files import Weights, fold_net, no_net, shape_of
from .plans import Plan

LONGEST_GAME = 3000  # decisions that are learned from


class Played(NamedTuple):
    """A finished game: its samples (copies), its setup, and its result."""

    samples: Samples
    box: int
    plain: int  # bits: seats of the opponent, in a game that measures progress or looks for a best response
    wins: np.ndarray  # each seat's share of the win
    points: np.ndarray


@dataclass
class Player:
    """A network, folded for each box at its first use."""

    plan: Plan
    weights: Weights | None  # None: the search without a network
    nets: dict[int, Net] = field(default_factory=dict)

    def net(self, box: int) -> Net:
        if box not in self.nets:
            game, record = self.plan.game, self.plan.boxes[box]
            self.nets[box] = fold_net(game, record, self.weights) if self.weights else no_net(game, int(record.players))
        return self.nets[box]


class Workspace:
    """Memory of one thread: the arrays of a search, for each number of players."""

    def __init__(self, plan: Plan):
        self.plan, self.game = plan, plan.game
        self.settings = plan.settings.as_record(plan.game.units_per_point)
        self.searches: dict[int, NetworkSearch] = {}
        self.root, self.samples = new_root(self.game), new_samples(self.game, shape_of(self.game).seats, LONGEST_GAME)
        self.states = np.zeros(1, self.game.state)

    def search(self, box: np.record, net: Net) -> NetworkSearch:
        """A search of this box with this network."""
        players = int(box.players)
        if players not in self.searches:
            room = (self.plan.full_simulations + 2) * self.game.max_legal
            sizes = {"bias": self.plan.width, "second_bias": 2 * self.plan.half, "third_bias": self.plan.last}
            wide = no_net(self.game, players)._replace(**{name: np.zeros(size, np.float32) for name, size in sizes.items()})
            scratch = new_scratch(self.game, players, wide)
            tree, buffers = new_tree(self.game, players, room), new_buffers(self.game, players)
            self.searches[players] = NetworkSearch(tree, buffers, self.settings, box, wide, scratch)
        return self.searches[players]._replace(box=box, net=net)


class Players:
    """Threads that play with the latest network until they are stopped."""

    def __init__(self, plan: Plan, threads: int, seed: int, take: Callable[[Played], None], opponent: Weights | None = None):
        """Plays every game against a fixed network if there is an `opponent`."""
        self.plan, self.take, self.seed = plan, take, seed
        self.play = compiled_play_game(plan.game)
        self.latest, self.plain = Player(plan, None), Player(plan, opponent)
        self.match_share = 1.0 if opponent else plan.match_share
        self.number = 0
        self.lock, self.over, self.going = threading.Lock(), threading.Event(), threading.Event()
        self.going.set()
        self.error: BaseException | None = None
        self.chances = np.array([setup.weight for setup in plan.setups])
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(threads)]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def pause(self) -> None:
        """Begins no more games until `resume`: the processor is the learner's."""
        self.going.clear()

    def resume(self) -> None:
        self.going.set()

    def stop(self) -> None:
        """Ends the threads, at most a second later: games that are not over by then are dropped."""
        self.over.set()
        self.resume()
        end = time.monotonic() + 1
        for thread in self.threads:
            thread.join(max(0, end - time.monotonic()))

    def run(self) -> None:
        try:
            workspace = Workspace(self.plan)
            while self.going.wait() and not self.over.is_set():
                with self.lock:
                    number = self.number
                    self.number += 1
                self.take(self.play_one(workspace, number))
        except BaseException as error:
            self.error = error
            self.over.set()

    def play_one(self, workspace: Workspace, number: int) -> Played:
        """A game of the latest network against itself, now and then against the search without a network, or always against
        the opponent."""
        plan, chance = self.plan, np.random.default_rng([self.seed, number])
        chances = self.chances / self.chances.sum()
        box = int(chance.choice(len(chances), p=chances))
        record, latest = plan.boxes[box], self.latest
        plain = seats_of_plain(int(record.players), chance) if chance.random() < self.match_share else 0
        search = workspace.search(record, latest.net(box))
        other = search._replace(net=self.plain.net(box))
        budget = Budget(plan.simulations, plan.full_simulations, plan.full_every, plan.considered)
        n = self.play(search, other, workspace.root, workspace.samples, workspace.states, self.seed, number, plain, budget)
        samples = Samples(*(array[:n].copy() for array in workspace.samples))
        players = int(record.players)
        last = np.roll(samples.results[-1][:players], int(samples.movers[-1]), axis=0)
        return Played(samples, box, plain, last[:, 0], last[:, 2:].sum(1) / plan.game.units_per_point)


def seats_of_plain(players: int, chance: np.random.Generator) -> int:
    """Bits: all seats but one, as in the matches of docs/strength.md; in a solo game the only seat."""
    if players == 1:
        return 1
    return (1 << players) - 1 - (1 << int(chance.integers(players)))
