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
from .restarts import MAX_DECISIONS, Restarts

MAX_SAMPLES = 3000  # maximum number of samples of a game; later decisions are not learned from


class Played(NamedTuple):
    """A finished game: its samples (copies), its setup, and its result."""

    samples: Samples
    box: int
    opponent_seats: int  # bits; not 0 in a game that measures progress, or against a fixed opponent
    wins: np.ndarray  # each seat's share of the win
    points: np.ndarray


@dataclass
class Player:
    """A network, folded for each box when first used."""

    plan: Plan
    weights: Weights | None  # None: the search without a network
    nets: dict[int, Net] = field(default_factory=dict)

    def net(self, box: int) -> Net:
        if box not in self.nets:
            game, record = self.plan.game, self.plan.boxes[box]
            self.nets[box] = fold_net(game, record, self.weights) if self.weights else no_net(game, int(record.players))
        return self.nets[box]


def largest_net(plan: Plan, players: int) -> Net:
    """A network without inputs whose layers have the sizes of the plan."""
    sizes = {"bias": plan.width, "second_bias": 2 * plan.half, "third_bias": plan.last}
    return no_net(plan.game, players)._replace(**{name: np.zeros(size, np.float32) for name, size in sizes.items()})


class Workspace:
    """The working memory of one thread: the arrays of a search, for each number of players."""

    def __init__(self, plan: Plan):
        self.plan, self.game = plan, plan.game
        self.settings = plan.settings.as_record(plan.game.units_per_point)
        self.searches: dict[int, NetworkSearch] = {}
        self.root, self.samples = new_root(self.game), new_samples(self.game, shape_of(self.game).seats, MAX_SAMPLES)
        self.states = np.zeros(1 + MAX_DECISIONS if plan.restarts else 1, self.game.state)

    def search(self, box: np.record, net: Net) -> NetworkSearch:
        """A search of this box with this network."""
        players = int(box.players)
        if players not in self.searches:
            max_nodes = (self.plan.full_simulations + 2) * self.game.max_legal
            largest = largest_net(self.plan, players)
            scratch = new_scratch(self.game, players, largest)
            tree, buffers = new_tree(self.game, players, max_nodes), new_buffers(self.game, players)
            self.searches[players] = NetworkSearch(tree, buffers, self.settings, box, largest, scratch)
        return self.searches[players]._replace(box=box, net=net)


class Players:
    """Threads that play games with the latest network until `stop`."""

    def __init__(self, plan: Plan, threads: int, seed: int, take: Callable[[Played], None], opponent: Weights | None = None):
        """`take` gets each finished game. With an `opponent`, every game is against this fixed network."""
        self.plan, self.take, self.seed = plan, take, seed
        self.play = compiled_play_game(plan.game)
        self.latest, self.opponent = Player(plan, None), Player(plan, opponent)
        self.match_share = 1.0 if opponent else plan.match_share
        self.number, self.restarts = 0, Restarts()
        self.lock, self.stopped, self.may_play = threading.Lock(), threading.Event(), threading.Event()
        self.may_play.set()
        self.error: BaseException | None = None
        self.setup_weights = np.array([setup.weight for setup in plan.setups])
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(threads)]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def pause(self) -> None:
        """Starts no more games until `resume`, so that the learner gets the CPU."""
        self.may_play.clear()

    def resume(self) -> None:
        self.may_play.set()

    def stop(self) -> None:
        """Ends the threads within a second; unfinished games are dropped."""
        self.stopped.set()
        self.resume()
        end = time.monotonic() + 1
        for thread in self.threads:
            thread.join(max(0, end - time.monotonic()))

    def run(self) -> None:
        try:
            workspace = Workspace(self.plan)
            while self.may_play.wait() and not self.stopped.is_set():
                with self.lock:
                    number = self.number
                    self.number += 1
                self.take(self.play_one(workspace, number))
        except BaseException as error:
            self.error = error
            self.stopped.set()

    def play_one(self, workspace: Workspace, number: int) -> Played:
        """Plays a game of the latest network against itself, or (in a share of the games, `match_share`) against the opponent:
        the search without a network, or the fixed network. A share of the other games (`restarts`) starts from a position of
        an earlier game."""
        plan, rng = self.plan, np.random.default_rng([self.seed, number])
        probabilities = self.setup_weights / self.setup_weights.sum()
        box = int(rng.choice(len(probabilities), p=probabilities))
        record, latest = plan.boxes[box], self.latest
        opponent_seats = draw_opponent_seats(int(record.players), rng) if rng.random() < self.match_share else 0
        search = workspace.search(record, latest.net(box))
        other = search._replace(net=self.opponent.net(box))
        budget = Budget(plan.simulations, plan.full_simulations, plan.full_every, plan.considered)
        memory = (workspace.root, workspace.samples, workspace.states)
        restarts = self.restarts if plan.restarts and not opponent_seats else None
        position = restarts.draw(box, rng) if restarts and rng.random() < plan.restarts else None
        if position is not None:
            workspace.states[:1] = position
        restarted = int(position is not None)
        n = self.play(search, other, *memory, self.seed, number, opponent_seats, budget, restarted)
        samples = Samples(*(array[:n].copy() for array in workspace.samples))
        players = int(record.players)
        if restarts:
            restarts.offer(box, workspace.states[1:], samples, players)
        last = np.roll(samples.results[-1][:players], int(samples.movers[-1]), axis=0)
        return Played(samples, box, opponent_seats, last[:, 0], last[:, 2:].sum(1) / plan.game.units_per_point)


def draw_opponent_seats(players: int, rng: np.random.Generator) -> int:
    """Bits: all seats but a random one, as in the matches of docs/strength.md; in a solo game the only seat."""
    if players == 1:
        return 1
    return (1 << players) - 1 - (1 << int(rng.integers(players)))
