"""Rules compiled by Numba's public parts alone: `SEABOARD_PLAIN_NUMBA=1`, or where numba_rules.py does not fit this Numba.

The same games, somewhat slower, and compiling takes several times as long; for processors only. Numba keeps entries on disk,
but not those whose source is made while Seaboard runs, and compiles them again after any edit in their file.
"""

import contextlib
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic, overload_method, register_jitable

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def make_rule(function: Any, kind: str = "") -> Any:
    """The function itself, for Python; compiled code that calls it compiles it."""
    return register_jitable(**OPTIONS)(function)


def make_compiled_entry(function: Any, folder: Path | None) -> Any:
    """The compiled `function`, kept in `folder`."""
    config: Any = numba.config
    if folder is not None:
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            with contextlib.suppress(RuntimeError):  # no file of which Numba could tell whether it has changed
                return numba.njit(cache=True, **OPTIONS)(function)
        finally:
            config.CACHE_DIR = before
    return numba.njit(**OPTIONS)(function)


def typed_count_ones(_: Any, word: Any) -> Any:
    """Processors and GPUs count the bits of a word in one instruction."""
    return word(word), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


count_ones: Any = intrinsic(typed_count_ones)


@overload_method(types.Integer, "bit_count")
def bit_count(word):
    """Python's `int.bit_count`, which Numba does not know."""
    return lambda word: count_ones(word)
