"""How compiled code reads its arguments from the words that `machine_code.py` writes."""

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

from .machine_code import Array, Parts, Record


def read_argument(described: Any, place: int, names: dict[str, Any]) -> tuple[str, int]:
    """The source text that reads an argument from `words`, and the place after it. `names` gets what the text refers to."""
    if isinstance(described, Parts):
        parts = []
        for part in described.parts:
            text, place = read_argument(part, place, names)
            parts.append(text)
        if described.kind is tuple:
            return f"({', '.join(parts)},)", place
        name = f"class_{len(names)}"
        names[name] = described.kind
        return f"{name}({', '.join(parts)})", place
    name = f"read_{len(names)}"
    names[name], size = reader_of(described)
    return f"{name}(words, {place})", place + size


def reader_of(described: Any) -> tuple[Any, int]:
    """A function for compiled code that reads one argument from `words`, and its number of words."""
    if isinstance(described, Array):
        layout: Any = "C" if described.contiguous else "A"
        kind = types.Array(numba.from_dtype(described.dtype), described.dimensions, layout)
        return intrinsic(typer_of(kind, read_array)), 1 + described.dimensions * (1 if described.contiguous else 2)
    if isinstance(described, Record):
        return intrinsic(typer_of(numba.from_dtype(described.dtype), read_pointer)), 1
    return intrinsic(typer_of(*((types.float64, read_float) if described is float else (types.int64, read_word)))), 1


def typer_of(kind: Any, read: Any) -> Any:
    """What Numba's `intrinsic` asks for: the type of the result, and code that reads it from the word at `place`."""

    def typer(context: Any, words: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return read(context, builder, kind, *arguments)

        return kind(words, place), generate

    return typer


# The following write LLVM code.


def read_word(context: Any, builder: Any, kind: Any, words: Any, place: Any, offset: int = 0) -> Any:
    return builder.load(builder.gep(words, [builder.add(place, place.type(offset))]))


def read_float(context: Any, builder: Any, kind: Any, words: Any, place: Any) -> Any:
    return builder.bitcast(read_word(context, builder, kind, words, place), context.get_value_type(kind))


def read_pointer(context: Any, builder: Any, kind: Any, words: Any, place: Any) -> Any:
    return builder.inttoptr(read_word(context, builder, kind, words, place), context.get_value_type(kind))


def read_array(context: Any, builder: Any, kind: Any, words: Any, place: Any) -> Any:
    """A view of memory that belongs to the caller."""
    array = arrayobj.make_array(kind)(context, builder)
    count = kind.ndim
    shape = [read_word(context, builder, kind, words, place, 1 + i) for i in range(count)]
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    if kind.layout == "C":
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        strides = strides[:count]
    else:
        strides = [read_word(context, builder, kind, words, place, 1 + count + i) for i in range(count)]
    address = read_word(context, builder, kind, words, place)
    arrayobj.populate_array(
        array,
        data=builder.inttoptr(address, array.data.type),
        shape=shape,
        strides=strides,
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()  # noqa: SLF001
