"""Numba's CUDA, where there is a GPU for it."""

from typing import Any

import numpy as np

from ..core.cache import cache_root
from ..core.errors import SeaboardError
from ..core.game import Game
from ..core.rule import cache_folder_of


def find_cuda() -> Any:
    """Numba's CUDA, if there is a card for it."""
    if not hasattr(np, "row_stack"):  # numba-cuda before 0.31 names it, NumPy 2.5 has it no longer
        np.row_stack = np.vstack
    try:
        from numba import cuda

        if cuda.is_available():
            return cuda
    except ImportError:
        pass
    raise SeaboardError("no GPU that Numba can use here: an NVIDIA card, its driver and `pip install numba-cuda` are needed")


def make_kernel(function: Any, game: Game | None = None) -> Any:
    """A kernel (of a game's), kept on disk when it is compiled, so that a second process starts in seconds."""
    kernel = find_cuda().jit(function)
    if not is_simulated():
        from ..core.numba_rules import keep_kernel

        folder, takes = (game.cache_folder(), (game.state, game.box)) if game else (cache_root() / "gpu", ())
        keep_kernel(kernel, cache_folder_of(function, folder, *takes))
    return kernel


def is_simulated() -> bool:
    """Whether Numba's simulator stands in for a card."""
    import numba

    return bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]


def prepare_compiling(game: Game) -> None:
    """To be called before a kernel of a game is launched, which may compile it."""
    if not is_simulated():
        from ..core.numba_rules import copy_large_rules

        copy_large_rules(not game.gpu_calls_large_rules)


def record_type(game: Game) -> Any:
    """The record of a position, as a kernel declares it; Numba's simulator needs NumPy's type."""
    import numba

    return game.state if is_simulated() else numba.from_dtype(game.state)
