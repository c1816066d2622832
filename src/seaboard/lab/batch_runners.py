"""Runners of a batch: on CPU threads, or on a GPU."""

import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..compiling import ensure_compiled
from ..core.game import Game
from ..core.rule import bind
from ..loops import sorted_stepping, stepping
from ..loops.binding import bound_templates, cpu_loop
from ..loops.stepping import PICK, RESET, STEP
from .cuda import find_cuda, make_kernel, prepare_compiling, record_type
from .gpu_sorting import Sorter

BLOCK = 64  # threads per block on a GPU
SORTED_STEPS = 8  # kernel calls per action; the last one runs to the end of the action


@cache
def gpu_kernel(game: Game, seats: int) -> Any:
    return make_kernel(game.bound(stepping.advance_kernel, **gpu_names(game, seats)), game)


@cache
def sorted_gpu_kernels(game: Game, seats: int) -> SimpleNamespace:
    names = {**gpu_names(game, seats), "BINS": game.sort_keys + 2}
    kinds = ("prepare", "play", "ready", "list", "show")
    kernels = {kind: getattr(sorted_stepping, f"{kind}_kernel") for kind in kinds}
    return SimpleNamespace(**{kind: make_kernel(game.bound(one, **names), game) for kind, one in kernels.items()})


def gpu_names(game: Game, seats: int) -> dict[str, Any]:
    """The names that kernels are bound to."""
    own = {"cuda": find_cuda(), "STATE": record_type(game), "SEATS": seats, "SCORE_KINDS": len(game.score_kinds)}
    return own | bound_templates(game)


@cache
def copy_kernel() -> Any:
    return make_kernel(bind(stepping.copy_kernel, {"cuda": find_cuda()}, "all"))


class CpuRunner:
    """Runs a batch on CPU threads."""

    def __init__(self, batch: Any, buffers: dict[str, np.ndarray], threads: int):
        ensure_compiled(batch.game)
        self.batch, self.buffers = batch, buffers
        self.loop = cpu_loop(batch.game)
        self.everyone = np.zeros(batch.games, np.int64)
        ends = np.linspace(0, batch.games, min(threads, batch.games) + 1).astype(int).tolist()
        self.slices = list(pairwise(ends))
        self.scratch = [
            (np.zeros(1, batch.game.state), np.zeros((batch.seats, len(batch.game.score_kinds)), np.int32)) for _ in self.slices
        ]
        self.pool = ThreadPoolExecutor(len(self.slices)) if len(self.slices) > 1 else None

    def advance(self, work: int, orders: np.ndarray | None, seed: int | None = None) -> None:
        given = self.everyone if orders is None else orders
        each = range(len(self.slices))
        seed = self.batch.seed if seed is None else seed
        run = self.pool.map if self.pool else map
        for i in list(run(lambda n: self.advance_slice(work, n, given, seed), each)):
            if i >= 0:
                self.batch.refuse(i, int(self.buffers["actions"][i]))

    def advance_slice(self, work: int, n: int, orders: np.ndarray, seed: int) -> int:
        b, (seen, sheet), batch = self.buffers, self.scratch[n], self.batch
        args = (batch.rewarding, orders, b["actions"], b["states"], seen, batch.box, seed, sheet)
        return self.loop(work, *self.slices[n], *args, *rest(b))

    def put_actions(self, actions: Any, rows: np.ndarray | None) -> None:
        self.buffers["actions"][slice(None) if rows is None else rows] = actions

    def put_states(self, rows: np.ndarray, states: np.ndarray) -> None:
        self.buffers["states"][rows] = states
        self.buffers["past"][rows] = stepping.NOTHING

    def copy_rows(self, sources: np.ndarray, rows: np.ndarray) -> None:
        for name in ("states", "past"):
            self.buffers[name][rows] = self.buffers[name][sources]

    def read(self, name: str) -> np.ndarray:
        return self.buffers[name]

    def check(self) -> None:
        pass


class GpuRunner:
    """Runs a batch on a GPU, one thread per game. Column-major buffers make the writes of neighbouring threads coalesce."""

    def __init__(self, batch: Any, host: dict[str, np.ndarray]):
        self.batch, self.cuda = batch, find_cuda()
        words = host["states"].view(np.int64).reshape(batch.games, -1)
        host["states"] = words.copy("F" if host["masks"].flags.f_contiguous and not batch.game.sort_keys else "C")
        self.buffers = {name: self.cuda.to_device(buffer) for name, buffer in host.items()}
        self.box = self.cuda.to_device(np.array([batch.box], batch.game.box))
        self.refused = self.cuda.to_device(np.full(1, -1, np.int64))
        self.everyone = self.cuda.to_device(np.zeros(batch.games, np.int64))
        self.prepare()

    def prepare(self) -> None:
        self.kernel = gpu_kernel(self.batch.game, self.batch.seats)

    def stream(self) -> Any:
        """PyTorch's current CUDA stream, so that its kernels and ours run in order."""
        torch = sys.modules.get("torch")
        handle = torch.cuda.current_stream().cuda_stream if torch and torch.cuda.is_initialized() else 0
        return self.cuda.external_stream(handle) if handle else self.cuda.default_stream()

    def advance(self, work: int, orders: np.ndarray | None, seed: int | None = None) -> None:
        b, batch = self.buffers, self.batch
        given = self.everyone if orders is None else self.cuda.to_device(orders)
        prepare_compiling(batch.game)
        launch = self.kernel[-(-batch.games // BLOCK), BLOCK, self.stream()]
        args = (batch.rewarding, given, b["actions"], b["states"], self.refused, self.box)
        launch(work, *args, batch.seed if seed is None else seed, *rest(b))

    def put_actions(self, actions: Any, rows: np.ndarray | None) -> None:
        buffer = self.buffers["actions"]
        if hasattr(actions, "copy_"):
            import torch

            whole = torch.as_tensor(buffer, device="cuda")
            if rows is None:
                whole.copy_(actions)
            else:
                whole[torch.as_tensor(rows, device="cuda")] = actions.to("cuda", torch.int64)
        elif rows is None:
            buffer.copy_to_device(np.ascontiguousarray(actions, np.int64))
        else:
            given = np.ascontiguousarray(actions, np.int64)
            self.copy_between(self.cuda.to_device(given.reshape(-1, 1)), np.arange(len(rows)), buffer.reshape(-1, 1), rows)

    def put_states(self, rows: np.ndarray, states: np.ndarray) -> None:
        words = self.cuda.to_device(np.ascontiguousarray(states.view(np.int64).reshape(len(rows), -1)))
        self.copy_between(words, np.arange(len(rows)), self.buffers["states"], rows)
        past = np.full((len(rows), self.buffers["past"].shape[1]), stepping.NOTHING, np.int16)
        if past.size:
            self.copy_between(self.cuda.to_device(past), np.arange(len(rows)), self.buffers["past"], rows)

    def copy_rows(self, sources: np.ndarray, rows: np.ndarray) -> None:
        """Copies through a temporary array, since a row may be both source and target."""
        for name in ("states", "past"):
            buffer = self.buffers[name]
            if buffer.shape[1] and len(rows):
                temporary = self.cuda.device_array((len(rows), buffer.shape[1]), buffer.dtype)
                self.copy_between(buffer, sources, temporary, np.arange(len(rows)))
                self.copy_between(temporary, np.arange(len(rows)), buffer, rows)

    def copy_between(self, source: Any, sources: np.ndarray, target: Any, targets: np.ndarray) -> None:
        if len(sources):
            launch = copy_kernel()[-(-len(sources) // BLOCK), BLOCK, self.stream()]
            launch(source, self.cuda.to_device(sources), target, self.cuda.to_device(targets))

    def read(self, name: str) -> np.ndarray:
        return self.buffers[name].copy_to_host()

    def check(self) -> None:
        i = int(self.refused.copy_to_host()[0])
        if i >= 0:
            self.refused.copy_to_device(np.full(1, -1, np.int64))
            self.batch.refuse(i, int(self.buffers["actions"].copy_to_host()[i]))


class SortedGpuRunner(GpuRunner):
    """Runs a batch of a large game on a GPU: games that run the same rules advance together."""

    def prepare(self) -> None:
        batch, game = self.batch, self.batch.game
        self.kernels = sorted_gpu_kernels(game, batch.seats)
        self.sorter = Sorter(batch.games, game.sort_keys + 2, min(BLOCK, batch.games))
        self.steps = self.cuda.to_device(np.zeros(batch.games, np.int16))
        self.positions = self.buffers["states"].view(game.state).reshape(batch.games)

    def advance(self, work: int, orders: np.ndarray | None, seed: int | None = None) -> None:
        b = SimpleNamespace(**self.buffers)
        given = self.everyone if orders is None else self.cuda.to_device(orders)
        seed = self.batch.seed if seed is None else seed
        prepare_compiling(self.batch.game)
        stream = self.stream()
        block = min(BLOCK, self.batch.games)
        shape = (-(-self.batch.games // block), block, stream)
        where = (self.positions, b.states, self.steps, self.sorter.keys, self.refused, self.box, seed)
        what = (b.generators, b.numbers, b.counts, b.lists, b.rewards, b.done, b.past)
        self.kernels.prepare[shape](work, given, b.actions, *where, *what)
        if work == PICK:
            return
        if work in (STEP, RESET):
            self.play(b, shape, stream, seed, 1 if work == RESET else SORTED_STEPS)
        self.kernels.ready[shape](self.positions, self.steps, self.sorter.keys)
        self.sorter.sort(stream)
        listing = (b.movers, b.counts, b.lists, b.masks)
        self.kernels.list[shape](self.sorter.order, self.sorter.going, self.positions, self.box, *listing)
        seen = (b.movers, b.observations, b.points, b.past, b.history)
        self.kernels.show[shape](self.positions, self.steps, self.box, *seen)

    def play(self, b: SimpleNamespace, shape: tuple, stream: Any, seed: int, times: int) -> None:
        """Carries out the actions in `times` kernel calls, sorted before each; the last one finishes all actions."""
        sorter = self.sorter
        where = (self.positions, self.steps, sorter.keys, self.box, seed)
        what = (b.generators, b.numbers, b.rewards, b.scores, b.done, b.past, b.finals)
        for turn in range(times):
            sorter.sort(stream)
            last = turn == times - 1
            self.kernels.play[shape](last, sorter.order, sorter.going, self.batch.rewarding, *where, *what)


def rest(b: Mapping[str, Any]) -> tuple:
    """The last arguments of both loops."""
    names = "generators numbers movers counts lists masks observations rewards scores points done past history finals"
    return tuple(b[name] for name in names.split())
