"""Compiles rules with public APIs of Numba only: `SEABOARD_PLAIN_NUMBA=1`, or if numba_rules.py does not fit this Numba.

The games are the same, but slower, and compilation takes several times as long. Numba caches entry points on disk, except those
with generated source, and compiles them again after any edit in their file. GPU kernels are not cached.
"""

import contextlib
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic, overload_method, register_jitable

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
RULES: list[Any] = []  # rules that GPU kernels cannot call yet


def make_rule(function: Any, kind: str = "") -> Any:
    """The function itself; compiled code that calls it compiles it."""
    RULES.append(function)
    return register_jitable(**OPTIONS)(function)


def cache_kernel(kernel: Any, folder: Path) -> None:
    """Makes rules callable from GPU kernels; does not cache the kernel."""
    extending: Any = import_module("numba.cuda.extending")  # of numba-cuda; type checkers find the one of Numba
    while RULES:
        extending.register_jitable(RULES.pop())


def inline_large_rules(inline: bool) -> None:
    """Leaves inlining on a GPU to the compiler."""


def make_compiled_entry(function: Any, folder: Path | None) -> Any:
    """The compiled `function`, cached in `folder`."""
    config: Any = numba.config
    if folder is not None:
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            with contextlib.suppress(RuntimeError):  # generated source cannot be cached
                return numba.njit(cache=True, **OPTIONS)(function)
        finally:
            config.CACHE_DIR = before
    return numba.njit(**OPTIONS)(function)


def typed_count_ones(_: Any, word: Any) -> Any:
    """CPUs and GPUs count the bits of a word in one instruction."""
    return word(word), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


count_ones: Any = intrinsic(typed_count_ones)


@overload_method(types.Integer, "bit_count")
def bit_count(word):
    """Python's `int.bit_count`, which Numba lacks."""
    return lambda word: count_ones(word)
