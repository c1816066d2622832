"""What numba-cuda makes of rules, as far as that needs no GPU: LLVM IR."""

from types import SimpleNamespace
from typing import Any

import numba
import pytest

from seaboard.core.numba_rules import LARGE_RULE, inline_large_rules
from seaboard.core.rule import rule


@rule
def base(number):
    return number * number


@rule
def left(number):
    return base(number) + 1


@rule
def right(number):
    return base(number) + 2


def kernel(numbers):
    numbers[0] = left(numbers[1]) * right(numbers[2]) + base(numbers[3])


many_lines: dict = {}
exec("def large(number):\n" + "    number = number * number + 1\n" * LARGE_RULE + "    return number\n", many_lines)
large = rule(many_lines["large"])


def kernel_with_a_large_rule(numbers):
    numbers[0] = large(numbers[0]) + base(numbers[1])


@pytest.fixture
def compiled(monkeypatch):
    """Compiles a kernel for an H200 to the modules of LLVM IR that NVVM would get."""
    from numba.cuda import compiler, dispatcher

    compile_cuda: Any = compiler.compile_cuda  # type: ignore[attr-defined]
    gpu = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: gpu)
    inline_large_rules(False)
    return lambda kernel: compile_cuda(kernel, None, (numba.int64[:],), cc=(9, 0)).library.modules


def test_each_rule_is_compiled_once_however_many_rules_call_it(compiled):
    """numba-cuda lists it once per path of calls, which was 982 MB of LLVM IR in Nusfjord."""
    defined = [function.name for module in compiled(kernel) for function in module.functions if not function.is_declaration]
    for rule_name in ("base", "left", "right"):
        assert sum(f"test_gpu_code{len(rule_name)}{rule_name}" in name for name in defined) == 1
    assert len(defined) == len(set(defined))


def test_large_rules_are_called_and_small_ones_can_be_inlined(compiled):
    rules = [next(iter(module.functions)) for module in compiled(kernel_with_a_large_rule)[1:]]
    assert sorted("noinline" in function.attributes for function in rules) == [False, True]
