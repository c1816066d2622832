"""A shorter way through Numba's compiler for rules, without what they cannot contain (numba_rules.py).

It makes the same machine code, in less time; docs/benchmarks.md says how much, and tests/compiled compares the games.
"""

from functools import cache
from types import CodeType
from typing import Any

from numba.core import typed_passes, untyped_passes
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager, _pass_registry

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
    typed_passes.NativeLowering,
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
