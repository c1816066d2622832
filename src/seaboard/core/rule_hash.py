"""A hash of what machine code is made of: the rules' own code, the constants and the rules that they name, and theirs.

It names the folder in which compiled code is kept (rule.py). Numba's own cache looks at one file: it misses an edit in a
helper elsewhere (numba#8396), and compiles again for every text, comment or drawing in the same file. Here a docstring, a
comment, an annotation, or where a rule stands does not count.

Out of sight: what an overload does that is registered with Numba outside core/plain_rules.py, and the versions of libraries
other than NumPy and Numba.
"""

import dis
import hashlib
import inspect
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

LIBRARIES = frozenset(("llvmlite", "numba", "numpy")) | sys.stdlib_module_names  # known by their names and versions
SIMPLE = frozenset((type(None), bool, int, float, complex, str, bytes, range, type(...)))  # no two look alike in text


def hash_of_code(*things: Any) -> str:
    """Sixteen hexadecimal digits for functions (or rules) and constants: equal in every process, whatever has run before."""
    named: list[FunctionType] = []
    digest = hashlib.blake2b(describe(things, named).encode(), digest_size=8)
    places: dict[FunctionType, int] = {}
    for function in named:  # the list grows on the way; each function is read once, so that rules may call in a circle
        if function not in places:
            places[function] = len(places)
            text, more = own_code(function)
            digest.update(text.encode())
            named += more
        digest.update(b"@%d" % places[function])
    return digest.hexdigest()


@cache
def own_code(function: FunctionType) -> tuple[str, list[FunctionType]]:
    """The text of a function's code with the constants that it names, and the functions that it names, in their order."""
    named: list[FunctionType] = []
    held = [cell_contents(cell) for cell in function.__closure__ or ()]
    try:
        parts = [describe(part, named) for part in (function.__defaults__, function.__kwdefaults__, held)]
        parts += read_code(function.__code__, function.__globals__, named)
    except UnknownConstantError as error:
        raise TypeError(f"{function.__module__}.{function.__qualname__} cannot be kept compiled: {error}") from None
    return "\n".join(parts), named


def cell_contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def read_code(code: CodeType, names: dict[str, Any], named: list[FunctionType]) -> Iterator[str]:
    """A code object, step by step, not as its bytes: these number the constants, among them the docstring."""
    kinds = code.co_flags & 0xFF  # *args, generators and the like; higher bits are about docstrings and annotations
    yield f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount} {kinds} {code.co_exceptiontable.hex()}"
    yield " ".join(code.co_varnames)
    holder: Any = None  # a module or class whose attribute may be asked for next
    for step in dis.get_instructions(code):
        value = code.co_consts[step.arg or 0] if step.opname == "KW_NAMES" else step.argval  # which `dis` does not look up
        holder = look_up(step, names, holder)
        if isinstance(value, CodeType):
            yield from read_code(value, names, named)
        else:
            yield f"{step.opname} {describe(value, named)}"
        if holder is not MISSING:
            yield describe(holder, named)


MISSING = object()


def look_up(step: dis.Instruction, names: dict[str, Any], holder: Any) -> Any:
    """The global value, or the attribute of a module or class of ours, that a step asks for, if it does."""
    if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
        return names.get(step.argval, MISSING)
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(holder, ModuleType | type) and not is_of_library(holder):
        return getattr(holder, step.argval, MISSING)
    return MISSING


class UnknownConstantError(TypeError):
    """Something that a rule names, of which it cannot be said whether it has changed."""


def describe(value: Any, named: list[FunctionType]) -> str:
    """A text that changes when a constant does. Functions are put into `named` instead."""
    if type(value) in SIMPLE:
        return repr(value)
    if isinstance(value, np.generic | np.ndarray):
        return describe_array(value)
    if isinstance(value, Enum):
        return f"{type_name(value)}.{value.name} {describe(value.value, named)}"
    if isinstance(value, tuple | list):
        return f"{type_name(value)} {fields_of(type(value))}[{', '.join(describe(part, named) for part in value)}]"
    if isinstance(value, dict):
        return f"dict {describe(list(value.items()), named)}"
    if isinstance(value, set | frozenset):
        return f"{type_name(value)} {sorted(describe(part, named) for part in value)}"
    if isinstance(value, np.dtype):
        return describe_dtype(value)
    if isinstance(value, type):
        return f"class {value.__module__}.{value.__qualname__} {fields_of(value)}"
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    return describe_function(value, named)


def describe_function(value: Any, named: list[FunctionType]) -> str:
    """A rule, an intrinsic or any other function by its code; what comes with a library by its name."""
    function = inspect.unwrap(value)
    if isinstance(function, FunctionType) and not is_of_library(function):
        named.append(function)
        return f"function {describe(getattr(value, 'targetoptions', None), named)}"  # how it is compiled, if it says so
    if isinstance(function, FunctionType | BuiltinFunctionType | np.ufunc):
        return f"function {getattr(function, '__module__', None)}.{function.__name__}"
    if type(function).__module__.startswith("numba."):
        return f"{type_name(function)} {function}"  # a type of Numba's: its text says all
    raise UnknownConstantError(f"it names {value!r}; put it into the box, an argument, or name a number, tuple or array")


def is_of_library(value: Any) -> bool:
    """Whether a function, class or module comes with NumPy, Numba or Python."""
    home = value.__name__ if isinstance(value, ModuleType) else value.__module__
    return (home or "").partition(".")[0] in LIBRARIES


def type_name(value: Any) -> str:
    return type(value).__qualname__


def fields_of(kind: type) -> str:
    """The fields of a NamedTuple, whose order is part of the machine code."""
    return " ".join(getattr(kind, "_fields", ()))


def describe_array(array: Any) -> str:
    if array.dtype.hasobject:
        raise UnknownConstantError("it names an array of Python objects")
    layout = (array.flags.c_contiguous, array.flags.f_contiguous, array.flags.aligned)
    return f"{type_name(array)} {describe_dtype(array.dtype)} {array.shape} {layout} {array.tobytes().hex()}"


def describe_dtype(dtype: np.dtype) -> str:
    """The layout, field by field."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return f"{describe_dtype(base)} x {shape}"
    if not dtype.fields:
        return dtype.str
    fields = [f"{name} {describe_dtype(part[0])} at {part[1]}" for name, part in dtype.fields.items()]
    return f"dtype {dtype.itemsize} {dtype.isalignedstruct} [{', '.join(fields)}]"
