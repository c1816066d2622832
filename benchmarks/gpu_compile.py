"""Time and size of the kernels of a game, compiled to PTX without a GPU: `python -m benchmarks.gpu_compile`.

Needs NVVM and NVRTC of a CUDA toolkit (`CUDA_HOME`, `LD_LIBRARY_PATH`), but no driver. The time is CPU time of Numba and NVVM;
the driver's assembler (SASS) comes on top.
"""

import argparse
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda import dispatcher
from numba.cuda.cudadrv import nvrtc
from numba.cuda.typing.typeof import typeof

from seaboard.core import cuda as core_cuda
from seaboard.core.cuda import prepare_compiling
from seaboard.games import NAMES, find_game
from seaboard.lab import batch_runners, gpu, gpu_sorted
from seaboard.lab.batch import Batch

HOPPER = (9, 0)


def compile_without_gpu() -> None:
    """Lets the lab make kernels, which stay plain functions, and numba-cuda compile them for an H200."""
    target: Any = dispatcher
    target.get_current_device = target_device
    target = nvrtc
    target.get_arch_option = lambda *_capability: f"compute_{HOPPER[0]}{HOPPER[1]}"
    functions: Any = cuda
    functions.get_current_device = target_device
    for module in (batch_runners, gpu, gpu_sorted, core_cuda):
        names: Any = module
        names.find_cuda = lambda: cuda
        names.make_kernel = lambda function, game=None: function


def target_device() -> SimpleNamespace:
    return SimpleNamespace(compute_capability=HOPPER)


def kernels_of(name: str) -> Iterator[tuple[str, Any, tuple]]:
    """The kernels of random play and of `Batch`, each with arguments."""
    game, batch = find_game(name), Batch(name, 4, seed=1)
    box = np.array([batch.box], game.box)
    positions, rows = np.zeros(4, game.state), np.zeros(4, np.int64)
    shorts, integers = np.zeros(4, np.int16), np.zeros(4, np.int32)
    scores, generators = np.zeros((4, batch.seats), np.int32), np.zeros((4, 1), np.uint64)
    words = batch.runner.buffers.states.view(np.int64).reshape(4, -1)
    if not game.sort_keys:
        buffers = batch.runner.buffers._replace(states=words.copy("F"))
        yield "random play", gpu.compiled_kernel(game, batch.seats), (4, box, 1, 2, scores, integers)
        yield "Batch", batch_runners.gpu_kernel(game, batch.seats), (1, rows, rows, buffers, box, 1, batch.rewarding)
        return
    buffers = batch.runner.buffers._replace(states=words)
    order = (integers, integers)
    games = (buffers, positions, shorts, shorts, box, 1)
    step = (*order, positions, shorts, shorts, generators, integers, rows, box, 1, 2, scores, integers, 16, 64)
    yield "random play", gpu_sorted.compiled_play(game, batch.seats), step
    kernels = batch_runners.sorted_gpu_kernels(game, batch.seats)
    yield "Batch: prepare", kernels.prepare, (1, rows, rows, *games)
    yield "Batch: advance", kernels.advance, (*order, *games, batch.rewarding, 1)
    yield "Batch: show", kernels.show, (buffers, positions, shorts, box)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES)
    compile_without_gpu()
    print("| kernel | CPU time | PTX |\n|---|---:|---:|")
    for name in parser.parse_args().games:
        for label, kernel, arguments in kernels_of(name):
            prepare_compiling(find_game(name))
            started = time.process_time()
            ptx, _returns = cuda.compile(kernel, tuple(map(typeof, arguments)), cc=HOPPER, output="ptx")
            spent = time.process_time() - started
            print(f"| {find_game(name).title}, {label} | {spent:.1f} s | {len(ptx) / 1000:.0f} kB |", flush=True)


if __name__ == "__main__":
    main()
