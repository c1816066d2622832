"""`@rule`: the same source runs interpreted, compiled, or in a GPU kernel.

`NUMBA_DISABLE_JIT=1` runs everything interpreted and does not import Numba. Otherwise a *compiled entry point*, which Python
calls, is compiled together with all rules that it calls (numba_rules.py) and cached on disk (cache.py), in a folder named after
a hash of their code (rule_hash.py).
"""

import copyreg
import inspect
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import itemgetter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from .cache import version_folder
from .rule_hash import hash_of_code

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
PLAIN = os.environ.get("SEABOARD_PLAIN_NUMBA", "0") not in ("", "0")

# the hash in dice.py overflows on purpose; NumPy scalars would warn each time
warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning, "seaboard.core.dice")


def rule(function: Callable) -> Any:
    """A rule of a game: a function without allocation, strings, exceptions, floats or Python objects.

    Called from compiled code or a GPU kernel, it is compiled with it. Called from Python, it is interpreted, so that texts and
    tests can call any rule without compiling it. Rules that Python calls often become compiled entry points.
    """
    return function if INTERPRETED else compiler().make_rule(function)


def cold(function: Callable) -> Any:
    """A rule on a cold path, kept out of line: it is not inlined, so its callers stay small."""
    return function if INTERPRETED else compiler().make_rule(function, "cold")


def noalias(function: Callable) -> Any:
    """A rule whose array and record arguments do not alias, which lets LLVM vectorise copies between them.

    If they do alias, the compiled rule computes wrong results."""
    return function if INTERPRETED else compiler().make_rule(function, "noalias")


@cache
def compiler() -> ModuleType:
    """The module that compiles: numba_rules; plain_rules on request, or if numba_rules does not fit this Numba."""
    if not PLAIN:
        try:
            from . import numba_rules

            numba_rules.check()
            return numba_rules
        except Exception as error:
            print(f"seaboard: not made for this Numba ({error}); compiling takes longer", file=sys.stderr)
    from . import plain_rules

    return plain_rules


@noalias
def copy_row(row, out):
    """`out[:] = row` without the temporary array that Numba would allocate."""
    for i in range(len(row)):
        out[i] = row[i]


@rule
def clear_row(out):
    for i in range(len(out)):
        out[i] = 0


class RecordClass(type):
    """The metaclass of record classes: pickles a class by the names of its fields, so that records can be pickled."""


class Record(np.record, metaclass=RecordClass):  # type: ignore[misc]
    """A NumPy record whose fields are properties: NumPy's own attribute lookup would dominate interpreted rules."""

    __getattribute__: Any = np.void.__getattribute__
    __setattr__: Any = np.void.__setattr__
    __getitem__: Any = np.void.__getitem__


def setter(name: str) -> Callable[[np.void, Any], None]:
    def set_field(record: np.void, value: Any) -> None:
        record[name] = value

    return set_field


@cache
def record_class(names: tuple[str, ...]) -> RecordClass:
    fields: Any = {name: property(itemgetter(name), setter(name)) for name in names}
    return RecordClass("Record", (Record,), fields | {"fields_in_order": names})


def reduce_class(kind: RecordClass) -> Any:
    names = vars(kind).get("fields_in_order")
    return kind.__name__ if names is None else (record_class, (names,))


copyreg.pickle(RecordClass, reduce_class)


def record_dtype(fields: list) -> np.dtype:
    """The dtype of a record whose fields are attributes. List the fields by falling size, so that no padding is needed."""
    plain = np.dtype(fields, align=True)
    dtype = np.dtype((record_class(plain.names or ()), plain))
    for name in dtype.names or ():
        if hasattr(np.record, name):
            raise TypeError(f"a field cannot be named {name!r}: every NumPy record has such an attribute")
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        raise TypeError("order the fields by falling size and add explicit filler: padding would make equal positions differ")
    return dtype


def compiled_entry(function: Callable, folder: Path | None, *takes: Any) -> Any:
    """The compiled `function` for calls from Python, cached below `folder`.

    `takes` are the dtypes and NamedTuples of its arguments whose layout an edit of the code may change.
    """
    function = getattr(function, "py_func", function)
    if INTERPRETED:
        return function
    return compiler().make_compiled_entry(function, None if folder is None else cache_folder_of(function, folder, *takes))


def prepared(value: Any) -> Any:
    """An argument for many calls of an entry point, which are faster so. Its arrays must not be moved or replaced."""
    return value if INTERPRETED else getattr(compiler(), "Prepared", lambda value: value)(value)


def folder_of(entry: Any) -> Path | None:
    """Where a compiled entry point is cached; None if it is not."""
    folder = getattr(entry, "folder", None) or getattr(getattr(entry, "stats", None), "cache_path", None)
    return Path(folder) if folder else None


def cache_folder_of(function: Callable, folder: Path, *takes: Any) -> Path:
    """The cache folder of a compiled function below `folder`, named after a hash of its code and everything it depends on."""
    key = hash_of_code(function, function.__module__, takes, toolchain_hash())
    return version_folder(folder, function.__qualname__, key)


@cache
def toolchain_hash() -> str:
    """The inputs of all compiled code: versions, Numba's settings, and the code that controls compilation."""
    import numba

    from . import machine_code, plain_rules

    config: Any = numba.config
    settings = (str(config.OPT), config.BOUNDSCHECK, config.DEBUG_JIT)
    versions = (sys.version_info[:3], np.__version__, numba.__version__)
    return hash_of_code(versions, settings, *functions_of(plain_rules), *functions_of(compiler()), *functions_of(machine_code))


def functions_of(module: ModuleType) -> Iterator[Any]:
    """The functions that a module defines, including methods."""
    defined = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    for value in defined:
        yield from filter(inspect.isfunction, vars(value).values()) if isinstance(value, type) else [value]


def bind(template: Callable, names: Mapping[str, Any], label: str) -> FunctionType:
    """A copy of the function `template` with other values for the global names in `names`.

    This is how one loop (random play, a search) is compiled against each game's rules.
    """
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__, template.__defaults__)
    function.__qualname__ = f"{label}_{template.__name__}"  # names the cache folder: one per game
    function.__module__ = template.__module__
    return function
