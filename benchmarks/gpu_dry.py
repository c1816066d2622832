"""Compiles the kernels of gpu_variants.py without a GPU."""

from typing import Any

import gpu_kernels
import numpy as np
from numba import cuda
from numba.cuda.typing.typeof import typeof

from benchmarks.gpu_compile import HOPPER, compile_without_gpu


def kernels(worker: Any) -> Any:
    compile_without_gpu()
    names: Any = gpu_kernels
    names.find_cuda = lambda: cuda
    from seaboard.lab import gpu_sorted

    game, job = worker.game, worker.job
    gpu_sorted.prepare_compiling(game)
    options = game.choose()
    seats = game.seats(options)
    box = np.array([game.build_box(options)], game.box)
    positions, rows = np.zeros(4, game.state), np.zeros(4, np.int64)
    shorts, integers = np.zeros(4, np.int16), np.zeros(4, np.int32)
    scores, generators = np.zeros((4, seats), np.int32), np.zeros((4, 1), np.uint64)
    if job in ("batch", "bench"):
        return
    if job in ("play", "keys"):
        kernel = gpu_sorted.compiled_step(game, seats)
    else:
        kernel = gpu_kernels.compiled_variant(game, seats, job)
    if job == "near":
        slots = np.zeros(4, gpu_kernels.slot_type(game))
        yield (kernel, (integers, integers, slots, shorts, shorts, box, 1, 0, scores, integers)), job
        return
    if job == "shared_box":
        box = box.view(np.int64)
    more = {"prefetch": (1,), "vote": (1, 1, 1)}.get(job, ())
    step = (integers, integers, positions, shorts, shorts, generators, integers, rows, box, 1, 2, scores, integers, *more)
    yield (kernel, step), job


def ptx(made: tuple) -> str:
    kernel, arguments = made
    kernel = getattr(kernel, "py_func", kernel)
    return cuda.compile(kernel, tuple(map(typeof, arguments)), cc=HOPPER, device=False, abi="numba", output="ptx")[0]
