"""Calls compiled entry points without Numba: Python writes the arguments as 8-byte words, and machine code reads them.

A process whose code is in the disk cache loads object files with llvmlite only. Numba's compiler would take 70 MB of memory and
half a second in each process, and its calls with records are several times as slow.

An argument becomes words: an integer itself, a float its bits, a record its address, an array its address, its shape and,
unless it is contiguous, its strides, a tuple the words of its parts. `describe_argument` says how it is passed; arguments with
different descriptions have different machine code. `word_arguments.py` is the other side: compiled code that reads the words.
"""

import contextlib
import ctypes
import hashlib
import json
import os
import struct
import sys
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .rule_hash import describe_dtype

ADDRESS_IN_RECORD, ADDRESS_IN_ARRAY = 24, 16  # of NumPy's public C structs on 64-bit CPython
MAX_INT = 2**63 - 1
TAKES = "pass signed 64-bit integers, floats, records, arrays, or tuples of them"
MAX_KEYS = 64  # per entry point
ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)  # Numba's calling convention


class Record(NamedTuple):
    dtype: np.dtype


class Array(NamedTuple):
    dtype: np.dtype
    dimensions: int
    contiguous: bool


class Parts(NamedTuple):
    """A tuple or NamedTuple."""

    kind: type
    parts: tuple[Any, ...]


class MachineCode(NamedTuple):
    """An object file with one entry point."""

    symbol: str
    returns: str  # the integer type of the result, such as "int16"; "none"
    code: bytes

    def to_bytes(self) -> bytes:
        header = json.dumps({"symbol": self.symbol, "returns": self.returns}).encode()
        checked = header + b"\n" + self.code
        return hashlib.blake2b(checked, digest_size=16).digest() + checked

    @staticmethod
    def from_bytes(content: bytes) -> "MachineCode":
        """Raises ValueError if the content is damaged."""
        checked = content[16:]
        if hashlib.blake2b(checked, digest_size=16).digest() != content[:16]:
            raise ValueError("damaged machine code")
        header, _, code = checked.partition(b"\n")
        return MachineCode(**json.loads(header), code=code)


def describe_argument(value: Any) -> Any:
    """How an argument is passed: `int`, `float`, a Record, an Array, or Parts."""
    if isinstance(value, np.void):
        return Record(value.dtype)
    if isinstance(value, np.ndarray):
        return Array(value.dtype, value.ndim, value.flags.c_contiguous)
    if isinstance(value, tuple):
        return Parts(type(value), tuple(map(describe_argument, value)))
    if isinstance(value, int | np.integer) and -MAX_INT - 1 <= int(value) <= MAX_INT:
        return int
    if isinstance(value, float | np.floating):
        return float
    raise TypeError(f"compiled code cannot take {value!r}: {TAKES}")


def text_of(described: Any) -> str:
    """A description as text, which names the file of the machine code; equal in every process."""
    if isinstance(described, Record):
        return f"record {describe_dtype(described.dtype)}"
    if isinstance(described, Array):
        return f"array {describe_dtype(described.dtype)} {described.dimensions} {described.contiguous}"
    if isinstance(described, Parts):
        return f"{getattr(described.kind, '_fields', '')}({', '.join(map(text_of, described.parts))})"
    return described.__name__


class Prepared:
    """An argument whose words are written once, for calls that must be fast. Its arrays must not be moved or replaced."""

    __slots__ = ("key", "value", "words")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.words: list[Any] = []
        self.key: list[Any] = []
        write_words(value, self.words, self.key)


def write_words(value: Any, words: list[Any], key: list[Any]) -> None:
    """Appends the words of an argument, and what distinguishes its description; floats are packed as such."""
    kind = type(value)
    if kind is int or kind is float:
        words.append(value)
        key.append(kind)
    elif isinstance(value, np.ndarray):
        words.append(address_of_array(value))
        words.extend(value.shape)
        contiguous = value.flags.c_contiguous
        if not contiguous:
            words.extend(value.strides)
        key += (id(value.dtype), value.ndim, contiguous)
    elif isinstance(value, np.void):
        words.append(address_of_record(value))
        key.append(id(value.dtype))
    elif isinstance(value, tuple):
        key += (kind, len(value))
        for part in value:
            write_words(part, words, key)
    elif kind is Prepared:
        words += value.words
        key += value.key
    else:
        kind = describe_argument(value)
        words.append(kind(value))
        key.append(kind)


Translate = Callable[[Callable, list[Any]], MachineCode]
Loaded = tuple[struct.Struct, Callable[..., Any], Any]  # packs the words; the C function; the type of its result, or None


class EntryPoint:
    """A function that is compiled with all rules it calls, for each kind of arguments at its first call.

    `translate` compiles: it takes the function and the descriptions of its arguments. The machine code is cached in `folder`.
    """

    number_loaded = 0  # pieces of machine code that this process has loaded

    def __init__(self, function: Callable, folder: Path | None, translate: Translate) -> None:
        self.py_func, self.folder, self.translate = function, folder, translate
        self.__name__, self.__qualname__, self.__module__ = function.__name__, function.__qualname__, function.__module__
        # by the key of `write_words`; the descriptions keep the dtypes alive whose ids are in the keys
        self.calls: dict[tuple[Any, ...], tuple[Loaded, list[Any]]] = {}
        self.loaded: dict[str, Loaded] = {}  # the same by description
        self.engines: list[Any] = []  # of the machine code in `loaded`
        self.hits = self.misses = 0  # files that were loaded, and that were missing

    def __call__(self, *arguments: Any) -> Any:
        words: list[Any] = []
        key: list[Any] = []
        for argument in arguments:
            write_words(argument, words, key)
        found = self.calls.get(tuple(key))
        packer, function, returns = found[0] if found else self.find(tuple(key), arguments, words)
        try:
            packed = packer.pack(*words)
        except struct.error:  # an integer of more than 64 bits
            raise TypeError(f"compiled code cannot take {arguments!r}: {TAKES}") from None
        result, error = (returns or ctypes.c_int64)(), ctypes.c_void_p()
        if function(ctypes.addressof(result), ctypes.addressof(error), packed):
            raise SystemError(f"{self.__qualname__} failed in compiled code; run it with NUMBA_DISABLE_JIT=1 to see where")
        return result.value if returns else None

    def find(self, key: tuple, arguments: tuple, words: list[Any]) -> Loaded:
        """The machine code for these arguments: loaded before, from disk, or compiled now."""
        described = [describe_argument(argument.value if type(argument) is Prepared else argument) for argument in arguments]
        name = ", ".join(map(text_of, described))
        if name not in self.loaded:
            code = self.read_or_compile(name, described)
            packer = struct.Struct("=" + "".join("d" if type(word) is float else "q" for word in words))
            self.engines.append(load(code))
            EntryPoint.number_loaded += 1
            function = ENTRY(self.engines[-1].get_function_address(code.symbol))
            self.loaded[name] = packer, function, None if code.returns == "none" else getattr(ctypes, f"c_{code.returns}")
        if len(self.calls) == MAX_KEYS:  # equal dtypes that are not identical, such as those of unpickled records
            self.calls.clear()
        self.calls[key] = self.loaded[name], described
        return self.loaded[name]

    def read_or_compile(self, name: str, described: list[Any]) -> MachineCode:
        stem = hashlib.blake2b(f"{name} {cpu()}".encode(), digest_size=8).hexdigest()
        file = self.folder / f"{stem}.code" if self.folder else None
        if file and (code := read_machine_code(file)):
            self.hits += 1
            return code
        self.misses += 1
        code = self.translate(self.py_func, described)
        if file:
            write_atomically(file, code.to_bytes())
        return code


@cache
def cpu() -> str:
    """The CPU for which code is compiled here, with its features."""
    from llvmlite import binding

    name = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    return f"{binding.get_process_triple()} {name} {os.environ.get('NUMBA_CPU_FEATURES', '')}"


def read_machine_code(file: Path) -> MachineCode | None:
    """The content of a file; None if it is missing or damaged."""
    try:
        return MachineCode.from_bytes(file.read_bytes())
    except (OSError, ValueError, TypeError):
        return None


def write_atomically(file: Path, content: bytes) -> None:
    """For concurrent readers. A folder that is not writable is no error."""
    draft = file.with_suffix(f".{uuid.uuid4().hex}.tmp")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(file)


def load(code: MachineCode) -> Any:
    """An engine of LLVM with the machine code, which stays in memory as long as the engine."""
    from llvmlite import binding

    machine = target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code.code))
    engine.finalize_object()
    return engine


def target_machine() -> Any:
    """LLVM's description of this machine."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_triple(binding.get_process_triple()).create_target_machine(jit=True)


def slow_address(value: Any) -> int:
    """The address of an array's or record's memory, by NumPy's documented interface."""
    return value.__array_interface__["data"][0]


def field_reader(offset: int, example: Any) -> Callable[[Any], int]:
    """Reads the address from NumPy's C struct, 20 times as fast, if this Python and NumPy have it at this offset."""
    pointer = ctypes.c_void_p.from_address

    def read(value: Any) -> int:
        return pointer(id(value) + offset).value or 0

    is_known = sys.implementation.name == "cpython" and sys.maxsize > 2**32 and not hasattr(sys, "gettotalrefcount")
    return read if is_known and read(example) == slow_address(example) else slow_address


address_of_array = field_reader(ADDRESS_IN_ARRAY, np.arange(4))
address_of_record = field_reader(ADDRESS_IN_RECORD, np.zeros(2, [("a", np.int64), ("b", np.int64)])[1])
