"""Compiles rules with private parts of Numba, which no other module uses: faster code, faster compilation, a disk cache.

pyproject.toml bounds Numba's version. If the parts are not as expected, rule.py falls back to plain_rules.py, which uses public
APIs only. Each part says what it brings, measured with the part turned off (docs/benchmarks.md); tests/compiled compares the
results with interpreted rules and with plain_rules.py.
"""

import hashlib
import pickle
import re
import tempfile
import uuid
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba import types
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.targetconfig import TargetConfig
from numba.extending import typeof_impl

from .machine_code import EntryPoint, MachineCode, write_atomically
from .plain_rules import OPTIONS
from .rule_type import TRIED, Rule
from .word_arguments import read_argument

RULE_OPTIONS: dict[str, Any] = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **OPTIONS}
LARGE_RULE = 300  # bytes of Python bytecode from which a GPU rule is not inlined

make_rule = Rule  # rule.py asks each compiling module for it


def cpu_rule(rule: Rule) -> Any:
    """What Numba compiles for a rule, made when it is first needed.

    `_nrt: False`: rules allocate nothing, so LLVM need not count references to arrays. Searches are 1.8x to 2.2x as fast.
    """
    if "on_cpu" not in rule.__dict__:
        options = {**RULE_OPTIONS, "_nrt": False}
        rule.__dict__["on_cpu"] = CpuRule(rule.py_func, targetoptions=options, pipeline_class=COMPILERS[rule.kind])
    return rule.__dict__["on_cpu"]


def gpu_rule(rule: Rule) -> Any:
    """What numba-cuda compiles for a rule."""
    if "on_gpu" not in rule.__dict__:
        rule.__dict__["on_gpu"] = gpu_rule_class()(rule.py_func, {**RULE_OPTIONS, "device": True, "opt": True})
    return rule.__dict__["on_gpu"]


@typeof_impl.register(Rule)
def type_of_rule(rule: Rule, context: Any) -> Any:
    """The type of a rule that compiled code calls."""
    return cpu_rule(rule)._numba_type_


def type_rule(rule: Rule, arguments: tuple) -> None:
    """Types a rule and all that it calls for these arguments, without machine code."""
    cpu_rule(rule).get_call_template(tuple(map(numba.typeof, arguments)), {})


def translate(function: Any, described: list[Any]) -> MachineCode:
    """The machine code of `function` for arguments that are passed as words (machine_code.py)."""
    compiled = compile_for_words(function, described)
    returns = types.unliteral(compiled.signature.return_type)
    if returns != types.none and not isinstance(returns, types.Integer):
        raise TypeError(f"{function.__qualname__} returns {returns}; a compiled entry point returns an integer or nothing")
    return MachineCode(compiled.fndesc.llvm_func_name, str(returns), compiled.library._get_compiled_object())


def compile_for_words(function: Any, described: list[Any]) -> Any:
    """Compiles a function that reads the arguments of `function` from words and calls it."""
    names: dict[str, Any] = {"function": Rule(function)}
    place, arguments = 0, []
    for part in described:
        text, place = read_argument(part, place, names)
        arguments.append(text)
    exec(f"def entry(words):\n    result = function({', '.join(arguments)})\n    return result\n", names)
    entry = names["entry"]
    entry.__qualname__ = entry.__name__ = re.sub(r"\W", "_", function.__qualname__)
    options = {**RULE_OPTIONS, "_nrt": False}
    dispatcher: Any = numba.jit(pipeline_class=EntryPointCompiler, **options)(entry)
    words = types.CPointer(types.int64)
    dispatcher.compile((words,))
    return dispatcher.overloads[(words,)]


class RuleLibrary(JITCodeLibrary):
    """A rule as LLVM IR only: entry points link it in, and only they become machine code. Compiles in half the time."""

    codegen = SimpleNamespace(set_env=lambda name, env: None)  # there is no machine code whose environment could be set

    def finalize(self) -> None:
        """Does not link callees: Numba would link and optimise all of them again in each rule."""
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The IR of this rule and of all rules that it calls, for an entry point."""
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


class RuleCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, RuleLibrary(target.codegen(), "rule"), *more)


class ColdLibrary(RuleLibrary):
    """A rule that is not inlined: Nusfjord's random play takes 15 % more instructions without it."""

    def finalize(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super().finalize()


class ColdCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, ColdLibrary(target.codegen(), "rule"), *more)


class NoaliasCompiler(RuleCompiler):
    """Tells LLVM that arguments do not alias, so that it vectorises copies: with SLP, views take 0.2 to 0.4 of the time."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, returns: Any, flags: Any, *more: Any) -> None:
        flags = flags.copy()
        flags.noalias = True
        super().__init__(typing, target, library, args, returns, flags, *more)


COMPILERS = {"": RuleCompiler, "cold": ColdCompiler, "noalias": NoaliasCompiler}


class EntryPointLibrary(JITCodeLibrary):
    """A compiled entry point with all rules that it calls.

    The rules become internal functions, which LLVM inlines and specialises: `Batch` is 1.15x to 1.27x as fast.
    """

    def _optimize_final_module(self) -> None:
        own = f".{uuid.uuid4().hex}"  # LLVM's loader resolves by name: another entry point's version must not be taken
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
                function.name += own
        config: Any = numba.config
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1  # joins neighbouring copies (NoaliasCompiler)
        try:
            super()._optimize_final_module()
        finally:
            config.SLP_VECTORIZE = before


class EntryPointCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        own = EntryPointLibrary(target.codegen(), "entry")
        own.enable_object_caching()
        super().__init__(typing, target, own, *more)


class CpuRule(CPUDispatcher):
    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compiles one version for all integers instead of one per constant and width: 1.2x to 1.3x faster compilation."""
        return super().get_call_template(tuple(widen(kind) for kind in args), kws)


@cache
def gpu_rule_class() -> Any:
    """The class of what numba-cuda compiles; made on demand, since numba-cuda is optional."""
    from numba.cuda.codegen import CUDACodeLibrary
    from numba.cuda.dispatcher import CUDADispatcher
    from numba.cuda.typing.typeof import typeof_impl as typeof_on_gpu

    CUDACodeLibrary.modules = property(list_modules)  # type: ignore[assignment]
    typeof_on_gpu.register(Rule)(lambda rule, context: gpu_rule(rule)._numba_type_)

    class GpuRule(CUDADispatcher):
        inline_large = False  # whether large rules are inlined

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(widen(kind) for kind in args), kws)

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            """Does not inline large rules: the instruction cache of a GPU is small. Nusfjord does not compile without it.

            Functions of a search, which take NamedTuples of arrays, are always inlined: a call would pass hundreds of words.
            """
            inline_large = gpu_rule_class().inline_large
            new = args not in self.overloads
            compiled = super().compile_device(args, return_type)
            takes_arrays = any(isinstance(kind, types.BaseNamedTuple) for kind in args)
            if new and (takes_arrays or (not inline_large and len(self.py_func.__code__.co_code) > LARGE_RULE)):
                for function in compiled.library._module.functions:
                    if not function.is_declaration:
                        function.attributes.add("alwaysinline" if takes_arrays else "noinline")
            return compiled

    return GpuRule


def list_modules(library: Any) -> list[Any]:
    """The modules of a GPU library and of all that it calls, each once. numba-cuda lists a rule once for each path to it."""
    reached: dict[Any, None] = {}
    waiting = [library]
    while waiting:
        next_library = waiting.pop()
        if next_library not in reached:
            reached[next_library] = None
            waiting += getattr(next_library, "_linking_libraries", ())
    return [own._module for own in reached if hasattr(own, "_module")]


def inline_large_rules(inline: bool) -> None:
    """Whether kernels compiled from now on inline large rules (not with `Game.gpu_calls_large_rules`)."""
    gpu_rule_class().inline_large = inline


def widen(kind: Any) -> Any:
    """The Numba type of a rule's argument: 64 bits for all signed integers, alone or in tuples."""
    kind = types.unliteral(kind)
    if kind in types.signed_domain:
        return types.int64
    return types.UniTuple(widen(kind.dtype), kind.count) if isinstance(kind, types.UniTuple) else kind


def cache_kernel(kernel: Any, folder: Path) -> None:
    """Caches a kernel of numba-cuda in `folder`."""
    kernel._cache = KernelCache(folder)


class KernelCache(_Cache):
    """One file per signature and GPU, in a folder that is named after a hash of the code (rule_hash.py).

    Numba's own cache needs a source file, which generated functions do not have, and is invalidated by any edit in it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel, or None if the file is missing or damaged, or names a class that was renamed."""
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

        write_atomically(self.file(sig, data.target_context.codegen()), dumps_kernel(data._reduce_states()))

    def file(self, sig: Any, codegen: Any) -> Path:
        name = repr((sig, [layout(kind) for kind in sig], codegen.magic_tuple()))
        return self.folder / f"{hashlib.blake2b(name.encode(), digest_size=8).hexdigest()}.nbc"

    def enable(self) -> None:
        pass

    def disable(self) -> None:
        pass

    def flush(self) -> None:
        pass


def layout(kind: Any) -> Any:
    """The fields of a NamedTuple: Numba's signature has only their types."""
    if not isinstance(kind, types.BaseTuple):
        return None
    parts: Any = kind
    return getattr(kind, "fields", ()), [layout(part) for part in parts]


def compare_flags_quickly() -> None:
    """Compares sets of compiler flags without their defaults, which Numba fills in each time: compilation is 1.15x as fast.

    For a process that does nothing but compile.
    """
    flags: Any = TargetConfig
    flags.__eq__ = lambda self, other: isinstance(other, TargetConfig) and self._values == other._values
    flags.__hash__ = lambda self: hash(type(self))


def check() -> None:
    """Compiles a small example with a Numba that was not tried; raises if its private parts are not as expected."""
    if numba.__version__.startswith(TRIED):
        return
    add = Rule(lambda a, b: a + b)

    def trial(x):
        return add(x, 1) + add(2, x)

    with tempfile.TemporaryDirectory() as folder:
        for hits in (0, 1):
            entry = EntryPoint(trial, Path(folder), translate)
            if entry(3) != 9 or entry.hits != hits:
                raise NotImplementedError("an example gave another result")
