"""One source, three ways of running: `@rule` marks a function that is interpreted, compiled, or called from a GPU kernel.

`NUMBA_DISABLE_JIT=1` runs everything interpreted (and does not even import Numba). Otherwise what Python calls for speed
(an *entry*) is compiled with all the rules it calls (numba_rules.py) and kept on disk (cache.py), in a folder that is named
after a hash of their code (rule_hash.py).
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

# the hash in dice.py wraps around on purpose, and NumPy's scalars would say so each time
warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning, "seaboard.core.dice")


def rule(function: Callable) -> Any:
    """A rule of a game: no allocation, strings, exceptions, floats or Python objects in it.

    Called from compiled code (or a GPU kernel) it is compiled with it; called from Python it simply runs, so that words and
    tests can ask any rule without waiting for the compiler. What Python calls often is made an `entry`.
    """
    return function if INTERPRETED else compiler().make_rule(function)


def cold(function: Callable) -> Any:
    """A rule for what is seldom so, behind a test for it: it is not copied into the rules that call it, and they stay small."""
    return function if INTERPRETED else compiler().make_rule(function, "cold")


def noalias(function: Callable) -> Any:
    """A rule that writes to one of its arguments what it reads from others, which lie elsewhere: none overlaps another.

    Compiled, whole rows of numbers are read before they are written. A wrong promise makes wrong copies."""
    return function if INTERPRETED else compiler().make_rule(function, "noalias")


@cache
def compiler() -> ModuleType:
    """The module that compiles: numba_rules, or plain_rules if that is asked for or Numba is not as numba_rules knows it."""
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
    """`out[:] = row` would allocate, in case the two overlap."""
    for i in range(len(row)):
        out[i] = row[i]


@rule
def clear_row(out):
    for i in range(len(out)):
        out[i] = 0


class RecordClass(type):
    """The class of a kind of record, pickled by the names of its fields; so records, and arrays of them, can be pickled."""


class Record(np.record, metaclass=RecordClass):  # type: ignore[misc]
    """A NumPy record whose fields are properties: NumPy's own way to them, in Python, takes most of the time of a rule."""

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
    """The dtype of a record whose fields read as attributes. Fields come by falling size, so that none needs padding."""
    plain = np.dtype(fields, align=True)
    dtype = np.dtype((record_class(plain.names or ()), plain))
    for name in dtype.names or ():
        if hasattr(np.record, name):
            raise TypeError(f"a field cannot be called {name!r}: every NumPy record has something of that name")
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        raise TypeError("order the fields by falling size and add explicit filler: padding would make equal positions differ")
    return dtype


def compiled_entry(function: Callable, folder: Path | None, *takes: Any) -> Any:
    """What Python may call: the compiled `function`, kept on disk under `folder`. `takes` are the dtypes and NamedTuples of its
    arguments, as far as they may change."""
    function = getattr(function, "py_func", function)
    if INTERPRETED:
        return function
    return compiler().make_compiled_entry(function, None if folder is None else kept_in(function, folder, *takes))


def kept_in(function: Callable, folder: Path, *takes: Any) -> Path:
    """The folder below `folder` for what is compiled of a function: named after its code and all that it depends on."""
    key = hash_of_code(function, function.__module__, takes, how_compiled())
    return version_folder(folder, function.__qualname__, key)


@cache
def how_compiled() -> str:
    """What all compiled code depends on: the versions, Numba's settings, and how we make Numba compile."""
    import numba

    from . import plain_rules

    config: Any = numba.config
    settings = (str(config.OPT), config.BOUNDSCHECK, config.DEBUG_JIT)
    versions = (sys.version_info[:3], np.__version__, numba.__version__)
    return hash_of_code(versions, settings, *functions_of(plain_rules), *functions_of(compiler()))


def functions_of(module: ModuleType) -> Iterator[Any]:
    """The functions that a module defines, those in its classes too."""
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    for value in own:
        yield from filter(inspect.isfunction, vars(value).values()) if isinstance(value, type) else [value]


def bind(template: Callable, names: Mapping[str, Any], label: str) -> FunctionType:
    """A copy of `template`, a plain function, in which the global names in `names` stand for something else.

    So one loop (random play, a search) is compiled against each game's own rules.
    """
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__, template.__defaults__)
    function.__qualname__ = f"{label}_{template.__name__}"  # names the cache entry: one for each game
    function.__module__ = template.__module__
    return function
