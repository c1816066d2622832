"""A hash of everything that machine code depends on: the code of a rule, its constants, and recursively the rules it calls.

It names the cache folder of compiled code (rule.py). Numba's own cache checks the modification time of one file: it misses
edits of helpers in other files (numba#8396), and recompiles after any edit of the same file. This hash ignores docstrings,
comments, annotations and the location of a rule.

Not covered: overloads that are registered with Numba outside core/plain_rules.py, and versions of libraries other than NumPy
and Numba.
"""

import ast
import dis
import hashlib
import inspect
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

LIBRARIES = frozenset(("llvmlite", "numba", "numpy")) | sys.stdlib_module_names  # identified by name and version
SIMPLE = frozenset((type(None), bool, int, float, complex, str, bytes, range, type(...)))  # types with an unambiguous repr


def hash_of_code(*things: Any) -> str:
    """A hash of functions (or rules) and constants, 16 hexadecimal digits; equal in every process."""
    named: list[FunctionType] = []
    digest = hashlib.blake2b(describe(things, named).encode(), digest_size=8)
    places: dict[FunctionType, int] = {}
    for function in named:  # the list grows meanwhile; each function is read once, so recursion is fine
        if function not in places:
            places[function] = len(places)
            text, more = own_code(function)
            digest.update(text.encode())
            named += more
        digest.update(b"@%d" % places[function])
    return digest.hexdigest()


def parsed_source(file: Path) -> str:
    """The syntax tree of a module, without comments and docstrings."""
    tree = ast.parse(file.read_bytes())
    for part in ast.walk(tree):
        if isinstance(part, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(part, clean=False) is not None:
            del part.body[0]
    return ast.dump(tree)


@cache
def own_code(function: FunctionType) -> tuple[str, list[FunctionType]]:
    """A description of a function's code and the constants it references, and the list of functions it references."""
    named: list[FunctionType] = []
    closure = [cell_contents(cell) for cell in function.__closure__ or ()]
    try:
        parts = [describe(part, named) for part in (function.__defaults__, function.__kwdefaults__, closure)]
        parts += read_code(function.__code__, function.__globals__, named)
    except UnknownConstantError as error:
        raise TypeError(f"{function.__module__}.{function.__qualname__} cannot be cached: {error}") from None
    return "\n".join(parts), named


def cell_contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # empty cell
        return None


def read_code(code: CodeType, names: dict[str, Any], named: list[FunctionType]) -> Iterator[str]:
    """Describes a code object by its instructions; its bytes would contain indices that depend on the docstring."""
    kinds = code.co_flags & 0xFF  # varargs, generators etc.; higher bits depend on docstrings and annotations
    yield f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount} {kinds} {code.co_exceptiontable.hex()}"
    yield " ".join(code.co_varnames)
    loaded: Any = None  # the module or class that was loaded last: the next instruction may load an attribute of it
    for step in dis.get_instructions(code):
        value = code.co_consts[step.arg or 0] if step.opname == "KW_NAMES" else step.argval  # `dis` does not resolve it
        loaded = look_up(step, names, loaded)
        if isinstance(value, CodeType):
            yield from read_code(value, names, named)
        else:
            yield f"{step.opname} {describe(value, named)}"
        if loaded is not MISSING:
            yield describe(loaded, named)


MISSING = object()


def look_up(step: dis.Instruction, names: dict[str, Any], owner: Any) -> Any:
    """The global that an instruction loads, or the attribute of `owner`, a module or class outside libraries; else MISSING."""
    if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
        return names.get(step.argval, MISSING)
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(owner, ModuleType | type) and not is_of_library(owner):
        return getattr(owner, step.argval, MISSING)
    return MISSING


class UnknownConstantError(TypeError):
    """A rule references a value that cannot be hashed."""


def describe(value: Any, named: list[FunctionType]) -> str:
    """A text that changes when a constant changes. Functions are appended to `named` instead."""
    if type(value) in SIMPLE:
        return repr(value)
    if isinstance(value, np.generic | np.ndarray):
        return describe_array(value)
    if isinstance(value, Enum):
        return f"{type_name(value)}.{value.name} {describe(value.value, named)}"
    if isinstance(value, int):
        return repr(int(value))  # a refusal: its words are not compiled
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
    """Rules, intrinsics and their helpers by their code, library functions by name."""
    function = inspect.unwrap(value)
    if isinstance(function, FunctionType) and not is_of_library(function):
        named.append(function)
        options = getattr(value, "kind", getattr(value, "targetoptions", None))  # of a rule; of one of Numba's dispatchers
        return f"function {describe(options, named)}"
    if isinstance(function, FunctionType | BuiltinFunctionType | np.ufunc):
        return f"function {getattr(function, '__module__', None)}.{function.__name__}"
    if type(function).__module__.startswith("numba."):
        return f"{type_name(function)} {function}"  # a Numba type: its text is unambiguous
    raise UnknownConstantError(f"it references {value!r}; pass it in the box or as an argument, or use numbers, tuples, arrays")


def is_of_library(value: Any) -> bool:
    """Whether a function, class or module belongs to NumPy, Numba or Python."""
    home = value.__name__ if isinstance(value, ModuleType) else value.__module__
    return (home or "").partition(".")[0] in LIBRARIES


def type_name(value: Any) -> str:
    return type(value).__qualname__


def fields_of(kind: type) -> str:
    """The fields of a NamedTuple; their order affects machine code."""
    return " ".join(getattr(kind, "_fields", ()))


def describe_array(array: Any) -> str:
    if array.dtype.hasobject:
        raise UnknownConstantError("it references an array of Python objects")
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
