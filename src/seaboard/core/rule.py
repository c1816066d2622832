"""One source, three ways of running: `@rule` marks a function that is interpreted, compiled, or called from a GPU kernel.

`NUMBA_DISABLE_JIT=1` runs everything interpreted (and does not even import Numba). Otherwise what Python calls for speed
(an *entry*) is compiled with all the rules it calls and kept on disk, in a folder that is named after a hash of the sources
it depends on: Numba's own cache does not notice an edit in another file.
"""

import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# the hash in dice.py wraps around on purpose, and NumPy's scalars would say so each time
warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning, "seaboard.core.dice")


def rule(function: Callable) -> Any:
    """A rule of a game: no allocation, strings, exceptions, floats or Python objects in it.

    Called from compiled code (or a GPU kernel) it is compiled with it; called from Python it simply runs, so that words and
    tests can ask any rule without waiting for the compiler. What Python calls often is made an `entry`.
    """
    return function if INTERPRETED else compiled_rule(function)


def compiled_rule(function: Callable) -> Any:
    options = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **OPTIONS}
    return rule_class()(function, targetoptions=options, pipeline_class=rule_compiler())


@cache
def rule_compiler() -> type:
    """Numba would make machine code of every rule with all that it calls; only that of entries is ever run."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    class RuleLibrary(JITCodeLibrary):
        codegen = SimpleNamespace(set_env=lambda name, env: None)  # nothing is set in code that is not run

        def _optimize_final_module(self) -> None:
            """The entry that it is linked into is optimised as a whole."""

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            self._ensure_finalized()
            return 0

    class RuleCompiler(Compiler):
        def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
            super().__init__(typing, target, RuleLibrary(target.codegen(), "rule"), *more)

    return RuleCompiler


@cache
def rule_class() -> type:
    from numba.core.registry import CPUDispatcher

    teach_bit_count()

    class Rule(CPUDispatcher):
        def __call__(self, *args: Any) -> Any:
            return self.py_func(*args)

        def get_call_template(self, args: Any, kws: Any) -> Any:
            """Compiled once for all whole numbers: Numba would make a version for each constant and each width."""
            return super().get_call_template(tuple(widened(kind) for kind in args), kws)

        @property
        def _CUDATypingContext__dispatcher(self) -> Any:
            """What numba-cuda calls on a GPU in place of this; by itself it would make a version for each width there too."""
            if "on_gpu" not in self.__dict__:
                self.__dict__["on_gpu"] = gpu_rule_class()(self.py_func, {**self.targetoptions, "device": True, "opt": True})
            return self.__dict__["on_gpu"]

    return Rule


def teach_bit_count() -> None:
    """Numba does not know Python's `int.bit_count`; processors and GPUs do it in one instruction."""
    from numba import types
    from numba.extending import intrinsic, overload_method

    def typed(_: Any, word: Any) -> Any:
        return word(word), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])

    ones: Any = intrinsic(typed)

    @overload_method(types.Integer, "bit_count")
    def bit_count(word):
        return lambda word: ones(word)


@cache
def gpu_rule_class() -> type:
    from numba.cuda.dispatcher import CUDADispatcher

    class GpuRule(CUDADispatcher):
        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(widened(kind) for kind in args), kws)

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            """Large rules are called, not copied to each place that calls them: a GPU holds little code close by."""
            new = args not in self.overloads
            compiled = super().compile_device(args, return_type)
            if new and len(self.py_func.__code__.co_code) > LARGE:
                for function in compiled.library._module.functions:
                    if not function.is_declaration:
                        function.attributes.add("noinline")
            return compiled

    return GpuRule


LARGE = 300  # bytes of Python's own code


def widened(kind: Any) -> Any:
    """The Numba type as which a rule takes an argument: signed whole numbers, alone or in tuples, with 64 bits."""
    from numba import types

    kind = types.unliteral(kind)
    if kind in types.signed_domain:
        return types.int64
    return types.UniTuple(widened(kind.dtype), kind.count) if isinstance(kind, types.UniTuple) else kind


OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


@rule
def copy_row(row, out):
    """`out[:] = row` would allocate, in case the two overlap."""
    for i in range(len(row)):
        out[i] = row[i]


class Record(np.record):  # type: ignore[misc]
    """A NumPy record whose fields are properties: NumPy's own way to them, in Python, takes most of the time of a rule."""

    __getattribute__: Any = np.void.__getattribute__
    __setattr__: Any = np.void.__setattr__


def setter(name: str) -> Callable[[np.void, Any], None]:
    def set_field(record: np.void, value: Any) -> None:
        record[name] = value

    return set_field


def record_dtype(fields: list) -> np.dtype:
    """The dtype of a record whose fields read as attributes. Fields come by falling size, so that none needs padding."""
    plain = np.dtype(fields, align=True)
    names: Any = {name: property(itemgetter(name), setter(name)) for name in plain.names or ()}
    dtype = np.dtype((type("Record", (Record,), names), plain))
    for name in dtype.names or ():
        if hasattr(np.record, name):
            raise TypeError(f"a field cannot be called {name!r}: every NumPy record has something of that name")
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        raise TypeError("order the fields by falling size and add explicit filler: padding would make equal positions differ")
    return dtype


def entry(function: Callable, folder: Path | None) -> Any:
    """What Python may call: the compiled `function`, kept on disk in `folder`."""
    function = getattr(function, "py_func", function)
    if INTERPRETED:
        return function
    import numba

    config: Any = numba.config
    if folder is None:
        return numba.njit(**OPTIONS)(function)
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return numba.njit(cache=True, **OPTIONS)(function)
    finally:
        config.CACHE_DIR = before


def bind(template: Callable, names: Mapping[str, Any], label: str) -> FunctionType:
    """A copy of `template`, a plain function, in which the global names in `names` stand for something else.

    So one loop (random play, a search) is compiled against each game's own rules, and Numba's disk cache works for it,
    which it does not for closures over compiled functions.
    """
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__, template.__defaults__)
    function.__qualname__ = f"{label}_{template.__name__}"  # names the cache entry: one for each game
    function.__module__ = template.__module__
    return function


@cache
def hash_of_sources(folders: tuple[Path, ...]) -> str:
    """A short hash of every Python file that lies directly in `folders`, and of the versions of NumPy and Numba."""
    from importlib.metadata import version

    digest = hashlib.blake2b(f"{np.__version__} {version('numba')}".encode(), digest_size=8)
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def cache_root() -> Path:
    """Where compiled code is kept: `$SEABOARD_CACHE`, else the user's cache folder, else a temporary one."""
    if named := os.environ.get("SEABOARD_CACHE"):
        wanted = Path(named)
    elif sys.platform == "win32":
        wanted = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seaboard" / "compiled"
    else:
        wanted = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seaboard"
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        instead = tempfile.mkdtemp(prefix="seaboard-")
        print(f"seaboard: cannot write to {wanted}; compiled code goes to {instead} for this run", file=sys.stderr)
        os.environ["SEABOARD_CACHE"] = instead
        return Path(instead)
