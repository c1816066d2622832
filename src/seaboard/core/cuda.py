"""Access to Numba's CUDA target."""

from typing import Any

import numpy as np

from .cache import cache_root
from .errors import SeaboardError
from .game import Game
from .rule import cache_folder_of, compiler


def find_cuda() -> Any:
    """Returns `numba.cuda`, or raises SeaboardError if there is no usable GPU."""
    if not hasattr(np, "row_stack"):  # numba-cuda before 0.31 uses it; NumPy 2.5 removed it
        np.row_stack = np.vstack
    try:
        from numba import cuda

        if cuda.is_available():
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


def prepare_compiling(game: Game) -> None:
    """Sets the compiler options of a game; call this before each launch of its kernels, which may compile them."""
    if not is_simulated():
        compiler().inline_large_rules(not game.gpu_calls_large_rules)


def record_type(game: Game) -> Any:
    """The record type of a position for local arrays in kernels; Numba's simulator needs the NumPy dtype."""
    import numba

    return game.state if is_simulated() else numba.from_dtype(game.state)
