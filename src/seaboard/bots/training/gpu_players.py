"""Self-play on a GPU (`mcts/gpu_selfplay.py`): threads that each play many games of one setup at a time."""

import threading
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from ...core.cuda import find_cuda, is_simulated
from ...core.errors import BadOption
from ..mcts.gpu_memory import Games, new_games
from ..mcts.gpu_selfplay import GpuSelfplay, Tuning, Work
from ..mcts.network import Net
from ..mcts.selfplay import Budget, Samples
from ..network.network_files import shape_of
from .plans import Plan
from .selfplay_threads import Played, Players, largest_net

TUNING = Tuning()
WORKERS = 16  # setups that are played at the same time
FIRST_GAME = 1 << 39  # number of the first game: the processor's have lower numbers, so no game is played twice
MAX_SAMPLES = 400  # of a game; later decisions are not learned from
WAIT = 0.2  # seconds between two looks for a first network


@dataclass
class GpuWorkspace:
    """The memory of games in parallel on the GPU, for each number of players, and a stream of work of its own."""

    plan: Plan
    games: int
    tuning: Tuning = TUNING
    most_samples: int = MAX_SAMPLES

    def __post_init__(self) -> None:
        check_settings(self.plan)
        self.cuda, self.stream = find_cuda(), find_cuda().stream()
        self.searches: dict[int, GpuSelfplay] = {}
        self.settings = self.to_gpu(np.array([self.plan.settings.as_record(self.plan.game.units_per_point)]))

    def to_gpu(self, array: np.ndarray) -> Any:
        return array if is_simulated() else self.cuda.to_device(array, self.stream)

    def search_for(self, players: int) -> GpuSelfplay:
        if players not in self.searches:
            plan = self.plan
            net, seats = largest_net(plan, players), shape_of(plan.game).seats
            memory = new_games(plan.game, players, net, seats, self.games, self.most_samples, plan.full_simulations)
            self.searches[players] = GpuSelfplay(plan.game, memory, self.stream, self.tuning)
        return self.searches[players]

    def play(self, box: int, net: Net, seed: int, first: int, stopped: threading.Event | None = None) -> list[Played]:
        """Plays games of one setup, numbered from `first`, to their ends; none if it is stopped."""
        self.begin(box, net, seed, first)
        while self.search.play_cycle():
            if stopped and stopped.is_set():
                return []
        return self.played()

    def begin(self, box: int, net: Net, seed: int, first: int) -> None:
        """Starts games of one setup, numbered from `first`."""
        work = self.work(box, net, seed)
        numbers, on_gpu = np.arange(first, first + self.games), self.search.memory.numbers
        if is_simulated():
            on_gpu[:] = numbers
        else:
            on_gpu.copy_to_device(numbers, self.stream)
        self.search.begin(work)

    def work(self, box: int, net: Net, seed: int) -> Work:
        """What games of one setup share; chooses the memory for its number of players."""
        plan, self.box, record = self.plan, box, self.plan.boxes[box]
        self.search = self.search_for(int(record.players))
        budget = Budget(plan.simulations, plan.full_simulations, plan.full_every, plan.considered)
        return Work(Net(*map(self.to_gpu, net)), self.settings, self.to_gpu(np.array([record])), seed, budget)

    def played(self) -> list[Played]:
        """The finished games, with copies of their samples."""
        players, units = int(self.plan.boxes[self.box].players), self.plan.game.units_per_point
        counts, samples = self.collect(self.search.memory)
        games = []
        for part in split_rows(samples, counts):
            last = np.roll(part.results[-1][:players], int(part.movers[-1]), axis=0)
            games.append(Played(part, self.box, 0, last[:, 0], last[:, 2:].sum(1) / units))
        return games

    def collect(self, memory: Games) -> tuple[np.ndarray, Samples]:
        """The number of samples of each game, and all samples, game after game."""
        if is_simulated():
            counts = np.array(memory.counts)
            used = np.arange(self.most_samples) < counts[:, None]
            return counts, Samples(*(np.array(array)[used] for array in memory.samples))
        import torch

        with torch.cuda.stream(torch.cuda.ExternalStream(int(self.stream.handle))):
            counts = torch.as_tensor(memory.counts, device="cuda")
            used = torch.arange(self.most_samples, device="cuda") < counts[:, None]
            samples = Samples(*(torch.as_tensor(array, device="cuda")[used].cpu().numpy() for array in memory.samples))
            return counts.cpu().numpy(), samples


def check_settings(plan: Plan) -> None:
    """Refuses settings that the search on a GPU does not know: playouts, chance in the tree."""
    if plan.settings.split > 0 or plan.settings.leaf < 1:
        raise BadOption("self-play on a GPU needs the settings split=0 and leaf=1")


def split_rows(samples: Samples, counts: np.ndarray) -> list[Samples]:
    """The samples of each game that has any."""
    ends = np.cumsum(counts)
    return [Samples(*(array[end - count : end] for array in samples)) for count, end in zip(counts, ends, strict=True) if count]


class GpuPlayers:
    """Threads that play the latest network of `players` against itself on a GPU, until those are stopped."""

    def __init__(self, plan: Plan, players: Players, games: int):
        """`games` are played at the same time, by WORKERS threads."""
        self.plan, self.players, self.games = plan, players, games
        self.numbers = count(FIRST_GAME, games // WORKERS)
        self.workspaces = [GpuWorkspace(plan, games // WORKERS) for _ in range(WORKERS)]
        self.seats = np.array([int(box.players) for box in plan.boxes])

    def start(self) -> None:
        weights = self.players.setup_weights
        order = np.argsort(self.seats, kind="stable")
        middles = (np.arange(WORKERS) + 0.5) / WORKERS * weights.sum()
        for workspace, setup in zip(self.workspaces, order[np.searchsorted(weights[order].cumsum(), middles)], strict=True):
            threading.Thread(target=self.run, args=(workspace, int(self.seats[setup])), daemon=True).start()

    def run(self, workspace: GpuWorkspace, seats: int) -> None:
        """Plays setups for one number of players: the arrays of a search depend on it."""
        players = self.players
        try:
            while players.may_play.wait() and not players.stopped.is_set():
                if players.latest.weights is None:
                    players.stopped.wait(WAIT)
                    continue
                first = next(self.numbers)
                weights = players.setup_weights * (self.seats == seats)
                box = int(np.random.default_rng([players.seed, first]).choice(len(weights), p=weights / weights.sum()))
                for played in workspace.play(box, players.latest.net(box), players.seed, first, players.stopped):
                    players.take(played)
        except BaseException as error:
            players.error = error
            players.stopped.set()
