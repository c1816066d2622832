"""Runners of a batch: on CPU threads, or on a GPU."""

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..compiling import ensure_compiled
from ..core.cuda import find_cuda, is_simulated, make_kernel, prefetching, prepare_compiling, record_type
from ..core.game import Game
from ..core.gpu_sorting import Sorter
from ..core.rule import bind, prepared, rule
from ..loops import sorted_stepping, stepping
from ..loops.binding import bound_templates, cpu_loop
from ..loops.stepping import PICK, STEP, GameBuffers, Scratch

BLOCK = 64  # threads per block on a GPU
# of the games of a warp, how many must have the same next key to play on, in each call of the kernel for an action
ENOUGH = (12, 12, 1)  # the last call finishes all games


@cache
def gpu_kernel(game: Game, seats: int) -> Any:
    return make_kernel(game.bound(stepping.advance_kernel, **gpu_names(game, seats)), game)


@cache
def sorted_gpu_kernels(game: Game, seats: int) -> SimpleNamespace:
    names = {
        **gpu_names(game, seats),
        "BINS": game.sort_keys + 2,
        "RECORD_SIZE": game.state.itemsize,
        "prefetch": prefetching(),
    }
    names["list_row"] = rule(game.bound(sorted_stepping.list_row, **names))
    kinds = ("prepare", "advance", "show")
    kernels = {kind: getattr(sorted_stepping, f"{kind}_kernel") for kind in kinds}
    return SimpleNamespace(**{kind: make_kernel(game.bound(kernel, **names), game) for kind, kernel in kernels.items()})


def gpu_names(game: Game, seats: int) -> dict[str, Any]:
    """The names that kernels are bound to."""
    names = {"cuda": find_cuda(), "STATE": record_type(game), "SEATS": seats, "SCORE_KINDS": len(game.score_kinds)}
    return names | bound_templates(game)


@cache
def copy_kernel() -> Any:
    return make_kernel(bind(stepping.copy_kernel, {"cuda": find_cuda()}, "all"))


class CpuRunner:
    """Runs a batch on CPU threads."""

    def __init__(self, batch: Any, buffers: GameBuffers, threads: int):
        ensure_compiled(batch.game)
        self.batch, self.buffers = batch, buffers
        self.loop = cpu_loop(batch.game)
        self.prepared = prepared(buffers), prepared(batch.box)
        self.all_orders = np.zeros(batch.games, np.int64)  # no game is skipped
        ends = np.linspace(0, batch.games, min(threads, batch.games) + 1).astype(int).tolist()
        self.slices = list(pairwise(ends))
        sheet = (batch.seats, len(batch.game.score_kinds))
        self.scratch = [
            prepared(Scratch(np.zeros(1, batch.game.state), np.zeros(2, np.uint64), np.zeros(sheet, np.int32)))
            for _ in self.slices
        ]
        self.pool = ThreadPoolExecutor(len(self.slices)) if len(self.slices) > 1 else None

    def advance(self, work: int, orders: np.ndarray | None, seed: int | None = None) -> None:
        every_order = self.all_orders if orders is None else orders
        seed = self.batch.seed if seed is None else seed
        run = self.pool.map if self.pool else map
        for i in list(run(lambda n: self.advance_slice(work, n, every_order, seed), range(len(self.slices)))):
            if i >= 0:
                self.batch.raise_illegal(i, int(self.buffers.actions[i]))

    def advance_slice(self, work: int, n: int, orders: np.ndarray, seed: int) -> int:
        batch = self.batch
        buffers, box = self.prepared
        return self.loop(work, *self.slices[n], orders, buffers, self.scratch[n], box, seed, batch.rewarding)

    def put_actions(self, actions: Any, rows: np.ndarray | None) -> None:
        self.buffers.actions[slice(None) if rows is None else rows] = actions

    def put_states(self, rows: np.ndarray, states: np.ndarray) -> None:
        self.buffers.states[rows] = states
        self.buffers.past[rows] = stepping.NOTHING

    def copy_rows(self, sources: np.ndarray, rows: np.ndarray) -> None:
        for buffer in (self.buffers.states, self.buffers.past):
            buffer[rows] = buffer[sources]

    def read(self, name: str) -> np.ndarray:
        return getattr(self.buffers, name)

    def check(self) -> None:
        pass


class GpuRunner:
    """Runs a batch on a GPU, one thread per game. Column-major buffers make the writes of neighbouring threads coalesce."""

    def __init__(self, batch: Any, host: GameBuffers):
        self.batch, self.cuda = batch, find_cuda()
        words = host.states.view(np.int64).reshape(batch.games, -1)
        words = words.copy("F" if host.masks.flags.f_contiguous and not batch.game.sort_keys else "C")
        self.buffers = GameBuffers(*map(self.cuda.to_device, host._replace(states=words)))
        self.box = self.cuda.to_device(np.array([batch.box], batch.game.box))
        self.refused = self.cuda.to_device(np.full(1, -1, np.int64))
        self.all_orders = self.cuda.to_device(np.zeros(batch.games, np.int64))
        self.prepare()

    def prepare(self) -> None:
        self.kernel = gpu_kernel(self.batch.game, self.batch.seats)

    def stream(self) -> Any:
        """PyTorch's current CUDA stream, so that its kernels and these run in order."""
        torch = sys.modules.get("torch")
        handle = torch.cuda.current_stream().cuda_stream if torch and torch.cuda.is_initialized() else 0
        return self.cuda.external_stream(handle) if handle else self.cuda.default_stream()

    def advance(self, work: int, orders: np.ndarray | None, seed: int | None = None) -> None:
        batch = self.batch
        orders_on_gpu = self.all_orders if orders is None else self.cuda.to_device(orders)
        prepare_compiling(batch.game)
        launch = self.kernel[-(-batch.games // BLOCK), BLOCK, self.stream()]
        seed = batch.seed if seed is None else seed
        launch(work, orders_on_gpu, self.refused, self.buffers, self.box, seed, batch.rewarding)

    def put_actions(self, actions: Any, rows: np.ndarray | None) -> None:
        buffer = self.buffers.actions
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
            column = np.ascontiguousarray(actions, np.int64).reshape(-1, 1)
            self.copy_between(self.cuda.to_device(column), np.arange(len(rows)), buffer.reshape(-1, 1), rows)

    def put_states(self, rows: np.ndarray, states: np.ndarray) -> None:
        words = self.cuda.to_device(np.ascontiguousarray(states.view(np.int64).reshape(len(rows), -1)))
        self.copy_between(words, np.arange(len(rows)), self.buffers.states, rows)
        past = np.full((len(rows), self.buffers.past.shape[1]), stepping.NOTHING, np.int16)
        if past.size:
            self.copy_between(self.cuda.to_device(past), np.arange(len(rows)), self.buffers.past, rows)

    def copy_rows(self, sources: np.ndarray, rows: np.ndarray) -> None:
        """Copies through a temporary array, since a row may be both source and target."""
        for buffer in (self.buffers.states, self.buffers.past):
            if buffer.shape[1] and len(rows):
                temporary = self.cuda.device_array((len(rows), buffer.shape[1]), buffer.dtype)
                self.copy_between(buffer, sources, temporary, np.arange(len(rows)))
                self.copy_between(temporary, np.arange(len(rows)), buffer, rows)

    def copy_between(self, source: Any, sources: np.ndarray, target: Any, targets: np.ndarray) -> None:
        if len(sources):
            launch = copy_kernel()[-(-len(sources) // BLOCK), BLOCK, self.stream()]
            launch(source, self.cuda.to_device(sources), target, self.cuda.to_device(targets))

    def read(self, name: str) -> np.ndarray:
        return getattr(self.buffers, name).copy_to_host()

    def check(self) -> None:
        i = int(self.refused.copy_to_host()[0])
        if i >= 0:
            self.refused.copy_to_device(np.full(1, -1, np.int64))
            self.batch.raise_illegal(i, int(self.buffers.actions.copy_to_host()[i]))


class SortedGpuRunner(GpuRunner):
    """Runs a batch of a large game on a GPU: games that run the same rules advance together."""

    def prepare(self) -> None:
        batch, game = self.batch, self.batch.game
        self.kernels = sorted_gpu_kernels(game, batch.seats)
        self.block = min(BLOCK, batch.games) if is_simulated() else BLOCK  # whole warps, which vote; the simulator is slow
        self.sorter = Sorter(batch.games, game.sort_keys + 2, self.block)
        self.steps = self.cuda.to_device(np.zeros(batch.games, np.int16))
        self.positions = self.buffers.states.view(game.state).reshape(batch.games)

    def advance(self, work: int, orders: np.ndarray | None, seed: int | None = None) -> None:
        orders_on_gpu = self.all_orders if orders is None else self.cuda.to_device(orders)
        seed = self.batch.seed if seed is None else seed
        prepare_compiling(self.batch.game)
        stream = self.stream()
        shape = (-(-self.batch.games // self.block), self.block, stream)
        buffers, sorter, kernels = self.buffers, self.sorter, self.kernels
        games = (buffers, self.positions, self.steps, sorter.keys, self.box, seed)
        kernels.prepare[shape](work, orders_on_gpu, self.refused, *games)
        if work == PICK:
            return
        for enough in ENOUGH if work == STEP else ENOUGH[-1:]:
            sorter.sort(stream)
            kernels.advance[shape](sorter.order, sorter.going, *games, self.batch.rewarding, enough)
        kernels.show[shape](buffers, self.positions, self.steps, self.box)
