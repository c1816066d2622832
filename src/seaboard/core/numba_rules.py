"""The one room for Numba's private parts: how rules are compiled fast, once for all whole numbers, and kept on disk.

Nothing else names them. pyproject.toml bounds Numba's version; where the parts are not as expected all the same, rule.py falls
back on plain_rules.py.
"""

import contextlib
import hashlib
import pickle
import tempfile
import uuid
import warnings
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
from llvmlite.binding import Linkage
from llvmlite.ir.instructions import AllocaInstr, CallInstr, StoreInstr
from numba import types
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.targetconfig import TargetConfig
from numba.core.types.functions import BaseFunction

from .plain_rules import OPTIONS

TRIED = (0, 68)  # the newest Numba that this was made with
OF_RULES: dict[str, Any] = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **OPTIONS}
LARGE = 300  # bytes of Python's own code: a rule that a GPU calls, rather than having a copy in each place that calls it


def make_rule(function: Any, kind: str = "") -> Any:
    """A rule: compiled with the compiled code that calls it, interpreted when Python calls it."""
    options = {**OF_RULES, "_nrt": False}  # rules allocate nothing, so no array's references are counted
    return Rule(function, targetoptions=options, pipeline_class=COMPILERS[kind])


def make_compiled_entry(function: Any, folder: Path | None) -> Any:
    """The compiled `function`, kept in `folder`."""
    compiled: Any = numba.njit(pipeline_class=EntryPointCompiler, **OPTIONS)(function)
    if folder is not None:
        compiled._cache = DiskCache(folder)
    return compiled


class RuleLibrary(JITCodeLibrary):
    """Numba would make machine code of every rule with all that it calls; only that of entries is ever run."""

    codegen = SimpleNamespace(set_env=lambda name, env: None)  # nothing is set in code that is not run

    def add_ir_module(self, ir_module: Any) -> None:
        leave_slots_unset(ir_module)
        super().add_ir_module(ir_module)

    def finalize(self) -> None:
        """Without what it calls: Numba would link all of it into each rule again, and optimise it there."""
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """With all that it calls, for the entry that wants it."""
        module = super()._get_module_for_linking().clone()
        reached, waiting = {self}, list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in reached:
                reached.add(library)
                alone: Any = super(RuleLibrary, library) if isinstance(library, RuleLibrary) else library
                module.link_in(alone._get_module_for_linking(), preserve=True)
                waiting += library._linking_libraries if isinstance(library, RuleLibrary) else ()
        return module

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


def leave_slots_unset(module: Any) -> None:
    """A rule that is called leaves its value, and what went wrong, in two slots of its caller. Numba clears them where the
    caller begins, for all calls that it might make, and the value again at the call; only that is needed."""
    for function in module.functions:
        slots = {id(slot) for block in function.blocks for call in block.instructions for slot in slots_of(call)}
        for block in function.blocks[:1]:
            steps = list(pairwise([None, *block.instructions]))
            block.instructions[:] = [step for before, step in steps if not (is_store_to(step, before) and id(before) in slots)]


def slots_of(step: Any) -> list[Any]:
    """Of a call of a rule: where its value and its error go."""
    is_call = isinstance(step, CallInstr) and step.callee.name.startswith("_ZN")
    return [slot for slot in step.args[:2] if isinstance(slot, AllocaInstr)] if is_call else []


def is_store_to(step: Any, place: Any) -> bool:
    return isinstance(step, StoreInstr) and step.operands[1] is place


class RuleCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, RuleLibrary(target.codegen(), "rule"), *more)


class ColdLibrary(RuleLibrary):
    """A rule that stays by itself."""

    def finalize(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super().finalize()


class ColdCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, ColdLibrary(target.codegen(), "rule"), *more)


class NoaliasCompiler(RuleCompiler):
    """LLVM is told that no argument overlaps another, so that it need not write each number before it reads the next."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, returns: Any, flags: Any, *more: Any) -> None:
        flags = flags.copy()
        flags.noalias = True
        super().__init__(typing, target, library, args, returns, flags, *more)


COMPILERS = {"": RuleCompiler, "cold": ColdCompiler, "noalias": NoaliasCompiler}


class EntryPointLibrary(JITCodeLibrary):
    """An entry with all rules that it calls: nobody else calls these, so they may be fitted to their callers."""

    before_machine_code: Callable[[], None] | None = None  # called when Numba has understood an entry, and LLVM is to begin

    def finalize(self) -> None:
        if EntryPointLibrary.before_machine_code:
            EntryPointLibrary.before_machine_code()
        super().finalize()

    def _optimize_final_module(self) -> None:
        own = f".{uuid.uuid4().hex}"  # LLVM's loader goes by names: nobody else's rule may be taken for one of these
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
                function.name += own
        config: Any = numba.config
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1  # numbers side by side are copied together
        try:
            super()._optimize_final_module()
        finally:
            config.SLP_VECTORIZE = before


class EntryPointCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        own = EntryPointLibrary(target.codegen(), "entry")
        own.enable_object_caching()
        super().__init__(typing, target, own, *more)


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
            self.__dict__["on_gpu"] = gpu_rule_class()(self.py_func, {**OF_RULES, "device": True, "opt": True})
        return self.__dict__["on_gpu"]


@cache
def gpu_rule_class() -> type:
    """The same for a GPU; made when it is wanted, since numba-cuda need not be installed."""
    from numba.cuda.dispatcher import CUDADispatcher

    class GpuRule(CUDADispatcher):
        copied = False  # whether large rules are copied too

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(widened(kind) for kind in args), kws)

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            """Large rules are called, not copied to each place that calls them: a GPU holds little code close by."""
            copied = gpu_rule_class().copied  # type: ignore[attr-defined]
            new = args not in self.overloads
            compiled = super().compile_device(args, return_type)
            if new and not copied and len(self.py_func.__code__.co_code) > LARGE:
                for function in compiled.library._module.functions:
                    if not function.is_declaration:
                        function.attributes.add("noinline")
            return compiled

    return GpuRule


def copy_large_rules(copied: bool) -> None:
    """Whether kernels compiled from now on hold a copy of large rules too (not with `Game.gpu_calls_large_rules`)."""
    gpu_rule_class().copied = copied  # type: ignore[attr-defined]


def widened(kind: Any) -> Any:
    """The Numba type as which a rule takes an argument: signed whole numbers, alone or in tuples, with 64 bits."""
    kind = types.unliteral(kind)
    if kind in types.signed_domain:
        return types.int64
    return types.UniTuple(widened(kind.dtype), kind.count) if isinstance(kind, types.UniTuple) else kind


class DiskCache(_Cache):
    """One file for each signature and processor, in a folder that is named after the code (rule_hash.py).

    Numba's own cache wants a source file, and asks it whether it has changed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code, or None. A file that cannot be read (cut short, or of a class since renamed) is made anew."""
        target_context.refresh()
        try:
            saved = pickle.loads(self.file(sig, target_context.codegen()).read_bytes())
            return CompileResult._rebuild(target_context, *saved)
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.library.has_dynamic_globals or data.lifted:
            warnings.warn(f"{data.fndesc.qualname} names a large array and cannot be kept compiled", stacklevel=2)
            return
        self.write(self.file(sig, data.codegen), dumps(data._reduce()))

    def write(self, file: Path, content: bytes) -> None:
        """Whole or not at all, for others who read it now; where nothing can be written, this run goes on all the same."""
        written = file.with_suffix(f".{uuid.uuid4().hex}.tmp")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            written.write_bytes(content)
            written.replace(file)

    def file(self, sig: Any, codegen: Any) -> Path:
        name = repr((sig, [layout(kind) for kind in sig], codegen.magic_tuple()))
        return self.folder / f"{hashlib.blake2b(name.encode(), digest_size=8).hexdigest()}.nbc"

    def enable(self) -> None:
        pass

    def disable(self) -> None:
        pass

    def flush(self) -> None:
        pass


def keep_kernel(kernel: Any, folder: Path) -> None:
    """Lets a kernel of numba-cuda's be kept in `folder`."""
    kernel._cache = KernelCache(folder)


class KernelCache(DiskCache):
    """The same for kernels of a GPU."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        from numba.cuda.dispatcher import _Kernel
        from numba.cuda.utils import numba_target_override

        try:
            with numba_target_override():
                target_context.refresh()
                return _Kernel._rebuild(**pickle.loads(self.file(sig, target_context.codegen()).read_bytes()))
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        from numba.cuda.serialize import dumps as dumps_kernel

        self.write(self.file(sig, data.target_context.codegen()), dumps_kernel(data._reduce_states()))


def layout(kind: Any) -> Any:
    """The fields of a NamedTuple, which Numba leaves out of a signature: only their types are in it."""
    if not isinstance(kind, types.BaseTuple):
        return None
    parts: Any = kind
    return getattr(kind, "fields", ()), [layout(part) for part in parts]


def remember_types() -> None:
    """Numba finds some things out again thousands of times. For a process that does nothing but compile: a quarter less of it.

    How an operator takes numbers (it tries one template after the other for each `a + b`), whether two sets of flags are equal
    (it compares defaults too), and how a record is written with all its fields.
    """
    classes: list[Any] = [BaseFunction, types.Record, TargetConfig]
    function, record, flags = classes
    find, write = function.get_call_type, record.__repr__

    def get_call_type(self: Any, context: Any, args: tuple, kws: dict) -> Any:
        if kws or not all(isinstance(kind, types.Number | types.Boolean | types.Literal) for kind in args):
            return find(self, context, args, kws)
        known = self.__dict__.setdefault("known", {})
        if (context, args) not in known:
            known[context, args] = find(self, context, args, kws)
        return known[context, args]

    def written(self: Any) -> str:
        if "written" not in self.__dict__:
            self.__dict__["written"] = write(self)
        return self.__dict__["written"]

    function.get_call_type, record.__repr__ = get_call_type, written
    flags.__eq__ = lambda self, other: isinstance(other, TargetConfig) and self._values == other._values
    flags.__hash__ = lambda self: hash(type(self))


def check() -> None:
    """Raises something if Numba's private parts are not as they were: a trial, for versions that came out later."""
    if tuple(int(part) for part in numba.__version__.split(".")[:2]) <= TRIED:
        return
    add = make_rule(lambda a, b: a + b)

    def trial(x):
        return add(x, 1) + add(2, x)

    with tempfile.TemporaryDirectory() as folder:
        for kept in (0, 1):
            entry = make_compiled_entry(trial, Path(folder))
            if entry(3) != 9 or len(entry.stats.cache_hits) != kept:
                raise NotImplementedError("a trial gave something else")
