"""`@rule`: the same source runs interpreted, compiled, or in a GPU kernel.

`NUMBA_DISABLE_JIT=1` runs everything interpreted. Otherwise a *compiled entry point*, which Python calls, is compiled together
with all rules that it calls (numba_rules.py) and cached on disk (cache.py), in a folder named after a hash of their code
(rule_hash.py). Numba is imported to compile, not to run what is cached: that saves 80 MB and half a second in each process.
"""

import copyreg
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import version
from operator import itemgetter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from .cache import version_folder
from .machine_code import EntryPoint, MachineCode, Prepared
from .rule_hash import hash_of_code, parsed_source
from .rule_type import TRIED, Rule

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
PLAIN = os.environ.get("SEABOARD_PLAIN_NUMBA", "0") not in ("", "0")
# modules that determine the machine code
COMPILING = ("machine_code", "numba_passes", "numba_rules", "plain_rules", "word_arguments")
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_DEBUG_JIT", "NUMBA_OPT")  # Numba's own, which it reads from the environment

# the hash in dice.py overflows on purpose; NumPy scalars would warn each time
warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning, "seaboard.core.dice")


def rule(function: Callable) -> Any:
    """A rule of a game: a function without allocation, strings, exceptions, floats or Python objects.

    Called from compiled code or a GPU kernel, it is compiled with it. Called from Python, it is interpreted, so that texts and
    tests can call any rule without compiling it. Rules that Python calls often become compiled entry points.
    """
    return make_rule(function)


def cold(function: Callable) -> Any:
    """A rule on a cold path, kept out of line: it is not inlined, so its callers stay small."""
    return make_rule(function, "cold")


def noalias(function: Callable) -> Any:
    """A rule whose array and record arguments do not alias, which lets LLVM vectorise copies between them.

    If they do alias, the compiled rule computes wrong results."""
    return make_rule(function, "noalias")


def make_rule(function: Callable, kind: str = "") -> Any:
    if INTERPRETED:
        return function
    return Rule(function, kind) if compiles_on_demand() else compiler().make_rule(function, kind)


@cache
def compiles_on_demand() -> bool:
    """Whether Numba need not be imported before something is compiled: its version decides how, not a trial."""
    return not PLAIN and version("numba").startswith(TRIED)


def calls_machine_code() -> bool:
    """Whether compiled entry points are C functions (machine_code.py), and not Numba's dispatchers (plain_rules.py)."""
    return compiles_on_demand() or hasattr(compiler(), "translate")


@cache
def compiler() -> ModuleType:
    """The module that compiles: numba_rules; plain_rules on request, or if numba_rules does not fit this Numba."""
    if compiles_on_demand():
        from . import numba_rules

        return numba_rules
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


def compiled_entry(function: Callable, folder: Path | None, *takes: Any, lightly: bool = False) -> Any:
    """The compiled `function` for calls from Python, cached below `folder`.

    `takes` are the dtypes and NamedTuples of its arguments whose layout an edit of the code may change. `lightly` is for a
    function without long loops, whose call by Python takes longer than its work: it is compiled in half the time.
    """
    function = getattr(function, "py_func", function)
    if INTERPRETED:
        return function
    own = None if folder is None else cache_folder_of(function, folder, *takes, lightly)
    if calls_machine_code():
        return EntryPoint(function, own, partial(translate, lightly=lightly))
    return compiler().make_compiled_entry(function, own)


def translate(function: Any, described: list[Any], lightly: bool = False) -> MachineCode:
    """The machine code of `function` for arguments that are passed as words (machine_code.py)."""
    return compiler().translate(function, described, lightly)


def prepared(value: Any) -> Any:
    """An argument for many calls of an entry point, which are faster so. Its arrays must not be moved or replaced."""
    return value if INTERPRETED or not calls_machine_code() else Prepared(value)


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
    """The inputs of all compiled code: versions, Numba's settings, and the modules that control compilation."""
    settings = tuple(os.environ.get(name, "") for name in SETTINGS)
    versions = (sys.version_info[:3], np.__version__, version("numba"))
    sources = tuple(parsed_source(Path(__file__).with_name(f"{module}.py")) for module in COMPILING)
    return hash_of_code(versions, settings, sources)


def bind(template: Callable, names: Mapping[str, Any], label: str) -> FunctionType:
    """A copy of the function `template` with other values for the global names in `names`.

    This is how one loop (random play, a search) is compiled against each game's rules.
    """
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__, template.__defaults__)
    function.__qualname__ = f"{label}_{template.__name__}"  # names the cache folder: one per game
    function.__module__ = template.__module__
    return function
