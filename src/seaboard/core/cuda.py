"""Access to Numba's CUDA target."""

from functools import cache
from typing import Any

import numpy as np

from .cache import cache_root
from .errors import SeaboardError
from .game import Game
from .rule import cache_folder_of, compiler, rule


def find_cuda() -> Any:
    """Returns `numba.cuda`, or raises SeaboardError if there is no usable GPU."""
    if not hasattr(np, "row_stack"):  # numba-cuda before 0.31 uses it; NumPy 2.5 removed it
        np.row_stack = np.vstack
    try:
        from numba import cuda

        if cuda.is_available():
            if is_simulated():
                let_the_simulator_vote()
            return cuda
    except ImportError:
        pass
    raise SeaboardError("no GPU for Numba: an NVIDIA GPU, its driver and `pip install numba-cuda` are needed")


def make_kernel(function: Any, game: Game | None = None) -> Any:
    """Makes a CUDA kernel, which is cached on disk once compiled, so that the next process starts in seconds."""
    kernel = find_cuda().jit(function)
    if not is_simulated():
        folder, types = (game.cache_folder(), (game.state, game.box)) if game else (cache_root() / "gpu", ())
        compiler().cache_kernel(kernel, cache_folder_of(function, folder, *types))
    return kernel


def is_simulated() -> bool:
    """Whether Numba's CUDA simulator is active."""
    import numba

    return bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]


def let_the_simulator_vote() -> None:
    """Numba's simulator has no warps: there, all threads of a warp do as the one that votes."""
    from numba.cuda.simulator.kernelapi import FakeCUDAModule

    simulator: Any = FakeCUDAModule
    simulator.match_any_sync = lambda self, mask, value: mask
    simulator.any_sync = lambda self, mask, value: bool(value)


@cache
def prefetching() -> Any:
    """A function for kernels that starts to bring a record to the L2 cache; GPUs before Hopper cannot, so it does nothing.

    The records of a large game are far from each other, and a step reads a few fields of each: with it, Kaivai's random play is
    1.17x as fast, Nusfjord's 1.06x (docs/benchmarks.md).
    """
    if is_simulated() or find_cuda().get_current_device().compute_capability < (9, 0):
        return rule(prefetch_nothing)
    from numba.cuda.extending import intrinsic

    return intrinsic(prefetch_record)


def prefetch_nothing(record, size):
    pass


def prefetch_record(context, record, size):
    """Numba's intrinsic for Hopper's instruction. Records are aligned to 16 bytes, which its address and size must be."""
    from llvmlite import ir
    from numba.cuda import types as cuda_types

    types: Any = cuda_types

    def generate(context, builder, signature, arguments):
        address = builder.ptrtoint(arguments[0], ir.IntType(64))
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(64), ir.IntType(32)])
        text = "{ .reg .u64 a; cvta.to.global.u64 a, $0; cp.async.bulk.prefetch.L2.global [a], $1; }"
        size = builder.trunc(arguments[1], ir.IntType(32))
        builder.call(ir.InlineAsm(kind, text, "l,r", side_effect=True), [address, size])
        return context.get_dummy_value()

    return types.void(record, types.int64), generate


def prepare_compiling(game: Game) -> None:
    """Sets the compiler options of a game; call this before each launch of its kernels, which may compile them."""
    if not is_simulated():
        compiler().inline_large_rules(not game.gpu_calls_large_rules)


def record_type(game: Game) -> Any:
    """The record type of a position for local arrays in kernels; Numba's simulator needs the NumPy dtype."""
    import numba

    return game.state if is_simulated() else numba.from_dtype(game.state)
