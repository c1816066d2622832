"""Numba's CUDA, where there is a GPU for it."""

from typing import Any

import numpy as np

from ..core.errors import SeaboardError
from ..core.game import Game


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


def prepare_compiling(game: Game) -> None:
    """To be called before a kernel of a game is launched, which may compile it: a small game's code is copied whole."""
    import numba

    if not numba.config.ENABLE_CUDASIM:  # type: ignore[attr-defined]
        from ..core.numba_rules import copy_large_rules

        copy_large_rules(not game.sort_keys)


def record_type(game: Game) -> Any:
    """The record of a position, as a kernel declares it; Numba's simulator needs NumPy's type."""
    import numba

    return game.state if numba.config.ENABLE_CUDASIM else numba.from_dtype(game.state)  # type: ignore[attr-defined]
