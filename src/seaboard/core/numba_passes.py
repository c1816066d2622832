"""A shorter way through Numba's compiler for rules, without what they cannot contain (numba_rules.py).

It makes the same machine code, in less time; docs/benchmarks.md says how much, and tests/compiled compares the games.
"""

from functools import cache, partial
from types import CodeType
from typing import Any

from numba.core import typed_passes, untyped_passes
from numba.core.compiler import Compiler, _LowerResult
from numba.core.compiler_machinery import LoweringPass, PassManager, _pass_registry, register_pass
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.lowering import Environment, Lower
from numba.core.targetconfig import ConfigStack


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerLater(LoweringPass):
    """Names a typed rule for those that call it. Its LLVM IR is made when it is needed, perhaps by another process."""

    _name = "lower_later"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        target, library = state.targetctx, state.library
        function = PythonFunctionDescriptor.from_specialized_function(
            state.func_ir,
            state.typemap,
            state.return_type,
            state.calltypes,
            mangler=target.mangler,
            inline=state.flags.forceinline,
            noalias=state.flags.noalias,
            abi_tags=[state.flags.get_mangle_string()],
        )
        library.lower = partial(lower, target, library, function, state.func_ir, state.flags.copy())
        library.finalize()
        environment = Environment.from_fndesc(function)
        entry = target.get_executable(library, function, environment)
        target.insert_user_function(entry, function, [library])
        state.cr = _LowerResult(function, None, cfunc=entry, env=environment)
        library.is_typed()
        return True


def lower(target: Any, library: Any, function: Any, func_ir: Any, flags: Any) -> None:
    """Makes the LLVM IR of a rule."""
    with ConfigStack().enter(flags), target.push_code_library(library):
        Lower(target, library, function, func_ir, metadata={}).lower()


PASSES: tuple[Any, ...] = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    untyped_passes.DeadBranchPrune,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    LowerLater,
    typed_passes.NoPythonBackend,
)


class RulePasses(PassManager):
    """Numba's passes without those for closures, `with`, `raise`, literals, inlining and arithmetic of whole arrays.

    Numba's own manager also describes every pass in words, for its events: with large records a tenth of the typing time.
    """

    def __init__(self) -> None:
        super().__init__("rule")
        for kind in PASSES:
            self.add_pass(kind)
        self.finalize()

    def run(self, state: Any) -> None:
        for kind, _ in self.passes:
            one = _pass_registry.get(kind).pass_inst
            one.analysis = self._analysis
            one.run_pass(state)


rule_passes = cache(RulePasses)


class ShortCompiler(Compiler):
    """Compiles a rule. Does not look for new extensions of Numba as it does for each entry point."""

    def __init__(self, typing: Any, target: Any, *more: Any) -> None:
        typing.refresh = target.refresh = lambda: None
        try:
            super().__init__(typing, target, *more)
        finally:
            del typing.refresh, target.refresh

    def define_pipelines(self) -> list[PassManager]:
        has_closures = any(isinstance(part, CodeType) for part in self.state.func_id.code.co_consts)
        return super().define_pipelines() if has_closures else [rule_passes()]
