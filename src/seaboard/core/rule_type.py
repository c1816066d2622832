"""The class of rules, which knows nothing of Numba: `@rule` makes them (rule.py), numba_rules.py compiles them."""

from collections.abc import Callable
from functools import update_wrapper
from types import MethodType
from typing import Any

TRIED = "0.68."  # the version of Numba whose private parts numba_rules.py knows


class Rule:
    """A rule: interpreted when Python calls it, compiled together with the compiled code that calls it (numba_rules.py)."""

    def __init__(self, function: Callable, kind: str = ""):
        update_wrapper(self, function)
        self.py_func, self.kind = function, kind

    def __call__(self, *arguments: Any) -> Any:
        return self.py_func(*arguments)

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        return self if owner is None else MethodType(self, owner)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__


def parameters_of(function: Any) -> tuple[str, ...]:
    """The names of the parameters of a rule or function."""
    code = getattr(function, "py_func", function).__code__
    return code.co_varnames[: code.co_argcount]
