"""Self-play on a GPU: a search in phases over many games in parallel, with the same games as on the CPU.

One thread per game that did its whole search alone would wait for the 31 other threads of its warp: they descend to other
depths and run other rules. So all games advance by one phase at a time (gpu_phases.py), in a round of kernels: they play to
a leaf, sorted by the rules that they run next if the game has sort keys; the network evaluates all leaves (gpu_layers.py);
the values are backed up. A game in the middle of its decision does not wait for others: after some rounds, all games that
have searched enough play their decisions and begin the next ones.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...core.cuda import find_cuda, is_simulated, prepare_compiling
from ...core.errors import SeaboardError
from ...core.game import Game
from ...core.gpu_sorting import Sorter
from .gpu_layers import TILE, layers_for
from .gpu_memory import Games
from .gpu_phases import bins, kernels
from .network import Net
from .selfplay import Budget

LAUNCHING = threading.Lock()  # numba-cuda compiles and loads kernels in one thread at a time


@dataclass(frozen=True)
class Tuning:
    """What changes the speed, but not the games."""

    block: int = 64  # threads per block of the kernels with a thread for each game
    layer_block: int = 256  # threads per block of the network
    enough: tuple[int, ...] = (12, 12, 12, 12, 12, 1)  # by sorted launch: how many games of a warp must run the same rules
    rounds: int = 8  # between two calls of `decide_kernel`
    graph: bool = True  # record the launches of a cycle once, and repeat them without Python


class Work(NamedTuple):
    """What the games of a batch share."""

    net: Net
    settings: Any
    box: Any
    seed: int
    budget: Budget


class Sorted:
    """The order in which games advance: by sort key, or as they are, for games without sort keys."""

    def __init__(self, game: Game, games: int, stream: Any):
        cuda = find_cuda()
        self.sorts = game.sort_keys > 0
        if self.sorts:
            self.sorter = Sorter(games, bins(game))
            self.keys, self.order, self.going = self.sorter.keys, self.sorter.order, self.sorter.going
        else:
            self.keys = cuda.to_device(np.zeros(games, np.int16))
            self.order = cuda.to_device(np.arange(games, dtype=np.int32))
            self.going = cuda.to_device(np.array([games], np.int32))
        self.stream = stream

    def sort(self) -> None:
        if self.sorts:
            self.sorter.sort(self.stream)


class GpuSelfplay:
    """Plays batches of games in parallel, in memory of their own."""

    def __init__(self, game: Game, memory: Games, stream: Any, tuning: Tuning):
        self.game, self.stream, self.tuning = game, stream, tuning
        self.memory: Any = memory  # the arrays are numba-cuda's, or NumPy's in the simulator
        self.games = memory.turns.shape[0]
        self.order = Sorted(game, self.games, stream)
        self.kernels = kernels(game)
        self.graph: Graph | None = None
        self.is_compiled = False

    def begin(self, work: Work) -> None:
        """Starts all games."""
        self.work, self.graph = work, None
        with LAUNCHING:
            self.start()
            self.decide()

    def start(self) -> None:
        self.launch("begin_kernel", self.memory, self.work.net, self.work.box, self.work.seed)

    def play_cycle(self) -> int:
        """Plays some rounds, and the decisions that are then done; returns the number of games that are not over."""
        if self.is_compiled and self.tuning.graph and not is_simulated():
            if self.graph is None:
                self.graph = Graph.record(self.stream, self.launch_cycle)
            self.graph.launch()
        else:
            self.launch_cycle()  # also compiles the kernels, which cannot be done while a graph is recorded
            self.is_compiled = True
        left = self.memory.progress.left[:1]
        if not is_simulated():
            left = left.copy_to_host(stream=self.stream)
            self.stream.synchronize()
        return int(left[0])

    def launch_cycle(self) -> None:
        for _ in range(self.tuning.rounds):
            for _name, launch in self.round():
                launch()
        self.decide()

    def round(self) -> list[tuple[str, Any]]:
        """The launches of a round, by name."""
        launches: list[tuple[str, Any]] = []
        for enough in self.tuning.enough if self.order.sorts else (1,):
            launches += [("sort", self.order.sort), ("advance", lambda enough=enough: self.advance(enough))]
        return [*launches, ("inputs", self.write_inputs), ("layers", self.evaluate), ("finish", self.finish)]

    def advance(self, enough: int) -> None:
        order, work = self.order, self.work
        memory = (order.order, order.going, self.memory, order.keys)
        self.launch("advance_kernel", *memory, work.settings, work.box, work.seed, enough)

    def write_inputs(self) -> None:
        self.launch("inputs_kernel", self.memory, self.work.net, self.work.settings, self.work.box)

    def evaluate(self) -> None:
        kernel = layers_for(self.game, self.work.net)
        kernel[-(-self.games // TILE), self.tuning.layer_block, self.stream](self.memory, self.work.net, self.work.settings)

    def finish(self) -> None:
        work = self.work
        self.launch("finish_kernel", self.memory, self.order.keys, work.settings, work.box, work.budget.considered)

    def decide(self) -> None:
        work = self.work
        self.launch("decide_kernel", self.memory, work.settings, work.box, work.seed, work.budget)

    def launch(self, name: str, *arguments: Any) -> None:
        prepare_compiling(self.game)
        block = self.tuning.block
        getattr(self.kernels, name)[-(-self.games // block), block, self.stream](*arguments)


class Graph:
    """Launches that were recorded once (a CUDA graph)."""

    def __init__(self, driver: Any, executable: Any, stream: int):
        self.driver, self.executable, self.stream = driver, executable, stream

    @classmethod
    def record(cls, stream: Any, launches: Callable[[], None]) -> "Graph":
        from cuda.bindings import driver

        handle, mode = int(stream.handle), driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
        check(driver.cuStreamBeginCapture(handle, mode))
        try:
            launches()
        finally:
            recorded = driver.cuStreamEndCapture(handle)
        graph = check(recorded)
        executable = check(driver.cuGraphInstantiate(graph, 0))
        check(driver.cuGraphDestroy(graph))
        return cls(driver, executable, handle)

    def launch(self) -> None:
        check(self.driver.cuGraphLaunch(self.executable, self.stream))

    def __del__(self) -> None:
        self.driver.cuGraphExecDestroy(self.executable)


def check(results: Any) -> Any:
    """The result of a call of the driver, without its status."""
    status, *rest = results
    if int(status) != 0:
        raise SeaboardError(f"the GPU's driver reports {status!r}")
    return rest[0] if rest else None
